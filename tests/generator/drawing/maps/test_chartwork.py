"""Rivers and lines with their names, towns, legends and scales on a map of the globe."""

from __future__ import annotations

import re
from itertools import pairwise
from math import atan2, hypot, pi
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from generator.definition.schema import Game, Map
from generator.drawing.checks import findings, overlapping
from generator.drawing.maps import draw_map, water
from generator.drawing.maps import legend as legends
from generator.drawing.maps.along import spots_along
from generator.drawing.maps.board import LOG_LAND, Board
from generator.drawing.maps.lines import STROKES, draw_lines
from generator.drawing.sheet import Label, Sheet
from generator.drawing.themes import Theme
from tests.sampling import one_in

GLOBE = {
    "projection": "lambert_azimuthal",
    "centre": (5, 50),
    "control": [
        {"x": "100mm", "y": "80mm", "lon": 5, "lat": 50},
        {"x": "100mm", "y": "10mm", "lon": 5, "lat": 58},
    ],
    "coastlines": "50m",
    "clip": {"x": "5mm", "y": "5mm", "width": "190mm", "height": "150mm"},
}


def _map(**parts: Any) -> Map:
    whole = {"id": "narrow", "name": "Narrow Seas", "width": "200mm", "height": "160mm"}
    return Map.model_validate({**whole, "geography": GLOBE, **parts})


def _label(sheet: Sheet, words: str) -> Label:
    (label,) = [one for one in sheet.labels if one.text == words]
    return label


def test_a_rivers_name_follows_its_river(game: Game, theme: Theme) -> None:
    labels = [{"text": "Loire", "style": "river", "lon": 1.0, "lat": 47.4}]
    map_ = _map(labels=labels)
    sheet = draw_map(game, map_, theme)
    assert list(findings(sheet)) == []
    label = _label(sheet, "Loire")
    chart = Board(game, map_, Sheet(1, 1, theme)).chart
    assert chart is not None
    # Orleans and Tours lie on the Loire.
    river = [chart.to_board(lon, lat) for lon, lat in ((1.9, 47.9), (0.7, 47.4))]
    x, y = label.parts[0][0]
    assert min(hypot(x - px, y - py) for px, py in river) < 16
    assert label.parts


def test_a_river_that_is_not_there_has_no_name_along_it(game: Game, theme: Theme) -> None:
    labels = [{"text": "Styx", "style": "river", "lon": -6.0, "lat": 47.0}]
    sheet = draw_map(game, _map(labels=labels), theme)
    assert "no river lies where the name 'Styx' is put" in sheet.notes
    assert _label(sheet, "Styx").parts == ()


def test_without_rivers_the_map_draws_none(game: Game, theme: Theme) -> None:
    dry = _map(geography={**GLOBE, "rivers": False, "lakes": False})
    assert len(draw_map(game, dry, theme).svg()) < len(draw_map(game, _map(), theme).svg())


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(20, 180), st.integers(20, 140)), min_size=2, max_size=6, unique=True
    )
)
def test_letters_along_a_curve_never_stand_on_their_heads(
    game: Game, theme: Theme, points: list[tuple[int, int]]
) -> None:
    board = Board(game, _map(geography=None, style="plain"), Sheet(200, 160, theme))
    curve = [(float(x), float(y)) for x, y in points]
    spots = spots_along(board, curve, "Beresina", "sea", 2.2, 0.05)
    upright = [
        all(
            abs(atan2(by - ay, bx - ax)) <= pi / 2 + 0.1
            for (ax, ay), (bx, by) in pairwise(spot.baseline)
        )
        for spot in spots
    ]
    # Some curves have no stretch to stand on; where there is one, no other is offered.
    assert all(upright) or not any(upright)


def test_every_line_is_drawn_and_named(game: Game, theme: Theme) -> None:
    styles = tuple(STROKES)
    lines = [
        {
            "id": style,
            "style": style,
            "name": style.replace("_", " ").capitalize(),
            "points": [
                {"x": "15mm", "y": f"{12 + 18 * k}mm"},
                {"x": "185mm", "y": f"{17 + 18 * k}mm"},
            ],
        }
        for k, style in enumerate(styles)
    ]
    map_ = _map(lines=lines, geography=None, style="plain", background="paper")
    sheet = draw_map(game, map_, theme)
    assert list(findings(sheet)) == []
    assert {line["name"] for line in lines} <= {label.text for label in sheet.labels}


