"""What the German's plot does to the state, legal or not."""

from __future__ import annotations

from validator.hidden.whereabouts import Whereabouts
from validator.rules.states import Pending

from .book import effect
from .facts import morale_owed
from .state import CHECK, GERMAN, MOVE, REST, SECRET, STAY, State
from .tables import Tables
from .verbs import PlotAtlantis, Rest


@effect
def plot_atlantis(tables: Tables, state: State, plot: PlotAtlantis) -> State:
    if plot.hex is None:
        at, entry = state.atlantis.moved(tables, tables.hexes_a_card), SECRET
    else:
        at = Whereabouts.at(plot.hex)
        entry = STAY if plot.hex == state.atlantis.place else MOVE
    new = _written(tables, state, entry, plot.column)
    new.atlantis = at
    new.denied = frozenset()
    if entry == MOVE and tables.grey(new.column):
        new.pending = (*new.pending, Pending(CHECK, GERMAN, "UTF-9.1c"))
    return new


@effect
def rest(tables: Tables, state: State, resting: Rest) -> State:
    new = _written(tables, state, REST)
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
