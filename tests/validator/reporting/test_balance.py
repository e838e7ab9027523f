"""The balance report: as text, as data, as a picture."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from generator.definition.reader import load_game
from generator.drawing.themes import load_theme
from validator.playing.balance import Balance, Spoken, Tally
from validator.reporting.balance import balance_json, balance_lines
from validator.reporting.balance_plot import _ticks, balance_picture


@pytest.fixture(scope="module")
def balance() -> Balance:
    """Sixteen games that were never played."""
    even = Tally(
        {"German": "random", "British": "random"},
        Counter(German=4, British=4, draw=2),
        Counter({"GS-8(1)a": 7, "GS-8(1)b": 3}),
        Counter({8: 9, 12: 1}),
        Counter({0: 5, 10: 5}),
        Counter({100: 10}),
    )
    lost = Tally(
        {"German": "random", "British": "purposeful"},
        Counter(British=6),
        Counter({"GS-8(1)a": 6}),
        Counter({3: 6}),
        Counter({-2: 6}),
        Counter({40: 6}),
    )
    cases = (
        Spoken("GS-1", 900, 12, ""),
        Spoken("GS-2", 80, 0, "dice are never wrong in play"),
        Spoken("GS-3", 70, 0, ""),
        Spoken("GS-4", 0, 0, ""),
    )
    says = {"GS-8(1)a": "The ship was sunk.", "GS-8(1)b": "The ship went home."}
    return Balance("graf_spee", "The <Hunt>", 5, ("German", "British"), (even, lost), cases, says)


def test_the_lines_tell_who_wins_and_how_sure_that_is(balance):
    text = "\n".join(balance_lines(balance))
    assert "The <Hunt>: 16 games, seeds from 5" in text
    assert "40.0% (16.8-68.7)" in text
    assert "20.0% (5.7-51.0)" in text
    assert "100.0% (61.0-100.0)" in text


def test_the_lines_tell_points_and_lengths_by_quartiles(balance):
    lines = list(balance_lines(balance))
    points = lines[lines.index("Points at the end") + 2].split()
    assert points == ["random", "random", "0", "0", "5", "10", "10", "5.0"]
    turns = lines[lines.index("Length in turns") + 3].split()
    assert turns == ["random", "purposeful", "3", "3", "3", "3", "3", "3.0"]


def test_the_lines_tell_what_ended_the_games_in_our_words(balance):
    lines = list(balance_lines(balance))
    at = lines.index("What ended the games")
    assert lines[at + 1].split() == ["GS-8(1)a", "13", "81.2%", "The", "ship", "was", "sunk."]


def test_a_case_that_refused_nothing_is_listed_with_its_reason(balance):
    text = "\n".join(balance_lines(balance))
    idle = text.partition("Cases that refused nothing: 3")[2]
    assert "GS-1" not in idle
    assert "GS-2        dice are never wrong in play" in idle
    assert "GS-3        nothing that was decided" in idle
    assert "GS-4        no game came to it" in idle


def test_the_data_hold_every_figure(balance):
    plain = json.loads(json.dumps(balance_json(balance)))
    even = plain["pairings"][0]
    assert even["players"] == {"German": "random", "British": "random"}
    assert even["won"]["draw"] == {"games": 2, "share": 0.2, "interval": [0.0567, 0.5098]}
    assert even["points"]["counted"] == {"0": 5, "10": 5}
    assert even["turns"]["median"] == 8
    assert plain["endings"][1] == {"case": "GS-8(1)b", "games": 3, "says": "The ship went home."}
    assert plain["cases"][0] == {"id": "GS-1", "judged": 900, "refused": 12, "why": ""}


def test_a_pairing_without_games_has_no_figures(balance):
    empty = Tally({"German": "purposeful", "British": "random"})
    wider = Balance("graf_spee", "Hunt", 1, balance.sides, (*balance.tallies, empty), (), {})
    assert any(
        line.split() == ["purposeful", "random", "0", "-", "-", "-"]
        for line in balance_lines(wider)
    )
    assert balance_json(wider)["pairings"][2]["won"]["German"]["share"] is None
    game = load_game("graf_spee")
    assert balance_picture(wider, game, load_theme(game.theme)).svg


def test_the_picture_names_the_game_its_axes_and_its_winners(balance):
    game = load_game("graf_spee")
    picture = balance_picture(balance, game, load_theme(game.theme))
    assert picture.warnings == ()
    words = (
        "The &lt;Hunt&gt;",
        "Games won",
        "per cent of the games",
        "Points at the end",
        "points",
    )
    for word in (*words, "turns", "German", "British", "draw", "British, purposeful", "81.2%"):
        assert f">{word}<" in picture.svg, word
    assert balance_picture(balance, game, load_theme(game.theme)) == picture


def test_a_game_that_counts_no_points_is_told_without_them(balance):
    tallies = tuple(replace(one, points=Counter({0: one.games})) for one in balance.tallies)
    without = replace(balance, tallies=tallies)
    assert not any("oints" in line for line in balance_lines(without))
    game = load_game("graf_spee")
    picture = balance_picture(without, game, load_theme(game.theme))
    assert picture.warnings == ()
    assert ">Games won<" in picture.svg
    assert "oints" not in picture.svg


@pytest.mark.parametrize(
    ("least", "most", "ticks"),
    [(0, 1, [0, 1]), (0, 6, [0, 2, 4, 6]), (-6, 22, [-10, 0, 10, 20, 30]), (3, 4, [3, 4])],
)
def test_an_axis_has_a_few_round_figures(least, most, ticks):
    assert _ticks(least, most) == ticks
