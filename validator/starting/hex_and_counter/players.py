"""A player who wants to win, for ``broadside play``: he goes for the town and likes good odds."""

from __future__ import annotations

from validator.rules.players import Player
from validator.rules.verbs import Verb

from .combat import column
from .state import State
from .tables import FIRST, SECOND, TOWN
from .verbs import Attack, EndPlayerTurn, Move, Target

GOOD = "3:1"
"""The least odds at which he attacks."""


class Commander(Player):
    """Says what a decision is worth; 0 is what nobody minds leaving out."""

    def worth(self, state: State, decision: Verb) -> float:
        """What a decision is worth to this side."""
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
