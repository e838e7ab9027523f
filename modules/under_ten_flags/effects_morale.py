"""What morale checks and U-boats do to the state, legal or not: section 9."""

from __future__ import annotations

from validator.rules.states import Pending

from .book import effect
from .facts import morale_owed, settled
from .hunting import mark_on
from .morale import passes
from .state import BOX, CANCELLED, CHECK, CROSSED, GERMAN, INTACT, MAYBE_WORN, MORALE, State
from .tables import Tables
from .verbs import ChangeMorale, MoraleCheck, UseUBoat


@effect
def use_uboat(tables: Tables, state: State, supply: UseUBoat) -> State:
    new = morale_owed(tables, state.changed(supplied=supply.box), tables.uboat_gain, "UTF-9.2c")
    before = mark_on(state, supply.box)
    wear = tables.uboat_wear.get(before)
    if wear is None:
        return new
    if supply.die is None:
        maybe = Pending(MAYBE_WORN, GERMAN, "UTF-9.2d", supply.box)
        return new.changed(pending=(*new.pending, maybe))
    after = wear.get(supply.die, before)
    if after == before:
        return new
    at_once = tables.uboat_wear[INTACT].get(supply.die) == CROSSED
    case = "UTF-9.2f" if at_once else "UTF-9.2e"
    owing = Pending(BOX, GERMAN, case, f"{supply.box}={after}")
    return new.changed(pending=(*new.pending, owing))


@effect
def morale_check(tables: Tables, state: State, check: MoraleCheck) -> State:
    new = state.changed(checked=True, check_dice=check.dice, pending=settled(state, CHECK))
    if check.dice is None:
        new.atlantis = state.atlantis.joined(state.stood)
    elif not passes(tables, state, check.dice):
        new.atlantis = state.stood or state.atlantis
        new.plot = CANCELLED
    return new


@effect
def change_morale(tables: Tables, state: State, change: ChangeMorale) -> State:
    levels = tables.morale
    place = levels.index(state.morale) if state.morale in levels else 0
    level = levels[min(max(place - change.delta, 0), len(levels) - 1)]
    return state.changed(morale=level, pending=_moved(state.pending, change.delta))


def _moved(pending: tuple[Pending, ...], delta: int) -> tuple[Pending, ...]:
    """What the fatigue marker still owes after a move, the oldest of its direction first."""
    left = []
    for entry in pending:
        if entry.what == MORALE and entry.points * delta > 0:
            delta -= entry.points
        else:
            left.append(entry)
    return tuple(left)
