"""Campaigns that are played by chance, and acts that are none."""

from __future__ import annotations

import pytest

from tests.modules.recorded import defined, read_module
from tests.sampling import one_in
from validator.playing.fuzzing import fuzz_game
from validator.playing.selfplay import play_game
from validator.proving.subject import Subject
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules
from validator.rules.policies import with_policies


def held(rules, *policies):
    game = with_policies(rules.game, policies)
    return GameRules(game, rules.module, rules.folder)


@pytest.mark.parametrize("policies", one_in(3, [(), ("all=reconstructed",), ("all=declared",)]))
def test_campaigns_by_chance_come_to_their_last_turn(uboat_variant_rules, policies):
    rules = held(uboat_variant_rules, *policies)
    for seed in range(3):
        record = play_game(rules, seed, "random")
        assert record.final.turn == 20
        assert record.outcome.case == "UVX-V"


@pytest.mark.slow
def test_who_wants_to_win_does_better_than_chance(uboat_variant_rules):
    """Boats sink ships, and are sunk, where players by chance hardly ever meet."""
    game = with_policies(uboat_variant_rules.game.begun_at("first_patrol"), ["all=reconstructed"])
    rules = load_rules(game, uboat_variant_rules.folder)
    tons = {
        style: sum(play_game(rules, seed, style).final.tons for seed in range(6))
        for style in ("random", "purposeful")
    }
    assert tons["purposeful"] > 20_000 + 3 * tons["random"]


@pytest.mark.parametrize("policies", [(), ("all=reconstructed",)])
@pytest.mark.slow
def test_nonsense_is_judged_and_followed_and_the_campaign_goes_on(uboat_variant_rules, policies):
    assert fuzz_game(held(uboat_variant_rules, *policies), 1, "random") is None


@pytest.mark.slow
@pytest.mark.parametrize("policies", [(), ("all=reconstructed",)])
def test_hundreds_of_campaigns_without_a_dead_end(uboat_variant_rules, policies):
    rules = held(uboat_variant_rules, *policies)
    for seed in range(200):
        assert play_game(rules, seed, "random").outcome is not None


def test_a_player_declares_an_act_once(tmp_path, uboat_variant_rules):
    """Frogmen attack twice in this game."""
    game = defined("uboat_variant@first_patrol")
    subject = Subject(
        load_rules(game, uboat_variant_rules.folder),
        read_module("uboat_variant@first_patrol"),
        tmp_path,
    )
    played = subject.play(8102, "purposeful", by_hand=False)
    words = {one.name for one in game.actions if one.keyword and one.id != "supports"}
    for number, act in enumerate(played.played):
        said = [one.args for one in played.of_verb(number) if one.name == "choose"]
        declared = [args[:2] for args in said if args[1] in words]
        assert len(declared) == len(set(declared)), act.verb
