"""The values that a game's own offers give, for a fuzzer of rules without `fuzz_values`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from validator.rules.verbs import Verb, field_names

if TYPE_CHECKING:
    from validator.rules.engine import GameRules

_GAMES, _VERBS = 3, 300
"""How many games are begun at random, and how many verbs of each are played."""
_OFFERED = 60
"""How many offered verbs of a kind are looked at in one state."""

Offered = Mapping[tuple[type[Verb], str], tuple[Any, ...]]
"""Kind of verb and name of a field -> its values, in the order in which they were met."""


def offered(rules: GameRules) -> Offered:
    """The values of every verb's fields that are offered or played in a few random games; the same
    every time. A field that nobody was asked about has none."""
    found: dict[tuple[type[Verb], str], dict[str, Any]] = {}
    for game in range(_GAMES):
        for verb in _met(rules, Random(f"offered/{game}")):
            for name in field_names(type(verb)):
                value = getattr(verb, name)
                found.setdefault((type(verb), name), {}).setdefault(repr(value), value)
    return {key: tuple(values.values()) for key, values in found.items()}


def _met(rules: GameRules, rng: Random) -> Iterator[Verb]:
    """The verbs that are offered, or played, in a random game."""
    state = rules.start()
    for _ in range(_VERBS):
        if rules.outcome(state) is not None:
            return
        dues = rules.due(state)
        for kind in dict.fromkeys(kind for due in dues for kind in due.verbs):
            yield from islice(rules.completions(state, kind, {}, legal=False), _OFFERED)
        must = [due for due in dues if due.mandatory]
        tried = (*rng.sample(dues, len(dues)), *must)
        decisions = (next(rules.answers(state, due, rng=rng), None) for due in tried)
        decision = next(filter(None, decisions), None)
        if decision is None:
            return
        verb = next(rules.legal_actions(state, rng=rng, given=decision), None)
        if verb is None:
            return
        yield verb
        state = rules.apply(state, verb)
