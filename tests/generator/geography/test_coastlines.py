"""Natural Earth's land: whole, cut at the 180th meridian, carried onto boards."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union

from generator.geography import coastlines
from generator.geography.make_coastlines import polygons, unrolled
from generator.geography.projections import PROJECTIONS, Chart, fitted

DRY = {
    "Brasilia": (-47.9, -15.8),
    "Moscow": (37.6, 55.8),
    "South Pole": (0.0, -89.5),
    "Chukotka": (-175.0, 66.5),
}
WET = {
    "mid Atlantic": (-28.0, -20.0),
    "Fiji Sea": (180.0, -16.0),
    "mid Pacific": (-179.9, 10.0),
    "Bering Sea": (179.0, 58.0),
}


def plate(centre: float = 0.0, scale: float = 1.0) -> Chart:
    """One millimetre a degree, 90 N at the top, the central meridian in the middle."""
    projection = PROJECTIONS["equirectangular"]((centre, 0.0), 0.0)
    pairs = [
        (projection.forward(centre + lon, lat), ((lon + 180) * scale, (90 - lat) * scale))
        for lon, lat in ((-90, -45), (90, -45), (0, 60))
    ]
    return Chart(projection, fitted(pairs))


@pytest.mark.parametrize("resolution", ["50m", "110m"])
def test_land_is_land_and_sea_is_sea(resolution: coastlines.Resolution) -> None:
    whole = coastlines.land(resolution)
    assert all(shape.is_valid for shape in whole)
    for name, (lon, lat) in DRY.items():
        assert any(shape.covers(Point(lon, lat)) for shape in whole), name
    for name, (lon, lat) in WET.items():
        assert not any(shape.covers(Point(lon, lat)) for shape in whole), name


def test_nothing_crosses_the_180th_meridian() -> None:
    for shape in coastlines.land("50m"):
        left, low, right, high = shape.bounds
        assert left >= -180 and right <= 180 and low >= -90 and high <= 90
        # Only Antarctica spans the globe.
        assert right - left < 200 or high < -60


@pytest.mark.parametrize("centre", [0.0, 180.0, -150.0, 25.0])
def test_a_map_over_the_180th_meridian_shows_the_same_land(centre: float) -> None:
    chart, clip = plate(centre), (0.0, 0.0, 360.0, 180.0)
    shore = coastlines.land_on(chart, clip, "110m")
    here = coastlines.land_on(plate(0.0), clip, "110m")
    assert shore.area == pytest.approx(here.area, rel=2e-3)
    for name, (lon, lat) in {**DRY, **WET}.items():
        spot = Point(chart.to_board(lon, lat))
        assert shore.buffer(1e-6).covers(spot) == (name in DRY), name


@pytest.mark.slow
def test_no_false_coast_runs_across_the_sea_at_fiji() -> None:
    # The sketch in the art folder had a line across all oceans at 16 degrees south.
    shore = coastlines.land_on(plate(), (0.0, 0.0, 360.0, 180.0), "50m")
    strip = box(150, 100, 185, 110)  # 30 W to 5 E, 10 to 20 S: open sea but for St Helena
    assert shore.intersection(strip).area < 0.1


def test_an_azimuthal_map_of_the_pole_is_not_torn() -> None:
    projection = PROJECTIONS["lambert_azimuthal"]((0.0, -90.0), 0.0)
    pairs = [
        (projection.forward(lon, -60), point)
        for lon, point in ((0, (100, 50)), (90, (150, 100)), (180, (100, 150)))
    ]
    chart = Chart(projection, fitted(pairs))
    shore = coastlines.land_on(chart, (40.0, 40.0, 120.0, 120.0), "110m")
    assert shore.covers(Point(chart.to_board(10, -88)))
    assert shore.covers(Point(chart.to_board(179.99, -87)))
    assert not shore.covers(Point(chart.to_board(0, -62)))


def test_sea_share_and_waters_follow_the_land() -> None:
    shore = box(0, 0, 10, 10)
    outlines = {
        "in": ((1, 1), (2, 1), (2, 2), (1, 2)),
        "half": ((9, 1), (11, 1), (11, 3), (9, 3)),
        "out": ((20, 20), (21, 20), (21, 21), (20, 21)),
    }
    assert coastlines.sea_share(outlines["half"], shore) == pytest.approx(0.5)
    assert coastlines.waters(outlines, shore) == {"in": "land", "half": "coast", "out": "sea"}


def test_the_graticule_is_named_and_clipped() -> None:
    lines = dict(coastlines.graticule(plate(180.0), (0.0, 0.0, 360.0, 180.0), 30))
    assert {"180°", "150° W", "150° E", "0°", "60° S"} <= set(lines)
    assert lines["180°"].bounds[0] == pytest.approx(180)


def test_a_coastline_file_survives_the_round_trip() -> None:
    shape = Polygon([(0, 0), (10.004, 0), (10, 10), (0, 10)], [[(4, 4), (6, 4), (6, 6)]])
    ((outer, hole),) = coastlines.decode(coastlines.encode([shape]))
    assert outer == [(0, 0), (10, 0), (10, 10), (0, 10)]
    assert hole == [(4, 4), (6, 4), (6, 6)]


@pytest.mark.parametrize(
    "data", [b"", b"BSLAND1\n", b"BSLAND1\nnonsense", b"PK\x03\x04", "truncated", "longer"]
)
def test_a_damaged_coastline_file_is_refused(data: bytes | str) -> None:
    if isinstance(data, str):
        import zlib

        whole = coastlines.encode([Polygon([(0, 0), (1, 0), (1, 1)])])
        raw = zlib.decompress(whole[len(coastlines.HEAD) :])
        raw = raw[:-8] if data == "truncated" else raw + bytes(4)
        data = coastlines.HEAD + zlib.compress(raw)
    with pytest.raises(coastlines.CoastlineError, match="coastline file"):
        coastlines.decode(data, "x.bin")


def test_a_ring_over_the_180th_meridian_is_cut_in_two() -> None:
    square = [[1790, 100], [20, 0], [0, 20], [-20, 0], [0, -20]]
    topology = {
        "transform": {"scale": [0.1, 0.1], "translate": [0, 0]},
        "arcs": [square],
        "objects": {"land": {"geometries": [{"type": "MultiPolygon", "arcs": [[[0]]]}]}},
    }
    pieces = sorted(polygons(topology), key=lambda piece: piece.bounds)
    assert [piece.bounds for piece in pieces] == [(-180, 10, -179, 12), (179, 10, 180, 12)]
    assert unary_union(pieces).area == pytest.approx(4)


def test_a_ring_round_the_pole_is_led_along_it() -> None:
    ring = [(lon, -70.0) for lon in range(-180, 180, 30)] + [(-180.0, -70.0)]
    closed = unrolled(ring)
    assert Polygon(closed).area == pytest.approx(360 * 20)


def test_places_named_by_a_namespace_need_no_definition() -> None:
    # Geography reads any object of the right shape; a bare one will do.
    from generator.geography.projections import placed

    board = SimpleNamespace(
        width=360.0, height=180.0, ppi=100, grid=None, boxes=(), tracks=(), decks=(),
        geography=SimpleNamespace(
            projection="mercator", parallel=0.0, centre=(0.0, 0.0),
            control=tuple(
                SimpleNamespace(at=None, x=x, y=y, lon=lon, lat=lat)
                for x, y, lon, lat in ((0.0, 90.0, -180.0, 0.0), (360.0, 90.0, 180.0, 0.0))
            ),
        ),
    )  # fmt: skip
    x, y = placed(board).to_board(0.0, 45.0)
    assert x == pytest.approx(180) and y < 90
