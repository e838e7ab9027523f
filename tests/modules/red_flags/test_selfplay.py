"""Battles that are played by chance, and acts that are none."""

from __future__ import annotations

import random

import pytest

from validator.playing.fuzzing import fuzz_game
from validator.playing.selfplay import play_game
from validator.rules.dice import Dice, in_any_order


@pytest.mark.parametrize("seed", range(3))
def test_battles_by_chance_come_to_an_end(red_flags_rules, seed):
    record = play_game(red_flags_rules, seed, "random")
    assert record.outcome.winner in ("German", "Soviet")
    assert record.final.turn == 12


def test_more_dice_than_can_be_counted_are_thrown():
    thrown = next(in_any_order(Dice(25), random.Random(1)))
    assert len(thrown) == 25 and set(thrown) == {1, 2, 3, 4, 5, 6}


def test_nonsense_is_judged_and_followed_and_the_battle_goes_on(red_flags_rules):
    assert fuzz_game(red_flags_rules, 1, "random") is None
