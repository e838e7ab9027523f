"""The sequence of play: the steps of ``game.yaml`` and the verbs that belong to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from validator.rules.sequence import Condition, Due, SequenceOfPlay, due_of, match_actions
from validator.rules.states import Outcome
from validator.rules.verbs import Verb

from .facts import can_draw_set, in_use, may_draw_card, must_exit, must_sail, owed
from .hunting import may_prepare, may_react
from .state import (
    ACV_COUNTER,
    ANSWER,
    ASIDE,
    ATLANTIS,
    ATLANTIS_COUNTER,
    BOX,
    BRITISH,
    BRITISH_PHASE,
    BRITISH_STEPS,
    CARDS,
    CHECK,
    CRUISER_CARD,
    DISGUISE,
    DISPLAY,
    GERMAN,
    GERMAN_PHASE,
    GUN,
    INTACT,
    JOKER,
    MORALE,
    PLACE,
    POINTS,
    RETURN,
    SAILING,
    SET_UP,
    SHOW,
    TURN,
    WAITING,
    WALRUS,
    Cruiser,
    Hunt,
    State,
    Voyage,
)
from .tables import Tables
from .verbs import (
    ACVCounter,
    AnswerSearch,
    AtlantisCounter,
    AtlantisSearch,
    ChangeMorale,
    ChangePoints,
    ChooseStart,
    CruiserSearch,
    DrawCard,
    DrawCruiserCard,
    DrawSet,
    EndActivation,
    EndTurn,
    ExitMap,
    GunRange,
    JoinEscort,
    LeaveEscort,
    MarkBox,
    MoraleCheck,
    MoveACVM,
    PlaceACVM,
    PlaceCruiser,
    PlaceOnDisplay,
    PlotAtlantis,
    PlotCruiser,
    React,
    Rest,
    ReturnJoker,
    ReturnSet,
    RollRecycle,
    SetAside,
    ShowShip,
    UseUBoat,
)

if TYPE_CHECKING:
    from generator.definition.schema import Game

VERBS_OF_STEP: Mapping[str, tuple[type[Verb], ...]] = {
    "draw": (DrawCard,),
    "skip": (DrawCard,),
    "joker": (ReturnJoker, EndTurn),
    "recycling": (RollRecycle,),
    "arrivals": (ExitMap,),
    "cruisers": (PlotCruiser, JoinEscort, LeaveEscort),
    "sailing": (MoveACVM,),
    "cruiser_search_step": (CruiserSearch,),
    "new_voyage": (DrawSet,),
    "plotting": (PlotAtlantis, Rest),
    "searching": (AtlantisSearch,),
    "gunnery": (GunRange,),
}
"""Verbs by the ids of the steps of game.yaml; what is pending comes before all of them."""


def _some_set_waits(tables: Tables, state: State) -> bool:
    return state.activated.get(BRITISH, 0) > 1 and any(
        one.at == WAITING and one.rolled < state.serial for one in state.voyages.values()
    )


def _some_set_arrived(tables: Tables, state: State) -> bool:
    return any(must_exit(tables, state, one) for one in state.voyages.values())


def _some_cruiser_is_active(tables: Tables, state: State) -> bool:
    return any(one.active is not False for one in state.cruisers.values())


def _some_set_must_sail(tables: Tables, state: State) -> bool:
    return any(must_sail(tables, state, one) for one in state.voyages.values())


def _some_cruiser_may_search(tables: Tables, state: State) -> bool:
    return any(
        one.active is not False and one.id not in state.searched for one in state.cruisers.values()
    )


def _set_is_due(tables: Tables, state: State) -> bool:
    return state.sets_drawn < tables.sets_a_card and can_draw_set(tables, state)


OPEN_WHEN: Mapping[str, Condition] = {
    "draw": may_draw_card,
    "skip": lambda tables, state: False,  # a card too many is passed over by the next one
    "joker": lambda tables, state: False,  # what it calls for is pending
    "recycling": _some_set_waits,
    "arrivals": _some_set_arrived,
    "cruisers": _some_cruiser_is_active,
    "sailing": _some_set_must_sail,
    "cruiser_search_step": _some_cruiser_may_search,
    "new_voyage": _set_is_due,
    "plotting": lambda tables, state: not state.plot,
    "searching": lambda tables, state: bool(state.plot) and not state.searched,
    "gunnery": lambda tables, state: owed(state, GUN) is not None,
}

VERBS_OF_PENDING: Mapping[str, type[Verb]] = {
    PLACE: PlaceACVM,
    RETURN: ReturnSet,
    JOKER: ReturnJoker,
    TURN: EndTurn,
    POINTS: ChangePoints,
    MORALE: ChangeMorale,
    CHECK: MoraleCheck,
    BOX: MarkBox,
    ANSWER: AnswerSearch,
    DISPLAY: PlaceOnDisplay,
    ACV_COUNTER: ACVCounter,
    ATLANTIS_COUNTER: AtlantisCounter,
    GUN: GunRange,
    SHOW: ShowShip,
    ASIDE: SetAside,
    CRUISER_CARD: DrawCruiserCard,
}

FIELD_OF_PENDING: Mapping[str, str] = {
    PLACE: "acvm",
    RETURN: "acvm",
    BOX: "box",
    DISPLAY: "piece",
    ACV_COUNTER: "acvm",
    GUN: "target",
    SHOW: "acvm",
    ASIDE: "acvm",
}
"""The verb's field that names what something pending is about."""

