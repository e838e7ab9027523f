"""Morale, its check, and supply by U-boats: section 9."""

from __future__ import annotations

from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from .book import case
from .facts import owed
from .hunting import mark_on
from .marks import crossed_by, wrong_mark
from .morale import why_cancelled
from .state import (
    CANCELLED,
    CHECK,
    CHECK_DICE,
    CROSSED,
    INTACT,
    MORALE,
    MOVE,
    REST,
    SECRET,
    SET_UP,
    STAY,
    State,
)
from .tables import Tables
from .verbs import (
    AtlantisSearch,
    ChangeMorale,
    MarkBox,
    MoraleCheck,
    PlotAtlantis,
    Rest,
    UseUBoat,
)

# --- UTF-9.1a, b, g The fatigue marker -------------------------------------------------


@case("UTF-9.1a", reads=("delta",), rests_on=("morale",))
def morale_falls_every_fifth_activation(
    tables: Tables, state: State, change: ChangeMorale
) -> Fault:
    return _wrong_step(tables, state, change, "UTF-9.1a")


@case("UTF-9.1b", reads=("delta",), rests_on=("morale",))
def morale_ends_at_fresh_and_low(tables: Tables, state: State, change: ChangeMorale) -> Fault:
    return _wrong_step(tables, state, change, "UTF-9.1b")


@case("UTF-9.1g", reads=("delta",), rests_on=("morale",))
def a_rest_wins_one_level(tables: Tables, state: State, change: ChangeMorale) -> Fault:
    return _wrong_step(tables, state, change, "UTF-9.1g")


@case("UTF-9.2c", reads=("delta",), rests_on=("morale",))
def a_uboat_wins_one_level(tables: Tables, state: State, change: ChangeMorale) -> Fault:
    return _wrong_step(tables, state, change, "UTF-9.2c")


def _wrong_step(tables: Tables, state: State, change: ChangeMorale, case_id: str) -> Fault:
    """The fatigue marker moves by what is owed, no further."""
    same_way = [p.points for p in state.pending if p.what == MORALE and p.points * change.delta > 0]
    owed_so_far = change.delta and abs(change.delta) <= abs(sum(same_way))
    if owed_so_far and not _at_the_end(tables, state, change):
        return None
    if _blamed(tables, state, change) != case_id:
        return None
    return Broken(
        f"the fatigue marker moved by {change.delta:+}", f"{sum(same_way):+}" if same_way else "0"
    )


def _at_the_end(tables: Tables, state: State, change: ChangeMorale) -> bool:
    """Whether the fatigue marker lies where it cannot go further in this direction."""
    return state.morale == (tables.morale[-1] if change.delta < 0 else tables.morale[0])


def _blamed(tables: Tables, state: State, change: ChangeMorale) -> str:
    if state.phase == SET_UP:
        return "UTF-3.3.1b"
    if change.delta and _at_the_end(tables, state, change):
        return "UTF-9.1b"
    if change.delta <= 0:
        return "UTF-9.1a"
    return "UTF-9.2c" if state.supplied and state.plot != REST else "UTF-9.1g"


@case("UTF-9.1g")
def who_moves_does_not_rest(tables: Tables, state: State, resting: Rest) -> Fault:
    if state.plot in (MOVE, SECRET, STAY):
        return "a rest was claimed beside the plot of a move"
    if state.plot == REST:
        return "a second rest was claimed in one activation"
    return None


@case("DU-23", severity=INTERPRETATION)
def a_cancelled_move_is_no_rest(tables: Tables, state: State, resting: Rest) -> Fault:
    return "a rest was claimed for a move that was cancelled" if state.plot == CANCELLED else None


# --- UTF-9.1c to f The morale check ----------------------------------------------------


@case("UTF-9.1c")
def a_check_is_made_for_a_move_in_a_grey_column(
    tables: Tables, state: State, check: MoraleCheck
) -> Fault:
    if not state.plot:
        return "morale was checked before a move was plotted"
    if not tables.grey(state.column):
        return f"morale was checked in column {state.column}"
    if state.checked:
        return "morale was checked a second time"
    return None


@case("DU-24", severity=INTERPRETATION)
def staying_needs_no_check(tables: Tables, state: State, check: MoraleCheck) -> Fault:
    if tables.grey(state.column) and state.plot in (STAY, REST):
        return "morale was checked though no move was plotted"
    return None


