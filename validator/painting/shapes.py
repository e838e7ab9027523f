"""Boxes and outlines of pieces, in pixels from the piece's centre, computed as Java does."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, cos, floor, radians, sin
from typing import NamedTuple

Point = tuple[float, float]
Shape = tuple[tuple[Point, ...], ...]
"""A shape made of polygons."""


class Box(NamedTuple):
    """A rectangle."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The column after its last one."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The row below its last one."""
        return self.top + self.height

    def __or__(self, other: object) -> Box:
        """The smallest box that holds both; empty boxes are ignored."""
        if not isinstance(other, Box):
            return NotImplemented
        if not self.width or not self.height:
            return other
        if not other.width or not other.height:
            return self
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(
            left,
            top,
            max(self.right, other.right) - left,
            max(self.bottom, other.bottom) - top,
        )

    def moved(self, across: int, down: int) -> Box:
        """The box moved by some pixels."""
        return self._replace(left=self.left + across, top=self.top + down)

    def holds(self, other: Box) -> bool:
        """Whether another lies within it."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    @property
    def shape(self) -> Shape:
        """The box as a shape; an empty shape for an empty box."""
        if not self.width or not self.height:
            return ()
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        return (((left, top), (right, top), (right, bottom), (left, bottom)),)


EMPTY = Box(0, 0, 0, 0)


def centred(width: int, height: int) -> Box:
    """The box of a picture; one of odd size is half a pixel too far right and down."""
    return Box(-(width // 2), -(height // 2), width, height)


def bounds(shape: Shape) -> Box:
    """The smallest box of whole pixels around a shape."""
    points = [point for polygon in shape for point in polygon]
    if not points:
        return EMPTY
    left, top = floor(min(x for x, _ in points)), floor(min(y for _, y in points))
    right, bottom = ceil(max(x for x, _ in points)), ceil(max(y for _, y in points))
    return Box(left, top, right - left, bottom - top)


def turned(shape: Shape, degrees: float, about: Point = (0.0, 0.0)) -> Shape:
    """A shape turned clockwise."""
    return tuple(tuple(_turned(polygon, degrees, about)) for polygon in shape)


_QUARTERS = {0.0: (0.0, 1.0), 90.0: (1.0, 0.0), 180.0: (0.0, -1.0), 270.0: (-1.0, 0.0)}


def _turned(points: Iterable[Point], degrees: float, about: Point) -> Iterable[Point]:
    sine, cosine = _QUARTERS.get(degrees % 360) or (sin(radians(degrees)), cos(radians(degrees)))
    x0, y0 = about
    for x, y in points:
        across, down = x - x0, y - y0
        yield x0 + across * cosine - down * sine, y0 + across * sine + down * cosine


def moved(shape: Shape, across: int, down: int) -> Shape:
    """A shape moved by some pixels."""
    return tuple(tuple((x + across, y + down) for x, y in polygon) for polygon in shape)


def scaled(shape: Shape, by: float) -> Shape:
    """A shape scaled around the origin."""
    return tuple(tuple((x * by, y * by) for x, y in polygon) for polygon in shape)
