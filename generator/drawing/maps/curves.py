"""Curves of a board as rows of points (mm): drawn through, smoothed, parted, and written along.

The left of a curve, as it runs, is what lies above it when it runs from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, exp, hypot, pi

from generator.drawing.sheet import Point, number

Curve = Sequence[Point]


def length_of(curve: Curve) -> float:
    """Along the curve, mm."""
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(curve))


def resampled(curve: Curve, step: float) -> list[Point]:
    """Points at equal distances of about ``step`` mm, the ends among them."""
    whole = length_of(curve)
    if whole == 0.0:
        return list(curve[:1])
    count = max(1, ceil(whole / step))
    marks = [whole * k / count for k in range(1, count)]
    points, at, run = [curve[0]], 0, 0.0
    for (ax, ay), (bx, by) in pairwise(curve):
        side = hypot(bx - ax, by - ay)
        while at < len(marks) and marks[at] <= run + side:
            share = (marks[at] - run) / side
            points.append((ax + (bx - ax) * share, ay + (by - ay) * share))
            at += 1
        run += side
    return [*points, curve[-1]]


def smoothed(curve: Curve, reach: float, step: float = 1.0) -> list[Point]:
    """The curve without its bends shorter than ``reach`` mm; it ends where it ended."""
    points = resampled(curve, step)
    wide = ceil(2 * reach / step)
    weights = [exp(-0.5 * (k * step / reach) ** 2) for k in range(wide + 1)]
    last = len(points) - 1
    calm = []
    for index in range(last + 1):
        # The window narrows towards the ends, so that they stay where they are.
        most = min(wide, index, last - index)
        total, x, y = 0.0, 0.0, 0.0
        for k in range(-most, most + 1):
            weight = weights[abs(k)]
            total += weight
            x += weight * points[index + k][0]
            y += weight * points[index + k][1]
        calm.append((x / total, y / total))
    return calm


def through(points: Curve, closed: bool = False) -> list[Point]:
    """A curve through every point (Catmull and Rom's spline), sampled twelve times a stretch."""
    if len(points) < 3:
        return list(points)
    if closed:
        ring = [points[-1], *points, points[0], points[1]]
    else:
        (ax, ay), (bx, by) = points[0], points[1]
        (cx, cy), (dx, dy) = points[-2], points[-1]
        ring = [(2 * ax - bx, 2 * ay - by), *points, (2 * dx - cx, 2 * dy - cy)]
    curve = []
    for index in range(1, len(ring) - 2):
        p, q, r, s = ring[index - 1 : index + 3]
        for k in range(12):
            t = k / 12
            curve.append((_spline(p[0], q[0], r[0], s[0], t), _spline(p[1], q[1], r[1], s[1], t)))
    return [*curve, ring[-2]]


def _spline(p: float, q: float, r: float, s: float, t: float) -> float:
    return 0.5 * (
        2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3
    )


def part(curve: Curve, start: float, length: float) -> list[Point]:
    """The stretch from ``start`` mm on; past an end the curve runs straight on."""
    whole = length_of(curve)
    before, after = max(0.0, -start), max(0.0, start + length - whole)
    points = list(curve)
    if before:
        points[0] = _beyond(points[1], points[0], before)
    if after:
        points[-1] = _beyond(points[-2], points[-1], after)
    low, high = start + before, start + before + length
    if before:
        low, high = 0.0, length
    found: list[Point] = []
    run = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        side = hypot(bx - ax, by - ay)
        if side and run + side >= low and run <= high:
            for mark in (low, high) if not found else (high,):
                share = (mark - run) / side
                if -1e-9 <= share <= 1 + 1e-9:
                    found.append((ax + (bx - ax) * share, ay + (by - ay) * share))
            if low < run + side < high:
                found.append((bx, by))
        run += side
    return found


def _beyond(one: Point, end: Point, far: float) -> Point:
    side = hypot(end[0] - one[0], end[1] - one[1]) or 1.0
    return (
        end[0] + (end[0] - one[0]) / side * far,
        end[1] + (end[1] - one[1]) / side * far,
    )


def aside(curve: Curve, distance: float) -> list[Point]:
    """The curve moved to its left by ``distance`` mm."""
    moved = []
    for index, (x, y) in enumerate(curve):
        (ax, ay), (bx, by) = curve[max(0, index - 1)], curve[min(len(curve) - 1, index + 1)]
        side = hypot(bx - ax, by - ay) or 1.0
        moved.append((x + (by - ay) / side * distance, y - (bx - ax) / side * distance))
    return moved


def upright(curve: Curve) -> list[Point]:
    """The curve in the direction in which letters along it stand on their feet.

    From left to right; a curve that runs straight up or down is read upwards.
    """
    (ax, ay), (bx, by) = curve[0], curve[-1]
    backwards = bx < ax - 1e-9 or (abs(bx - ax) <= 1e-9 and by > ay)
    return list(reversed(curve)) if backwards else list(curve)


def round_left(ring: Curve) -> list[Point]:
    """A closed curve in the direction in which what it encloses lies to its left."""
    doubled = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]))
    return list(reversed(ring)) if doubled > 0 else list(ring)


def turning(curve: Curve) -> float:
    """How much the curve turns in all, to the right and to the left, radians."""
    return sum(abs(turn) for turn in _turns(curve))


def sharpest(curve: Curve, reach: float) -> float:
    """The most that the curve turns within ``reach`` mm, radians."""
    whole = length_of(curve)
    if whole == 0.0 or len(curve) < 3:
        return 0.0
    window = max(1, round(reach / (whole / (len(curve) - 1))))
    turns = list(_turns(curve))
    return max(abs(sum(turns[k : k + window])) for k in range(max(1, len(turns) - window + 1)))


def headings(curve: Curve) -> list[float]:
    """The direction of each stretch, radians clockwise from the right (y grows downwards)."""
    return [
        atan2(by - ay, bx - ax) for (ax, ay), (bx, by) in pairwise(curve) if (ax, ay) != (bx, by)
    ]


def _turns(curve: Curve) -> Iterator[float]:
    for one, other in pairwise(headings(curve)):
        yield (other - one + pi) % (2 * pi) - pi


def upside_down(curve: Curve) -> bool:
    """Whether a letter somewhere along the curve would stand on its head."""
    return any(abs(heading) > pi / 2 + 0.02 for heading in headings(curve))


def strips(curve: Curve, above: float, below: float, each: float) -> list[tuple[Point, ...]]:
    """The band from ``below`` mm under the curve to ``above`` over it, as outlines of four
    corners for stretches of about ``each`` mm."""
    points = resampled(curve, each)
    high, low = aside(points, above), aside(points, -below)
    return [(high[k], high[k + 1], low[k + 1], low[k]) for k in range(len(points) - 1)]


def path_along(curve: Curve, closed: bool = False) -> str:
    """Path data through the points."""
    body = "L".join(f"{number(x)} {number(y)}" for x, y in curve)
    return f"M{body}{'Z' if closed else ''}"
