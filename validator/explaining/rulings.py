"""A cache of the rules' answers while a log is explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validator.rules.engine import Fault, GameRules
from validator.rules.sequence import Due
from validator.rules.states import Pending
from validator.rules.verbs import Verb

MOST = 4_000
"""The cache is cleared when it has this many answers."""


class Rulings:
    """The rules of one game with a cache. Each answer keeps a reference to its state, so that the
    ``id`` of the state stays unique."""

    def __init__(self, rules: GameRules) -> None:
        self._rules = rules
        self._due: dict[int, tuple[Any, tuple[Due, ...]]] = {}
        self._faults: dict[tuple[int, Verb], tuple[Any, Sequence[Fault]]] = {}
        self._after: dict[tuple[int, Verb], tuple[Any, Any]] = {}
        self._without: dict[tuple[int, frozenset[Pending]], tuple[Any, Any]] = {}

    def due(self, state: Any) -> tuple[Due, ...]:
        """Who may or must act in a state."""
        known = self._due.get(id(state))
        if known is None:
            known = _kept(self._due, id(state), (state, self._rules.due(state)))
        return known[1]

    def kinds(self, state: Any) -> set[type[Verb]]:
        """The verbs that may or must be played in a state."""
        return {kind for due in self.due(state) for kind in due.verbs}

    def faults(self, state: Any, verb: Verb) -> Sequence[Fault]:
        """The faults of an act in a state."""
        key = (id(state), verb)
        known = self._faults.get(key)
        if known is None:
            known = _kept(self._faults, key, (state, self._rules.faults(state, verb)))
        return known[1]

    def after(self, state: Any, verb: Verb) -> Any:
        """The state after an act, whatever it breaks."""
        key = (id(state), verb)
        known = self._after.get(key)
        if known is None:
            known = _kept(self._after, key, (state, self._rules.apply(state, verb)))
        return known[1]

    def without(self, state: Any, gone: frozenset[Pending]) -> Any:
        """The state in which some of what is pending is not."""
        if not gone:
            return state
        key = (id(state), gone)
        known = self._without.get(key)
        if known is None:
            left = tuple(one for one in state.pending if one not in gone)
            known = _kept(self._without, key, (state, state.changed(pending=left)))
        return known[1]


def _kept(answers: dict[Any, Any], key: object, answer: tuple[Any, Any]) -> tuple[Any, Any]:
    if len(answers) >= MOST:
        answers.clear()
    answers[key] = answer
    return answer
