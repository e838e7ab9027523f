"""Morale, its check, and supply by U-boats: section 9."""

from __future__ import annotations

from validator.rules.cases import Broken, Fault, Verdict, Verdicts, left_out, resting
from validator.rules.dice import hold_number

from . import state as st
from . import verbs as v
from .book import book, case, cases
from .facts import owed
from .hunting import crossed_by, mark_on, why_cancelled, wrong_mark
from .state import State
from .tables import Tables

STEPS = ("UTF-9.1b", "UTF-9.1a", "UTF-9.2c", "UTF-9.1g")


@cases(*STEPS, reads=("delta",), rests_on=("morale", "column"))
def morale_moves_by_what_is_owed(tables: Tables, state: State, change: v.ChangeMorale) -> Verdict:
    steps = (p.points for p in state.pending if p.what == st.MORALE)
    due = sum(points for points in steps if points * change.delta > 0)
    at_the_end = state.morale == (tables.morale[-1] if change.delta < 0 else tables.morale[0])
    if change.delta and abs(change.delta) <= abs(due) and not at_the_end:
        return None
    fault = Broken(f"the fatigue marker moved by {change.delta:+}", f"{due:+}" if due else "0")
    if state.phase == st.SET_UP:
        return None  # UTF-3.3.1b
    if change.delta and at_the_end:
        return "UTF-9.1b", fault
    if change.delta <= 0:
        return "UTF-9.1a", fault
    return ("UTF-9.2c" if state.supplied and state.plot != st.REST else "UTF-9.1g"), fault


@cases("UTF-9.1g", "DU-23")
def who_moves_does_not_rest(tables: Tables, state: State, resting: v.Rest) -> Verdict:
    if state.plot in (st.MOVE, st.SECRET, st.STAY):
        return "UTF-9.1g", "a rest was claimed beside the plot of a move"
    if state.plot == st.REST:
        return "UTF-9.1g", "a second rest was claimed in one activation"
    if state.plot == st.CANCELLED:
        return "DU-23", "a rest was claimed for a move that was cancelled"
    return None


# --- UTF-9.1c to f The morale check ----------------------------------------------------


@cases("UTF-9.1c", "DU-24", rests_on=("column",))
def a_move_in_grey_is_checked_once(tables: Tables, state: State, check: v.MoraleCheck) -> Verdicts:
    if not state.plot:
        yield "UTF-9.1c", "morale was checked before a move was plotted"
    elif not tables.grey(state.column):
        yield "UTF-9.1c", f"morale was checked in column {state.column}"
    elif state.checked:
        yield "UTF-9.1c", "morale was checked a second time"
    if tables.grey(state.column) and state.plot in (st.STAY, st.REST):
        yield "DU-24", "morale was checked though no move was plotted"


@case("UTF-9.1c", reads=("hex",), rests_on=("column",))
def moves_in_grey_need_a_check(tables: Tables, state: State, act: v.AtlantisSearch) -> Fault:
    if owed(state, st.CHECK):
        did = f"a move was plotted in column {state.column} and morale was not checked"
        return left_out(did)
    if state.plot != st.SECRET or state.checked or st.CHECK_DICE in state.doubt:
        return None
    if tables.grey(state.column) and state.stood and act.hex not in state.stood:
        return left_out(f"moved to {act.hex} in column {state.column} and morale was not checked")
    return None


hold_number(book, "UTF-9.1d", v.MoraleCheck, "morale_dice")


InAHex = v.AtlantisSearch | v.PlotAtlantis
CANCELLED = (resting("atlantis", "UTF-9.1e"), resting(("atlantis", "morale"), "UTF-9.1f"))


@cases(*CANCELLED, reads=("hex",))
def a_failed_check_cancels_the_move(tables: Tables, state: State, act: InAHex) -> Verdict:
    case_id = "" if act.hex is None else why_cancelled(tables, state, act.hex)
    if not case_id:
        return None
    dice = ", ".join(map(str, state.check_dice or ()))
    did = f"Atlantis was in {act.hex} though the check ({dice}; {state.morale}) had failed"
    return case_id, Broken(did, ", ".join(sorted(state.atlantis)))


# --- UTF-9.2 U-boats -------------------------------------------------------------------


UBOATS = ("UTF-9.2a", "UTF-9.2b", resting("boxes", "UTF-9.2e", "UTF-9.2f"))


@cases(*UBOATS, reads=("box",))
def one_uboat_is_used_that_is_left(tables: Tables, state: State, supply: v.UseUBoat) -> Verdicts:
    if not state.plot:
        yield "UTF-9.2b", "a U-boat was used before a move was plotted"
    elif state.checked:
        yield "UTF-9.2b", "a U-boat was used after the morale check"
    if supply.box not in tables.uboats:
        yield "UTF-9.2a", Broken(f"{supply.box} was used", ", ".join(tables.uboats))
        return
    if state.supplied:
        yield "UTF-9.2a", f"{supply.box} was used after {state.supplied} in one activation"
    if mark_on(state, supply.box) == st.CROSSED:
        by = crossed_by(state, supply.box, "UTF-9.2e")
        yield by, f"{supply.box} was used and is crossed out"


@cases("UTF-9.2d", "UTF-9.2e", "UTF-9.2f", reads=("box", "state"))
def a_uboat_box_is_marked_as_it_wears_out(tables: Tables, state: State, mark: v.MarkBox) -> Verdict:
    if mark.box not in tables.uboats:
        return None
    at_once = (state.boxes.get(mark.box, st.INTACT), mark.state) == (st.INTACT, st.CROSSED)
    stands_for = "UTF-9.2f" if at_once else "UTF-9.2e"
    return wrong_mark(state, mark, "UTF-9.2d" if state.supplied == mark.box else stands_for)
