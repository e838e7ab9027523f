"""How the scenario ends and who wins it (AC-3.4, AC-64.1)."""

from __future__ import annotations

from validator.explaining import signs as sign
from validator.rules.cases import Fault, Verdicts, left_out
from validator.rules.states import Outcome
from validator.rules.verbs import Verb

from . import state as st
from .book import case, cases, does
from .owing import NEXT_ACTION, POINTS, open_before, told
from .state import State
from .tables import Tables

CAPITAL = ("BB", "BC", "PB")
"""The German ships without which the chase is over."""


class EndAction(Verb):
    """A player declares that everything an action requires is done."""

    signs = sign.declared("action_ends")


class EndGame(Verb):
    """The scenario is over, and the points are counted."""

    signs = sign.unseen()


def ended(t: Tables, state: State) -> bool:
    """Whether the scenario has ended: its only Battle is over, Initiative has changed hands often
    enough, or no raider is left."""
    if t.scenario.get("battle"):
        return not state.battle
    if state.changes >= t.last_change and not state.by_hand:
        return True
    return not any(
        ship.at != st.OUT and t.ships[ship.id].kind in CAPITAL
        for ship in state.ships.values()
        if t.ships[ship.id].side == st.GERMAN
    )


@case("AC-3.4")
def a_scenario_ends_by_its_own_condition(t: Tables, state: State, act: EndGame) -> Fault:
    if ended(t, state) and next(open_before(state, NEXT_ACTION), None) is None:
        return None
    return "the scenario is not over"


@cases("AC-11.2", "AC-29.8", "AC-50.4")
def points_are_booked_in_the_end(t: Tables, state: State, act: EndGame) -> Verdicts:
    for pending in state.pending:
        if pending.piece in POINTS.values():
            yield pending.case, left_out(told(pending))


does(EndAction, lambda t, state, act: state)


does(EndGame, lambda t, state, act: counted(t, state))


def counted(t: Tables, state: State) -> State:
    """The state at the end, with points for ships that are damaged; a tie is British."""
    points = {side: state.points.get(side, 0) for side in st.OTHER}
    for ship in state.ships.values():
        kind = t.ships[ship.id]
        if ship.damaged and ship.at != st.OUT:
            points[st.OTHER[kind.side]] += t.damaged_points.get(kind.kind, 0)
    german, british = points[st.GERMAN], points[st.BRITISH]
    winner = st.GERMAN if german > british else st.BRITISH
    return state.changed(outcome=Outcome(winner, "AC-3.4", german - british), points=points)
