"""VASSAL's grids: what they call a point of a board, and where a piece dropped there comes to lie.

The sums are those of ``HexGrid``, ``HexGridNumbering``, ``SquareGrid``, ``SquareGridNumbering``,
``RegionGrid``, ``ZonedGrid`` and ``Zone``, odd roundings included. All points are pixels of the
board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import floor
from struct import pack, unpack
from typing import Protocol

from generator.light import dataclass

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LONGEST_NAME = 200

Pixel = tuple[int, int]


class Grid(Protocol):
    """Anything that names the points of a board."""

    def name(self, x: int, y: int) -> str | None:
        """The location's name, or `None` when the grid has no names."""

    def snapped(self, x: int, y: int) -> Pixel:
        """Where a piece dropped on a point comes to lie."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """How rows and columns are called (``RegularGridNumbering``)."""

    column_first: bool = True
    separator: str = ""
    letters_across: bool = False
    letters_down: bool = False
    leading_across: int = 0
    leading_down: int = 0
    offset_across: int = 0
    offset_down: int = 0
    descending_across: bool = False
    descending_down: bool = False
    stagger: bool = True
    oblique: bool = False
    """Whether rows run aslant, upward where they are staggered (``ObliqueHexGridNumbering``,
    VASSAL 3.8)."""
    format: str = "$gridLocation$"

    def name(self, column: int, row: int) -> str:
        """The location's name for a column and row before the offsets."""
        down = _number(row + self.offset_down, self.letters_down, self.leading_down)
        across = _number(column + self.offset_across, self.letters_across, self.leading_across)
        parts = (across, down) if self.column_first else (down, across)
        whole = self.separator.join(parts)
        return filled(self.format, {"gridLocation": whole, "row": down, "column": across})


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Hexes in columns, or in rows when sideways: then x and y change places first.

    Pieces snap to middles; a grid that lets them stand on edges or corners too is not worked out.
    """

    x0: int
    y0: int
    dx: float
    """Distance of two columns, pixels."""
    dy: float
    """Distance of two hexes in a column, pixels."""
    sideways: bool
    numbering: Numbering | None
    size: Pixel
    """Width and height of what the grid covers: board or zone, pixels."""
    snaps: bool = True

    @property
    def most_rows(self) -> int:
        """What descending columns of a sideways grid, else rows, are counted back from."""
        return floor(self.size[1] / self.dx + 0.5)

    @property
    def most_columns(self) -> int:
        """What descending rows of a sideways grid, else columns, are counted back from."""
        return floor(self.size[0] / self.dy + 0.5)

    def _cell(self, x: int, y: int) -> Pixel:
        """Column and row, counted from the origin before any numbering."""
        if self.sideways:
            x, y = y, x
        column = floor((x - self.x0) / self.dx + 0.5)
        half = self.dy / 2 if column % 2 else 0.0
        return column, floor((y - self.y0 - half) / self.dy + 0.5)

    def range(self, one: Pixel, other: Pixel) -> int:
        """How many hexes it is from one point to another."""
        (column, row), (to_column, to_row) = (
            self._cell(*self.snapped(*end)) for end in (one, other)
        )
        down = (to_row - (to_column - to_column % 2) // 2) - (row - (column - column % 2) // 2)
        across = to_column - column
        return max(abs(across), abs(down), abs(across + down))

    def name(self, x: int, y: int) -> str | None:
        if self.numbering is None:
            return None
        numbering = self.numbering
        column, row = self._cell(x, y)
        odd = column % 2 != 0
        if self.sideways:
            if numbering.descending_down:
                column = self.most_rows - column
            if numbering.descending_across:
                row = self.most_columns - row
            back = numbering.descending_across
        else:
            if numbering.descending_across:
                column = self.most_columns - column
            if numbering.descending_down:
                row = self.most_rows - row
            back = numbering.descending_down
        if numbering.stagger and odd:
            row += -1 if back else 1
        if numbering.oblique:
            half_way = int(column / 2)  # as Java divides: towards zero
            row = row + half_way if numbering.stagger else row - half_way + 1
        return numbering.name(column, row)

    def centre(self, column: int, row: int) -> Pixel:
        """The middle of a hex, counted from the origin before any numbering."""
        x = int(self.dx * column + self.x0)
        half = int(self.dy / 2) if column % 2 else 0
        y = int(self.dy * row + half + self.y0)
        return (y, x) if self.sideways else (x, y)

    def snapped(self, x: int, y: int) -> Pixel:
        if not self.snaps:
            return x, y
        across, down = (y, x) if self.sideways else (x, y)
        column = floor((across - self.x0 + self.dx / 2) / self.dx)
        half = 0.0 if column % 2 else self.dy / 2
        row = floor((down - self.y0 + half) / self.dy)
        up = row if column % 2 else row - 1
        found = self.centre(column, row)
        if self._holds(found, across, down):
            return found
        for near in ((-1, up), (-1, up + 1), (1, up), (1, up + 1)):
            other = self.centre(column + near[0], near[1])
            if self._holds(other, across, down):
                return other
        return found

    def _holds(self, centre: Pixel, across: int, down: int) -> bool:
        x, y = centre[::-1] if self.sideways else centre
        return _inside(across - x, down - y, _hexagon(self.dx, self.dy, x, y))


@lru_cache(maxsize=4096)
def _hexagon(dx: float, dy: float, x: int, y: int) -> tuple[Pixel, ...]:
    """The corners of a hex as ``getSingleHexShape`` makes them, counted from its middle; in
    single precision, so that it matters where the middle lies."""
    wide, high = _single(dx), _single(dy)
    reach = _single(2.0 * wide / 3.0)
    left, right = _rounded(x - 0.5 * reach), _rounded(x + 0.5 * reach) + 1
    top, bottom = _rounded(y - 0.5 * high), _rounded(y + 0.5 * high) + 1
    ring = (
        (_rounded(x - reach), y),
        (left, top),
        (right, top),
        (_rounded(x + reach) + 1, y),
        (right, bottom),
        (left, bottom),
    )
    return tuple((across - x, down - y) for across, down in ring)


def _single(value: float) -> float:
    return float(unpack("<f", pack("<f", value))[0])


def _rounded(value: float) -> int:
    return floor(_single(value) + 0.5)


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Squares, or oblongs. Pieces snap to middles, as on a `HexGrid`."""

    x0: int
    y0: int
    dx: float
    dy: float
    numbering: Numbering | None
    size: Pixel
    snaps: bool = True

    @property
    def most_rows(self) -> int:
        """What descending rows are counted back from."""
        return int(self.size[1] / self.dy + 0.5)

    @property
    def most_columns(self) -> int:
        """What descending columns are counted back from."""
        return int(self.size[0] / self.dx + 0.5)

    def name(self, x: int, y: int) -> str | None:
        numbering = self.numbering
        if numbering is None:
            return None
        column = floor((x - self.x0) / self.dx + 0.5)
        row = int((y - self.y0) / self.dy + 0.5)  # towards zero, unlike the column
        if numbering.descending_across:
            column = self.most_columns - column
        if numbering.descending_down:
            row = self.most_rows - row
        return numbering.name(column, row)

    def snapped(self, x: int, y: int) -> Pixel:
        if not self.snaps:
            return x, y
        column = floor((x - self.x0) / self.dx + 0.5)
        row = floor((y - self.y0) / self.dy + 0.5)
        return self.x0 + floor(column * self.dx + 0.5), self.y0 + floor(row * self.dy + 0.5)


