"""The cases look everything up in the definition: change the data, and the rules follow."""

from __future__ import annotations

import re

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from modules.graf_spee.state import ROYAL_NAVY
from modules.graf_spee.verbs import ChangeScore, Raid, RollExtra
from validator.playing.selfplay import play_game
from validator.rules.loading import load_rules

FOLDER = games_folder() / "graf_spee"


def _with_overlay(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text("overlay: {id: mine}\n" + text)
    return load_rules(load_game("graf_spee", overlays=(path,)), FOLDER)


def test_distances_are_those_of_the_sea(bench):
    tables = bench.rules.tables
    assert len(tables.neighbours) == 26
    for here in tables.neighbours:
        for there in tables.neighbours:
            da, db = ord(there[0]) - ord(here[0]), int(there[1]) - int(here[1])
            straight = max(abs(da), abs(db)) if da * db >= 0 else abs(da) + abs(db)
            assert tables.hexes_between(here, there) == straight


def test_neighbours_are_those_of_the_digest(bench, shared):
    text = (shared / "games" / "graf_spee.md").read_text("utf-8")
    listed = re.findall(r"^    ([A-E]\d): \{lon.*adj: \[([^\]]*)\]", text, re.MULTILINE)
    assert len(listed) == 26
    for here, beside in listed:
        assert set(bench.rules.tables.neighbours[here]) == set(beside.split(", "))


def test_coming_on_takes_one_hex_to_the_entry_and_one_more_for_each_further(bench):
    far = bench.rules.tables.entry_distance
    assert [far["Atlantic Ocean"][place] for place in ("A1", "A3", "B1", "A4", "E1")] == [
        1,
        1,
        2,
        2,
        5,
    ]
    assert [far["Indian Ocean"][place] for place in ("B6", "A5", "B4")] == [1, 2, 3]


def test_an_overlay_moves_the_troopships(tmp_path):
    game = load_game("graf_spee", overlays=(FOLDER / "overlays" / "spread.yaml",))
    rules = load_rules(game, FOLDER)
    assert rules.tables.icons == frozenset(["A2", "A3", "A4", "A5", "B3", "B4", "B6", "C2"])


def test_an_overlay_changes_what_wins_at_once(tmp_path, bench):
    rules = _with_overlay(
        tmp_path,
        "charts: {charts: [{id: victory, entries: [{id: at_once, value: 5}]}]}\n",
    )
    state = rules.apply(rules.apply(bench.position(score=4), RollExtra(1)), ChangeScore(1))
    assert state.outcome.case == "GS-8(1)e"


def test_an_overlay_opens_another_coast_to_raids(tmp_path, bench):
    rules = _with_overlay(
        tmp_path,
        'charts: {charts: [{id: raiding, entries: [{id: closed_digit, value: "2"}]}]}\n',
    )
    state = bench.searching(ship="D1")
    assert rules.check(state, Raid("D1")) == []
    assert [b.case for b in rules.check(bench.searching(ship="D2"), Raid("D2"))] == ["GS-7(2)"]


@pytest.mark.parametrize("seed", range(3))
def test_games_with_an_overlay_end_too(seed):
    game = load_game("graf_spee", overlays=(FOLDER / "overlays" / "spread.yaml",))
    assert play_game(load_rules(game, FOLDER), seed).outcome is not None


def test_the_steps_are_those_of_the_definition(bench):
    play = bench.rules.tables.sequence
    assert play.first() == "voyage_log"
    assert play.after("voyage_log") == ROYAL_NAVY
    assert play.after("combat") == "voyage_log"
