"""Frames: whose the unit is.

The friendly frame is 96 by 64 over its lines, 1.5 to 1; the origin lies in the middle, and all
other lengths of a sign are in the same measure. Every frame knows how much room it leaves
at a height, so that straps, domes and lines reach its sides whatever its shape.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot, sqrt

from generator.drawing.nato.pen import Pen, arc
from generator.drawing.sheet import Point

LINE = 5.0
"""Width of a frame's line."""


@dataclass(frozen=True, slots=True)
class Frame:
    """``outline`` is the middle of the line; ``reach`` is half its width and height over all.

    ``strap`` is the lower right end of a line from the middle to a corner, ``foot`` the lowest
    height a sign may stand on; ``level`` gives the half width there is at a height.
    """

    outline: tuple[Point, ...]
    reach: Point
    strap: Point
    foot: float
    level: Callable[[float], float]

    @property
    def staff(self) -> Point:
        """Where a headquarters' staff is held: the lowest of the points farthest left."""
        return min(self.outline, key=lambda point: (round(point[0]), -point[1]))

    def draw(self, pen: Pen, broken: bool = False) -> None:
        """The frame's line; broken into dashes for what is only planned."""
        pen.line(self.outline, LINE, closed=True)
        if broken:
            _break(pen, self.outline)


def _break(pen: Pen, outline: tuple[Point, ...]) -> None:
    """Gaps across the line at equal distances along it."""
    sides = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    around = sum(hypot(end[0] - start[0], end[1] - start[1]) for start, end in sides)
    step = around / round(around / 17)
    walked, following = 0.0, step / 2
    for (ax, ay), (bx, by) in sides:
        length = hypot(bx - ax, by - ay)
        way = (bx - ax) / length, (by - ay) / length
        while following < walked + length:
            x, y = (
                a + along * (following - walked) for a, along in zip((ax, ay), way, strict=True)
            )
            ends = [(x - 3 * way[0], y - 3 * way[1]), (x + 3 * way[0], y + 3 * way[1])]
            pen.line(ends, LINE + 1.6, tone="gap")
            following += step
        walked += length


def _lobes(radius: float) -> tuple[Point, ...]:
    r = radius
    return tuple(
        point
        for x, y, start in ((0, -r, 1.0), (r, 0, 1.5), (0, r, 2.0), (-r, 0, 2.5))
        for point in arc(x, y, r, r, start, start + 1, 16)[:-1]
    )


def _lobed_level(radius: float) -> Callable[[float], float]:
    def level(y: float) -> float:
        if abs(y) <= radius:
            return radius + sqrt(radius**2 - y**2)
        return sqrt(max(0.0, radius**2 - (abs(y) - radius) ** 2))

    return level


FRAMES = {
    "friend": Frame(
        ((-45.5, -29.5), (45.5, -29.5), (45.5, 29.5), (-45.5, 29.5)),
        (48, 32),
        (45.5, 29.5),
        29.5,
        lambda y: 45.5,
    ),
    "hostile": Frame(
        ((0, -46), (46, 0), (0, 46), (-46, 0)),
        (49.6, 49.6),
        (27, 19),
        22,
        lambda y: 46 - abs(y),
    ),
    "neutral": Frame(
        ((-34, -34), (34, -34), (34, 34), (-34, 34)),
        (36.5, 36.5),
        (34, 34),
        34,
        lambda y: 34,
    ),
    "unknown": Frame(
        _lobes(22.0),
        (46.5, 46.5),
        (30.4, 20.3),
        24,
        _lobed_level(22.0),
    ),
}
"""By affiliation."""
