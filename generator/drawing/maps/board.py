"""A board under the draughtsman's hand: its sheet, its places, its chart, and what is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from generator.drawing.colours import contrast, mix
from generator.drawing.maps.placing import Crowd
from generator.drawing.sheet import Point, Sheet
from generator.drawing.themes import READABLE
from generator.geography.layout import AnyGrid, Layout, grid_names, grid_of, layout_of
from generator.geography.projections import Chart, placed
from generator.light import dataclass

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.definition.schema import Game, Label, Map, Waypoint
    from generator.drawing.maps.areas import Areas
    from generator.drawing.maps.terrain.land import Land

Rectangle = tuple[float, float, float, float]
"""x, y, width, height in mm."""

BEYOND = 18.0
"""Millimetres of land outside the chart that still shape its depth bands."""


BANDS = ((14.0, "shelf"), (7.5, "shoal"), (3.0, "surf"))
"""Distance from the coast in mm and colour of the depth bands, the farthest first."""

WATERLINES = ((0.75, 0.5), (1.6, 0.36), (2.6, 0.24))
"""Lines that follow the coast: distance in mm and opacity."""

LOG_LAND = 0.55
"""How much of the land's colour a log shows."""


def corners_of(rectangle: Rectangle) -> tuple[Point, Point, Point, Point]:
    """The four corners, clockwise from the top left."""
    x, y, width, height = rectangle
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


