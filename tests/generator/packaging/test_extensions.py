"""What an overlay adds to a game, as an extension of its module."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from generator.definition.reader import load_game
from generator.packaging.extending import build_extension
from generator.packaging.vassal.extension import ExtensionError
from generator.vassal import components, saves
from generator.vassal.archive import Archive
from generator.vassal.commands import AddPiece, Extension
from generator.vassal.modules import read
from generator.vassal.traits import read_piece
from generator.workbench.opened import open_module

OVERLAY = """\
overlay: {id: more, name: More ships, text: Two ships more., version: "1.1"}
counters:
  counters:
    - {id: ajax, name: Ajax, template: cruiser, values: {profile: cruiser_two_funnels}}
    - {id: fleet, name: Fleet, tray: Spare / Fleets, status: reconstructed, why: a test,
       faces: [{id: front, layout: marker, title: Fleet}]}
charts:
  charts: [{id: hints, name: Hints, kind: notes, lines: [Look twice.]}]
actions:
  dice: [{id: luck, name: Luck, count: 1, sides: 10}]
scenarios:
  late:
    id: late
    name: Late war
    placements:
      - {pieces: [ajax, renown], map: south_atlantic, at: B2}
"""

Build = Callable[..., Path]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Build an overlay's text as an extension of the bundled game."""
    folder = tmp_path_factory.mktemp("extension")

    def made(text: str = OVERLAY) -> Path:
        path = folder / "more.yaml"
        path.write_text(text, "utf-8")
        game = load_game("graf_spee", [path])
        return build_extension(load_game("graf_spee"), game, folder).module

    return made


@pytest.fixture(scope="module")
def extension(make: Build) -> Path:
    return make()


def elements(path: Path) -> dict[str, list[etree._Element]]:
    """What is put where: the way there -> components."""
    found: dict[str, list[etree._Element]] = {}
    for element in read(path).root:
        found.setdefault(str(element.get("target")), []).extend(element)
    return found


@pytest.mark.slow
def test_the_extension_names_its_module_and_is_one_to_all_readers(extension: Path) -> None:
    assert extension.name == "graf_spee-more.vmdx"
    opened = open_module(extension)
    root = opened.root
    assert opened.is_extension
    game = load_game("graf_spee")
    assert (root.get("module"), root.get("moduleVersion")) == (game.name, game.version)
    assert (root.get("version"), root.get("anyModule")) == ("1.1", "false")
    assert b"<universal>false</universal>" in opened.members["extensiondata"]
    assert {"moduledata", "late.vsav"} <= set(opened.members)
    told = [str(problem) for problem in components.problems(read(extension).root)]
    assert [one for one in told if "does not stand in a ExtensionElement" not in one] == []


@pytest.mark.slow
def test_what_is_new_is_put_into_the_component_that_holds_its_like(extension: Path) -> None:
    found = elements(extension)
    tabs = "VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.TabWidget:Counters"
    (ajax,) = found[f"{tabs}/VASSAL.build.widget.PanelWidget:British"]
    assert ajax.get("entryName") == "Ajax"
    (spare,) = found[tabs]
    assert (spare.get("entryName"), spare[0].get("entryName")) == ("Spare", "Fleets")
    charts = "VASSAL.build.module.ChartWindow:Charts/VASSAL.build.widget.TabWidget:Charts"
    tab = f"{charts}/VASSAL.build.widget.ListWidget:Rules"
    assert [chart.get("chartName") for chart in found[tab]] == ["Hints"]
    assert {one.tag.rpartition(".")[2] for one in found[""]} == {"DiceButton", "PredefinedSetup"}


def test_its_pieces_bear_numbers_of_its_own_also_in_its_set_ups(extension: Path) -> None:
    opened = open_module(extension)
    ident = opened.root.get("extensionId")
    slots = [one.element.get("gpid") for one in opened.definitions()]
    assert len(slots) == 2 and all(gpid.startswith(f"{ident}:") for gpid in slots)
    assert all(gpid.partition(":")[2].isdecimal() for gpid in slots)
    position = list(saves.from_bytes(opened.members["late.vsav"], "late").position())
    gpids = {
        read_piece(one.type, one.state)[-1]["commonName"]: read_piece(one.type, one.state)[
            -1
        ].state_of("gpId")
        for one in position
        if isinstance(one, AddPiece) and one.type != "stack" and not one.type.startswith("deck;")
    }
    assert gpids["Ajax"].startswith(f"{ident}:") and gpids["Renown"].isdecimal()
    assert Extension("graf_spee-more", "1.1") in position


def test_only_pictures_the_module_has_not_are_packed(extension: Path) -> None:
    with Archive(extension) as archive:
        images = {name for name in archive if name.startswith("images/")}
    assert images == {
        "images/counter-ajax-front.png",
        "images/counter-ajax-back.png",
        "images/counter-fleet-front.png",
        "images/chart-hints.png",
    }


def test_equal_overlays_give_equal_bytes(make: Build, extension: Path) -> None:
    before = extension.read_bytes()
    assert make().read_bytes() == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "counters:\n  counters: [{id: graf_spee, name: Other}]\n",
            "changes the counter 'graf_spee'; build the game with --overlay",
        ),
        ("game:\n  sides: [{id: Third}]\n", "changes sides:"),
        ("map:\n  maps: [{id: south_atlantic, ppi: 100}]\n", "changes the map 'south_atlantic'"),
        ("", "adds nothing"),
    ],
)
def test_an_overlay_that_changes_what_is_there_is_no_extension(
    make: Build, text: str, words: str
) -> None:
    with pytest.raises(ExtensionError, match=words):
        make(f"overlay: {{id: more}}\n{text}")
