"""Which turn markers may have been moved late."""

from __future__ import annotations

from validator.explaining.facts import Fact, Moved, TurnShown
from validator.explaining.settling import marked_soon
from validator.rules.scenes import Declaration, Seen


def moved(step: int) -> Fact:
    return Moved(Seen(step), "scout", "scout", "1", "2")


def shown(step: int, turn: int, *said: Declaration) -> TurnShown:
    return TurnShown(Seen(step, declarations=said), "", turn, None)


def test_a_marker_that_follows_soon_may_be_late() -> None:
    marker = shown(2, 5)
    assert [*marked_soon([moved(0), moved(1), marker, moved(3)], 0)] == [marker]


def test_a_marker_that_follows_much_later_is_not() -> None:
    facts = [*map(moved, range(7)), shown(7, 5), moved(8)]
    assert [*marked_soon(facts, 0)] == []
    assert [*marked_soon(facts, 1)] == [facts[7]]


def test_a_turn_tracker_that_is_clicked_shows_its_first_step_too() -> None:
    marker, step = shown(1, 5), TurnShown(Seen(1), "", 5, 0)
    assert [*marked_soon([moved(0), marker, step, moved(2)], 0)] == [marker]
    assert [*marked_soon([moved(0), step, moved(2)], 0)] == []
    assert [*marked_soon([moved(0), marker, step], 0)] == []


def test_a_button_that_ends_the_turn_is_not_late() -> None:
    ended = Declaration("ends", "", 4)
    assert [*marked_soon([moved(0), shown(1, 5, ended), moved(2)], 0)] == []


def test_a_marker_after_which_nothing_follows_is_not_late() -> None:
    assert [*marked_soon([moved(0), shown(1, 5)], 0)] == []
    both = [moved(0), shown(1, 5), shown(2, 6), moved(3)]
    assert [*marked_soon(both, 0)] == [both[2]]
