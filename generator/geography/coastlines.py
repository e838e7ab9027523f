"""Coastlines: the land of the globe, on the board, and by hex.

The files in ``art/coastlines`` are of our own making (``make_coastlines``): the word ``BSLAND1``
and a line end, then a zlib stream of little-endian 32-bit integers: the number of polygons; for
each the number of its rings (outer first) and the number of points of each ring; then for every
ring all longitudes, then all latitudes, in hundredths of a degree, each list as its first value
and the differences that follow. Rings are not closed by repeating the first point.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

from generator.errors import BroadsideError
from generator.geography.projections import Chart
from generator.places import art_folder

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

HEAD = b"BSLAND1\n"
UNIT = 0.01
Resolution = Literal["50m", "110m"]
Waters = Literal["land", "coast", "sea"]
Rectangle = tuple[float, float, float, float]
"""x, y, width, height in mm."""


class CoastlineError(BroadsideError):
    """A coastline file that is missing or damaged."""


def encode(polygons: Iterable[Any]) -> bytes:
    """Shapely polygons in degrees as a coastline file; rings that shrink to nothing are dropped."""
    rings_of: list[list[tuple[list[int], list[int]]]] = []
    for polygon in polygons:
        rings = []
        for ring in (polygon.exterior, *polygon.interiors):
            points = _rounded(ring.coords)
            if len(points) >= 3:
                rings.append(([x for x, _ in points], [y for _, y in points]))
            elif ring is polygon.exterior:
                break
        if rings:
            rings_of.append(rings)
    return _packed(rings_of)


def encode_lines(lines: Iterable[Iterable[tuple[float, ...]]]) -> bytes:
    """Lines of (lon, lat) as a file of the same form: each a polygon of one ring, left open."""
    kept = (_rounded(line, closed=False) for line in lines)
    return _packed([[([x for x, _ in line], [y for _, y in line])] for line in kept if line[1:]])


def _packed(rings_of: list[list[tuple[list[int], list[int]]]]) -> bytes:
    numbers = array("i", [len(rings_of)])
    for rings in rings_of:
        numbers.append(len(rings))
        numbers.extend(len(xs) for xs, _ in rings)
    for rings in rings_of:
        for xs, ys in rings:
            for values in (xs, ys):
                numbers.append(values[0])
                numbers.extend(b - a for a, b in pairwise(values))
    if sys.byteorder == "big":
        numbers.byteswap()
    return HEAD + zlib.compress(numbers.tobytes(), 9)


def _rounded(coords: Iterable[tuple[float, ...]], closed: bool = True) -> list[tuple[int, int]]:
    points: list[tuple[int, int]] = []
    for lon, lat, *_ in coords:
        point = (round(lon / UNIT), round(lat / UNIT))
        if not points or points[-1] != point:
            points.append(point)
    while closed and len(points) > 1 and points[0] == points[-1]:
        points.pop()
    return points


def decode(data: bytes, shown: str = "coastlines") -> list[list[list[tuple[float, float]]]]:
    """Polygons as lists of rings of (lon, lat); CoastlineError when the file is damaged."""
    if not data.startswith(HEAD):
        raise CoastlineError(f"{shown}: no coastline file (it should begin with BSLAND1)")
    numbers = array("i")
    try:
        unpacker = zlib.decompressobj()
        numbers.frombytes(unpacker.decompress(data[len(HEAD) :], 64 << 20))
    except (zlib.error, ValueError):
        raise CoastlineError(f"{shown}: damaged coastline file") from None
    if sys.byteorder == "big":
        numbers.byteswap()
    try:
        counts: list[list[int]] = []
        at = 1
        for _ in range(numbers[0]):
            rings = numbers[at]
            counts.append(list(numbers[at + 1 : at + 1 + rings]))
            at += 1 + rings
        polygons = []
        for lengths in counts:
            rings_here = []
            for length in lengths:
                xs = accumulate(numbers[at : at + length])
                ys = accumulate(numbers[at + length : at + 2 * length])
                at += 2 * length
                rings_here.append([(x * UNIT, y * UNIT) for x, y in zip(xs, ys, strict=True)])
            polygons.append(rings_here)
    except (IndexError, ValueError):
        raise CoastlineError(f"{shown}: damaged coastline file") from None
    if at != len(numbers):
        raise CoastlineError(f"{shown}: damaged coastline file")
    return polygons


@lru_cache(maxsize=2)
def land(resolution: Resolution = "50m") -> tuple[BaseGeometry, ...]:
    """The polygons of all land in degrees, none crossing the 180th meridian.

    Raises CoastlineError when the file is missing or damaged.
    """
    return _polygons("land", resolution)


@lru_cache(maxsize=2)
def lakes(resolution: Resolution = "50m") -> tuple[BaseGeometry, ...]:
    """The polygons of the lakes in degrees. Raises CoastlineError as ``land`` does."""
    return _polygons("lakes", resolution)


@lru_cache(maxsize=4)
def lines(kind: Literal["rivers", "borders"], resolution: Resolution) -> tuple[BaseGeometry, ...]:
    """Rivers, or the borders of today's countries, as lines in degrees. Raises CoastlineError."""
    from shapely.geometry import LineString

    return tuple(LineString(rings[0]) for rings in _read(kind, resolution))


