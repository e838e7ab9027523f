"""Names looking for their places: one way for all that is written on a board.

Every name has spots where it may stand, each with what speaks against it. Names take turns, alone
and two at a time, and move only when that lessens the trouble of all together; so they come to
rest, and none overlaps another while one of its own spots is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import floor

from generator.drawing.checks import overlapping
from generator.drawing.sheet import Anchor, Point

Outline = Sequence[Point]
"""Corners of a convex outline, or the two ends of a stretch of line, mm."""

CLASH = 100.0
"""The trouble of two names that overlap, or of a name over something that is there."""

_BUCKET = 12.0
"""Side of the squares by which outlines are looked up, mm."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a name may stand: at a point, or along a baseline.

    ``outlines`` is the room it takes there; ``trouble`` what speaks against it, whatever the
    other names do.
    """

    outlines: tuple[Outline, ...]
    trouble: float
    at: Point = (0.0, 0.0)
    anchor: Anchor = "start"
    baseline: tuple[Point, ...] = ()


@dataclass(slots=True)
class Name:
    """A name with its spots, the one it likes best first; ``chosen`` is where it stands."""

    text: str
    size: float
    spots: tuple[Spot, ...]
    chosen: int = 0

    @property
    def spot(self) -> Spot:
        """Where it stands."""
        return self.spots[self.chosen]


@dataclass
class Crowd:
    """Outlines that can be asked for by place."""

    _buckets: dict[tuple[int, int], list[Outline]] = field(default_factory=dict)

    def add(self, outline: Outline) -> None:
        """Another outline."""
        for key in _keys(outline):
            self._buckets.setdefault(key, []).append(outline)

    def hit(self, outline: Outline, hair: float = 0.05) -> int:
        """How many of them an outline overlaps; with ``hair`` nought lines count too."""
        near = {id(other): other for key in _keys(outline) for other in self._buckets.get(key, ())}
        return sum(overlapping(outline, other, hair) for other in near.values())

    def free(self, outline: Outline) -> bool:
        """Whether none of them lies there."""
        return not any(
            overlapping(outline, other)
            for key in _keys(outline)
            for other in self._buckets.get(key, ())
        )


def _keys(outline: Outline) -> Iterator[tuple[int, int]]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    for column in range(floor(min(xs) / _BUCKET), floor(max(xs) / _BUCKET) + 1):
        for row in range(floor(min(ys) / _BUCKET), floor(max(ys) / _BUCKET) + 1):
            yield column, row


def settle(names: Sequence[Name]) -> None:
    """Moves every name to the spot of least trouble for all, until none wants to move."""
    rivals = _rivals(names)
    known: dict[tuple[int, int, int, int], float] = {}

    def clash(one: int, its: int, other: int, their: int) -> float:
        if one > other:
            one, its, other, their = other, their, one, its
        key = one, its, other, their
        if key not in known:
            first, second = names[one].spots[its].outlines, names[other].spots[their].outlines
            known[key] = CLASH * any(overlapping(a, b) for a in first for b in second)
        return known[key]

    def alone(index: int, spot: int, without: int = -1) -> float:
        """The trouble of a name in a spot, all others staying where they are."""
        return names[index].spots[spot].trouble + sum(
            clash(index, spot, other, names[other].chosen)
            for other in rivals[index]
            if other != without
        )

    def together(one: int, its: int, other: int, their: int) -> float:
        return alone(one, its, other) + alone(other, their, one) + clash(one, its, other, their)

    def unhappy(index: int) -> bool:
        best = min(spot.trouble for spot in names[index].spots)
        return alone(index, names[index].chosen) > best + 1e-9

    moved = True
    while moved:
        moved = False
        for index, name in enumerate(names):
            best = min(range(len(name.spots)), key=lambda spot: alone(index, spot))
            if alone(index, best) < alone(index, name.chosen) - 1e-9:
                name.chosen = best
                moved = True
        # Two neighbours may each hold the other's best place: so they are moved together.
        for one, other in ((a, b) for a in range(len(names)) for b in rivals[a] if a < b):
            if not (unhappy(one) and unhappy(other)) and not clash(
                one, names[one].chosen, other, names[other].chosen
            ):
                continue
            spots = product(range(len(names[one].spots)), range(len(names[other].spots)))
            best_two = min(spots, key=lambda two: together(one, two[0], other, two[1]))
            now = together(one, names[one].chosen, other, names[other].chosen)
            if together(one, best_two[0], other, best_two[1]) < now - 1e-9:
                names[one].chosen, names[other].chosen = best_two
                moved = True


def _rivals(names: Sequence[Name]) -> list[list[int]]:
    """For each name the others that any of its spots could meet."""
    boxes = [
        _box(point for spot in name.spots for o in spot.outlines for point in o) for name in names
    ]
    order = sorted(range(len(names)), key=lambda index: boxes[index][0])
    rivals: list[list[int]] = [[] for _ in names]
    for rank, one in enumerate(order):
        for other in order[rank + 1 :]:
            if boxes[other][0] > boxes[one][2]:
                break
            if boxes[other][1] <= boxes[one][3] and boxes[one][1] <= boxes[other][3]:
                rivals[one].append(other)
                rivals[other].append(one)
    return [sorted(others) for others in rivals]


def _box(points: Iterable[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def crowded(names: Sequence[Name]) -> list[Name]:
    """The names that found no free place: they overlap another, or something that is there."""
    standing = Crowd()
    found = []
    for name in names:
        taken = name.spot.trouble >= CLASH
        if taken or not all(standing.free(outline) for outline in name.spot.outlines):
            found.append(name)
        for outline in name.spot.outlines:
            standing.add(outline)
    return found
