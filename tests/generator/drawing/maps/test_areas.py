"""Area maps: no gap between two areas, each border once, names that can be read."""

from __future__ import annotations

from typing import Any

import pytest

from generator.definition.schema import Game, Map
from generator.drawing.checks import findings
from generator.drawing.maps import draw_map
from generator.drawing.maps.areas import Areas
from generator.drawing.maps.board import Board
from generator.drawing.sheet import Sheet
from generator.drawing.themes import load_theme


def _corners(*points: tuple[int, int]) -> list[dict[str, str]]:
    return [{"x": f"{x}mm", "y": f"{y}mm"} for x, y in points]


AREAS: list[dict[str, Any]] = [
    {"id": "North", "outline": _corners((10, 10), (150, 10), (150, 50), (80, 60), (10, 50)),
     "adjacent": ["West", "East"], "terrain": "sea"},
    {"id": "West", "outline": _corners((10, 50), (80, 60), (70, 110), (10, 110)),
     "adjacent": ["North", "East"], "owner": "German"},
    {"id": "East", "outline": _corners((80, 60), (150, 50), (150, 110), (70, 110)),
     "adjacent": ["North", "West"], "terrain": "woods", "name": "The East"},
]  # fmt: skip


def _map(**parts: Any) -> Map:
    grid = {"kind": "areas", "zone": "Field", "areas": AREAS}
    return Map.model_validate(
        {
            "id": "field",
            "name": "Field",
            "width": "160mm",
            "height": "120mm",
            "style": "plain",
            "background": "paper",
            "grid": grid,
            **parts,
        }
    )


def _areas(game: Game, map_: Map) -> Areas:
    areas = Board(game, map_, Sheet(160, 120, load_theme("topographic"))).areas
    assert areas is not None
    return areas


def test_areas_share_their_bent_borders_without_gap_or_overlap(game: Game) -> None:
    from shapely import union_all

    shapes = _areas(game, _map()).shapes
    whole = union_all(list(shapes.values()))
    assert whole.area == pytest.approx(140 * 100, rel=1e-6), "the frame stays straight"
    assert sum(shape.area for shape in shapes.values()) == pytest.approx(whole.area, rel=1e-6)
    shared = shapes["West"].boundary.intersection(shapes["East"].boundary)
    assert shared.length > 51, "the border wanders"


@pytest.mark.parametrize("theme_name", ["topographic", "admiralty"])
def test_an_area_map_is_drawn_with_names_tints_and_courses(theme_name: str, game: Game) -> None:
    terrain = {
        "rivers": [{"name": "Ill", "along": ["West/East"]}],
        "ways": [{"kind": "road", "through": ["West", "East"]}],
        "sides": [{"kind": "border", "along": ["West/East"]}],
    }
    sheet = draw_map(game, _map(terrain=terrain), load_theme(theme_name))
    assert list(findings(sheet)) == []
    assert {"North", "West", "The East"} <= {label.text for label in sheet.labels}
    board = Board(game, _map(terrain=terrain), sheet)
    assert board.areas is not None
    assert next(iter(board.areas.land().washes)).colour in sheet.svg()


def test_a_chart_of_areas_keeps_its_straight_lines(game: Game) -> None:
    board = Board(game, _map(style="chart"), Sheet(160, 120, load_theme("topographic")))
    assert board.areas is None


def test_areas_that_do_not_touch_are_told() -> None:
    from generator.geography.ground import survey

    map_ = _map(terrain={"ways": [{"through": ["West", "Nowhere"]}]})
    (fault,) = survey(map_)[1]
    assert "no hex or place 'Nowhere'" in fault.message


def test_outlines_that_cross_themselves_or_are_flat_do_no_harm(game: Game) -> None:
    odd = [
        {"id": "Flat", "outline": _corners((10, 10), (100, 10), (100, 10))},
        {"id": "Bow", "outline": _corners((10, 10), (90, 90), (90, 10), (10, 90)),
         "terrain": "lake"},
        {"id": "Spot", "centre": {"x": "50mm", "y": "50mm"}},
        {"id": "Town", "outline": _corners((110, 90), (150, 90), (150, 110)), "terrain": "town"},
    ]  # fmt: skip
    map_ = _map(grid={"kind": "areas", "zone": "Field", "areas": odd})
    sheet = draw_map(game, map_, load_theme("topographic"))
    assert "Town" in {label.text for label in sheet.labels}
    areas = _areas(game, map_)
    land, bow = areas.land(), areas.shapes["Bow"]
    assert len(bow.geoms) == 2, "a bow has two wings"
    assert land.rim.covers(bow.buffer(-0.1)), "and both are of the map"
    assert land.region("lake").covers(bow.buffer(-0.1))


@pytest.mark.parametrize("along", ["Big/Thin", "Thin/Big"])
def test_what_runs_along_a_flat_area_does_no_harm(game: Game, along: str) -> None:
    areas = [
        {"id": "Big", "outline": _corners((10, 10), (60, 10), (60, 90), (10, 90)),
         "adjacent": ["Thin"]},
        {"id": "Thin", "outline": _corners((60, 10), (60, 50), (60, 90)), "adjacent": ["Big"]},
    ]  # fmt: skip
    terrain = {"rivers": [{"along": [along]}], "sides": [{"kind": "cliff", "along": [along]}]}
    map_ = _map(grid={"kind": "areas", "zone": "Field", "areas": areas}, terrain=terrain)
    sheet = draw_map(game, map_, load_theme("topographic"))
    assert "Big" in {label.text for label in sheet.labels}


def test_areas_that_touch_without_a_border_are_told_so() -> None:
    from generator.geography.ground import survey

    areas = [
        {"id": "Home", "outline": _corners((10, 10), (60, 10), (60, 90)), "adjacent": ["Port"]},
        {"id": "Port", "centre": {"x": "90mm", "y": "50mm"}, "adjacent": ["Home"]},
    ]
    grid = {"kind": "areas", "zone": "Field", "areas": areas}
    map_ = _map(grid=grid, terrain={"sides": [{"kind": "wall", "along": ["Home/Port"]}]})
    (fault,) = survey(map_)[1]
    assert fault.message == "'Home' and 'Port' have no two corners in common"


def test_a_road_does_not_run_through_the_name_of_its_area(game: Game) -> None:
    from shapely.geometry import LineString, Polygon

    map_ = _map(terrain={"ways": [{"through": ["North", "West"]}]})
    sheet = draw_map(game, map_, load_theme("topographic"))
    (name,) = (label for label in sheet.labels if label.text == "West")
    areas = _areas(game, map_)
    (way,) = areas.ground.ways
    assert not LineString(way.points).intersects(Polygon(name.corners))
    assert areas.shapes["West"].contains(Polygon(name.corners))


def test_an_owner_colours_the_border_not_the_frame_and_little_of_the_ground(game: Game) -> None:
    from shapely.geometry import box

    areas = _areas(game, _map())
    (wash, band) = areas.land().washes
    assert wash.opacity < 0.1 < band.opacity
    middle_of_the_frame = box(9, 84, 14, 92)
    assert areas._edge("West", 0.3).disjoint(middle_of_the_frame)
    assert areas._edge("West", 0.3).area < 0.3 * areas.shapes["West"].area