COUNTERS: Mapping[str, str] = {GERMAN: DISGUISE, BRITISH: WALRUS}
"""The counter that a side lays out to modify a die."""

ACTIONS: Mapping[str, tuple[type[Verb], ...]] = {
    "plotted": (PlotAtlantis,),
    "rest": (Rest,),
    "searches": (AtlantisSearch,),
    "here": (AnswerSearch,),
    "not_here": (AnswerSearch,),
    "done_german": (EndActivation,),
    "cruisers_plotted": (PlotCruiser, JoinEscort, LeaveEscort),
    "cruiser_searches": (CruiserSearch,),
    "reacts": (React,),
    "done_british": (EndActivation,),
    "next_card": (DrawCard,),
    "cruiser_card": (DrawCruiserCard,),
    "joker_back": (ReturnJoker,),
    "end_of_turn": (EndTurn,),
}
"""The verbs that a declaration of actions.yaml stands for."""


def sequence_of(game: Game) -> SequenceOfPlay:
    """The steps of the definition with their verbs; SequenceError where they do not fit."""
    match_actions(game.actions, ACTIONS, "flow.py")
    return SequenceOfPlay(game.sequence, VERBS_OF_STEP, OPEN_WHEN)


# --- Who acts --------------------------------------------------------------------------


def due(tables: Tables, state: State) -> tuple[Due, ...]:
    """Who may or must act now: what is pending first, then the steps of the sequence."""
    if state.outcome is not None:
        return ()
    return tuple(_due(tables, state))


def _due(tables: Tables, state: State) -> Iterator[Due]:
    """What is pending keeps the steps waiting, and a step that must be done those after it."""
    if state.phase == GERMAN_PHASE and _may_be_supplied(state):
        yield Due(GERMAN, (UseUBoat,), False, "UTF-9.2a", "plotting")
    yield from _around_a_search(tables, state)
    owing = [pending for pending in state.pending if pending.what in VERBS_OF_PENDING]
    if owing:
        for pending in owing:
            yield due_of(pending, VERBS_OF_PENDING, FIELD_OF_PENDING)
    elif state.phase == SET_UP:
        yield from _set_up(tables, state)
    elif state.phase == CARDS:
        yield from tables.sequence.due(tables, state, CARDS)
    else:
        yield from _steps(tables, state)


def _may_be_supplied(state: State) -> bool:
    """A U-boat is used after the plot and before its check (UTF-9.2b)."""
    return bool(state.plot) and not (state.supplied or state.checked or state.searched)


def _around_a_search(tables: Tables, state: State) -> Iterator[Due]:
    """Counters may be laid out before a die, and a cruiser may react before the ship rolls."""
    for side, counter in COUNTERS.items():
        if may_prepare(tables, state, side):
            yield Due(side, (PlaceOnDisplay,), False, "UTF-7.3c", "searching", counter, "piece")
    if may_react(tables, state):
        yield Due(BRITISH, (React,), False, "UTF-7.2.1a", "searching")
    if state.hunt is not None:
        yield from _unknown(state.hunt)