def test_a_rhumb_line_is_straight_on_mercators_chart(game: Game, theme: Theme) -> None:
    geography = {**GLOBE, "projection": "mercator", "centre": (0, 0)}
    points = [{"lon": -8, "lat": 42}, {"lon": 15, "lat": 56}]
    map_ = _map(geography=geography, lines=[{"id": "r", "style": "rhumb", "points": points}])
    board = Board(game, map_, Sheet(200, 160, theme))
    (line,) = draw_lines(board)
    (ax, ay), (bx, by) = line.curve[0], line.curve[-1]
    for x, y in line.curve:
        assert abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay) < 0.01


def test_a_line_in_degrees_on_a_map_without_a_chart_is_told(game: Game, theme: Theme) -> None:
    points = [{"lon": -8, "lat": 42}, {"lon": 15, "lat": 56}]
    lines = [{"id": "ice", "style": "ice_edge", "points": points}]
    sheet = draw_map(game, _map(geography=None, style="plain", lines=lines), theme)
    assert "the line 'ice' has degrees, but the map has no chart" in sheet.notes


def test_towns_are_larger_the_more_they_matter(game: Game, theme: Theme) -> None:
    sizes = ("village", "town", "city", "capital")
    towns = [
        {"name": size.upper(), "size": size, "x": f"{30 + 35 * k}mm", "y": "60mm"}
        for k, size in enumerate(sizes)
    ]
    map_ = _map(geography=None, style="plain", background="paper", towns=towns)
    sheet = draw_map(game, map_, theme)
    types = [_label(sheet, size.upper()).size for size in sizes]
    assert types == sorted(types) and len(set(types)) == 4
    assert list(findings(sheet)) == []


def test_forty_towns_keep_their_names_apart(game: Game, theme: Theme) -> None:
    towns = [
        {"name": f"Place {k}", "lon": -3.0 + 2.1 * (k % 8), "lat": 44.0 + 2.2 * (k // 8)}
        for k in range(40)
    ]
    sheet = draw_map(game, _map(towns=towns), theme)
    assert list(findings(sheet)) == []
    names = [label for label in sheet.labels if label.text.startswith("Place")]
    assert len(names) == 40
    for index, one in enumerate(names):
        assert not any(overlapping(one.corners, other.corners) for other in names[:index])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ("Nautical miles",)),
        ("km", ("Kilometres",)),
        ("miles", ("Statute miles",)),
    ],
)
def test_a_scale_of_the_globe_is_true(
    game: Game, theme: Theme, text: str, words: tuple[str, ...]
) -> None:
    bar = {"kind": "scale", "x": "20mm", "y": "140mm", "width": "60mm", "height": "9mm"}
    map_ = _map(furniture=[{**bar, "text": text}])
    sheet = draw_map(game, map_, theme)
    assert set(words) <= {label.text for label in sheet.labels}
    (zero,) = [label for label in sheet.labels if label.text == "0" and label.corners[0][1] > 140]
    numbers = [
        label for label in sheet.labels if abs(label.corners[0][1] - zero.corners[0][1]) < 0.1
    ]
    last = max(numbers, key=lambda label: label.corners[0][0])
    middle = [(label.corners[0][0] + label.corners[1][0]) / 2 for label in (zero, last)]
    chart = Board(game, map_, Sheet(1, 1, theme)).chart
    assert chart is not None
    degree = {"": 60.0, "km": 111.195, "miles": 69.093}[text]
    here = chart.scale(*chart.to_globe(50, 140))
    assert (middle[1] - middle[0]) / here * degree == pytest.approx(float(last.text), rel=0.01)