@dataclass(frozen=True, slots=True)
class RegionGrid:
    """Named points; a point bears the name of the nearest."""

    regions: tuple[tuple[int, int, str], ...]
    """(x, y, name)."""
    snaps: bool = True

    def name(self, x: int, y: int) -> str | None:
        return self._nearest(x, y)[2] if self.regions else None

    def snapped(self, x: int, y: int) -> Pixel:
        return self._nearest(x, y)[:2] if self.snaps and self.regions else (x, y)

    def _nearest(self, x: int, y: int) -> tuple[int, int, str]:
        return min(self.regions, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)


@dataclass(frozen=True, slots=True)
class Zone:
    """A polygon with a name, and perhaps a grid of its own."""

    title: str
    path: tuple[Pixel, ...]
    format: str
    grid: Grid | None
    box: tuple[int, int, int, int]
    """Left, top, right, bottom of the path."""

    def name(self, x: int, y: int) -> str:
        inner = self.grid.name(x, y) if self.grid is not None else None
        return filled(self.format, {"name": self.title, "gridLocation": inner or ""})

    def snapped(self, x: int, y: int) -> Pixel:
        """Where a piece dropped on a point of the zone comes to lie."""
        return self.grid.snapped(x, y) if self.grid is not None else (x, y)

    def contains(self, x: int, y: int) -> bool:
        """Whether the point is inside, by the even-odd rule; left and top edges belong to it."""
        left, top, right, bottom = self.box
        return left <= x < right and top <= y < bottom and _inside(x, y, self.path)


def _inside(x: int, y: int, path: Sequence[Pixel]) -> bool:
    inside = False
    x1, y1 = path[-1]
    for x2, y2 in path:
        if (y1 <= y < y2 or y2 <= y < y1) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
        x1, y1 = x2, y2
    return inside


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones before a grid."""

    zones: tuple[Zone, ...]
    background: Grid | None

    def zone(self, x: int, y: int) -> Zone | None:
        """The first zone that holds the point."""
        return next((zone for zone in self.zones if zone.contains(x, y)), None)

    def name(self, x: int, y: int) -> str | None:
        zone = self.zone(x, y)
        if zone is not None:
            return zone.name(x, y)
        return self.background.name(x, y) if self.background is not None else None

    def snapped(self, x: int, y: int) -> Pixel:
        zone = self.zone(x, y)
        if zone is not None:
            return zone.snapped(x, y)
        return self.background.snapped(x, y) if self.background is not None else (x, y)


def _number(value: int, letters: bool, leading: int) -> str:
    sign = "-" if value < 0 else ""
    value = abs(value)
    if letters:
        return sign + ALPHABET[value % 26] * min(value // 26 + 1, _LONGEST_NAME)
    return sign + str(value).zfill(min(leading, _LONGEST_NAME) + 1)


def filled(pattern: str, values: Mapping[str, str]) -> str:
    """A format of VASSAL with ``$name$`` replaced by its value; unknown names stay."""
    return re.sub(r"\$(\w+)\$", lambda match: values.get(match.group(1), match.group(0)), pattern)
