"""Drags of one piece are one move, as long as it lies on the table."""

from __future__ import annotations

from validator.explaining.facts import Came, Moved, Went
from validator.explaining.netting import netted
from validator.rules.scenes import Seen


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
