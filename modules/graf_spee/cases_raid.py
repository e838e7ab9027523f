"""Commerce raiding, points and the end of the game: sections 7 and 8."""

from __future__ import annotations

from generator.counting import either
from validator.rules.cases import Broken, Fault, Verdict, Verdicts, left_out, resting
from validator.rules.verbs import Verb

from . import facts
from . import state as st
from . import verbs as v
from .book import book, case, cases
from .facts import bookable, owed
from .state import State
from .tables import Tables

# --- GS-7 Commerce raiding -------------------------------------------------------------


@cases("GS-7(1)", "DG-18")
def one_raid_where_no_search_found_the_ship(tables: Tables, state: State, raid: v.Raid) -> Verdicts:
    if state.discovered:
        found = "contact" if state.discovered == "contact" else "a carrier"
        did = f"the ship raided in turn {state.turn}, in which {found} had found the ship"
        yield "GS-7(1)", did
    if state.raid is not None:
        yield "DG-18", f"the ship raided twice in turn {state.turn}"


@cases("GS-7(2)", resting("ship", "GS-7(3)", "GS-5(6)d"), reads=("hex",))
def a_raid_is_shown_where_the_ship_is(tables: Tables, state: State, raid: v.Raid) -> Verdicts:
    """A raid is shown in the ship's hex; a hex where a search was answered with no cannot be it."""
    if raid.hex is None:
        yield "GS-7(3)", left_out("the ship raided and did not show its hex")
        return
    did, why = f"the ship raided in {raid.hex}", facts.why_not_there(tables, state, raid.hex)
    if raid.hex.endswith(tables.closed_digit):
        yield "GS-7(2)", did
    if why == "written":
        yield "GS-7(3)", f"{did} and {facts.written_in(state)}"
    if why == "GS-5(6)d":
        yield why, f"{did}, where a search this turn was answered with no"


@cases(resting("taken", "GS-7(4)"), "GS-7(5)")
def one_die_for_a_raid_that_needs_one(tables: Tables, state: State, roll: v.RollRaid) -> Verdict:
    if state.scored == "GS-7(4)":
        if state.raid not in state.taken:
            return None
        pays = f"the troopship hex {state.raid}, which pays without one"
        return "GS-7(4)", f"a die was rolled for {pays}"
    if state.step != st.COMBAT or owed(state, st.ROLL_RAID):
        return None
    again = "the raid's die was rolled again" if state.raid_rolled else "nobody had raided"
    return "GS-7(5)", again


@cases("GS-7(5)", resting("taken", "GS-7(6)"))
def a_raid_without_a_fresh_icon_is_rolled(tables: Tables, state: State, end: v.EndTurn) -> Verdict:
    roll = owed(state, st.ROLL_RAID)
    if roll is None:
        return None
    again = " again" if roll.case == "GS-7(6)" else ""
    return roll.case, left_out(f"the ship raided in {state.raid}{again} and rolled no die")


POINTS = (
    *("GS-5(3)a", resting("taken", "GS-7(4)", "GS-7(6)"), "GS-7(5)"),
    *("GS-8(2)a", "GS-8(2)b", "GS-8(2)c", "GS-8(2)d", "GS-8(3)a", "GS-8(3)c"),
)
"""The cases that win or cost points."""


@cases(*POINTS, reads=("delta",))
def points_are_booked_as_earned(tables: Tables, state: State, change: v.ChangeScore) -> Verdict:
    up, down = bookable(state)
    if state.outcome is not None or 0 < change.delta <= up or 0 < -change.delta <= down:
        return None
    legal = ", ".join(f"{most:+d}" for most in (up, -down) if most) or "no change"
    did = f"the score was changed by {change.delta:+d}"
    return facts.blamed_for(state, change.delta), Broken(did, legal)


@cases(*POINTS)
def points_are_not_left_out(tables: Tables, state: State, end: v.EndTurn) -> Verdicts:
    unpaid = [one for one in state.pending if one.what == st.POINTS]
    for case_id in dict.fromkeys(one.case for one in unpaid):
        if points := sum(one.points for one in unpaid if one.case == case_id):
            yield case_id, left_out(f"{points:+d} was not booked", f"{points:+d}")


# --- GS-8(3) The loss of the ship ------------------------------------------------------


@case("DG-14")
def points_come_first(tables: Tables, state: State, roll: v.RollSinking | v.RollScuttling) -> Fault:
    won = sum(one.points for one in state.pending if one.what == st.POINTS and one.points > 0)
    return f"the loss was rolled with {won:+d} not booked" if won else None


UNCALLED = "the die for scuttling was rolled and the ship was not scuttled"
book.asked_for("GS-8(3)c", v.RollScuttling, UNCALLED)


@cases(resting("ship", "GS-8(3)d"), "DG-15")
def scuttling_has_its_time_and_place(tables: Tables, state: State, act: v.Scuttle) -> Verdicts:
    if not state.turn:
        yield "GS-8(3)d", "the ship was scuttled before the first turn"
    elif state.ship and not (state.ship.keys() & tables.scuttling):
        where = either(sorted(tables.scuttling))
        yield "GS-8(3)d", Broken(f"the ship was scuttled {facts.where_it_was(state)}", where)
    if state.scuttled:
        yield "DG-15", "the ship was scuttled a second time"
    elif state.hits >= tables.sunk_at:
        yield "DG-15", "the ship was scuttled after it had sunk"
    elif state.shots and facts.combat_open(state):
        yield "DG-15", "the ship was scuttled in the middle of a combat"


Tidying = v.Showing | v.HidePiece | v.HideShip | v.EndTurn
"""Showing and hiding pieces, and the turn marker; any other act continues a finished game."""
Settling = v.Scuttle | v.RollScuttling | v.ChangeScore | v.SinkPiece | v.ReturnPiece | v.DamageShip
"""Acts that still belong to a game whose ship has been scuttled (a second scuttling is DG-15)."""


@cases("GS-8(1)a", "GS-8(1)b", "GS-8(1)c", "GS-8(1)e")
def nobody_plays_on_after_the_end(tables: Tables, state: State, act: Verb) -> Verdict:
    if not (state.scuttled or state.step == st.OVER) or isinstance(act, Tidying):
        return None
    if isinstance(act, v.Enter) and owed(state, st.PLACE):
        return None  # a piece was drawn before the end, and is only laid down
    if state.step == st.OVER and state.outcome is not None:
        return state.outcome.case, state.outcome.played_on
    if state.scuttled and not isinstance(act, Settling):
        return "GS-8(1)a", "play went on after the ship had been scuttled"
    return None
