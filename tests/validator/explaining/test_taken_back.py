"""A drag that its side takes back at once was none, if what it does around that tells why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from validator.explaining.facts import Declared, Fact, Moved, Rolled, Turned, Words
from validator.explaining.netting import netted
from validator.rules.scenes import Roll, Seen

END = Declared(Seen(99), "next", "", None)


def drag(step: int, piece: str, start: str, to: str) -> Moved:
    return Moved(Seen(step), "stick", piece, start, to)


def test_counters_of_a_stack_that_are_dragged_back_did_not_move() -> None:
    """A drag takes the whole stack along; then the others are put back, in one drag or in some."""
    words = Words(lambda token: token.unit or "", returning=frozenset({"unit"}))

    def drag(step: int, piece: str, before: str, after: str, side: str = "Red") -> Moved:
        return Moved(Seen(step, side=side), "unit", piece, before, after)

    whole = Seen(1, side="Red")
    out = [replace(drag(1, piece, "A1", "A2"), seen=whole) for piece in ("tank", "gun", "truck")]
    back = [drag(2, "gun", "A2", "A1"), drag(3, "truck", "A2", "A1")]
    assert netted([*out, *back], words) == out[:1]
    together = [replace(one, seen=back[0].seen) for one in back]
    assert netted([*out, *together], words) == out[:1]
    for kept in (
        [*out, replace(back[0], seen=Seen(2, side="Blue"))],  # another side did that
        [*out, END, *back],  # something settled the move
        [*out, *back, drag(4, "tank", "A2", "A1")],  # the whole stack went there and back
        [out[0], *[replace(one, seen=Seen(1, side="Red")) for one in out[1:]], *back],
    ):
        assert {one.about for one in netted(kept, words)} >= {"tank", "gun"}


def test_a_piece_that_the_other_side_takes_back_and_that_is_put_right_moved_once() -> None:
    """Blue says "wait" and drags Red's counter back; Red drags it less far."""
    words = Words(lambda token: "", returning=frozenset({"ship"}), private=frozenset({"plot"}))

    def drag(step: int, side: str, before: str, after: str, key: str = "ship") -> Moved:
        return Moved(Seen(step, side=side), key, "c4", before, after)

    too_far, back = drag(1, "Red", "A1", "A4"), drag(2, "Blue", "A4", "A1")
    right = drag(3, "Red", "A1", "A3")
    assert netted([too_far, back, right], words) == [right]
    assert netted([too_far, back, drag(3, "Blue", "A1", "A3")], words) != [right]
    assert netted([too_far, END, back, right], words)[:2] == [too_far, END]
    count = [replace(one, key="points") for one in (too_far, back, right)]
    assert netted(count, words, {"points"})[0] == count[0]
    plot = [replace(one, key="plot") for one in (too_far, back, right)]
    assert netted(plot, words)[0] == plot[0]


def test_a_piece_dragged_on_and_at_once_back_moved_when_it_came_there() -> None:
    """The wrong counter was dragged, and put back: its own move was over long before."""
    words = Words(lambda token: token.unit or "")
    sails = Moved(Seen(1, side="Red"), "ship", "c4", "A1", "A2")
    other = Moved(Seen(2, side="Red"), "ship", "c5", "B1", "B2")
    slips = Moved(Seen(3, side="Red"), "ship", "c4", "A2", "F9")
    back = Moved(Seen(4, side="Red"), "ship", "c4", "F9", "A2")
    right = Moved(Seen(5, side="Red"), "ship", "c3", "C1", "F9")
    assert netted([sails, other, slips, back, right], words) == [sails, other, right]
    late = replace(back, seen=Seen(6, side="Red"))
    assert netted([sails, other, slips, right, late], words)[:2] == [other, right]
    again = [
        replace(one, seen=replace(one.seen, step=one.seen.step + 100)) for one in (slips, back)
    ]
    found = netted([sails, other, replace(slips, after="A3"), END, *again], words)
    assert (found[0].seen.step, found[0].about) == (2, "c5")
    assert all(one.about != "c4" or one.seen.step in (3, 104) for one in found)


def test_a_counter_that_was_in_the_way_of_another_did_not_move() -> None:
    words = Words(lambda token: "", private=frozenset({"stick"}))
    aside, meant, back = (
        drag(1, "a", "A1", "B1"),
        drag(2, "b", "A1", "C1"),
        drag(3, "a", "B1", "A1"),
    )
    assert netted([aside, meant, back], words) == [meant]
    for other in (drag(2, "b", "A2", "C1"), END):
        assert netted([aside, other, back], words) == [aside, other, back]


