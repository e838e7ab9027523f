"""The sequence of play: what is owed first, then whatever the group of the card likes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.explaining.signs import actions_of
from validator.rules.sequence import Condition, Due, due_of, settled_by

from . import state as st
from .air import Bomb, Drop, Fly, Release, Strafe
from .cards import EndTurn, Shuffle, TurnCard, alive
from .fire import Engage, Fire, HoldFire
from .movement import Debus, Embus, Limber, Move
from .recon import Recon
from .setup import begun
from .state import State
from .tables import Tables
from .tasks import BlowBridge, Work
from .verbs import VERBS

OPEN_WHEN: Mapping[str, Condition] = {}
SETTLED_BY = settled_by(VERBS)
ACTIONS = actions_of(VERBS)
ACTS = (
    *(Move, Embus, Debus, Limber, Engage, Fly, Bomb, Strafe, Release, Drop),
    *(Recon, Work, BlowBridge),
)
BEFORE = (st.FIRST, st.CASUALTY, st.MATERIAL, st.AIR, st.MINES, st.MELEE, st.WITHDRAW, st.MORALE)
"""What is owed, in the order in which it is done."""


def due(t: Tables, state: State) -> Iterator[Due]:
    """Who may or must act now."""
    if state.step == st.SHUFFLE:
        yield Due(None, (Shuffle,), True, "RF-3.1", "shuffle")
        return
    waiting = sorted(state.pending, key=lambda one: BEFORE.index(one.what))
    now = [one for one in waiting if one.what == waiting[0].what]
    for pending in now:
        yield due_of(pending, SETTLED_BY)
    if now and now[0].what not in (st.WITHDRAW, st.MORALE):
        return
    yield from _answers(state)
    if state.step == st.ACTIVATION:
        side = t.sides[state.group] if state.group in t.sides else None
        for verb in ACTS:
            yield Due(side, (verb,), False, "RF-3.2", "act")
    if now:
        return
    if any(one not in state.done and alive(state, units) for one, units in t.groups.items()):
        yield Due(None, (TurnCard,), True, "RF-3.3", "turn_card")
    else:
        yield Due(None, (EndTurn,), True, "RF-3.4", "end_turn")


def _answers(state: State) -> Iterator[Due]:
    """Who is engaged may fire as long as nobody does another thing."""
    if state.combat:
        yield Due(None, (Fire, HoldFire), False, "RF-5.3", "act")


def start(t: Tables) -> State:
    """As the scenario says."""
    return begun(t)