@dataclass
class Board:
    """Everything the rooms of map drawing share.

    ``taken`` are outlines no name may cross; ``sides`` are the grid's lines and ``rim`` its
    outer ones, which names had better not cross.
    """

    game: Game
    map: Map
    sheet: Sheet
    taken: list[Sequence[Point]] = field(default_factory=list)
    sides: list[tuple[Point, Point]] = field(default_factory=list)
    rim: list[tuple[Point, Point]] = field(default_factory=list)
    strokes: list[tuple[Point, Point]] = field(default_factory=list)
    """Stretches of lines that mean something: names had rather not cross them."""
    courses: list[tuple[str, Sequence[Point]]] = field(default_factory=list)
    """The courses of rivers, mm, with their names where they have any: names follow them."""
    barred: Crowd = field(default_factory=Crowd, repr=False)
    """Roads and rivers, which no name of a town or port may cross."""
    brooks: Crowd = field(default_factory=Crowd, repr=False)
    """The rivers of a chart: they only please, so that names of ports had rather not cross them."""
    reserved: dict[str, Rectangle] = field(default_factory=dict)
    """Room that a town's houses leave for its name, by name."""
    ids: dict[str, Point] = field(default_factory=dict)
    """Where the ids of cells stand once that is settled (their baselines' points), by cell."""
    _crowd: Crowd = field(default_factory=Crowd, repr=False)
    _counted: tuple[int, int] = (0, 0)

    @cached_property
    def layout(self) -> Layout:
        """Where every place lies."""
        return layout_of(self.map)

    @cached_property
    def grid(self) -> AnyGrid | None:
        """The grid, None when the map has none."""
        return grid_of(self.map)

    @cached_property
    def chart(self) -> Chart | None:
        """Longitude and latitude on the board, None on a map without geography."""
        return placed(self.map) if self.map.geography is not None else None

    @cached_property
    def clip(self) -> Rectangle:
        """The part of the board that shows the chart."""
        cut = self.map.geography.clip if self.map.geography else None
        if cut is None:
            return 0.0, 0.0, self.map.width, self.map.height
        return cut.x, cut.y, cut.width, cut.height

    @cached_property
    def shore(self) -> BaseGeometry | None:
        """The land in mm, also a little beyond the chart's edge; None without coastlines."""
        geography = self.map.geography
        if self.chart is None or geography is None or geography.coastlines is None:
            return None
        from generator.geography.coastlines import land_on

        x, y, width, height = self.clip
        wider = (x - BEYOND, y - BEYOND, width + 2 * BEYOND, height + 2 * BEYOND)
        return land_on(self.chart, wider, geography.coastlines).simplify(0.07)

    @cached_property
    def offshore(self) -> dict[float, BaseGeometry]:
        """The land and what lies within so many mm of it, for each depth band and waterline.

        Each grows out of the one before: the farther out, the simpler the outline.
        """
        from shapely import prepare

        grown: dict[float, BaseGeometry] = {}
        shape, reached = self.shore, 0.0
        for distance in sorted(distance for distance, _ in (*BANDS, *WATERLINES)):
            if shape is None:
                break
            shape = shape.buffer(distance - reached, quad_segs=5).simplify(0.02 + distance / 90)
            prepare(shape)
            grown[distance], reached = shape, distance
        return grown

    @cached_property
    def lakes(self) -> BaseGeometry | None:
        """The lakes in mm, within the chart; None on a map without them."""
        geography = self.map.geography
        if self.chart is None or geography is None or not geography.lakes:
            return None
        if geography.coastlines is None:
            return None
        from generator.geography.coastlines import lakes_on

        return lakes_on(self.chart, self.clip, geography.coastlines)

    @cached_property
    def lost(self) -> frozenset[str]:
        """The ids of cells of the board's own grid whose middle lies beyond its edge."""
        places = [self.layout.places[name] for name in grid_names(self.grid)] if self.grid else []
        wide, high = self.map.width, self.map.height
        return frozenset(
            one.id for one in places if not (0 <= one.x <= wide and 0 <= one.y <= high)
        )

    def on_land(self, x: float, y: float) -> bool:
        """Whether a point of the board is land."""
        if self.shore is None:
            return False
        from shapely import contains_xy, prepare

        prepare(self.shore)
        return bool(contains_xy(self.shore, x, y))

    @cached_property
    def areas(self) -> Areas | None:
        """Its areas with their natural borders; None on any other board."""
        from generator.drawing.maps.areas import areas_of

        return areas_of(self)

    @cached_property
    def land(self) -> Land | None:
        """The terrain of its hexes or squares; None where nothing is said of it."""
        from generator.drawing.maps.terrain import land_of

        return land_of(self)

    def ground(self, x: float, y: float) -> str:
        """The theme's colour of what lies at a point of the board."""
        if self.land is not None and self.grid is not None:
            here = self.grid.at(x, y)
            if here is not None and self.areas is not None:
                return self.areas.base(here)
            if here is not None:
                return self.land.base(here)
        if self.chart is None:
            return self.map.background
        if self.map.style != "chart":
            theme = self.sheet.theme
            paper = theme.colour(self.map.background)
            return mix(paper, theme.colour("land"), LOG_LAND) if self.on_land(x, y) else paper
        left, top, width, height = self.clip
        if not (left <= x <= left + width and top <= y <= top + height):
            return "paper"
        if self.on_land(x, y):
            return "land"
        from shapely import contains_xy

        for distance, colour in reversed(BANDS):
            if distance in self.offshore and contains_xy(self.offshore[distance], x, y):
                return colour
        return self.map.background

    def point(self, where: Label | Waypoint) -> Point | None:
        """A point of the definition in mm; None for degrees on a map that has no chart."""
        if where.x is not None and where.y is not None:
            return where.x, where.y
        if where.at is not None:
            place = self.layout.places[where.at]
            return place.x, place.y
        if self.chart is None or where.lon is None or where.lat is None:
            return None
        return self.chart.to_board(where.lon, where.lat)

    def take(self, outline: Sequence[Point]) -> None:
        """Keeps names away from an outline (mm, convex)."""
        self.taken.append(outline)

    def bar(self, line: Sequence[Point], half: float) -> None:
        """Keeps names of towns off a road or river, ``half`` mm to either side of its middle."""
        from shapely.geometry import LineString

        for (ax, ay), (bx, by) in pairwise(LineString(line).simplify(half / 2).coords):
            length = hypot(bx - ax, by - ay)
            if length == 0:
                continue
            ux, uy = (bx - ax) / length * half, (by - ay) / length * half
            self.barred.add(
                (
                    (ax - uy, ay + ux),
                    (ax + uy, ay - ux),
                    (bx + uy, by - ux),
                    (bx - uy, by + ux),
                )
            )

    def free(self, outline: Sequence[Point]) -> bool:
        """Whether nothing taken and no name lies there."""
        return self.crowd().free(outline)

    def ground_under(self, outline: Sequence[Point]) -> str:
        """The colour that most of an outline's length stands on."""
        (ax, ay), (bx, by) = outline[0], outline[1]
        (dx, dy) = outline[-1]
        seen: dict[str, int] = {}
        for k in range(7):
            x = (ax + dx) / 2 + (bx - ax) * (k + 0.5) / 7
            y = (ay + dy) / 2 + (by - ay) * (k + 0.5) / 7
            colour = self.ground(x, y)
            seen[colour] = seen.get(colour, 0) + 1
        return max(seen, key=lambda colour: seen[colour])

    def legible(self, colour: str, ground: str) -> str:
        """A colour for writing on a ground: itself, or as near to the ink as reading asks for."""
        theme = self.sheet.theme
        tone, ink, under = theme.colour(colour), theme.colour("ink"), theme.colour(ground)
        for share in range(11):
            found = mix(tone, ink, share / 10)
            if contrast(found, under) >= READABLE:
                return found
        return ink

    def crossed(self, outline: Sequence[Point]) -> int:
        """How many lines of the grid cross an outline; an outer one counts three times."""
        return self._grid_lines.hit(outline, 0.0)

    def struck(self, outline: Sequence[Point]) -> bool:
        """Whether a line that means something crosses an outline."""
        return self._stroke_lines.hit(outline, 0.0) > 0

    @cached_property
    def _stroke_lines(self) -> Crowd:
        lines = Crowd()
        for stroke in self.strokes:
            lines.add(stroke)
        return lines

    @cached_property
    def _grid_lines(self) -> Crowd:
        lines = Crowd()
        for side in self.sides:
            lines.add(side)
        for start, end in self.rim:
            lines.add((start, end))
            lines.add((end, start))
        return lines

    def crowd(self) -> Crowd:
        """Everything that is taken, and every name, by place."""
        taken, labels = self._counted
        for outline in self.taken[taken:]:
            self._crowd.add(outline)
        for label in self.sheet.labels[labels:]:
            for outline in label.outlines:
                self._crowd.add(outline)
        self._counted = len(self.taken), len(self.sheet.labels)
        return self._crowd
