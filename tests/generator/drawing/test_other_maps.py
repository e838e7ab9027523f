"""Maps of every kind of grid can be drawn, not only the one the bundled game needs."""

from __future__ import annotations

from typing import Any

import pytest

from generator.definition.schema import Game, Map
from generator.drawing.checks import findings
from generator.drawing.maps import draw_map
from generator.drawing.themes import Theme
from generator.geography.areas import inside
from generator.geography.layout import layout_of

HEX = {
    "kind": "hex",
    "zone": "Field",
    "size": "9mm",
    "origin": {"x": "25mm", "y": "25mm"},
    "extent": (8, 5),
    "numbering": {"kind": "offset"},
}
SQUARE = {
    "kind": "square",
    "zone": "Field",
    "cell": ("15mm", "12mm"),
    "origin": {"x": "20mm", "y": "20mm"},
    "extent": (9, 8),
}


def _corners(*points: tuple[int, int]) -> list[dict[str, str]]:
    return [{"x": f"{x}mm", "y": f"{y}mm"} for x, y in points]


AREAS = {
    "kind": "areas",
    "zone": "Field",
    "areas": [
        {
            "id": "North",
            "outline": _corners((10, 10), (150, 10), (150, 60), (10, 50)),
            "adjacent": ["South"],
        },
        {
            "id": "South",
            "outline": _corners((10, 50), (150, 60), (150, 110), (10, 110)),
            "adjacent": ["North"],
        },
    ],
}


def _map(**parts: Any) -> Map:
    return Map.model_validate(
        {"id": "field", "name": "Field", "width": "160mm", "height": "120mm", **parts}
    )


@pytest.mark.parametrize("style", ["plain", "log", "chart"])
@pytest.mark.parametrize(
    ("grid", "ids"),
    [
        (HEX, {"0101", "0805"}),
        (HEX | {"orientation": "pointy"}, {"0101", "0805"}),
        (SQUARE, {"0101", "0908"}),
        (AREAS, {"North", "South"}),
        (None, set()),
    ],
)
def test_a_map_with_any_grid_is_drawn_in_any_style(
    grid: dict[str, Any] | None, ids: set[str], style: str, game: Game, theme: Theme
) -> None:
    map_ = _map(grid=grid, style=style, background="paper")
    sheet = draw_map(game, map_, theme)
    assert list(findings(sheet)) == []
    assert ids <= {label.text for label in sheet.labels}
    for place in layout_of(map_).places.values():
        (label,) = [one for one in sheet.labels if one.text == place.id]
        assert all(inside(x, y, place.outline) for x, y in label.corners), place.id


def test_a_chart_in_another_projection_has_its_coast_and_degrees(game: Game, theme: Theme) -> None:
    north_sea = _map(
        geography={
            "projection": "mercator",
            "control": [
                {"x": "20mm", "y": "110mm", "lon": -5, "lat": 50},
                {"x": "140mm", "y": "20mm", "lon": 12, "lat": 61},
            ],
            "clip": {"x": "8mm", "y": "8mm", "width": "144mm", "height": "104mm"},
            "graticule": 5,
        },
        ports=[{"name": "Bergen", "lat": 60.39, "lon": 5.32, "label": "E"}],
    )
    sheet = draw_map(game, north_sea, theme)
    assert list(findings(sheet)) == []
    assert {"Bergen", "55°N", "5°E"} <= {label.text for label in sheet.labels}
    assert sheet.svg().count(theme.colour("coast")) >= 1


def test_a_track_in_rows_numbers_every_cell(game: Game, theme: Theme) -> None:
    track = {
        "id": "T",
        "prefix": "T",
        "first": 1,
        "last": 24,
        "per_row": 8,
        "snake": True,
        "x": "10mm",
        "y": "10mm",
        "width": "140mm",
        "height": "60mm",
    }
    sheet = draw_map(game, _map(tracks=[track], style="plain", background="paper"), theme)
    assert list(findings(sheet)) == []
    assert {str(n) for n in range(1, 25)} <= {label.text for label in sheet.labels}


@pytest.mark.parametrize("style", ["plain", "log"])
@pytest.mark.parametrize("height", [12, 16, 22, 40])
def test_a_title_of_any_height_can_be_read(
    height: int, style: str, game: Game, theme: Theme
) -> None:
    piece = {
        "kind": "title", "x": "10mm", "y": "10mm", "width": "90mm", "height": f"{height}mm",
        "text": "First draft",
    }  # fmt: skip
    sheet = draw_map(game, _map(style=style, furniture=[piece]), theme)
    assert len(sheet.labels) > 1
    assert list(findings(sheet)) == []
    assert all(y < 10 + height - 1.2 for label in sheet.labels for _, y in label.corners)