def test_a_scale_counts_hexes_where_there_is_no_globe(game: Game, theme: Theme) -> None:
    grid = {
        "kind": "hex",
        "zone": "Field",
        "size": "9mm",
        "origin": {"x": "25mm", "y": "25mm"},
        "extent": (8, 5),
        "numbering": {"kind": "offset"},
    }
    bar = {"kind": "scale", "x": "20mm", "y": "140mm", "width": "100mm", "height": "9mm"}
    furniture = [{**bar, "text": "1 hex = 500 m"}]
    map_ = _map(geography=None, style="plain", background="paper", grid=grid, furniture=furniture)
    sheet = draw_map(game, map_, theme)
    words = {label.text for label in sheet.labels}
    assert {"1 hex = 500 m", "0", "500", "2000"} <= words
    x = {label.text: label.corners[0][0] for label in sheet.labels if label.corners[0][1] > 140}
    assert x["500"] - x["0"] == pytest.approx(9 * 3**0.5, abs=1.5)


def test_the_legend_shows_each_sign_once(game: Game, theme: Theme) -> None:
    legend = {"kind": "legend", "x": "10mm", "y": "100mm", "width": "60mm", "height": "50mm"}
    route = {"style": "route", "points": [{"lon": 0, "lat": 50}, {"lon": 2, "lat": 52}]}
    map_ = _map(
        furniture=[legend],
        lines=[
            {**route, "id": "one", "name": "HX 49", "legend": "Convoy route"},
            {**route, "id": "two", "name": "SC 7", "legend": "Convoy route"},
        ],
        towns=[{"name": "Paris", "size": "capital", "lon": 2.35, "lat": 48.9}],
        ports=[{"name": "Brest", "lat": 48.4, "lon": -4.5}],
    )
    words = [label.text for label in draw_map(game, map_, theme).labels]
    for sign in ("Convoy route", "Port", "Capital"):
        assert words.count(sign) == 1
    assert "Island" not in words


