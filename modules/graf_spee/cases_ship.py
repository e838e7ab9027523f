"""The ship's way: section 4, with 6(4)b, 6(6)b and leaving the map (GS-8(1)b, c)."""

from __future__ import annotations

from generator.counting import counted
from validator.rules.cases import Broken, Fault, Verdict, left_out

from . import facts
from . import state as st
from . import verbs as v
from .book import case, cases
from .cases_order import Course
from .cases_search import told_place
from .facts import FRESH, NO_SUPPLY, SPENT, Way, way_to, why_not_there
from .state import State
from .tables import FAR, Tables

READS = ("ocean", "hex", "refuel")
TOO_FAR = ("GS-4(1)a", "GS-6(4)b", "GS-4(3)a", "GS-4(3)b", "GS-4(3)c", "GS-4(3)d", "GS-2(4)a")


def _way(tables: Tables, state: State, course: Course) -> Way | None:
    """The way of a course that says where it goes; leaving starts from an exit hex."""
    if isinstance(course, v.Escape):
        gates = tables.exits.get(course.ocean, ())
        ends = gates if course.hex is None else (course.hex,)
        return way_to(tables, state, ends, course.refuel, tables.exit_cost)
    if course.hex is None:
        return None
    return way_to(tables, state, (course.hex,), course.refuel)


def _told(way: Way, course: Course) -> str:
    """From where to where a move of the ship went."""
    end = "off the map" if isinstance(course, v.Escape) else f"to {course.hex}"
    if way.hexes == FAR:
        return f"from {way.start} {end}, and no way leads there"
    return f"{counted(way.hexes, 'hex')} from {way.start} {end}"


@cases(
    *TOO_FAR,
    reads=READS,
    rests_on={
        **dict.fromkeys(TOO_FAR, ("supplies",)),
        "GS-4(1)a": ("ship",),
        "GS-6(4)b": ("ship", "damaged"),
        "GS-4(3)b": ("supplies", "damaged"),
    },
)
def the_ship_moves_as_fuel_lets_it(tables: Tables, state: State, course: Course) -> Verdict:
    """Two hexes, damaged one; one more from a fresh supply ship, when that is written down."""
    way = _way(tables, state, course)
    if way is None:
        return None
    hurt = facts.damaged(tables, state)
    who = "the damaged ship" if hurt else "the ship"
    too_far = way.allowed < way.hexes < FAR
    if way.refuel is True and way.supply == NO_SUPPLY:
        used = sum(supply.used for supply in state.supplies.values())
        if used >= len(tables.supplies):
            return "GS-2(4)a", f"the ship refuelled from a fourth supply ship, in {way.start}"
        return "GS-4(3)a", f"the ship refuelled in {way.start}, where no supply ship waits"
    if way.refuel is True and way.supply == SPENT:
        return "GS-4(3)d", f"the ship refuelled again from the supply ship in {way.start}"
    if not too_far:
        return None
    if way.refuel is True:
        if hurt:
            return "GS-4(3)b", f"the damaged ship refuelled and moved {_told(way, course)}"
        return "GS-4(3)a", f"the refuelled ship moved {_told(way, course)}"
    unflagged = way.refuel is False and way.supply == FRESH
    if unflagged and way.hexes <= way.allowance + way.bonus:
        return "GS-4(3)c", f"the ship moved {_told(way, course)}, and no refuelling was written"
    return "GS-6(4)b" if hurt else "GS-4(1)a", f"{who} moved {_told(way, course)}"


@cases(
    "GS-4(1)a",
    "GS-6(4)b",
    reads=("hex", "found"),
    rests_on={"GS-4(1)a": ("ship",), "GS-6(4)b": ("ship", "damaged")},
)
def a_ship_shown_can_have_come_there(
    tables: Tables, state: State, act: v.ShowShip | v.Raid | v.Answer
) -> Verdict:
    place = told_place(state, act)
    why = "" if place is None else why_not_there(tables, state, place)
    if why not in ("GS-4(1)a", "GS-6(4)b"):
        return None
    did = f"the ship was shown in {place}, where it cannot be"
    return why, Broken(did, facts.known_places(state))


@case("GS-4(1)b", reads=("hex",))
def the_ship_stays_at_sea(
    tables: Tables, state: State, course: v.LogCourse | v.OpenCourse
) -> Fault:
    if course.hex is None or not state.ship:
        return None
    if not tables.on_map(course.hex):
        return f"the ship moved to {course.hex}, which is no sea hex"
    if all(tables.hexes_between(start, course.hex) == FAR for start in state.ship):
        return f"the ship moved to {course.hex}, to which no way leads by sea"
    return None


@case("GS-4(2)a", reads=("hex",), rests_on=("pieces",))
def the_ship_is_not_shown_without_a_cause(tables: Tables, state: State, show: v.ShowShip) -> Fault:
    if state.step == st.COMBAT and not state.contact and not state.pieces_at(show.hex):
        return f"the ship was shown in {show.hex}, where no British piece is"
    if state.step == st.COMBAT and state.contact == "shown":
        return f"the ship was shown a second time, in {show.hex}"
    return None


@case("GS-4(2)a", rests_on=("pursued",))
def only_a_pursued_ship_moves_openly(tables: Tables, state: State, course: v.OpenCourse) -> Fault:
    if state.step in (st.SET_UP, st.VOYAGE_LOG) and not state.pursued:
        return "the ship moved openly though no cruiser pursues it"
    return None


@case("GS-6(6)b", rests_on=("pursued",))
def a_pursued_ship_shows_its_new_hex(tables: Tables, state: State, course: v.LogCourse) -> Fault:
    if state.step == st.VOYAGE_LOG and state.pursued:
        return left_out("the ship was pursued and moved in secret")
    return None


@cases("GS-8(1)b", "GS-8(1)c", reads=("ocean", "hex"))
def the_ship_leaves_from_an_exit(tables: Tables, state: State, escape: v.Escape) -> Verdict:
    if escape.ocean not in tables.exits:
        return "GS-8(1)b", f"the ship left the map into {escape.ocean}"
    if escape.hex in (None, *tables.exits[escape.ocean]):
        return None
    case_id = "GS-8(1)c" if escape.ocean == st.INDIAN else "GS-8(1)b"
    return case_id, f"the ship left the map from {escape.hex}"


@case("DG-6", reads=READS, rests_on=("ship",))
def leaving_the_map_costs_a_hex(tables: Tables, state: State, escape: v.Escape) -> Fault:
    way = _way(tables, state, escape)
    if way is not None and way.hexes <= way.allowed < way.hexes + tables.exit_cost:
        return f"the ship moved {_told(way, escape)}"
    return None
