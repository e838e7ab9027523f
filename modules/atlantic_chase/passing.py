"""Pass (p. 35): the Active player shortens one of his lines and gives up Initiative. All Pass,
twice a game with Raeder or Pound, shortens all his lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from validator.explaining import facts as seen
from validator.explaining import parts as part
from validator.explaining import signs as sign
from validator.rules.cases import Fault, Verdict
from validator.rules.states import Pending
from validator.rules.verbs import Verb

from . import heard
from . import state as st
from .book import case, cases, effect, offer
from .forces import forces_of
from .owing import handed_over, new_action
from .state import State, TaskForce
from .tables import Tables

ALL_PASS = "all_pass"
"""The benefit of leaders who allow All Pass."""
USES = 2


class PassTurn(Verb, steps=("declare",)):
    """One of the Active player's Trajectories performs its Time Lapse; empty if he has none."""

    force: str = ""

    signs = sign.any_of(
        sign.declared("pass", detail=sign.field("force", heard.who_passes)), sign.unseen()
    )
    silent = heard.passes


def _several_lapse(context: Any, state: State) -> Mapping[str, Any] | None:
    """A Pass of all that nobody declares: several task forces lapse before Initiative changes
    hands."""
    lapsed = set()
    for fact in context.from_here:
        if fact.key in ("changes_to_german", "changes_to_british", "weather"):
            break
        if isinstance(fact, seen.Declared) and fact.key == "lapses":
            lapsed.add(heard.force(context.tables, state, fact.detail))
    return {} if len(lapsed) > 1 else None


class AllPass(Verb, steps=("declare",)):
    """All his Trajectories perform their Time Lapse, by a leader's benefit."""

    leader: str

    signs = sign.any_of(
        sign.declared("all_pass", detail=sign.field("leader", part.known("leaders"))), sign.unseen()
    )
    silent = _several_lapse


def lines_of(t: Tables, state: State, side: str) -> list[TaskForce]:
    """The Trajectories of a side."""
    return [one for one in forces_of(t, state, side) if one.line]


@case("AC-35.1", reads=("force",))
def one_own_trajectory_passes(t: Tables, state: State, act: PassTurn) -> Fault:
    lines = [one.id for one in lines_of(t, state, state.active)]
    if act.force in lines or (not act.force and not lines):
        return None
    return f"{act.force or 'no task force'} was named to pass, no Trajectory of {state.active}"


@cases("AC-35.4", "AC-10.3", reads=("leader",))
def raeder_or_pound_lets_all_pass_twice(t: Tables, state: State, act: AllPass) -> Verdict:
    side, benefit = t.leaders.get(act.leader, ("", ""))
    if side not in ("", state.active):
        return "AC-10.3", f"{act.leader} is a leader of the {side} side"
    if benefit != ALL_PASS or state.leaders.get(act.leader, st.OUT) == st.OUT:
        return "AC-35.4", f"{act.leader} lets nobody pass"
    if state.uses.get(act.leader, 0) >= USES:
        return "AC-35.4", f"{act.leader} has let all pass {USES} times"
    return None


@effect
def pass_turn(t: Tables, state: State, act: PassTurn) -> State:
    force = state.force(act.force)
    passing = (force,) if force.line else ()
    return _passed(state, passing, "AC-35.1")


@effect
def all_pass(t: Tables, state: State, act: AllPass) -> State:
    used = state.uses.get(act.leader, 0) + 1
    new = state.changed(uses={**state.uses, act.leader: used})
    if used >= USES:
        new.leaders = {**state.leaders, act.leader: st.OUT}
    return _passed(new, lines_of(t, state, state.active), "AC-35.6")


def _passed(state: State, passing: Iterable[TaskForce], lapse: str) -> State:
    lapses = [Pending(st.LAPSE, state.active, lapse, one.id) for one in passing]
    new = new_action(state).owing(*lapses)
    return handed_over(new, "AC-35.2").changed(passed=frozenset(one.piece for one in lapses))


def _lines(t: Tables, state: State, made: Any) -> Iterable[str]:
    return [one.id for one in lines_of(t, state, state.active)] or [""]


offer(PassTurn, force=_lines)
