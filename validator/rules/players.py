"""Who plays: what a player is asked, one that plays any game at random, one that wants to win."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from validator.rules.engine import GameRules
from validator.rules.sequence import Due
from validator.rules.verbs import Verb

URGENT = 5.0
"""A captain does at once what is worth more to him than this, asked for or not."""
WHIM = 0.2
"""So much chance is in every worth, so that of equal decisions not always the first is taken."""


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


class Captain:
    """Chooses the legal decision he values most; what is optional must be worth something.

    A game's own captains say what a decision is worth (`worth`), in whatever unit; 0 is what
    nobody minds leaving out. They look at nothing in the true state that is secret to their side:
    what the other side does they follow on ``seen``, the state as everybody knows it.
    """

    def __init__(self, rules: GameRules, side: str, rng: random.Random) -> None:
        self.rules = rules
        self.tables: Any = rules.tables
        self.side = side
        self.rng = rng
        self.seen: Any = rules.start_unseen()

    def worth(self, state: Any, decision: Verb) -> float:
        """What a decision is worth to this side."""
        raise NotImplementedError

    def choose(self, state: Any, asked: Due, dues: Sequence[Due]) -> Verb | None:
        for due in dues:
            if due is not asked and not due.mandatory:
                urgent = self._best(state, due, URGENT)
                if urgent is not None:
                    return urgent
        return self._best(state, asked, float("-inf") if asked.mandatory else 0.0)

    def _best(self, state: Any, due: Due, least: float) -> Verb | None:
        best: Verb | None = None
        for decision in self.rules.answers(state, due):
            worth = self.worth(state, decision) + self.rng.random() * WHIM
            if worth > least:
                best, least = decision, worth
        return best

    def notice(self, state: Any, verb: Verb) -> None:
        for seen in self.rules.seen_by_all(state, verb):
            self.seen = self.rules.apply(self.seen, seen)
