"""Everything we write, opened by VASSAL itself. Needs `conftest.JAR`; skipped without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from generator.definition.reader import load_game
from generator.packaging.scene import Piece, Scene, scene_of
from generator.packaging.vassal.pieces import chain, gpid
from generator.starting import STARTERS
from generator.vassal import saves
from generator.vassal.archive import Archive
from generator.vassal.traits import read_piece
from generator.workbench.opened import open_module
from validator.reading import reader

from .conftest import Opened, command_line

pytestmark = pytest.mark.vassal
GAMES = [
    "atlantic_chase",
    "graf_spee",
    "red_flags",
    "uboat_variant",
    "under_ten_flags",
    *STARTERS,
]
Vassal = Callable[..., Opened]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    command_line("build", "graf_spee", "-o", folder)
    return next(folder.glob("*.vmod"))


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("played") / "game.vlog"
    command_line("play", "graf_spee", "--seed", 5, "-o", file)
    return file


def _built(game: str, tmp_path: Path) -> Path:
    """A bundled game or a starter, built; where its definition lies."""
    begun = Path(game)
    if game in STARTERS:
        begun = tmp_path / "begun"
        command_line("new", begun, "--like", game)
    command_line("build", begun, "-o", tmp_path, "--dpi", 72)
    return begun


@pytest.mark.parametrize("game", GAMES)
def test_a_module_of_ours_begins_a_game_and_lists_what_lies_open(
    vassal: Vassal, game: str, tmp_path: Path
) -> None:
    begun = _built(game, tmp_path)
    opened = vassal(next(tmp_path.glob("*.vmod")))
    assert opened.said == ()
    scene = scene_of(load_game(begun))
    assert len(opened.listed) == len(list(_lying_open(scene))) > 0
    for piece in scene.pieces:
        inside = read_piece(opened.slots[gpid(scene, piece, "palette")], "")
        assert [one.id for one in inside[:-1]] == [one.id for one in chain(scene, piece).traits]


@pytest.mark.parametrize("game", GAMES)
def test_every_set_up_loads_and_all_that_can_be_pressed_works(
    vassal: Vassal, game: str, tmp_path: Path
) -> None:
    begun = _built(game, tmp_path)
    (built,) = tmp_path.glob("*.vmod")
    with Archive(built) as archive:
        setups = [name for name in archive if name.endswith(".vsav")]
        for name in setups:
            (tmp_path / name).write_bytes(archive.read(name))
    pressed = []
    for side in load_game(begun).sides:
        pressed += [Path(f"{side.id}.press"), *(tmp_path / name for name in setups)]
    opened = vassal(built, *pressed)
    assert opened.said == ()
    assert len(opened.pressed) == len(pressed) - len(load_game(begun).sides)
    assert min(opened.pressed) > 15


def _lying_open(scene: Scene) -> Iterator[Piece]:
    public = {map_.name for map_ in scene.maps if not map_.owners}
    for piece, start in scene.starting(scene.game.scenario()):
        if start.map in public and not (start.deck or start.masked or start.hidden):
            yield piece


def test_a_played_log_ends_where_we_say(vassal: Vassal, module: Path, log: Path) -> None:
    _ends_where_we_say(vassal(module, log), log)


@pytest.mark.parametrize("how", [(), ("--by-hand",)])
def test_a_game_of_two_hidden_fleets_ends_where_we_say(
    vassal: Vassal, flags: Path, how: tuple[str, ...], tmp_path: Path
) -> None:
    log = tmp_path / "game.vlog"
    command_line("play", "under_ten_flags", "--seed", 6, *how, "-o", log)
    _ends_where_we_say(vassal(flags, log), log)


def _ends_where_we_say(opened: Opened, log: Path) -> None:
    reading = reader.read(saves.read(log))
    assert opened.said == ()
    assert opened.steps == len(reading.steps)
    ours = {(one.id, one.map, one.x, one.y) for one in reading.table().pieces.values() if one.map}
    assert ours <= opened.pieces


def test_a_cleaned_log_plays_as_the_log(vassal: Vassal, module: Path, log: Path) -> None:
    clean = log.with_name("clean.vlog")
    command_line("log", "scrub", log, "-o", clean, "--talk", "--names")
    opened, before = vassal(module, clean), vassal(module, log)
    assert opened.said == ()
    assert (opened.steps, opened.pieces) == (before.steps, before.pieces)


def test_a_module_packed_from_its_text(vassal: Vassal, module: Path, tmp_path: Path) -> None:
    command_line("unpack", module, tmp_path / "text")
    toolbar = next((tmp_path / "text").rglob("module.yaml"))
    toolbar.write_text(toolbar.read_text("utf-8").replace("Pursuit", "Chase"), "utf-8")
    command_line("pack", tmp_path / "text", "-o", tmp_path / "packed.vmod")
    assert vassal(tmp_path / "packed.vmod").said == ()


def test_an_edited_module(vassal: Vassal, module: Path, tmp_path: Path) -> None:
    script = tmp_path / "edit.py"
    script.write_text(
        "from generator.workbench.editing import trait\n\n"
        "def edit(module):\n"
        "    for piece in module.pieces():\n"
        "        piece.add(trait('Comment', comment='checked'))\n"
    )
    told = command_line("edit", module, "--script", script, "-o", tmp_path / "edited.vmod")
    assert "Comment" in told
    assert vassal(tmp_path / "edited.vmod").said == ()


def test_two_edits_merged(vassal: Vassal, module: Path, log: Path, tmp_path: Path) -> None:
    for name, word in (("ours", "checked"), ("theirs", "seen")):
        changes = tmp_path / f"{name}.yaml"
        trait = "Comment" if name == "ours" else "Clone"
        field = "comment" if name == "ours" else "commandName"
        changes.write_text(
            f"changes:\n- pieces: {{name: '*'}}\n  add: {{trait: {trait}, {field}: {word}}}\n"
        )
        command_line("edit", module, "--changes", changes, "-o", tmp_path / f"{name}.vmod")
    three = (module, tmp_path / "ours.vmod", tmp_path / "theirs.vmod")
    command_line("merge", *three, "-o", tmp_path / "merged.vmod")
    opened = vassal(tmp_path / "merged.vmod", log)
    assert opened.said == ()
    assert opened.steps > 0


def test_an_imported_module_built_again(vassal: Vassal, module: Path, tmp_path: Path) -> None:
    command_line("import", module, tmp_path / "game")
    command_line("build", tmp_path / "game", "-o", tmp_path / "built")
    (again,) = (tmp_path / "built").glob("*.vmod")
    assert open_module(again).members == open_module(module).members


def test_an_imported_module_changed_and_built(vassal: Vassal, module: Path, tmp_path: Path) -> None:
    game = tmp_path / "game"
    command_line("import", module, game)
    counters = game / "counters.csv"
    rows = counters.read_text("utf-8").replace(",Exeter,", ",HMS Exeter,").splitlines()
    boat = {"id": "boat", "name": "Boat", "tray": "Boats", "size": "12.7mm"}
    boat["images[]"] = "counter_exeter-front.png"
    rows.append(",".join(boat.get(head, "") for head in rows[0].split(",")))
    counters.write_text("\n".join(rows) + "\n", "utf-8")
    (game / "scenarios" / "raid.yaml").write_text(
        "{id: raid, name: Raid, text: Go, placements: [{pieces: [exeter, boat], "
        "map: south_atlantic, x: 50.8mm, y: 50.8mm}, "
        "{pieces: [hermes], map: south_atlantic, at: Atlantic Cup}]}",
        "utf-8",
    )
    command_line("build", game, "-o", tmp_path / "built")
    (built,) = (tmp_path / "built").glob("*.vmod")
    setup = tmp_path / "raid.vsav"
    setup.write_bytes(open_module(built).members["raid.vsav"])
    opened = vassal(built, setup)
    assert opened.said == ()
    stood = {(own, x, y) for own, _, x, y in opened.pieces}
    assert {("1", 200, 200), ("2", 200, 200), ("4", 200, 200)} <= stood, "two in a stack"
    ((x, y),) = {(x, y) for own, x, y in stood if own == "3"}
    assert ("5", x, y) in stood, "a card in its deck"


def test_an_extension_built_from_an_overlay(vassal: Vassal, tmp_path: Path) -> None:
    overlay = tmp_path / "more.yaml"
    overlay.write_text(
        "overlay: {id: more, name: More, version: '1.0', text: A cruiser more.}\n"
        "counters:\n  counters:\n  - {id: ajax, name: Ajax, template: cruiser, "
        "values: {profile: cruiser_two_funnels}}\n"
    )
    command_line("build", "graf_spee", "--extension", overlay, "-o", tmp_path)
    command_line("build", "graf_spee", "-o", tmp_path)
    (base,) = tmp_path.glob("*.vmod")
    (extension,) = tmp_path.glob("*.vmdx")
    assert vassal(base, extension).said == ()


def test_a_migrated_save(vassal: Vassal, module: Path, log: Path, tmp_path: Path) -> None:
    changes = tmp_path / "changes.yaml"
    changes.write_text("changes:\n- pieces: {name: '*'}\n  add: {trait: Comment, comment: new}\n")
    newer = tmp_path / "newer.vmod"
    command_line("edit", module, "--changes", changes, "-o", newer)
    save = tmp_path / "old.vsav"
    text = saves.read(log)
    start = text.text[: text.text.index(b"\x1bLOG\t")]
    saves.write(save, replace(text, text=start))
    out = tmp_path / "new.vsav"
    command_line("migrate", save, "--from", module, "--to", newer, "-o", out)
    opened, before = vassal(newer, out), vassal(module, save)
    assert opened.said == ()
    assert opened.pieces == before.pieces
