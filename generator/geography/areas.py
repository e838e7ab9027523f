"""Area maps: named regions with outlines and adjacency."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from generator.geography.adjacency import Adjacency
from generator.light import dataclass

Outline = tuple[tuple[float, float], ...]


def inside(x: float, y: float, outline: Outline) -> bool:
    """Whether a point lies in a polygon (even-odd rule)."""
    held = False
    (px, py) = outline[-1]
    for cx, cy in outline:
        if (cy > y) != (py > y) and x < (px - cx) * (y - cy) / (py - cy) + cx:
            held = not held
        px, py = cx, cy
    return held


def middle(outline: Outline) -> tuple[float, float]:
    """The centre of gravity of a polygon; of its corners when it has no area."""
    area = cx = cy = 0.0
    (px, py) = outline[-1]
    for x, y in outline:
        cross = px * y - x * py
        area += cross
        cx += (px + x) * cross
        cy += (py + y) * cross
        px, py = x, y
    if abs(area) < 1e-12:
        count = len(outline)
        return sum(x for x, _ in outline) / count, sum(y for _, y in outline) / count
    return cx / (3 * area), cy / (3 * area)


@dataclass(frozen=True)
class AreaMap:
    """Named regions (mm) and which of them touch."""

    outlines: Mapping[str, Outline]
    near: Mapping[str, tuple[str, ...]]
    centres: Mapping[str, tuple[float, float]]

    @cached_property
    def adjacency(self) -> Adjacency:
        """The regions' neighbourhood; ValueError when a list is not mutual."""
        return Adjacency(self.near)

    def centre(self, name: str) -> tuple[float, float]:
        """The given centre, or the centre of gravity."""
        return self.centres[name] if name in self.centres else middle(self.outlines[name])

    def outline(self, name: str) -> Outline:
        """The corners of a region; empty when it has none."""
        return self.outlines.get(name, ())

    def at(self, x: float, y: float) -> str | None:
        """The region that holds a point."""
        for name, outline in self.outlines.items():
            if outline and inside(x, y, outline):
                return name
        return None

    def distance(self, one: str, other: str) -> int | None:
        """Fewest steps over touching regions; None when no way leads there."""
        return self.adjacency.distance(one, other)
