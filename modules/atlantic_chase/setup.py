"""How a scenario begins: the places of its counters, and its own rules (AC-1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.explaining.facts import cell_number
from validator.rules.states import THIS_TURN

from . import state as st
from .forces import in_ports, touching
from .lines import gap, orders
from .state import NO_BATTLE, SMOKE, Battle, Ship, State, TaskForce
from .tables import CONVOY, DESTROYERS, Tables


def start(t: Tables) -> State:
    """The state before the first action, as the scenario places the counters."""
    scenario = t.game.scenario()
    where, along = {}, {}
    for placement in scenario.placements:
        for piece in placement.pieces:
            where[piece] = placement.at or ""
            along[piece] = placement.pieces[0]
    return _laid_out(t, where, along, scenario.properties)


def _laid_out(
    t: Tables, where: Mapping[str, str], along: Mapping[str, str], told: Mapping[str, int]
) -> State:
    """The state with every piece in its given place. ``along``: by piece, the first of the pieces
    placed with it; ``told``: the values of the cells of the tracks."""
    forces = {one: _force(t, one, where) for one in t.forces}
    first = (st.GERMAN, st.BRITISH)[told.get("Initiative", 0)]
    return State(
        active=first,
        marked=first,
        weather=(st.GOOD, st.BAD)[told.get("Weather", 0)],
        tally=told.get("Tally", 0),
        battle=_battle(t, where),
        forces=forces,
        ships={one: _ship(t, one, _berth(t, one, where.get(one, "")), forces) for one in t.ships},
        stealth={
            one: where.get(one, "") if _in_play(t, where.get(one, "")) else st.OUT
            for one in t.stealth
        },
        leaders={one: _post(t, one, where, along) for one in t.leaders},
        groups={one: where[one] for one in t.groups if where.get(one, "") in t.box_ports},
    )


def _battle(t: Tables, where: Mapping[str, str]) -> Battle:
    """The Battle of a scenario that is only a Battle: its ships are on the Battle Board."""
    if not t.scenario.get("battle"):
        return NO_BATTLE
    force, target = str(t.scenario["acting"]), str(t.scenario["target"])
    zones = {one: where[one] for one in t.ships if where.get(one) in st.ZONES}
    here, rounds = where[f"{force.lower()}_station"], t.rounds[t.scenario["weather"]]
    return Battle(here, force, target, "BATTLE", False, rounds, zones=zones)


def under_way(t: Tables, state: State, table: Mapping[str, Any]) -> State:
    """The state from the table if a log begins during the game; what was done before in that turn
    is unknown."""
    if state.battle:
        return _fought_on(t, state, table)
    where = {one: token.place for one, token in table.items()}
    told = {cell.rpartition(" ")[0]: cell_number(cell) or 0 for cell in where.values()}
    lies = _laid_out(t, where, {}, told)
    for one in lies.forces.values():
        line = next(orders(one.line, (), touching(t, one.id)), one.line)
        own = t.forces[one.id], (f"{one.id.lower()}_segment", f"{one.id.lower()}_station")
        up = {
            token.place: token.level - 1 + (key.startswith(own[1][1]) and token.level > 1)
            for key, token in table.items()
            if key.startswith(own[1]) and token.place in one.places
        }
        lies.forces[one.id] = one.changed(
            line=one.line if gap(one.line, touching(t, one.id)) is None else line,
            intel=frozenset(place for place, level in up.items() if level in (1, 3)),
            contact=frozenset(place for place, level in up.items() if level in (2, 3)),
        )
    for ship, known in state.ships.items():
        at = known.at if where.get(ship) in st.ZONES else lies.ships[ship].at
        lies.ships[ship] = shown(t, known.changed(at=at), table[ship]) if ship in table else known
    same = all(getattr(lies, one) == getattr(state, one) for one in ("forces", "ships", "stealth"))
    if same and lies.marked == state.marked:
        return state
    points = {side: told.get(f"{side} VP", 0) for side in st.OTHER}
    changes = told.get("Change", 0)
    return lies.changed(
        leaders=state.leaders,
        points=points,
        booked=points,
        changes=changes,
        turn=changes,
        doubt=frozenset({THIS_TURN, SMOKE}),
    )


def _fought_on(t: Tables, state: State, table: Mapping[str, Any]) -> State:
    """The state from the table if a log begins during a scenario that is only a Battle: its ships
    as they are, and the round by its marker."""
    lies = {one: table[one] for one in state.battle.zones if one in table}
    zones = {one: token.place for one, token in lies.items() if token.place in st.ZONES}
    ships = {
        one: shown(t, state.ship(one).changed(**({} if one in zones else {"at": st.OUT})), token)
        for one, token in lies.items()
    }
    number = cell_number(table["round"].place) if "round" in table else None
    new = state.changed(ships={**state.ships, **ships})
    if (zones, new.ships, number or 1) == (state.battle.zones, state.ships, 1):
        marked = any(token.place in st.ZONES for key, token in table.items() if key not in lies)
        return state.changed(doubt=frozenset({THIS_TURN, SMOKE})) if marked else state
    battle = state.battle.changed(zones=zones, round=number or 1, step=st.GUNNERY)
    return new.changed(battle=battle, doubt=frozenset({THIS_TURN, SMOKE}))


def shown(t: Tables, ship: Ship, token: Any) -> Ship:
    """A ship with the damage that its counter shows."""
    kind, hits = t.ships[ship.id], token.level - 1
    if kind.kind == CONVOY:
        return ship.changed(dispersed=hits > 0)
    damaged = kind.kind != DESTROYERS and hits >= kind.front.defence > 0
    left = hits - kind.front.defence if damaged else hits
    return ship.changed(damaged=damaged, hits=left)


def group_box(group: str) -> str:
    """The box with the ships of a reinforcement group: ``group_german_1`` has German Group 1."""
    _, side, number = group.split("_")
    return f"{side.title()} Group {number}"


def _in_play(t: Tables, place: str) -> bool:
    return t.on_map(place) or place == st.UBOX


def _force(t: Tables, force: str, where: Mapping[str, str]) -> TaskForce:
    """A task force at its Station's place, or with the segments in their order."""
    at = where.get(f"{force.lower()}_station", "")
    station, port = berthed(t, at, t.forces[force])
    names = (f"{force.lower()}_segment_{n}" for n in range(1, t.segments + 1))
    line = tuple(where[one] for one in names if t.on_map(where.get(one, "")))
    ready = where.get(f"{force.lower()}_em") == force
    return TaskForce(force, "" if line else station, line, evasive=ready, port="" if line else port)


