"""Path data written short: thousands of trees and strokes must not make a large file.

The data count hundredths of a millimetre, whole numbers; `draw` brings them onto a sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.drawing.sheet import Point, Sheet

FINE = 100
"""Steps of the data in a millimetre."""

THINNEST = 0.09
"""The thinnest line, mm: on a press those under 0.25 points break up."""


def draw(
    sheet: Sheet, data: str, fill: str = "none", *, stroke_width: float = 0.0,
    dashes: Sequence[float] = (), **paint: object,
) -> None:  # fmt: skip
    """Draws path data of this room; nothing for none. Widths and dashes are millimetres; no
    line is thinner than `THINNEST`."""
    if not data:
        return
    if stroke_width:
        paint["stroke_width"] = max(stroke_width, THINNEST) * FINE
    if dashes:
        paint["stroke_dasharray"] = " ".join(f"{dash * FINE:.0f}" for dash in dashes)
    sheet.path(data, fill, transform=f"scale({1 / FINE:g})", **paint)


def line(points: Iterable[Sequence[float]], closed: bool = False) -> str:
    """A line through points (mm), each step from where the last one ended."""
    steps = []
    x = y = 0
    for px, py, *_ in points:
        # What was written counts, so that rounding does not add up.
        nx, ny = round(px * FINE), round(py * FINE)
        steps.append(f"{nx - x} {ny - y}")
        x, y = nx, ny
    if not steps:
        return ""
    return f"M{steps[0]}l{' '.join(steps[1:])}{'z' if closed else ''}".replace(" -", "-")


def at(x: float, y: float, figure: str) -> str:
    """A figure of steps (see `figure`) at a point."""
    return f"M{round(x * FINE)} {round(y * FINE)}{figure}"


def shape(geometry: BaseGeometry) -> str:
    """Path data of polygons or lines."""
    return "".join(_shape(geometry))


def _shape(geometry: BaseGeometry) -> Iterator[str]:
    if geometry.is_empty:
        return
    if geometry.geom_type == "Polygon":
        for ring in (geometry.exterior, *geometry.interiors):
            yield line(ring.coords[:-1], closed=True)
    elif geometry.geom_type in ("LineString", "LinearRing"):
        yield line(geometry.coords)
    elif hasattr(geometry, "geoms"):
        for part in geometry.geoms:
            yield from _shape(part)


def dot(x: float, y: float, r: float) -> str:
    """A disc."""
    return at(x - r, y, _disc(round(r * FINE)))


@lru_cache(maxsize=512)
def _disc(r: int) -> str:
    return f"a{r} {r} 0 1 1 {2 * r} 0a{r} {r} 0 1 1-{2 * r} 0z"


def curve(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """A smooth line through points (Catmull-Rom)."""
    if len(points) < 3:
        return list(points)
    ends = [points[0], *points, points[-1]]
    found: list[Point] = []
    for index in range(1, len(ends) - 2):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = ends[index - 1 : index + 3]
        for step in range(steps):
            t = step / steps
            a, b = t * t, t * t * t
            found.append((
                0.5 * (2 * bx + (cx - ax) * t + (2 * ax - 5 * bx + 4 * cx - dx) * a
                       + (3 * bx - ax - 3 * cx + dx) * b),
                0.5 * (2 * by + (cy - ay) * t + (2 * ay - 5 * by + 4 * cy - dy) * a
                       + (3 * by - ay - 3 * cy + dy) * b),
            ))  # fmt: skip
    found.append(points[-1])
    return found


def rounded(points: Sequence[Point]) -> list[Point]:
    """A line with its corners cut, twice (Chaikin); closed lines stay closed."""
    closed = len(points) > 3 and points[0] == points[-1]
    for _ in range(2):
        cut: list[Point] = []
        for (ax, ay), (bx, by) in pairwise(points):
            cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        points = [*cut, cut[0]] if closed else [points[0], *cut, points[-1]]
    return list(points)


def beads(line: Sequence[Point], gap: float) -> Iterator[tuple[float, float, float, float]]:
    """Points along a line, evenly spaced, each with the direction across it (x, y, nx, ny)."""
    rest = gap / 2
    for (ax, ay), (bx, by) in pairwise(line):
        length = hypot(bx - ax, by - ay)
        if length == 0:
            continue
        while rest <= length:
            share = rest / length
            yield (
                ax + (bx - ax) * share,
                ay + (by - ay) * share,
                (ay - by) / length,
                (bx - ax) / length,
            )
            rest += gap
        rest -= length
