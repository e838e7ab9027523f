"""Points of a map by name: VASSAL's own answers, then each grid by itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree

from generator.vassal import commands, locations, modules, saves
from generator.vassal.commands import Board as Laid
from generator.vassal.grids import HexGrid, Numbering, RegionGrid, SquareGrid, Zone, ZonedGrid
from generator.vassal.locations import Board, MapGeometry, Spot


def test_every_piece_of_the_reference_logs_stands_where_vassal_says(shared: Path) -> None:
    reference = shared / "vassal/reference"
    known = locations.read(modules.read(reference / "reference.vmod"))
    told = 0
    for table in sorted((reference / "tables").glob("*.json")):
        save = saves.read(reference / "logs" / f"{table.stem}.vlog")
        laid = {c.map: c.boards for c in save.position() if isinstance(c, commands.SetBoards)}
        rows = json.loads(table.read_text())["pieces"]
        decks = {(row["map"], row["x"], row["y"]) for row in rows if "deckName" in row}
        for row in rows:
            if "location" in row and (row["map"], row["x"], row["y"]) not in decks:
                spot = known.spot(row["map"], row["x"], row["y"], laid.get(row["map"], ()))
                assert (spot.location, spot.zone) == (row["location"], row["zone"]), table.name
                told += 1
    assert told > 400


def test_boards_lie_beside_each_other_and_may_be_turned(shared: Path) -> None:
    known = locations.read(modules.read(shared / "vassal/reference/reference.vmod"))
    assert known.spot("Main Map", 851, 168) == Spot("0303", "", "Atlantic")
    swapped = (Laid("Atlantic", 0, 0), Laid("North Sea", 1, 0))
    assert known.spot("Main Map", 151, 168, swapped).board == "Atlantic"
    turned = (Laid("North Sea", 0, 0, turned=True),)
    assert known.spot("Main Map", 700 - 317, 700 - 392, turned).location == "F6"
    assert known.spot("Main Map", 5000, 5000) == Spot("offboard")
    assert known.spot("No such map", 1, 1) == Spot("offboard")


NUMBERS = Numbering(leading_across=1, leading_down=1, offset_across=1, offset_down=1)
PLAIN = Numbering()
LETTERS = Numbering(letters_across=True, stagger=False, offset_down=1)
BOARD = (640, 640)


@pytest.mark.parametrize(
    ("point", "numbering", "name"),
    [
        ((0, 0), NUMBERS, "0101"),
        ((55, 32), NUMBERS, "0202"),
        ((55, -32), NUMBERS, "0201"),
        ((111, 64), NUMBERS, "0302"),
        ((0, 0), LETTERS, "A1"),
        ((1497, 32), LETTERS, "BB1"),
        ((-55, 32), replace(PLAIN, stagger=False), "-10"),
        ((0, 0), replace(PLAIN, column_first=False, separator=".", offset_down=7), "7.0"),
        ((0, 0), replace(PLAIN, descending_down=True), "012"),
        ((55, 32), replace(PLAIN, descending_down=True), "111"),
        ((0, 0), replace(PLAIN, format="hex $gridLocation$ ($column$/$row$)"), "hex 00 (0/0)"),
        ((0, 0), replace(PLAIN, leading_across=2, offset_across=9), "0090"),
    ],
)
def test_hexes_are_numbered_as_vassal_numbers_them(
    point: tuple[int, int], numbering: Numbering, name: str
) -> None:
    grid = HexGrid(0, 0, 55.4256, 64.0, False, numbering, BOARD)
    assert grid.name(*point) == name


@pytest.mark.parametrize(
    ("point", "upward", "downward"),
    [((0, 32), "0000", "0001"), ((55, 64), "0101", "0101"), ((111, 160), "0203", "0202")],
)
def test_an_oblique_numbering_slants_the_rows(
    point: tuple[int, int], upward: str, downward: str
) -> None:
    """``ObliqueHexGridNumbering.slantRow`` of VASSAL 3.8: half the column is added, or taken."""
    aslant = Numbering(leading_across=1, leading_down=1, oblique=True)
    for numbering, name in ((aslant, upward), (replace(aslant, stagger=False), downward)):
        assert HexGrid(0, 32, 55.4, 64.0, False, numbering, BOARD).name(*point) == name


def test_an_oblique_numbering_is_read_from_the_module() -> None:
    inside = (
        "<VASSAL.build.module.map.boardPicker.board.mapgrid.{}HexGridNumbering"
        ' hLeading="1" vLeading="1" hOff="0" vOff="0" sep="" first="H"/>'
    )
    names = []
    for kind in ("", "Oblique"):
        grid = etree.fromstring(
            '<Board><VASSAL.build.module.map.boardPicker.board.HexGrid x0="0" y0="32" dx="55.4"'
            f' dy="64">{inside.format(kind)}</VASSAL.build.module.map.boardPicker.board.HexGrid>'
            "</Board>"
        )
        made = locations.grid_of(grid, BOARD)
        assert made is not None
        names.append(made.name(111, 160))
    assert names == ["0202", "0203"]


def test_a_sideways_grid_has_its_columns_across() -> None:
    upright = HexGrid(0, 0, 55.4256, 64.0, False, NUMBERS, BOARD)
    sideways = HexGrid(0, 0, 55.4256, 64.0, True, NUMBERS, BOARD)
    assert sideways.name(32, 55) == upright.name(55, 32) == "0202"


def test_a_grid_without_numbers_has_no_names() -> None:
    assert HexGrid(0, 0, 55.4, 64.0, False, None, BOARD).name(1, 1) is None
    assert MapGeometry({"B": Board("B", 10, 10, None)}, (Laid("B", 0, 0),), (0, 0)).spot(
        1, 1
    ) == Spot("offboard", "", "B")


def test_squares_round_rows_towards_zero_and_columns_down() -> None:
    grid = SquareGrid(24, 24, 48.0, 48.0, Numbering(leading_across=0, leading_down=0), BOARD)
    assert grid.name(24, 24) == "00"
    assert grid.name(24 + 48, 24 + 96) == "12"
    assert grid.name(-25, -25) == "-10"
    down = SquareGrid(0, 0, 64.0, 64.0, Numbering(descending_down=True, leading_down=0), BOARD)
    assert down.name(0, 64) == "09"


def test_a_point_bears_the_name_of_the_nearest_region() -> None:
    grid = RegionGrid(((0, 0, "A"), (100, 0, "B")))
    assert grid.name(49, 0) == "A" and grid.name(51, 0) == "B"
    assert RegionGrid(()).name(0, 0) is None


def test_zones_come_before_the_grid_and_own_their_left_and_top_edges() -> None:
    square = ((10, 10), (20, 10), (20, 20), (10, 20))
    box = (10, 10, 20, 20)
    named = Zone("Kiel", square, "$name$: $gridLocation$", RegionGrid(((0, 0, "pier"),)), box)
    later = Zone("Later", square, "$name$", None, box)
    grid = ZonedGrid((named, later), RegionGrid(((0, 0, "sea"),)))
    assert grid.name(10, 10) == "Kiel: pier"
    assert grid.name(20, 19) == grid.name(19, 20) == "sea"
    assert grid.zone(15, 15) is named


def test_a_notch_in_a_zone_is_outside() -> None:
    path = ((0, 0), (10, 0), (10, 10), (5, 4), (0, 10))
    zone = Zone("Z", path, "$name$", None, (0, 0, 10, 10))
    assert zone.contains(5, 3) and not zone.contains(5, 8)
