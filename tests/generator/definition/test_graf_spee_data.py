"""Pursuit of the Graf Spee as data, against the digest's map, tables and facts.

The expected values are typed in from the digest of the rules, not read from the game's files.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from generator.definition import load_game
from generator.definition.information import about
from generator.definition.schema import Game, HexGrid
from generator.geography import coastlines
from generator.geography.areas import inside
from generator.geography.grid import HexGrid as Grid
from generator.geography.layout import Layout, adjacency_of, grid_of, layout_of
from generator.geography.projections import placed

# hex: (longitude, latitude, neighbours)
DIGEST = {
    "A1": (-28.5, -10.8, "A2 B2 B1"),
    "A2": (-18.1, -14.2, "A3 B3 B2 A1"),
    "A3": (-7.7, -17.7, "A4 B4 B3 A2"),
    "A4": (2.7, -21.2, "A5 B5 B4 A3"),
    "A5": (13.1, -24.6, "B6 B5 A4"),
    "B1": (-35.5, -17.7, "A1 B2 C2 C1"),
    "B2": (-25.1, -21.1, "A1 A2 B3 C3 C2 B1"),
    "B3": (-14.7, -24.6, "A2 A3 B4 C4 C3 B2"),
    "B4": (-4.3, -28.1, "A3 A4 B5 C5 C4 B3"),
    "B5": (6.1, -31.5, "A4 A5 B6 C6 C5 B4"),
    "B6": (16.5, -35.0, "A5 C6 B5"),
    "C1": (-42.5, -24.6, "B1 C2 D2 D1"),
    "C2": (-32.1, -28.1, "B1 B2 C3 D3 D2 C1"),
    "C3": (-21.7, -31.5, "B2 B3 C4 D4 D3 C2"),
    "C4": (-11.3, -35.0, "B3 B4 C5 D5 D4 C3"),
    "C5": (-0.9, -38.4, "B4 B5 C6 D5 C4"),
    "C6": (9.5, -41.9, "B5 B6 C5"),
    "D1": (-49.5, -31.5, "C1 D2 E2 E1"),
    "D2": (-39.1, -35.0, "C1 C2 D3 E3 E2 D1"),
    "D3": (-28.7, -38.4, "C2 C3 D4 E4 E3 D2"),
    "D4": (-18.3, -41.9, "C3 C4 D5 E4 D3"),
    "D5": (-7.9, -45.3, "C4 C5 D4"),
    "E1": (-56.5, -38.4, "D1 E2"),
    "E2": (-46.1, -41.9, "D1 D2 E3 E1"),
    "E3": (-35.7, -45.3, "D2 D3 E4 E2"),
    "E4": (-25.3, -48.8, "D3 D4 E3"),
}


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("graf_spee")


@pytest.fixture(scope="module")
def sea(game: Game) -> Layout:
    return layout_of(game.map("South Atlantic"))


def test_the_map_has_the_digests_26_hexes_and_neighbours(game: Game) -> None:
    for board in game.maps:
        near = adjacency_of(board)
        assert set(near) == set(DIGEST)
        for name, (_, _, neighbours) in DIGEST.items():
            assert set(near.neighbours(name)) == set(neighbours.split()), name


def test_distance_follows_the_digests_formula_where_the_way_is_open(game: Game) -> None:
    near = adjacency_of(game.map("South Atlantic"))
    for a, b in combinations(DIGEST, 2):
        da, db = ord(a[0]) - ord(b[0]), int(a[1]) - int(b[1])
        expected = max(abs(da), abs(db)) if da * db >= 0 else abs(da) + abs(db)
        assert near.distance(a, b) == expected, (a, b)
    assert near.distance("A3", "C2") == 3 and near.distance("A1", "C2") == 2  # vectors T19, T20


def test_every_hex_lies_on_its_longitude_and_latitude(game: Game) -> None:
    for board in game.maps:
        chart, layout = placed(board), layout_of(board)
        for name, (lon, lat, _) in DIGEST.items():
            place = layout.places[name]
            found = chart.to_globe(place.x, place.y)
            # The digest rounds to a tenth of a degree.
            assert found == pytest.approx((lon, lat), abs=0.051), name


def test_coasts_lie_under_the_hexes_as_the_digest_found_them(game: Game) -> None:
    board = game.map("South Atlantic")
    chart, grid = placed(board), grid_of(board)
    assert isinstance(grid, Grid)
    shore = coastlines.land_on(chart, (0.0, 0.0, board.width, board.height), "50m")
    shares = {name: coastlines.sea_share(grid.outline(name), shore) for name in grid.cells}
    assert min(shares.values()) == pytest.approx(0.67, abs=0.02)
    outside = {"A0": ("A1", "NW"), "A6": ("A5", "SE"), "Z5": ("A5", "NE"), "E0": ("E1", "NW")}
    for name, (beside, towards) in outside.items():
        dq, dr = {"NW": (-1, 0), "SE": (1, 0), "NE": (1, -1)}[towards]
        q, r = grid.cells[beside]
        corners = grid.corners((q + dq, r + dr))
        x, y = grid.point((q + dq, r + dr))
        wide = coastlines.land_on(chart, (x - 30, y - 30, 60, 60), "50m")
        assert coastlines.sea_share(corners, wide) <= 0.30, name


def test_hexes_named_by_the_rules_are_marked(game: Game) -> None:
    board = game.map("South Atlantic")
    expected = {
        "start": "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5",
        "exit_atlantic": "A1 A2 A3",
        "exit_indian": "B6",
        "scuttling": "E1",
        "no_raid": "A1 B1 C1 D1 E1",
    }
    for feature_id, hexes in expected.items():
        feature = board.feature(feature_id)
        assert feature.hexes == tuple(hexes.split())
        assert feature.status == "printed"
    ours = {"troopship": "A3 A4 C2 B6", "entry_atlantic": "A1 A2 A3", "entry_indian": "B6"}
    for feature_id, hexes in ours.items():
        feature = board.feature(feature_id)
        assert feature.hexes == tuple(hexes.split())
        assert feature.status == "reconstructed" and feature.decision and feature.why


def test_the_variant_spreads_eight_troopships() -> None:
    spread = load_game("graf_spee", ["spread"])
    eight = {"A2", "A3", "B3", "A4", "A5", "B4", "C2", "B6"}
    for board in spread.maps:
        assert set(board.feature("troopship").hexes) == eight
    assert [counter.id for counter in spread.counters if counter.family == "taken_{n}"] == [
        f"taken_{n}" for n in range(1, 9)
    ]
    assert spread.definition_hash != load_game("graf_spee").definition_hash


def test_ten_pieces_are_printed_with_their_numbers(game: Game) -> None:
    kinds = {"GS": 1, "BB": 1, "CV": 2, "CA": 4, "dummy": 2}
    found = {kind: [c for c in game.counters if c.kind == kind] for kind in kinds}
    assert {kind: len(pieces) for kind, pieces in found.items()} == kinds
    strengths = {"GS": 3, "BB": 9, "CV": 3, "CA": 2, "dummy": 0}
    moves = {"GS": 2, "BB": 1, "CV": 2, "CA": 2, "dummy": 2}
    for kind, pieces in found.items():
        for piece in pieces:
            assert piece.values["strength"] == strengths[kind]
            assert piece.values["move"] == moves[kind]
            assert piece.side == ("German" if kind == "GS" else "British")
    assert game.counter("graf_spee").values["move_damaged"] == 1


def test_the_contracted_identities_exist(game: Game) -> None:
    assert {counter.id for counter in game.counters} == {
        *("graf_spee", "plot", "supply_1", "supply_2", "supply_3"),
        *("renown", "ark_royal", "hermes", "exeter", "cumberland", "sussex", "shropshire"),
        *("dummy_1", "dummy_2", "score", "turn", "search_1", "search_2", "pursuit"),
        *("taken_1", "taken_2", "taken_3", "taken_4"),
    }
    assert [side.id for side in game.sides] == ["German", "British", "Referee"]
    assert {button.name: (button.count, button.sides) for button in game.dice} == {
        "Graf Spee fires": (3, 6), "Battleship fires": (9, 6), "Cruiser fires": (2, 6),
        "Air attack": (3, 6), "Commerce raid": (1, 6), "Extra moves": (1, 6),
        "Sinking": (1, 6), "Scuttling": (1, 6),
    }  # fmt: skip
    assert {action.id: action.keyword for action in game.actions if not action.silent} == {
        "course_logged": "COURSE LOGGED", "open_course": "OPEN COURSE", "escape": "ESCAPE",
        "extra_moves": "EXTRA MOVES", "end_of_movement": "END OF MOVEMENT", "contact": "CONTACT",
        "no_contact": "NO CONTACT", "air_search": "AIR SEARCH", "found": "FOUND",
        "not_found": "NOT FOUND", "raid": "RAID", "pursue": "PURSUIT", "scuttle": "SCUTTLE",
        "end_of_turn": "END OF TURN",
    }  # fmt: skip
    assert [f"{step.number} {step.name}" for step in game.tracked_steps()] == [
        "1 Voyage log",
        "2 Royal Navy",
        "3 Combat and raiding",
    ]


def test_secret_pieces_are_hidden_and_the_navy_is_face_down(game: Game) -> None:
    for piece_id in ("plot", "supply_1", "supply_2", "supply_3"):
        hide = game.counter(piece_id).hide
        assert hide is not None and hide.access == ("German", "Referee") and hide.always
    for counter in game.counters:
        if counter.kind in ("BB", "CV", "CA", "dummy"):
            assert counter.mask is not None and counter.mask.access == ("British",)
            assert counter.restricted_to == ("British",) and counter.back is not None
            assert counter.back == game.counter("renown").back, "a back must give no clue"


def test_tables_are_the_printed_ones(game: Game) -> None:
    ships, raid, loss = game.table("ships"), game.table("raid"), game.table("loss")
    assert [ships.value(kind, "hit_on") for kind in ("GS", "BB", "CV", "CA")] == [6, 6, 5, 5]
    assert [ships.value(kind, "points_sunk") for kind in ("BB", "CV", "CA")] == [9, 6, 2]
    assert [ships.value(kind, "points_damaged") for kind in ("BB", "CV", "CA")] == [1, 1, 1]
    assert [ships.value(kind, "pursues") for kind in ("BB", "CV", "CA")] == [False, False, True]
    assert [raid.lookup(die) for die in range(1, 7)] == [0, 0, 0, 2, 2, 2]
    assert [loss.lookup(die, "sunk") for die in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert [loss.lookup(die, "scuttled") for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [game.table("hits").value(n) for n in ("1", "2")] == ["damaged", "sunk"]
    victory, movement = game.values("victory"), game.values("movement")
    assert (victory.value("at_the_end"), victory.value("at_once")) == (15, 21)
    names = ("pieces", "extra_price", "supply_ships", "supply_uses", "refuel_bonus", "entry_cost")
    assert [movement.value(name) for name in names] == [3, 1, 3, 1, 1, 1]
    assert game.values("raiding").value("troopship_points") == 2
    assert game.values("combat").value("air_dice") == 3


def test_every_decision_of_the_digest_is_there_with_its_reason(game: Game) -> None:
    assert [decision.id for decision in game.decisions] == [f"DG-{n}" for n in range(1, 19)]
    assert all(decision.ruling and decision.why for decision in game.decisions)


def test_printed_data_are_not_called_ours_and_ours_have_reasons(game: Game) -> None:
    ours = about(game).ours
    assert all(one.why or one.decision for one in ours)
    listed = " ".join(one.what for one in ours)
    for printed in ("victory", "loss", "raid:", "hits", "start", "scuttling", "no_raid"):
        assert printed not in listed
    for reconstructed in ("troopship", "grid", "entry_atlantic", "Score Track", "renown"):
        assert reconstructed in listed


def test_cases_named_in_the_data_are_cases_of_the_digest(game: Game, shared: object) -> None:
    from pathlib import Path

    assert isinstance(shared, Path)
    text = (shared / "games" / "graf_spee.cases.yaml").read_text("utf-8")
    known = {line[6:].strip() for line in text.splitlines() if line.startswith("- id: ")}
    named = {case for step in game.sequence for case in step.cases}
    named |= {case for step in game.sequence for inner in step.steps for case in inner.cases}
    named |= {case for action in game.actions for case in (action.case, *action.cases) if case}
    named |= {button.case for button in (*game.dice, *game.scores) if button.case}
    named |= {case for decision in game.decisions for case in decision.cases}
    named |= {case for section in game.summary for case in section.cases}
    assert len(named) > 50 and named <= known, named - known


def test_nothing_on_the_boards_collides(game: Game) -> None:
    from shapely.geometry import Polygon, box

    for board in game.maps:
        layout = layout_of(board)
        grid = board.grid
        assert isinstance(grid, HexGrid)
        shapes = {"hexes": Polygon(layout.zones[grid.zone].outline)}
        for thing in (*board.boxes, *board.tracks, *board.furniture):
            name = getattr(thing, "id", "") or getattr(thing, "kind", "")
            shapes[name] = box(thing.x, thing.y, thing.x + thing.width, thing.y + thing.height)
        for one, other in combinations(shapes, 2):
            assert shapes[one].distance(shapes[other]) >= 1.5, (board.id, one, other)


def test_a_hex_of_the_main_map_holds_nine_counters_side_by_side(game: Game) -> None:
    board = game.map("South Atlantic")
    assert isinstance(board.grid, HexGrid)
    # Three rows of three half-inch counters: the middle row is the widest.
    assert board.grid.size * 3**0.5 >= 3 * 12.7 and board.grid.size >= 1.5 * 12.7


def test_every_place_is_found_again_from_its_pixel(game: Game) -> None:
    for board in game.maps:
        layout = layout_of(board)
        for name, place in layout.places.items():
            found = layout.locate(*layout.pixels(name))
            assert found == place, name
        for name, deck in layout.decks.items():
            found = layout.locate(*layout.pixels(name))
            assert found is not None and found.id == deck.zone


def test_layout_knows_the_contracted_places(sea: Layout) -> None:
    names = {*DIGEST, "Atlantic Ocean", "Indian Ocean", "Out of the Game", "Markers"}
    names |= {f"Score {n}" for n in range(31)} | {f"Turn {n}" for n in range(1, 21)}
    assert set(sea.places) == names
    assert next(iter(sea.zones)) == "Sea"
    assert {deck: place.zone for deck, place in sea.decks.items()} == {
        "Atlantic Cup": "Atlantic Ocean",
        "Indian Cup": "Indian Ocean",
    }
    assert sea.size() == (2480, 1753) and sea.locate(1, 1) is None


def test_a_box_has_room_for_what_it_must_hold(sea: Layout) -> None:
    for box_id, count in (("Markers", 7), ("Out of the Game", 10), ("Atlantic Ocean", 6)):
        spots = sea.room(box_id, count)
        assert len(set(spots)) == count
        outline = sea.places[box_id].outline
        for x, y in spots:
            corners = [(x + dx, y + dy) for dx in (-6.35, 6.35) for dy in (-6.35, 6.35)]
            assert all(inside(cx, cy, outline) for cx, cy in corners), box_id
        for (ax, ay), (bx, by) in combinations(spots, 2):
            assert abs(ax - bx) >= 12.7 or abs(ay - by) >= 12.7
    assert sea.room("C3", 2) == [(sea.places["C3"].x, sea.places["C3"].y)] * 2
