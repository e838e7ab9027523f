"""The definition of Atlantic Chase: board, pieces and tables are what the rules know of them."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import pairwise
from pathlib import Path

import pytest

from generator.definition import DefinitionError, load_game
from generator.definition.schema import Game, HexGrid, Table
from generator.drawing.charts.words import status_of
from generator.drawing.themes import load_theme
from generator.geography.layout import grid_of
from generator.packaging.scene import scene_of
from generator.packaging.vassal.piece_clicks import clicks
from generator.packaging.vassal.pieces import piece_actions
from generator.printing.pieces import counter_pieces

FORCES = [f"G{number}" for number in range(1, 6)] + [f"B{number}" for number in range(1, 11)]
ACTIONS = ("air_strike", "engage", "naval_search", "stealth_attack")


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("atlantic_chase")


# --- the board ------------------------------------------------------------------------------


def test_the_operations_map_has_the_hexes_of_the_digest(game: Game) -> None:
    grid = grid_of(game.map("operations"))
    assert len(grid.cells) == 343
    for feature in game.map("operations").features:
        assert set(feature.hexes) <= set(grid.cells), feature.id


def test_what_the_rules_say_of_the_lie_of_places_holds(game: Game) -> None:
    grid = grid_of(game.map("operations"))
    hexes = {row.name or row.id: row.cells["hexes"].value for row in _table(game, "ports").rows}
    ports = {name: [found] if isinstance(found, str) else [*found] for name, found in hexes.items()}
    north_cape = game.map("operations").feature("german_airbases").hexes[0]
    assert grid.distance(north_cape, ports["Murmansk"][0]) == 2
    east, west = ports["Kiel"]
    assert grid.distance(east, west) == 1 and west not in grid.adjacency.neighbours(east)
    assert set(game.map("operations").feature("kw_canal").hexes) == {east, west}
    scotland = [ports["Scapa Flow"][0], ports["Methil"][0], ports["Clyde and Liverpool"][0]]
    assert len(set(scotland)) == 3


def test_no_hex_of_one_map_has_the_id_of_another(game: Game) -> None:
    seen: Tally[str] = Tally()
    for map_ in game.maps:
        if isinstance(map_.grid, HexGrid):
            seen.update(list(grid_of(map_).cells))
    assert len(seen) > 700 and max(seen.values()) == 1


def test_ports_and_airbases_of_the_charts_are_those_that_are_drawn(game: Game) -> None:
    map_ = game.map("operations")
    for chart, what, column in (("ports", "ports", "hexes"), ("airbases", "airbases", "hex")):
        listed: dict[str, set[str]] = {}
        for row in _table(game, chart).rows:
            value = row.cells[column].value
            side = str(row.cells["side"].value)
            listed.setdefault(side, set()).update([value] if isinstance(value, str) else value)
        drawn = {side: set(map_.feature(f"{side.lower()}_{what}").hexes) for side in listed}
        without = set(map_.feature("neutral_ports").hexes)
        assert {side: found - without for side, found in listed.items()} == drawn


# --- the pieces -----------------------------------------------------------------------------


def test_fifteen_task_forces_have_a_cylinder_and_fifteen_sticks_each(game: Game) -> None:
    for kind, each in (("station", 1), ("segment", 15), ("evasive", 1)):
        found = Tally(str(one.values["tf"]) for one in game.counters if one.kind == kind)
        assert found == dict.fromkeys(FORCES, each)
    theme = load_theme("operations_room")
    colours = {
        one.values["tf"]: theme.ground(one.faces[0].background).fill
        for one in game.counters
        if one.kind == "station"
    }
    assert len(set(colours.values())) == 15


def test_sticks_are_printed_once_and_ships_with_their_damaged_side(game: Game) -> None:
    papers = Tally(paper.front.split("-")[1] for paper in counter_pieces(game))
    assert papers["g1_segment_1"] == papers["bismarck"] == 1
    backs = {paper.front: paper.back for paper in counter_pieces(game)}
    assert backs["counter-bismarck-whole"] == "counter-bismarck-damaged"
    assert backs["counter-g1_segment_1-plain"] is None


def test_a_ship_has_a_face_for_each_hit_short_of_its_defence(game: Game) -> None:
    for one in game.counters:
        if one.kind == "ship":
            defence = int(str(one.values["defence"]))
            assert len(one.faces) == 2 * defence, one.id


def test_damaged_sides_are_made_by_one_rule(game: Game) -> None:
    slower = {"f": "m", "m": "s", "s": "vs", "vs": "vs"}
    for chart in ("german_ships", "british_ships"):
        for row in _table(game, chart).rows:
            cells = {name: cell.value for name, cell in row.cells.items()}
            for gun in ("near", "far"):
                whole, damaged = cells[gun], cells[f"damaged_{gun}"]
                assert damaged == (whole if whole == "na" else int(str(whole)) - 1), row.id
            assert cells["damaged_speed"] == slower[str(cells["speed"])], row.id
            assert cells["damaged_defence"] == cells["defence"], row.id


def test_the_menu_of_a_stick_declares_every_part_in_an_attack(game: Game) -> None:
    scene = scene_of(game, 72)
    offered = {action.id for action in piece_actions(scene, scene.piece("b2_segment_1"))}
    assert offered >= {"trajectory", "naval_search", "engage", "air_strike", "completion", "pass"}
    assert offered >= {"target", "coordinates", "supports", "lapses", "take_off", "intel"}


# --- the tables -----------------------------------------------------------------------------


def test_a_property_is_set_by_one_trait_for_all_entries_of_a_menu(game: Game) -> None:
    """A trait for each entry of the menu made every stick twice as long."""
    scene = scene_of(game)
    stick = next(piece for piece in scene.pieces if piece.kind == "segment")
    setters = [one for one in clicks(scene, stick) if one.id == "setprop;"]
    keys = [one.text("key") for one in setters]
    assert len(keys) == len({*keys})
    assert any(len(one["keyCommands"]) > 1 for one in setters)


def _table(game: Game, chart: str) -> Table:
    return game.table(chart)


def test_so_many_cells_of_the_action_tables_are_printed(game: Game) -> None:
    told = {
        chart: Tally(
            status_of(table, cell) or "printed"
            for table in [_table(game, chart)]
            for row in table.rows
            for cell in row.cells.values()
        )
        for chart in ACTIONS
    }
    assert told == {
        "air_strike": {"printed": 8, "reconstructed": 27},
        "engage": {"printed": 24, "inferred": 11},
        "naval_search": {"printed": 3, "reconstructed": 25},
        "stealth_attack": {"printed": 15, "reconstructed": 15},
    }


@pytest.mark.parametrize("chart", ACTIONS)
def test_bands_of_totals_and_rolls_leave_no_gap(game: Game, chart: str) -> None:
    table = _table(game, chart)
    bands = [column.band for column in table.columns]
    assert bands[0] is not None and bands[0][0] == 0
    assert bands[-1] is not None and bands[-1][1] is None
    for one, other in pairwise(bands):
        assert one is not None and other is not None and one[1] is not None
        assert other[0] == one[1] + 1
    assert table.below == "first" and table.above == "last"
    for total in (0, 1, 9, 15, 40):
        for roll in (-3, 2, 7, 12, 19):
            table.lookup(roll, table.column_at(total))


_ORDER = {
    "air_strike": ("miss", "HIT_VS", "HIT_S", "HIT", "DAMAGE"),
    "naval_search": ("miss", "EARLY_OR_LATE", "SHADOW", "SIGHTED"),
    "stealth_attack": ("miss", "HIT_VS", "HIT_S", "HIT", "DAMAGE"),
}
"""Results from the worst to the best for the Active player."""


@pytest.mark.parametrize("chart", _ORDER)
def test_a_higher_roll_is_never_worse_nor_a_longer_total_better(game: Game, chart: str) -> None:
    table = _table(game, chart)

    def worth(value: object) -> int:
        results = value if isinstance(value, tuple) else (value,)
        return _ORDER[chart].index(str(results[0]))

    rows = [[worth(row.cells[column.id].value) for column in table.columns] for row in table.rows]
    for row in rows:
        assert row == sorted(row, reverse=True)
    for column in zip(*rows, strict=True):
        assert list(column) == sorted(column)


def test_the_worked_examples_of_the_text_stand_in_the_tables(game: Game) -> None:
    def cell(chart: str, roll: int, total: int) -> object:
        table = _table(game, chart)
        return table.lookup(roll, table.column_at(total))

    assert cell("air_strike", 9, 5) == ("HIT_S", "CONTACT")
    assert cell("air_strike", 15, 9) == ("DAMAGE", "CONTACT")
    assert cell("engage", 7, 1) == "miss"
    assert cell("naval_search", 7, 10) == "EARLY_OR_LATE"
    assert cell("stealth_attack", 12, 7) == "miss"
    assert _table(game, "interruption").lookup(8, "1") == "S"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("german_ships: {id: gneisenauu, cells: {near: 4}}", "did you mean 'gneisenau'"),
        ("air_support: {id: '1', cells: {active: null}}", "the cell 'active' of the row '1' is"),
        ("air_support: {id: '1', cells: {active: lots}}", "holds whole numbers, not 'lots'"),
        ("air_support: {id: '1', cells: {activ: 3}}", "did you mean 'active'"),
        ("engage: {id: '7', rolls: [8, 8]}", "these rolls leave a gap: the row above ends at 6"),
        ("german_ships: {id: roon, cells: {near: 1}}", r"the text names \{class\}"),
    ],
)
def test_an_overlay_that_does_not_fit_is_refused_where_it_does_not(
    row: str, told: str, tmp_path: Path
) -> None:
    chart, _, cells = row.partition(": ")
    overlay = tmp_path / "mine.yaml"
    ship = "{id: roon, name: Roon, template: german_1, values: {profile: cruiser_two_funnels}"
    overlay.write_text(
        "overlay: {id: mine, name: Mine, version: '1', text: Mine.}\n"
        f"charts:\n  charts:\n  - id: {chart}\n    rows:\n    - {cells}\n"
        + f"counters: {{counters: [{ship}, values_from: {{chart: {chart}, row: roon}}}}]}}\n"
        * ("roon" in row),
        "utf-8",
    )
    with pytest.raises(DefinitionError, match=rf"mine\.yaml:[67]:\d+: .*{told}"):
        load_game("atlantic_chase", [overlay])
