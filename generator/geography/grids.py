"""A map's grid worked out from its description."""

from __future__ import annotations

from collections.abc import Iterable

from generator.geography.areas import AreaMap, Outline
from generator.geography.described import BoardLike, GridLike, HexesLike, NamesLike
from generator.geography.grid import MAX_HEXES, HexGrid
from generator.geography.numbering import OffsetNames
from generator.geography.squares import SquareGrid

AnyGrid = HexGrid | SquareGrid | AreaMap


def make_grid(grid: GridLike, board: BoardLike) -> AnyGrid:
    """Work a grid out from its description; ValueError when it cannot be made."""
    if grid.kind == "hex":
        return _hex_grid(grid)
    if grid.kind == "square":
        return SquareGrid(
            grid.cell,
            (grid.origin.x, grid.origin.y),
            offset_names(grid.numbering, grid.extent, pointy=False),
            grid.diagonals,
            frozenset(grid.absent),
            tuple(pair.between for pair in grid.closed),
            tuple(pair.between for pair in grid.joined),
        )
    if grid.kind == "areas":
        outlines: dict[str, Outline] = {}
        for area in grid.areas:
            if area.outline:
                outlines[area.id] = tuple((point.x, point.y) for point in area.outline)
            elif area.bounds is not None:
                outlines[area.id] = _degrees(area.bounds, board)
            elif area.centre is None:
                raise ValueError(f"area {area.id!r} needs an outline, bounds or a centre")
        return AreaMap(
            outlines,
            {area.id: tuple(area.adjacent) for area in grid.areas},
            {area.id: (area.centre.x, area.centre.y) for area in grid.areas if area.centre},
        )
    raise ValueError("a copied grid must be worked out by the reader first")


def _hex_grid(grid: HexesLike) -> HexGrid:
    origin = (grid.origin.x, grid.origin.y)
    closed = tuple(pair.between for pair in grid.closed)
    joined = tuple(pair.between for pair in grid.joined)
    numbering = grid.numbering
    if numbering.kind == "axial":
        made = HexGrid.axial(
            grid.orientation,
            grid.size,
            origin,
            grid.rows,
            numbering.letter_towards,
            numbering.digit_towards,
            numbering.first_letter,
            numbering.first_digit,
        )
        cells = {name: cell for name, cell in made.cells.items() if name not in grid.absent}
        return HexGrid(grid.orientation, grid.size, origin, cells, closed, joined)
    if grid.extent is None:
        raise ValueError("a grid numbered by columns and rows needs extent: [columns, rows]")
    names = offset_names(numbering, grid.extent, pointy=grid.orientation == "pointy")
    listed = list(_listed(grid, names))
    return HexGrid.offset(
        grid.orientation,
        grid.size,
        origin,
        names,
        grid.shifted,
        [*listed, *grid.hexes] if listed else None,
        grid.absent,
        closed,
        joined,
        grid.stretch,
    )


def _listed(grid: HexesLike, names: OffsetNames) -> Iterable[str]:
    """The names that ``rows`` and ``columns`` spell out."""

    def joined(across: str, down: str) -> str:
        return names.separator.join((down, across) if names.row_first else (across, down))

    count = 0
    for listing, by_rows in ((grid.rows, True), (grid.columns, False)):
        for label, ranges in listing.items():
            for low, high in ranges:
                count += max(0, high - low + 1)
                if count > MAX_HEXES:
                    raise ValueError(f"more than {MAX_HEXES} hexes")
                for number in range(low, high + 1):
                    if by_rows:
                        yield joined(names.horizontal(number), label)
                    else:
                        yield joined(label, names.vertical(number))


def offset_names(numbering: NamesLike, extent: tuple[int, int], *, pointy: bool) -> OffsetNames:
    """How the cells of a grid of columns and rows are called."""
    return OffsetNames(
        extent[0],
        extent[1],
        numbering.order == "row_first",
        numbering.separator,
        numbering.horizontal == "letter",
        numbering.vertical == "letter",
        numbering.horizontal_digits,
        numbering.vertical_digits,
        _first(numbering.horizontal_first, numbering.horizontal),
        _first(numbering.vertical_first, numbering.vertical),
        numbering.horizontal_descending,
        numbering.vertical_descending,
        numbering.stagger,
        pointy,
    )


def _first(given: int | None, kind: str) -> int:
    if given is not None:
        return given
    return 0 if kind == "letter" else 1


def _degrees(bounds: tuple[float, float, float, float], board: BoardLike) -> Outline:
    from generator.geography.projections import placed

    north, south, west, east = bounds
    chart = placed(board)
    steps = 8
    ring = [(west + (east - west) * k / steps, north) for k in range(steps)]
    ring += [(east, north + (south - north) * k / steps) for k in range(steps)]
    ring += [(east + (west - east) * k / steps, south) for k in range(steps)]
    ring += [(west, south + (north - south) * k / steps) for k in range(steps)]
    return tuple(chart.to_board(lon, lat) for lon, lat in ring)
