"""Square and rectangular grids."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from generator.geography.adjacency import Adjacency
from generator.geography.numbering import OffsetNames
from generator.light import dataclass

MAX_SQUARES = 100_000


@dataclass(frozen=True)
class SquareGrid:
    """A finite grid of named rectangles; ``origin`` is the centre of the top left one (mm)."""

    cell: tuple[float, float]
    origin: tuple[float, float]
    names: OffsetNames
    diagonals: bool = False
    absent: frozenset[str] = frozenset()
    closed: tuple[tuple[str, str], ...] = ()
    joined: tuple[tuple[str, str], ...] = ()

    @cached_property
    def cells(self) -> dict[str, tuple[int, int]]:
        """Name -> (column, row). Raises ValueError when two squares have the same name."""
        if self.names.columns * self.names.rows > MAX_SQUARES:
            raise ValueError(f"more than {MAX_SQUARES} squares")
        found: dict[str, tuple[int, int]] = {}
        for row in range(self.names.rows):
            for column in range(self.names.columns):
                name = self.names.name(column, row)
                if name in found:
                    raise ValueError(f"two squares would be named {name!r}; add a separator")
                found[name] = (column, row)
        for name in self.absent:
            if name not in found:
                raise ValueError(f"{name!r} is not a square of this grid")
            del found[name]
        return found

    @cached_property
    def _by_cell(self) -> dict[tuple[int, int], str]:
        return {cell: name for name, cell in self.cells.items()}

    def centre(self, name: str) -> tuple[float, float]:
        """The centre of a square; KeyError for an unknown name."""
        column, row = self.cells[name]
        return self.origin[0] + column * self.cell[0], self.origin[1] + row * self.cell[1]

    def outline(self, name: str) -> tuple[tuple[float, float], ...]:
        """The four corners, clockwise from the top left."""
        x, y = self.centre(name)
        w, h = self.cell[0] / 2, self.cell[1] / 2
        return (x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)

    def at(self, x: float, y: float) -> str | None:
        """The square that holds a point; None off the grid."""
        column = round((x - self.origin[0]) / self.cell[0])
        row = round((y - self.origin[1]) / self.cell[1])
        return self._by_cell.get((column, row))

    @cached_property
    def adjacency(self) -> Adjacency:
        """Which squares touch (by sides; with ``diagonals`` by corners too)."""
        steps = [(0, -1), (1, 0), (0, 1), (-1, 0)]
        if self.diagonals:
            steps += [(1, -1), (1, 1), (-1, 1), (-1, -1)]
        near: dict[str, Iterable[str]] = {
            name: [
                self._by_cell[(column + dx, row + dy)]
                for dx, dy in steps
                if (column + dx, row + dy) in self._by_cell
            ]
            for name, (column, row) in self.cells.items()
        }
        return Adjacency(near, self.closed, self.joined)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The squares one may step to."""
        return self.adjacency.neighbours(name)

    def distance(self, one: str, other: str) -> int:
        """Steps over an open grid: the larger difference with diagonals, else the sum."""
        (ax, ay), (bx, by) = self.cells[one], self.cells[other]
        dx, dy = abs(ax - bx), abs(ay - by)
        return max(dx, dy) if self.diagonals else dx + dy