def _polygons(kind: str, resolution: Resolution) -> tuple[BaseGeometry, ...]:
    """All at once: made one by one, more than a thousand polygons take most of a map's time."""
    import numpy
    from shapely import is_valid, linearrings, make_valid, polygons

    found = _read(kind, resolution)
    rings = [ring for shape in found for ring in shape]
    owners = numpy.repeat(numpy.arange(len(found)), [len(shape) for shape in found])
    of_ring = numpy.repeat(numpy.arange(len(rings)), [len(ring) for ring in rings])
    points = numpy.array([point for ring in rings for point in ring])
    shapes = polygons(linearrings(points, indices=of_ring), indices=owners)
    damaged = ~is_valid(shapes)
    shapes[damaged] = make_valid(shapes[damaged])
    return tuple(shapes)


def _read(kind: str, resolution: Resolution) -> list[list[list[tuple[float, float]]]]:
    path = art_folder() / "coastlines" / f"{kind}-{resolution}.bin"
    try:
        data = path.read_bytes()
    except OSError:
        raise CoastlineError(f"{path}: this coastline file is missing") from None
    return decode(data, path.name)


def window(chart: Chart, clip: Rectangle, margin: float = 2.0) -> Rectangle:
    """(west, south, east, north) in degrees around what a rectangle of the board shows.

    West and east lie within 180 degrees of the projection's central meridian.
    """
    x, y, width, height = clip
    steps = 24
    points = [
        chart.to_globe(x + width * i / steps, y + height * j / steps)
        for i in range(steps + 1)
        for j in range(steps + 1)
    ]
    middle = chart.projection.centre[0]
    lons, lats = [lon for lon, _ in points], [lat for _, lat in points]
    west, east = max(min(lons) - margin, middle - 180), min(max(lons) + margin, middle + 180)
    south, north = max(min(lats) - margin, -90.0), min(max(lats) + margin, 90.0)
    for pole in (90.0, -90.0):
        px, py = chart.to_board(middle, pole)
        azimuthal = "azimuthal" in chart.projection.name
        if azimuthal and x <= px <= x + width and y <= py <= y + height:
            west, east = middle - 180, middle + 180
            south, north = min(south, pole), max(north, pole)
    return west, south, east, north


def land_on(chart: Chart, clip: Rectangle, resolution: Resolution = "50m") -> BaseGeometry:
    """The land a rectangle of the board shows, in mm: a polygon or several, clipped to it."""
    return _merged(chart, clip, land(resolution))


def lakes_on(chart: Chart, clip: Rectangle, resolution: Resolution = "50m") -> BaseGeometry:
    """The lakes a rectangle of the board shows, as ``land_on``."""
    return _merged(chart, clip, lakes(resolution))


def lines_on(
    chart: Chart,
    clip: Rectangle,
    kind: Literal["rivers", "borders"],
    resolution: Resolution = "50m",
) -> list[BaseGeometry]:
    """The rivers or borders a rectangle of the board shows: lines in mm, joined where they meet
    end to end, clipped to it."""
    from shapely import line_merge, union_all

    parts = list(_shown(chart, clip, lines(kind, resolution)))
    if not parts:
        return []
    whole = line_merge(union_all(parts))
    return list(getattr(whole, "geoms", [whole]))


