"""Battles that are played by chance, and acts that are none."""

from __future__ import annotations

import pytest

from validator.playing.fuzzing import fuzz_game
from validator.playing.selfplay import play_game


@pytest.mark.parametrize("seed", range(3))
def test_battles_by_chance_come_to_an_end(red_flags_rules, seed):
    record = play_game(red_flags_rules, seed, "random")
    assert record.outcome.winner in ("German", "Soviet")
    assert record.final.turn == 12


def test_nonsense_is_judged_and_followed_and_the_battle_goes_on(red_flags_rules):
    assert fuzz_game(red_flags_rules, 1, "random") is None
