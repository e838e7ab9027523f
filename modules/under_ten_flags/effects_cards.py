"""What cards, turns and points do to the state, legal or not."""

from __future__ import annotations

from validator.rules.states import THIS_TURN, Pending

from . import state as st
from . import verbs as v
from .book import does, effect
from .effects_british import anywhere, starts
from .facts import at_sea_secretly, judged, owed, settled
from .state import State
from .tables import BLACK, JOKER_CARD, RED, Tables

SIDE_OF = {RED: st.BRITISH, BLACK: st.GERMAN}
"""The side that a colour activates (UTF-4.0c)."""


@effect
def draw_card(tables: Tables, state: State, draw: v.DrawCard) -> State:
    new = _ready_for_a_card(tables, state)
    if draw.card is None:  # whose activation it opens, nobody can say
        return new.changed(doubt=new.doubt | {THIS_TURN})
    new.drawn = new.drawn | {draw.card}
    colour = tables.cards.get(draw.card, "")
    if colour == JOKER_CARD:
        return _joker(tables, new)
    side = SIDE_OF.get(colour)
    if side is None:
        return new
    last, often = new.streak
    new.streak = (side, often + 1 if side == last else 1)
    return new if new.streak[1] > tables.in_a_row else _activated(tables, new, side)


def _ready_for_a_card(tables: Tables, state: State) -> State:
    """Whatever should have been done before the card is taken as done."""
    new = state.changed()
    if new.phase == st.SET_UP:
        new = _begun(tables, new)
    elif new.phase != st.CARDS:
        new = _closed(tables, new)
    if owed(new, st.JOKER):
        new = _joker_back(new)
    return _next_turn(tables, new) if owed(new, st.TURN) else new


def _begun(tables: Tables, state: State) -> State:
    """Turn 1 begins; what nobody saw being placed may be wherever it may start."""
    cruisers = {}
    for one in state.cruisers.values():
        at = one.at or starts(tables, state)
        cruisers[one.id] = one.changed(at=at, idle=at, start=one.start or at)
    new = state.changed(phase=st.CARDS, turn=1, pending=(), cruisers=cruisers)
    return new.changed(atlantis=state.atlantis or anywhere(tables))


def _activated(tables: Tables, state: State, side: str) -> State:
    """An activation opens."""
    british = side == st.BRITISH
    return state.changed(
        phase=st.BRITISH_PHASE if british else st.GERMAN_PHASE,
        step=st.BRITISH_STEPS[0] if british else st.GERMAN_STEPS[0],
        serial=state.serial + 1,
        activated={**state.activated, side: state.activated.get(side, 0) + 1},
        cruisers=at_sea_secretly(tables, state)
        if british and st.BRITISH not in state.sees
        else state.cruisers,
        stood=state.atlantis,
        plot="",
        supplied="",
        checked=False,
        check_dice=None,
        laid=frozenset(),
        rolls=0,
        sets_drawn=0,
        searched=frozenset(),
        hunt=None,
        prize=None,
    )


def _joker(tables: Tables, state: State) -> State:
    """It ends the turn if both sides were activated (UTF-5.1b, 5.1c), the last one the game."""
    if any(state.activated.get(side, 0) < tables.at_least for side in SIDE_OF.values()):
        waiting = Pending(st.JOKER, "", "UTF-5.1b")
        return state.changed(pending=(*state.pending, waiting))
    if state.turn >= tables.last_turn:
        return judged(tables, state.changed(last_joker=True))
    return state.changed(pending=(*state.pending, Pending(st.TURN, "", "UTF-5.1d")))


def _joker_back(state: State) -> State:
    return state.changed(drawn=state.drawn - {JOKER_CARD}, pending=settled(state, st.JOKER))


does(v.ReturnJoker, lambda tables, state, back: _joker_back(state))
does(v.EndTurn, lambda tables, state, end: _next_turn(tables, _closed(tables, state)))
does(v.EndActivation, lambda tables, state, end: judged(tables, _closed(tables, state)))


def _next_turn(tables: Tables, state: State) -> State:
    """The next turn, all cards shuffled (DU-5)."""
    if state.outcome is not None or state.last_joker:
        return state
    return state.changed(
        phase=st.CARDS,
        turn=state.turn + 1,
        drawn=frozenset(),
        streak=("", 0),
        activated={},
        pending=tuple(p for p in state.pending if p.what not in (st.TURN, st.JOKER)),
        doubt=state.doubt - {THIS_TURN},
    )


def _closed(tables: Tables, state: State) -> State:
    """The activation is over: points that were not booked may still be, the rest is gone.

    Who plots in secret in a grey column and makes no check has stayed where he was (UTF-4.2.1c):
    if it is known which column he fills.
    """
    grey = tables.grey(state.column) and state.doubt.isdisjoint({"column", st.CHECK_DICE})
    stayed = state.plot == st.SECRET and grey and not state.checked
    late = tuple(p for p in (*state.late, *state.pending) if p.what in (st.POINTS, st.MAYBE))
    kept = tuple(p for p in state.pending if p.what in (st.TURN, st.JOKER))
    new = state.changed(lies={}, step="", pending=kept, late=late, hunt=None, plot="")
    new.phase = state.phase if state.outcome is not None else st.CARDS
    new.atlantis = state.atlantis.said_in(state.stood) if stayed else state.atlantis
    return new


@effect
def draw_cruiser_card(tables: Tables, state: State, draw: v.DrawCruiserCard) -> State:
    new = state.changed(pending=settled(state, st.CRUISER_CARD))
    if draw.card is None:
        new.unseen_cards = state.unseen_cards + 1
        return _perhaps_active(new)
    new.cruiser_cards = state.cruiser_cards | {draw.card}
    if tables.cruiser_cards.get(draw.card) != RED:
        return new
    new.reds, new.red_serial = state.reds + 1, state.serial
    if new.reds < len(new.cruisers):
        return _perhaps_active(new)
    new.cruisers = {one.id: one.changed(active=True) for one in new.cruisers.values()}
    return new


def _perhaps_active(state: State) -> State:
    """One of the inactive cruisers may be active from now on: nobody has seen which (DU-22)."""
    return state.changed(
        cruisers={
            one.id: one.changed(active=None, idle=one.at) if one.active is False else one
            for one in state.cruisers.values()
        }
    )