@case("UTF-9.1c", reads=("hex",), severity=MISSING)
def a_move_in_a_grey_column_needs_a_check(
    tables: Tables, state: State, act: AtlantisSearch
) -> Fault:
    if owed(state, CHECK):
        return f"a move was plotted in column {state.column} and morale was not checked"
    if state.plot != SECRET or state.checked or CHECK_DICE in state.doubt:
        return None
    if tables.grey(state.column) and state.stood and act.hex not in state.stood:
        return f"moved to {act.hex} in column {state.column} and morale was not checked"
    return None


@case("UTF-9.1d", reads=("dice",))
def a_check_is_two_dice(tables: Tables, state: State, check: MoraleCheck) -> Fault:
    if check.dice is None:
        return None
    if len(check.dice) != tables.morale_dice:
        return Broken(f"{len(check.dice)} dice were thrown", f"{tables.morale_dice} dice")
    return None


@case("UTF-9.1e", reads=("hex",), rests_on=("atlantis",))
def a_failed_check_cancels_the_move(
    tables: Tables, state: State, act: AtlantisSearch | PlotAtlantis
) -> Fault:
    return _moved_all_the_same(tables, state, act, "UTF-9.1e")


@case("UTF-9.1f", reads=("hex",), rests_on=("atlantis", "morale"))
def low_morale_makes_the_check_harder(
    tables: Tables, state: State, act: AtlantisSearch | PlotAtlantis
) -> Fault:
    return _moved_all_the_same(tables, state, act, "UTF-9.1f")


def _moved_all_the_same(
    tables: Tables, state: State, act: AtlantisSearch | PlotAtlantis, case_id: str
) -> Fault:
    if act.hex is None or why_cancelled(tables, state, act.hex) != case_id:
        return None
    dice = ", ".join(map(str, state.check_dice or ()))
    return Broken(
        f"Atlantis was in {act.hex} though the check ({dice}; {state.morale}) had failed",
        ", ".join(sorted(state.atlantis)),
    )


# --- UTF-9.2 U-boats -------------------------------------------------------------------


@case("UTF-9.2a", reads=("box",))
def there_are_two_uboats_and_one_is_used(tables: Tables, state: State, supply: UseUBoat) -> Fault:
    if supply.box not in tables.uboats:
        return Broken(f"{supply.box} was used", ", ".join(tables.uboats))
    if state.supplied:
        return f"{supply.box} was used after {state.supplied} in one activation"
    return None


@case("UTF-9.2b")
def a_uboat_comes_after_the_plot_and_before_the_check(
    tables: Tables, state: State, supply: UseUBoat
) -> Fault:
    if not state.plot:
        return "a U-boat was used before a move was plotted"
    if state.checked:
        return "a U-boat was used after the morale check"
    return None


@case("UTF-9.2e", reads=("box",), rests_on=("boxes",))
def a_depleted_uboat_is_gone(tables: Tables, state: State, supply: UseUBoat) -> Fault:
    return _gone(state, supply, "UTF-9.2e")


@case("UTF-9.2f", reads=("box",), rests_on=("boxes",))
def a_uboat_crossed_out_is_gone(tables: Tables, state: State, supply: UseUBoat) -> Fault:
    return _gone(state, supply, "UTF-9.2f")


def _gone(state: State, supply: UseUBoat, case_id: str) -> Fault:
    if mark_on(state, supply.box) != CROSSED:
        return None
    by = crossed_by(state, supply.box, "UTF-9.2e")
    return f"{supply.box} was used and is crossed out" if by == case_id else None


@case("UTF-9.2d", reads=("box", "state"))
def a_uboat_that_comes_again_keeps_its_box(tables: Tables, state: State, mark: MarkBox) -> Fault:
    return _wrong_mark(tables, state, mark, "UTF-9.2d")


@case("UTF-9.2e", reads=("box", "state"))
def a_uboat_box_is_slashed_and_then_crossed_out(
    tables: Tables, state: State, mark: MarkBox
) -> Fault:
    return _wrong_mark(tables, state, mark, "UTF-9.2e")


@case("UTF-9.2f", reads=("box", "state"))
def a_uboat_box_is_crossed_out_for_a_six(tables: Tables, state: State, mark: MarkBox) -> Fault:
    return _wrong_mark(tables, state, mark, "UTF-9.2f")


def _wrong_mark(tables: Tables, state: State, mark: MarkBox, case_id: str) -> Fault:
    if mark.box not in tables.uboats:
        return None
    return wrong_mark(state, mark, case_id, _stands_for(state, mark))


def _stands_for(state: State, mark: MarkBox) -> str:
    if state.supplied == mark.box:
        return "UTF-9.2d"
    before = state.boxes.get(mark.box, INTACT)
    return "UTF-9.2f" if (before, mark.state) == (INTACT, CROSSED) else "UTF-9.2e"
