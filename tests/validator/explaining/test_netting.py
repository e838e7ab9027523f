"""Drags of one piece are one move, as long as it lies on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from validator.explaining.facts import (
    Came,
    Declared,
    Drawn,
    Faced,
    Fact,
    Hidden,
    Lined,
    Moved,
    PutIn,
    Rolled,
    Shown,
    Turned,
    TurnShown,
    Went,
    Words,
    called_off,
    resumed,
)
from validator.explaining.netting import netted, parted
from validator.rules.scenes import Scene, Seen


def test_a_piece_that_went_and_came_again_begins_another_move() -> None:
    first = Moved(Seen(1), "unit", "tank", "A1", "A2")
    gone = Went(Seen(2), "unit", "tank", "A2")
    back = Came(Seen(3), "unit", "tank", "C1", None, None)
    last = Moved(Seen(4), "unit", "tank", "C1", "C2")
    assert netted([first, gone, back, last]) == [first, gone, back, last]


def test_two_drags_of_a_piece_are_one_move() -> None:
    first = Moved(Seen(1), "unit", "tank", "A1", "A2")
    last = Moved(Seen(2), "unit", "tank", "A2", "A3")
    assert netted([first, last]) == [Moved(Seen(2), "unit", "tank", "A1", "A3", (first, last))]


def test_a_piece_turned_down_and_at_once_up_again_lies_as_it_lay() -> None:
    up, again = (Shown(Seen(step), "unit", "tank", "tank", "tiger", "A1") for step in (1, 4))
    said, down = Declared(Seen(2), "search", "", None), Hidden(Seen(3), "unit", "tank")
    other = Hidden(Seen(3), "unit", "truck")
    assert netted([up, said, down, again]) == [up, said]
    assert netted([up, said, down, said, again]) == [up, said, down, said, again]
    assert netted([up, said, other, again]) == [up, said, other, again]


LINES = Words(
    lambda token: "", rows={"stick": lambda piece: piece[0]}, on_row=lambda place: place != "box"
)


def drag(step: int, piece: str, start: str, to: str) -> Moved:
    return Moved(Seen(step), "stick", piece, start, to)


END = Declared(Seen(99), "next", "", None)


def told(*facts: Fact) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    found = netted((*facts, END), LINES)
    return [(one.row, one.laid, one.taken) for one in found if isinstance(one, Lined)]


def test_the_drags_of_a_row_are_one_fact_whichever_piece_lies_where() -> None:
    moves = (drag(1, "a1", "box", "A1"), drag(2, "b1", "box", "A1"), drag(3, "a2", "box", "A2"))
    assert told(*moves) == [("b", ("A1",), ()), ("a", ("A1", "A2"), ())]
    changed = (drag(1, "a1", "A1", "A3"), drag(2, "a2", "A2", "A1"))
    assert told(*changed) == [("a", ("A3",), ("A2",))]


def test_a_row_that_lies_as_before_has_not_changed() -> None:
    assert told(drag(1, "a1", "A1", "box"), drag(2, "a2", "box", "A1")) == []


def test_a_row_laid_and_taken_off_was_there_if_another_side_did_anything_in_between() -> None:
    """Else it may have been there: it changed by nothing."""
    there, back = (
        Moved(Seen(step, side="A"), "stick", "a1", *ends)
        for step, ends in ((1, ("box", "A1")), (3, ("A1", "box")))
    )
    for side, rows in (("B", [("a", ("A1",), ()), ("a", (), ("A1",))]), ("A", [("a", (), ())])):
        counted = Moved(Seen(2, side=side), "marker", "tally", "Tally 0", "Tally 1")
        found = netted((there, counted, back, END), LINES, markers=("marker",))
        assert [(one.row, one.laid, one.taken) for one in found if isinstance(one, Lined)] == rows


def test_a_stick_that_is_turned_by_the_drag_that_lays_it_and_put_back_changes_nothing() -> None:
    there, back = drag(1, "a1", "box", "A1"), drag(3, "a1", "A1", "box")
    turned = (Turned(Seen(step), "stick", "a1", 1, 2) for step in (1, 2))
    by_the_drag, later = ((there, one, back) for one in turned)
    assert told(*by_the_drag) == [("a", (), ())]
    assert told(*later) == [("a", ("A1",), ()), ("a", (), ("A1",))]


def test_a_row_that_is_taken_off_where_the_log_ends_may_go_on() -> None:
    laid = (drag(1, "a1", "box", "A1"),)
    assert len(netted(laid, LINES)) == 1
    taken = (drag(1, "a1", "A1", "box"),)
    assert [one.unfinished for one in netted(taken, LINES)] == [True]
    assert not any(getattr(one, "unfinished", False) for one in netted((*taken, END), LINES))


def test_what_is_declared_settles_a_row() -> None:
    said = Declared(Seen(2), "drawn", "a", None)
    moves = (drag(1, "a1", "box", "A1"), said, drag(3, "a2", "box", "A2"))
    assert told(*moves) == [("a", ("A1",), ()), ("a", ("A2",), ())]


def test_one_click_of_another_side_or_on_dice_parts_no_row() -> None:
    """A slip, or the dice of the other side: the hand goes on."""
    one, other = (Moved(Seen(n, side="A"), "stick", f"a{n}", f"A{n}", "box") for n in (1, 3))
    for side, parts in (("B", 1), ("A", 2)):
        assert len(told(one, Declared(Seen(2, side=side), "keeps", "", None), other)) == parts
        assert len(told(one, Rolled(Seen(2, side=side), "dice", (1,)), other)) == 1
    words = (
        Declared(Seen(2, side="B"), "keeps", "", None),
        Rolled(Seen(2, side="B"), "dice", (1,)),
    )
    assert len(told(one, *words, other)) == 2


def test_what_is_taken_off_before_and_after_a_click_may_be_two_acts() -> None:
    """A line is cut, the other side declines, and what is left of it goes, too."""
    legs = tuple(drag(step, f"a{step}", f"A{step}", "box") for step in (1, 2, 4))
    (row,) = (one for one in netted((*legs, END), LINES) if isinstance(one, Lined))
    assert [(one.taken, other.taken) for one, other in parted(row, LINES)] == [
        (("A1", "A2"), ("A4",))
    ]


def test_what_two_hands_take_off_may_be_two_acts() -> None:
    """One player cuts a line, and its owner at once takes off more."""
    legs = tuple(
        Moved(Seen(step, side=side), "stick", f"a{step}", f"A{step}", "box")
        for step, side in ((1, "A"), (2, "A"), (3, "B"))
    )
    (row,) = (one for one in netted((*legs, END), LINES) if isinstance(one, Lined))
    assert [(one.taken, other.taken) for one, other in parted(row, LINES)] == [
        (("A1", "A2"), ("A3",))
    ]


def test_a_piece_whose_faces_are_markers_may_have_been_turned_by_way_of_another() -> None:
    words = replace(LINES, faceless=frozenset({"segment"}))
    both = Turned(Seen(1), "segment", "g1_segment_1", 1, 4, "2611")
    ((first, second),) = parted(both, words)
    assert (first.before, first.level, second.before, second.level) == (4, 2, 2, 1)
    assert not [*parted(replace(both, before=2), words)]
    assert not [*parted(both, LINES)]


def test_a_click_that_was_called_off_parts_no_row() -> None:
    one, other = (Moved(Seen(n, side="A"), "stick", f"a{n}", f"A{n}", "box") for n in (1, 4))
    keeps = Declared(Seen(2, side="A"), "keeps", "", None)
    wait = Seen(3, side="A", calls_off=True)
    steps = called_off(Scene({}, (one.seen, keeps.seen, wait, other.seen)))
    assert steps == {2}
    found = netted((one, keeps, other, END), LINES, called_off=steps)
    assert [type(fact) for fact in found] == [Declared, Lined, Declared]


def test_a_card_or_turn_that_stays_parts_drags_whatever_is_said_of_it() -> None:
    """A sorry behind it may be for anything else; a card that goes back was turned too early."""
    one, other = (
        Moved(Seen(n, side="A"), "unit", "tank", start, end)
        for n, start, end in ((1, "A1", "A2"), (4, "A2", "A3"))
    )
    step, words = Seen(2, side="B"), Words(lambda token: "", opening=frozenset({"card"}))
    card = Drawn(step, "card", "ace", "deck", None)
    for turned in (card, TurnShown(step, "", 2, None)):
        assert netted((one, turned, other), words, called_off={2}) == [one, turned, other]
    back = PutIn(Seen(3, side="B"), "card", "ace", "", "deck")
    (drag,) = netted((one, card, back, other), words, called_off={2})
    assert isinstance(drag, Moved) and (drag.before, drag.after) == ("A1", "A3")


@pytest.mark.parametrize("word", ["calls_off", "recalls", ""])
def test_a_row_goes_on_where_it_was_left_off_once_its_side_says_that_it_was_not_done(
    word: str,
) -> None:
    """Its own clicks in between, dice among them, came too early; those of the others did not."""
    one, two, three = (
        Moved(Seen(n, side="A", properties={"drags": n}), "stick", f"a{n}", "box", f"A{n}")
        for n in (1, 5, 6)
    )
    said = Seen(4, side="A", **({word: True} if word else {}))
    for side, parts in (("A", 1 if word else 2), ("B", 2)):
        rolled = Rolled(Seen(2, side="A"), "dice", (1,))
        passed = Declared(Seen(3, side=side), "passed", "", None)
        seen = (one.seen, rolled.seen, passed.seen, said, two.seen, three.seen)
        steps = resumed(Scene({}, seen))
        assert steps == ({5} if word else set())
        found = netted((one, rolled, passed, two, three, END), LINES, resumed=steps)
        rows = [fact.laid for fact in found if isinstance(fact, Lined)]
        assert rows == ([("A1", "A5", "A6")] if parts == 1 else [("A1",), ("A5", "A6")])
        assert isinstance(found[0], Lined)


def test_what_is_dragged_along_where_rows_lie_is_not_yet_there() -> None:
    """It goes on to a place of another sort, in one move."""
    words = replace(
        LINES, on_row=lambda place: place != "port", fleeting=frozenset({"ship"}), sort=str.isalpha
    )
    for start, parts in (("A1", 1), ("port", 2)):
        first = Moved(Seen(1), "ship", "a", start, "A2")
        last = Moved(Seen(2), "ship", "a", "A2", "port")
        if parts == 1:
            assert netted((first, last), words) == [
                Moved(Seen(2), "ship", "a", start, "port", (first, last))
            ]
        else:
            assert netted((first, last), words) == [first, last]


def test_what_goes_through_a_place_of_another_sort_lay_there() -> None:
    words = replace(
        LINES, on_row=lambda place: True, fleeting=frozenset({"ship"}), sort=str.isalpha
    )
    there = Moved(Seen(1), "ship", "a", "A1", "port")
    back = Moved(Seen(2), "ship", "a", "port", "A2")
    assert netted((there, back), words) == [there, back]


def test_a_stick_that_is_turned_where_it_lies_was_laid() -> None:
    """What goes then is another act: it was seen, and is no drag put right."""
    moves = (drag(1, "a1", "box", "A1"), drag(2, "a2", "box", "A2"))
    turned = Turned(Seen(3), "stick", "a1", 2, 1, "A1")
    taken = (drag(4, "a2", "A2", "box"), drag(5, "a1", "A1", "box"))
    assert told(*moves, turned, *taken) == [("a", ("A1", "A2"), ()), ("a", (), ("A2", "A1"))]
    assert told(*moves, turned, taken[0]) == [("a", ("A1",), ())]


def test_what_is_laid_after_another_came_there_is_another_act() -> None:
    came = Moved(Seen(2), "ship", "b", "box", "A1")
    own = Moved(Seen(2), "ship", "a", "box", "A1")
    first, second = drag(1, "a1", "box", "A1"), drag(3, "a2", "box", "A2")
    assert told(first, came, second) == [("a", ("A1",), ()), ("a", ("A2",), ())]
    assert told(first, own, second) == [("a", ("A1", "A2"), ())]


def test_what_is_laid_after_another_side_moved_there_is_another_act() -> None:
    first, second = drag(1, "a1", "box", "A1"), drag(3, "a2", "box", "A2")
    moves = (drag(2, "b1", "box", "B1"), Moved(Seen(2), "ship", "b", "A3", "A4"))
    for one in moves:
        for side, parts in ("Blue", 2), ("Red", 1):
            rows = told(by("Red", first), by(side, one), by("Red", second))
            assert len([row for row, _, _ in rows if row == "a"]) == parts
    away = Moved(Seen(2), "ship", "b", "A3", "box")
    assert told(by("Red", first), by("Blue", away), by("Red", second)) == [("a", ("A1", "A2"), ())]


def by(side: str, one: Moved) -> Moved:
    return replace(one, seen=replace(one.seen, side=side))


def test_a_card_that_is_shuffled_back_is_drawn_anew() -> None:
    """Whichever card it is, and each time: it lay in no wrong place."""
    words = Words(lambda token: "", opening=frozenset(("card",)))

    def turn(step: int, card: str) -> list[Fact]:
        back = PutIn(Seen(step, side="A"), "card", card, "discards", "deck", card)
        drawn = Drawn(Seen(step + 1, side="A"), "card", "ten", "deck", None, "ten")
        return [back, drawn, Moved(Seen(step + 1, side="A"), "card", "ten", "deck", "discards")]

    said = Declared(Seen(1), "begun", "", None)
    facts = [said, *turn(2, "king"), *turn(5, "ten"), *turn(8, "king")]
    assert [one for one in netted(facts, words) if isinstance(one, Drawn)] == facts[2::3]


def test_a_piece_that_is_turned_about_and_turned_over_does_two_things() -> None:
    about = Faced(Seen(1), "unit", "tank", 2, 1, "A1")
    over = Turned(Seen(2), "unit", "tank", 2, 1, "A1")
    on = Faced(Seen(3), "unit", "tank", 3, 2, "A1")
    assert netted([about, over, on]) == [over, Faced(Seen(3), "unit", "tank", 3, 1, "A1")]
    back = Faced(Seen(3), "unit", "tank", 1, 2, "A1")
    assert netted([about, over, back]) == [over]


def test_a_face_that_a_piece_showed_while_it_moved_counts() -> None:
    """It shows that a boat was detected, before it moved on and was turned to another."""
    first, then = (Turned(Seen(n), "boat", "b1", to, was) for n, to, was in ((2, 5, 3), (4, 4, 5)))
    moved = Moved(Seen(3), "boat", "b1", "A1", "A2")
    assert netted([first, moved, then]) == [first, moved, then]
    assert netted([first, moved, replace(then, level=3)]) == [moved]
    assert netted([moved, first, then]) == [moved, replace(then, before=3)]
    about, on = Faced(Seen(2), "boat", "b1", 2, 1), Faced(Seen(4), "boat", "b1", 3, 2)
    assert netted([about, moved, on]) == [moved, replace(on, before=1)]


def test_a_piece_turned_over_and_back_at_once_shows_what_it_did_since_then() -> None:
    first = Turned(Seen(1), "unit", "tank", 1, 2)
    moved = Moved(Seen(2), "unit", "truck", "A1", "A2")
    over, back = Turned(Seen(3), "unit", "tank", 2, 1), Turned(Seen(4), "unit", "tank", 1, 2)
    assert netted([first, moved, over, back]) == [first, moved]
    assert netted([over, back, moved, over]) == [moved, over]
    assert netted([first, moved, over]) == [moved]


def test_a_marker_that_was_put_away_is_laid_anew() -> None:
    words = Words(lambda token: "", pools=frozenset(("box",)))
    moves = [drag(1, "wire", "A1", "box"), drag(2, "wire", "box", "A2")]
    assert netted(moves, words) == moves
    joined = Moved(Seen(2), "stick", "wire", "A1", "A2", tuple(moves))
    assert netted(moves, Words(lambda token: "")) == [joined]


def test_a_piece_that_moved_and_is_lost_later_has_moved() -> None:
    words = Words(lambda token: "", lost=frozenset(("box",)))
    moves = [drag(1, "man", "A1", "A2"), drag(2, "gun", "B1", "B2"), drag(3, "man", "A2", "box")]
    assert netted(moves, words) == moves
    at_once = [moves[0], moves[2]]
    assert netted(at_once, words) == [Moved(Seen(3), "stick", "man", "A1", "box", tuple(at_once))]


def test_a_piece_that_was_turned_up_where_it_moved_and_is_put_in_has_moved() -> None:
    moved, put_in = drag(1, "ship", "A1", "A2"), PutIn(Seen(4), "stick", "ship", "A2", "cup")
    looks = [
        Shown(Seen(2), "stick", "ship", None, None, "A2", look=True),
        Hidden(Seen(3), "stick", "ship", look=True),
    ]
    assert netted([moved, *looks, put_in]) == [moved, *looks, put_in]
    assert netted([moved, put_in]) == [replace(put_in, before="A1")]


def test_it_may_count_that_a_piece_was_moved_though_it_went_back() -> None:
    words = Words(lambda token: "", returning=frozenset(("stick",)))
    moves = [drag(1, "man", "A1", "A2"), drag(2, "man", "A2", "A1")]
    assert netted(moves, words) == [Moved(Seen(2), "stick", "man", "A1", "A1", tuple(moves))]
    assert netted(moves, Words(lambda token: "")) == []


def test_it_may_count_what_a_piece_showed_while_another_was_moved() -> None:
    over, back = Turned(Seen(1), "stick", "man", 3, 1), Turned(Seen(3), "stick", "man", 1, 3)
    own, other = drag(2, "man", "A1", "A2"), drag(2, "tank", "A1", "A2")
    words = Words(lambda token: "", returning=frozenset(("stick",)))
    assert netted([over, other, back], words) == [over, other, back]
    assert netted([over, own, back], words) == [own]
    assert netted([over, other, back], Words(lambda token: "")) == [other]
    about, again = Faced(Seen(1), "stick", "man", 3, 1), Faced(Seen(3), "stick", "man", 1, 3)
    assert netted([about, other, again], words) == [other]


def test_what_is_said_twice_was_said_again_unless_each_click_counts() -> None:
    first, again = (Declared(Seen(n, side="A"), "phase_done", "", 1) for n in (1, 2))
    assert netted([first, again]) == [again]
    counted = Words(lambda token: "", each_click=frozenset({"phase_done"}))
    assert netted([first, again], counted) == [first, again]


def test_a_click_that_was_called_off_between_two_turns_of_a_piece_settles_nothing() -> None:
    over, back = Turned(Seen(1), "unit", "man", 2, 1), Turned(Seen(4), "unit", "man", 1, 2)
    click, dice = Declared(Seen(2), "morale", "man", 1), Rolled(Seen(2), "morale", (3,))
    assert netted([over, click, dice, back]) == [over, click, dice, back]
    assert netted([over, click, dice, back], called_off={2}) == [click, dice]


def card(step: int, name: str, back: bool = False, role: str = "card") -> Fact:
    seen = Seen(step, side="A")
    return (
        PutIn(seen, role, name, "table", "deck", name)
        if back
        else Drawn(seen, role, name, "deck", role, name)
    )


def test_a_card_that_goes_back_when_it_is_called_off_was_turned_too_early() -> None:
    words = Words(lambda token: "", opening=frozenset({"card"}))
    turned = [card(1, "S4"), card(1, "hearts", role="suit")]
    said = Declared(turned[0].seen, "next", "", 1)
    back = [card(3, "S4", back=True), card(4, "hearts", back=True, role="suit")]
    moved, other = drag(5, "man", "A1", "A2"), card(6, "S1")
    early = [said, *turned, *back, moved, other]
    assert netted(early, words, called_off={1}) == [moved, other]
    assert netted(early, words) == early
    again = card(6, "S4")
    assert netted([*early[:-1], again], words) == [moved, again]
    by_hand = [card(1, "S4"), card(2, "hearts", role="suit"), *back, moved]
    assert netted(by_hand, words, called_off={2}) == [moved]
    gathered = [*turned, back[0], card(4, "S1", back=True), moved, again]
    assert netted(gathered, words, called_off={1}) == gathered


def test_a_stick_of_another_row_dragged_away_and_back_parts_no_row() -> None:
    laid = drag(1, "a1", "box", "A1")
    slips = (drag(2, "b1", "B1", "box"), drag(3, "b1", "box", "B1"))
    assert told(laid, *slips, drag(4, "a1", "A1", "A2")) == [("a", ("A2",), ())]
    assert told(laid, *slips, drag(4, "a1", "A1", "box")) == [("a", (), ())]  # as without them
    moved = drag(2, "b1", "B1", "B2")
    assert ("a", (), ("A1",)) in told(laid, moved, drag(4, "a1", "A1", "box"))


@pytest.mark.parametrize("side", ["Blue", "Red"])
def test_a_piece_that_moves_again_just_before_the_turn_is_shown_may_move_in_that_turn(
    side: str,
) -> None:
    """If the other side did something in between; the marker may be late."""
    first = Moved(Seen(1, side="Red"), "unit", "tank", "A1", "A2")
    between = Moved(Seen(2, side=side), "unit", "gun", "B1", "B2")
    again = Moved(Seen(3, side="Red"), "unit", "tank", "A2", "A3")
    marker, follows = TurnShown(Seen(4), "", 2, None), Moved(Seen(5), "unit", "gun", "B2", "B3")
    found = netted([first, between, again, marker, follows])
    assert (first in found) is (side == "Blue")
