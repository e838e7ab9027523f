"""Where a side may think the others' ships to be (`validator.rules.engine.GameModule.beliefs`)."""

from __future__ import annotations

from collections.abc import Sequence

from validator.hidden.beliefs import Belief
from validator.hidden.whereabouts import NOWHERE, Whereabouts

from .effects_setup import anywhere, starts
from .facts import hex_of
from .state import ATLANTIS, BRITISH, BRITISH_PHASE, CARDS, GERMAN, GERMAN_PHASE, Cruiser, State
from .tables import OCEANS, Tables


def beliefs(tables: Tables, state: State, side: str | None) -> Sequence[Belief]:
    """Atlantis for all but the German, both cruisers for all but the British."""
    names = {one.id: one.name for one in tables.game.counters}
    found = []
    if side != GERMAN:
        sunk = "sunk" if state.sunk else ""
        found.append(Belief(names[ATLANTIS], OCEANS, _atlantis(tables, state), sunk))
    if side != BRITISH:
        found += [
            Belief(names[one.id], OCEANS, _cruiser(tables, state, one), _duty(one))
            for one in state.cruisers.values()
        ]
    return tuple(found)


def _atlantis(tables: Tables, state: State) -> Whereabouts:
    """Before its plot is seen to be written, it may be or not."""
    if state.sunk:
        return NOWHERE
    if not state.atlantis:
        return anywhere(tables)
    if state.phase == GERMAN_PHASE and not state.plot:
        return state.atlantis.moved(tables, tables.hexes_a_card)
    return state.atlantis


def _cruiser(tables: Tables, state: State, cruiser: Cruiser) -> Whereabouts:
    """An escort is where its convoy is."""
    places = cruiser.at or starts(tables, state)
    return Whereabouts.among(sorted({hex_of(state, place) for place in places}))


def _duty(cruiser: Cruiser) -> str:
    if cruiser.active is None:
        return "perhaps active"
    return "active" if cruiser.active else "not activated"


def moment(tables: Tables, state: State) -> str:
    """The activation, as a table of beliefs calls it."""
    if not state.turn:
        return "set-up"
    phases = {BRITISH_PHASE: BRITISH, GERMAN_PHASE: GERMAN}
    side = phases.get(state.phase)
    if side is None:
        return f"turn {state.turn}" if state.phase == CARDS else f"turn {state.turn}, the end"
    return f"turn {state.turn}, {side} activation {state.activated.get(side, 0)}"
