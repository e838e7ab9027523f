"""Enemies in one hex: which units fight, which lose, and what happens to the others."""

from __future__ import annotations

from collections.abc import Iterator

from validator.rules.states import Pending, owed

from . import state as st
from .land import friends_in, hex_of
from .state import OTHER, State, Unit
from .tables import Tables


def fighters(t: Tables, state: State, hex_id: str, side: str) -> Iterator[Unit]:
    """The units of a side that are in a hex, with those aboard."""
    for one in friends_in(t, state, hex_id, side):
        yield one
        yield from state.aboard(one.id)


def dice_in(t: Tables, state: State, unit: Unit) -> int:
    """The number of dice of a unit in a round: one for each man, four for an AFV (RF-10.2,
    RF-10.3)."""
    if unit.gone or not unit.id or unit.helpless == state.turn:
        return 0
    return t.afv_melee if t.is_afv(unit.id) and unit.vehicles else unit.figures


def _fights(t: Tables, unit: Unit) -> bool:
    """Whether a unit has anybody who can fight, or be hit."""
    return bool(unit.figures or (t.is_afv(unit.id) and unit.vehicles))


def _is_manned(t: Tables, state: State, unit: Unit) -> bool:
    return any(_fights(t, one) for one in (unit, *state.aboard(unit.id)))


def met(t: Tables, state: State, hex_id: str, case_id: str) -> State:
    """The state after enemies met in a hex: all that can roll for a round must; a side with nobody
    to fight loses at once, and if both have nobody, the side that came (RFD-38)."""
    sides = {side: [*fighters(t, state, hex_id, side)] for side in OTHER}
    if not all(sides.values()):
        return state
    others = (one for one in state.pending if (one.what, one.to) != (st.MELEE, hex_id))
    state = state.changed(pending=tuple(others))
    manned = [side for side, units in sides.items() if any(_fights(t, one) for one in units)]
    if len(manned) < 2:
        came = t.sides.get(state.group, st.SOVIET)
        return won(t, state, hex_id, manned[0] if manned else OTHER[came])
    dues = (
        Pending(st.MELEE, side, case_id, one.id, to=hex_id)
        for side, units in sides.items()
        for one in units
        if dice_in(t, state, one)
    )
    return state.owing(*dues)


def won(t: Tables, state: State, hex_id: str, winner: str) -> State:
    """The state after a round is won: the losers withdraw and roll for morale; units without any
    friends are captured (RF-10.8)."""
    new, loser = state.changed(again=state.again - {hex_id}), OTHER[winner]
    for one in friends_in(t, new, hex_id, loser):
        if not _is_manned(t, new, one):
            new = gone(t, new, one.id)
            continue
        new = new.owing(
            Pending(st.WITHDRAW, loser, "RF-10.8", one.id, t.withdraws, hex_id),
            Pending(st.MORALE, loser, "RF-11.1", one.id, to=st.FIRST_DIE),
        )
    return new.changed(won=frozenset(one.id for one in friends_in(t, new, hex_id, winner)))


def gone(t: Tables, state: State, unit_id: str) -> State:
    """The state without a unit."""
    here = hex_of(state, state.unit(unit_id))
    return thinned(t, state.lost(unit_id), here)


def thinned(t: Tables, state: State, hex_id: str) -> State:
    """The state after a loss in a hex: units without friends there roll no dice; they are captured
    if they had lost, or if nobody else fights for them (RFD-38). If only one side is left, the
    close combat is over."""
    new = state
    fight = {one: any(_fights(t, u) for u in fighters(t, state, hex_id, one)) for one in OTHER}
    for side, foe in OTHER.items():
        for one in friends_in(t, state, hex_id, side):
            if _is_manned(t, state, one):
                continue
            beaten = owed(state, st.WITHDRAW, one.id, hex_id)
            taken = beaten or (fight[foe] and not fight[side])
            new = new.lost(one.id) if taken else new.without(one.id, st.MELEE)
    if all(friends_in(t, new, hex_id, side) for side in OTHER):
        return new
    left = tuple(one for one in new.pending if (one.what, one.to) != (st.MELEE, hex_id))
    return new.changed(pending=left, again=new.again - {hex_id})
