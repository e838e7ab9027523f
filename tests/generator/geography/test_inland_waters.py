"""Natural Earth's lakes, rivers and borders: where they should be, and carried onto boards."""

from __future__ import annotations

import pytest
from shapely.geometry import LineString, Point

from generator.geography import coastlines
from generator.geography.make_coastlines import borders, rivers
from generator.geography.projections import PROJECTIONS, Chart, fitted

RIVERS = {"Danube": (19.05, 47.5), "Nile": (31.2, 29.6), "Volga": (44.6, 48.7)}
LAKES = {"Victoria": (33.0, -1.0), "Superior": (-88.0, 47.7), "Ladoga": (31.5, 60.9)}


def north_up(centre: float) -> Chart:
    """Ten degrees a centimetre, the central meridian at x = 180."""
    projection = PROJECTIONS["equirectangular"]((centre, 0.0), 0.0)
    pairs = [
        (projection.forward(centre + lon, lat), (lon + 180, 90 - lat))
        for lon, lat in ((-90, -45), (90, -45), (0, 60))
    ]
    return Chart(projection, fitted(pairs))


@pytest.mark.parametrize(("lon", "lat"), RIVERS.values(), ids=RIVERS)
def test_great_rivers_pass_their_cities(lon: float, lat: float) -> None:
    here = Point(lon, lat)
    assert min(line.distance(here) for line in coastlines.lines("rivers", "50m")) < 0.35


@pytest.mark.parametrize(("lon", "lat"), LAKES.values(), ids=LAKES)
def test_great_lakes_are_water(lon: float, lat: float) -> None:
    assert any(lake.covers(Point(lon, lat)) for lake in coastlines.lakes("50m"))


def test_the_border_of_spain_and_france_lies_in_the_pyrenees() -> None:
    here = Point(0.5, 42.7)
    assert min(line.distance(here) for line in coastlines.lines("borders", "50m")) < 0.3


@pytest.mark.parametrize("centre", [0.0, 180.0, -150.0])
def test_a_turned_globe_shows_as_much_of_the_rivers(centre: float) -> None:
    clip = (0.0, 0.0, 360.0, 180.0)
    here = coastlines.lines_on(north_up(centre), clip, "rivers", "110m")
    plain = coastlines.lines_on(north_up(0.0), clip, "rivers", "110m")
    assert sum(line.length for line in here) == pytest.approx(
        sum(line.length for line in plain), rel=1e-3
    )


def test_rivers_end_at_the_edge_of_the_chart() -> None:
    clip = (190.0, 30.0, 30.0, 30.0)
    for line in coastlines.lines_on(north_up(0.0), clip, "rivers", "50m"):
        left, top, right, low = line.bounds
        assert left >= 190 and right <= 220 and top >= 30 and low <= 60


def test_lines_come_back_from_their_file_and_may_end_where_they_began() -> None:
    lines = [[(0.0, 0.0), (1.5, 2.25), (0.0, 0.0)], [(-180.0, 1.0), (180.0, -1.0)], [(3.0, 3.0)]]
    found = coastlines.decode(coastlines.encode_lines(lines))
    for rings, line in zip(found, lines[:2], strict=True):
        assert [x for point in rings[0] for x in point] == pytest.approx(
            [x for point in line for x in point]
        )


def test_only_an_arc_that_two_countries_share_is_a_border() -> None:
    topology = {
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "arcs": [
            [[0, 0], [0, 5]],
            [[0, 5], [5, 0], [0, -5], [-5, 0]],
            [[0, 0], [-5, 0], [0, 5], [5, 0]],
        ],
        "objects": {
            "countries": {
                "geometries": [
                    {"type": "Polygon", "arcs": [[0, 1]]},
                    {"type": "MultiPolygon", "arcs": [[[~0, 2]]]},
                ]
            },
            "rivers": {"geometries": [{"type": "LineString", "arcs": [0]}]},
        },
    }
    assert list(borders(topology)) == [[(0, 0), (0, 5)]]
    assert [LineString(course).length for course in rivers(topology)] == [5]
