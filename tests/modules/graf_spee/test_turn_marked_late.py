"""The turn marker of a game by hand is moved when the first acts of its turn are done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

LOG = "Voyage Log"
Codes = Callable[..., list[str]]


def begun(log: Any) -> Any:
    """The set-up, and the first turn: two pieces come to the map, and the ship raids."""
    log.move("plot", "B2", LOG)
    for number, place in ((1, "B3"), (2, "D3"), (3, "C5")):
        log.move(f"supply_{number}", place, LOG)
    log.start().move("plot", "B4", LOG).move("exeter", "A2").move("sussex", "A3")
    return log.move("graf_spee", "B4")


def gone_on(log: Any) -> Any:
    """The rest of the second turn, and the third."""
    log.move("shropshire", "A2").move("cumberland", "A1").move("turn", "Turn 3")
    return log.move("plot", "B6", LOG).move("hermes", "A2")


@pytest.mark.parametrize("late", [0, 1, 2])
@pytest.mark.parametrize("reveal", [False, True])
def test_the_first_acts_of_a_turn_before_its_marker(
    late: int, reveal: bool, log: Any, codes: Codes
) -> None:
    """Exeter moves in both turns: its drags are two moves."""
    acts = [("plot", "B5", LOG), ("exeter", "A3")]
    begun(log).move("graf_spee", "Holding", LOG)
    acts.insert(late, ("turn", "Turn 2"))
    for piece, *place in acts:
        log.move(piece, *place)
    assert codes(gone_on(log), reveal=reveal) == []


@pytest.mark.parametrize("late", [False, True])
def test_the_hex_of_an_escape_is_written_before_the_marker(
    late: bool, log: Any, codes: Codes
) -> None:
    begun(log).move("graf_spee", "Holding", LOG)
    log.move("turn", "Turn 2").move("plot", "A4", LOG).move("exeter", "B3")
    acts = [("plot", "A3", LOG), ("turn", "Turn 3")]
    for piece, *place in acts if late else reversed(acts):
        log.move(piece, *place)
    assert codes(log.move("graf_spee", "Atlantic Ocean"), reveal=True) == []


def test_a_piece_that_moves_on_across_a_late_marker_moves_once(log: Any, codes: Codes) -> None:
    begun(log).move("graf_spee", "Holding", LOG).move("plot", "B5", LOG)
    log.move("exeter", "A3").move("turn", "Turn 2")
    assert codes(gone_on(log.move("exeter", "A4"))) == []


def test_a_move_in_two_drags_just_before_the_marker_is_one(log: Any, codes: Codes) -> None:
    """The ship, which had raided, is put away between them: that tells no two turns apart."""
    begun(log).move("turn", "Turn 2").move("plot", "B5", LOG)
    log.move("exeter", "A3").move("graf_spee", "Holding", LOG).move("exeter", "A4")
    log.move("graf_spee", "B5").move("graf_spee", "Holding", LOG).move("turn", "Turn 3")
    assert codes(log.move("plot", "C5", LOG).move("exeter", "B5"), reveal=True) == []
