"""Frames: whose the unit is.

The friendly frame is 96 by 64 over its lines, 1.5 to 1; the origin lies in the middle, and all
other lengths of a sign are in the same measure. Every frame knows how much room it leaves
at a height, so that straps, domes and lines reach its sides whatever its shape.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from math import dist, sqrt

from generator.drawing.nato.pen import Pen, arc
from generator.drawing.sheet import Point
from generator.light import dataclass

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
        if not broken:
            pen.line(self.outline, LINE, closed=True)
            return
        for dash in _dashes(self.outline):
            pen.line(dash, LINE)


def _dashes(outline: tuple[Point, ...]) -> Iterator[list[Point]]:
    """Pieces of the outline, 11 long and 6 apart; the first is bent round the first corner."""
    corners = [*outline, outline[0]]
    marks = [0.0, *accumulate(dist(*side) for side in pairwise(corners))]
    count = round(marks[-1] / 17)
    step = marks[-1] / count

    def at(far: float) -> Point:
        far %= marks[-1]
        side = bisect(marks, far) - 1
        (ax, ay), (bx, by) = corners[side : side + 2]
        share = (far - marks[side]) / (marks[side + 1] - marks[side])
        return ax + (bx - ax) * share, ay + (by - ay) * share

    for dash in range(count):
        start, end = dash * step - 5.5, dash * step + 5.5
        between = [
            corner for corner, mark in zip(corners, marks, strict=True) if start < mark < end
        ]
        yield [at(start), *between, at(end)]


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
        (46.6, 46.6),
        (30.4, 20.3),
        24,
        _lobed_level(22.0),
    ),
}
"""By affiliation."""
