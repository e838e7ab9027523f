"""The sequence of play: what is owed first, then whatever the Active player likes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from validator.explaining.signs import actions_of
from validator.rules.sequence import Condition, Due, due_of, settled_by
from validator.rules.states import Pending

from . import state as st
from . import verbs as v
from .forces import strays
from .owing import owed, place_of
from .setup import begun
from .state import State
from .tables import Tables
from .time_lapse import numbers

OPEN_WHEN: Mapping[str, Condition] = {}
"""When a step is open, by its id; one that is not named always is."""
SETTLED_BY = settled_by(v.VERBS)
ACTIONS = actions_of(v.VERBS)


def due(tables: Tables, state: State) -> Iterator[Due]:
    """Who may or must act now."""
    if may := owed(state, st.MAY_LAPSE):
        yield Due(may.side, (v.TimeLapse, v.RollTimeLapse), False, may.case, "time_lapse_step")
    owing = sorted((one for one in state.pending if one.what != st.MAY_LAPSE), key=place_of)
    for pending in owing:
        if place_of(pending) == place_of(owing[0]):
            yield from _due(tables, state, pending)
    if owing:
        return
    if next(strays(tables, state), None):
        yield Due(None, (v.TakeOff,), True, "AC-21.8", "markers")
        return
    for step in tables.sequence.due(tables, state, st.ACTION):
        yield replace(step, side=state.active)


def _due(tables: Tables, state: State, pending: Pending) -> Iterator[Due]:
    if pending.what == st.SEIZE:
        yield Due(pending.side, (v.Seize, v.Decline), True, pending.case, "seize_step")
    elif pending.what in (st.LAPSE, st.ONE_LAPSE):
        piece, name = pending.piece, "force" if pending.piece else ""
        ready = not piece or numbers(tables, state, state.force(piece))
        verbs = (v.TimeLapse, v.RollTimeLapse) if ready else (v.RollTimeLapse, v.TimeLapse)
        yield Due(pending.side, verbs, True, pending.case, "time_lapse_step", piece, name)
    else:
        yield due_of(pending, SETTLED_BY)


def start(tables: Tables) -> State:
    """As the scenario says."""
    return begun(tables)
