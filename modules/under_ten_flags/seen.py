"""Beliefs: where the ships of the other side can be, as a side knows."""

from __future__ import annotations

from collections.abc import Sequence

from validator.hidden.beliefs import Belief
from validator.hidden.whereabouts import NOWHERE, Whereabouts

from . import state as st
from .effects import starts
from .facts import MARKERS, hex_of
from .state import State
from .tables import OCEANS, Tables


def consistent(true: State, seen: State) -> bool:
    """Whether public knowledge allows the true state."""
    return (
        true.atlantis.keys() <= seen.atlantis.keys()
        and all(_set_possible(true, seen, acvm) for acvm in true.voyages)
        and all(_cruiser_possible(true, seen, ca) for ca in true.cruisers)
        and (true.phase, true.turn, true.points, true.morale)
        == (seen.phase, seen.turn, seen.points, seen.morale)
        and true.outcome == seen.outcome
    )


def _set_possible(true: State, seen: State, acvm: str) -> bool:
    mine, theirs = true.voyages[acvm], seen.voyages[acvm]
    among = all(getattr(mine, one) <= getattr(theirs, one) for one in MARKERS)
    return among and mine.at == theirs.at


def _cruiser_possible(true: State, seen: State, ca: str) -> bool:
    mine, theirs = true.cruisers[ca], seen.cruisers[ca]
    there = not theirs.at or mine.at.keys() <= theirs.at.keys()
    return there and theirs.active in (None, mine.active)


DUTY = {None: "perhaps active", True: "active", False: "not activated"}


def beliefs(tables: Tables, state: State, side: str | None) -> Sequence[Belief]:
    """The beliefs about Atlantis, except for the German, and about both cruisers, except for the
    British."""
    names = {one.id: one.name for one in tables.game.counters}
    found = []
    if side != st.GERMAN:
        sunk = "sunk" if state.sunk else ""
        found.append(Belief(names[st.ATLANTIS], OCEANS, _atlantis(tables, state), sunk))
    if side != st.BRITISH:
        found += [
            Belief(names[one.id], OCEANS, _cruiser(tables, state, one), DUTY[one.active])
            for one in state.cruisers.values()
        ]
    return tuple(found)


def _atlantis(tables: Tables, state: State) -> Whereabouts:
    """Where Atlantis can be; until its plot of this activation is seen, before or after that
    plot."""
    if state.sunk:
        return NOWHERE
    if not state.atlantis:
        return Whereabouts.among(tables.neighbours)
    if state.phase == st.GERMAN_PHASE and not state.plot:
        return state.atlantis.moved(tables, tables.hexes_a_card)
    return state.atlantis


def _cruiser(tables: Tables, state: State, cruiser: st.Cruiser) -> Whereabouts:
    """Where a cruiser can be; an escort is where its convoy is."""
    places = cruiser.at or starts(tables, state)
    return Whereabouts.among(sorted({hex_of(state, place) for place in places}))


def moment(tables: Tables, state: State) -> str:
    """The activation, as a table of beliefs calls it."""
    if not state.turn:
        return "set-up"
    side = next((one for one, phase in st.PHASE_OF.items() if phase == state.phase), None)
    if side is None:
        return f"turn {state.turn}" if state.phase == st.CARDS else f"turn {state.turn}, the end"
    return f"turn {state.turn}, {side} activation {state.activated.get(side, 0)}"
