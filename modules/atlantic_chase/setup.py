"""How a scenario begins: where its counters stand, what it says of itself (AC-1.2)."""

from __future__ import annotations

from . import state as st
from .state import Ship, State, TaskForce
from .tables import Tables


def begun(tables: Tables) -> State:
    """The state before the first action, as the scenario places the counters."""
    stands: dict[str, tuple[str, ...]] = {}
    where: dict[str, str] = {}
    for placement in tables.game.scenario().placements:
        for piece in placement.pieces:
            where[piece] = placement.at or ""
    forces = {}
    for counter in tables.game.counters:
        if counter.id not in where:
            continue
        force = str(counter.values.get("force", ""))
        if counter.kind == "station":
            forces[force] = TaskForce(force, station=where[counter.id])
        elif counter.kind == "segment":
            stands[force] = (*stands.get(force, ()), where[counter.id])
    for force, line in stands.items():
        forces[force] = TaskForce(force, line=line)
    scenario = tables.scenario
    return State(
        active=str(scenario["initiative"]),
        weather=str(scenario.get("weather", st.GOOD)),
        tally=int(scenario.get("tally", 0)),
        forces={
            **{one: TaskForce(one) for one in tables.forces},
            **{one.id: one.changed(port=_port(tables, one)) for one in forces.values()},
        },
        ships={one: Ship(one, where[one]) for one in tables.ships if one in where},
        stealth={one: where[one] for one in tables.stealth if one in where},
        leaders={one: where[one] for one in tables.leaders if one in where},
        groups={one: where[one] for one in tables.groups if one in where},
    )


def _port(tables: Tables, force: TaskForce) -> str:
    """The port in whose box a task force begins, where the box has only one."""
    ports = tables.boxed(force.station, tables.forces[force.id])
    return ports[0].name if len(ports) == 1 else ""
