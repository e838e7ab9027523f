"""Computer players: the protocol, a random player for any game, a base for those that play to
win."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from validator.rules.engine import GameRules
from validator.rules.sequence import Due
from validator.rules.verbs import Verb

URGENT = 5.0
"""A player does at once what is worth more than this, even if it is not yet asked for."""
WHIM = 0.2
"""The random part of every worth, so that of equal decisions not always the first is taken."""


class Seat(Protocol):
    """One seat at the table."""

    def choose(self, state: Any, asked: Due, dues: Sequence[Due]) -> Verb | None:
        """A decision of ``rules.answers``, dice not thrown; None passes what is optional.

        ``asked`` is what the game waits for first; ``dues`` is all that this side may do now.
        """


class Onlooker:
    """An observer who follows the game with public knowledge.

    The verbs are collected and applied only when `state` is read: random players never read it.
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
    """A player who does anything legal: mostly what is asked for, sometimes another thing due."""

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
    """A player who takes the legal decision of highest worth, and passes what is worth nothing.

    A game's own players define `worth`, in any unit; 0 is a decision that may as well be passed.
    They must not read in the true state what is secret to their side: what the other side does
    they follow by ``seen``.
    """

    def __init__(self, rules: GameRules, side: str, rng: random.Random, onlooker: Onlooker) -> None:
        self.rules = rules
        self.tables: Any = rules.tables
        self.side = side
        self.rng = rng
        self._onlooker = onlooker
        self.seated()

    def seated(self) -> None:
        """Set up what a game's player remembers between decisions."""

    @property
    def seen(self) -> Any:
        """The state by public knowledge."""
        return self._onlooker.state

    def worth(self, state: Any, decision: Verb) -> float:
        """What a decision is worth to this side."""
        raise NotImplementedError

    def answers(self, state: Any, due: Due) -> Iterator[Verb]:
        """The decisions to choose from: all by which what is due can be done."""
        return self.rules.answers(state, due)

    def choose(self, state: Any, asked: Due, dues: Sequence[Due]) -> Verb | None:
        if asked is dues[0]:  # for later ones the others have been considered already
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
