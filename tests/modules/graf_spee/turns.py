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


def quiet(log: Any, turn: int, to: str | None = None) -> Any:
    """A turn in which nothing is moved but the plot."""
    return close(course(log, turn, to), turn)


def with_cruisers(log: Any) -> Any:
    """After turn 1 Exeter stands on A2, Sussex on A1, Shropshire on A3; the raider is in D3."""
    begun(log, "B3")
    course(log, 1, "D3")
    log.move("exeter", "A2").move("sussex", "A1").move("shropshire", "A3")
    return close(log, 1)


def contact(log: Any, turn: int, place: str, *pieces: str) -> Any:
    """The German shows the ship, the British the pieces in its hex."""
    log.declare("END OF MOVEMENT", "British", turn=turn)
    log.declare("CONTACT", "German", turn=turn)
    log.move("graf_spee", place)
    return log.show(*pieces)


def tidy(log: Any, turn: int, *pieces: str) -> Any:
    """Pieces face down, the ship off the map, the turn ends."""
    log.mask(*pieces)
    log.move("graf_spee", "Holding", LOG)
    return log.end_of_turn(turn)
