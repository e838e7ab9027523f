"""Questions about task forces and hexes that several cases and effects ask."""

from __future__ import annotations

from collections.abc import Iterator

from . import state as st
from .lines import Line, Touch
from .state import State, TaskForce
from .tables import CARRIER, CONVOY, NO_TYPE, ORDERED, Side, Tables

# --- Ships -----------------------------------------------------------------------------


def side_up(t: Tables, ship: st.Ship) -> Side:
    """The current values of a ship, by the visible side of its marker."""
    kind = t.ships.get(ship.id, NO_TYPE)
    return kind.damaged if ship.damaged else kind.front


def speed(t: Tables, state: State, force: str) -> str:
    """The speed of a task force: that of its slowest ship (AC-6.5)."""
    speeds = (side_up(t, ship).speed for ship in state.ships_of(force))
    return min(speeds, key=ORDERED.index, default=ORDERED[-1])


def slowness(t: Tables, state: State, force: str) -> int:
    """The rank of its speed, 0 for very slow."""
    return ORDERED.index(speed(t, state, force))


def faster(t: Tables, state: State, one: str, other: str) -> bool:
    """Whether a task force is strictly faster than another."""
    return slowness(t, state, one) > slowness(t, state, other)


def has_convoy(t: Tables, state: State, force: str) -> bool:
    return any(t.ships[one.id].kind == CONVOY for one in state.ships_of(force))


def has_carrier(t: Tables, state: State, force: str) -> bool:
    """Whether it has a carrier that can launch: one that is not damaged."""
    return any(t.ships[one.id].kind == CARRIER and not one.damaged for one in state.ships_of(force))


# --- Where things are ------------------------------------------------------------------


def hexes(t: Tables, force: TaskForce) -> Line:
    """The hexes of a task force's Station or segments; none in a Port Box."""
    return tuple(one for one in force.places if t.on_map(one))


def in_box(t: Tables, force: TaskForce) -> bool:
    """Whether its Station is in a Port Box."""
    return bool(force.station) and not t.on_map(force.station)


def in_ports(t: Tables, force: TaskForce) -> frozenset[str]:
    """The ports in which a task force is, in one of their hexes or in their box."""
    boxed = t.boxed(force.station, t.forces.get(force.id, ""))
    own = (one for one in boxed if force.port in ("", one.name))
    beside = (one for hex_id in force.places for one in t.port_at.get(hex_id, ()))
    return frozenset(one.name for one in (*own, *beside))


def shared(t: Tables, one: TaskForce, other: TaskForce) -> tuple[str, ...]:
    """The hexes in which two task forces are both (AC-4.1)."""
    there = hexes(t, other)
    return tuple(here for here in hexes(t, one) if here in there)


def touching(t: Tables, force: str) -> Touch:
    """Whether two hexes are adjacent for a task force's Trajectory."""
    near = t.near[t.forces[force]]
    return lambda here, there: there in near.get(here, ())


def forces_of(t: Tables, state: State, side: str) -> Iterator[TaskForce]:
    """The task forces of a side that are in play."""
    return (one for one in state.forces.values() if one.in_play and t.forces[one.id] == side)


def unused(t: Tables, state: State, side: str) -> Iterator[str]:
    """The task forces of a side whose pieces are not in use."""
    return (
        one for one, owner in t.forces.items() if owner == side and not state.force(one).in_play
    )


def trigger(t: Tables, state: State, hex_id: str, side: str) -> str:
    """What reveals a segment of this side in a hex (AC-21.1); empty if nothing does."""
    enemy = st.OTHER[side]
    if ports := t.ports_of(hex_id, enemy):
        return f"the port of {ports[0].name}"
    if bases := t.bases_of(hex_id, enemy):
        return f"the airbase of {bases[0].name}"
    for force in forces_of(t, state, enemy):
        if force.station == hex_id:
            return f"the Station of {force.id}"
    for one, place in state.stealth.items():
        if place == hex_id and t.side_of(one) == enemy:
            return f"a {t.stealth[one][0]}"
    return ""


# --- Weather ---------------------------------------------------------------------------


def weather_at(t: Tables, state: State, hex_id: str) -> str:
    """The weather in a hex: always Bad on the Arctic Line (AC-4.3)."""
    return st.BAD if hex_id in t.arctic else state.weather


def lapses_in(t: Tables, state: State, force: TaskForce) -> tuple[str, ...]:
    """The weathers in which a task force may perform its Time Lapse: its owner chooses if some of
    its segments are on the Arctic Line in Good Weather (AC-20.1, AC-20.2)."""
    arctic = sum(one in t.arctic for one in force.line)
    if state.weather == st.BAD or (arctic and arctic == len(force.line)):
        return (st.BAD,)
    return (st.GOOD, st.BAD) if arctic else (st.GOOD,)


# --- Markers ---------------------------------------------------------------------------


def strays(t: Tables, state: State) -> Iterator[tuple[str, str, str]]:
    """Yield the markers whose piece is gone: the marker, the task force, the hex."""
    for force in state.forces.values():
        if not (force.intel or force.contact or force.evasive):
            continue
        line, places = force.line, hexes(t, force)
        for hex_id in sorted(force.intel):
            if hex_id not in line:
                yield st.INTEL, force.id, hex_id
        for hex_id in sorted(force.contact):
            if hex_id not in places:
                yield st.CONTACT, force.id, hex_id
        if force.evasive and not force.in_play:
            yield st.EVASIVE, force.id, ""


def intel(force: TaskForce) -> frozenset[str]:
    """The hexes of its segments with Intel; a Station has none (AC-21.5)."""
    return force.intel.intersection(force.line)
