"""Signals (pp. 39-40): an Intel marker shows where an enemy is; no dice are rolled.

The line becomes a Station in the hex of that marker. The Active player may then shorten one line of
his own that has a segment there, and the Inactive player may seize the Initiative.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from validator.explaining import signs as sign
from validator.rules.cases import Verdict
from validator.rules.states import Pending
from validator.rules.verbs import Verb

from . import heard
from . import state as st
from .book import cases, effect, offer
from .forces import forces_of, intel
from .owing import new_action
from .state import State
from .tables import Tables


class Signal(Verb, steps=("declare",)):
    """The Station of ``target`` replaces its Intel marker in ``hex``."""

    target: str
    hex: str

    signs = heard.located("target", sign.declared("signals", detail=heard.TARGET))


@cases("AC-39.1", "AC-39.2", reads=("target", "hex"))
def signals_need_intel(t: Tables, state: State, act: Signal) -> Verdict:
    target = state.force(act.target)
    enemy = t.side_of(act.target) == state.inactive
    if not enemy or not target.line or not intel(target):
        return "AC-39.1", f"{act.target} is no enemy Trajectory with an Intel marker"
    if act.hex not in intel(target):
        return "AC-39.2", f"{act.target} has no Intel marker in {act.hex}"
    return None


def localized(state: State, target: str, hex_id: str) -> State:
    """The state after a line becomes a Station in one of its hexes; its markers in other hexes lose
    their piece."""
    return state.with_force(state.force(target).changed(station=hex_id, line=()))


@effect
def signal(t: Tables, state: State, act: Signal) -> State:
    new = localized(new_action(state), act.target, act.hex)
    own = any(act.hex in one.line for one in forces_of(t, state, state.active))
    may = [Pending(st.MAY_LAPSE, state.active, "AC-39.6", to=act.hex)] if own else []
    return new.owing(*may, Pending(st.SEIZE, state.inactive, "AC-39.7"))


def _targets(t: Tables, state: State, made: Any) -> Iterable[str]:
    return [one.id for one in forces_of(t, state, state.inactive) if intel(one)]


offer(Signal, target=_targets, hex=lambda t, state, made: sorted(intel(state.force(made.target))))
