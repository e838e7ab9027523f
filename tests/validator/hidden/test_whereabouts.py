"""Positions as sets: they never lose the truth, and a known place is a set of one."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.definition import load_game
from validator.hidden.ways import FAR, Ways, ways_of
from validator.hidden.whereabouts import NOWHERE, Whereabouts


@cache
def the_ways() -> Ways:
    """A real sea: islands, a coast in the middle, hexes that cannot be entered."""
    return ways_of(load_game("graf_spee").map("south_atlantic"))


@cache
def line() -> Ways:
    """a - b - c - d, and no side open between c and e."""
    neighbours = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c", "e"), "e": ("d",)}
    names = "abcde"
    distance = {
        here: {there: abs(names.index(here) - names.index(there)) for there in names}
        for here in names
    }
    return Ways(neighbours, distance)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["moved", "searched", "answered", "shown", "rested", "perhaps", "silent"]),
        st.integers(0, 10**6),
        st.integers(0, 3),
    ),
    max_size=14,
)


@settings(deadline=None)
@given(STEPS, st.integers(0, 10**6))
def test_the_truth_is_never_outside(steps: list[tuple[str, int, int]], start: int) -> None:
    """A thing walks at random; others search, ask, and hear only what is true."""
    ways = the_ways()
    hexes = sorted(ways.neighbours)
    true = hexes[start % len(hexes)]
    thought = Whereabouts.among(hexes)
    for what, number, far in steps:
        pick = hexes[number % len(hexes)]
        near = ways.within(true, far)
        match what:
            case "moved":
                thought = thought.moved(ways, far)
                true = near[number % len(near)]
            case "perhaps":  # a move that may have been cancelled
                thought = thought.joined(thought.moved(ways, far))
                true = near[number % len(near)] if number % 2 else true
            case "rested":
                before = thought
                thought = thought.moved(ways, far).narrowed(before)
            case "searched" if pick != true:
                thought = thought.without({pick})
            case "answered":
                thought = thought.narrowed({*ways.within(pick, far), true})
            case "shown":
                thought = thought.shown(true)
                assert thought.place == true
            case "silent":
                thought = thought.without(set(hexes[number % 7 :: 7]) - {true})
        assert true in thought


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 4))
def test_a_move_leads_exactly_where_ways_lead(start: int, far: int) -> None:
    ways = the_ways()
    hexes = sorted(ways.neighbours)
    here = hexes[start % len(hexes)]
    after = Whereabouts.at(here).moved(ways, far)
    assert after.keys() == {there for there in hexes if ways.hexes_between(here, there) <= far}
    by_steps = Whereabouts.at(here)
    for _ in range(far):
        by_steps = by_steps.moved(ways, 1)
    assert by_steps == after


def test_a_closed_side_is_not_crossed() -> None:
    assert "e" not in Whereabouts.at("c").moved(line(), 1)
    assert "e" in Whereabouts.at("c").moved(line(), 2)


def test_where_there_is_no_way_it_is_far() -> None:
    assert line().hexes_between("a", "nowhere") == FAR
    assert not line().on_map("nowhere")


def test_false_statements_leave_nothing() -> None:
    thought = Whereabouts.at("a").moved(line(), 1)
    assert thought.without({"a", "b"}) == NOWHERE
    assert not thought.without({"a", "b"})


def test_the_least_spent_is_kept() -> None:
    """Two ways lead to b, one of them for a tonne of fuel."""
    thought = Whereabouts({"a": 1, "c": 0}).by(lambda here, spent: [("b", spent + (here == "c"))])
    assert thought == {"b": 1}
    assert Whereabouts({"a": 2}).joined(Whereabouts({"a": 1, "b": 3})) == {"a": 1, "b": 3}
    assert Whereabouts({"a": 2, "b": 1}).shown("b") == {"b": 1}
    assert Whereabouts({"a": 2, "b": 1}).shown("d") == {"d": 1}


def test_it_is_a_value() -> None:
    thought = Whereabouts.among("ba")
    thought.moved(line(), 2)
    assert thought == Whereabouts.among("ab") == {"a": 0, "b": 0}
    assert len({thought, Whereabouts.among("ab")}) == 1
    assert thought.in_words() == "a, b"
    assert thought.place is None
    with pytest.raises(AttributeError):
        thought.spent = {}  # type: ignore[misc]


def test_what_is_near_several_places_is_every_hex_where_there_is_none():
    assert list(line().around(("a", "b"), 1)) == ["a", "b", "c"]
    assert set(line().around((), 1)) == set("abcde")


def test_every_place_is_as_likely_as_the_others():
    here = Whereabouts.among("abcd")
    assert (here.chance("a"), here.chance("e"), NOWHERE.chance("a")) == (0.25, 0.0, 0.0)
