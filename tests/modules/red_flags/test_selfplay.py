"""Battles that are played by chance, and acts that are none."""

from __future__ import annotations

import random

import pytest

from validator.playing.fuzzing import fuzz_game
from validator.playing.selfplay import play_game
from validator.rules.dice import Dice, in_any_order
from validator.rules.loading import load_rules


@pytest.mark.parametrize("seed", range(3))
def test_battles_by_chance_come_to_an_end(red_flags_rules, seed):
    record = play_game(red_flags_rules, seed, "random")
    assert record.outcome.winner in ("German", "Soviet")
    assert record.final.turn == 12


@pytest.mark.parametrize("side", ["Soviet", "German"])
def test_who_wants_to_win_beats_who_plays_by_chance(red_flags_rules, side):
    """Nine in ten and more (`play --stats`); a battle by chance the Wehrmacht always holds."""
    styles = {"Soviet": "random", "German": "random", side: "purposeful"}
    assert play_game(red_flags_rules, 1, styles).outcome.winner == side


def test_first_shots_end_after_four_turns(red_flags_rules):
    game = red_flags_rules.game.begun_at("first_shots")
    rules = load_rules(game, red_flags_rules.folder)
    record = play_game(rules, 1, "purposeful")
    assert record.final.turn == 4
    assert set(record.final.carded) == {"G1", "G2", "G3", "G4", "S1", "S3", "S4"}


def test_more_dice_than_can_be_counted_are_thrown():
    thrown = next(in_any_order(Dice(25), random.Random(1)))
    assert len(thrown) == 25 and set(thrown) == {1, 2, 3, 4, 5, 6}


@pytest.mark.slow
def test_nonsense_is_judged_and_followed_and_the_battle_goes_on(red_flags_rules):
    assert fuzz_game(red_flags_rules, 1, "random") is None
