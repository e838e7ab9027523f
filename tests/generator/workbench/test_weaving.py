"""Three orders woven into one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.workbench.weaving import weave

orders = st.permutations(range(8)).flatmap(
    lambda row: st.integers(0, 8).map(lambda size: list(row[:size]))
)


def woven(base: str, ours: str, theirs: str) -> str:
    kept = {
        one for one in base + ours + theirs if (one in ours and one in theirs) or one not in base
    }
    sides = ([one for one in row if one in kept] for row in (base, ours, theirs))
    old, mine, other = sides
    return "".join(weave(old, mine, other, str)[0])


def test_insertions_of_both_sides_stand_where_each_put_them() -> None:
    assert woven("abc", "axbc", "abcy") == "axbcy"


def test_insertions_in_one_place_stand_in_an_order_of_their_own() -> None:
    assert woven("ab", "axb", "ayb") == woven("ab", "ayb", "axb") == "axyb"


def test_a_run_put_in_stays_together() -> None:
    assert woven("ab", "apqb", "axyb") == "apqxyb"


def test_what_one_side_moved_stands_there() -> None:
    assert woven("abcd", "dabc", "abcd") == woven("abcd", "abcd", "dabc") == "dabc"


def test_what_both_moved_to_one_place_stands_there_once() -> None:
    assert woven("abcd", "bcda", "bcda") == "bcda"


def test_what_both_moved_apart_is_told_and_stands_as_ours() -> None:
    order, apart = weave(list("abcde"), list("bcade"), list("bcdea"), str)
    assert (order, apart) == (list("bcade"), ["a"])


def test_a_move_and_an_insertion_do_not_disturb_each_other() -> None:
    assert woven("abcd", "bcda", "abxcd") == "bxcda"


@given(orders, orders)
@settings(deadline=None)
def test_one_side_alone_decides(base: list[int], ours: list[int]) -> None:
    kept = [one for one in base if one in ours]
    assert weave(kept, ours, kept, str) == (ours, [])
    assert weave(kept, kept, ours, str) == (ours, [])
    assert weave(kept, ours, ours, str) == (ours, [])


@given(orders, orders, orders)
@settings(deadline=None)
def test_everything_stands_once_whatever_was_moved(
    base: list[int], ours: list[int], theirs: list[int]
) -> None:
    kept = (set(ours) & set(theirs)) | ((set(ours) | set(theirs)) - set(base))
    rows = ([one for one in row if one in kept] for row in (base, ours, theirs))
    order, _ = weave(*rows, str)
    assert sorted(order) == sorted(kept)
