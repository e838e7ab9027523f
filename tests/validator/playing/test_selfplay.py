"""Whole games by seed."""

from __future__ import annotations

import json
import pickle

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from validator.playing.fuzzing import Failure, fuzz_game, replay
from validator.playing.selfplay import DeadEndError, EndlessGameError, Record, play_game
from validator.rules.loading import load_rules
from validator.rules.plain import from_plain, to_plain

GAMES, FEW = 200, 20
PURPOSEFUL = 20


@pytest.fixture(scope="module")
def rules():
    return load_rules(load_game("graf_spee"), games_folder() / "graf_spee")


@pytest.mark.parametrize("style", ["random", "purposeful"])
def test_the_same_seed_is_the_same_game(rules, style):
    one, other = play_game(rules, 11, style), play_game(rules, 11, style)
    assert one == other
    assert one != play_game(rules, 12, style)


@pytest.mark.parametrize("style", ["random", "purposeful"])
def test_a_game_ends_with_a_winner(rules, style):
    record = play_game(rules, 5, style)
    assert record.outcome is not None
    assert record.outcome.winner in ("German", "British")


def test_a_record_played_again_gives_the_same_states(rules):
    record = play_game(rules, 3)
    state = rules.start()
    for played in record.played:
        assert state == played.before
        state = rules.play(state, played.verb)
    assert state == record.final


def test_every_state_of_a_game_survives_json(rules):
    for played in play_game(rules, 8, "random").played:
        plain = json.loads(json.dumps(to_plain(played.before)))
        assert from_plain(rules.module.state, plain) == played.before


@pytest.fixture(scope="module")
def dozen(rules):
    """Games between purposeful players."""
    return [play_game(rules, seed) for seed in range(12)]


@pytest.mark.slow
def test_both_sides_win_now_and_then(dozen):
    winners = {game.outcome.winner for game in dozen}
    assert winners == {"German", "British"}


def test_each_side_may_play_in_a_style_of_its_own(rules):
    mixed = play_game(rules, 5, {"German": "purposeful", "British": "random"})
    assert mixed.style == "purposeful-random"
    assert mixed.played[0] == play_game(rules, 5, "purposeful").played[0]
    assert mixed.played != play_game(rules, 5, "purposeful").played
    assert play_game(rules, 5, dict.fromkeys(("German", "British"), "random")).style == "random"


def test_an_endless_game_is_told_with_its_record(rules):
    with pytest.raises(EndlessGameError) as trouble:
        play_game(rules, 1, "random", longest=10)
    assert len(trouble.value.record.played) == 10


def test_a_dead_end_is_told_with_its_record(rules, monkeypatch):
    class Sulking:
        def choose(self, state, asked, dues):
            return None

    monkeypatch.setattr("validator.playing.selfplay.seat", lambda *words: Sulking())
    with pytest.raises(DeadEndError):
        play_game(rules, 1)


def test_an_unknown_style_is_a_key_error(rules):
    with pytest.raises(KeyError):
        play_game(rules, 1, "reckless")


@pytest.mark.slow
def test_the_purposeful_players_do_what_they_are_for(dozen):
    verbs = {type(played.verb).__name__ for game in dozen for played in game.played}
    for wanted in ("Raid", "Escape", "Enter", "AirSearch", "Fire", "Pursue", "RollExtra"):
        assert wanted in verbs


@pytest.mark.parametrize(
    "seeds",
    [range(FEW), pytest.param(range(FEW, GAMES), marks=pytest.mark.slow)],
    ids=["a few", "the rest"],
)
def test_two_hundred_games_have_no_crash_dead_end_endless_game_or_disagreement(rules, seeds):
    for seed in seeds:
        failure = fuzz_game(rules, seed, "purposeful" if seed % PURPOSEFUL == 0 else "random")
        assert failure is None, failure.message


def test_a_disagreement_is_found_and_its_file_replays(rules, tmp_path, monkeypatch):
    offers = type(rules).offers
    monkeypatch.setattr(
        type(rules),
        "offers",
        lambda self, state, verb: type(verb).__name__ != "EndTurn" and offers(self, state, verb),
    )
    found = next(filter(None, (fuzz_game(rules, seed, "random") for seed in range(100))))
    assert isinstance(found, Failure)
    assert found.what == "disagreement"
    told = replay(rules, found.write(tmp_path))
    assert "state as recorded" in told
    assert "offered: False" in told


def test_a_rule_that_is_taken_away_is_noticed(rules):
    """With silence unchecked, what everybody knows comes to exclude the truth."""
    loose = rules.without("GS-5(5)a")
    assert any(fuzz_game(loose, seed, "random") is not None for seed in range(60))


def test_what_went_wrong_in_another_process_comes_back_whole() -> None:
    record = Record("toy", 7, "random", (), None, None)
    back = pickle.loads(pickle.dumps(DeadEndError("nobody can move", record)))
    assert (str(back), back.record) == ("nobody can move after 0 verbs (seed 7)", record)
