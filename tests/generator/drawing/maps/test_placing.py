"""Names settle: none overlaps another, or anything else, while one of its own spots is free."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.drawing.checks import overlapping
from generator.drawing.maps.placing import CLASH, Crowd, Name, Spot, crowded, settle

Box = tuple[float, float, float, float]


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    x, y, width, height = box
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def _spot(box: Box, trouble: float = 0.0) -> Spot:
    return Spot((_corners(box),), trouble)


BOXES = st.tuples(
    st.integers(0, 60), st.integers(0, 60), st.integers(4, 20), st.integers(2, 6)
).map(lambda box: tuple(map(float, box)))
NAMES = st.lists(
    st.lists(st.tuples(BOXES, st.floats(0, 60)), min_size=1, max_size=6), min_size=1, max_size=9
)


def _named(described: list[list[tuple[Box, float]]]) -> list[Name]:
    return [
        Name(f"name {index}", 2.0, tuple(_spot(box, trouble) for box, trouble in spots))
        for index, spots in enumerate(described)
    ]


def _clashes(spot: Spot, others: list[Name]) -> bool:
    return any(
        overlapping(mine, its)
        for other in others
        for mine in spot.outlines
        for its in other.spot.outlines
    )


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(NAMES)
def test_no_name_overlaps_another_while_one_of_its_spots_is_free(
    described: list[list[tuple[Box, float]]],
) -> None:
    names = _named(described)
    settle(names)
    for name in names:
        others = [one for one in names if one is not name]
        if _clashes(name.spot, others):
            assert all(_clashes(spot, others) for spot in name.spots)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(NAMES)
def test_names_settle_the_same_way_every_time(
    described: list[list[tuple[Box, float]]],
) -> None:
    one, other = _named(described), _named(described)
    settle(one)
    settle(other)
    assert [name.chosen for name in one] == [name.chosen for name in other]


def test_a_name_alone_takes_its_best_spot() -> None:
    name = Name("Oslo", 2.0, (_spot((0, 0, 9, 3), 4.0), _spot((0, 9, 9, 3), 1.0)))
    settle([name])
    assert name.chosen == 1


def test_two_neighbours_that_hold_each_others_best_place_change_together() -> None:
    left, right = (0.0, 0.0, 10.0, 3.0), (12.0, 0.0, 10.0, 3.0)
    one = Name("one", 2.0, (_spot(left), _spot(right, 20.0)), chosen=1)
    other = Name("other", 2.0, (_spot(left, 20.0), _spot(right)), chosen=0)
    settle([one, other])
    assert (one.chosen, other.chosen) == (0, 1)


def test_a_chain_of_names_makes_room_for_the_last() -> None:
    places = [(11.0 * k, 0.0, 10.0, 3.0) for k in range(4)]
    names = [Name(f"n{k}", 2.0, (_spot(places[k]), _spot(places[k + 1], 5.0))) for k in range(3)]
    names.append(Name("last", 2.0, (_spot(places[0]), _spot(places[1], 70.0))))
    settle(names)
    assert crowded(names) == []


def test_names_without_a_free_place_are_told() -> None:
    twins = [Name(word, 2.0, (_spot((0, 0, 9, 3)),)) for word in ("Hull", "Goole")]
    blocked = Name("Selby", 2.0, (_spot((40, 40, 9, 3), CLASH),))
    settle([*twins, blocked])
    assert [name.text for name in crowded([*twins, blocked])] == ["Goole", "Selby"]


@settings(max_examples=100, deadline=None)
@given(st.lists(BOXES, max_size=12), BOXES)
def test_a_crowd_finds_what_a_look_at_everything_finds(boxes: list[Box], asked: Box) -> None:
    crowd = Crowd()
    for box in boxes:
        crowd.add(_corners(box))
    hits = sum(overlapping(_corners(asked), _corners(box)) for box in boxes)
    assert crowd.hit(_corners(asked)) == hits
    assert crowd.free(_corners(asked)) == (hits == 0)
