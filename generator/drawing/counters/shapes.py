"""The shapes counters are cut to: square, oblong, card, round and hex, their corners rounded.

An Outline answers what drawing needs: its path at any distance inside (or, for the bleed,
outside) the edge, and how wide it is at a height, so that nothing is written over an edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, hypot, pi, sin, sqrt, tan

from generator.drawing.sheet import Point, number
from generator.light import dataclass

CORNERS = {"square": 1.2, "rectangle": 1.2, "long": 1.2, "card": 3.0, "hex": 0.9, "hex_pointy": 0.9}
"""Radius of the corners by shape, mm, where the definition gives none."""

_ROUND_TO = 48
"""Sides of the polygon that stands for a circle."""

_BEND = 5
"""Sides that stand for a rounded corner."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A counter's edge in a box of ``width`` by ``height`` mm; hexes and circles stand in its
    middle, as large as it allows."""

    width: float
    height: float
    shape: str
    corner: float

    @property
    def is_box(self) -> bool:
        """Whether it is as wide at every height."""
        return self.shape not in ("round", "hex", "hex_pointy")

    @property
    def safe(self) -> tuple[float, float]:
        """How far inside the box the writing keeps, left and right, above and below (mm)."""
        if self.shape == "round":
            return self._reach * 0.08, self._reach * 0.17
        if self.shape == "hex":
            side = self._side
            return self.width / 2 - side * 0.93, self.height / 2 - side * sqrt(3) / 2 * 0.97
        if self.shape == "hex_pointy":
            side = self._side
            return self.width / 2 - side * sqrt(3) / 2 * 0.97, self.height / 2 - side * 0.86
        return 0.0, 0.0

    @property
    def _reach(self) -> float:
        return min(self.width, self.height) / 2

    @property
    def _side(self) -> float:
        """The side of a hex."""
        if self.shape == "hex":
            return min(self.width / 2, self.height / sqrt(3))
        return min(self.height / 2, self.width / sqrt(3))

    def path(self, inset: float = 0.0) -> str:
        """Path data of the edge, ``inset`` mm inside it; outside, and sharp, when negative."""
        return _path(self, inset)

    def points(self, inset: float = 0.0) -> tuple[Point, ...]:
        """The edge as a convex polygon, clockwise from the top."""
        return _points(self, inset)

    def vertices(self, inset: float) -> list[Point]:
        """The polygon's corners before they are rounded."""
        width, height = self.width, self.height
        if self.is_box:
            right, low = width - inset, height - inset
            return [(inset, inset), (right, inset), (right, low), (inset, low)]
        first = 0.0 if self.shape == "hex" else pi / 6
        reach = self._side - inset * 2 / sqrt(3)
        return [
            (
                width / 2 + reach * cos(first + pi / 3 * turn),
                height / 2 + reach * sin(first + pi / 3 * turn),
            )
            for turn in range(6)
        ]

    def chord(self, top: float, low: float, margin: float) -> tuple[float, float]:
        """Left and right of the room between two heights, ``margin`` mm inside the edge."""
        left = max(self._half_gap(top, margin), self._half_gap(low, margin))
        return left, self.width - left

    def _half_gap(self, y: float, margin: float) -> float:
        """What is missing at either side at a height, mm."""
        if self.is_box:
            within = min(y, self.height - y)
            if within >= self.corner or not self.corner:
                return margin
            deep = self.corner - max(0.0, within)
            return margin + self.corner - sqrt(max(0.0, self.corner**2 - deep**2))
        away = abs(y - self.height / 2)
        if self.shape == "round":
            reach = self._reach - margin
            half = sqrt(reach**2 - away**2) if away < reach else 0.0
        elif self.shape == "hex":
            half = self._side - away / sqrt(3) - margin * 2 / sqrt(3)
            half = half if away <= self._side * sqrt(3) / 2 else 0.0
        else:
            half = min(
                self._side * sqrt(3) / 2 - margin,
                (self._side - away) * sqrt(3) - 2 * margin,
            )
        return self.width / 2 - max(0.0, half)


