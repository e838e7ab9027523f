"""Who plays: what a player is asked, one that plays any game at random, one that wants to win."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from validator.rules.engine import GameRules
from validator.rules.sequence import Due
from validator.rules.verbs import Verb

URGENT = 5.0
"""A player does at once what is worth more to him than this, asked for or not."""
WHIM = 0.2
"""So much chance is in every worth, so that of equal decisions not always the first is taken."""


class Seat(Protocol):
    """One seat at the table."""

    def choose(self, state: Any, asked: Due, dues: Sequence[Due]) -> Verb | None:
        """A decision of ``rules.answers``, dice not thrown; ``None`` passes what is optional.

        ``asked`` is what the table waits for first; ``dues`` all that this side may do now.
        """


class Onlooker:
    """Somebody at the table who is on no side, and knows what everybody knows.

    What he hears he thinks about when he is asked: between random players nobody asks.
    """

    def __init__(self, rules: GameRules) -> None:
        self._rules = rules
        self._state: Any = rules.start_unseen()
        self._heard: list[tuple[Any, Verb]] = []

    def hear(self, state: Any, verb: Verb) -> None:
        """A verb was played, by whichever side, in this true state."""
        self._heard.append((state, verb))

    @property
    def state(self) -> Any:
        """The state as everybody knows it."""
        if self._heard:
            for before, verb in self._heard:
                for seen in self._rules.seen_by_all(before, verb):
                    self._state = self._rules.apply(self._state, seen)
            self._heard.clear()
        return self._state


class RandomPlayer:
    """Does anything legal: in the order it is asked for, or out of order where that is allowed."""

    def __init__(self, rules: GameRules, side: str, rng: random.Random, onlooker: Onlooker) -> None:
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


class Player:
    """Chooses the legal decision he values most; what is optional must be worth something.

    A game's own players say what a decision is worth (`worth`), in whatever unit; 0 is what
    nobody minds leaving out. They look at nothing in the true state that is secret to their side:
    what the other side does they follow on ``seen``.
    """

    def __init__(self, rules: GameRules, side: str, rng: random.Random, onlooker: Onlooker) -> None:
        self.rules = rules
        self.tables: Any = rules.tables
        self.side = side
        self.rng = rng
        self._onlooker = onlooker
        self.seated()

    def seated(self) -> None:
        """Make ready what a game's player keeps from decision to decision."""

    @property
    def seen(self) -> Any:
        """The state as everybody knows it."""
        return self._onlooker.state

    def worth(self, state: Any, decision: Verb) -> float:
        """What a decision is worth to this side."""
        raise NotImplementedError

    def answers(self, state: Any, due: Due) -> Iterator[Verb]:
        """The decisions that are weighed: all that do what is due."""
        return self.rules.answers(state, due)

    def choose(self, state: Any, asked: Due, dues: Sequence[Due]) -> Verb | None:
        if asked is dues[0]:  # asked later, the others have been thought of already
            for due in dues[1:]:
                urgent = None if due.mandatory else self._best(state, due, URGENT)
                if urgent is not None:
                    return urgent
        return self._best(state, asked, float("-inf") if asked.mandatory else 0.0)

    def _best(self, state: Any, due: Due, least: float) -> Verb | None:
        best: Verb | None = None
        for decision in self.answers(state, due):
            worth = self.worth(state, decision) + self.rng.random() * WHIM
            if worth > least:
                best, least = decision, worth
        return best
