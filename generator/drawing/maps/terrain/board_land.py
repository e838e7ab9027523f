"""The land of a board: its cells with their looks, and where ids keep it clear."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from generator.drawing.maps import curves
from generator.drawing.maps.terrain.drawn import courses_of, draw_land
from generator.drawing.maps.terrain.key import alike_kinds
from generator.drawing.maps.terrain.land import (
    Land,
    Rectangle,
    looks_of,
    open_ground,
    spots_of,
    unit_of,
)
from generator.drawing.maps.terrain.ways import WIDE
from generator.geography.areas import AreaMap
from generator.geography.ground import ground_of

if TYPE_CHECKING:
    from generator.drawing.maps.board import Board
    from generator.drawing.sheet import Point


def land_of(board: Board) -> Land | None:
    """The terrain of a board with hexes or squares; None where nothing is said of it."""
    ground = ground_of(board.map)
    grid = board.grid
    if board.areas is not None:
        return board.areas.land()
    if ground is None or grid is None or isinstance(grid, AreaMap):
        return None
    kinds = board.map.terrain.kinds if board.map.terrain is not None else {}
    bed = open_ground(board.map)
    spots = spots_of(
        grid,
        ground,
        lambda kind: looks_of(kind, kinds),
        lambda kind: kinds[kind].colour if kind in kinds else None,
        bed,
    )
    unit = unit_of(grid, spots)
    return Land(
        board.sheet, board.map.id, unit, spots, ground, kinds, bed, tuple(_kept(board)),
        fixed=frozenset(_dotted(board)),
    )  # fmt: skip


def _dotted(board: Board) -> Iterator[Point]:
    """The middles of cells in which a town has its dot."""
    from generator.drawing.maps.dots import houses_stand

    for town in board.map.towns:
        if town.at is not None and not houses_stand(board, town.at):
            place = board.layout.places[town.at]
            yield place.x, place.y


def _kept(board: Board) -> Iterator[Rectangle]:
    """The boxes of all ids, with a little air."""
    from generator.drawing.maps.cells import id_box, written_ids

    for words, spot, anchor, size in written_ids(board):
        yield id_box(board, words, spot, anchor, size, air=0.35)


_VERGE = 0.12
"""What a name keeps from the edge of a road or a river, mm."""


_KERB = 0.7
"""What the name of a river had better keep from a road or a bridge, mm."""


def draw_terrain(board: Board) -> None:
    """Draws the terrain of a board; the courses of its rivers are left for their names, and
    where roads, rivers and houses are for all others.

    Towns leave room among their houses for their names.
    """
    from generator.drawing.maps.dots import reserve

    land = board.land
    if land is None:
        return
    board.sheet.notes += alike_kinds(board.map)
    courses = courses_of(land)
    board.courses += [(stream.name, stream.line) for stream in courses.streams]
    for stretch in courses.stretches:
        wide = WIDE.get(stretch.look, 0.06) * land.unit
        board.bar(stretch.line, wide / 2 + _VERGE)
        for side in (-1, 1):
            beside = curves.aside(stretch.line, side * (wide / 2 + _KERB))
            board.strokes += pairwise(beside)
    for stream in courses.streams:
        board.bar(stream.line, max(stream.widths) / 2 + _VERGE)
    land.keep = (*land.keep, *reserve(board, land.keep))
    for house in draw_land(land, courses, bare=board.shore is not None):
        board.take(list(house.convex_hull.exterior.coords)[:-1])