def outline_of(size: tuple[float, float], shape: str, corner: float | None = None) -> Outline:
    """The outline of a counter; ``corner`` is the radius its definition gives."""
    radius = CORNERS.get(shape, 0.0) if corner is None else corner
    return Outline(*size, shape, max(0.0, min(radius, min(size) / 2)))


def _ring(outline: Outline, inset: float) -> tuple[float, float, float]:
    """Centre and radius of a round counter."""
    reach = min(outline.width, outline.height) / 2 - inset
    return outline.width / 2, outline.height / 2, max(0.0, reach)


def _bends(outline: Outline, inset: float) -> list[tuple[Point, Point, Point, float]]:
    """Each corner: where its arc begins, the corner, where the arc ends, and its radius."""
    corners = outline.vertices(inset)
    radius = max(0.0, outline.corner - inset) if inset >= 0 else 0.0
    inner = pi / 2 if outline.is_box else pi * 2 / 3
    found = []
    for index, here in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % len(corners)]
        sides = (
            hypot(before[0] - here[0], before[1] - here[1]),
            hypot(after[0] - here[0], after[1] - here[1]),
        )
        cut = min(radius / tan(inner / 2), min(sides) / 2)
        found.append(
            (
                _towards(here, before, cut / sides[0] if sides[0] else 0.0),
                here,
                _towards(here, after, cut / sides[1] if sides[1] else 0.0),
                cut * tan(inner / 2),
            )
        )
    return found


def _towards(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


@lru_cache(maxsize=512)
def _path(outline: Outline, inset: float) -> str:
    if outline.shape == "round":
        x, y, reach = _ring(outline, inset)
        left, right, middle = number(x - reach), number(x + reach), number(y)
        turn = f"A{number(reach)} {number(reach)} 0 1 1"
        return f"M{left} {middle}{turn} {right} {middle}{turn} {left} {middle}Z"
    words: list[str] = []
    for (ax, ay), _, (bx, by), radius in _bends(outline, inset):
        words.append(f"{'L' if words else 'M'}{number(ax)} {number(ay)}")
        if radius > 1e-6:
            r = number(radius)
            words.append(f"A{r} {r} 0 0 1 {number(bx)} {number(by)}")
    return "".join(words) + "Z"


@lru_cache(maxsize=512)
def _points(outline: Outline, inset: float) -> tuple[Point, ...]:
    if outline.shape == "round":
        x, y, reach = _ring(outline, inset)
        turns = [2 * pi * step / _ROUND_TO for step in range(_ROUND_TO)]
        return tuple((x + reach * cos(turn), y + reach * sin(turn)) for turn in turns)
    found: list[Point] = []
    for begin, corner, end, radius in _bends(outline, inset):
        if radius <= 1e-6:
            found.append(corner)
            continue
        # The arc's middle lies on the way from the corner to that of the counter.
        inner = pi / 2 if outline.is_box else pi * 2 / 3
        away = radius / sin(inner / 2)
        middle = _towards(begin, end, 0.5)
        share = away / hypot(middle[0] - corner[0], middle[1] - corner[1])
        x, y = _towards(corner, middle, share)
        start = atan2(begin[1] - y, begin[0] - x)
        found += [
            (x + radius * cos(start + turn), y + radius * sin(start + turn))
            for turn in ((pi - inner) * step / _BEND for step in range(_BEND + 1))
        ]
    return tuple(found)


def cut_to(points: Sequence[Point], window: Sequence[Point]) -> list[Point]:
    """What of a polygon lies in a convex window (Sutherland and Hodgman, 1974)."""
    kept = list(points)
    for index, (x1, y1) in enumerate(window):
        x2, y2 = window[(index + 1) % len(window)]
        before, kept = kept, []
        for place, here in enumerate(before):
            last = before[place - 1]
            side = (x2 - x1) * (here[1] - y1) - (y2 - y1) * (here[0] - x1)
            was = (x2 - x1) * (last[1] - y1) - (y2 - y1) * (last[0] - x1)
            if (side >= 0) != (was >= 0):
                kept.append(_towards(last, here, was / (was - side)))
            if side >= 0:
                kept.append(here)
        if not kept:
            break
    return kept
