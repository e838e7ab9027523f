"""Where the British may think the Graf Spee to be (`validator.rules.engine.GameModule.beliefs`)."""

from __future__ import annotations

from collections.abc import Sequence

from validator.hidden.beliefs import Belief
from validator.hidden.whereabouts import Whereabouts

from .facts import reach
from .state import GERMAN, SET_UP, SHIP, VOYAGE_LOG, State
from .tables import SEA_MAP, Tables


def beliefs(tables: Tables, state: State, side: str | None) -> Sequence[Belief]:
    """The raider's hexes; the German knows where his ship is."""
    if side == GERMAN:
        return ()
    name = next(one.name for one in tables.game.counters if one.id == SHIP)
    left = "" if state.ship or not state.placed else "off the map"
    return (Belief(name, SEA_MAP, _may_be(tables, state), left),)


def _may_be(tables: Tables, state: State) -> Whereabouts:
    """A course is written in secret (GS-4): until play shows that it is, it may be or not.

    The pursued ship's too, before it is shown (GS-6(6)b).
    """
    if not state.placed:
        return Whereabouts.among(sorted(tables.start_hexes))
    if state.step in (SET_UP, VOYAGE_LOG) and state.outcome is None:
        return state.ship.joined(reach(tables, state))
    return state.ship


def moment(tables: Tables, state: State) -> str:
    """The turn, as a table of beliefs calls it."""
    return f"turn {state.turn}" if state.turn else "set-up"
