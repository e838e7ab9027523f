"""A town's name stands in the town's own cell, off roads, rivers and ids, or the build tells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from generator.definition.reader import load_game
from generator.definition.schema import Game, Map
from generator.drawing.checks import overlapping
from generator.drawing.maps import draw_map
from generator.drawing.maps.board import Board
from generator.drawing.maps.terrain import waters, ways
from generator.drawing.sheet import Label, Sheet
from generator.drawing.themes import Theme, load_theme
from generator.starting import begin
from tests.sampling import one_in

HEX = {
    "kind": "hex",
    "zone": "Field",
    "size": "12mm",
    "origin": {"x": "20mm", "y": "20mm"},
    "extent": (6, 5),
    "numbering": {"kind": "offset"},
}
ROADS = [
    {"kind": "road", "through": "0101-0503"},
    {"kind": "track", "through": "0303-0305"},
    {"kind": "railway", "through": "0105-0301"},
]
RIVER = {"kind": "river", "along": ["0302 S", "0303 NE SE", "0304 NE"]}


def _map(towns: list[dict[str, Any]], **terrain: Any) -> Map:
    return Map.model_validate(
        {
            "id": "field", "name": "Field", "width": "150mm", "height": "140mm",
            "style": "plain", "background": "paper", "grid": HEX, "towns": towns,
            "terrain": {"ways": ROADS, "rivers": [RIVER], **terrain},
        }
    )  # fmt: skip


@pytest.fixture(scope="module")
def topographic() -> Theme:
    return load_theme("topographic")


def _drawn(game: Game, map_: Map, theme: Theme) -> tuple[Board, Sheet]:
    """A board as it is before anything is drawn, and the drawing."""
    return Board(game, map_, Sheet(map_.width, map_.height, theme)), draw_map(game, map_, theme)


def _courses(board: Board) -> list[BaseGeometry]:
    land = board.land
    assert land is not None
    roads = [
        LineString(one.line).buffer(ways.WIDE[one.look] * land.unit / 2)
        for one in ways.stretches_of(land)
    ]
    rivers = [waters.ribbon(one.line, one.widths) for one in waters.streams_of(land)]
    return [*roads, *rivers]


def _faults(board: Board, sheet: Sheet) -> list[str]:
    """The names of towns that stand where none may."""
    names = {town.name: town.at for town in board.map.towns}
    labels: list[Label] = [label for label in sheet.labels if label.text in names]
    assert len(labels) == len(names)
    ids = [label for label in sheet.labels if label.text in board.layout.places]
    found = []
    for label in labels:
        at = names[label.text]
        assert at is not None
        if not Polygon(board.layout.places[at].outline).covers(Polygon(label.corners)):
            found.append(f"{label.text} leaves {at}")
        if any(one.intersects(Polygon(label.corners)) for one in _courses(board)):
            found.append(f"{label.text} lies on a road or river")
        if any(overlapping(label.corners, one.corners) for one in ids):
            found.append(f"{label.text} lies on an id")
    return found


@pytest.mark.parametrize("wished", one_in(3, ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]))
@pytest.mark.parametrize("ground", ["clear", "village", "town"])
def test_a_towns_name_keeps_to_its_hex_and_off_its_roads(
    wished: str, ground: str, game: Game, topographic: Theme
) -> None:
    cells = ("0303", "0203", "0403", "0304", "0102")
    names = ("Kamenka", "Olkhovka", "Lesnoye", "Brod", "Zarechye")
    towns = [
        {"name": name, "at": cell, "size": "village", "label": wished}
        for name, cell in zip(names, cells, strict=True)
    ]
    map_ = _map(towns, hexes={ground: list(cells)})
    board, sheet = _drawn(game, map_, topographic)
    assert _faults(board, sheet) == []
    assert not [note for note in sheet.notes if "name" in note]


@pytest.mark.parametrize("place", one_in(3, ["hex-and-counter", "naval", "area"]))
@pytest.mark.slow
def test_the_names_of_the_games_to_begin_with_stand_where_they_belong(
    place: str, tmp_path: Path
) -> None:
    begin(tmp_path / "mine", place)
    game = load_game(tmp_path / "mine")
    for map_ in game.maps:
        theme = load_theme(map_.theme or game.theme)
        board, sheet = _drawn(game, map_, theme)
        assert not [note for note in sheet.notes if "name" in note]
        if any(town.at for town in map_.towns):
            assert _faults(board, sheet) == []


def test_a_name_that_fits_nowhere_in_its_hex_is_told(game: Game, topographic: Theme) -> None:
    long = "Nizhnyaya Verkhnyaya Slobodka"
    map_ = _map([{"name": long, "at": "0303", "size": "city"}], ways=[], rivers=[])
    (note,) = [note for note in draw_map(game, map_, topographic).notes if long in note]
    assert "does not fit into 0303" in note


def test_a_name_that_fits_nowhere_in_its_area_is_told(game: Game, topographic: Theme) -> None:
    def area(name: str, near: str, left: int) -> dict[str, Any]:
        xs, ys = (left, left, left + 30, left + 30), (20, 30, 30, 20)
        outline = [{"x": f"{x}mm", "y": f"{y}mm"} for x, y in zip(xs, ys, strict=True)]
        return {"id": name, "outline": outline, "adjacent": [near]}

    areas = [area("West", "East", 20), area("East", "West", 50)]
    map_ = Map.model_validate(
        {
            "id": "field", "name": "Field", "width": "150mm", "height": "140mm",
            "style": "plain", "background": "paper",
            "grid": {"kind": "areas", "zone": "Field", "areas": areas},
            "grid_style": {"id_size": "6mm"},
            "terrain": {"ways": [{"kind": "road", "through": ["West", "East"]}]},
        }
    )  # fmt: skip
    notes = draw_map(game, map_, topographic).notes
    assert "the name 'West' does not fit into its area beside its roads and rivers" in notes
