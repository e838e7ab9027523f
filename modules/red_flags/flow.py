"""The sequence of play: what is owed first, then whatever the group of the card likes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from validator.rules.sequence import Condition, Due, due_of, settled_by
from validator.rules.verbs import Verb

from . import state as st
from .air import Bomb, Drop, Fly, Release, Strafe
from .cards import EndTurn, Shuffle, TurnCard, hovering
from .effects import AirHit, Casualty, MaterialHit, MineRoll
from .fire import Engage, Fire, HoldFire, RollFirst
from .land import waits
from .melee import Melee, Withdraw
from .morale import Morale
from .movement import Debus, Embus, Limber, Move
from .recon import Recon
from .setup import begun
from .state import State
from .tables import Tables
from .tasks import BlowBridge, Work
from .verbs import VERBS

OPEN_WHEN: Mapping[str, Condition] = {}
SETTLED_BY = settled_by(VERBS)
ACTS = (
    *(Move, Embus, Debus, Limber, Engage, Fly, Bomb, Strafe, Release, Drop),
    *(Recon, Work, BlowBridge),
)
"""What the units of the group may do, in any order."""

_MEN = {"fires_rifles": 6, "fires_smg": 6, "charges_german": 5, "charges_soviet": 5}
_MANY = " ".join(f"{name}_{number + 1}" for name, most in _MEN.items() for number in range(most))
_SHOWN: Mapping[type[Verb], str] = {
    Shuffle: "new_turn",
    TurnCard: "next_card group_done",
    EndTurn: "turn_ends",
    Move: "digs_in spent fresh",
    Engage: "engaged spots",
    RollFirst: "first_fire",
    Fire: f"{_MANY} fires_lmg_1 fires_at_1 fires_hmg fires_mortar fires_flame_german "
    "fires_flame_soviet gun_fires gun_fires_one flak_fires flak_fires_one flak_mg_fires "
    "flak_mg_fires_one flak_ground flak_ground_one flak_mg_ground flak_mg_ground_one tank_fires "
    "cars_fire_1 cars_fire_2 cars_fire_3 one_more",
    Strafe: "strafes",
    Bomb: "aims bombs_4 bombs_6",
    Casualty: "hit_rifle hit_smg hit_lmg hit_at hit_heavy hit_man hit_single",
    MaterialHit: "hit_front hit_side hit_rear hit_top hit_below hit_machine hit_recon destroyed "
    "wrecked",
    AirHit: "hit_aircraft shot_down driven_off",
    MineRoll: "mined",
    Melee: "melee_1 melee_2 melee_3 melee_4 melee_5 melee_6 melee_7 crew_melee_1 crew_melee_2 "
    "afv_melee recon_melee",
    Morale: "morale breaks rallied",
    Withdraw: "withdraws",
    Embus: "embarks",
    Debus: "debarks",
    Limber: "limbers unlimbers",
    Recon: "looks looks_from_air",
    Work: "works clear_wire lay_mines clear_mines pontoon prepare bridge_prepared",
    BlowBridge: "demolish bridge_blown",
    Release: "released landed",
    Drop: "drops_4 drops_6",
}
ACTIONS = {action: (verb,) for verb, names in _SHOWN.items() for action in names.split()}
"""The buttons and menus of the module, and the verb that each belongs to."""


def due(t: Tables, state: State) -> Iterator[Due]:
    """Who may or must act now."""
    if state.step == st.SHUFFLE:
        yield Due(None, (Shuffle,), True, "RF-3.1", "cards")
        return
    now = [one for one in state.pending if not waits(one)]
    if now:
        first = min(st.ORDER.index(one.what) for one in now)
        yield from (due_of(one, SETTLED_BY) for one in now if st.ORDER.index(one.what) == first)
        return
    if state.combat:
        yield from _answers(t, state)
    if state.step == st.ACTIVATION:
        side = t.sides.get(state.group)
        for verb in ACTS:
            yield Due(side, (verb,), False, "RF-3.2", verb.steps[0])
        for what in (st.WITHDRAW, st.MORALE):
            yield from (due_of(one, SETTLED_BY) for one in state.pending if one.what == what)
        for name in hovering(t, state):
            yield Due(side, (Fly,), True, "RFD-23", "moves", name, "unit")
    if any(one not in state.carded for one in t.groups):
        yield Due(None, (TurnCard,), True, "RF-3.3", "card")
    else:
        yield Due(None, (EndTurn,), True, "RF-3.4", "turn_ends")


def _answers(t: Tables, state: State) -> Iterator[Due]:
    """Who has engaged and who was engaged may fire, in their order."""
    combat = state.combat
    for name in (combat.firer, combat.target):
        if name:
            yield Due(t.side_of(name), (Fire, HoldFire), False, "RF-5.3", "fire", name, "unit")


def start(t: Tables) -> State:
    """As the scenario says."""
    return begun(t)
