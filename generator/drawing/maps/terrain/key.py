"""The key of a map's terrain: what it shows, and a swatch of each kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from math import cos, pi, sin
from typing import TYPE_CHECKING, Literal

from generator.drawing.maps.terrain.drawn import courses_of, draw_land
from generator.drawing.maps.terrain.land import Land, Spot, looks_of, open_ground
from generator.drawing.maps.terrain.looks import Bed
from generator.drawing.sheet import Point, Sheet, path_of
from generator.geography.described import KindLike
from generator.geography.grid import HexGrid
from generator.geography.ground import Course, Ground, Side, ground_of
from generator.geography.layout import grid_of
from generator.geography.squares import SquareGrid
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Map

BEYOND = 1.16
"""How far the texture of a sample runs out over its rim, in parts of its size."""

CellShape = Literal["hex", "pointy", "square", "patch"]

Sort = Literal["ground", "level", "river", "way", "hexside"]


@dataclass(frozen=True, slots=True)
class TerrainEntry:
    """A line of the key: the kind (or ``level 2``), what it is called, what it does, its looks."""

    kind: str
    sort: Sort
    name: str
    text: str
    looks: tuple[str, ...]
    bed: Bed = Bed()
    """The open ground of the map, which the swatch stands on."""
    level: int = 0
    colour: str | None = None
    crossing: tuple[str, str] | None = None
    """The river and the way that meet in every cell of the kind: a bridge."""

    @property
    def drawn(self) -> tuple[object, ...]:
        """All that its look depends on; a lake and a sea look the same."""
        looks = tuple("lake" if look == "sea" else look for look in self.looks)
        return self.sort, looks, self.level, self.colour, self.crossing


def alike_kinds(map_: Map) -> Iterator[str]:
    """A line for each two kinds on a map that nobody can tell apart. Raises GroundError."""
    for one, other in combinations(terrain_key(map_), 2):
        if one.drawn == other.drawn:
            yield (
                f"{one.name!r} and {other.name!r} look the same on the map: give one of the kinds "
                f"{one.kind!r} and {other.kind!r} another `look` or a `colour`"
            )


def terrain_key(map_: Map) -> tuple[TerrainEntry, ...]:
    """Every kind of terrain a map shows: the ground in the order of the definition, then levels,
    rivers, ways and hexsides. Raises GroundError."""
    ground = ground_of(map_)
    if ground is None:
        return ()
    own: Mapping[str, KindLike] = map_.terrain.kinds if map_.terrain is not None else {}
    bed = open_ground(map_)
    return tuple(replace(entry, bed=bed) for entry in _entries(ground, own, bed))


def _entries(ground: Ground, own: Mapping[str, KindLike], bed: Bed) -> Iterator[TerrainEntry]:
    there = dict.fromkeys(ground.kinds.values())
    order = [kind for kind in own if kind in there] + [kind for kind in there if kind not in own]
    for kind in order:
        yield replace(_entry(kind, "ground", own), crossing=_crossing(kind, ground))
    for level in sorted({level for level in ground.levels.values() if level}):
        yield TerrainEntry(f"level {level}", "level", f"Level {level}", "", bed.looks, level=level)
    sorts: tuple[tuple[Sort, tuple[Course, ...]], ...] = (
        ("river", ground.rivers),
        ("way", ground.ways),
        ("hexside", ground.sides),
    )
    for sort, courses in sorts:
        for kind in dict.fromkeys(course.kind for course in courses):
            yield _entry(kind, sort, own)


def _crossing(kind: str, ground: Ground) -> tuple[str, str] | None:
    """The river and the way that run through all cells of a kind."""
    cells = {cell for cell, of in ground.kinds.items() if of == kind}

    def through(courses: tuple[Course, ...]) -> str:
        return next((one.kind for one in courses if cells <= {*one.cells}), "")

    river, way = through(ground.rivers), through(ground.ways)
    return (river, way) if river and way else None


def _entry(kind: str, sort: Sort, own: Mapping[str, KindLike]) -> TerrainEntry:
    mine = own.get(kind)
    words = kind.replace("_", " ")
    name = mine.name if mine is not None and mine.name else words[:1].upper() + words[1:]
    text, colour = (mine.text, mine.colour) if mine is not None else ("", None)
    return TerrainEntry(kind, sort, name, text, looks_of(kind, own), colour=colour)


def cell_shape(map_: Map) -> CellShape:
    """The shape of a map's cells, which its key shows: a patch where they are areas."""
    grid = grid_of(map_)
    if isinstance(grid, HexGrid):
        return "pointy" if grid.orientation == "pointy" else "hex"
    return "square" if isinstance(grid, SquareGrid) else "patch"


