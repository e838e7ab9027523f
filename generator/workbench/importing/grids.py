"""VASSAL's grids of hexes and squares as grids of a definition.

The sums follow ``HexGrid``, ``SquareGrid`` and their numberings, as `generator.vassal.locations`
does: a cell keeps its middle and its name. Lengths are pixels until they are written down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from math import floor, sqrt
from typing import Any

from generator.geography.areas import Outline, inside
from generator.geography.grid import HexGrid, Orientation
from generator.geography.numbering import OffsetNames
from generator.geography.squares import SquareGrid
from generator.light import dataclass
from generator.vassal.documents import Element
from generator.vassal.encodings import whole
from generator.workbench.importing.measures import length, point

GRIDS = "VASSAL.build.module.map.boardPicker.board."
HEX, SQUARE = GRIDS + "HexGrid", GRIDS + "SquareGrid"
REGIONS, ZONED = GRIDS + "RegionGrid", GRIDS + "ZonedGrid"
REGION = GRIDS + "Region"
ZONE = GRIDS + "mapgrid.Zone"
_NUMBERINGS = (GRIDS + "mapgrid.HexGridNumbering", GRIDS + "mapgrid.SquareGridNumbering")
MOST_CELLS = 40_000
_WIDEST = 500
"""Most columns or rows a definition's grid may have."""

Pixel = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lattice:
    """A regular grid on a board, its cells worked out."""

    cells: Mapping[str, Pixel]
    """Name -> the middle, in pixels of the map's board."""
    written: Mapping[str, Any]
    """The grid as ``map.yaml`` states it, without its zone."""
    separated: bool = False
    """Whether a dot had to be put into the names to tell them apart."""


def lattice(element: Element, outline: Outline, at: Pixel, *, clipped: bool) -> Lattice | None:
    """A hex or square grid over what an outline (pixels of its board) surrounds; ``at`` is the
    point of the map where the board lies. ``clipped`` leaves out cells whose middle is outside.

    ``None`` for a grid that cannot be made out: too fine, or far from regular.
    """
    xs, ys = [int(x) for x, _ in outline], [int(y) for _, y in outline]
    across_board, down_board = (min(xs), max(xs)), (min(ys), max(ys))
    measured = _Measured.of(element)
    if measured is None:
        return None
    if measured.sideways:
        across_board, down_board = down_board, across_board
    columns = _span(measured.x0, measured.dx, across_board, 0.0)
    rows = _span(measured.y0, measured.dy, down_board, measured.dy / 2 if measured.hexes else 0.0)
    # An axis that counts down begins at the far end of the zone's own rectangle.
    names = _Names.of(element, measured, (max(xs) - min(xs), max(ys) - min(ys)))
    if names.stagger and columns[0] % 2:
        # A definition counts the staggered columns from its own first one.
        columns = (columns[0] - 1, columns[1])
    across, down = columns[1] - columns[0] + 1, rows[1] - rows[0] + 1
    if not (0 < across <= _WIDEST and 0 < down <= _WIDEST and across * down <= MOST_CELLS):
        return None
    made = names.offset_names(columns, rows)
    for separator in (made.separator, f"{made.separator}."):
        try:
            within = outline if clipped else None
            laid = _laid(measured, replace(made, separator=separator), columns, rows, at, within)
            return replace(laid, separated=separator != made.separator)
        except ValueError:
            # Two cells would bear one name.
            continue
    return None


@dataclass(frozen=True, slots=True)
class _Measured:
    """A grid's sizes; in a sideways one x counts down the board."""

    hexes: bool
    sideways: bool
    x0: float
    y0: float
    dx: float
    dy: float

    @classmethod
    def of(cls, element: Element) -> _Measured | None:
        hexes = element.tag == HEX
        dy = decimal(element.get("dy"), 64.0 if hexes else 48.0)
        dx = decimal(element.get("dx"), sqrt(3) / 2 * dy if hexes else 48.0)
        x0 = whole(element.get("x0"), 0 if hexes else 24)
        y0 = whole(element.get("y0"), 32 if hexes else 24)
        if dx < 2 or dy < 2:
            return None
        sideways = hexes and element.get("sideways") == "true"
        return cls(hexes, sideways, x0, y0, dx, dy)

    @property
    def size(self) -> float:
        """From a hex's middle to a corner on the side that is not stretched."""
        return self.dy / sqrt(3)

    @property
    def stretch(self) -> float:
        return self.dx / (1.5 * self.size)


