"""The sequence of play: the steps of ``game.yaml`` and the verbs that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from validator.explaining.signs import actions_of
from validator.rules.sequence import Condition, Due

from . import facts
from . import state as st
from . import verbs as v
from .facts import must_sail, owed
from .hunting import may_prepare, may_react
from .state import Hunt, State, Voyage
from .tables import Tables


def _any_set(holds: Callable[[Tables, State, Voyage], bool]) -> Condition:
    """Whether something holds of one of the sets."""
    return lambda tables, state: any(holds(tables, state, one) for one in state.voyages.values())


OPEN_WHEN: Mapping[str, Condition] = {
    "draw": facts.may_draw_card,
    "skip": lambda tables, state: False,  # a card too many is passed over by the next one
    "joker": lambda tables, state: False,  # what it calls for is pending
    st.RECYCLING: lambda tables, state: (
        state.activated.get(st.BRITISH, 0) > 1 and _any_set(facts.may_roll)(tables, state)
    ),
    st.ARRIVALS: _any_set(facts.must_exit),
    st.CRUISERS: lambda tables, state: any(
        one.active is not False for one in state.cruisers.values()
    ),
    st.SAILING: _any_set(must_sail),
    st.CRUISER_SEARCH: lambda tables, state: bool(state.may_search),
    st.NEW_VOYAGE: lambda tables, state: (
        state.sets_drawn < tables.sets_a_card and facts.can_draw_set(tables, state)
    ),
    st.PLOTTING: lambda tables, state: not state.plot,
    st.SEARCHING: lambda tables, state: bool(state.plot) and not state.searched,
    st.GUNNERY: lambda tables, state: owed(state, st.GUN) is not None,
}
"""When a step is open, by its id."""
ACTIONS = actions_of(v.VERBS)
COUNTERS: Mapping[str, str] = {st.GERMAN: st.DISGUISE, st.BRITISH: st.WALRUS}
"""The counter that a side lays out to modify a die."""


# --- Who acts --------------------------------------------------------------------------


def due(tables: Tables, state: State) -> Iterator[Due]:
    """Yield who may or must act now. Pending things come before the steps, and a mandatory step
    before later steps."""
    used = state.supplied or state.checked or state.searched  # UTF-9.2b
    if state.phase == st.GERMAN_PHASE and state.plot and not used:
        yield Due(st.GERMAN, (v.UseUBoat,), False, "UTF-9.2a", "plotting")
    yield from _around_a_search(tables, state)
    if owing := [*tables.sequence.owed(state.pending)]:
        yield from owing
    elif state.phase == st.SET_UP:
        yield from _set_up(tables, state)
    elif state.phase == st.CARDS:
        yield from tables.sequence.due(tables, state, st.CARDS)
    else:
        yield from _steps(tables, state)


def _around_a_search(tables: Tables, state: State) -> Iterator[Due]:
    """Counters may be placed before a die, and a cruiser may react before the ship rolls."""
    for side, counter in COUNTERS.items():
        if may_prepare(tables, state, side):
            yield Due(side, (v.PlaceOnDisplay,), False, "UTF-7.3c", "searching", counter, "piece")
    if may_react(tables, state):
        yield Due(st.BRITISH, (v.React,), False, "UTF-7.2.1a", "searching")
    if state.hunt is not None:
        yield from _unknown(state.hunt)


def _unknown(hunt: Hunt) -> Iterator[Due]:
    """Verbs that follow if dice that nobody saw had a certain result."""
    by_raider = hunt.by == st.ATLANTIS
    searched = hunt.reaction if by_raider else hunt.roll
    if not by_raider and hunt.roll.found is None and hunt.answer is None:
        yield Due(st.GERMAN, (v.AnswerSearch,), False, "UTF-7.5b", "searching")
    may_be_found = searched is not None and searched.found is None and hunt.answer is not False
    if may_be_found and st.ATLANTIS not in hunt.counters:
        yield Due(st.GERMAN, (v.AtlantisCounter,), False, "UTF-7.5c", "searching")
    if by_raider and hunt.roll.found is None and hunt.target not in hunt.counters:
        case = "UTF-7.5c"
        yield Due(st.BRITISH, (v.ACVCounter,), False, case, "searching", hunt.target, "acvm")
    for piece, throw in hunt.counters.items():
        if throw.found is None and not hunt.under_fire:
            side = st.BRITISH if piece == st.ATLANTIS else st.GERMAN
            yield Due(side, (v.GunRange,), False, "UTF-8.1c", "searching", piece, "target")


def _steps(tables: Tables, state: State) -> Iterator[Due]:
    """The current step and those after it."""
    yield from _put_away(state, [ship for ship in state.cvm if ship not in state.searched])
    passed = st.BRITISH_STEPS.index(state.step) if state.step in st.BRITISH_STEPS else 0
    for step in tables.sequence.due(tables, state, state.phase):
        if step.step not in st.BRITISH_STEPS or st.BRITISH_STEPS.index(step.step) >= passed:
            yield from _ship_by_ship(tables, state, step) if step.step == st.SAILING else (step,)
            if step.mandatory:
                return
    yield from _put_away(state, state.cvm)
    british = state.phase == st.BRITISH_PHASE
    side, case = (st.BRITISH, "UTF-4.1") if british else (st.GERMAN, "UTF-4.2")
    yield Due(side, (v.EndActivation,), True, case, state.phase)


def _put_away(state: State, ships: Iterable[str]) -> Iterator[Due]:
    """Open counters leave the map; those left over from earlier leave first."""
    for ship in ships:
        owner = st.GERMAN if ship == st.ATLANTIS else st.BRITISH
        yield Due(owner, (v.PlaceOnDisplay,), True, "UTF-7.1d", state.phase, ship, "piece")


def _ship_by_ship(tables: Tables, state: State, step: Due) -> Iterator[Due]:
    """A step for each cargo ship that must sail, so that not all of them are tried for each."""
    for voyage in state.voyages.values():
        if must_sail(tables, state, voyage):
            yield replace(step, piece=voyage.id, field="acvm")


def _set_up(tables: Tables, state: State) -> Iterator[Due]:
    if not state.atlantis:
        yield Due(st.GERMAN, (v.ChooseStart,), True, "UTF-3.3.1a", st.SET_UP)
    if not facts.in_use(state):
        yield Due(st.BRITISH, (v.DrawSet,), True, "UTF-3.3.2a", st.SET_UP)
    for ca in [one.id for one in state.cruisers.values() if not one.at]:
        yield Due(st.BRITISH, (v.PlaceCruiser,), True, "UTF-3.3.2d", st.SET_UP, ca, "ca")
    if facts.may_draw_card(tables, state):
        yield Due(st.GERMAN, (v.DrawCard,), True, "UTF-4.0a", st.SET_UP)


# --- The beginning and the end ---------------------------------------------------------


def start(tables: Tables) -> State:
    """The state before the set-up, with everything known."""
    return start_unseen(tables, *st.SIDES)


def start_unseen(tables: Tables, *sides: str) -> State:
    """The state before the set-up, as everybody may know it, or as these sides do."""
    return State(
        sees=frozenset(sides),
        voyages={acvm: st.Voyage(acvm) for acvm in tables.markers},
        cruisers={ca: st.Cruiser(ca) for ca in tables.cruisers},
        boxes=dict.fromkeys((*tables.disguises, *tables.uboats), st.INTACT),
        morale=tables.morale[0],
        points=tables.points_start,
    )
