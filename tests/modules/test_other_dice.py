"""Dice that a game does not throw: another number of them, or faces that its dice lack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from typing import Any

import pytest

from generator.definition.reader import game_folder
from tests.modules.recorded import defined
from validator.playing.selfplay import play_game
from validator.rules.loading import load_rules
from validator.rules.verbs import CHANCE, Verb

GAMES = ("graf_spee", "under_ten_flags", "atlantic_chase", "red_flags@first_shots", "uboat_variant")
MOST = 100
"""Acts with dice that are tried in each game."""


def thrown_otherwise(verb: Verb) -> Iterator[tuple[str, Any]]:
    """Each field with dice, with values that no throw for it shows."""
    for one in fields(verb):
        dice = getattr(verb, one.name)
        if not CHANCE.items() <= one.metadata.items():
            continue
        if isinstance(dice, tuple):
            yield from ((one.name, other) for other in ((), dice[:-1], (*dice, 1), (99, *dice[1:])))
        elif isinstance(dice, int):
            yield from ((one.name, other) for other in (0, -1, 99))


@pytest.mark.parametrize("game", GAMES)
def test_they_are_judged_and_followed_like_others(game: str) -> None:
    rules = load_rules(defined(game), game_folder(game.partition("@")[0]))
    played = play_game(rules, 1, "random").played
    with_dice = (one for one in played if any(thrown_otherwise(one.verb)))
    tried = 0
    for one in islice(with_dice, MOST):
        for name, dice in thrown_otherwise(one.verb):
            verb = replace(one.verb, **{name: dice})
            rules.faults(one.before, verb)
            rules.apply(one.before, verb)
            next(rules.completions(one.before, type(verb), {name: dice}, legal=False), None)
            tried += 1
    assert tried > 5
