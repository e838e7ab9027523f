"""Many games, counted: the same figures whoever counts them."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from validator.playing.balance import (
    DRAW,
    BalanceError,
    Spread,
    Tally,
    interval,
    play_balance,
    spread,
)
from validator.playing.processes import processes
from validator.playing.selfplay import DeadEndError, Record, play_game
from validator.rules.loading import load_rules
from validator.rules.states import Outcome

FOLDER = games_folder() / "graf_spee"
GAMES = 10


@pytest.fixture(scope="module")
def game():
    return load_game("graf_spee")


@pytest.fixture(scope="module")
def balance(game):
    return play_balance(game, FOLDER, GAMES, seed=3)


@pytest.mark.slow
def test_every_style_meets_every_style(balance):
    met = [tuple(tally.styles.values()) for tally in balance.tallies]
    styles = ("random", "purposeful")
    assert met == [(german, british) for german in styles for british in styles]


@pytest.mark.slow
def test_the_games_are_shared_among_the_pairings(balance):
    assert [tally.games for tally in balance.tallies] == [3, 3, 2, 2]
    assert balance.games == GAMES


def test_a_tally_is_of_the_games_of_its_seeds(game, balance):
    rules = load_rules(game, FOLDER)
    styles = {"German": "random", "British": "purposeful"}
    records = [play_game(rules, seed, styles) for seed in (3, 4, 5)]
    tally = balance.tallies[1]
    assert tally.winners == Counter(record.outcome.winner for record in records)
    assert tally.points == Counter(record.outcome.score for record in records)
    assert tally.turns == Counter(record.final.turn for record in records)
    assert tally.endings == Counter(record.outcome.case for record in records)
    assert tally.verbs == Counter(len(record.played) for record in records)


@pytest.mark.slow
def test_more_processes_give_the_same_report(game, balance):
    assert play_balance(game, FOLDER, GAMES, seed=3, over=processes(2)) == balance


def test_another_seed_gives_another_report(game, balance):
    assert play_balance(game, FOLDER, GAMES, seed=4).tallies != balance.tallies


def test_with_a_style_there_is_one_pairing(game):
    (tally,) = play_balance(game, FOLDER, 2, style="random").tallies
    assert tally.styles == {"German": "random", "British": "random"}
    assert tally.games == 2


def test_a_style_nobody_plays_is_refused_with_the_nearest(game):
    with pytest.raises(BalanceError, match="did you mean 'purposeful'"):
        play_balance(game, FOLDER, 2, style="purposefull")


def test_every_enforced_case_is_counted(game, balance):
    rules = load_rules(game, FOLDER)
    assert {spoken.id for spoken in balance.cases} == rules.module.book.ids()
    assert any(spoken.asked > spoken.refused > 0 for spoken in balance.cases)


def test_verbs_of_any_kind_are_held_up_to_the_cases(game, monkeypatch):
    """Dice have six faces in play; those of the fuzzer have not."""
    monkeypatch.setattr("validator.playing.balance.TRIED", 1)
    cases = play_balance(game, FOLDER, 2, style="random").cases
    assert next(spoken for spoken in cases if spoken.id == "GS-2(2)").refused > 0


def test_what_is_done_is_reported_as_it_is_played(game):
    told = []
    play_balance(game, FOLDER, 4, report=lambda done, total, doing: told.append((done, total)))
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_game_that_goes_wrong_is_told_with_its_seed(game, monkeypatch):
    def broken(rules, seed, styles):
        record = Record("graf_spee", seed, "random", (), None, None)
        raise DeadEndError("nobody can do what must be done", record)

    monkeypatch.setattr("validator.playing.balance.play_game", broken)
    with pytest.raises(BalanceError, match=r"German random.*\(seed 8\)"):
        play_balance(game, FOLDER, 1, seed=8)


def test_a_game_that_nobody_won_is_a_draw():
    class Final:
        turn = 6

    tally = Tally({"German": "random"})
    tally.add(Record("any", 1, "random", (), Final(), Outcome("", "X-1", 7)))
    assert tally.winners == {DRAW: 1}


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(count, of, low, high):
    assert interval(count, of) == pytest.approx((low, high), abs=1e-4)


def test_a_spread_tells_quartiles_and_ends():
    assert spread(Counter({1: 1, 2: 1, 3: 1, 4: 1, 100: 1})) == Spread(1, 2, 3, 4, 100, 22)
    assert spread(Counter({7: 1})) == Spread(7, 7, 7, 7, 7, 7)
    with pytest.raises(ValueError, match="nothing"):
        spread(Counter())
