"""Boards of a module that is imported: their pictures, and those that are none."""

from __future__ import annotations

from pathlib import Path

from generator.definition.reader import load_game
from generator.files import new_folder
from generator.workbench.importing import Imported, imported
from tests.generator.workbench.modules_to_import import (
    board,
    component,
    module,
    picker,
    with_parts,
)

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}"/>'
LAID = "MapBoardPicker\tWest\t0\t0\tEast\t1\t0"


def two_boards(west: bytes, east: bytes) -> Imported:
    """A map of two boards side by side."""
    boards = [board("West", image="west.svg"), board("East", image="east.svg")]
    map_ = with_parts(component("Map", mapName="Map"), picker(*boards, default=LAID))
    members = {"images/west.svg": west, "images/east.svg": east}
    return imported(module(map_, members=members))


def test_boards_of_svg_lie_beside_each_other(tmp_path: Path) -> None:
    made = two_boards(SVG.format(200, 100).encode(), SVG.format(300, 100).encode())
    new_folder(tmp_path / "game", made.files)
    (map_,) = load_game(tmp_path / "game").maps
    assert (map_.width, map_.height) == (127.0, 25.4)
    assert [(one.image, one.x, one.width) for one in map_.pictures] == [
        ("west.svg", 0.0, 50.8),
        ("east.svg", 50.8, 76.2),
    ]


def test_a_picture_that_is_there_and_unreadable_is_told_as_such() -> None:
    told = two_boards(b"no picture", SVG.format(0, 0).encode()).report.to_json()["missing"]
    assert told == {
        "pictures that cannot be read, or do not say their size": {"east.svg": 1, "west.svg": 1}
    }


def test_a_board_larger_than_a_map_can_be_is_left_off(tmp_path: Path) -> None:
    made = two_boards(SVG.format(100, 100).encode(), SVG.format(200_000, 100).encode())
    new_folder(tmp_path / "game", made.files)
    (map_,) = load_game(tmp_path / "game").maps
    assert [one.image for one in map_.pictures] == ["west.svg"]
    changed = made.report.to_json()["told_otherwise"]
    assert changed["boards left off, for their map is too large"] == {"East": 1}
    pictures = {name.rpartition("/")[2]: name for name in made.files if name.endswith(".svg")}
    assert pictures == {
        "west.svg": "art/images/west.svg",
        "east.svg": "carried/module/images/east.svg",
    }
