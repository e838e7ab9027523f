"""Where things lie on a table of Tabletop Simulator."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.packaging.scene import Scene
from generator.packaging.tabletop.layout import (
    GAP,
    Area,
    BoardPlace,
    beside_the_boards,
    header_boards,
    in_rows,
    lay_out,
    tiles_of,
)
from generator.tabletop_simulator.calibration import calibration

KNOWN = calibration()
SIZES = st.lists(st.tuples(st.floats(0.5, 14), st.floats(0.5, 14)), max_size=40)


def apart(areas: list[Area]) -> bool:
    return not any(one.meets(other) for one, other in combinations(areas, 2))


def test_a_board_is_as_large_as_in_print(scene: Scene) -> None:
    place = lay_out(scene, ["German", "British"], KNOWN).board("south_atlantic")
    inches = place.area.width / KNOWN.units_per_inch, place.area.depth / KNOWN.units_per_inch
    assert inches == pytest.approx((420 / 25.4, 297 / 25.4))


def test_a_boards_upper_left_corner_lies_far_and_left(scene: Scene) -> None:
    place = lay_out(scene, ["German", "British"], KNOWN).board("south_atlantic")
    assert place.to_world(0, 0) == pytest.approx((place.area.left, place.area.far))
    assert place.to_world(420, 297) == pytest.approx((place.area.right, place.area.near))


@given(x=st.floats(0, 420), y=st.floats(0, 297))
def test_a_point_of_a_board_is_found_again(scene: Scene, x: float, y: float) -> None:
    table = lay_out(scene, ["German", "British"], KNOWN)
    found = table.from_world(*table.to_world("south_atlantic", x, y))
    assert found is not None
    assert found[0] == "south_atlantic"
    assert found[1:] == pytest.approx((x, y), abs=1e-6)


@given(x=st.floats(-50, 500), y=st.floats(-50, 500), across=st.sampled_from([1, -1]))
def test_pictures_that_run_the_other_way_are_followed(x: float, y: float, across: int) -> None:
    place = BoardPlace("map", Area(3, -2, 10, 8), 0.04, across, -across)
    assert place.from_world(*place.to_world(x, y)) == pytest.approx((x, y))


def test_beside_the_boards_there_is_nothing(scene: Scene) -> None:
    table = lay_out(scene, ["German", "British"], KNOWN)
    assert table.from_world(table.middle.left - 5, 0) is None


def test_boards_rooms_and_hands_lie_apart(scene: Scene) -> None:
    table = lay_out(scene, ["German", "British"], KNOWN)
    hands = [Area(one.x, one.z, KNOWN.hand_width, KNOWN.hand_depth) for one in table.hands]
    assert apart([*(place.area for place in table.boards), *table.beside, *hands])


@given(
    dice=st.integers(0, 120),
    others=st.lists(st.tuples(st.floats(0.5, 4), st.floats(0.5, 4)), max_size=20),
)
def test_the_rooms_beside_the_boards_are_wide_enough(
    scene: Scene, dice: int, others: list[tuple[float, float]]
) -> None:
    sizes = [[(1.0, 1.0)] * dice, others]
    table = lay_out(scene, ["German", "British"], KNOWN, sizes)
    hands = [Area(one.x, one.z, KNOWN.hand_width, KNOWN.hand_depth) for one in table.hands]
    boards = [place.area for place in table.boards]
    for room, held in zip(table.beside, sizes, strict=True):
        assert apart([*in_rows(held, room), *boards, *hands])
    assert table.boards == lay_out(scene, ["German", "British"], KNOWN).boards


@pytest.mark.parametrize("count", range(1, 11))
def test_nobody_sits_in_anothers_lap(scene: Scene, count: int) -> None:
    table = lay_out(scene, [f"side {number}" for number in range(count)], KNOWN)
    assert len(table.hands) == count
    hands = [Area(one.x, one.z, KNOWN.hand_width, KNOWN.hand_depth) for one in table.hands]
    assert apart([*hands, *(place.area for place in table.boards)])
    if count > 4:
        assert {one.rotation for one in table.hands} == {0.0, 180.0}


@given(sizes=SIZES)
def test_charts_overlap_neither_each_other_nor_the_boards(
    sizes: list[tuple[float, float]],
) -> None:
    middle = Area(0, -4, 40, 26)
    areas = beside_the_boards(sizes, middle)
    assert [(one.width, one.depth) for one in areas] == sizes
    assert apart([middle, *areas])


@given(sizes=SIZES)
def test_what_lies_in_rows_does_not_overlap(sizes: list[tuple[float, float]]) -> None:
    areas = in_rows(sizes, Area(10, 0, 6, 12))
    assert [(one.width, one.depth) for one in areas] == sizes
    assert apart(areas)


@given(wide=st.integers(1, 20_000), high=st.integers(1, 20_000))
def test_tiles_are_small_enough_and_leave_nothing_out(wide: int, high: int) -> None:
    tiles = tiles_of((wide, high), 4096)
    sizes = [(right - left, bottom - top) for _, _, left, top, right, bottom in tiles]
    assert all(0 < across <= 4096 and 0 < down <= 4096 for across, down in sizes)
    assert sum(across * down for across, down in sizes) == wide * high
    row = [tile for tile in tiles if tile[0] == 0]
    assert row[0][2] == 0
    assert row[-1][4] == wide
    assert all(one[4] == other[2] for one, other in pairwise(row))


def test_the_header_tells_boards_in_thousandths(scene: Scene) -> None:
    table = lay_out(scene, ["German", "British"], KNOWN)
    assert header_boards(table)[0] == {
        "id": "south_atlantic",
        "x": 0,
        "z": 0,
        "w": 16535,
        "h": 11693,
    }
    assert GAP > 0
