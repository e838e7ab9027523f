"""A player who wants to win, for ``broadside play``: he moves to the town and attacks at good
odds."""

from __future__ import annotations

from validator.rules.players import Player
from validator.rules.verbs import Verb

from .combat import column
from .state import State
from .tables import FIRST, SECOND, TOWN
from .verbs import Attack, EndPlayerTurn, Move, Target

GOOD = "3:1"
"""The lowest odds at which he attacks."""


class Commander(Player):
    """Rates decisions; 0 is for acts that may as well be left out."""

    def worth(self, state: State, decision: Verb) -> float:
        """The value of a decision for this side."""
        t = self.tables
        match decision:
            case Move(unit=unit, to=to):
                far = t.marches.distances[TOWN[0]]
                return float(far.get(state.units[unit].at, 20) - far[to])
            case Target(hex=there):
                units = {*t.units(state, self.side, t.marches.near[there])} - state.fought
                odds = column(t, state.changed(target=there), units) if units else "1:2"
                columns = [one.id for one in t.results.columns]
                return 1.0 if columns.index(odds) >= columns.index(GOOD) else -1.0
            case EndPlayerTurn() | Attack():
                return 0.5
        return 0.3


PLAYERS = {"purposeful": {FIRST: Commander, SECOND: Commander}}
