"""A board over several sheets: which part of it each shows, and how they overlap.

Geometry alone, in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from generator.light import dataclass
from generator.printing.imposition import HAIR, Box

OVERLAP = 10.0
"""How much of a board two neighbouring sheets both show, to be glued on one another, mm."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a board on a sheet of its own; ``part`` is its box on the board."""

    row: int
    column: int
    part: Box

    @property
    def name(self) -> str:
        """``B3``: the row's letter and the column's number."""
        return f"{letters(self.row)}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A board cut into tiles of one size, in rows and columns."""

    rows: int
    columns: int
    width: float
    height: float
    tiles: tuple[Tile, ...]

    def tile(self, row: int, column: int) -> Tile | None:
        """The tile there; None beyond the board."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return self.tiles[row * self.columns + column]
        return None


def letters(row: int) -> str:
    """A, B ... Z, AA, AB ..."""
    found = ""
    row += 1
    while row:
        row, rest = divmod(row - 1, 26)
        found = chr(65 + rest) + found
    return found


def tiled(board: Box, room: tuple[float, float], overlap: float = OVERLAP) -> Tiling:
    """A board in tiles that fit a room (width, height), all of one size.

    A board that fits the room is one tile. Raises nothing: the room is larger than the overlap.
    """
    columns, wide = _parted(board.width, room[0], overlap)
    rows, high = _parted(board.height, room[1], overlap)
    tiles = tuple(
        Tile(
            row,
            column,
            Box(
                board.x + column * (wide - overlap),
                board.y + row * (high - overlap),
                wide,
                high,
            ),
        )
        for row in range(rows)
        for column in range(columns)
    )
    return Tiling(rows, columns, wide, high, tiles)


def _parted(length: float, room: float, overlap: float) -> tuple[int, float]:
    """How many equal parts, and how long each is."""
    if length <= room + HAIR:
        return 1, length
    count = ceil((length - overlap - HAIR) / (room - overlap))
    return count, (length - overlap) / count + overlap


def stacked(
    sizes: Sequence[tuple[float, float]], area: Box, gap: float
) -> Iterator[list[tuple[int, Box, float]]]:
    """Pictures of any sizes laid into columns of an area, page after page, in their order.

    Yields (index, box, scale) lists; what is larger than the area is scaled down to it. A column
    is as wide as its widest picture; the columns of a page stand in its middle.
    """
    columns: list[list[tuple[int, float, float, float]]] = [[]]
    pages = [columns]
    y = used = 0.0
    for index, (width, height) in enumerate(sizes):
        scale = min(1.0, area.width / width, area.height / height)
        wide, high = width * scale, height * scale
        if columns[-1] and y + high > area.height + HAIR:
            used += max(item[1] for item in columns[-1]) + gap
            columns.append([])
            y = 0.0
        if used + wide > area.width + HAIR:
            if not columns[-1]:
                columns.pop()
            columns = [[]]
            pages.append(columns)
            y = used = 0.0
        columns[-1].append((index, wide, high, scale))
        y += high + gap
    for page in pages:
        yield list(_set(page, area, gap))


def _set(
    columns: Sequence[Sequence[tuple[int, float, float, float]]], area: Box, gap: float
) -> Iterator[tuple[int, Box, float]]:
    widths = [max((item[1] for item in column), default=0.0) for column in columns]
    x = area.x + (area.width - sum(widths) - gap * (len(widths) - 1)) / 2
    for column, room in zip(columns, widths, strict=True):
        y = area.y
        for index, wide, high, scale in column:
            yield index, Box(x + (room - wide) / 2, y, wide, high), scale
            y += high + gap
        x += room + gap
