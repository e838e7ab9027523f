"""Lines of hexes: how they grow and shorten, at every length."""

from __future__ import annotations

import pytest

from modules.atlantic_chase.lines import (
    added,
    along,
    as_laid,
    cuts,
    halves,
    is_run,
    orders,
    time_lapses,
)

TOUCH = {frozenset(two) for two in ("ab", "bc", "cd", "de", "ac")}


def touch(here, there):
    return frozenset((here, there)) in TOUCH


def test_a_line_turned_round_is_the_same_line():
    assert along(("c", "b", "a"), ("a", "b", "c")) == ("a", "b", "c")
    assert not is_run(("c", "b"), ("a", "b", "c", "d"))


def test_what_a_line_gained_stands_at_its_ends():
    assert added(("a", "b", "c", "d"), ("b", "c")) == (("a",), ("d",))
    assert added(("d", "c", "b", "a"), ("b", "c")) == (("a",), ("d",))
    assert added(("a", "c", "b"), ("b", "a")) is None


def test_a_line_grows_at_the_end_at_which_a_segment_was_laid_last():
    assert ("a", "b", "c", "d") in as_laid(("b",), ("c", "d", "a"), touch)
    assert next(as_laid(("a", "b"), ("c", "d"), touch)) == ("a", "b", "c", "d")
    assert list(as_laid(("a",), ("d",), touch)) == []


@pytest.mark.parametrize("length", range(1, 16))
def test_every_cut_leaves_an_unbroken_run(length):
    line = tuple("abcdefghijklmno"[:length])
    for number in range(length + 2):
        for left, gone in cuts(line, number):
            assert is_run(left, line)
            assert sorted(left + gone) == list(line)
            assert len(gone) <= number


@pytest.mark.parametrize("length", range(2, 16))
def test_no_cut_takes_a_segment_out_of_the_middle(length):
    line = tuple("abcdefghijklmno"[:length])
    for at in range(1, length - 1):
        assert not is_run(line[:at] + line[at + 1 :], line)


def _gone(line, **words):
    return sorted("".join(one for one in line if one not in left) for left in lapses(line, **words))


def lapses(line, intel="", number=2, limit=1, last=""):
    return time_lapses(tuple(line), intel, number, limit, last)


def test_a_medium_task_force_may_lose_intel_within_the_limit():  # TV05
    assert _gone("abcde", intel="d", number=3, limit=2) == ["abc", "abe", "de"]


def test_a_slow_task_force_cannot_reach_intel_inside_its_line():  # TV06
    assert _gone("abcde", intel="d") == ["ab", "ae"]


def test_the_only_segment_goes_and_leaves_a_station():  # TV39
    assert _gone("a") == ["a"]


def test_intel_on_the_only_segment_may_stay_or_go():  # TV40
    assert _gone("a", intel="a") == ["", "a"]


def test_between_two_intel_markers_nothing_goes_without_the_limit():  # TV41
    assert _gone("abc", intel="ac", number=4, limit=2) == ["", "ab", "bc"]


def test_the_launch_point_goes_last():
    assert _gone("abc", last="a") == ["bc"]
    assert _gone("abc", last="a", number=3, limit=2) == ["abc"]
    assert _gone("abc", last="b", number=4) == ["abc"]
    assert _gone("abcd", intel="d", last="a", number=2, limit=1) == ["", "d"]


def test_a_hole_parts_a_line():
    assert halves(tuple("abcd"), "b") == (("a",), ("c", "d"))


def test_hexes_on_a_table_are_one_line_where_only_one_runs_through_them():
    assert list(orders("bcde", (), touch)) == [("e", "d", "c", "b")]
    assert list(orders("abcd", ("b", "c"), touch)) == [("a", "b", "c", "d")]
    assert len(list(orders("abc", (), touch))) == 3
    assert list(orders("ae", (), touch)) == []
