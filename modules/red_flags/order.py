"""The order of play: whose group acts, what is finished first, what a unit may do (RF-2, RF-3)."""

from __future__ import annotations

from validator.rules.cases import Fault, Verdict, Verdicts, left_out

from . import state as st
from .activation import is_bound, may
from .air import Bomb, Drop, Fly, Release, Strafe
from .book import case, cases
from .cards import EndTurn, TurnCard
from .fire import Engage
from .movement import Debus, Embus, Limber, Move
from .recon import Recon
from .state import State
from .tables import Tables
from .tasks import BlowBridge, Work

Moving = Move | Embus | Debus | Fly
Fighting = Engage | Bomb | Strafe | Recon | BlowBridge
Acting = Moving | Fighting | Limber | Work | Release | Drop

OWED = (
    *("RF-5.3", "RF-7.1", "RF-8.2", "RF-8.13", "RF-9.1", "RF-10.1", "RF-10.5", "RF-10.8"),
    *("RF-10.9", "RF-11.1", "RF-11.3", "RF-11.7", "RF-11.8", "RF-11.9", "RF-13.3", "RF-14.4"),
    *("RF-17.6", "RFD-42"),
)
"""The cases by which something can be owed."""
WORDS = {
    st.FIRST: "the dice for the first shot were not thrown",
    st.CASUALTY: "{0} did not throw for a figure that was hit",
    st.MATERIAL: "{0} did not throw for a hit",
    st.AIR: "{0} did not throw for a hit",
    st.MINES: "{0} did not throw for the mines",
    st.MELEE: "no close combat was fought in {1}",
    st.WITHDRAW: "{0} did not withdraw",
    st.MORALE: "{0} did not throw for its morale",
}


@cases("RF-3.2", "RF-3.3", "RF-2.4", reads=("unit",))
def only_the_group_of_the_card_acts(t: Tables, state: State, act: Acting) -> Verdict:
    group = t.units[act.unit].group if act.unit in t.units else ""
    if not group:
        return "RF-3.2", f"{act.unit or 'nobody'} is no unit of this battle"
    if state.group == group:
        return None
    if group in state.done:
        return "RF-3.3", f"{act.unit} acted after the card of {state.group or 'its group'}"
    return "RF-3.2", f"{act.unit} of {group} acted on the card of {state.group or 'nobody'}"


@case("RF-2.6", reads=("unit",))
def move_and_fight_or_fight_and_move(t: Tables, state: State, act: Moving | Fighting) -> Fault:
    unit = state.unit(act.unit)
    what = st.MOVED if isinstance(act, Moving) else st.FOUGHT
    if may(unit, what):
        return None
    return f"{act.unit} {what} again after it had {' and '.join(unit.acts)}"


@case("RFD-7", reads=("unit",))
def one_fight_an_activation(t: Tables, state: State, act: Fighting) -> Fault:
    unit = state.unit(act.unit)
    if st.FOUGHT in unit.acts and not isinstance(act, BlowBridge):
        return f"{act.unit} had fought this turn"
    return None


@cases("RF-11.4", "RF-11.5", "RFD-37", reads=("unit",))
def the_broken_only_withdraw(t: Tables, state: State, act: Acting) -> Verdict:
    unit = state.unit(act.unit)
    if not is_bound(state, unit):
        return None
    case_id = "RFD-37" if unit.stage else "RF-11.4"
    return case_id, f"{act.unit} acted while its morale was broken"


@cases("RF-12.4", "RFD-31", reads=("unit",))
def who_works_does_nothing_else(t: Tables, state: State, act: Acting) -> Verdict:
    unit = state.unit(act.unit)
    if isinstance(act, Work):
        if unit.acts or unit.worked:
            return "RF-12.4", f"{act.unit} worked, and moved, fought or worked before"
        return None
    return ("RF-12.4", f"{act.unit} acted after its men had worked") if unit.worked else None


@cases("RF-1.17", "RF-1.12", reads=("unit",))
def it_is_there(t: Tables, state: State, act: Acting) -> Verdict:
    unit = state.unit(act.unit)
    if unit.gone:
        return "RF-1.12", f"{act.unit} is out of the battle"
    if not unit.at and not isinstance(act, Fly | Debus | Release | Drop):
        return "RF-1.12", f"{act.unit} is not on the map"
    if t.is_ground(unit) == isinstance(act, Fly | Bomb | Strafe):
        return "RF-1.17", f"{act.unit} {'does not fly' if t.is_ground(unit) else 'is in the air'}"
    if not t.is_ground(unit) and isinstance(act, Move | Embus | Limber | Engage | Work):
        return "RF-1.17", f"{act.unit} is in the air"
    return None


@cases(*OWED, reads=())
def what_is_owed_comes_first(t: Tables, state: State, act: Acting | TurnCard | EndTurn) -> Verdicts:
    for pending in state.pending:
        if pending.what in (st.WITHDRAW, st.MORALE) and not isinstance(act, TurnCard | EndTurn):
            continue  # other units of the group may act before the broken ones
        yield pending.case, left_out(WORDS[pending.what].format(pending.piece, pending.to), by=pending.side)


Answering = Acting


@case("RF-3.3", reads=())
def a_card_lies_open(t: Tables, state: State, act: Acting) -> Fault:
    return None if state.step == st.ACTIVATION else "a unit acted before a card was turned"