def _ship(t: Tables, ship: str, at: str, forces: Mapping[str, TaskForce]) -> Ship:
    began = in_ports(t, forces[at]) if at in forces else frozenset()
    return Ship(ship, at, began=began)


def berthed(t: Tables, place: str, side: str) -> tuple[str, str]:
    """The hex or Port Box of a place, and the port by which it is entered; a place in a box may be
    named after a port. Empty if it is no place for a Station."""
    if t.on_map(place):
        return place, ""
    port = t.ports.get(place)
    if port is not None and port.box:
        return port.box, port.name
    ports = t.boxed(place, side)
    return (place if ports else ""), (ports[0].name if len(ports) == 1 else "")


def _berth(t: Tables, ship: str, place: str) -> str:
    """The task force or the reinforcement group of a ship; `OUT` if it is not in the scenario."""
    if place in st.ZONES and t.scenario.get("battle"):
        fight = (str(t.scenario["acting"]), str(t.scenario["target"]))
        return next(one for one in fight if t.forces[one] == t.ships[ship].side)
    groups = {group_box(one): one for one in t.groups}
    return groups.get(place, place if place in t.forces else st.OUT)


def _post(t: Tables, leader: str, where: Mapping[str, str], along: Mapping[str, str]) -> str:
    """The ship or U-boat with which a leader is placed, or `ASIDE`."""
    place, with_it = where.get(leader, ""), along.get(leader, "")
    if with_it in t.ships or (with_it in t.stealth and with_it != leader):
        return with_it if _in_play(t, place) or place in t.forces else st.OUT
    return st.ASIDE if place.endswith("Leaders") else st.OUT
