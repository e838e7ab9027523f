"""Zones, regions and grids: off the board, without area, hidden by others, without size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.vassal.documents import Element
from generator.vassal.encodings import is_whole
from generator.workbench.linting.findings import Spot, Trouble
from generator.workbench.linting.places import GRID, REGIONS, ZONE, ZONED, Atlas, Board
from generator.workbench.linting.survey import Survey, is_a
from generator.workbench.opened import name_of

Point = tuple[int, int]

_STEPS: Final = {GRID + "HexGrid": ("dx", "dy"), GRID + "SquareGrid": ("dx", "dy")}
_COVERED: Final = 0.999
"""A zone of which so much lies within an earlier one is never found."""
_CORNERS: Final = 4000
"""Polygons with more corners are not laid over each other."""


def check(survey: Survey) -> Iterator[Trouble]:
    """Every finding about what lies on the boards."""
    atlas = Atlas(survey)
    own = set(survey.elements())
    for one in atlas.maps:
        for board in one.boards:
            if board.element in own:
                yield from _zones(board)
                yield from _regions(board)
    yield from _grids(survey)


def corners(path: str) -> list[Point]:
    """A zone's corners as VASSAL reads them: what is no pair of numbers is passed over."""
    found: list[Point] = []
    for token in path.split(";"):
        numbers = [number.strip() for number in token.split(",")[:2]]
        if len(numbers) == 2 and all(map(is_whole, numbers)):
            found.append((int(numbers[0]), int(numbers[1])))
    return found


def area(points: list[Point]) -> float:
    """Pixels a polygon covers."""
    return abs(
        sum(
            x * points[at - 1][1] - points[at - 1][0] * y for at, (x, y) in enumerate(points)
        )
    ) / 2  # fmt: skip


def _zones(board: Board) -> Iterator[Trouble]:
    for grid in board.element.iter(ZONED):
        shapes: list[tuple[Element, list[Point]]] = []
        for zone in grid.children:
            if not is_a(zone, ZONE):
                continue
            points = corners(zone.get("path"))
            name = zone.get("name")
            if len(points) < 3 or area(points) < 1:
                yield Trouble(
                    "zone.empty",
                    f"the zone {name!r} has no area: nothing is ever in it",
                    "draw its outline",
                    [Spot(zone, field="path")],
                )
                continue
            shapes.append((zone, points))
            if board.size is not None and _is_outside(points, board.size):
                width, height = board.size
                yield Trouble(
                    "zone.outside",
                    f"the zone {name!r} is outside its board ({width:,} by {height:,} pixels)",
                    "draw its outline again",
                    [Spot(zone, field="path")],
                )
        yield from _hidden(shapes)


def _is_outside(points: list[Point], size: Point) -> bool:
    """Whether no part of a polygon can lie on the board."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return right <= 0 or bottom <= 0 or left >= size[0] or top >= size[1]


def _hidden(shapes: list[tuple[Element, list[Point]]]) -> Iterator[Trouble]:
    """Zones that lie within an earlier one: VASSAL takes the first that a point is in."""
    from shapely.geometry import Polygon

    drawn = []
    for zone, points in shapes:
        if len(points) > _CORNERS:
            continue
        polygon = Polygon(points)
        drawn.append((zone, polygon if polygon.is_valid else polygon.buffer(0), _box(points)))
    for at, (zone, shape, box) in enumerate(drawn):
        for earlier, other, outer in drawn[:at]:
            if not (outer[0] <= box[0] + 1 and outer[1] <= box[1] + 1):
                continue
            if not (outer[2] >= box[2] - 1 and outer[3] >= box[3] - 1):
                continue
            if shape.area and shape.intersection(other).area >= shape.area * _COVERED:
                yield Trouble(
                    "zone.hidden",
                    f"the zone {zone.get('name')!r} lies within {earlier.get('name')!r}, which"
                    " comes before it: VASSAL never finds it",
                    "put the smaller zone before the larger one",
                    [Spot(zone, field="path"), Spot(earlier, field="path")],
                    1,
                )
                break


def _box(points: list[Point]) -> tuple[int, int, int, int]:
    across = [x for x, _ in points]
    down = [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def _regions(board: Board) -> Iterator[Trouble]:
    for grid in board.element.iter(REGIONS):
        at: dict[Point, Element] = {}
        for region in grid.children:
            x, y = region.get("originx"), region.get("originy")
            if not (is_whole(x) and is_whole(y)):
                continue
            place = int(x), int(y)
            name = region.get("name")
            if board.size is not None and _is_off(place, board.size):
                width, height = board.size
                yield Trouble(
                    "region.outside",
                    f"the region {name!r} at {place[0]},{place[1]} is outside its board"
                    f" ({width:,} by {height:,} pixels)",
                    "move it onto the board",
                    [Spot(region)],
                )
            if place in at and name_of(at[place]) != name_of(region):
                yield Trouble(
                    "region.hidden",
                    f"the regions {name_of(at[place])!r} and {name!r} stand at the same point:"
                    " VASSAL knows only the last",
                    "move one of them",
                    [Spot(at[place]), Spot(region)],
                    1,
                )
            at[place] = region


def _is_off(place: Point, size: Point) -> bool:
    return not (0 <= place[0] <= size[0] and 0 <= place[1] <= size[1])


def _grids(survey: Survey) -> Iterator[Trouble]:
    for grid in survey.elements(*_STEPS):
        for name in _STEPS.get(grid.tag, ()):
            text = grid.get(name)
            try:
                step = float(text) if text else 1.0
            except ValueError:
                step = 0.0
            if not step > 0:
                yield Trouble(
                    "grid.size",
                    f"the grid's cells have the size {text!r}: VASSAL cannot snap to them",
                    "give the cells a size in pixels",
                    [Spot(grid, field=name)],
                )
