"""Cells that VASSAL can number by itself: a regular grid of a map as VASSAL's own grid.

VASSAL's grids begin at a whole pixel and cut parts of pixels off, and their numbering cannot say
everything ours can. So a grid is taken only when it calls every cell by its own name, and puts
it not more than a pixel from where it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from math import ceil, floor, sqrt

from generator.geography.grid import HexGrid
from generator.geography.numbering import OffsetNames
from generator.geography.squares import SquareGrid
from generator.light import dataclass
from generator.vassal import grids

Numbered = grids.HexGrid | grids.SquareGrid


@dataclass(frozen=True, slots=True)
class Cells:
    """A grid whose cells are named by columns and rows; lengths in mm."""

    grid: HexGrid | SquareGrid
    names: OffsetNames

    def numbered(
        self,
        held: Collection[str],
        size: tuple[int, int],
        scale: float,
        pixels: Callable[[str], tuple[int, int]],
    ) -> Numbered | None:
        """VASSAL's grid for the cells of a zone; `None` where it would not agree with ours.

        ``size`` is the zone's in pixels, ``scale`` the pixels of a millimetre, and ``pixels``
        says where a cell's middle is drawn.
        """
        spots = {name: pixels(name) for name in held}
        rivals: Iterator[Numbered]
        if isinstance(self.grid, HexGrid):
            rivals = self._hexes(self.grid, size, scale)
        else:
            rivals = self._squares(self.grid, size, scale)
        return next((one for one in rivals if _agrees(one, spots)), None)

    def _hexes(self, grid: HexGrid, size: tuple[int, int], scale: float) -> Iterator[grids.HexGrid]:
        """In VASSAL odd columns lie half a hex lower, so where ours lie higher a column that is
        not there comes first."""
        sideways = grid.orientation == "pointy"
        dx = 1.5 * grid.size * grid.stretch * scale
        dy = sqrt(3) * grid.size * scale
        x, y = (one * scale for one in grid.origin)
        along, across = (y, x) if sideways else (x, y)
        for skipped in (0, 1):
            x0 = floor(along - skipped * dx + 0.5)
            y0 = _first_down(across - skipped * dy / 2, dy)
            bare = grids.HexGrid(x0, y0, dx, dy, sideways, None, size)
            yield replace(bare, numbering=self._hex_numbering(bare, skipped))

    def _hex_numbering(self, grid: grids.HexGrid, skipped: int) -> grids.Numbering:
        """VASSAL's column of a sideways grid counts along y, its "descending across" along x."""
        names = self.names
        numbering = replace(self._numbering(grid), stagger=names.stagger)
        if grid.sideways:
            numbering = replace(
                numbering,
                column_first=names.row_first,
                letters_across=names.vertical_letters,
                letters_down=names.horizontal_letters,
                leading_across=names.vertical_digits - 1,
                leading_down=names.horizontal_digits - 1,
                offset_across=numbering.offset_down,
                offset_down=numbering.offset_across,
            )
        back = names.vertical_descending if grid.sideways else names.horizontal_descending
        moved = numbering.offset_across + (skipped if back else -skipped)
        return replace(numbering, offset_across=moved)

    def _numbering(self, grid: grids.HexGrid | grids.SquareGrid) -> grids.Numbering:
        """What VASSAL calls the columns and rows of a grid that stands upright."""
        names = self.names
        across, down = names.horizontal_first, names.vertical_first
        if names.horizontal_descending:
            across += names.columns - 1 - grid.most_columns
        if names.vertical_descending:
            down += names.rows - 1 - grid.most_rows
        return grids.Numbering(
            column_first=not names.row_first,
            separator=names.separator,
            letters_across=names.horizontal_letters,
            letters_down=names.vertical_letters,
            leading_across=names.horizontal_digits - 1,
            leading_down=names.vertical_digits - 1,
            offset_across=across,
            offset_down=down,
            descending_across=names.horizontal_descending,
            descending_down=names.vertical_descending,
        )

    def _squares(
        self, grid: SquareGrid, size: tuple[int, int], scale: float
    ) -> Iterator[grids.SquareGrid]:
        x0, y0 = (floor(one * scale + 0.5) for one in grid.origin)
        dx, dy = (one * scale for one in grid.cell)
        bare = grids.SquareGrid(x0, y0, dx, dy, None, size)
        yield replace(bare, numbering=self._numbering(bare))


def _first_down(true: float, dy: float) -> int:
    """The pixel a HexGrid's columns begin at, so that none of its hexes strays by more than one.

    VASSAL cuts off parts of a pixel of the whole and, in odd columns, of half a hex as well.
    """
    cut = dy / 2 - floor(dy / 2)
    return min(
        (floor(true), ceil(true)), key=lambda one: max(abs(true - one), abs(true + cut - one))
    )


def _agrees(grid: Numbered, spots: dict[str, tuple[int, int]]) -> bool:
    """Whether the grid names every cell as it is named, and snaps within a pixel of its middle."""
    for name, (x, y) in spots.items():
        to = grid.snapped(x, y)
        if abs(to[0] - x) > 1 or abs(to[1] - y) > 1 or grid.name(*to) != name:
            return False
    return bool(spots)
