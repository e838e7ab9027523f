"""Games that are played by chance, and acts that are none."""

from __future__ import annotations

import pytest

from modules.atlantic_chase.verbs import Complete, Coordinate, Decline, Fire, Support, Withdraw
from tests.sampling import one_in
from validator.playing.fuzzing import fuzz_game
from validator.playing.selfplay import play_game


@pytest.mark.parametrize("seed", range(6))
def test_games_by_chance_come_to_an_end(atlantic_chase_rules, seed):
    styles = dict.fromkeys(("German", "British"), "random")
    record = play_game(atlantic_chase_rules, seed, styles)
    assert record.outcome.winner in ("German", "British")


@pytest.mark.slow
@pytest.mark.parametrize("side", one_in(2, ["German", "British"]))
def test_who_wants_to_win_beats_chance_on_either_side(atlantic_chase_rules, side):
    styles = {**dict.fromkeys(("German", "British"), "random"), side: "purposeful"}
    games = [play_game(atlantic_chase_rules, seed, styles) for seed in range(1, 6)]
    assert sum(game.outcome.winner == side for game in games) >= 4


def test_who_wants_to_win_does_not_play_the_other_sides_pieces(atlantic_chase_rules):
    record = play_game(atlantic_chase_rules, 1, "purposeful")
    side_of = atlantic_chase_rules.tables.side_of
    named = [one for one in record.played if isinstance(one.verb, Coordinate | Support | Fire)]
    assert named
    for one in named:
        assert side_of(getattr(one.verb, "ship", "") or one.verb.force) == one.side


def test_a_ship_brings_nothing_in_the_port_where_it_began(bench):
    began = frozenset({"Bergen"})
    state = bench.sea(G2="2509")
    state = state.with_ship(state.ship("scheer").changed(began=began))
    home = bench.forced(state, Complete("G2"), Decline(), Withdraw("G2"))
    assert home.points == {}
    elsewhere = state.with_ship(state.ship("scheer").changed(began=frozenset()))
    assert bench.forced(elsewhere, Complete("G2"), Decline(), Withdraw("G2")).points["German"] == 1


def test_ships_begin_where_their_task_force_is(bench):
    ships = bench.rules.start().ships
    assert ships["gneisenau"].began == {"Kiel"}
    assert ships["southampton"].began == {"Scapa Flow"}
    assert not ships["convoy_1"].began


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.slow
def test_nonsense_is_judged_and_followed_and_the_game_goes_on(atlantic_chase_rules, seed):
    assert fuzz_game(atlantic_chase_rules, seed, "random") is None
