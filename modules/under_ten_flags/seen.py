"""What everybody sees of a verb, and where a side may think the others' ships to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from validator.hidden.beliefs import Belief
from validator.hidden.whereabouts import NOWHERE, Whereabouts
from validator.rules.verbs import Verb

from . import verbs as v
from .effects_british import anywhere, starts
from .facts import hex_of
from .state import ATLANTIS, BRITISH, BRITISH_PHASE, CARDS, GERMAN, GERMAN_PHASE, Cruiser, State
from .tables import OCEANS, Tables


def seen_by_all(tables: Tables, state: State, verb: Verb) -> tuple[Verb, ...]:
    """The verb without its secrets; nothing of what a cruiser does unseen."""
    if isinstance(verb, v.PlaceCruiser | v.PlotCruiser | v.JoinEscort | v.LeaveEscort):
        return ()
    if isinstance(verb, v.ChooseStart):
        return (v.ChooseStart(None),)
    if isinstance(verb, v.PlotAtlantis):
        return (v.PlotAtlantis(None),)
    if isinstance(verb, v.DrawSet):
        return (replace(verb, origin=None, destination=None, ship=None),)
    return (verb,)


def consistent(true: State, seen: State) -> bool:
    """Whether the truth is possible by what everybody knows."""
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
    return (
        mine.at == theirs.at
        and mine.origin <= theirs.origin
        and mine.destination <= theirs.destination
        and mine.ship <= theirs.ship
    )


def _cruiser_possible(true: State, seen: State, ca: str) -> bool:
    mine, theirs = true.cruisers[ca], seen.cruisers[ca]
    return (not theirs.at or mine.at.keys() <= theirs.at.keys()) and theirs.active in (
        None,
        mine.active,
    )


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
