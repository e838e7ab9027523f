"""Names looking for their places: one way for all that is written on a board.

Every name has spots where it may stand, each with what speaks against it. Names take turns, alone
and two at a time, and move only when that lessens the trouble of all together; so they come to
rest, and none overlaps another while one of its own spots is free.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from itertools import product
from math import floor

from generator.drawing.checks import Bounds, apart, bounds, meeting, overlapping
from generator.drawing.sheet import Anchor, Point
from generator.light import dataclass

Outline = Sequence[Point]
"""Corners of a convex outline, or the two ends of a stretch of line, mm."""

CLASH = 100.0
"""The trouble of two names that overlap, or of a name over something that is there."""

_LESS = 1e-9
"""What a move must better at least, against rounding."""

_CHAIN = 8
"""Most names that one name may set in motion."""

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

    _buckets: dict[tuple[int, int], list[tuple[Outline, Bounds]]] = field(default_factory=dict)

    def add(self, outline: Outline) -> None:
        """Another outline."""
        box = bounds(outline)
        for key in _keys(box):
            self._buckets.setdefault(key, []).append((outline, box))

    def hit(self, outline: Outline, hair: float = 0.05) -> int:
        """How many of them an outline overlaps; with ``hair`` nought lines count too."""
        near = {id(other): other for other in self._near(outline)}
        return sum(meeting(outline, other, hair) for other in near.values())

    def free(self, outline: Outline) -> bool:
        """Whether none of them lies there."""
        return not any(meeting(outline, other) for other in self._near(outline))

    def _near(self, outline: Outline) -> Iterator[Outline]:
        """Those whose boxes are not apart from that of an outline; some oftener than once."""
        box = bounds(outline)
        for key in _keys(box):
            for other, its in self._buckets.get(key, ()):
                if not apart(box, its):
                    yield other


def _keys(box: Bounds) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = box
    for column in range(floor(left / _BUCKET), floor(right / _BUCKET) + 1):
        for row in range(floor(top / _BUCKET), floor(bottom / _BUCKET) + 1):
            yield column, row


def settle(names: Sequence[Name]) -> None:
    """Moves every name to the spot of least trouble for all, until none wants to move."""
    table = _Settling(names)
    moved = True
    while moved:
        # Every name has its turn, whoever moved before it; chains only when all else is at rest.
        turns = [table.alone(index) for index in range(len(names))]
        turns += [table.in_pairs(index) for index in range(len(names))]
        moved = any(turns) or any(table.in_chain(index) for index in range(len(names)))


class _Settling:
    """Names on the move. Every move lessens the trouble of all together, so they come to rest."""

    def __init__(self, names: Sequence[Name]) -> None:
        self.names = names
        self.rivals = _rivals(names)
        self._known: dict[tuple[int, int, int, int], float] = {}

    def clash(self, one: int, its: int, other: int, their: int) -> float:
        """The trouble of two names in two of their spots."""
        if one > other:
            one, its, other, their = other, their, one, its
        key = one, its, other, their
        if key not in self._known:
            first = self.names[one].spots[its].outlines
            second = self.names[other].spots[their].outlines
            self._known[key] = CLASH * any(overlapping(a, b) for a in first for b in second)
        return self._known[key]

    def trouble(self, index: int, spot: int, others: Collection[int] | None = None) -> float:
        """The trouble of a name in a spot with its rivals (or some others) as they stand."""
        return self.names[index].spots[spot].trouble + sum(
            self.clash(index, spot, other, self.names[other].chosen)
            for other in (self.rivals[index] if others is None else others)
        )

    def best(self, index: int, others: Collection[int] | None = None) -> int:
        """The spot of a name with the least trouble."""
        spots = range(len(self.names[index].spots))
        return min(spots, key=lambda spot: self.trouble(index, spot, others))

    def alone(self, index: int) -> bool:
        """Moves a name to its best spot; whether it moved."""
        name = self.names[index]
        found = self.best(index)
        if self.trouble(index, found) >= self.trouble(index, name.chosen) - _LESS:
            return False
        name.chosen = found
        return True

    def in_pairs(self, index: int) -> bool:
        """Moves a name together with a neighbour: each may hold the other's best place."""
        moved = False
        name = self.names[index]
        for rank in (rank for rank in self.rivals[index] if rank > index):
            other = self.names[rank]
            touching = self.clash(index, name.chosen, rank, other.chosen)
            if not touching and not (self.unhappy(index) and self.unhappy(rank)):
                continue

            mine = [one for one in self.rivals[index] if one != rank]
            its = [one for one in self.rivals[rank] if one != index]

            def both(
                two: tuple[int, int],
                rank: int = rank,
                mine: list[int] = mine,
                its: list[int] = its,
            ) -> float:
                return (
                    self.trouble(index, two[0], mine)
                    + self.trouble(rank, two[1], its)
                    + self.clash(index, two[0], rank, two[1])
                )

            found = min(product(range(len(name.spots)), range(len(other.spots))), key=both)
            if both(found) < both((name.chosen, other.chosen)) - _LESS:
                name.chosen, other.chosen = found
                moved = True
        return moved

    def unhappy(self, index: int) -> bool:
        """Whether a name has a spot it would like better, were the others not there."""
        best = min(spot.trouble for spot in self.names[index].spots)
        return self.trouble(index, self.names[index].chosen) > best + _LESS

    def in_chain(self, index: int) -> bool:
        """Puts a name that overlaps another into each of its spots, and lets those it drives away
        drive others away in turn; whether that lessened the trouble of all."""
        if not self._driven(index, {index}):
            return False
        before, stood = self.total(), [name.chosen for name in self.names]
        for spot in range(len(self.names[index].spots)):
            self.names[index].chosen = spot
            settled, waiting = {index}, [index]
            while waiting and len(settled) <= _CHAIN:
                for other in self._driven(waiting.pop(0), settled):
                    among = [one for one in settled if one in self.rivals[other]]
                    self.names[other].chosen = self.best(other, among)
                    settled.add(other)
                    waiting.append(other)
            if self.total() < before - _LESS:
                return True
            for name, chosen in zip(self.names, stood, strict=True):
                name.chosen = chosen
        return False

    def _driven(self, index: int, settled: set[int]) -> list[int]:
        """The names that a name overlaps, other than those that are settled."""
        mine = self.names[index].chosen
        return [
            other
            for other in self.rivals[index]
            if other not in settled and self.clash(index, mine, other, self.names[other].chosen)
        ]

    def total(self) -> float:
        """The trouble of all names together, each clash counted once."""
        return (
            sum(
                self.trouble(index, name.chosen) + name.spot.trouble
                for index, name in enumerate(self.names)
            )
            / 2
        )


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
