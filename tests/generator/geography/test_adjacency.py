"""Graphs of places, squares and areas."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.geography.adjacency import Adjacency
from generator.geography.areas import AreaMap, inside, middle
from generator.geography.numbering import OffsetNames
from generator.geography.squares import SquareGrid
from generator.geography.tracks import track_cells


def chain(length: int) -> Adjacency:
    names = [f"P{n}" for n in range(length)]
    return Adjacency(
        {
            name: [other for other in names if abs(int(name[1:]) - int(other[1:])) == 1]
            for name in names
        }
    )


def test_neighbours_must_be_mutual() -> None:
    with pytest.raises(ValueError, match="not the other way round"):
        Adjacency({"A": ["B"], "B": []})
    with pytest.raises(ValueError, match="not a place"):
        Adjacency({"A": ["B"]})


def test_distance_is_none_where_no_way_leads() -> None:
    apart = Adjacency({"A": ["B"], "B": ["A"], "C": []})
    assert apart.distance("A", "B") == 1
    assert apart.distance("A", "C") is None
    assert apart.path("A", "C") is None
    with pytest.raises(KeyError):
        apart.distance("A", "nowhere")
    with pytest.raises(KeyError):
        apart.distances("nowhere")


@given(st.integers(2, 15), st.data())
def test_a_path_is_as_long_as_the_distance(length: int, data: st.DataObject) -> None:
    graph = chain(length)
    a = data.draw(st.sampled_from(list(graph)))
    b = data.draw(st.sampled_from(list(graph)))
    path = graph.path(a, b)
    assert path is not None and len(path) - 1 == graph.distance(a, b)
    assert all(graph.touch(p, q) for p, q in itertools.pairwise(path))


def test_within_counts_steps() -> None:
    assert chain(9).within("P4", 2) == {"P2", "P3", "P4", "P5", "P6"}


def squares(diagonals: bool) -> SquareGrid:
    return SquareGrid((10, 8), (5, 4), OffsetNames(6, 5), diagonals)


@given(st.booleans(), st.data())
def test_square_distance_is_the_shortest_way_on_an_open_grid(
    diagonals: bool, data: st.DataObject
) -> None:
    grid = squares(diagonals)
    a = data.draw(st.sampled_from(list(grid.cells)))
    b = data.draw(st.sampled_from(list(grid.cells)))
    assert grid.distance(a, b) == grid.adjacency.distance(a, b)
    assert grid.at(*grid.centre(a)) == a


def test_squares_touch_by_sides_or_by_corners_too() -> None:
    assert set(squares(False).neighbours("0202")) == {"0201", "0302", "0203", "0102"}
    assert len(squares(True).neighbours("0202")) == 8
    assert squares(False).at(-1, 4) is None


def test_an_absent_square_is_no_place() -> None:
    grid = SquareGrid((1, 1), (0, 0), OffsetNames(3, 3), absent=frozenset({"0202"}))
    assert grid.at(1, 1) is None and len(grid.cells) == 8
    with pytest.raises(ValueError, match="not a square"):
        _ = SquareGrid((1, 1), (0, 0), OffsetNames(3, 3), absent=frozenset({"9"})).cells


def test_an_area_holds_the_points_inside_its_outline() -> None:
    areas = AreaMap(
        {
            "L": ((0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)),
            "S": ((10, 10), (30, 10), (30, 30), (10, 30)),
        },
        {"L": ("S",), "S": ("L",)},
        {"S": (25.0, 25.0)},
    )
    assert areas.at(5, 25) == "L" and areas.at(20, 20) == "S" and areas.at(40, 40) is None
    assert areas.centre("S") == (25.0, 25.0)
    assert areas.centre("L") == pytest.approx((11.0, 11.0))
    assert not inside(35, 35, areas.outline("L"))
    assert areas.distance("L", "S") == 1


def test_the_middle_of_a_rectangle_is_its_centre() -> None:
    assert middle(((0, 0), (4, 0), (4, 2), (0, 2))) == (2.0, 1.0)
    assert middle(((1, 1), (3, 1))) == (2.0, 1.0)


def test_a_snake_track_turns_at_the_end_of_a_row() -> None:
    cells = {cell.number: cell for cell in track_cells("Turn", 1, 6, (0, 0, 30, 20), 3, True)}
    assert cells[1].name == "Turn 1"
    assert cells[3].x == cells[4].x and cells[3].y < cells[4].y
    assert cells[6].x == cells[1].x
    with pytest.raises(ValueError, match="upwards"):
        list(track_cells("Turn", 5, 1, (0, 0, 1, 1)))
