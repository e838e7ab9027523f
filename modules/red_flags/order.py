"""The order of play: the active group, what must be finished first, what a unit may do (RF-2,
RF-3)."""

from __future__ import annotations

from collections.abc import Iterable

from validator.rules.cases import Broken, Fault, Verdict, Verdicts, left_out
from validator.rules.dice import hold_six_faces
from validator.rules.states import Pending
from validator.rules.verbs import Verb

from . import state as st
from .activation import is_bound, may
from .air import Bomb, Fly, Strafe
from .book import book, case, cases
from .cards import EndTurn, TurnCard
from .effects import AirHit, Casualty, MaterialHit, MineRoll
from .fire import Engage, Fire, HoldFire, RollFirst
from .land import waits
from .landing import Drop, Release
from .melee import Melee, Withdraw, joins
from .morale import Morale
from .movement import Debus, Embus, Limber, Move
from .recon import Recon
from .state import State
from .tables import Tables
from .tasks import BlowBridge, Work

Travelling = Embus | Debus | Fly
Fighting = Engage | Bomb | Strafe | Recon
Doing = Travelling | Fighting | BlowBridge | Limber | Work | Release | Drop
Acting = Move | Doing
Settling = Casualty | MaterialHit | AirHit | MineRoll | Melee | Withdraw | Morale | RollFirst
Rest = Doing | Settling | Fire | HoldFire | TurnCard | EndTurn

OWED = (
    *("RF-5.3", "RF-7.1", "RF-8.2", "RF-8.13", "RF-9.1", "RF-10.1", "RF-10.5", "RF-10.8"),
    *("RF-10.9", "RF-11.1", "RF-11.3", "RF-11.7", "RF-11.8", "RF-11.9", "RF-13.3", "RF-14.4"),
    *("RF-17.6", "RFD-42"),
)
"""The cases by which something can be owed."""
WORDS = {
    st.FIRST: "{0} did not throw for the first shot",
    st.CASUALTY: "{0} did not throw for a figure that was hit",
    st.MATERIAL: "{0} did not throw for a hit",
    st.AIR: "{0} did not throw for a hit",
    st.MINES: "{0} did not throw for the mines",
    st.MELEE: "{0} did not throw for the close combat",
    st.WITHDRAW: "{0} did not withdraw",
    st.MORALE: "{0} did not throw for its morale",
}


@cases("RF-3.2", "RF-3.3", reads=("unit",))
def only_the_group_of_the_card_acts(t: Tables, state: State, act: Acting) -> Verdict:
    group = t.units[act.unit].group if act.unit in state.units else ""
    if not group:
        return "RF-3.2", f"{act.unit or 'nobody'} is no unit of this battle"
    if state.group == group:
        return None
    case_id, did = "RF-3.2", f"{act.unit} of {group} acted on the card of {state.group or 'nobody'}"
    if group in state.carded:
        case_id, did = "RF-3.3", f"{act.unit} acted after the card of {state.group or 'its group'}"
    return case_id, Broken(did, by=t.side_of(act.unit))


@case("RF-2.6", reads=("unit",))
def fight_and_move(t: Tables, state: State, act: Travelling | Fighting | BlowBridge) -> Fault:
    return _again(state, act.unit, st.MOVED if isinstance(act, Travelling) else st.FOUGHT)


@case("RF-2.6", reads=("unit", "path"))
def move_and_fight(t: Tables, state: State, act: Move) -> Fault:
    return _again(state, act.unit, st.MOVED) if act.path else None


def _again(state: State, unit_id: str, what: str) -> Fault:
    unit = state.unit(unit_id)
    if may(unit, what):
        return None
    return f"{unit_id} {what} again after it had {' and '.join(unit.acts)}"


@case("RFD-7", reads=("unit",))
def one_fight_an_activation(t: Tables, state: State, act: Fighting) -> Fault:
    fought = st.FOUGHT in state.unit(act.unit).acts
    return f"{act.unit} had fought this turn" if fought else None


@cases("RF-11.4", "RFD-37", reads=("unit",))
def the_broken_only_withdraw(t: Tables, state: State, act: Acting) -> Verdict:
    unit = state.unit(act.unit)
    if state.by_hand or not is_bound(state, unit):
        return None
    case_id = "RFD-37" if unit.stage else "RF-11.4"
    return case_id, f"{act.unit} acted while its morale was broken"


@case("RF-12.4", reads=("unit",))
def who_works_does_nothing_else(t: Tables, state: State, act: Acting) -> Fault:
    unit = state.unit(act.unit)
    if unit.worked:
        return f"{act.unit} acted after its men had worked"
    if isinstance(act, Work) and (unit.acts or unit.stays):
        return f"{act.unit} worked, and moved or fought before"
    return None


@cases("RF-1.17", "RF-1.12", reads=("unit",))
def it_is_there(t: Tables, state: State, act: Acting) -> Verdict:
    unit = state.unit(act.unit)
    if unit.gone:
        return "RF-1.12", f"{act.unit or 'nobody'} is out of the battle"
    flies = not t.is_ground(unit)
    if flies != isinstance(act, Fly | Bomb | Strafe | Release | Recon) and not (
        isinstance(act, Recon) and not flies
    ):
        return "RF-1.17", f"{act.unit} {'is in the air' if flies else 'does not fly'}"
    if not unit.at and not isinstance(act, Fly | Debus | Release | Drop):
        return "RF-1.12", f"{act.unit} is not on the map"
    return None


@cases(*OWED, reads=())
def what_is_owed_comes_first(t: Tables, state: State, act: Rest) -> Verdicts:
    yield from _left_out(state.pending, act)


@cases(*OWED, reads=("path",))
def what_is_owed_comes_before_a_move(t: Tables, state: State, act: Move) -> Verdicts:
    yield from _left_out((one for one in state.pending if not joins(state, one, act.path)), act)


def _left_out(owed: Iterable[Pending], act: Verb) -> Verdicts:
    closing = isinstance(act, TurnCard | EndTurn)
    for pending in owed:
        if st.ORDER.index(pending.what) < _place(act) and (closing or not waits(pending)):
            words = WORDS[pending.what].format(pending.piece)
            yield pending.case, left_out(words, by=pending.side)


def _place(act: Verb) -> int:
    """The place of a verb in the order of pending things; a verb that settles nothing comes
    last."""
    what = type(act).settles[0]
    return st.ORDER.index(what) if what else len(st.ORDER)


@case("RF-3.3", reads=())
def a_card_lies_open(t: Tables, state: State, act: Acting) -> Fault:
    return None if state.step == st.ACTIVATION else "a unit acted before a card was turned"


for _case, _verbs in {
    "RF-5.3": (RollFirst,),
    "RF-5.19": (Fire, Bomb, Strafe),
    "RF-10.2": (Melee,),
    "RF-7.1": (Casualty,),
    "RF-8.2": (MaterialHit,),
    "RF-9.1": (AirHit,),
    "RF-11.1": (Morale,),
    "RF-12.10": (BlowBridge,),
    "RF-13.1": (Recon,),
    "RF-14.4": (MineRoll,),
    "RF-17.3": (Release,),
    "RF-18.3": (Drop,),
}.items():
    hold_six_faces(book, _case, _verbs)
