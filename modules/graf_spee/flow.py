"""The sequence of play: who may or must act, by the steps of ``game.yaml`` and pending things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.explaining.signs import actions_of
from validator.rules.sequence import Condition, Due

from . import state as st
from . import verbs as v
from .facts import combat_open
from .state import Piece, State
from .tables import Tables

OPEN_WHEN: Mapping[str, Condition] = {
    "log_course": lambda tables, state: not state.pursued,
    "show_course": lambda tables, state: state.pursued,
    "buy_moves": lambda tables, state: not state.extra,
    "contact_step": lambda tables, state: not state.contact,
    "air_search_step": lambda tables, state: _quiet(state) and state.discovered != "contact",
    "raid_step": lambda tables, state: _quiet(state) and not state.discovered,
    "pursuit_step": lambda tables, state: state.discovered == "contact" and not combat_open(state),
    "close_turn": lambda tables, state: bool(state.contact),
}
"""When a step is open, by its id; one that is not named always is."""
ACTIONS = actions_of(v.VERBS)


def _quiet(state: State) -> bool:
    """Whether there was no contact this turn, and no raid so far."""
    return state.contact == "none" and state.raid is None


def due(tables: Tables, state: State) -> Iterator[Due]:
    """Who may or must act now: what is pending first, then the steps of the sequence."""
    losses_last = sorted(state.pending, key=lambda one: one.what in st.LOSSES)
    yield from tables.sequence.owed(losses_last)
    if state.step == st.SET_UP:
        if not state.placed:
            yield Due(st.GERMAN, (v.ChooseStart,), True, "GS-2(3)a", st.SET_UP)
        if len(state.supplies) < len(tables.supplies):
            yield Due(st.GERMAN, (v.PlaceSupply,), True, "GS-2(4)a", st.SET_UP)
        if not state.split:
            yield Due(st.BRITISH, (v.Split,), True, "GS-2(5)b", st.SET_UP)
        return
    if state.scuttled:
        return
    for step in tables.sequence.due(tables, state, state.step):
        if step.step == "close_turn":
            yield from _tidying(tables, state)
        yield step
    if state.ship.keys() & tables.scuttling:
        yield Due(st.GERMAN, (v.Scuttle,), False, "GS-8(3)b", "scuttle")


def _tidying(tables: Tables, state: State) -> Iterator[Due]:
    """The pieces that must be turned down or removed before the turn ends."""
    for one in state.pieces.values():
        if one.face_up and tables.on_map(one.at):
            yield Due(st.BRITISH, (v.HidePiece,), True, "GS-10(Q5)", "close_turn", one.id, "piece")
    if state.shown is not None:
        yield Due(st.GERMAN, (v.HideShip,), False, "", "close_turn")


def start(tables: Tables) -> State:
    """The state before the set-up, with everything known: all pieces are in the box that the
    scenario fills."""
    box = tables.first_box
    return State(pieces={unit: Piece(unit, box, kind, unit) for unit, kind in tables.units.items()})


def start_unseen(tables: Tables) -> State:
    """The state before the set-up, as everybody may know it: the boxes have a number of unknown
    pieces."""
    cups = dict.fromkeys((st.ATLANTIC, st.INDIAN), 0)
    return State(cups={**cups, tables.first_box: len(tables.units)})
