"""The ship's way: section 4, with 6(4)b, 6(6)b and leaving the map (GS-8(1)b, c)."""

from __future__ import annotations

from collections.abc import Iterable

from generator.counting import counted
from validator.rules.cases import INTERPRETATION, MISSING, Broken, Fault

from .book import case
from .facts import FRESH, NO_SUPPLY, SPENT, Way, damaged, known_places, way_to, why_not_there
from .state import ATLANTIC, COMBAT, INDIAN, SET_UP, VOYAGE_LOG, State
from .tables import FAR, Tables
from .verbs import Answer, Escape, LogCourse, OpenCourse, Raid, ShowShip

Course = LogCourse | OpenCourse | Escape
READS = ("ocean", "hex", "refuel")


def _way(tables: Tables, state: State, course: Course) -> Way | None:
    """The way of a course that says where it goes; leaving starts from an exit hex."""
    if isinstance(course, Escape):
        ends: Iterable[str] = tables.exits.get(course.ocean, ())
        if course.hex is not None:
            ends = (course.hex,)
        return way_to(tables, state, ends, course.refuel, tables.exit_cost)
    if course.hex is None:
        return None
    return way_to(tables, state, (course.hex,), course.refuel)


def _told(way: Way, course: Course) -> str:
    """From where to where a move of the ship went."""
    end = "off the map" if isinstance(course, Escape) else f"to {course.hex}"
    if way.hexes == FAR:
        return f"from {way.start} {end}, and no way leads there"
    return f"{counted(way.hexes, 'hex')} from {way.start} {end}"


def _unflagged_refuel(way: Way) -> bool:
    """As far as a refuelled ship goes, from a fresh supply ship, but nothing was flagged."""
    return (
        way.refuel is False
        and way.supply == FRESH
        and way.allowance < way.hexes <= way.allowance + way.bonus
    )


@case("GS-4(1)a", reads=READS, rests_on=("ship",))
def the_ship_moves_up_to_two_hexes(tables: Tables, state: State, course: Course) -> Fault:
    way = _way(tables, state, course)
    if way is None or way.hexes in (0, FAR) or damaged(tables, state):
        return None
    if way.hexes > way.allowed and not way.refuel and not _unflagged_refuel(way):
        return f"the ship moved {_told(way, course)}"
    return None


@case("GS-4(1)a", reads=("hex",), rests_on=("ship",))
def a_ship_shown_can_have_come_there(tables: Tables, state: State, show: ShowShip | Raid) -> Fault:
    return _impossible(tables, state, show.hex, "GS-4(1)a")


@case("GS-4(1)a", reads=("found",), rests_on=("ship",))
def a_ship_found_can_have_come_there(tables: Tables, state: State, reply: Answer) -> Fault:
    return _impossible(tables, state, _searched(state, reply), "GS-4(1)a")


@case("GS-6(4)b", reads=READS, rests_on=("ship", "damaged"))
def a_damaged_ship_moves_one_hex(tables: Tables, state: State, course: Course) -> Fault:
    way = _way(tables, state, course)
    if way is None or way.hexes in (0, FAR) or not damaged(tables, state):
        return None
    if way.hexes > way.allowed and not way.refuel and not _unflagged_refuel(way):
        return f"the damaged ship moved {_told(way, course)}"
    return None


@case("GS-6(4)b", reads=("hex",), rests_on=("ship", "damaged"))
def a_damaged_ship_shown_can_have_come_there(
    tables: Tables, state: State, show: ShowShip | Raid
) -> Fault:
    return _impossible(tables, state, show.hex, "GS-6(4)b")


@case("GS-6(4)b", reads=("found",), rests_on=("ship", "damaged"))
def a_damaged_ship_found_can_have_come_there(tables: Tables, state: State, reply: Answer) -> Fault:
    return _impossible(tables, state, _searched(state, reply), "GS-6(4)b")


def _searched(state: State, reply: Answer) -> str | None:
    return state.searches[-1][1] if reply.found and state.searches else None


def _impossible(tables: Tables, state: State, hex_id: str | None, case_id: str) -> Fault:
    if hex_id is None or why_not_there(tables, state, hex_id) != case_id:
        return None
    return Broken(f"the ship was shown in {hex_id}, where it cannot be", known_places(state))


@case("GS-4(1)b", reads=("hex",))
def the_ship_keeps_to_the_hexes(
    tables: Tables, state: State, course: LogCourse | OpenCourse
) -> Fault:
    if course.hex is None or not state.ship:
        return None
    if not tables.on_map(course.hex):
        return f"the ship moved to {course.hex}, which is no sea hex"
    if all(tables.hexes_between(start, course.hex) == FAR for start in state.ship):
        return f"the ship moved to {course.hex}, to which no way leads by sea"
    return None