@dataclass(frozen=True, slots=True)
class _Names:
    """A numbering, its parts counted along the board's x and y."""

    row_first: bool
    separator: str
    letters: tuple[bool, bool]
    digits: tuple[int, int]
    offsets: tuple[int, int]
    descending: tuple[bool, bool]
    most: tuple[int, int]
    """What a descending axis counts down from."""
    stagger: bool
    sideways: bool
    numbered: bool

    @classmethod
    def of(cls, element: Element, grid: _Measured, size: tuple[int, int]) -> _Names:
        found = next((child for child in element.children if child.tag in _NUMBERINGS), None)
        given = found.attributes if found is not None else {"sep": "."}
        column, row = (
            (
                (given.get(f"{axis}Type") or "N").startswith("A"),
                min(max(whole(given.get(f"{axis}Leading", ""), 1) + 1, 1), 6),
                whole(given.get(f"{axis}Off", ""), 1),
            )
            for axis in ("h", "v")
        )
        # VASSAL's column of a sideways grid counts down the board, but which way an axis runs is
        # said of the board's own directions.
        across, down = (row, column) if grid.sideways else (column, row)
        column_first = (given.get("first") or "H").startswith("H")
        # HexGrid counts columns down by dy and rows by dx, whichever way it lies.
        wide, high = (grid.dy, grid.dx) if grid.hexes else (grid.dx, grid.dy)
        return cls(
            row_first=column_first == grid.sideways,
            separator=given.get("sep") or "",
            letters=(across[0], down[0]),
            digits=(across[1], down[1]),
            offsets=(across[2], down[2]),
            descending=(given.get("hDescend") == "true", given.get("vDescend") == "true"),
            most=(floor(size[0] / wide + 0.5), floor(size[1] / high + 0.5)),
            stagger=grid.hexes and found is not None and given.get("stagger") != "false",
            sideways=grid.sideways,
            numbered=found is not None,
        )

    def offset_names(self, columns: tuple[int, int], rows: tuple[int, int]) -> OffsetNames:
        """The names of cells that are counted from the first of these."""
        spans = (rows, columns) if self.sideways else (columns, rows)
        counts = [last - first + 1 for first, last in spans]
        firsts = [
            (most - start - count + 1 if back else start) + offset
            for (start, _), count, back, most, offset in zip(
                spans, counts, self.descending, self.most, self.offsets, strict=True
            )
        ]
        return OffsetNames(
            counts[0],
            counts[1],
            self.row_first,
            self.separator,
            self.letters[0],
            self.letters[1],
            self.digits[0],
            self.digits[1],
            firsts[0],
            firsts[1],
            self.descending[0],
            self.descending[1],
            self.stagger,
            self.sideways,
        )


@dataclass(slots=True)
class _Kept:
    """The cells inside an outline, as a definition lists them: columns with ranges of rows."""

    columns: dict[str, list[list[int]]] = field(default_factory=dict)

    def add(self, names: OffsetNames, column: int, row: int) -> None:
        across, down = names.numbers(column, row)
        ranges = self.columns.setdefault(names.horizontal(across), [])
        if ranges and ranges[-1][1] == down - 1:
            ranges[-1][1] = down
        elif ranges and ranges[-1][0] == down + 1:
            ranges[-1][0] = down
        else:
            ranges.append([down, down])


