"""Movement on the ground (RF-4): how far, over which terrain, on a red card or a black one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import NOTE, Broken, Fault, Verdict, always
from validator.rules.states import Pending
from validator.rules.verbs import Verb, guessed, said

from . import heard
from . import state as st
from .activation import Some, acted
from .book import case, cases, effect, offer
from .encounter import met
from .land import (
    by_road,
    commander_in,
    enemies_in,
    hex_of,
    is_black,
    is_open_water,
    is_rough,
    room_of,
    room_taken,
)
from .state import State, Unit
from .tables import ARTILLERY, Tables

Path = tuple[str, ...]
CASE_OF_ROW = {
    "light_gun": "RF-4.15",
    "big_gun": "RF-4.16",
    "light_afv": "RF-4.17",
    "medium_afv": "RF-4.17",
    "heavy_afv": "RF-4.17",
    "horse_transport": "RF-4.19",
    "motor_transport": "RF-4.19",
    "commander": "RF-4.21",
}
"""By row of the movement chart: the case for its distance; else RF-4.14."""


def _ways(t: Tables, state: State, known: Mapping[str, Any]) -> Iterator[Path]:
    """The paths by which a unit can have reached a hex: the shortest, or any that is legal; first
    those after which it may do most, such as the road."""
    unit, end = state.unit(known["unit"]), known["_to"]
    if unit.at == end:
        yield ()  # it went back to where it was
    legal = (path for path in ways_of(t, state, unit) if path[-1:] == (end,))
    paths = [*heard.along(t, unit.at, end), *legal]
    yield from sorted(paths, key=lambda path: (len(path), len([*_led_over(t, state, unit, path)])))
    if t.distance(unit.at, end) > 4:
        yield (end,)


class Move(Verb, steps=("moves",)):
    """A ground unit moves along hexes and turns; without hexes it only turns in place."""

    unit: str
    path: Path = guessed(heard.legal_first(lambda: Move, "path", _ways, facing=""))
    """The hexes that it enters, in their order."""
    facing: str = guessed(lambda context, state, known: ("",))

    signs = sign.any_of(
        *(
            sign.all_of(
                sign.moved(role, piece="unit", start=part.a_hex, to=heard.TO),
                sign.optional(sign.faced(role, piece="unit", way=heard.FACING)),
            )
            for role in heard.GROUND
        ),
        *(
            sign.all_of(sign.faced(role, piece="unit", way=heard.FACING), sign.fixed(path=()))
            for role in heard.GROUND
        ),
    )


class Embus(Verb, steps=("moves",)):
    """A unit gets into a vehicle in its hex."""

    unit: str
    vehicle: str = guessed(lambda context, state, known: _near_carriers(state, known["unit"]))

    signs = sign.any_of(
        *(
            sign.all_of(heard.turned(role, "aboard"), sign.maybe_declared("embarks"))
            for role in heard.RIDERS
        )
    )


def _gets_out(context: Any, state: State) -> Mapping[str, Any] | None:
    """A unit that is dragged out of its carrier has got out."""
    fact = context.facts[context.at]
    inside = isinstance(fact, seen.Moved) and state.unit(fact.piece).inside
    return {"unit": fact.piece} if inside else None


class Debus(Verb, steps=("moves",)):
    """A unit gets out of its carrier."""

    unit: str

    signs = sign.any_of(
        *(
            sign.all_of(
                sign.turned(role, piece="unit", before=heard.level(role, "aboard")),
                sign.maybe_declared("debarks"),
            )
            for role in heard.RIDERS
        ),
        sign.unseen(),
    )
    silent = _gets_out


class Limber(Verb, steps=("moves",)):
    """A gun is limbered to its tow, or unlimbered."""

    unit: str
    limbered: bool = field(metadata=said("limbered", "unlimbered"))

    signs = sign.any_of(
        sign.all_of(
            heard.turned("gun", "limbered"),
            sign.fixed(limbered=True),
            sign.maybe_declared("limbers"),
        ),
        sign.all_of(
            sign.turned("gun", piece="unit", before=heard.level("gun", "limbered")),
            sign.fixed(limbered=False),
            sign.maybe_declared("unlimbers"),
        ),
    )


def _near_carriers(state: State, unit_id: str) -> list[str]:
    """The possible carriers of a unit in its hex, empty ones first."""
    unit = state.unit(unit_id)
    found = [one.id for one in state.at(unit.at) if one.vehicles and one.id != unit_id]
    return sorted(found, key=lambda one: any(True for _ in state.aboard(one))) or [""]


# --- How far


def base(t: Tables, unit: Unit) -> int:
    """The hexes a turn by the movement chart; 0 for a heavy gun that is not limbered."""
    return t.movement.get(t.row_of(unit), 0)


def bonus(t: Tables, state: State, unit: Unit) -> int:
    """The bonus of a Commander in the hex where it began to move (RF-1.19, RFD-16)."""
    return t.commander_moves if _is_led(t, state, unit) else 0


def _is_led(t: Tables, state: State, unit: Unit) -> bool:
    if t.units[unit.id].kind == "commander":
        return False
    return unit.led if unit.steps else commander_in(t, state, unit.at, unit)


def on_road(t: Tables, state: State, unit: Unit, path: Path) -> bool:
    """Whether every step of this turn follows a road (RF-4.3, RFD-13)."""
    followed = all(by_road(t, state, here, there) for here, there in steps(unit.at, path))
    return followed and st.OFF_ROAD not in unit.way


def steps(start: str, path: Path) -> Iterator[tuple[str, str]]:
    """The steps of a path, each from one hex to another."""
    return zip((start, *path), path, strict=False)


def goes_uphill(t: Tables, unit: Unit, path: Path) -> bool:
    """Whether its moves of this turn led uphill (RF-4.2)."""
    ground = t.ground
    climbs = (ground[there].level > ground[here].level for here, there in steps(unit.at, path))
    return any(climbs) or st.UPHILL in unit.way


def allowance(t: Tables, state: State, unit: Unit, path: Path) -> int:
    """The number of hexes that a unit may move this turn along a path (RFD-12): base, Commander,
    road."""
    most = base(t, unit)
    if not most:
        return 0
    road = t.road_moves if on_road(t, state, unit, path) else 0
    return most + bonus(t, state, unit) + road


def night_cap(t: Tables, state: State, unit: Unit, path: Path) -> int:
    return t.night_road if on_road(t, state, unit, path) else t.night_country


# --- What a move may not do


@cases(
    *("RF-4.1", "RF-4.3", *dict.fromkeys(CASE_OF_ROW.values()), "RF-4.14", "RF-4.18"),
    reads=("unit", "path"),
)
def nobody_moves_farther_than_he_can(t: Tables, state: State, act: Move) -> Verdict:
    unit, path = state.unit(act.unit), act.path
    if not path or not _is_a_way(t, unit, path):
        return None
    far = len(path)
    most = allowance(t, state, unit, path)
    if far + unit.steps <= most:
        return None
    did = f"{act.unit} moved {far} hexes, it may move {most}"
    row = t.row_of(unit)
    if far <= most:
        return "RF-4.1", f"{act.unit} moved {far} hexes and {unit.steps} before, it may move {most}"
    if row == "big_gun":
        return "RF-4.16", f"{act.unit} was moved without a tow"
    if far <= most + t.road_moves and any(
        by_road(t, state, here, there) for here, there in steps(unit.at, path)
    ):
        return "RF-4.3", f"{did}: not all of its way is a road"
    if t.units[act.unit].kind == "recon":
        return "RF-4.18", did
    return CASE_OF_ROW.get(row, "RF-4.14"), did


@case("RF-4.2", reads=("unit", "path"))
def uphill_one_hex(t: Tables, state: State, act: Move) -> Fault:
    unit = state.unit(act.unit)
    if not _is_a_way(t, unit, act.path) or not act.path:
        return None
    if not goes_uphill(t, unit, act.path):
        return None
    far = len(act.path) + unit.steps
    return f"{act.unit} moved {far} hexes, and uphill" if far > t.uphill_cap else None


@case("RF-4.11", reads=("unit", "path"))
def tanks_enter_one_hill_or_wood(t: Tables, state: State, act: Move) -> Fault:
    if not t.is_afv(act.unit) or not _is_known(t, act.path):
        return None
    entered = [one for one in act.path if is_rough(t, one)]
    before = st.ROUGH in state.unit(act.unit).way
    if entered and len(entered) + before > t.rough_cap:
        return f"{act.unit} entered {' and '.join(entered)}, hills or woods, and more in one turn"
    return None


@case("RF-4.12", reads=("unit", "path"))
def transport_needs_black_on_hills_and_in_woods(t: Tables, state: State, act: Move) -> Fault:
    unit = state.unit(act.unit)
    if not t.is_transport(unit) or is_black(t, state) or not _is_known(t, act.path):
        return None
    rough = [one for one in (unit.at, *act.path) if act.path and is_rough(t, one)]
    return f"{act.unit} drove over {rough[0]} on a card of {state.suit}" if rough else None


@case("RF-4.6", reads=("unit", "path"))
def mines_need_black(t: Tables, state: State, act: Move) -> Fault:
    unit = state.unit(act.unit)
    if is_black(t, state) or not act.path:
        return None
    mined = [one for one in (unit.at, *act.path) if one in state.mines]
    if not mined:
        return None
    return f"{act.unit} moved into or out of the mines of {mined[0]} on a card of {state.suit}"


@case("RF-4.7", reads=("unit", "path"))
def mines_end_a_move(t: Tables, state: State, act: Move) -> Fault:
    passed = [one for one in act.path[:-1] if one in state.mines]
    unit = state.unit(act.unit)
    if act.path and st.MINED in unit.way:
        passed = [unit.at]
    return f"{act.unit} went on out of the mines of {passed[0]}" if passed else None


@case("RF-4.4", reads=("unit", "path"))
def wire_holds_all_but_tanks(t: Tables, state: State, act: Move) -> Fault:
    unit = state.unit(act.unit)
    if t.is_afv(act.unit) or not act.path:
        return None
    passed = [one for one in act.path[:-1] if one in state.wire]
    if unit.held_by_wire and unit.at in state.wire:
        passed = [unit.at]
    return f"{act.unit} went on through the wire of {passed[0]}" if passed else None


@cases("RF-4.8", "RF-4.9", "RF-4.10", reads=("unit", "path"))
def who_loads_or_limbers_stays(t: Tables, state: State, act: Move) -> Verdict:
    unit = state.unit(act.unit)
    if not act.path or not unit.stays:
        return None
    if t.units[act.unit].kind == ARTILLERY:
        return "RF-4.10", f"{act.unit} moved in the turn in which it was limbered or unlimbered"
    out = any(one.at == unit.at and one.acts and t.may_ride(one.id) for one in state.units.values())
    case_id = "RF-4.8" if out else "RF-4.9"
    return case_id, f"{act.unit} moved in the turn in which troops got {'out' if out else 'in'}"


@case("RF-16.2", reads=("unit", "path"))
def nights_are_short(t: Tables, state: State, act: Move) -> Fault:
    unit = state.unit(act.unit)
    if not t.night or not act.path or not _is_a_way(t, unit, act.path):
        return None
    far, most = len(act.path) + unit.steps, night_cap(t, state, unit, act.path)
    return f"{act.unit} moved {far} hexes by night, it may move {most}" if far > most else None


@case("RF-18.4", reads=("unit", "path"))
def who_has_landed_stays(t: Tables, state: State, act: Move) -> Fault:
    unit = state.unit(act.unit)
    if act.path and unit.landed == state.turn:
        return f"{act.unit} moved in the turn in which it landed"
    return None


@case("RF-2.1", reads=("unit", "path", "facing"))
def a_move_leads_somewhere(t: Tables, state: State, act: Move) -> Fault:
    if act.path or t.has_facing(act.unit):
        return None
    did = f"{act.unit or 'nobody'} moved nowhere"  # which way its counter looks says nothing
    return Broken(did, severity=NOTE) if act.facing else did


@cases("RF-2.1", "RFD-35", "RF-2.3", reads=("unit", "path"))
def a_path_is_one(t: Tables, state: State, act: Move) -> Verdict:
    unit = state.unit(act.unit)
    for here, there in steps(unit.at, act.path):
        if there not in t.near.get(here, ()):
            return "RF-2.1", f"{act.unit} moved from {here or 'off the map'} to {there}"
        if is_open_water(t, state, there):
            return "RFD-35", f"{act.unit} entered the river in {there}"
    if act.path and not state.by_hand:
        return _room(t, state, unit, act.path[-1])
    return None


def _room(t: Tables, state: State, unit: Unit, hex_id: str) -> Verdict:
    taken = room_taken(t, state, hex_id) + room_of(t, unit)
    if hex_id != unit.at and taken > t.space and not _enemy(t, state, unit, hex_id):
        return "RF-2.3", Broken(
            f"{unit.id} entered {hex_id}, where there is no room", f"at most {t.space} points"
        )
    return None


def _enemy(t: Tables, state: State, unit: Unit, hex_id: str) -> bool:
    side = t.side_of(unit.id)
    return bool(side) and bool(enemies_in(t, state, hex_id, side))


@case("RF-10.1", reads=("unit", "path"))
def enemies_stop_a_move(t: Tables, state: State, act: Move) -> Fault:
    unit = state.unit(act.unit)
    passed = [one for one in act.path[:-1] if t.on_map(one) and _enemy(t, state, unit, one)]
    return f"{act.unit} went through the enemy in {passed[0]}" if passed else None


def _is_known(t: Tables, path: Path) -> bool:
    return all(map(t.on_map, path))


def _is_a_way(t: Tables, unit: Unit, path: Path) -> bool:
    return t.on_map(unit.at) and _is_known(t, path)


# --- Loading


@cases("RF-1.15", "RF-1.16", "RF-4.9", reads=("unit", "vehicle"))
def what_a_vehicle_carries(t: Tables, state: State, act: Embus) -> Verdict:
    unit, vehicle = state.unit(act.unit), state.unit(act.vehicle)
    if t.row_of(vehicle) == "horse_transport":
        return "RF-1.16", f"{act.vehicle} is drawn by horses and carries nobody"
    motor = t.kind_of(act.vehicle)
    if motor.kind != "transport" or not t.may_ride(act.unit):
        return "RF-1.15", f"{act.unit} does not ride in {act.vehicle or 'nothing'}"
    if motor.side != t.side_of(act.unit):
        return "RF-1.15", f"{act.vehicle} belongs to the other side"
    if next(state.aboard(act.vehicle), None) is not None or motor.cargo:
        return "RF-1.15", f"{act.vehicle} was loaded already"
    if unit.at != vehicle.at or not vehicle.vehicles:
        return "RF-1.15", f"{act.vehicle} is not with {act.unit}"
    if vehicle.steps:
        return "RF-4.9", f"{act.unit} got into {act.vehicle}, which had moved"
    return None


@cases("RF-4.8", "RF-17.4", reads=("unit",))
def who_gets_out(t: Tables, state: State, act: Debus) -> Verdict:
    unit = state.unit(act.unit)
    carrier = state.unit(unit.inside)
    if not unit.inside:
        return "RF-4.8", f"{act.unit} was not in a vehicle"
    if t.units[carrier.id].kind == "glider" and carrier.landed == state.turn:
        return "RF-17.4", f"{act.unit} got out in the turn in which it landed"
    if not t.is_ground(carrier):
        return "RF-17.4", f"{act.unit} got out in the air"
    if carrier.steps:
        return "RF-4.8", f"{act.unit} got out of {carrier.id}, which had moved"
    return None


@case("RF-4.10", reads=("unit", "limbered"))
def a_gun_is_limbered(t: Tables, state: State, act: Limber) -> Fault:
    unit = state.unit(act.unit)
    if t.kind_of(act.unit).kind != ARTILLERY or not unit.vehicles:
        return f"{act.unit} is no gun"
    if unit.stays:
        return f"{act.unit} was limbered or unlimbered before this turn"
    if unit.limbered == act.limbered:
        return f"{act.unit} was {'limbered' if act.limbered else 'unlimbered'} already"
    if unit.acts or unit.steps:
        return f"{act.unit} had moved or fired this turn"
    return None


# --- What is done


@effect
def move(t: Tables, state: State, act: Move) -> State:
    unit = state.unit(act.unit)
    if not unit.id:
        return state
    facing = act.facing if act.facing in t.facings else unit.facing
    if not act.path or not t.on_map(act.path[-1]):
        return state.change(act.unit, facing=facing)
    start, end = unit.at, act.path[-1]
    moved = acted(unit, st.MOVED).changed(
        at=end,
        facing=facing,
        steps=unit.steps + len(act.path),
        led=_is_led(t, state, unit),
        way=unit.way.union(_led_over(t, state, unit, act.path)),
        dug_in=False,
        held_by_wire=end in state.wire and not t.is_afv(act.unit),
    )
    new = state.with_unit(moved)
    side = t.side_of(act.unit)
    for left in dict.fromkeys((start, end)):
        if left in state.mines:
            new = new.owing(Pending(st.MINES, side, "RF-14.4", act.unit, to=left))
    return met(t, new, end, "RF-10.1")


def _led_over(t: Tables, state: State, unit: Unit, path: Path) -> Iterator[str]:
    if not _is_a_way(t, unit, path):
        return
    if goes_uphill(t, unit, path):
        yield st.UPHILL
    if any(is_rough(t, one) for one in path):
        yield st.ROUGH
    if not on_road(t, state, unit, path):
        yield st.OFF_ROAD
    if path[-1] in state.mines:
        yield st.MINED


@effect
def embus(t: Tables, state: State, act: Embus) -> State:
    unit = acted(state.unit(act.unit), st.MOVED)
    carrier = state.unit(act.vehicle)
    if t.kind_of(carrier.id).kind != "transport" or carrier.at != unit.at:
        return state  # there is nothing to get into
    if act.vehicle == act.unit or any(True for _ in state.aboard(act.unit)):
        return state  # who carries others is not carried
    new = state.with_unit(unit.changed(inside=act.vehicle, at="", dug_in=False))
    return new.change(act.vehicle, stays=True)


@effect
def debus(t: Tables, state: State, act: Debus) -> State:
    unit = state.unit(act.unit)
    here = hex_of(state, unit)
    new = state.with_unit(acted(unit, st.MOVED).changed(inside="", at=here))
    return new.change(unit.inside, stays=True)


@effect
def limber(t: Tables, state: State, act: Limber) -> State:
    return state.change(act.unit, limbered=act.limbered, stays=True, dug_in=False)


# --- Where legal ones are looked for


def ways(t: Tables, few: Iterable[Path]) -> Some[Path]:
    """All paths over hexes, of which a few are tried."""
    return Some(few, lambda path: isinstance(path, tuple) and all(map(t.on_map, path)))


def _paths(t: Tables, state: State, made: Any) -> Iterable[Path]:
    return ways(t, ways_of(t, state, state.unit(made.unit)))


def ways_of(t: Tables, state: State, unit: Unit) -> Iterator[Path]:
    """Yield the empty path, and the shortest path to each hex in reach; roads come first."""
    yield ()
    if not unit.on_foot or not t.on_map(unit.at):
        return
    most = base(t, unit) + bonus(t, state, unit) + t.road_moves - unit.steps
    reached: dict[str, Path] = {unit.at: ()}
    ring = [unit.at]
    for _ in range(most):
        wider = []
        for here in ring:
            if here != unit.at and (here in state.mines or _enemy(t, state, unit, here)):
                continue
            roads = [one for one in t.near[here] if one in t.roads[here]]
            for there in dict.fromkeys((*roads, *t.near[here])):
                if there not in reached and not is_open_water(t, state, there):
                    reached[there] = (*reached[here], there)
                    wider.append(there)
        ring = wider
    yield from (path for path in reached.values() if path)


def _facings(t: Tables, state: State, made: Any) -> Iterable[str]:
    """The six facings, or none to keep the present one."""
    return (*t.facings, "")


def _vehicles(t: Tables, state: State, made: Any) -> Iterable[str]:
    side = t.side_of(made.unit)
    kinds = ((one, t.units[one]) for one in state.units)
    return [one for one, kind in kinds if kind.kind == "transport" and kind.side == side]


offer(Move, path=_paths, facing=_facings)
offer(Embus, vehicle=_vehicles)
offer(Limber, limbered=always(True, False))
