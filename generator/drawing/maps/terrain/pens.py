"""Path data written short: thousands of trees and strokes must not make a large file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.drawing.sheet import Point


def short(value: float) -> str:
    """Hundredths of a millimetre, without the noughts nobody needs."""
    text = f"{value:.2f}"
    if text.endswith("0"):
        text = text[:-1]
        if text.endswith(".0"):
            text = text[:-2]
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0."):
        return "-" + text[2:]
    return "0" if text in ("-0", "-.0") else text


def pair(x: float, y: float) -> str:
    """Two numbers, parted only where they must be."""
    one, two = short(x), short(y)
    return one + two if two[0] == "-" else f"{one} {two}"


def line(points: Iterable[Sequence[float]], closed: bool = False) -> str:
    """A line through points, each step from where the last one ended."""
    parts: list[str] = []
    x = y = 0.0
    for index, (px, py, *_) in enumerate(points):
        step = pair(px - x, py - y)
        parts.append(f"M{pair(px, py)}" if index == 0 else f"l{step}")
        # What was written counts, so that rounding does not add up.
        if index:
            x, y = x + round(px - x, 2), y + round(py - y, 2)
        else:
            x, y = round(px, 2), round(py, 2)
    return "".join(parts) + ("z" if closed else "")


def shape(geometry: BaseGeometry) -> str:
    """Path data of polygons or lines."""
    return "".join(_shape(geometry))


def _shape(geometry: BaseGeometry) -> Iterator[str]:
    if geometry.is_empty:
        return
    if geometry.geom_type == "Polygon":
        for ring in (geometry.exterior, *geometry.interiors):
            yield line(list(ring.coords)[:-1], closed=True)
    elif geometry.geom_type in ("LineString", "LinearRing"):
        yield line(geometry.coords)
    elif hasattr(geometry, "geoms"):
        for part in geometry.geoms:
            yield from _shape(part)


def dot(x: float, y: float, r: float) -> str:
    """A disc."""
    size, across = short(r), short(2 * r)
    return f"M{pair(x - r, y)}a{size} {size} 0 1 1 {across} 0a{size} {size} 0 1 1-{across} 0z"


def curve(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """A smooth line through points (centripetal enough for even spacing: Catmull-Rom)."""
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