@case("GS-4(2)a", reads=("hex",), rests_on=("pieces",))
def the_ship_is_not_shown_without_a_cause(tables: Tables, state: State, show: ShowShip) -> Fault:
    if state.step == COMBAT and not state.contact and not state.pieces_at(show.hex):
        return f"the ship was shown in {show.hex}, where no British piece is"
    if state.step == COMBAT and state.contact == "shown":
        return f"the ship was shown a second time, in {show.hex}"
    return None


@case("GS-4(2)a", rests_on=("pursued",))
def only_a_pursued_ship_moves_openly(tables: Tables, state: State, course: OpenCourse) -> Fault:
    if state.step in (SET_UP, VOYAGE_LOG) and not state.pursued:
        return "the ship moved openly though no cruiser pursues it"
    return None


@case("GS-4(3)a", reads=READS, rests_on=("supplies",))
def refuelling_is_from_a_supply_ship_where_the_move_starts(
    tables: Tables, state: State, course: Course
) -> Fault:
    way = _way(tables, state, course)
    if way is None or way.refuel is not True:
        return None
    if way.supply == NO_SUPPLY and not _all_used(tables, state):
        return f"the ship refuelled in {way.start}, where no supply ship waits"
    if way.supply == FRESH and not damaged(tables, state) and way.allowed < way.hexes < FAR:
        return f"the refuelled ship moved {_told(way, course)}"
    return None


@case("GS-4(3)b", reads=READS, rests_on=("supplies", "damaged"))
def a_damaged_ship_that_refuels_moves_two_hexes(
    tables: Tables, state: State, course: Course
) -> Fault:
    way = _way(tables, state, course)
    if way is None or way.refuel is not True or not damaged(tables, state):
        return None
    if way.supply == FRESH and way.allowed < way.hexes < FAR:
        return f"the damaged ship refuelled and moved {_told(way, course)}"
    return None


@case("GS-4(3)c", reads=READS, rests_on=("supplies",))
def refuelling_is_written_down(tables: Tables, state: State, course: Course) -> Fault:
    way = _way(tables, state, course)
    if way is not None and _unflagged_refuel(way):
        return f"the ship moved {_told(way, course)}, and no refuelling was written"
    return None


@case("GS-4(3)d", reads=READS, rests_on=("supplies",))
def each_supply_ship_works_once(tables: Tables, state: State, course: Course) -> Fault:
    way = _way(tables, state, course)
    if way is not None and way.refuel is True and way.supply == SPENT:
        return f"the ship refuelled again from the supply ship in {way.start}"
    return None


@case("GS-2(4)a", reads=READS, rests_on=("supplies",))
def there_is_no_fourth_supply_ship(tables: Tables, state: State, course: Course) -> Fault:
    way = _way(tables, state, course)
    if way is None or way.refuel is not True or way.supply != NO_SUPPLY:
        return None
    if _all_used(tables, state):
        return f"the ship refuelled from a fourth supply ship, in {way.start}"
    return None


def _all_used(tables: Tables, state: State) -> bool:
    used = sum(supply.used for supply in state.supplies.values())
    return used >= len(tables.supplies)


@case("GS-6(6)b", severity=MISSING, rests_on=("pursued",))
def a_pursued_ship_shows_its_new_hex(tables: Tables, state: State, course: LogCourse) -> Fault:
    if state.step == VOYAGE_LOG and state.pursued:
        return "the ship was pursued and moved in secret"
    return None


# --- Leaving the map -------------------------------------------------------------------


@case("GS-8(1)b", reads=("ocean", "hex"))
def into_the_atlantic_from_its_exits(tables: Tables, state: State, escape: Escape) -> Fault:
    if escape.ocean not in tables.exits:
        return f"the ship left the map into {escape.ocean}"
    if escape.ocean == ATLANTIC and escape.hex not in (None, *tables.exits[ATLANTIC]):
        return f"the ship left the map from {escape.hex}"
    return None


@case("GS-8(1)c", reads=("ocean", "hex"))
def into_the_indian_ocean_from_its_exit(tables: Tables, state: State, escape: Escape) -> Fault:
    if escape.ocean == INDIAN and escape.hex not in (None, *tables.exits[INDIAN]):
        return f"the ship left the map from {escape.hex}"
    return None


@case("DG-6", reads=READS, severity=INTERPRETATION, rests_on=("ship",))
def leaving_the_map_costs_a_hex(tables: Tables, state: State, escape: Escape) -> Fault:
    way = _way(tables, state, escape)
    if way is None:
        return None
    if way.hexes <= way.allowed < way.hexes + tables.exit_cost:
        return f"the ship moved {_told(way, escape)}"
    return None
