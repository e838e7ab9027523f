"""Hex grids: round trips, metric axioms, rings, lines, blocked sides."""

from __future__ import annotations

import itertools
from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.geography.grid import (
    DIRECTIONS,
    HexGrid,
    Orientation,
    hex_distance,
    hex_line,
    hex_ring,
    hex_round,
    offset_to_axial,
)
from generator.geography.numbering import OffsetNames

cells = st.tuples(st.integers(-60, 60), st.integers(-60, 60))
orientations = st.sampled_from(["flat", "pointy"])
ORIENTATIONS: tuple[Orientation, ...] = ("flat", "pointy")


def grid_of(orientation: Orientation, columns: int = 12, rows: int = 9, **more: object) -> HexGrid:
    names = OffsetNames(columns, rows, pointy=orientation == "pointy")
    return HexGrid.offset(orientation, 7.5, (20.0, 30.0), names, **more)  # type: ignore[arg-type]


@given(orientations, cells, st.floats(0.5, 80), st.floats(0, 0.86), st.floats(0, 6.28))
def test_a_point_inside_a_hex_leads_back_to_it(
    orientation: Orientation, cell: tuple[int, int], size: float, reach: float, turn: float
) -> None:
    from math import cos, sin

    grid = HexGrid(orientation, size, (11.0, -3.0), {"X": cell})
    x, y = grid.point(cell)
    # Every point nearer than the inner radius belongs to the hex.
    inner = reach * size * sqrt(3) / 2
    assert grid.cell_at(x + inner * cos(turn), y + inner * sin(turn)) == cell
    assert grid.at(x, y) == "X"


