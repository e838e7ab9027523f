"""The map: its numbered hexes, which of them touch, how far the ports lie from one another."""

from __future__ import annotations

import pytest

from generator.definition.reader import load_game
from generator.definition.schema import Game
from generator.geography.adjacency import Adjacency
from generator.geography.layout import adjacency_of, grid_names, grid_of, layout_of
from generator.geography.projections import placed
from generator.places import games_folder

DISTANCES = """
     0  9 13 16 20 21 20 23 28 34 35 37
     9  0  4  7 11 12 13 16 21 27 28 30
    13  4  0  3  7  8 10 13 18 24 25 27
    16  7  3  0  4  6  9 12 17 23 24 26
    20 11  7  4  0  3 10 13 18 24 25 27
    21 12  8  6  3  0  8 11 16 22 23 25
    20 13 10  9 10  8  0  3  8 14 15 17
    23 16 13 12 13 11  3  0  5 11 12 14
    28 21 18 17 18 16  8  5  0  7 11 13
    34 27 24 23 24 22 14 11  7  0  5 10
    35 28 25 24 25 23 15 12 11  5  0  5
    37 30 27 26 27 25 17 14 13 10  5  0
"""
"""Hexes along ways that may be sailed from each port of the game to each other one."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(games_folder() / "under_ten_flags")


@pytest.fixture(scope="module")
def near(game: Game) -> Adjacency:
    return adjacency_of(game.map("oceans"))


def test_there_are_317_numbered_hexes(near: Adjacency) -> None:
    assert len(near) == 317
    assert all(len(name) == 4 and name.isdigit() for name in near)


@pytest.mark.parametrize(
    ("hex_", "neighbours"),
    [
        ("1201", {"1301", "1202", "1101"}),
        ("2405", {"2404", "2504", "2305", "2304"}),
        ("2505", {"2504", "2605", "2606", "2506"}),
        ("2404", {"2403", "2503", "2504", "2405", "2304", "2303"}),
    ],
)
def test_a_hex_touches_its_neighbours(near: Adjacency, hex_: str, neighbours: set[str]) -> None:
    assert set(near.neighbours(hex_)) == neighbours


def test_madagascar_closes_one_hexside(game: Game, near: Adjacency) -> None:
    grid = game.map("oceans").grid
    assert grid is not None and grid.kind == "hex"
    assert [pair.between for pair in grid.closed] == [("2405", "2505")]
    assert near.distance("2405", "2505") == 2


def test_cape_horn_is_rounded_by_three_hexes(near: Adjacency) -> None:
    assert near.path("0311", "0511") == ["0311", "0412", "0511"]


def test_the_ports_lie_as_far_apart_as_they_should(game: Game, near: Adjacency) -> None:
    ports = [str(row.cells["hex"].value) for row in game.table("od").rows]
    found = [[near.distance(one, other) for other in ports] for one in ports]
    assert found == [[int(word) for word in line.split()] for line in DISTANCES.split("\n")[1:-1]]


def test_every_hex_lies_on_its_longitude_and_latitude(game: Game) -> None:
    board = game.map("oceans")
    chart, places = placed(board), layout_of(board).places
    grid = grid_of(board)
    assert grid is not None
    for name in grid_names(grid):
        column, row = int(name[:2]), int(name[2:])
        lon, lat = chart.to_globe(places[name].x, places[name].y)
        assert lon == pytest.approx(-23.0 + 5.8 * (column - 12), abs=0.02)
        assert lat == pytest.approx(9.8 - 6.07 * (row - 1) - 3.035 * (column % 2), abs=0.02)


def test_the_cruisers_come_on_at_1201_or_beside_it(game: Game, near: Adjacency) -> None:
    board = game.map("oceans")
    assert board.feature("cruiser_entry").hexes == ("1201",)
    entry = str(game.values("movement").value("entry"))
    within = int(str(game.values("movement").value("entry_within")))
    assert set(board.feature("cruiser_start").hexes) == near.within(entry, within)


def test_both_plotting_sheets_have_the_same_hexes(game: Game, near: Adjacency) -> None:
    for sheet in ("german_plot", "british_plot"):
        assert adjacency_of(game.map(sheet)) == near


def test_the_flags_of_the_map_are_those_of_the_chart(game: Game) -> None:
    flags = game.map("oceans").feature("od")
    rows = game.table("od").rows
    assert flags.hexes == tuple(str(row.cells["hex"].value) for row in rows)
    assert dict(flags.flags) == {str(row.cells["hex"].value): row.id for row in rows}
    assert [*flags.hoists.values()] == [str(row.cells["group"].value) for row in rows]