def _laid(
    grid: _Measured,
    names: OffsetNames,
    columns: tuple[int, int],
    rows: tuple[int, int],
    at: Pixel,
    within: Outline | None,
) -> Lattice:
    """Raises ValueError when two cells would have one name."""
    half = grid.dy / 2 if grid.hexes and columns[0] % 2 else 0.0
    x, y = grid.x0 + columns[0] * grid.dx, grid.y0 + half + rows[0] * grid.dy
    origin = (
        ((y, x) if grid.sideways else (x, y))[0] + at[0],
        ((y, x) if grid.sideways else (x, y))[1] + at[1],
    )
    shifted = "even" if columns[0] % 2 else "odd"
    middles = dict(_middles(grid, names, origin, shifted))
    kept = _Kept()
    cells: dict[str, Pixel] = {}
    for name, (column, row, left, top) in middles.items():
        if within is None or inside(left - at[0], top - at[1], within):
            cells[name] = (floor(left + 1e-6), floor(top + 1e-6))
            kept.add(names, column, row)
    if not cells:
        raise ValueError("no cell lies inside")
    written: dict[str, Any] = {"kind": "hex" if grid.hexes else "square"}
    if grid.hexes:
        written["orientation"] = "pointy" if grid.sideways else "flat"
        written["size"] = length(grid.size)
        if abs(grid.stretch - 1) > 1e-6:
            written["stretch"] = round(grid.stretch, 9)
        if shifted != "odd":
            written["shifted"] = shifted
    else:
        written["cell"] = [length(grid.dx), length(grid.dy)]
    written["origin"] = point(*origin)
    written["extent"] = [names.columns, names.rows]
    written["numbering"] = _numbering(names)
    if len(cells) < len(middles):
        if grid.hexes:
            written["columns"] = kept.columns
        else:
            written["absent"] = [name for name in middles if name not in cells]
    return Lattice(cells, written)


def _middles(
    grid: _Measured, names: OffsetNames, origin: tuple[float, float], shifted: str
) -> Iterator[tuple[str, tuple[int, int, float, float]]]:
    """(name, (column, row, x, y)) of every cell. Raises ValueError for a name given twice."""
    if not grid.hexes:
        squares = SquareGrid((grid.dx, grid.dy), origin, names)
        for name, (column, row) in squares.cells.items():
            yield name, (column, row, *squares.centre(name))
        return
    orientation: Orientation = "pointy" if grid.sideways else "flat"
    hexes = HexGrid.offset(orientation, grid.size, origin, names, shifted, stretch=grid.stretch)
    places = iter(hexes.cells)
    for row in range(names.rows):
        for column in range(names.columns):
            name = next(places)
            yield name, (column, row, *hexes.centre(name))


def _numbering(names: OffsetNames) -> dict[str, Any]:
    written: dict[str, Any] = {"kind": "offset"}
    usual = OffsetNames(1, 1)
    if names.row_first:
        written["order"] = "row_first"
    if names.separator:
        written["separator"] = names.separator
    for axis in ("horizontal", "vertical"):
        letters = getattr(names, f"{axis}_letters")
        if letters:
            written[axis] = "letter"
        elif getattr(names, f"{axis}_digits") != getattr(usual, f"{axis}_digits"):
            written[f"{axis}_digits"] = getattr(names, f"{axis}_digits")
        if getattr(names, f"{axis}_first") != (0 if letters else 1):
            written[f"{axis}_first"] = getattr(names, f"{axis}_first")
        if getattr(names, f"{axis}_descending"):
            written[f"{axis}_descending"] = True
    if names.stagger:
        written["stagger"] = True
    return written


def _span(first: float, step: float, room: tuple[int, int], half: float) -> tuple[int, int]:
    """The lowest and highest number of the cells that the pixels of a room fall into; every
    second line may lie half a cell further on."""
    low, high = room[0] - first, room[1] - 1 - first
    return floor((low - half) / step + 0.5), floor(high / step + 0.5)


def regions(element: Element) -> Iterable[tuple[str, Pixel]]:
    """(name, point) of a grid of named points, in pixels of its board."""
    for child in element.children:
        if child.tag == REGION:
            yield child.get("name"), (whole(child.get("originx")), whole(child.get("originy")))


def decimal(text: str, default: float) -> float:
    """A number as VASSAL reads it, or what it takes when there is none."""
    try:
        value = float(text)
    except ValueError:
        return default
    return value if 0.01 < value < 1e6 else default