def _ring(shape: CellShape, x: float, y: float, size: float) -> tuple[Point, ...]:
    """The outline of a sample, ``size`` from its middle to the corners of a hex."""
    if shape in ("hex", "pointy"):
        start = -pi / 6 if shape == "pointy" else 0.0
        return tuple(
            (x + size * cos(start + turn * pi / 3), y + size * sin(start + turn * pi / 3))
            for turn in range(6)
        )
    # A square's corners are sharp, those of a patch well rounded.
    wide, high, round_ = (0.84, 0.84, 0.0) if shape == "square" else (1.0, 0.78, 0.4)
    wide, high, round_ = wide * size, high * size, round_ * size
    corners = ((1, 1, 0.0), (-1, 1, 0.5), (-1, -1, 1.0), (1, -1, 1.5))
    bends = range(7) if round_ else range(1)
    return tuple(
        (
            x + way * (wide - round_) + round_ * cos(pi * (turn + step / 12)),
            y + down * (high - round_) + round_ * sin(pi * (turn + step / 12)),
        )
        for way, down, turn in corners
        for step in bends
    )


def draw_swatch(
    sheet: Sheet,
    entry: TerrainEntry,
    x: float,
    y: float,
    size: float,
    shape: CellShape = "hex",
) -> None:
    """One cell of a kind round (x, y); ``size`` is the distance to the corners of a hex, mm."""
    ring, around = _ring(shape, x, y, size), _ring(shape, x, y, size * BEYOND)
    looks = entry.looks if entry.sort in ("ground", "level") else entry.bed.looks
    spots = {"here": Spot(x, y, ring, looks, entry.level, entry.colour)}
    if entry.sort == "ground" and not set(looks) & {"village", "town", "city", "ruins"}:
        # A little of the same beyond the rim, so that the texture runs out over it.
        spots["beyond"] = Spot(x, y, around, looks, entry.level, entry.colour)
    rivers: tuple[Course, ...] = ()
    ways: tuple[Course, ...] = ()
    sides: tuple[Course, ...] = ()
    half = max(px for px, _ in ring) - x
    west, east = (x - half, y), (x + half, y)
    if entry.crossing is not None:
        river, way = entry.crossing
        high = max(py for _, py in ring) - y
        rivers = (Course(river, "", points=((x, y - high), (x, y), (x, y + high))),)
        ways = (Course(way, "", points=(west, (x, y), east)),)
    elif entry.sort == "river":
        rivers = (Course(entry.kind, "", points=(west, (x, y + size * 0.1), east)),)
    elif entry.sort == "way":
        ways = (Course(entry.kind, "", points=(west, (x, y), east)),)
    elif entry.sort == "hexside":
        side = Side("here", None, ((x - size * 0.8, y), (x + size * 0.8, y)))
        sides = (Course(entry.kind, "", sides=(side,)),)
        spots["here"] = Spot(x, y - 0.1, ring, looks, 0)
        if set(entry.looks) & {"bridge", "ford", "ferry"}:
            rivers = (Course("river", "", points=(west, (x, y), east)),)
    ground = Ground({"here": entry.kind}, {}, rivers, ways, sides)
    kinds = {entry.kind: _Kind(entry.looks, entry.name, entry.text, entry.colour)}
    land = Land(
        sheet, f"swatch {entry.kind}", 1.35 * size, spots, ground, kinds, entry.bed,
        heights=_rising(spots["here"], size),
    )  # fmt: skip
    draw_land(land, courses_of(land))
    sheet.path(path_of(ring), stroke="hex", stroke_width=0.22, stroke_linejoin="round")


_FOOT = 2.4
"""How far from the middle of a raised sample the ground is flat, in parts of its size."""


def _rising(spot: Spot, size: float) -> tuple[Spot, ...]:
    """The heights round a sample: what is raised falls to its rim, so that its contours show."""
    if spot.height <= 0:
        return ()
    foot = (
        Spot(spot.x + _FOOT * size * cos(turn), spot.y + _FOOT * size * sin(turn), (), (), 0)
        for turn in (number * pi / 4 for number in range(8))
    )
    return spot, *foot


@dataclass(frozen=True, slots=True)
class _Kind:
    look: tuple[str, ...]
    name: str
    text: str
    colour: str | None
