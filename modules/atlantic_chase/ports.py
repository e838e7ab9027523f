"""Port Boxes (pp. 8-9): a Station enters and leaves them for free, between its side's actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Verdicts, alike
from validator.rules.verbs import Verb

from . import heard
from .book import cases, effect, offer
from .forces import in_box
from .state import State, TaskForce
from .tables import Port, Tables


class EnterPort(Verb, steps=("declare",)):
    """A Station moves from the hex of a port into its Port Box."""

    force: str
    port: str

    signs = heard.station("force", start=part.a_hex, to=sign.field("port", part.known("ports")))


class LeavePort(Verb, steps=("declare",)):
    """A Station leaves a Port Box for a hex."""

    force: str
    hex: str

    signs = heard.station("force", start=part.no_hex, to=sign.field("hex", part.a_hex))


Shift = EnterPort | LeavePort


def exits(t: Tables, force: TaskForce) -> tuple[Port, ...]:
    """The ports by which a task force may leave its Port Box: the one by which it entered, or any
    of the box where it began (AC-9.4)."""
    side = t.forces[force.id]
    ports = t.boxed(force.station, side)
    return tuple(one for one in ports if force.port in ("", one.name))


@cases("AC-8.5", "AC-8.7", "AC-35.3", reads=("force",))
def only_the_active_player_shifts_stations(t: Tables, state: State, shift: Shift) -> Verdicts:
    if t.side_of(shift.force) == state.active:
        return
    if shift.force in state.passed:
        words = f"{shift.force} became a Station by passing, and was shifted after it"
        yield from alike(words, "AC-8.7", "AC-35.3")
    else:
        yield "AC-8.5", f"{shift.force} was shifted by the Inactive player"


@cases("AC-8.3", "AC-8.6", "AC-8.12", "AC-9.3", reads=("force", "port"))
def a_station_enters_the_box_of_its_own_port(t: Tables, state: State, enter: EnterPort) -> Verdicts:
    force, port = state.force(enter.force), t.ports.get(enter.port)
    if port is None or force.station not in port.hexes:
        yield "AC-8.3", f"{force.id} does not stand in a hex of {enter.port}"
    elif not port.box:
        yield "AC-9.3", f"{port.name} has no Port Box"
    elif port.side == "neutral":
        yield "AC-8.12", f"{port.name} is neutral"
    elif port.side != t.side_of(force.id):
        yield "AC-8.6", f"{port.name} is {port.side}"


@cases("AC-8.4", "AC-9.4", "AC-25.5", reads=("force", "hex"))
def a_station_leaves_by_the_port_it_came_in_at(
    t: Tables, state: State, leave: LeavePort
) -> Verdicts:
    force = state.force(leave.force)
    side = t.side_of(force.id)
    box = t.boxed(force.station, side)
    if t.on_map(force.station):
        words = f"{force.id} was moved from {force.station} to {leave.hex}, which no action does"
        yield from alike(words, "AC-25.5", "AC-8.4")
    elif not any(leave.hex in one.hexes for one in box):
        yield "AC-8.4", f"{leave.hex} is not connected to where {force.id} stands"
    elif not any(leave.hex in one.hexes for one in exits(t, force)):
        yield "AC-9.4", f"{force.id} came in at {force.port} and left by {leave.hex}"


@effect
def enter_port(t: Tables, state: State, enter: EnterPort) -> State:
    port, force = t.ports.get(enter.port), state.force(enter.force)
    box = port.box if port is not None and port.box else enter.port
    return state.with_force(force.changed(station=box, port=enter.port))


@effect
def leave_port(t: Tables, state: State, leave: LeavePort) -> State:
    return state.with_force(state.force(leave.force).changed(station=leave.hex, port=""))


def _ports(t: Tables, state: State, made: Any) -> Iterable[str]:
    return [one.name for one in t.port_at.get(state.force(made.force).station, ())]


def _hexes(t: Tables, state: State, made: Any) -> Iterable[str]:
    force = state.force(made.force)
    return [hex_id for one in t.box_ports.get(force.station, ()) for hex_id in one.hexes]


def own_forces(t: Tables, state: State, made: Any) -> Iterable[str]:
    """The task forces in play of the player who is Active."""
    return [
        one.id for one in state.forces.values() if one.in_play and t.forces[one.id] == state.active
    ]


def _boxed(t: Tables, state: State, made: Any) -> Iterable[str]:
    return [one for one in own_forces(t, state, made) if in_box(t, state.force(one))]


offer(EnterPort, port=_ports)
offer(LeavePort, force=_boxed, hex=_hexes)
