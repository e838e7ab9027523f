"""Terrain worked out: what each hex is, what lies between two, what leads from one to the other."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from generator.definition.schema import Map
from generator.geography.grid import HexGrid
from generator.geography.ground import (
    GroundError,
    coordinates_of,
    corner_key,
    ground_of,
    survey,
)
from generator.geography.layout import grid_of

HEX = {
    "kind": "hex",
    "zone": "Field",
    "size": "9mm",
    "origin": {"x": "25mm", "y": "25mm"},
    "extent": (12, 12),
    "numbering": {"kind": "offset"},
}
SQUARE = {
    "kind": "square",
    "zone": "Field",
    "cell": ("10mm", "10mm"),
    "origin": {"x": "20mm", "y": "20mm"},
    "extent": (4, 3),
}


def _map(grid: dict[str, Any], **terrain: Any) -> Map:
    return Map.model_validate(
        {
            "id": "field",
            "name": "Field",
            "width": "300mm",
            "height": "300mm",
            "grid": grid,
            "terrain": terrain,
        }
    )


def _ground(grid: dict[str, Any], **terrain: Any) -> Any:
    return ground_of(_map(grid, **terrain))


def _faults(grid: dict[str, Any], **terrain: Any) -> list[str]:
    return [fault.message for fault in survey(_map(grid, **terrain))[1]]


def test_a_map_of_which_nothing_is_said_has_no_ground() -> None:
    board = Map.model_validate(
        {"id": "f", "name": "F", "width": "300mm", "height": "300mm", "grid": HEX}
    )
    assert ground_of(board) is None


@pytest.mark.parametrize(
    ("words", "cells"),
    [
        ("0305", {"0305"}),
        (["0305", "0306"], {"0305", "0306"}),
        ("0305, 0306", {"0305", "0306"}),
        ("0305-0308", {"0305", "0306", "0307", "0308"}),
        ("0308-0305", {"0305", "0306", "0307", "0308"}),
        ("0203-0304", {"0203", "0204", "0303", "0304"}),
        ([1101, 1102], {"1101", "1102"}),
        (1101, {"1101"}),
    ],
)
def test_cells_are_named_singly_in_ranges_and_in_blocks(words: Any, cells: set[str]) -> None:
    ground = _ground(HEX, hexes={"woods": words})
    assert {cell for cell, kind in ground.kinds.items() if kind == "woods"} == cells


def test_what_nothing_is_said_of_is_the_ground() -> None:
    ground = _ground(HEX, ground="desert", hexes={"woods": "0305"})
    assert ground.kinds["0101"] == "desert"


def test_a_note_of_a_hex_goes_before_the_list() -> None:
    grid = HEX | {"hexes": {"0305": {"terrain": "town", "level": 2}}}
    ground = _ground(grid, hexes={"woods": "0304-0306"}, levels={1: "0305"})
    assert (ground.kinds["0305"], ground.level("0305")) == ("town", 2)
    assert ground.kinds["0304"] == "woods"


def test_a_picture_has_a_letter_for_every_square() -> None:
    letters = {"w": "woods", "l": "lake"}
    ground = _ground(SQUARE, letters=letters, picture="w . . l\n. . . .\nlllw\n")
    assert ground.kinds["0101"] == ground.kinds["0403"] == "woods"
    assert [cell for cell, kind in ground.kinds.items() if kind == "lake"] == [
        "0401", "0103", "0203", "0303",
    ]  # fmt: skip


def test_a_picture_lies_as_the_grid_does_whichever_columns_are_shifted() -> None:
    for shifted in ("odd", "even"):
        for orientation in ("flat", "pointy"):
            board = _map(HEX | {"shifted": shifted, "orientation": orientation})
            places = coordinates_of(board)
            assert places["0101"] == (0, 0)
            assert places["0407"] == (3, 6)
            assert len(set(places.values())) == 144


def test_ranges_follow_the_letters_and_digits_of_an_axial_grid() -> None:
    grid = {
        "kind": "hex",
        "zone": "Field",
        "size": "9mm",
        "origin": {"x": "150mm", "y": "25mm"},
        "numbering": {"kind": "axial"},
        "rows": {"A": [(1, 5)], "B": [(1, 5)], "C": [(1, 5)]},
    }
    ground = _ground(grid, hexes={"woods": "A2-A4", "lake": "B1-C2"})
    assert {cell for cell, kind in ground.kinds.items() if kind == "woods"} == {"A2", "A3", "A4"}
    assert {cell for cell, kind in ground.kinds.items() if kind == "lake"} == {
        "B1", "B2", "C1", "C2",
    }  # fmt: skip


def test_a_picture_of_an_axial_grid_has_a_line_for_each_letter() -> None:
    grid = {
        "kind": "hex",
        "zone": "Field",
        "size": "9mm",
        "origin": {"x": "150mm", "y": "25mm"},
        "numbering": {"kind": "axial"},
        "rows": {"A": [(1, 4)], "B": [(1, 4)]},
    }
    ground = _ground(grid, letters={"w": "woods"}, picture="....\n.ww.")
    assert {cell for cell, kind in ground.kinds.items() if kind == "woods"} == {"B2", "B3"}


def test_hexsides_are_named_by_two_hexes_or_by_directions() -> None:
    by_pair = _ground(HEX, sides=[{"kind": "wall", "along": "0305/0304, 0305/0405"}])
    by_way = _ground(HEX, sides=[{"kind": "wall", "along": ["0305 N SE"]}])
    assert by_pair.between("0304", "0305") == by_way.between("0305", "0304") == {"wall"}
    for one, other in zip(
        *(sorted(g.sides[0].sides[0].ends) for g in (by_pair, by_way)), strict=True
    ):
        assert one == pytest.approx(other)
    assert by_way.between("0305", "0306") == frozenset()


def test_a_side_of_the_edge_has_nothing_beyond() -> None:
    ground = _ground(HEX, sides=[{"kind": "cliff", "along": ["0101 N"]}])
    (side,) = ground.sides[0].sides
    assert side.beyond is None


def test_a_road_joins_the_hexes_it_passes_and_no_others() -> None:
    ground = _ground(HEX, ways=[{"through": ["0101 N", "0101-0104", "0204"]}])
    assert ground.joined("0102", "0101") == {"road"}
    assert ground.joined("0104", "0204") == {"road"}
    assert ground.joined("0104", "0105") == frozenset()
    assert len(ground.ways[0].points) == 6


def test_a_range_of_a_road_is_the_straight_way() -> None:
    ground = _ground(HEX, ways=[{"through": "0101-0503"}])
    assert ground.ways[0].cells[0] == "0101" and ground.ways[0].cells[-1] == "0503"
    assert len(ground.ways[0].cells) == 5


@pytest.mark.parametrize(
    ("terrain", "words"),
    [
        ({"hexes": {"woods": ["0399"]}}, ["no hex or place '0399'", "0101 to 1212"]),
        ({"hexes": {"woods": ["0301-0399"]}}, ["no hex or place '0399'"]),
        ({"hexes": {"woods": "0305", "lake": "0304-0306"}}, ["'0305' is woods already"]),
        ({"picture": "..", "letters": {}}, ["1 lines; the grid has 12 rows", "12 columns"]),
        ({"rivers": [{"along": ["0305/0307"]}]}, ["'0305' and '0307' do not touch", "touches"]),
        ({"rivers": [{"along": ["0305 N", "0305 S"]}]}, ["do not meet"]),
        ({"rivers": [{"along": ["0305 E"]}]}, ["no side 'E'", "NE, SE"]),
        ({"rivers": [{"along": ["0305"]}]}, ["is a whole cell"]),
        ({"rivers": [{}]}, ["either along: hexsides or through: hexes"]),
        ({"rivers": [{"along": "0305/0306", "through": "0305"}]}, ["either along:"]),
        ({"ways": [{"through": ["0101", "0103"]}]}, ["'0101' and '0103' do not touch"]),
        ({"ways": [{"through": ["0101", "0102 S", "0103"]}]}, ["only the first and the last hex"]),
        ({"ways": [{}]}, ["names no hexes"]),
        ({"sides": [{"kind": "wall"}]}, ["names no hexsides"]),
        ({"sides": [{"kind": "wall", "along": "0305/xx"}]}, ["no hex or place 'xx'"]),
    ],
)  # fmt: skip
def test_what_does_not_work_out_is_told(terrain: dict[str, Any], words: list[str]) -> None:
    told = " ".join(_faults(HEX, **terrain))
    assert all(word in told for word in words), told
    with pytest.raises(GroundError):
        _ground(HEX, **terrain)


def test_every_fault_is_told_at_once() -> None:
    assert len(_faults(HEX, hexes={"woods": ["0399", "0499"]}, ways=[{}])) == 3


def test_terrain_needs_a_grid() -> None:
    board = Map.model_validate(
        {"id": "f", "name": "F", "width": "9mm", "height": "9mm", "terrain": {}}
    )
    assert [fault.message for fault in survey(board)[1]] == ["terrain needs a grid"]


def test_a_river_may_be_led_from_one_hexside_to_another() -> None:
    ground = _ground(HEX, rivers=[{"along": ["0301 NE", "to 0304 SE", "to 0807 NE"]}])
    sides = ground.rivers[0].sides
    for one, other in pairwise(sides):
        assert any(first == pytest.approx(second) for first in one.ends for second in other.ends), (
            one,
            other,
        )
    assert len({side.pair for side in sides}) == len(sides)
    assert sides[-1].pair == {"0807", "0907"}
    assert len(sides) < 25


def test_a_river_led_from_nowhere_is_told() -> None:
    assert "nothing comes before" in _faults(HEX, rivers=[{"along": ["to 0304 SE"]}])[0]
    assert "'0399'" in _faults(HEX, rivers=[{"along": ["0301 N", "to 0399 SE"]}])[0]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("size", ["9.05mm", "9.33mm", "0.37in"])
def test_hexes_that_meet_in_a_corner_have_one_key_for_it(orientation: str, size: str) -> None:
    """Corners are reckoned from each hex: their last digits differ, their keys do not."""
    sized = {**HEX, "size": size, "orientation": orientation, "extent": (10, 8)}
    grid = grid_of(_map(sized))
    assert isinstance(grid, HexGrid)
    corners = {corner_key(corner) for cell in grid.cells for corner in grid.outline(cell)}
    assert len(corners) == 196, "80 hexes in ten columns have so many corners, whatever their size"


@pytest.mark.parametrize("size", ["9.05mm", "9.33mm"])
def test_a_river_is_led_over_hexes_of_any_size(size: str) -> None:
    river = {"along": ["0201 SE", "to 0406 SE"]}
    sized = {**HEX, "size": size, "extent": (10, 8)}
    ground, faults = survey(_map(sized, rivers=[river]))
    assert ground is not None and not faults
    large, small = (sum(len(one.sides) for one in some) for some in (
        ground.rivers, _ground({**HEX, "extent": (10, 8)}, rivers=[river]).rivers
    ))  # fmt: skip
    assert large == small, "the same way as over hexes of nine"
