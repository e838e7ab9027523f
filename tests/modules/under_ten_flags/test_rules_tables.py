"""The cases look everything up in the definition: change the data, and the rules follow."""

from __future__ import annotations

import re

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from modules.under_ten_flags.state import BRITISH_PHASE, CARDS, GERMAN
from modules.under_ten_flags.verbs import ChangeMorale, DrawCard, MoveACVM, PlotAtlantis
from validator.playing.fuzzing import fuzz_game
from validator.rules.loading import load_rules

FOLDER = games_folder() / "under_ten_flags"


def _with_overlay(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text("overlay: {id: mine}\n" + text)
    return load_rules(load_game("under_ten_flags", overlays=(path,)), FOLDER)


def test_distances_between_ports_are_those_of_the_digest(bench, shared):
    text = (shared / "games" / "under_ten_flags.md").read_text("utf-8")
    table = text.partition("od_distances:")[2]
    rows = re.findall(r"^    - \[([0-9, ]+)\]$", table, re.MULTILINE)[:12]
    assert len(rows) == 12
    tables = bench.rules.tables
    for number, row in enumerate(rows, 1):
        here = tables.ports[f"od_{number}"].hex
        for other, hexes in enumerate(row.split(", "), 1):
            assert tables.hexes_between(here, tables.ports[f"od_{other}"].hex) == int(hexes)


def test_every_hex_can_be_reached_from_every_port(bench):
    tables = bench.rules.tables
    for port in tables.ports.values():
        assert len(tables.distance[port.hex]) == len(tables.neighbours)
        for here, nearer in tables.steps[port.hex].items():
            assert nearer or here == port.hex


def test_an_overlay_makes_other_columns_grey(tmp_path, bench):
    rules = _with_overlay(
        tmp_path, "charts: {charts: [{id: sheet, entries: [{id: grey_every, value: 3}]}]}\n"
    )
    state = rules.apply(bench.position(column=2), PlotAtlantis("1508", 3))
    assert [pending.what for pending in state.pending] == ["morale", "check"]
    assert rules.check(state, ChangeMorale(-1)) == []


def test_an_overlay_changes_what_wins(tmp_path, bench):
    rules = _with_overlay(
        tmp_path, "charts: {charts: [{id: victory, entries: [{id: win_at_least, value: 6}]}]}\n"
    )
    last = bench.position(CARDS, turn=6, points=6).changed(step="")
    assert rules.apply(last, DrawCard("joker")).outcome.winner == GERMAN


def test_an_overlay_moves_a_port(tmp_path, bench):
    rules = _with_overlay(
        tmp_path, 'charts: {charts: [{id: od, rows: [{id: "9", cells: {hex: "1104"}}]}]}\n'
    )
    state = bench.position(BRITISH_PHASE, sets={"c1": "1204"})
    assert rules.check(state, MoveACVM("c1", "1104")) == []
    assert "UTF-4.1.4a" in [b.case for b in bench.rules.check(state, MoveACVM("c1", "1104"))]


@pytest.mark.parametrize("overlay", ["graded", "owner", "short"])
def test_the_overlays_that_come_with_the_game_are_played(overlay):
    path = FOLDER / "overlays" / f"{overlay}.yaml"
    rules = load_rules(load_game("under_ten_flags", overlays=(path,)), FOLDER)
    failure = fuzz_game(rules, 1, "random")
    assert failure is None, (failure.message, failure.verb)


def test_an_overlay_closes_another_side(tmp_path, bench):
    rules = _with_overlay(
        tmp_path,
        'map: {maps: [{id: oceans, grid: {closed: [{between: ["1204", "1304"]}]}}]}\n',
    )
    state = bench.position(BRITISH_PHASE, sets={"c1": "1204"})
    assert [b.case for b in rules.check(state, MoveACVM("c1", "1304"))] == ["UTF-6.1h"]
    assert bench.cases(state, MoveACVM("c1", "1304")) == []
