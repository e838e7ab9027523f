"""How a scenario begins: where its counters stand, what it says of itself (AC-1.2)."""

from __future__ import annotations

from collections.abc import Mapping

from . import state as st
from .state import Ship, State, TaskForce
from .tables import Tables


def begun(tables: Tables) -> State:
    """The state before the first action, as the scenario places the counters."""
    scenario = tables.game.scenario()
    where, along = {}, {}
    for placement in scenario.placements:
        for piece in placement.pieces:
            where[piece] = placement.at or ""
            along[piece] = placement.pieces[0]
    told = scenario.properties
    return State(
        active=(st.GERMAN, st.BRITISH)[told.get("Initiative", 0)],
        weather=(st.GOOD, st.BAD)[told.get("Weather", 0)],
        tally=told.get("Tally", 0),
        forces={one: _force(tables, one, where) for one in tables.forces},
        ships={one: Ship(one, _berth(tables, where.get(one, ""))) for one in tables.ships},
        stealth={
            one: where.get(one, "") if _in_play(tables, where.get(one, "")) else st.OUT
            for one in tables.stealth
        },
        leaders={one: _post(tables, one, where, along) for one in tables.leaders},
        groups={one: where[one] for one in tables.groups if where.get(one, "") in tables.box_ports},
    )


def group_box(group: str) -> str:
    """The box with the ships of a reinforcement group: ``group_german_1`` has German Group 1."""
    _, side, number = group.split("_")
    return f"{side.title()} Group {number}"


def _in_play(tables: Tables, place: str) -> bool:
    return tables.on_map(place) or place == st.UBOX


def _force(tables: Tables, force: str, where: Mapping[str, str]) -> TaskForce:
    """A task force where its Station or its segments stand, the segments in their order."""
    at = where.get(f"{force.lower()}_station", "")
    station, port = berthed(tables, at, tables.forces[force])
    names = (f"{force.lower()}_segment_{n}" for n in range(1, tables.segments + 1))
    line = tuple(where[one] for one in names if tables.on_map(where.get(one, "")))
    return TaskForce(force, "" if line else station, line, port="" if line else port)


def berthed(tables: Tables, place: str, side: str) -> tuple[str, str]:
    """The hex or Port Box of a place, and the port by which it is entered; a place in a box may be
    called after a port. Empty where no Station stands."""
    if tables.on_map(place):
        return place, ""
    port = tables.ports.get(place)
    if port is not None and port.box:
        return port.box, port.name
    ports = tables.boxed(place, side)
    return (place if ports else ""), (ports[0].name if len(ports) == 1 else "")


def _berth(tables: Tables, place: str) -> str:
    """The task force or the reinforcement group of a ship; `OUT`: it is not in the scenario."""
    groups = {group_box(one): one for one in tables.groups}
    return groups.get(place, place if place in tables.forces else st.OUT)


def _post(tables: Tables, leader: str, where: Mapping[str, str], along: Mapping[str, str]) -> str:
    """The ship or U-boat with which a leader is placed, or `ASIDE`."""
    place, with_it = where.get(leader, ""), along.get(leader, "")
    if with_it in tables.ships or (with_it in tables.stealth and with_it != leader):
        return with_it if _in_play(tables, place) or place in tables.forces else st.OUT
    return st.ASIDE if place.endswith("Leaders") else st.OUT
