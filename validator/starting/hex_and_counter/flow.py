"""The sequence of play, the end of a turn and of the game, and the state when a log begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from validator.rules.cases import Fault
from validator.rules.sequence import Due
from validator.rules.states import THIS_TURN, Outcome
from validator.rules.verbs import Verb

from .state import DIE, RETREAT, STEP, State, Unit, book
from .tables import FIRST, SECOND, STEPS, TOWN, Tables
from .verbs import Attack, EndPlayerTurn, EndTurn, Lose, Move, Retreat, Roll, Target

OWED: Mapping[str, tuple[type[Verb], ...]] = {
    DIE: (Roll,),
    STEP: (Lose,),
    RETREAT: (Retreat, Lose),
}


def due(t: Tables, state: State) -> tuple[Due, ...]:
    """Who may or must act now: pending things first, then the steps of the turn."""
    return () if state.outcome is not None else tuple(_due(state, STEPS[state.step]))


def _due(state: State, side: str) -> Iterator[Due]:
    for one in state.pending:
        if one.what == DIE:
            yield Due(side, (Attack,), not state.fighting, "3.1")
        named = "unit" if one.piece else ""
        yield Due(one.side, OWED[one.what], True, one.case, "", one.piece, named)
    if not side:
        yield Due(None, (EndTurn,), True)
    elif not state.pending:
        yield Due(side, (Move,), False, "1.1", f"{side.lower()}_move")
        yield Due(side, (Target,), False, "3.1", f"{side.lower()}_combat")
        yield Due(side, (EndPlayerTurn,), True)


book.offer(EndPlayerTurn, side=lambda t, state, end: (STEPS[state.step],))


@book.case("1.1", reads=("side",))
def a_side_ends_its_own_turn(t: Tables, state: State, end: EndPlayerTurn) -> Fault:
    return None if end.side == STEPS[state.step] else f"{end.side} ended the turn of another"


@book.effect
def player_turn_ended(t: Tables, state: State, end: EndPlayerTurn) -> State:
    steps = [*STEPS]
    return _afresh(state, steps[min(steps.index(state.step) + 1, 2)])


@book.effect
def turn_ended(t: Tables, state: State, end: EndTurn) -> State:
    if state.turn < t.last_turn:
        after = _afresh(state, next(iter(STEPS)))
        return after.changed(turn=state.turn + 1, doubt=frozenset())
    held = all(t.units(state, FIRST, [place]) for place in TOWN)
    return state.changed(outcome=Outcome(FIRST if held else SECOND, "4.1"))


def _afresh(state: State, step: str) -> State:
    none: frozenset[str] = frozenset()
    state = state.changed(step=step, moved=none, fought=none, target="", fighting=())
    return state.changed(known=True, pending=())


def start(t: Tables) -> State:
    """The state at the start of the scenario."""
    return State(step=next(iter(STEPS)), units=t.set_up)


def start_of_log(context: Any) -> State:
    """The state from the table at the start of a log, which may be in the middle of a game."""
    t, scene = context.tables, context.scene
    turn, phase = scene.turn or (1, 0)
    tokens = [token for token in scene.start.values() if token.unit in t.counters]
    seen = {str(one.unit): Unit(one.place, one.level > 1) for one in tokens}
    in_place = bool(seen) and seen.items() <= t.set_up.items()
    fresh = (turn, phase) == (1, 0) and in_place
    return State(
        turn=turn,
        step=[*STEPS][phase],
        units=t.set_up if fresh else seen,  # who is not seen lies face down where it was laid
        doubt=frozenset() if fresh else frozenset({THIS_TURN}),
        dice_seen=not context.unseen_dice,
    )
