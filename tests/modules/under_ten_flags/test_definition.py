"""What the game's files hold: counters, decks, displays, charts, and what an overlay replaces."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.drawing.charts.aids import draw_aid
from generator.drawing.checks import alike_sides, findings
from generator.drawing.maps import draw_map
from generator.drawing.themes import load_theme
from generator.geography.layout import layout_of
from generator.places import games_folder
from modules.under_ten_flags.state import State
from modules.under_ten_flags.tables import Tables
from validator.rules.caselist import read_cases
from validator.rules.loading import load_rules

FOLDER = games_folder() / "under_ten_flags"
ART = (FOLDER / "art",)

PRINTED = {
    "OD": 12,
    "ACV": 22,
    "ghost": 2,
    "ACVM": 6,
    "turn": 1,
    "points": 2,
    "fatigue": 1,
    "disguise": 1,
    "aircraft": 1,
    "raider": 1,
    "CA": 2,
}
"""How many counters of each kind the rules name: 51 in all."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(FOLDER)


@pytest.fixture(scope="module")
def replaced() -> Game:
    return load_game(FOLDER, [FOLDER / "overlays" / "owner.yaml"])


def test_the_printed_counters_are_51(game: Game) -> None:
    kinds = Counter(counter.kind for counter in game.counters)
    assert {kind: kinds[kind] for kind in PRINTED} == PRINTED
    assert sum(PRINTED.values()) == 51


def test_our_own_marks_are_marked_so(game: Game) -> None:
    own = {one.id for one in game.counters if one.kind in ("plot", "column", "mark")}
    assert own == {one.id for one in game.counters if one.status == "reconstructed"}


def test_the_activation_deck_has_41_cards_and_the_cruiser_deck_8(game: Game) -> None:
    colours = Counter(
        (counter.kind, counter.values["colour"])
        for counter in game.counters
        if counter.kind in ("card", "cruiser_card")
    )
    assert colours == {
        ("card", "red"): 20,
        ("card", "black"): 20,
        ("card", "joker"): 1,
        ("cruiser_card", "black"): 6,
        ("cruiser_card", "red"): 2,
    }
    assert 41 + 8 + 5 == 54  # five cards of the pack stay out of the game
    assert [game.values("cards").value(one) for one in ("activation", "cruiser")] == [41, 8]


def test_every_counter_stands_in_the_set_up_once(game: Game) -> None:
    for scenario in game.scenarios:
        placed = [piece for one in scenario.placements for piece in one.pieces]
        assert len(placed) == len(set(placed))
    standard = game.scenario()
    placed = [piece for one in standard.placements for piece in one.pieces]
    assert set(placed) == {counter.id for counter in game.counters}


def test_the_cups_and_decks_hold_what_is_drawn_from_them(game: Game) -> None:
    at = {place.at: place for place in game.scenario().placements}
    assert len(at["O/D Cup"].pieces) == 12
    assert len(at["Ship Cup"].pieces) == 24
    assert len(at["Activation Deck"].pieces) == 41
    assert len(at["Cruiser Deck"].pieces) == 8
    for deck in game.map("oceans").decks:
        assert deck.shuffle == ("always" if deck.face_down else "never")


def test_ghosts_cannot_be_told_from_ships_face_down(game: Game) -> None:
    ship, ghost = game.counter("scientist"), game.counter("ghost_1")
    assert ship.back == ghost.back
    assert ship.mask == ghost.mask
    assert (ship.shape, ship.size, ship.corner) == (ghost.shape, ghost.size, ghost.corner)


def test_map_markers_have_two_faces_and_six_ways_to_point(game: Game) -> None:
    for number in range(1, 7):
        counter = game.counter(f"c{number}")
        assert [face.id for face in counter.faces] == ["brown", "red"]
        assert len(counter.facings) == 6


