"""The sequence of play: pending things first, then whatever the active group wants."""

from __future__ import annotations

from collections.abc import Iterator

from validator.explaining.signs import actions_of
from validator.rules.sequence import Due

from . import state as st
from .air import Bomb, Fly, Strafe
from .arms import foe_of, shooters, usable
from .cards import EndTurn, Shuffle, TurnCard, hovering
from .fire import Engage, Fire, HoldFire
from .heard import HANDLING
from .land import waits
from .landing import Drop, Release
from .movement import Debus, Embus, Limber, Move
from .recon import Recon
from .state import State
from .tables import Tables
from .tasks import BlowBridge, Work
from .verbs import VERBS

ACTS = (
    *(Move, Embus, Debus, Limber, Engage, Fly, Bomb, Strafe, Release, Drop),
    *(Recon, Work, BlowBridge),
)
"""What the units of the group may do, in any order."""

ACTIONS = {**dict.fromkeys(HANDLING, ()), **actions_of(VERBS)}
"""The buttons and menus of the module, and the verbs of which they are signs."""


def due(t: Tables, state: State) -> Iterator[Due]:
    """Who may or must act now."""
    if state.step == st.SHUFFLE:
        yield Due(None, (Shuffle,), True, "RF-3.1", "cards")
        return
    now = [one for one in state.pending if not waits(one)]
    if now:
        first = min(st.ORDER.index(one.what) for one in now)
        yield from t.sequence.owed(one for one in now if st.ORDER.index(one.what) == first)
        return
    if state.combat:
        shooting = [*_answers(t, state)]
        yield from shooting
        if any(one.mandatory for one in shooting):
            return
    if state.step == st.ACTIVATION:
        side = t.sides.get(state.group)
        for verb in ACTS:
            yield Due(side, (verb,), False, "RF-3.2", verb.steps[0])
        for what in (st.WITHDRAW, st.MORALE):
            yield from t.sequence.owed(one for one in state.pending if one.what == what)
        for name in hovering(t, state):
            yield Due(side, (Fly,), True, "RFD-23", "moves", name, "unit")
    if any(one not in state.carded for one in t.groups):
        yield Due(None, (TurnCard,), True, "RF-3.3", "card")
    else:
        yield Due(None, (EndTurn,), True, "RF-3.4", "turn_ends")


def _answers(t: Tables, state: State) -> Iterator[Due]:
    """The firer and the target may fire, in their order."""
    combat = state.combat
    has_fired = {one for one, _ in combat.fired}
    for name in filter(None, shooters(state)):
        unit, (foe, hex_id) = state.unit(name), foe_of(state, name)
        if name != combat.firer:
            yield Due(t.side_of(name), (Fire, HoldFire), False, "RF-5.3", "fire", name, "unit")
        elif usable(t, state, unit, foe, hex_id):
            must = combat.first in (name, "", *has_fired) and name not in has_fired
            yield Due(t.side_of(name), (Fire,), must, "RF-5.3", "fire", name, "unit")
