"""Completion (pp. 29-30): a task force reaches a friendly port and leaves the game.

The Inactive player may seize the Initiative first: then it stays and performs its Time Lapse.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from validator.explaining import signs as sign
from validator.rules.cases import Fault
from validator.rules.states import Pending
from validator.rules.verbs import Verb

from . import heard
from . import state as st
from .book import case, effect
from .forces import in_box, in_ports, intel
from .owing import earned, new_action, owed
from .state import Ship, State, TaskForce
from .tables import CONVOY, Tables


def _answered(context: Any, state: State) -> Mapping[str, Any] | None:
    """A Completion that nobody declares: the Inactive player answers it, perhaps with the marker of
    the Evasive Maneuvers that his answer spends or earns."""
    words = (one for one in context.from_here if one.key not in ("evasive", "earns"))
    answer = next(words, None)
    return {} if answer is not None and answer.key in ("seize", "leads", "declines") else None


class Complete(Verb, steps=("declare",)):
    """A task force declares its Completion."""

    force: str

    signs = sign.any_of(sign.declared("completion", detail=heard.FORCE), sign.unseen())
    silent = _answered


class Withdraw(Verb, settles=(st.WITHDRAW, "force")):
    """It leaves the map, and its ships leave play."""

    force: str

    signs = sign.any_of(heard.all_taken("force"), heard.put_beside("force"))


@case("AC-29.6", reads=("force",))
def who_has_completed_leaves(t: Tables, state: State, act: Withdraw) -> Fault:
    if owed(state, st.WITHDRAW, act.force) or owed(state, st.SEIZE, act.force):
        return None  # what nobody was asked is left out (AC-29.5)
    return f"{act.force} was taken off the map without having completed"


def completes(state: State, act: Complete | Withdraw) -> bool:
    """Whether the task force declared its Completion; in a log by hand this is not seen before it
    leaves."""
    return isinstance(act, Complete) or (state.by_hand and any(state.ships_of(act.force)))


@case("AC-29.2", reads=("force",))
def a_short_line_completes(t: Tables, state: State, act: Complete | Withdraw) -> Fault:
    if not completes(state, act):
        return None
    number = len(state.force(act.force))
    if number > t.completion:
        return f"the Trajectory of {act.force} has {number} segments"
    return None


@case("AC-29.3", reads=("force",))
def it_completes_in_a_friendly_port(t: Tables, state: State, act: Complete | Withdraw) -> Fault:
    force, side = state.force(act.force), t.side_of(act.force)
    if not completes(state, act):
        return None
    if in_box(t, force) and t.boxed(force.station, side):
        return None  # it could step out first (ambiguity 16)
    if any(t.ports_of(one, side) for one in force.places):
        return None
    return f"no piece of {act.force} is in the hex of a friendly port"


@case("AC-29.4", reads=("force",))
def intel_bars_completion(t: Tables, state: State, act: Complete | Withdraw) -> Fault:
    known = sorted(intel(state.force(act.force))) if completes(state, act) else []
    return f"{act.force} has an Intel marker in {known[0]}" if known else None


@effect
def complete(t: Tables, state: State, act: Complete) -> State:
    return new_action(state).owing(Pending(st.SEIZE, state.inactive, "AC-29.5", act.force))


@effect
def withdraw(t: Tables, state: State, act: Withdraw) -> State:
    force = state.force(act.force)
    new = state.done(st.WITHDRAW, act.force).done(st.SEIZE, act.force)
    new = new.with_force(force.changed(station="", line=()))
    new = _arrived(t, new, force)
    new.ships = {
        one.id: one.changed(at=st.OUT) if one.at == act.force else one
        for one in state.ships.values()
    }
    return new


def _arrived(t: Tables, state: State, force: TaskForce) -> State:
    """The state with the points for ships that reach a port."""
    at = in_ports(t, force)
    worth = sum(brings(t, one, at) for one in state.ships_of(force.id))
    return earned(state, t.side_of(force.id), worth, "AC-29.8")


HOME = "Clyde and Liverpool"
FRENCH = ("Brest", "St. Nazaire", "La Pallice")
BOUND_FOR = {st.GERMAN: FRENCH, st.BRITISH: (HOME,)}
"""The ports where a side's ships bring the most."""


def brings(t: Tables, ship: Ship, ports: Collection[str]) -> int:
    """The points for a ship that completes in these ports (AC-29.8): for a Convoy that comes home,
    or a German warship; none in the port where it began."""
    kind = t.ships[ship.id]
    if not ship.began.isdisjoint(ports):
        return 0
    if kind.side == st.BRITISH:
        return t.convoy_completes if kind.kind == CONVOY and HOME in ports else 0
    column = t.elsewhere if set(FRENCH).isdisjoint(ports) else t.french_port
    return column.get(kind.kind, 0)