def test_every_display_has_its_place(game: Game) -> None:
    places = set(layout_of(game.map("oceans")).places)
    wanted = {"Atlantis Sighting", "British Sighting", "Gun Range", "Sunk or Prize", "Fresh", "Low"}
    wanted |= {f"Waiting C{n}" for n in range(1, 7)} | {f"Turn {n}" for n in range(1, 7)}
    wanted |= {f"VP {n}" for n in range(10)} | {f"VP x10 {n}" for n in range(10)}
    assert wanted <= places
    private = set(layout_of(game.map("od_display")).places)
    assert private >= {f"C{n} {part}" for n in range(1, 7) for part in ("Origin", "Ship")}


def test_windows_are_private_to_their_side(game: Game) -> None:
    assert {board.id: board.private_to for board in game.maps} == {
        "oceans": None,
        "od_display": "British",
        "german_plot": "German",
        "british_plot": "British",
    }


def test_the_groups_pair_the_ports_and_the_bonus_counts_them(game: Game) -> None:
    groups = {row.id: row.cells["group"].value for row in game.table("od").rows}
    assert groups == {str(n): (n + 1) // 2 for n in range(1, 13)}
    bonus = game.table("destination_bonus")
    assert bonus.value("from_2", "5") == 4  # the rules' example: from 3 to 9
    for one in range(1, 7):
        for other in range(1, 7):
            assert bonus.value(f"from_{one}", str(other)) == abs(one - other) + 1


def test_twenty_six_decisions_are_told(game: Game) -> None:
    assert [one.id for one in game.decisions] == [f"DU-{n}" for n in range(1, 27)]
    assert all(one.ruling and one.why and one.cases for one in game.decisions)


def test_the_case_list_is_whole() -> None:
    printed = [entry for entry in read_cases(FOLDER) if entry.id.startswith("UTF-")]
    assert len(printed) == 163
    assert len({entry.says for entry in printed}) >= 160


@pytest.mark.slow
def test_nothing_collides_or_is_too_small(game: Game) -> None:
    theme = load_theme(game.theme, ART)
    assert not list(alike_sides(game, theme))
    for board in game.maps:
        assert not list(findings(draw_map(game, board, theme, ART)))


@pytest.mark.slow
def test_nothing_collides_on_the_map_of_an_overlay(replaced: Game) -> None:
    theme = load_theme(replaced.theme, ART)
    assert not list(findings(draw_map(replaced, replaced.map("oceans"), theme, ART)))


def test_the_sheets_fit_their_paper(game: Game) -> None:
    theme = load_theme(game.theme, ART)
    sides = {aid.id: draw_aid(aid, game, theme, ART) for aid in game.aids}
    assert {aid: len(drawn) for aid, drawn in sides.items()} == {
        "player_aid": 2,
        "reference": 1,
        "german_sheet": 1,
        "british_sheet": 1,
    }
    assert not [found for drawn in sides.values() for sheet in drawn for found in findings(sheet)]


def test_an_owner_replaces_ports_ships_and_limits(game: Game, replaced: Game) -> None:
    assert game.map("oceans").feature("od").hexes[1] == "0609"
    assert replaced.map("oceans").feature("od").hexes[1] == "0709"
    assert replaced.map("german_plot").feature("od").hexes[1] == "0709"
    assert replaced.counter("od_2").values["port"] == "Montevideo"
    assert replaced.counter("scientist").values["bonus"] == 1
    assert {port.name for port in replaced.map("oceans").ports} >= {"Montevideo"}
    assert "Durban" not in {port.name for port in replaced.map("oceans").ports}


def test_the_engine_follows_the_overlay(replaced: Game) -> None:
    rules = load_rules(replaced, FOLDER)
    tables: Tables = rules.tables
    assert tables.ports["od_2"].hex == "0709"
    assert tables.ships["scientist"].stars == 1
    assert (tables.win_at_least, tables.lose_at_most) == (14, 6)
    assert tables.points_exit == -2
    assert tables.morale_modifier["Low"] == 3
    assert isinstance(rules.start(), State)


def test_the_short_game_has_three_turns() -> None:
    short = load_game(FOLDER, [FOLDER / "overlays" / "short.yaml"])
    tables: Tables = load_rules(short, FOLDER).tables
    assert (tables.last_turn, tables.win_at_least, tables.lose_at_most) == (3, 5, 2)
    assert short.scenario().last_turn == 3
