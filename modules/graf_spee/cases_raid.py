"""Commerce raiding, points and the end of the game: sections 7 and 8."""

from __future__ import annotations

from generator.counting import counted, either
from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault
from validator.rules.verbs import Verb

from . import verbs as v
from .book import case
from .facts import (
    blamed_for,
    bookable,
    combat_open,
    owed,
    where_it_was,
    why_not_there,
    written_in,
)
from .state import COMBAT, OVER, POINTS, ROLL_RAID, ROLL_SCUTTLING, ROLL_SINKING, State
from .tables import Tables

Booking = v.ChangeScore | v.EndTurn
AFTER_SCUTTLING = (
    v.Scuttle,
    v.RollScuttling,
    v.ChangeScore,
    v.SinkPiece,
    v.ReturnPiece,
    v.DamageShip,
    v.RevealPiece,
    v.HidePiece,
    v.HideShip,
)
"""What still belongs to a game whose ship has been scuttled (a second scuttling is DG-15)."""

# --- GS-7 Commerce raiding -------------------------------------------------------------


@case("GS-7(1)")
def no_raid_in_a_turn_in_which_a_search_found_the_ship(
    tables: Tables, state: State, raid: v.Raid
) -> Fault:
    if state.discovered:
        found = "contact" if state.discovered == "contact" else "a carrier"
        return f"the ship raided in turn {state.turn}, in which {found} had found the ship"
    return None


@case("GS-7(2)", reads=("hex",))
def no_raid_where_the_id_ends_in_one(tables: Tables, state: State, raid: v.Raid) -> Fault:
    if raid.hex is not None and raid.hex.endswith(tables.closed_digit):
        return f"the ship raided in {raid.hex}"
    return None


@case("GS-7(3)", reads=("hex",), rests_on=("ship",))
def the_raiders_hex_is_shown(tables: Tables, state: State, raid: v.Raid) -> Fault:
    if raid.hex is None:
        return Broken("the ship raided and did not show its hex", severity=MISSING)
    if why_not_there(tables, state, raid.hex) == "written":
        return f"the ship raided in {raid.hex} and {written_in(state)}"
    return None


@case("DG-18", severity=INTERPRETATION)
def one_raid_a_turn(tables: Tables, state: State, raid: v.Raid) -> Fault:
    return f"the ship raided twice in turn {state.turn}" if state.raid is not None else None


@case("GS-7(4)")
def no_die_on_a_fresh_troopship_hex(tables: Tables, state: State, roll: v.RollRaid) -> Fault:
    if state.raid in state.taken and state.scored == "GS-7(4)":
        return f"a die was rolled for the troopship hex {state.raid}, which pays without one"
    return None


@case("GS-7(5)")
def one_die_for_each_raid(tables: Tables, state: State, roll: v.RollRaid) -> Fault:
    if state.step != COMBAT or owed(state, ROLL_RAID) or state.scored == "GS-7(4)":
        return None
    return "the raid's die was rolled again" if state.raid_rolled else "nobody had raided"