def _unknown(hunt: Hunt) -> Iterator[Due]:
    """What follows from dice that nobody saw, if they fell so."""
    by_raider = hunt.by == ATLANTIS
    searched = hunt.reaction if by_raider else hunt.roll
    if not by_raider and hunt.roll.found is None and hunt.answer is None:
        yield Due(GERMAN, (AnswerSearch,), False, "UTF-7.5b", "searching")
    may_be_found = searched is not None and searched.found is None and hunt.answer is not False
    if may_be_found and ATLANTIS not in hunt.counters:
        yield Due(GERMAN, (AtlantisCounter,), False, "UTF-7.5c", "searching")
    if by_raider and hunt.roll.found is None and hunt.target not in hunt.counters:
        case = "UTF-7.5c"
        yield Due(BRITISH, (ACVCounter,), False, case, "searching", hunt.target, "acvm")
    for piece, throw in hunt.counters.items():
        if throw.found is None and not hunt.under_fire:
            side = BRITISH if piece == ATLANTIS else GERMAN
            yield Due(side, (GunRange,), False, "UTF-8.1c", "searching", piece, "target")


def _steps(tables: Tables, state: State) -> Iterator[Due]:
    """The steps from the one that play has come to; those before are over."""
    yield from _put_away(state, [ship for ship in state.cvm if ship not in state.searched])
    passed = BRITISH_STEPS.index(state.step) if state.step in BRITISH_STEPS else 0
    for step in tables.sequence.due(tables, state, state.phase):
        if step.step not in BRITISH_STEPS or BRITISH_STEPS.index(step.step) >= passed:
            yield from _ship_by_ship(tables, state, step) if step.step == SAILING else (step,)
            if step.mandatory:
                return
    yield from _put_away(state, state.cvm)
    side, case = (BRITISH, "UTF-4.1") if state.phase == BRITISH_PHASE else (GERMAN, "UTF-4.2")
    yield Due(side, (EndActivation,), True, case, state.phase)


def _put_away(state: State, ships: Iterable[str]) -> Iterator[Due]:
    """Counters that lay open come off the map; left over from earlier, before all else."""
    for ship in ships:
        owner = GERMAN if ship == ATLANTIS else BRITISH
        yield Due(owner, (PlaceOnDisplay,), True, "UTF-7.1d", state.phase, ship, "piece")


def _ship_by_ship(tables: Tables, state: State, step: Due) -> Iterator[Due]:
    """A step for each cargo ship that must sail: nobody has to look at them all for each."""
    for voyage in state.voyages.values():
        if must_sail(tables, state, voyage):
            yield replace(step, piece=voyage.id, field="acvm")


def _set_up(tables: Tables, state: State) -> Iterator[Due]:
    if not state.atlantis:
        yield Due(GERMAN, (ChooseStart,), True, "UTF-3.3.1a", SET_UP)
    if not in_use(state):
        yield Due(BRITISH, (DrawSet,), True, "UTF-3.3.2a", SET_UP)
    for cruiser in state.cruisers.values():
        if not cruiser.at:
            yield Due(BRITISH, (PlaceCruiser,), True, "UTF-3.3.2d", SET_UP, cruiser.id, "ca")
    if may_draw_card(tables, state):
        yield Due(GERMAN, (DrawCard,), True, "UTF-4.0a", SET_UP)


# --- The beginning and the end ---------------------------------------------------------


def start(tables: Tables) -> State:
    """Before the set-up, everything known."""
    return _start(tables, frozenset((GERMAN, BRITISH)))


def start_unseen(tables: Tables) -> State:
    """Before the set-up, as everybody may know it."""
    return _start(tables, frozenset())


def start_seen_by(tables: Tables, side: str) -> State:
    """Before the set-up, as one side knows it."""
    return _start(tables, frozenset((side,)))


def _start(tables: Tables, sees: frozenset[str]) -> State:
    return State(
        sees=sees,
        voyages={acvm: Voyage(acvm) for acvm in tables.markers},
        cruisers={ca: Cruiser(ca) for ca in tables.cruisers},
        boxes=dict.fromkeys((*tables.disguises, *tables.uboats), INTACT),
        morale=tables.morale[0],
        points=tables.points_start,
    )


def outcome(state: State) -> Outcome | None:
    """How the game ended (UTF-5.1e, 8.0); ``None`` while it goes on."""
    return state.outcome
