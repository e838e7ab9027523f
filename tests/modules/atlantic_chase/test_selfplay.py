"""Games that are played by chance, and acts that are none."""

from __future__ import annotations

import pytest

from validator.playing.fuzzing import fuzz_game
from validator.playing.selfplay import play_game


@pytest.mark.parametrize("seed", range(6))
def test_games_by_chance_come_to_an_end(atlantic_chase_rules, seed):
    styles = dict.fromkeys(("German", "British"), "random")
    record = play_game(atlantic_chase_rules, seed, styles)
    assert record.outcome.winner in ("German", "British")


@pytest.mark.parametrize("seed", range(2))
def test_nonsense_is_judged_and_followed_and_the_game_goes_on(atlantic_chase_rules, seed):
    assert fuzz_game(atlantic_chase_rules, seed, "random") is None
