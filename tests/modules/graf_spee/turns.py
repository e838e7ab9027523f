"""Turns of the game as they stand in most logs, act by act."""

from __future__ import annotations

from typing import Any

LOG = "Voyage Log"


def begun(log: Any, start: str = "B2", indian: tuple[str, ...] = ()) -> Any:
    """The set-up is made: plot, supply ships in B3, D3 and C5, the pieces divided."""
    log.move("plot", start, LOG)
    for number, place in enumerate(("B3", "D3", "C5"), 1):
        log.move(f"supply_{number}", place, LOG)
    for piece in indian:
        log.move(piece, "Indian Cup")
    return log.start()


def course(log: Any, turn: int, to: str | None = None) -> Any:
    """Step 1: the plot moves, the course is declared."""
    if to is not None:
        log.move("plot", to, LOG)
    return log.declare("COURSE LOGGED", "German", turn=turn)


def close(log: Any, turn: int) -> Any:
    """No contact, and the turn ends."""
    log.declare("END OF MOVEMENT", "British", turn=turn)
    log.declare("NO CONTACT", "German", turn=turn)
    return log.end_of_turn(turn)


def over(log: Any, turn: int) -> Any:
    """The ship goes off the map and the turn ends."""
    return log.move("graf_spee", "Holding", LOG).end_of_turn(turn)
