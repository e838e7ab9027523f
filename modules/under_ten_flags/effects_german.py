"""What the German's plot, checks and U-boats do to the state, legal or not: 4.2, section 9."""

from __future__ import annotations

from validator.hidden.whereabouts import Whereabouts
from validator.rules.states import Pending

from . import state as st
from .book import effect
from .facts import morale_owed, settled
from .hunting import mark_on
from .marks import passes
from .state import State
from .tables import Tables
from .verbs import ChangeMorale, MoraleCheck, PlotAtlantis, Rest, UseUBoat


@effect
def plot_atlantis(tables: Tables, state: State, plot: PlotAtlantis) -> State:
    if plot.hex is None:
        at, entry = state.atlantis.moved(tables, tables.hexes_a_card), st.SECRET
    else:
        at = Whereabouts.at(plot.hex)
        entry = st.STAY if plot.hex == state.atlantis.place else st.MOVE
    new = _written(tables, state, entry, plot.column)
    new.atlantis = at
    new.denied = frozenset()
    if entry == st.MOVE and tables.grey(new.column):
        new.pending = (*new.pending, Pending(st.CHECK, st.GERMAN, "UTF-9.1c"))
    return new


@effect
def rest(tables: Tables, state: State, resting: Rest) -> State:
    new = _written(tables, state, st.REST)
    return morale_owed(tables, new, tables.morale_rest, "UTF-9.1g")


def _written(tables: Tables, state: State, entry: str, column: int | None = None) -> State:
    """One more column of the sheet is filled; every fifth one costs a level of morale.

    A column that is out of order is taken as it stands on the sheet: what follows is counted on.
    """
    filled = state.column + 1 if column is None else column
    new = state.changed(column=filled, plot=entry, stood=state.atlantis)
    if tables.grey(new.column):
        return morale_owed(tables, new, -tables.morale_lost, "UTF-9.1a")
    return new


@effect
def use_uboat(tables: Tables, state: State, supply: UseUBoat) -> State:
    new = morale_owed(tables, state.changed(supplied=supply.box), tables.uboat_gain, "UTF-9.2c")
    before = mark_on(state, supply.box)
    wear = tables.uboat_wear.get(before)
    if wear is None or supply.box not in tables.uboats:
        return new
    after = before if supply.die is None else wear.get(supply.die, before)
    if supply.die is None:
        owing = Pending(st.MAYBE_WORN, st.GERMAN, "UTF-9.2d", supply.box)
    elif after == before:
        return new
    else:
        at_once = tables.uboat_wear[st.INTACT].get(supply.die) == st.CROSSED
        case = "UTF-9.2f" if at_once else "UTF-9.2e"
        owing = Pending(st.BOX, st.GERMAN, case, f"{supply.box}={after}")
    return new.changed(pending=(*new.pending, owing))


@effect
def morale_check(tables: Tables, state: State, check: MoraleCheck) -> State:
    new = state.changed(checked=True, check_dice=check.dice, pending=settled(state, st.CHECK))
    if check.dice is None:
        new.atlantis = state.atlantis.joined(state.stood)
    elif not passes(tables, state, check.dice):
        new.atlantis = state.stood or state.atlantis
        new.plot = st.CANCELLED
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
        if entry.what == st.MORALE and entry.points * delta > 0:
            delta -= entry.points
        else:
            left.append(entry)
    return tuple(left)
