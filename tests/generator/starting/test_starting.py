"""``broadside new``: four small games that are whole, build as they are, and explain themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from broadside import main
from generator import files as files_room
from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.drawing.checks import alike_sides
from generator.drawing.themes import load_theme
from generator.packaging.building import WARNINGS, build
from generator.pictures.gallery import game_pictures
from generator.printing.kit import make_kit
from generator.printing.options import Printing
from generator.printing.paper import find_paper
from generator.printing.pieces import sides
from generator.starting import STARTERS, StartingError, begin, title_of
from generator.workbench.linting import lint
from generator.workbench.opened import open_module
from tests.sampling import one_in

DATA = (".yaml", ".csv")


@dataclass(frozen=True)
class Begun:
    folder: Path
    game: Game


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Begun]:
    """A starter as a beginner has it, each begun once."""
    made: dict[str, Begun] = {}

    def one(like: str) -> Begun:
        if like not in made:
            folder = tmp_path_factory.mktemp("games") / "my_game"
            begin(folder, like)
            made[like] = Begun(folder, load_game(folder))
        return made[like]

    return one


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, [str(word) for word in words])
    return done.exit_code, done.output


@pytest.mark.parametrize("like", STARTERS)
def test_a_starter_is_complete(begun: Callable[[str], Begun], like: str) -> None:
    game = begun(like).game
    assert (game.id, game.name) == ("my_game", "My Game")
    assert len(game.counters) >= 30 and game.maps and game.aids and game.dice
    assert len({side.id for side in game.sides if side.role == "player"}) == 2
    placed = {piece for one in game.scenario().placements for piece in one.pieces}
    assert len(placed) > 20


def test_the_naval_rules_speak_of_what_the_game_has(begun: Callable[[str], Begun]) -> None:
    game = begun("naval").game
    rules = {one.title: one.text for one in game.summary}
    markers = {one.name.casefold() for one in game.counters if one.id in ("clear", "snow", "storm")}
    weather = {"clear", "snow", "storm", "fog", "gale", "rain"}
    told = set(re.findall(r"\w+", " ".join(rules.values()).casefold())) & weather
    assert told and told <= markers
    assert "the sign »" in rules["Speed"]
    # Ships lie face down: in print each face is a counter of its own.
    ships = [one for one in game.counters if one.id in ("duke", "tirp", "m1")]
    assert all(len(sides(one)) == 2 for one in ships)
    assert "damaged counter" in rules["Damage"] and "counter over" not in rules["Damage"]


def test_each_starter_shows_what_it_is_for(begun: Callable[[str], Begun]) -> None:
    land = begun("hex-and-counter").game.maps[0]
    assert land.terrain is not None and land.terrain.rivers and land.terrain.ways and land.towns
    areas = begun("area").game.maps[0].grid
    assert areas is not None and areas.kind == "areas" and len(areas.areas) > 15
    sea = begun("naval").game
    assert sea.maps[0].geography is not None and sea.maps[0].ports
    assert {one.side for one in sea.counters if one.mask} == {"British", "German"}
    cards = begun("cards").game
    assert {one.shape for one in cards.counters} >= {"card", "round", "hex", "hex_pointy"}
    assert len(cards.maps[0].decks) == 2


@pytest.mark.parametrize("like", one_in(4, STARTERS))
def test_nothing_of_a_starter_is_drawn_with_a_warning(
    begun: Callable[[str], Begun], like: str
) -> None:
    game = begun(like).game
    drawn = game_pictures(game)
    assert {one.name: one.warnings for one in drawn if one.warnings} == {}
    assert list(alike_sides(game, load_theme(game.theme))) == []


@pytest.mark.parametrize("like", one_in(4, STARTERS))
def test_a_starter_builds_a_module_without_faults(
    begun: Callable[[str], Begun], like: str, tmp_path: Path
) -> None:
    built = build(begun(like).game, tmp_path, dpi=40)
    report = lint(open_module(built.module))
    assert [one for one in report.findings if one.calls_for_attention] == []


@pytest.mark.parametrize("like", one_in(4, STARTERS))
@pytest.mark.slow
def test_a_starter_prints_without_warnings(begun: Callable[[str], Begun], like: str) -> None:
    kit = make_kit(begun(like).game, Printing(find_paper("a4")))
    assert kit[WARNINGS] == b""
    assert {"kit.pdf", "counters.pdf", "aids.pdf", "rules.pdf"} <= set(kit)


@pytest.mark.parametrize("like", STARTERS)
def test_every_file_explains_itself(begun: Callable[[str], Begun], like: str) -> None:
    folder = begun(like).folder
    for path in sorted(found for found in folder.rglob("*") if found.is_file()):
        assert path.suffix in DATA, path.name
        text = path.read_text("utf-8")
        assert not re.search("GAME_[A-Z]+", text), path.name
        if path.suffix == ".yaml":
            assert text.startswith("# "), path.name
            assert max(map(len, text.splitlines())) <= 120, path.name
    game = (folder / "game.yaml").read_text("utf-8")
    for command in ("preview my_game", "build my_game ", "build my_game --target print"):
        assert f"broadside {command}" in game.split("\nid:")[0]
    named = {path.name for path in folder.glob("*.*")} - {"game.yaml"}
    head = game.split("\nid:")[0]
    assert [name for name in named if name not in head] == []


def test_the_command_tells_what_to_do_next(tmp_path: Path) -> None:
    status, told = run("new", tmp_path / "north_cape", "--like", "cards", "--title", "North!")
    assert status == 0
    assert "8 files" in told and f"broadside build {(tmp_path / 'north_cape').as_posix()}" in told
    assert load_game(tmp_path / "north_cape").name == "North!"


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert run("new", tmp_path / "mine")[0] == 0
    assert load_game(tmp_path / "mine").theme == "topographic"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("a b",), "accepted: a letter, then up to 59 letters, digits"),
        (("2fast",), "accepted: a letter"),
        (("nul",), "cannot be called 'nul'"),
        (("..",), "accepted: a letter"),
        (("graf_spee",), "is a game that Broadside brings"),
        (("mine", "--like", "navel"), "did you mean 'naval'?"),
        (("mine", "--title", 'a"b'), "cannot be a game's name"),
        (("mine", "--title", "a\\b"), "cannot be a game's name"),
        (("mine", "--title", " "), "cannot be a game's name"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_written(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, said = run("new", *words)
    assert status == 2
    assert told in said
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "note.txt").write_text("keep")
    status, told = run("new", tmp_path / "mine")
    assert status == 2 and "not empty" in told
    (tmp_path / "file").write_text("keep")
    assert run("new", tmp_path / "file")[0] == 2
    assert {path.name for path in tmp_path.rglob("*")} == {"mine", "note.txt", "file"}


def test_a_game_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files_room.Path, "rename", full)
    with pytest.raises(files_room.FileError, match="No space left"):
        begin(tmp_path / "mine", "naval")
    assert list(tmp_path.iterdir()) == []


def test_a_kind_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StartingError, match="no kind of game 'hexes'"):
        begin(tmp_path / "mine", "hexes")


def test_a_name_is_made_of_the_folder() -> None:
    assert title_of("north_cape") == "North Cape"
    assert title_of("wWII-at-sea") == "WWII At Sea"