def _merged(chart: Chart, clip: Rectangle, shapes: Sequence[BaseGeometry]) -> BaseGeometry:
    from shapely import make_valid, union_all

    laid = [make_valid(shape) for shape in _shown(chart, clip, shapes)]
    # What only touches the edge leaves lines and points, which are no land.
    return union_all(
        [
            part
            for shape in laid
            for part in getattr(shape, "geoms", [shape])
            if "Polygon" in part.geom_type
        ]
    )


def _shown(chart: Chart, clip: Rectangle, shapes: Sequence[BaseGeometry]) -> Iterator[BaseGeometry]:
    """Shapes in degrees carried onto the board, as far as the rectangle shows them."""
    import numpy
    from shapely import affinity, bounds, intersection, is_empty, make_valid, segmentize
    from shapely.geometry import box

    every = numpy.array(shapes, dtype=object)
    left, low, right, high = bounds(every).T
    west, south, east, north = window(chart, clip)
    frame = box(west, south, east, north)
    cut = []
    for turn in (-360.0, 0.0, 360.0):
        if west > 180 + turn or east < -180 + turn:
            continue
        seen = (left + turn < east) & (right + turn > west) & (low < north) & (high > south)
        moved = [affinity.translate(shape, turn) if turn else shape for shape in every[seen]]
        cut += list(intersection(numpy.array(moved, dtype=object), frame))
    x, y, width, height = clip
    view = box(x, y, x + width, y + height)
    for shape in cut:
        if is_empty(shape):
            continue
        # Long sides (the cuts along meridians) are divided: they may be curves on the board.
        laid = make_valid(_projected(segmentize(shape, 1.0), chart)).intersection(view)
        if not laid.is_empty:
            yield laid


def _projected(shape: BaseGeometry, chart: Chart) -> BaseGeometry:
    from shapely import transform

    def onto(points: Any) -> Any:
        # The shape lies within 180 degrees of the central meridian, so nothing wraps here.
        for row in range(len(points)):
            points[row] = chart.to_board(points[row][0], points[row][1])
        return points

    return transform(shape, onto)


def graticule(chart: Chart, clip: Rectangle, step: float) -> list[tuple[str, BaseGeometry]]:
    """The meridians and parallels a rectangle of the board shows, every ``step`` degrees.

    Each is its name ("20° W", "10° S") and a line in mm, clipped.
    """
    from shapely.geometry import LineString, box

    west, south, east, north = window(chart, clip)
    x, y, width, height = clip
    frame = box(x, y, x + width, y + height)
    lines: list[tuple[str, BaseGeometry]] = []

    def add(name: str, points: Sequence[tuple[float, float]]) -> None:
        line = LineString([chart.to_board(lon, lat) for lon, lat in points]).intersection(frame)
        if not line.is_empty:
            lines.append((name, line))

    count = max(2, ceil((north - south) / 1.0))
    for index in range(ceil(west / step), int(east // step) + 1):
        lon = index * step
        turned = (lon + 180) % 360 - 180
        half = "" if turned % 180 == 0 else " W" if turned < 0 else " E"
        name = f"{abs(turned):g}°{half}"
        add(name, [(lon, south + (north - south) * k / count) for k in range(count + 1)])
    count = max(2, ceil((east - west) / 1.0))
    for index in range(ceil(south / step), int(north // step) + 1):
        lat = index * step
        name = f"{abs(lat):g}° {'S' if lat < 0 else 'N'}" if lat else "0°"
        add(name, [(west + (east - west) * k / count, lat) for k in range(count + 1)])
    return lines


def sea_share(outline: Sequence[tuple[float, float]], shore: BaseGeometry) -> float:
    """The part of a polygon (mm) that is water, 0 to 1; ``shore`` as ``land_on`` gives it."""
    from shapely.geometry import Polygon

    area = Polygon(outline)
    return 1.0 - float(area.intersection(shore).area) / float(area.area)


def waters(
    outlines: Mapping[str, Sequence[tuple[float, float]]],
    shore: BaseGeometry,
    sea_from: float = 0.98,
    land_from: float = 0.02,
) -> dict[str, Waters]:
    """Land, coast or sea for each named outline: by its share of water.

    At least ``sea_from`` water is sea, less than ``land_from`` is land, the rest coast.
    """
    found: dict[str, Waters] = {}
    for name, outline in outlines.items():
        share = sea_share(outline, shore)
        found[name] = "sea" if share >= sea_from else "land" if share < land_from else "coast"
    return found
