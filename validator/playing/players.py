"""Who plays: what a player is asked, and one that plays any game at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from validator.rules.engine import GameRules
from validator.rules.sequence import Due
from validator.rules.verbs import Verb


class Player(Protocol):
    """One seat at the table."""

    def choose(self, state: Any, asked: Due, dues: Sequence[Due]) -> Verb | None:
        """A decision of ``rules.answers``, dice not thrown; ``None`` passes what is optional.

        ``asked`` is what the table waits for first; ``dues`` all that this side may do now.
        """

    def notice(self, state: Any, verb: Verb) -> None:
        """A verb was played, by whichever side, in this state."""


class RandomPlayer:
    """Does anything legal: in the order it is asked for, or out of order where that is allowed."""

    def __init__(self, rules: GameRules, side: str, rng: random.Random) -> None:
        self.rules = rules
        self.side = side
        self.rng = rng

    def choose(self, state: Any, asked: Due, dues: Sequence[Due]) -> Verb | None:
        if not asked.mandatory and self.rng.random() < 0.5:
            return None
        order = [asked]
        if self.rng.random() < 0.3:
            order = self.rng.sample(dues, len(dues))
        for due in (*order, asked):
            decision = next(self.rules.answers(state, due, rng=self.rng), None)
            if decision is not None:
                return decision
        return None

    def notice(self, state: Any, verb: Verb) -> None:
        """A random player remembers nothing."""
