"""The ground of a board as the draughtsman sees it: cells with looks, and natural outlines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

from generator.drawing.colours import mix
from generator.drawing.maps.terrain import pens
from generator.drawing.maps.terrain.looks import LOOKS, WATERS, Bed, Palette, bed_of
from generator.drawing.maps.terrain.noise import Noise
from generator.geography.described import GroundedLike, KindLike
from generator.geography.grid import DIRECTIONS, HexGrid
from generator.geography.ground import Course, Ground
from generator.geography.squares import SquareGrid
from generator.light import dataclass

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.drawing.maps.terrain.noise import Floats
    from generator.drawing.sheet import Point, Sheet
    from generator.geography.layout import AnyGrid

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom in mm."""

WOBBLE = 0.3
"""How far a natural edge strays from the sides of its cells, in parts of a hex's side."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell, or one just beyond the edge that carries on what lies inside."""

    x: float
    y: float
    outline: tuple[Point, ...]
    looks: tuple[str, ...]
    level: int
    colour: str | None = None

    @property
    def height(self) -> float:
        """Its level and what its looks rise above it."""
        return self.level + max(
            (LOOKS[look].rise for look in self.looks if look in LOOKS), default=0
        )


@dataclass(frozen=True, slots=True)
class Wash:
    """A transparent colour on the ground, under all that grows and stands there."""

    data: str
    """Its outline, as path data of :mod:`pens`."""
    colour: str
    opacity: float


