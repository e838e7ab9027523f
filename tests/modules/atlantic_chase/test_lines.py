"""Lines of hexes: how they grow and shorten, at every length."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from modules.atlantic_chase import heard
from modules.atlantic_chase.lines import (
    added,
    along,
    as_laid,
    cuts,
    halves,
    is_half,
    is_run,
    orders,
)
from modules.atlantic_chase.time_lapse import TimeLapse
from modules.atlantic_chase.trajectory import Plot

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


def test_a_hole_parts_a_line():
    assert halves(tuple("abcd"), "b") == (("a",), ("c", "d"))


def test_hexes_on_a_table_are_one_line_where_only_one_runs_through_them():
    assert list(orders("bcde", (), touch)) == [("e", "d", "c", "b")]
    assert list(orders("abcd", ("b", "c"), touch)) == [("a", "b", "c", "d")]
    assert len(list(orders("abc", (), touch))) == 3
    assert list(orders("ae", (), touch)) == []


def test_no_order_is_searched_for_hexes_that_do_not_hang_together():
    def crossed(here, there):
        """Each hex of the first fourteen touches each other; the last one touches none."""
        return "z" not in (here, there)

    assert list(orders("abcdefghijklmnz", (), crossed)) == []


def test_a_line_is_lengthened_in_whichever_order_its_sticks_can_lie(bench):
    """The table shows hexes, not their order (DA-33): 2611 and 2612 both lie between the others."""
    state = bench.sea(G1="2712-2612-2611")
    context = SimpleNamespace(tables=bench.rules.tables)
    known = {"force": "G1", "_laid": ("2613",), "_taken": ()}
    found = list(heard.lines(context, state, known))
    assert ("2712", "2611", "2612", "2613") in found
    for line in found:
        assert bench.cases(state, Plot("G1", line)) == []
    assert list(heard.lines(context, state, {**known, "_laid": ("2409",)})) == [
        ("2712", "2612", "2611", "2409")
    ]


def test_what_is_left_of_a_line_is_a_run_of_it_in_whichever_order_its_sticks_can_lie(bench):
    """1910 can have been an end of it only if 1810 was: 1811 lies between the others then."""
    state = bench.sea(G1="2012-2011-1912-1911-1910-1810-1811")
    context = SimpleNamespace(tables=bench.rules.tables)
    (found,) = heard.lines(context, state, {"force": "G1", "_taken": ("1910",)})
    assert found == ("2012", "2011", "1912", "1911", "1811", "1810")
    assert "AC-16.2" not in bench.cases(state, TimeLapse("G1", found))


def test_a_line_that_winds_may_be_halved_in_any_order_that_it_may_have():
    """The sticks of a long line have more orders than can be tried."""
    near = {frozenset(two) for two in zip("abcdefghijklmn", "bcdefghijklmno", strict=True)}
    near |= {
        frozenset((one, other)) for one in "ghijklmno" for other in "ghijklmno" if one != other
    }

    def winds(here, there):
        return frozenset((here, there)) in near

    line = tuple("abcdefghijklmno")
    assert is_half(tuple("abcd"), line, "e", winds)
    assert is_half(tuple("fghijklmno"), line, "e", winds)
    assert not is_half(tuple("abdefg"), line, "c", winds)
    assert not is_half(tuple("xy"), line, "e", winds)
