"""Games on the inset maps: a scenario says on which map it is played."""

from __future__ import annotations

import pytest

from generator.definition.reader import load_game
from generator.geography.layout import grid_of
from generator.places import games_folder
from modules.atlantic_chase.state import BRITISH, GERMAN
from validator.playing.selfplay import gone_on
from validator.rules.loading import load_rules

NORWEGIAN, NORTH = "norwegian_sea", "north_sea"


def rules_on(board, **values):
    """The rules of the usual set-up on an inset; what stood on the other map is not in play."""
    game = load_game("atlantic_chase")
    usual = game.scenario()
    other = usual.model_copy(update={"values": {**usual.values, "map": board, **values}})
    rows = [other if one is usual else one for one in game.scenarios]
    changed = game.model_copy(update={"scenarios": rows})
    return load_rules(changed, games_folder() / "atlantic_chase")


@pytest.fixture(scope="module", params=[NORWEGIAN, NORTH])
def inset(request):
    return rules_on(request.param)


def test_ports_and_airbases_of_an_inset_are_those_that_are_drawn(inset):
    board = inset.game.map(inset.game.scenario().values["map"])
    drawn = {"ports": set(), "airbases": set()}
    for feature in board.features:
        if feature.draw == "symbol" and feature.id.endswith(("ports", "boxless")):
            drawn["ports"].update(feature.hexes)
        if feature.case == "AC-8.14":
            drawn["airbases"].update(feature.hexes)
    assert set(inset.tables.port_at) == drawn["ports"]
    assert set(inset.tables.base_at) == drawn["airbases"]
    assert set(inset.tables.air) == set(grid_of(board).cells)


def test_murmansk_and_the_denmark_strait_are_german_on_the_norwegian_sea():
    tables = rules_on(NORWEGIAN, **{"port Murmansk": "German"}).tables
    for name in ("Murmansk", "Denmark Strait"):
        assert (tables.ports[name].side, tables.ports[name].box) == (GERMAN, "")
    assert len(tables.ports["Denmark Strait"].hexes) == 2
    assert tables.arctic and not tables.uboat_zone


def test_the_canal_is_for_german_lines_on_the_north_sea():
    tables = rules_on(NORTH).tables
    here, there = tables.ports["Kiel"].hexes
    assert tables.touch(GERMAN, here, there)
    assert not tables.touch(BRITISH, here, there) or tables.air[here][there] == 1


def test_a_game_goes_on_upon_an_inset(inset):
    state = inset.start()
    assert state.force("G1").station == "Kiel"
    played = list(gone_on(inset, state, "1", 150))
    assert len(played) == 150 or inset.outcome(played[-1].before) is None
    lines = [one for one in played if type(one.verb).__name__ == "Plot"]
    assert lines and all(hex_id in inset.tables.air for one in lines for hex_id in one.verb.line)
