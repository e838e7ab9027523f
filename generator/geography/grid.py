"""Hex grids: flat-topped (columns) and pointy (rows), over any naming of the cells.

Cells are held in axial coordinates (q, r) counted from the origin hex. Flat: q counts columns to
the right, ``y = height * (r + q / 2)``. Pointy: r counts rows downwards,
``x = width * (q + r / 2)``. ``size`` is the distance from a hex's centre to its corners; x and y
are millimetres. Hexes of a scanned board are seldom regular: ``stretch`` widens them from corner
to corner (flat: along x; pointy: along y).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from math import cos, pi, sin, sqrt
from typing import Literal

from generator.geography.adjacency import Adjacency
from generator.geography.numbering import OffsetNames, lettered
from generator.light import dataclass

Axial = tuple[int, int]
MAX_HEXES = 100_000
Orientation = Literal["flat", "pointy"]

DIRECTIONS: Mapping[Orientation, Mapping[str, Axial]] = {
    "flat": {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)},
    "pointy": {
        "NE": (1, -1),
        "E": (1, 0),
        "SE": (0, 1),
        "SW": (-1, 1),
        "W": (-1, 0),
        "NW": (0, -1),
    },
}
"""Neighbours clockwise from the north."""


def hex_distance(one: Axial, other: Axial) -> int:
    """Steps between two cells of an endless grid."""
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def hex_round(q: float, r: float) -> Axial:
    """The cell that holds a point given in fractional axial coordinates."""
    s = -q - r
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        whole_q = -whole_r - whole_s
    elif off_r > off_s:
        whole_r = -whole_q - whole_s
    return whole_q, whole_r


def hex_line(one: Axial, other: Axial) -> list[Axial]:
    """The cells a straight line from centre to centre passes, both ends included.

    A line along a hexside always takes the same side, so the line back is the line turned round.
    """
    turned = other < one
    start, end = (other, one) if turned else (one, other)
    steps = hex_distance(start, end)
    cells = []
    for step in range(steps + 1):
        share = step / steps if steps else 0.0
        q = start[0] + (end[0] - start[0]) * share + 1e-6
        r = start[1] + (end[1] - start[1]) * share + 2e-6
        cells.append(hex_round(q, r))
    return cells[::-1] if turned else cells


def hex_ring(centre: Axial, radius: int) -> list[Axial]:
    """The cells exactly ``radius`` steps away: 6 * radius of them, or the centre alone for 0."""
    if radius == 0:
        return [centre]
    q, r = centre[0] - radius, centre[1] + radius
    cells = []
    for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)):
        for _ in range(radius):
            cells.append((q, r))
            q, r = q + dq, r + dr
    return cells


def offset_to_axial(column: int, row: int, orientation: Orientation, shifted: str) -> Axial:
    """Column and row to axial; the ``shifted`` ("odd", "even") lines lie half a hex further on."""
    if orientation == "flat":
        lag = column - (column & 1) if shifted == "odd" else column + (column & 1)
        return column, row - lag // 2
    lag = row - (row & 1) if shifted == "odd" else row + (row & 1)
    return column - lag // 2, row


@dataclass(frozen=True)
class HexGrid:
    """A finite set of named hexes.

    ``closed`` pairs of neighbours have a blocked common side; ``joined`` pairs count as
    neighbours although they do not touch.
    """

    orientation: Orientation
    size: float
    origin: tuple[float, float]
    cells: Mapping[str, Axial]
    closed: tuple[tuple[str, str], ...] = ()
    joined: tuple[tuple[str, str], ...] = ()
    stretch: float = 1.0
    _names: Mapping[Axial, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names: dict[Axial, str] = {}
        for name, cell in self.cells.items():
            if cell in names:
                raise ValueError(f"hexes {names[cell]!r} and {name!r} lie on the same spot")
            names[cell] = name
        object.__setattr__(self, "_names", names)
        for one, other in (*self.closed, *self.joined):
            for name in (one, other):
                if name not in self.cells:
                    raise ValueError(f"{name!r} is not a hex of this grid")
        for one, other in self.closed:
            if hex_distance(self.cells[one], self.cells[other]) != 1:
                raise ValueError(f"hexes {one!r} and {other!r} have no common side to close")

    @classmethod
    def axial(
        cls,
        orientation: Orientation,
        size: float,
        origin: tuple[float, float],
        rows: Mapping[str, Iterable[tuple[int, int]]],
        letter_towards: str,
        digit_towards: str,
        first_letter: str = "A",
        first_digit: int = 1,
        closed: tuple[tuple[str, str], ...] = (),
        joined: tuple[tuple[str, str], ...] = (),
    ) -> HexGrid:
        """A letter-digit grid: ``rows`` maps a letter to inclusive ranges of digits.

        ``letter_towards`` and ``digit_towards`` are the directions in which letter and digit
        grow. Raises ValueError for a direction the orientation does not have.
        """
        ways = DIRECTIONS[orientation]
        for towards in (letter_towards, digit_towards):
            if towards not in ways:
                raise ValueError(
                    f"{orientation} hexes have no side towards {towards}; "
                    f"accepted: {', '.join(ways)}"
                )
        (lq, lr), (dq, dr) = ways[letter_towards], ways[digit_towards]
        if (lq, lr) in ((dq, dr), (-dq, -dr)):
            raise ValueError("letters and digits must grow along different axes")
        order = {lettered(number): number for number in range(26 * 4)}
        cells: dict[str, Axial] = {}
        for letter, ranges in rows.items():
            if letter not in order:
                raise ValueError(f"{letter!r} is not the letter of a row")
            up = order[letter] - order[first_letter]
            for low, high in ranges:
                if len(cells) + high - low > MAX_HEXES:
                    raise ValueError(f"more than {MAX_HEXES} hexes")
                for digit in range(low, high + 1):
                    on = digit - first_digit
                    cells[f"{letter}{digit}"] = (lq * up + dq * on, lr * up + dr * on)
        return cls(orientation, size, origin, cells, closed, joined)

    @classmethod
    def offset(
        cls,
        orientation: Orientation,
        size: float,
        origin: tuple[float, float],
        names: OffsetNames,
        shifted: str = "odd",
        only: Iterable[str] | None = None,
        absent: Iterable[str] = (),
        closed: tuple[tuple[str, str], ...] = (),
        joined: tuple[tuple[str, str], ...] = (),
        stretch: float = 1.0,
    ) -> HexGrid:
        """A grid of columns and rows; ``only`` (names) limits it, ``absent`` takes hexes out.

        Raises ValueError when two hexes would have the same name or a name is unknown.
        """
        if names.columns * names.rows > MAX_HEXES:
            raise ValueError(f"more than {MAX_HEXES} hexes")
        found: dict[str, Axial] = {}
        for row in range(names.rows):
            for column in range(names.columns):
                name = names.name(column, row)
                if name in found:
                    raise ValueError(f"two hexes would be named {name!r}; add a separator")
                found[name] = offset_to_axial(column, row, orientation, shifted)
        wanted = list(found) if only is None else list(dict.fromkeys(only))
        out = set(absent)
        for name in (*wanted, *out):
            if name not in found:
                raise ValueError(f"{name!r} is not a hex of this grid")
        cells = {name: found[name] for name in wanted if name not in out}
        return cls(orientation, size, origin, cells, closed, joined, stretch)

    # -- points

    @property
    def width(self) -> float:
        """Of one hex, along x."""
        if self.orientation == "flat":
            return 2 * self.size * self.stretch
        return sqrt(3) * self.size

    @property
    def height(self) -> float:
        """Of one hex, along y."""
        if self.orientation == "flat":
            return sqrt(3) * self.size
        return 2 * self.size * self.stretch

    def point(self, cell: Axial) -> tuple[float, float]:
        """The centre of a cell, whether or not it is in the grid."""
        q, r = cell
        if self.orientation == "flat":
            x, y = 1.5 * q * self.stretch, sqrt(3) * (r + q / 2)
        else:
            x, y = sqrt(3) * (q + r / 2), 1.5 * r * self.stretch
        return self.origin[0] + self.size * x, self.origin[1] + self.size * y

    def cell_at(self, x: float, y: float) -> Axial:
        """The cell that holds a point, whether or not it is in the grid."""
        x, y = (x - self.origin[0]) / self.size, (y - self.origin[1]) / self.size
        if self.orientation == "flat":
            q = x / 1.5 / self.stretch
            return hex_round(q, y / sqrt(3) - q / 2)
        r = y / 1.5 / self.stretch
        return hex_round(x / sqrt(3) - r / 2, r)

    def centre(self, name: str) -> tuple[float, float]:
        """The centre of a hex; KeyError for an unknown name."""
        return self.point(self.cells[name])

    def at(self, x: float, y: float) -> str | None:
        """The hex that holds a point; None off the grid."""
        return self._names.get(self.cell_at(x, y))

    def nearest(self, x: float, y: float) -> str:
        """The hex whose centre is nearest."""
        here = self.at(x, y)
        if here is not None:
            return here

        def far(name: str) -> float:
            cx, cy = self.centre(name)
            return (cx - x) ** 2 + (cy - y) ** 2

        return min(self.cells, key=far)

    def corners(self, cell: Axial) -> tuple[tuple[float, float], ...]:
        """The six corners of a cell, clockwise (y grows downwards)."""
        cx, cy = self.point(cell)
        flat = self.orientation == "flat"
        start = 0.0 if flat else -pi / 6
        wide = self.size * (self.stretch if flat else 1.0)
        high = self.size * (1.0 if flat else self.stretch)
        return tuple(
            (cx + wide * cos(start + k * pi / 3), cy + high * sin(start + k * pi / 3))
            for k in range(6)
        )

    def outline(self, name: str) -> tuple[tuple[float, float], ...]:
        """The six corners of a hex, clockwise from the east."""
        return self.corners(self.cells[name])

    def side(self, one: str, other: str) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends of the common side of two neighbours; ValueError when there is none."""
        mine = self.outline(one)
        theirs = self.outline(other)
        ends = [
            corner
            for corner in mine
            if any(abs(corner[0] - x) + abs(corner[1] - y) < self.size * 1e-6 for x, y in theirs)
        ]
        if len(ends) != 2:
            raise ValueError(f"hexes {one!r} and {other!r} have no common side")
        return ends[0], ends[1]

    def edge(self, name: str, towards: str) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends of the side of a hex that faces a direction, clockwise."""
        ways = list(DIRECTIONS[self.orientation])
        corners = self.outline(name)
        # Corner 0 lies east (flat) or 30 degrees north of east (pointy); clockwise from there.
        start = (ways.index(towards) + (4 if self.orientation == "flat" else 5)) % 6
        return corners[start], corners[(start + 1) % 6]

    # -- steps

    @cached_property
    def adjacency(self) -> Adjacency:
        """Which hexes of the grid touch, closed sides and joined pairs worked in."""
        ways = DIRECTIONS[self.orientation].values()
        near = {
            name: [
                self._names[(q + dq, r + dr)] for dq, dr in ways if (q + dq, r + dr) in self._names
            ]
            for name, (q, r) in self.cells.items()
        }
        return Adjacency(near, self.closed, self.joined)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The hexes one may step to, clockwise from the north."""
        return self.adjacency.neighbours(name)

    def neighbour(self, name: str, towards: str) -> str | None:
        """The hex beside it in a direction, a closed side notwithstanding; None: off the grid."""
        (q, r), (dq, dr) = self.cells[name], DIRECTIONS[self.orientation][towards]
        return self._names.get((q + dq, r + dr))

    def direction(self, one: str, other: str) -> str | None:
        """The direction of a neighbour; None when they do not touch."""
        (q, r), (oq, orow) = self.cells[one], self.cells[other]
        for name, (dq, dr) in DIRECTIONS[self.orientation].items():
            if (q + dq, r + dr) == (oq, orow):
                return name
        return None

    def distance(self, one: str, other: str) -> int:
        """Steps as the crow flies, over missing hexes and closed sides."""
        return hex_distance(self.cells[one], self.cells[other])

    def path(self, one: str, other: str, avoiding: Iterable[str] = ()) -> list[str] | None:
        """A shortest way over hexes of the grid; None when there is none."""
        return self.adjacency.path(one, other, frozenset(avoiding))

    def ring(self, name: str, radius: int) -> list[str]:
        """The hexes of the grid exactly so far away as the crow flies."""
        return list(self.present(hex_ring(self.cells[name], radius)))

    def within(self, name: str, radius: int) -> list[str]:
        """The hexes of the grid at most so far away as the crow flies, the hex itself first."""
        return [near for far in range(radius + 1) for near in self.ring(name, far)]

    def line(self, one: str, other: str) -> list[str]:
        """The hexes of the grid a straight line passes, both ends included."""
        return list(self.present(hex_line(self.cells[one], self.cells[other])))

    def border(self) -> list[tuple[tuple[float, float], ...]]:
        """The outlines of the whole grid: closed rings of corners, without repeating the first."""
        edges: dict[tuple[int, int], tuple[tuple[int, int], tuple[float, float]]] = {}
        grain = self.size * 1e-3

        def key(corner: tuple[float, float]) -> tuple[int, int]:
            return round(corner[0] / grain), round(corner[1] / grain)

        for name, (q, r) in self.cells.items():
            for towards, (dq, dr) in DIRECTIONS[self.orientation].items():
                if (q + dq, r + dr) not in self._names:
                    start, end = self.edge(name, towards)
                    edges[key(start)] = (key(end), start)
        rings = []
        while edges:
            first = next(iter(edges))
            here, ring = first, []
            while here in edges:
                here, corner = edges.pop(here)
                ring.append(corner)
            rings.append(tuple(ring))
        return rings

    def present(self, cells: Iterable[Axial]) -> Iterator[str]:
        """The names of those cells that are hexes of the grid."""
        for cell in cells:
            name = self._names.get(cell)
            if name is not None:
                yield name