@dataclass
class Land:
    """What all rooms of terrain share. ``unit`` is the side of a hex, mm."""

    sheet: Sheet
    name: str
    unit: float
    spots: Mapping[str, Spot]
    ground: Ground
    kinds: Mapping[str, KindLike] = field(default_factory=dict)
    bed: Bed = Bed()
    keep: Sequence[Rectangle] = ()
    """Where nothing may be drawn but tints: the ids stand there."""
    fixed: Collection[Point] = ()
    """Middles of cells where a town has its dot: ways pass through them, not beside."""
    natural: bool = True
    clear: BaseGeometry | None = None
    """Roads and waters, where no tree stands."""
    shared: Mapping[frozenset[str], Sequence[Point]] = field(default_factory=dict)
    """The common borders of areas, where they are no straight sides."""
    dry: BaseGeometry | None = None
    """All land, where the sea ends at the edge of the map without a shore there."""
    heights: Sequence[Spot] = ()
    """Where the heights of the ground are known; empty: in the middles of the cells."""
    washes: Sequence[Wash] = ()
    """The colours of owners."""

    @cached_property
    def palette(self) -> Palette:
        return Palette(self.sheet.theme)

    @cached_property
    def noise(self) -> Noise:
        return Noise(self.name)

    @cached_property
    def rim(self) -> BaseGeometry:
        """The outline of all cells."""
        return merged(spot.outline for name, spot in self.spots.items() if not beyond(name))

    @cached_property
    def seen(self) -> BaseGeometry:
        """All cells and a little beyond: what lies farther off is cut away."""
        return self.rim.buffer(0.3 * self.unit, quad_segs=1)

    @cached_property
    def bounds(self) -> Rectangle:
        """Of all cells, those beyond the edge too."""
        xs = [x for spot in self.spots.values() for x, _ in spot.outline]
        ys = [y for spot in self.spots.values() for _, y in spot.outline]
        return min(xs), min(ys), max(xs), max(ys)

    def draw(
        self, data: str, fill: str = "none", *, stroke_width: float = 0.0,
        dashes: Sequence[float] = (), **paint: object,
    ) -> None:  # fmt: skip
        """Path data of :mod:`pens` on the sheet; widths and dashes in mm."""
        pens.draw(self.sheet, data, fill, stroke_width=stroke_width, dashes=dashes, **paint)

    def looks_of(self, kind: str) -> tuple[str, ...]:
        """The looks a kind of any sort is drawn with."""
        return looks_of(kind, self.kinds)

    def colour_of(self, kind: str) -> str | None:
        """The colour of a kind's own."""
        own = self.kinds.get(kind)
        return own.colour if own is not None else None

    def region(self, *looks: str) -> BaseGeometry:
        """The natural outline of every cell with one of the looks, all merged."""
        if looks not in self._regions:
            outlines = [
                spot.outline for spot in self.spots.values() if set(looks) & set(spot.looks)
            ]
            shape = merged(outlines)
            if set(looks) & set(WATERS) and self.has("shore"):
                # A shore is dry in its middle and wet where it touches water.
                banks = merged(
                    spot.outline for spot in self.spots.values() if "shore" in spot.looks
                )
                shape = shape.union(shape.buffer(0.62 * self.unit).intersection(banks))
            self._regions[looks] = self.bent(shape)
        return self._regions[looks]

    @cached_property
    def _regions(self) -> dict[tuple[str, ...], BaseGeometry]:
        return {}

    def bent(self, shape: BaseGeometry) -> BaseGeometry:
        """A shape of cells with rounded corners and a natural edge."""
        if not self.natural:
            return shape
        from numpy import stack
        from shapely import make_valid, segmentize, transform

        if shape.is_empty:
            return shape
        r = 0.28 * self.unit
        soft = shape.buffer(-r, quad_segs=5).buffer(2 * r, quad_segs=5).buffer(-r, quad_segs=5)
        fine = segmentize(soft, 0.07 * self.unit)

        def stray(points: Floats) -> Floats:
            x, y = points[:, 0], points[:, 1]
            dx, dy = self.stray(x, y)
            return stack((x + dx, y + dy), axis=1)

        return make_valid(transform(fine, stray)).buffer(0)

    def stray(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """How far the natural edge lies from a point (mm); less than ``WOBBLE`` units each way."""
        far = WOBBLE * self.unit
        wide, fine = 0.95 * self.unit, 0.3 * self.unit
        dx = 0.7 * self.noise.at(x, y, wide, 1) + 0.3 * self.noise.at(x, y, fine, 2)
        dy = 0.7 * self.noise.at(x, y, wide, 3) + 0.3 * self.noise.at(x, y, fine, 4)
        return far * dx, far * dy

    def has(self, *looks: str) -> bool:
        """Whether any cell has one of the looks."""
        wanted = set(looks)
        return any(wanted & set(spot.looks) for spot in self.spots.values())

    def base(self, name: str) -> str:
        """The colour of a cell's ground, tint of its height and own colour worked in."""
        return tint_of(self.spots[name], self.palette, self.bed)

    @cached_property
    def _kept(self) -> dict[tuple[int, int], list[Rectangle]]:
        found: dict[tuple[int, int], list[Rectangle]] = {}
        for box in self.keep:
            for column in range(int(box[0] // self.unit), int(box[2] // self.unit) + 1):
                for row in range(int(box[1] // self.unit), int(box[3] // self.unit) + 1):
                    found.setdefault((column, row), []).append(box)
        return found

    def kept(self, x: float, y: float, room: float) -> bool:
        """Whether a thing of that radius would touch an id."""
        boxes = self._kept.get((int(x // self.unit), int(y // self.unit)), ())
        return any(
            box[0] - room < x < box[2] + room and box[1] - room < y < box[3] + room for box in boxes
        )

    def courses(self, courses: Iterable[Course], *looks: str) -> list[Course]:
        """Those with one of the looks."""
        return [one for one in courses if set(self.looks_of(one.kind)) & set(looks)]


def beyond(name: str) -> bool:
    """Whether a spot lies beyond the edge of the map; the parts of an area are all of the map."""
    return name.startswith("\0")


def tint_of(spot: Spot, palette: Palette, bed: Bed) -> str:
    """The colour a spot's ground has before anything is drawn on it."""
    if spot.colour:
        return palette[spot.colour]
    top = max(spot.looks, key=lambda look: LOOKS[look].order if look in LOOKS else 0)
    base = palette[(LOOKS[top].base if top in LOOKS else "") or bed.colour]
    if spot.height <= 0 or top in WATERS:
        return base
    tints = palette.heights(bed)
    step = min(len(tints) - 1.0, spot.height)
    low, share = int(step), step - int(step)
    tint = tints[low]
    if share:
        tint = mix(tint, tints[low + 1], share)
    return mix(base, tint, 0.6)


def looks_of(kind: str, kinds: Mapping[str, KindLike]) -> tuple[str, ...]:
    """The looks of a kind: its own, or the well-known one of the same id."""
    own = kinds.get(kind)
    return tuple(own.look) if own is not None and own.look else (kind,)


def open_ground(map_: GroundedLike) -> Bed:
    """The open ground of a map."""
    if map_.terrain is None:
        return Bed()
    usual, kinds = map_.terrain.ground, map_.terrain.kinds
    return bed_of(looks_of(usual, kinds), kinds[usual].colour if usual in kinds else None)


def merged(outlines: Iterable[Sequence[Point]]) -> BaseGeometry:
    """The union of outlines whose corners may differ by rounding."""
    from shapely import polygons, set_precision, union_all
    from shapely.geometry import Polygon

    shapes = [polygons([(round(x, 3), round(y, 3)) for x, y in outline]) for outline in outlines]
    if not shapes:
        return Polygon()
    return set_precision(union_all(shapes, grid_size=0.002), 0.002)


def spots_of(
    grid: AnyGrid,
    ground: Ground,
    looks: Callable[[str], tuple[str, ...]],
    colour: Callable[[str], str | None],
    bed: Bed,
) -> dict[str, Spot]:
    """Every cell of a grid, and a ring beyond its edge that carries on the cells inside.

    Where a cell beyond touches several, it carries on the lowest: a hill ends at its own hexes
    there too.
    """
    found = {
        name: Spot(*grid.centre(name), tuple(grid.outline(name)), looks(kind), ground.level(name),
                   colour(kind))
        for name, kind in ground.kinds.items()
        if grid.outline(name)
    }  # fmt: skip
    for key, inner, outline in _beyond(grid):
        if inner not in found:
            continue
        inside = found[inner]
        if key not in found or inside.height < found[key].height:
            built = tuple(look for look in inside.looks if look not in ("village", "town", "ruins"))
            x = sum(px for px, _ in outline) / len(outline)
            y = sum(py for _, py in outline) / len(outline)
            found[key] = Spot(x, y, outline, built or bed.looks, inside.level, inside.colour)
    return found


def _beyond(grid: AnyGrid) -> Iterable[tuple[str, str, tuple[Point, ...]]]:
    """(key, cell inside, outline) of the cells just beyond the edge of a grid."""
    if isinstance(grid, HexGrid):
        there = set(grid.cells.values())
        for name, (q, r) in grid.cells.items():
            for dq, dr in DIRECTIONS[grid.orientation].values():
                cell = (q + dq, r + dr)
                if cell not in there:
                    yield f"\0{cell}", name, grid.corners(cell)
    elif isinstance(grid, SquareGrid):
        here = set(grid.cells.values())
        wide, high = grid.cell
        for name, (column, row) in grid.cells.items():
            for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
                if (column + dx, row + dy) not in here:
                    moved = tuple((x + dx * wide, y + dy * high) for x, y in grid.outline(name))
                    yield f"\0{column + dx} {row + dy}", name, moved


def unit_of(grid: AnyGrid, spots: Mapping[str, Spot]) -> float:
    """The side of a hex; of other cells, that of a hex of the same area (mm)."""
    if isinstance(grid, HexGrid):
        return grid.size
    if isinstance(grid, SquareGrid):
        return sqrt(grid.cell[0] * grid.cell[1] / 2.598)
    return 9.0
