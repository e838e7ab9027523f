"""A pen that draws in paths only: strokes are outlined, so that a symbol needs fills alone.

Every filled figure runs the same way round and every hole the other way; figures that lie over
one another never cancel out under SVG's nonzero rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import cos, hypot, pi, sin

from generator.drawing.sheet import Point, number, path_of

_SHARPEST = 2.2
"""How far a mitre may reach, in half widths, before its point is cut off."""


class Pen:
    """Collects (tone, path data); its origin lies at ``left``, ``top`` of the picture."""

    def __init__(self, left: float, top: float) -> None:
        self._left, self._top = left, top
        self._grown = 0.0
        self._parts: list[tuple[str, list[str]]] = []
        self.letters: list[tuple[str, float]] = []
        """Words that were written, with the height of their capitals."""

    @contextmanager
    def clearing(self, room: float) -> Iterator[None]:
        """Meanwhile everything is drawn ``room`` larger all round and in the ground's tone: what
        is then drawn there stands clear of what lies below."""
        self._grown = room
        yield
        self._grown = 0.0

    def parts(self, exchanged: bool = False) -> tuple[tuple[str, str], ...]:
        """What was drawn, neighbours of one tone in one path; ink and ground may be exchanged."""
        other = {"ink": "gap", "gap": "ink"} if exchanged else {}
        return tuple((other.get(tone, tone), "".join(data)) for tone, data in self._parts)

    def area(self, points: Sequence[Point], tone: str = "ink") -> None:
        """A filled polygon."""
        if self._grown:
            self._ribbon(points, 2 * self._grown, True, "gap")
        self._fill(points, tone)

    def line(
        self, points: Sequence[Point], width: float, *, closed: bool = False, tone: str = "ink"
    ) -> None:
        """A line of equal width with square ends and mitred corners."""
        self._ribbon(points, width + 2 * self._grown, closed, tone)

    def disc(self, x: float, y: float, across: float, tall: float = 0) -> None:
        """A filled circle of radius ``across``, or an ellipse."""
        grown = self._grown
        self._add("ink", self._round(x, y, across + grown, (tall or across) + grown, 1))

    def ring(self, x: float, y: float, across: float, width: float) -> None:
        """A circle drawn with a line of ``width`` on the radius ``across``, and empty within."""
        half = width / 2 + self._grown
        data = self._round(x, y, across + half, across + half, 1)
        if not self._grown:
            data += self._round(x, y, across - half, across - half, 0)
        self._add("ink", data)

    def stadium(
        self, x: float, y: float, half_wide: float, half_high: float, width: float = 0
    ) -> None:
        """A track seen from the side: straight above and below, round at its ends.

        Filled, or drawn with a line of ``width``.
        """
        half = width / 2
        data = self._stadium(x, y, half_wide + half, half_high + half, 1)
        if width:
            data += self._stadium(x, y, half_wide - half, half_high - half, 0)
        self._add("ink", data)

    def _ribbon(self, points: Sequence[Point], width: float, closed: bool, tone: str) -> None:
        left, right = (_beside(points, side * width / 2, closed) for side in (1, -1))
        if not closed:
            self._fill([*left, *right[::-1]], tone)
            return
        if abs(_area(left)) < abs(_area(right)):
            left, right = right, left
        outer, inner = _turned(self._there(left)), _turned(self._there(right))
        self._add(tone, path_of(outer) + path_of(inner[::-1]))

    def _fill(self, points: Sequence[Point], tone: str) -> None:
        self._add(tone, path_of(_turned(self._there(points))))

    def _add(self, tone: str, data: str) -> None:
        tone = "gap" if self._grown else tone
        if not self._parts or self._parts[-1][0] != tone:
            self._parts.append((tone, []))
        self._parts[-1][1].append(data)

    def _there(self, points: Sequence[Point]) -> list[Point]:
        return [(x + self._left, y + self._top) for x, y in points]

    def _round(self, x: float, y: float, across: float, tall: float, way: int) -> str:
        x, y = x + self._left, y + self._top
        arc = f"A{number(across)} {number(tall)} 0 0 {way} "
        left, right = (x - across, x + across) if way else (x + across, x - across)
        start, end, level = number(left), number(right), number(y)
        return f"M{start} {level}{arc}{end} {level}{arc}{start} {level}Z"

    def _stadium(self, x: float, y: float, wide: float, high: float, way: int) -> str:
        x, y = x + self._left, y + self._top
        near, far = number(x - wide + high), number(x + wide - high)
        arc = f"A{number(high)} {number(high)} 0 0 {way} "
        top, foot = number(y - high), number(y + high)
        if way:
            return f"M{near} {top}H{far}{arc}{far} {foot}H{near}{arc}{near} {top}Z"
        return f"M{near} {top}{arc}{near} {foot}H{far}{arc}{far} {top}Z"


def arc(
    x: float, y: float, across: float, tall: float, start: float, end: float, steps: int = 12
) -> list[Point]:
    """Points of an arc from ``start`` to ``end`` half turns, clockwise from the right."""
    angles = [pi * (start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + across * cos(angle), y + tall * sin(angle)) for angle in angles]


def _area(points: Sequence[Point]) -> float:
    following = [*points[1:], points[0]]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, following, strict=True)) / 2


def _turned(points: list[Point]) -> list[Point]:
    return points if _area(points) >= 0 else points[::-1]


def _beside(points: Sequence[Point], away: float, closed: bool) -> list[Point]:
    """The line ``away`` to one side of the points' way (negative: the other), corners mitred."""
    corners = [*points, points[0]] if closed else list(points)
    ways = [_normal(start, end) for start, end in pairwise(corners)]
    if closed:
        before, after = [ways[-1], *ways[:-1]], ways
    else:
        before, after = [ways[0], *ways], [*ways, ways[-1]]
    found: list[Point] = []
    for (x, y), (ax, ay), (bx, by) in zip(points, before, after, strict=True):
        reach = 1 + ax * bx + ay * by
        if reach * _SHARPEST**2 < 2:
            found += [(x + ax * away, y + ay * away), (x + bx * away, y + by * away)]
        else:
            found.append((x + (ax + bx) / reach * away, y + (ay + by) / reach * away))
    return found


def _normal(start: Point, end: Point) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (start[1] - end[1]) / length, (end[0] - start[0]) / length