@case("GS-7(5)", severity=MISSING)
def a_raid_off_the_icons_is_rolled(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    roll = owed(state, ROLL_RAID)
    if roll is not None and roll.case == "GS-7(5)":
        return f"the ship raided in {state.raid} and rolled no die"
    return None


@case("GS-7(6)", severity=MISSING, rests_on=("taken",))
def a_raid_on_a_used_icon_is_rolled(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    roll = owed(state, ROLL_RAID)
    if roll is not None and roll.case == "GS-7(6)":
        return f"the ship raided in {state.raid} again and rolled no die"
    return None


# --- GS-8(2), (3) Points: booked as they were earned, neither more nor less ----------------


@case("GS-5(3)a", reads=("delta",))
def extra_moves_give_the_german_a_point(tables: Tables, state: State, change: Booking) -> Fault:
    return _booked(state, change, "GS-5(3)a")


@case("GS-7(4)", reads=("delta",))
def a_fresh_icon_pays_two_points(tables: Tables, state: State, change: Booking) -> Fault:
    return _booked(state, change, "GS-7(4)")


@case("GS-7(5)", reads=("delta",))
def a_raid_pays_by_its_die(tables: Tables, state: State, change: Booking) -> Fault:
    return _booked(state, change, "GS-7(5)")


@case("GS-7(6)", reads=("delta",), rests_on=("taken",))
def a_used_icon_pays_by_the_die(tables: Tables, state: State, change: Booking) -> Fault:
    return _booked(state, change, "GS-7(6)")


@case("GS-8(2)a", reads=("delta",))
def no_points_come_from_nothing(tables: Tables, state: State, change: v.ChangeScore) -> Fault:
    return _booked(state, change, "GS-8(2)a")


@case("GS-8(2)b", reads=("delta",))
def a_damaged_piece_gives_one_point(tables: Tables, state: State, change: Booking) -> Fault:
    return _booked(state, change, "GS-8(2)b")


@case("GS-8(2)c", reads=("delta",))
def a_sunk_piece_gives_its_strength(tables: Tables, state: State, change: Booking) -> Fault:
    return _booked(state, change, "GS-8(2)c")


@case("GS-8(2)d", reads=("delta",))
def a_sunk_carrier_gives_six(tables: Tables, state: State, change: Booking) -> Fault:
    return _booked(state, change, "GS-8(2)d")


@case("GS-8(3)a", reads=("delta",))
def the_die_is_lost_with_the_ship(tables: Tables, state: State, change: Booking) -> Fault:
    return _booked(state, change, "GS-8(3)a")


@case("GS-8(3)c", reads=("delta",))
def half_the_die_is_lost_by_scuttling(tables: Tables, state: State, change: Booking) -> Fault:
    return _booked(state, change, "GS-8(3)c")


def _booked(state: State, change: Booking, case_id: str) -> Fault:
    if isinstance(change, v.EndTurn):
        unpaid = sum(p.points for p in state.pending if p.what == POINTS and p.case == case_id)
        if unpaid:
            return Broken(f"{unpaid:+d} was not booked", f"{unpaid:+d}", severity=MISSING)
        return None
    if state.outcome is not None:
        return None
    up, down = bookable(state)
    if 0 < change.delta <= up or 0 < -change.delta <= down:
        return None
    if blamed_for(state, change.delta) != case_id:
        return None
    legal = ", ".join(f"{most:+d}" for most in (up, -down) if most) or "no change"
    return Broken(f"the score was changed by {change.delta:+d}", legal)


# --- GS-8(3) The loss of the ship ------------------------------------------------------


@case("GS-8(3)a", rests_on=("hits",))
def the_loss_is_rolled_for_a_sunk_ship(tables: Tables, state: State, roll: v.RollSinking) -> Fault:
    if state.loss_rolled:
        return "the die for the loss was rolled again"
    if state.step != COMBAT:
        return "the die for the loss was rolled and the ship is afloat"
    return None


@case("GS-8(3)a", severity=MISSING)
def a_sunk_ship_costs_points(tables: Tables, state: State, end: v.EndTurn) -> Fault:
    if owed(state, ROLL_SINKING) and not state.damaged:
        return "the ship was sunk and its loss was not rolled"
    return None


@case("DG-14", severity=INTERPRETATION)
def the_germans_points_are_booked_first(
    tables: Tables, state: State, roll: v.RollSinking | v.RollScuttling
) -> Fault:
    up, _ = bookable(state)
    return f"the loss was rolled with {up:+d} not booked" if up else None


@case("GS-8(3)c")
def a_scuttled_ship_is_rolled_for_once(
    tables: Tables, state: State, roll: v.RollScuttling
) -> Fault:
    if not owed(state, ROLL_SCUTTLING):
        return "the die for scuttling was rolled and the ship was not scuttled"
    return None


@case("GS-8(3)d", rests_on=("ship",))
def the_ship_is_scuttled_in_its_hex_only(tables: Tables, state: State, scuttle: v.Scuttle) -> Fault:
    if not state.turn:
        return "the ship was scuttled before the first turn"
    if state.ship and not (state.ship.keys() & tables.scuttling):
        where = either(sorted(tables.scuttling))
        return Broken(f"the ship was scuttled {where_it_was(state)}", where)
    return None


@case("DG-15", severity=INTERPRETATION)
def the_ship_is_scuttled_before_combat_dice(
    tables: Tables, state: State, scuttle: v.Scuttle
) -> Fault:
    if state.scuttled:
        return "the ship was scuttled a second time"
    if state.hits >= tables.sunk_at:
        return "the ship was scuttled after it had sunk"
    if state.shots and combat_open(state):
        return "the ship was scuttled in the middle of a combat"
    return None


# --- GS-8(1) The end -------------------------------------------------------------------


@case("GS-8(1)a")
def the_game_ends_with_the_ship(tables: Tables, state: State, act: Verb) -> Fault:
    if _after_scuttling(state, act):
        return "play went on after the ship had been scuttled"
    return _after_the_end(state, act, "GS-8(1)a")


@case("GS-8(1)b")
def the_game_ends_with_the_escape_to_the_atlantic(tables: Tables, state: State, act: Verb) -> Fault:
    return _after_the_end(state, act, "GS-8(1)b")


@case("GS-8(1)c")
def the_game_ends_with_the_escape_to_the_indian_ocean(
    tables: Tables, state: State, act: Verb
) -> Fault:
    return _after_the_end(state, act, "GS-8(1)c")


@case("GS-8(1)e")
def twenty_one_points_win_at_once(tables: Tables, state: State, act: Verb) -> Fault:
    return _after_the_end(state, act, "GS-8(1)e")


def _after_the_end(state: State, act: Verb, case_id: str) -> Fault:
    """Showing and hiding pieces is tidying up; anything else goes on with a finished game."""
    if state.step != OVER or isinstance(act, v.RevealPiece | v.HidePiece | v.HideShip):
        return None
    if state.outcome is not None and state.outcome.case == case_id:
        return f"play went on after the game had ended, at {counted(state.outcome.score, 'point')}"
    return None


def _after_scuttling(state: State, act: Verb) -> bool:
    return state.scuttled and state.step != OVER and not isinstance(act, AFTER_SCUTTLING)