def test_a_stick_that_was_in_the_way_lay_in_its_row_all_the_time() -> None:
    """The row is one change, whatever another counter did in between."""
    words = Words(
        lambda token: "",
        rows={"stick": lambda piece: "row"},
        on_row=lambda place: place != "box",
        returning=frozenset({"stick"}),
    )
    laid = [drag(1, "a", "box", "A1"), drag(2, "b", "box", "A2")]
    station = Moved(Seen(4), "station", "s", "A1", "box")
    aside, back = drag(3, "a", "A1", "B1"), drag(5, "a", "B1", "A1")
    found = netted([*laid, aside, station, back], words)
    assert [type(one).__name__ for one in found] == ["Lined", "Moved"]
    assert found[0] == netted(laid, words)[0]
    off = [drag(3, "a", "A1", "box"), station, drag(5, "a", "box", "A1")]
    assert len(netted([*laid, *off], words)) == 3  # taken off the row, and laid again


def test_a_counter_for_which_the_right_one_is_dragged_did_not_move() -> None:
    words = Words(lambda token: "", returning=frozenset({"stick"}))
    wrong, back = drag(1, "b", "B1", "A1"), drag(2, "b", "A1", "B1")
    right = drag(3, "a", "box", "A1")
    assert netted([wrong, back, right], words) == [right]
    for third in (replace(right, after="A2"), replace(right, key="marker"), END):
        assert len(netted([wrong, back, third], words)) == 2


def test_what_was_declared_of_a_drag_that_is_called_off_was_not_done_either() -> None:
    """A flight that is declared, called off and taken back is none; dice that fell were thrown."""
    out, back = (
        Moved(Seen(step, side="Red"), "plane", "p1", *ends)
        for step, ends in ((1, ("A1", "B1")), (4, ("B1", "A1")))
    )
    said = Declared(Seen(3, side="Red"), "flies", "p1", None)
    turned = Turned(Seen(2, side="Red"), "plane", "p1", 2, 1, "B1")
    words = Words(lambda token: "")
    assert netted([out, turned, said, back], words, called_off={3}) == []
    rolls = replace(said, seen=replace(said.seen, rolls=(Roll("gun", (3,)),)))
    blue = replace(said, seen=replace(said.seen, side="Blue"))
    die = Rolled(Seen(3, side="Red"), "gun", (3,))
    other = replace(turned, piece="p2")
    for between, off in (
        ([turned, said], set[int]()),  # nobody called it off
        ([turned, rolls], {3}),
        ([turned, blue], {3}),
        ([turned, die], {3}),
        ([other, said], {3}),
    ):
        found = netted([out, *between, back], words, called_off=off)
        assert {*map(type, found)} >= {Moved, type(between[1])}, "it stays"
    for counts in ("private", "returning"):
        counted = replace(words, **{counts: frozenset({"plane"})})
        assert said in netted([out, said, back], counted, called_off={3})


@pytest.mark.parametrize(
    ("words", "markers"),
    [
        ({"private": frozenset({"stick"})}, ()),
        ({"returning": frozenset({"stick"})}, ()),
        ({"pools": frozenset({"B1"})}, ()),
        ({"fleeting": frozenset({"stick"}), "sort": lambda place: place[0]}, ()),
        ({}, ("stick",)),
    ],
)
def test_a_piece_that_slips_was_seen_where_that_counts(
    words: dict[str, Any], markers: tuple[str, ...]
) -> None:
    slips: list[Fact] = [drag(1, "a", "A1", "B1"), drag(2, "a", "B1", "A1")]
    assert netted(slips, Words(lambda token: "")) == []
    assert netted(slips, Words(lambda token: "", **words), markers)


def test_a_marker_that_slips_when_it_is_in_use_lies_where_it_lay() -> None:
    """Only where it goes from or to its home it may have been seen."""
    laid = drag(1, "a", "box", "A1")
    slips = [drag(3, "a", "A1", "B1"), drag(4, "a", "B1", "A1")]
    assert netted([laid, END, *slips], Words(lambda token: ""), ("stick",)) == [laid, END]


def test_a_marker_that_is_laid_called_off_and_taken_back_was_not_laid() -> None:
    slips = [
        replace(one, seen=replace(one.seen, side="Red"))
        for one in (drag(1, "a", "box", "A1"), drag(2, "a", "A1", "box"))
    ]
    words = Words(lambda token: "")
    assert netted(slips, words, ("stick",)) == slips
    assert netted(slips, words, ("stick",), called_off={1}) == []
    counts = replace(words, returning=frozenset({"stick"}))
    assert netted(slips, counts, ("stick",), called_off={1})