@given(cells, cells, cells)
def test_distance_is_a_metric(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> None:
    assert hex_distance(a, b) == hex_distance(b, a)
    assert (hex_distance(a, b) == 0) == (a == b)
    assert hex_distance(a, c) <= hex_distance(a, b) + hex_distance(b, c)


@given(cells, st.integers(0, 12))
def test_a_ring_has_six_hexes_for_each_step(centre: tuple[int, int], radius: int) -> None:
    ring = hex_ring(centre, radius)
    assert len(set(ring)) == len(ring) == max(1, 6 * radius)
    assert {hex_distance(centre, cell) for cell in ring} == {radius}
    if radius > 1:
        assert all(hex_distance(a, b) == 1 for a, b in itertools.pairwise(ring))


@given(cells, cells)
def test_a_line_is_a_shortest_chain_of_neighbours_and_the_same_both_ways(
    a: tuple[int, int], b: tuple[int, int]
) -> None:
    line = hex_line(a, b)
    assert line[0] == a and line[-1] == b
    assert len(line) == hex_distance(a, b) + 1
    assert all(hex_distance(p, q) == 1 for p, q in itertools.pairwise(line))
    assert hex_line(b, a) == line[::-1]


@given(st.floats(-40, 40), st.floats(-40, 40))
def test_rounding_finds_the_nearest_centre(q: float, r: float) -> None:
    grid = HexGrid("flat", 1.0, (0.0, 0.0), {"X": (0, 0)})
    found = hex_round(q, r)

    def centre(q: float, r: float) -> tuple[float, float]:
        return 1.5 * q, sqrt(3) * (r + q / 2)

    point = centre(q, r)
    best = dist(point, grid.point(found))
    for dq in (-1, 0, 1):
        for dr in (-1, 0, 1):
            assert best <= dist(point, grid.point((found[0] + dq, found[1] + dr))) + 1e-9


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_neighbours_lie_one_hex_apart_in_their_direction(orientation: Orientation) -> None:
    grid = grid_of(orientation)
    for name in grid.cells:
        for towards in DIRECTIONS[orientation]:
            other = grid.neighbour(name, towards)
            if other is None:
                continue
            (x, y), (ox, oy) = grid.centre(name), grid.centre(other)
            assert isclose(dist((x, y), (ox, oy)), sqrt(3) * grid.size, rel_tol=1e-9)
            assert ("N" in towards) == (oy < y - 1e-9) and ("S" in towards) == (oy > y + 1e-9)
            assert ("E" in towards) == (ox > x + 1e-9) and ("W" in towards) == (ox < x - 1e-9)
            assert grid.direction(name, other) == towards
            assert name in grid.neighbours(other)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_hexes_tile_without_gap_or_overlap(orientation: Orientation) -> None:
    from shapely.geometry import Polygon
    from shapely.ops import unary_union

    grid = grid_of(orientation, 6, 5)
    shapes = [Polygon(grid.outline(name)) for name in grid.cells]
    whole = unary_union([shape.buffer(1e-7) for shape in shapes])
    assert isclose(whole.area, sum(shape.area for shape in shapes), rel_tol=1e-5)
    (border,) = grid.border()
    assert isclose(Polygon(border).area, whole.area, rel_tol=1e-5)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_the_edge_towards_a_neighbour_is_the_common_side(orientation: Orientation) -> None:
    grid = grid_of(orientation)
    for towards in DIRECTIONS[orientation]:
        other = grid.neighbour("0505", towards)
        assert other is not None
        edge, side = grid.edge("0505", towards), grid.side("0505", other)
        for corner in edge:
            assert min(dist(corner, end) for end in side) < 1e-9


def test_a_hole_in_the_grid_gives_a_second_border() -> None:
    grid = grid_of("flat", 5, 5, absent=["0303"])
    assert len(grid.border()) == 2


def test_odd_and_even_columns_can_be_the_lower_ones() -> None:
    names = OffsetNames(4, 4)
    odd = HexGrid.offset("flat", 10, (0, 0), names, "odd")
    even = HexGrid.offset("flat", 10, (0, 0), names, "even")
    half = 10 * sqrt(3) / 2
    assert isclose(odd.centre("0201")[1] - odd.centre("0101")[1], half)
    assert isclose(even.centre("0201")[1] - even.centre("0101")[1], -half)
    assert isclose(odd.centre("0301")[1], odd.centre("0101")[1])
    assert isclose(even.centre("0301")[1], even.centre("0101")[1])


@pytest.mark.parametrize("shifted", ["odd", "even"])
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_offset_rows_and_columns_stay_straight(orientation: Orientation, shifted: str) -> None:
    seen = {offset_to_axial(c, r, orientation, shifted) for c in range(9) for r in range(9)}
    assert len(seen) == 81
    grid = HexGrid(orientation, 1.0, (0, 0), {"X": (0, 0)})
    for c in range(9):
        for r in range(9):
            x, y = grid.point(offset_to_axial(c, r, orientation, shifted))
            straight = x / 1.5 == c if orientation == "flat" else isclose(y, 1.5 * r)
            assert straight


def test_a_closed_side_is_no_way_but_distance_as_the_crow_flies_ignores_it() -> None:
    grid = grid_of("flat", closed=(("0505", "0506"),))
    assert "0506" not in grid.neighbours("0505") and "0505" not in grid.neighbours("0506")
    assert grid.distance("0505", "0506") == 1
    assert grid.adjacency.distance("0505", "0506") == 2
    path = grid.path("0505", "0506")
    assert path is not None and len(path) == 3


def test_joined_hexes_are_neighbours_over_any_distance() -> None:
    grid = grid_of("flat", joined=(("0101", "1209"),))
    assert grid.adjacency.distance("0101", "1209") == 1
    assert grid.distance("0101", "1209") > 1


def test_a_path_goes_round_what_it_must_avoid() -> None:
    grid = grid_of("flat")
    wall = [f"06{row:02}" for row in range(1, 9)]
    path = grid.path("0505", "0705", avoiding=wall)
    assert path is not None and "0609" in path and not set(path) & set(wall)
    assert grid.path("0505", "0705", avoiding=[*wall, "0609"]) is None


def test_ring_and_within_keep_to_the_grid() -> None:
    grid = grid_of("flat")
    assert len(grid.ring("0505", 2)) == 12
    assert set(grid.ring("0101", 1)) == set(grid.neighbours("0101"))
    assert grid.within("0505", 1)[0] == "0505" and len(grid.within("0505", 1)) == 7


def test_a_point_off_the_grid_belongs_to_no_hex_but_has_a_nearest() -> None:
    grid = grid_of("flat")
    assert grid.at(-500, -500) is None
    assert grid.nearest(-500, -500) == "0101"


def test_closing_a_side_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no common side"):
        grid_of("flat", closed=(("0101", "0505"),))
    with pytest.raises(ValueError, match="not a hex"):
        grid_of("flat", closed=(("0101", "9999"),))


def test_letters_and_digits_must_grow_along_different_axes() -> None:
    rows = {"A": [(1, 3)]}
    with pytest.raises(ValueError, match="different axes"):
        HexGrid.axial("flat", 1, (0, 0), rows, "SW", "NE")
    with pytest.raises(ValueError, match="no side towards E"):
        HexGrid.axial("flat", 1, (0, 0), rows, "SW", "E")


def test_two_hexes_of_one_name_are_refused() -> None:
    names = OffsetNames(12, 12, horizontal_digits=1, vertical_digits=1)
    with pytest.raises(ValueError, match="two hexes would be named '111'"):
        HexGrid.offset("flat", 1, (0, 0), names)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_stretched_grid_is_wider_from_corner_to_corner_only(orientation: Orientation) -> None:
    plain, wide = (
        HexGrid.offset(orientation, 10.0, (3.0, 4.0), OffsetNames(4, 3), stretch=stretch)
        for stretch in (1.0, 1.2)
    )
    along = 0 if orientation == "flat" else 1
    for name in plain.cells:
        before, after = plain.centre(name), wide.centre(name)
        assert after[along] - wide.origin[along] == pytest.approx(
            1.2 * (before[along] - plain.origin[along])
        )
        assert after[1 - along] == pytest.approx(before[1 - along])
        assert wide.at(*after) == name
    one, other = ("0101", "0201") if orientation == "flat" else ("0101", "0102")
    assert wide.side(one, other), "neighbours still share two corners"
    assert len(wide.border()) == 1
