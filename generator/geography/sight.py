"""Which hexes see each other over hills, woods and houses, and from which quarter one is seen.

A line of sight runs from hex centre to hex centre, from eye to eye. A hex that it crosses blocks it
where what stands there is higher than the line is above it. A line that runs along the side between
two hexes is blocked only if both of them block it. What is seen one way is seen the other way.

Heights are whole numbers of a unit that the game chooses (tenths of a level, feet), so that all is
worked out exactly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from functools import cache
from math import atan2, degrees, sqrt

from generator.geography.grid import DIRECTIONS, Axial, HexGrid, hex_distance
from generator.light import dataclass

NOBODY: frozenset[str] = frozenset()
NUDGE = 1000
"""A line is moved to either side by this part of its length, to tell whether it runs on an edge."""


@dataclass(frozen=True, slots=True)
class _Unless:
    """A line that is clear unless pieces stand in its way."""

    alone: frozenset[str]
    """Hexes of which each would block it, were it occupied."""
    both: tuple[frozenset[str], ...]
    """Hexes beside the line that block it only if all of them are occupied."""


@dataclass(frozen=True)
class Sight:
    """The lines of sight of one map. Each is worked out once, when it is first asked for."""

    grid: HexGrid
    ground: Mapping[str, int]
    """How high hexes lie; one that is not named lies at 0."""
    upright: Mapping[str, int] = field(default_factory=dict)
    """How high what always stands in a hex is above its ground: trees, houses."""
    eye: int = 0
    """How high above the ground one looks, and is seen."""
    piece: int = 0
    """How high above the ground a piece is that stands in the way."""
    _known: dict[str, dict[str, bool | _Unless]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        for name in (*self.ground, *self.upright):
            if name not in self.grid.cells:
                raise ValueError(f"{name!r} is not a hex of this grid")

    def clear(self, one: str, other: str, standing: Collection[str] = NOBODY) -> bool:
        """Whether two hexes see each other; ``standing``: hexes with pieces that may be in the way
        (those at both ends never are). KeyError for an unknown hex.

        Fastest when ``standing`` is a set.
        """
        try:
            answer = self._known[one][other]
        except KeyError:
            answer = self._learnt(one, other)
        if answer is True or answer is False:
            return answer
        if not answer.alone.isdisjoint(standing):
            return False
        return not any(pair.issubset(standing) for pair in answer.both)

    def blocked_by(
        self, one: str, other: str, standing: Collection[str] = NOBODY
    ) -> tuple[str, ...]:
        """The first hexes on the way that block a line: one, or two where it runs between them;
        none if it is clear."""
        for hexes, line in self._crossed(one, other):
            if all(self._blocks(name, line, name in standing) for name in hexes):
                return hexes
        return ()

    def seen_from(self, one: str, standing: Collection[str] = NOBODY) -> frozenset[str]:
        """All hexes of the map that are seen from one, itself included."""
        return frozenset(other for other in self.grid.cells if self.clear(one, other, standing))

    def _learnt(self, one: str, other: str) -> bool | _Unless:
        answer = self._worked_out(one, other)
        for here, there in ((one, other), (other, one)):
            self._known.setdefault(here, {})[there] = answer
        return answer

    def _worked_out(self, one: str, other: str) -> bool | _Unless:
        alone: set[str] = set()
        both: list[frozenset[str]] = []
        for hexes, line in self._crossed(one, other):
            bare = [name for name in hexes if not self._blocks(name, line, False)]
            if not bare:
                return False
            if all(self._blocks(name, line, True) for name in bare):
                if len(bare) == 1:
                    alone.add(bare[0])
                else:
                    both.append(frozenset(bare))
        return _Unless(frozenset(alone), tuple(both)) if alone or both else True

    def _crossed(self, one: str, other: str) -> Iterator[tuple[tuple[str, ...], tuple[int, int]]]:
        """The hexes between two, one by one, or two where the line runs between them; with the
        height of the line there, as a fraction. Over what is no hex of the map one sees freely."""
        (q, r), end = self.grid.cells[one], self.grid.cells[other]
        way = _way((end[0] - q, end[1] - r))
        far = len(way) + 1
        here, there = self.ground.get(one, 0) + self.eye, self.ground.get(other, 0) + self.eye
        for step, cells in enumerate(way, 1):
            hexes = tuple(self.grid.present([(q + dq, r + dr) for dq, dr in cells]))
            if len(hexes) == len(cells):
                yield hexes, (here * (far - step) + there * step, far)

    def _blocks(self, name: str, line: tuple[int, int], occupied: bool) -> bool:
        above = max(self.upright.get(name, 0), self.piece if occupied else 0)
        height, parts = line
        return (self.ground.get(name, 0) + above) * parts > height


@cache
def _way(towards: Axial) -> tuple[tuple[Axial, ...], ...]:
    """The cells between one at (0, 0) and another, step by step: the same wherever they lie."""
    far = hex_distance((0, 0), towards)
    return tuple(crossed((0, 0), towards, step, far) for step in range(1, far))


def crossed(start: Axial, end: Axial, step: int, far: int) -> tuple[Axial, ...]:
    """The cell that holds the point ``step / far`` of the way between two cells; both cells, if the
    point lies on the side between them."""
    unit = NUDGE * far
    q = (start[0] * (far - step) + end[0] * step) * NUDGE
    r = (start[1] * (far - step) + end[1] * step) * NUDGE
    one = _rounded(q + 1, r - 3, unit)
    other = _rounded(q - 1, r + 3, unit)
    return (one,) if one == other else (one, other)


def _rounded(q: int, r: int, unit: int) -> Axial:
    """The cell of a point; the coordinates are whole numbers of 1 / ``unit``."""
    exact = (q, -q - r, r)
    x, y, z = ((2 * part + unit) // (2 * unit) for part in exact)
    off_x, off_y, off_z = (
        abs(whole * unit - part) for whole, part in zip((x, y, z), exact, strict=True)
    )
    if off_x >= off_y and off_x >= off_z:
        return -y - z, z
    if off_y >= off_z:
        return x, z
    return x, -x - y


def angle(grid: HexGrid, at: str, facing: str, other: str) -> float:
    """How many degrees (0 to 180) another hex lies off the direction in which a piece looks, from
    hex centre to hex centre; 0 for its own hex. KeyError for an unknown hex or direction."""
    ways = DIRECTIONS[grid.orientation]
    (q, r), (oq, orow) = grid.cells[at], grid.cells[other]
    if at == other:
        return 0.0
    looks, lies = _bearing(ways[facing]), _bearing((oq - q, orow - r))
    off = abs(looks - lies) % 360
    return round(min(off, 360 - off), 9)


def _bearing(towards: Axial) -> float:
    """Of two steps along the axes of a regular grid, in degrees; the grid's own turn is left out,
    as only differences count."""
    q, r = towards
    return degrees(atan2(sqrt(3) * (r + q / 2), 1.5 * q))