@pytest.mark.parametrize(("wide", "high"), [(84, 77), (120, 60), (60, 120), (50, 40)])
def test_a_legend_fills_its_box(
    wide: int, high: int, game: Game, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[float] = []
    tried = legends.lines.draw_stroke

    def noted(board: Board, style: str, curve: list[tuple[float, float]], *more: Any) -> None:
        if not more[1:]:  # those of the map itself are drawn as closed or not
            sizes.append(curve[-1][0] - curve[0][0])
        tried(board, style, curve, *more)

    monkeypatch.setattr(legends.lines, "draw_stroke", noted)
    box = {"kind": "legend", "x": "10mm", "y": "10mm", "width": f"{wide}mm", "height": f"{high}mm"}
    points = [{"x": "130mm", "y": "20mm"}, {"x": "150mm", "y": "22mm"}]
    lines = [
        {"id": f"l{k}", "style": "rhumb", "legend": f"Line of kind {k}", "points": points}
        for k in range(6)
    ]
    map_ = _map(geography=None, style="plain", background="paper", furniture=[box], lines=lines)
    sheet = draw_map(game, map_, theme)
    labels = [label for label in sheet.labels if label.text.startswith(("Line", "kind", "of"))]
    ys = [y for label in labels for _, y in label.corners]
    assert max(ys) - min(ys) > 0.4 * high
    assert len({label.size for label in labels}) == 1
    assert labels[0].size > (2.6 if wide * high > 5000 else 2.2)
    assert max(sizes) > (10 if wide * high > 5000 else 6.7)
    assert list(findings(sheet)) == []


def test_a_legend_too_small_for_its_signs_is_told(game: Game, theme: Theme) -> None:
    legend = {"kind": "legend", "x": "10mm", "y": "100mm", "width": "20mm", "height": "6mm"}
    lines = [
        {
            "id": f"line {k}",
            "style": "route",
            "name": f"A long name for route {k}",
            "points": [
                {"x": "20mm", "y": f"{20 + 5 * k}mm"},
                {"x": "150mm", "y": f"{22 + 5 * k}mm"},
            ],
        }
        for k in range(9)
    ]
    map_ = _map(geography=None, style="plain", background="paper", furniture=[legend], lines=lines)
    assert any("9 signs" in note for note in draw_map(game, map_, theme).notes)


def test_the_same_map_is_drawn_the_same(game: Game, theme: Theme) -> None:
    towns = [{"name": "Paris", "size": "capital", "lon": 2.35, "lat": 48.9}]
    labels = [{"text": "Rhine", "style": "river", "lon": 7, "lat": 51}]
    one = draw_map(game, _map(towns=towns, labels=labels), theme).svg()
    assert one == draw_map(game, _map(towns=towns, labels=labels), theme).svg()


POLE = {
    "projection": "azimuthal_equidistant",
    "centre": (10, 90),
    "control": [
        {"x": "100mm", "y": "60mm", "lon": 10, "lat": 90},
        {"x": "100mm", "y": "110mm", "lon": 10, "lat": 58},
    ],
}
HERE = {"x": "9mm", "y": "9mm"}


@pytest.mark.parametrize(
    "parts",
    one_in(
        3,
        [
            {"labels": [{"text": "R", "style": "river", "lon": 0, "lat": -89}], "geography": POLE},
            {
                "labels": [
                    {"text": "R", "style": one, "along": [HERE, HERE]} for one in ("sea", "range")
                ]
            },
            {
                "labels": [
                    {"text": "R", "style": style} for style in ("sea", "river", "region", "lake")
                ]
            },
            {
                "towns": [{"name": "A" * 90, "size": "city", "lon": 0, "lat": 80}] * 3,
                "geography": POLE,
            },
            {
                "lines": [
                    {
                        "id": style,
                        "style": style,
                        "name": "N",
                        "closed": closed,
                        "points": [HERE, HERE],
                    }
                    for style in ("ice_edge", "route", "rhumb", "air_cover", "wind")
                    for closed in (True, False)
                ]
            },
            {
                "lines": [
                    {
                        "id": "r",
                        "style": "rhumb",
                        "points": [{"lon": 0, "lat": 90}, {"lon": 9, "lat": -90}],
                    },
                ],
                "geography": POLE,
            },
        ],
    ),
)
@pytest.mark.slow
def test_what_cannot_be_drawn_is_told_and_harms_nothing(
    game: Game, theme: Theme, parts: dict[str, Any]
) -> None:
    style = {"style": "chart"} if "geography" in parts else {"style": "plain", "geography": None}
    sheet = draw_map(game, _map(**style, **parts), theme)
    assert "nan" not in sheet.svg()
    if "labels" in parts or "towns" in parts:
        assert sheet.notes


@pytest.mark.slow
def test_land_that_only_touches_the_edge_leaves_no_lines(game: Game, theme: Theme) -> None:
    board = Board(game, _map(geography=POLE), Sheet(200, 160, theme))
    assert board.shore is not None and board.shore.geom_type == "MultiPolygon"


@pytest.mark.parametrize("projection", ["azimuthal_equidistant", "lambert_azimuthal"])
def test_an_edge_along_a_parallel_has_no_degrees_to_count(
    game: Game, theme: Theme, projection: str
) -> None:
    # A chart of half the globe about its equator: latitude stands still along some of its frame.
    globe = {
        "projection": projection,
        "centre": (0, 0),
        "coastlines": "110m",
        "control": [
            {"x": "100mm", "y": "75mm", "lon": 0, "lat": 0},
            {"x": "100mm", "y": "15mm", "lon": 0, "lat": 88},
        ],
    }
    sheet = draw_map(game, _map(geography=globe, height="150mm"), theme)
    assert list(findings(sheet)) == []


@pytest.mark.parametrize(("height", "steps"), [(150, 1), (90, 6)])
def test_a_logs_land_fades_away_where_its_chart_ends_within_the_sheet(
    height: int, steps: int, game: Game, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    lowest: list[float] = []
    plain = water.shape_path

    def noted(shape: BaseGeometry) -> str:
        if not shape.is_empty and shape.geom_type.endswith("Polygon"):
            lowest.append(shape.bounds[3])
        return plain(shape)

    monkeypatch.setattr(water, "shape_path", noted)
    clip = {"x": "5mm", "y": "5mm", "width": "190mm", "height": f"{height}mm"}
    sheet = draw_map(game, _map(style="log", geography=GLOBE | {"clip": clip}), theme)
    land = re.escape(theme.colour("land"))
    washes = re.findall(rf'fill="{land}" fill-opacity="([\d.]+)"', sheet.svg())
    assert max(lowest) <= 5 + height + 0.01
    assert len(washes) == steps
    assert float(washes[-1]) == LOG_LAND
    assert [float(wash) for wash in washes] == sorted(map(float, washes))
