"""Area maps: regions with natural borders, each drawn once, tinted by owner, with their names.

Corners given by hand are joined by lines that bend as all natural edges do; what two areas share
bends the same way for both, so that no gap opens between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from math import hypot, sqrt
from typing import TYPE_CHECKING

from generator.drawing.colours import contrast, lightness, mix
from generator.drawing.maps.cells import OVER_A_COUNTER, chord
from generator.drawing.maps.terrain import pens
from generator.drawing.maps.terrain.land import (
    Land,
    Rectangle,
    Spot,
    Wash,
    looks_of,
    open_ground,
    tint_of,
)
from generator.drawing.maps.terrain.looks import WATERS, Palette
from generator.drawing.maps.terrain.noise import Noise
from generator.drawing.themes import READABLE
from generator.drawing.typefaces import measures
from generator.geography.areas import AreaMap
from generator.geography.ground import Ground, ground_of
from generator.light import dataclass

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.definition.schema import Area
    from generator.drawing.maps.board import Board
    from generator.drawing.maps.terrain.noise import Floats
    from generator.drawing.sheet import Point

_WASH, _BAND, _LINE = 0.07, 0.5, 0.7
"""How much of its owner's colour an area shows: all over, in the band along its border, and in the
line that edges the band over trees and hills."""

_WIDE, _FINE = 0.34, 0.1
"""Width of the band and of its line, in parts of the map's unit."""

_RIVER = 0.08
"""What the line leaves free beside the middle of a river, in parts of the unit."""

_PALE = 60.0
"""A side's colour lighter than this (CIE L*) is deepened by its ink: it would not show on paper."""

_SELVEDGE = 0.3
"""What a name keeps from the border of its area, mm."""

_SWAY = 0.16
"""How far a road may stray from the straight way between two places, in parts of the unit."""


@dataclass
class Areas:
    """The areas of a board as they are drawn."""

    board: Board
    grid: AreaMap
    ground: Ground

    @cached_property
    def notes(self) -> Mapping[str, Area]:
        """What the definition says of each."""
        described = self.board.map.grid
        assert described is not None and described.kind == "areas"
        return {area.id: area for area in described.areas}

    @cached_property
    def unit(self) -> float:
        """What a hex's side is to a hex map: the scale of trees and waves, mm."""
        sizes = sorted(shape.area for shape in self._straight.values())
        middle = sizes[len(sizes) // 2] if sizes else 200.0
        return min(11.0, max(5.0, 0.22 * sqrt(middle)))

    @cached_property
    def _straight(self) -> dict[str, BaseGeometry]:
        from shapely.geometry import Polygon

        found = {}
        for name, outline in self.grid.outlines.items():
            if len(outline) > 2:
                shape = _filled(Polygon([(round(x, 3), round(y, 3)) for x, y in outline]))
                if not shape.is_empty:
                    found[name] = shape
        return found

    @cached_property
    def shapes(self) -> dict[str, BaseGeometry]:
        """The natural outline of each (mm)."""
        from numpy import clip, minimum, stack
        from shapely import (
            line_merge,
            node,
            polygonize,
            segmentize,
            transform,
            union_all,
        )

        noise = Noise(self.board.map.id)
        unit = self.unit
        left, top, right, bottom = union_all(list(self._straight.values())).bounds

        def stray(points: Floats) -> Floats:
            x, y = points[:, 0], points[:, 1]
            # The outermost lines are the frame of the map: they stay straight.
            inside = minimum(minimum(x - left, right - x), minimum(y - top, bottom - y))
            free = clip(inside / (0.8 * unit), 0, 1)
            moved = []
            for layer, along in ((0, x), (10, y)):
                far = (
                    0.34 * unit * noise.at(x, y, 2.6 * unit, 91 + layer)
                    + 0.17 * unit * noise.at(x, y, 0.9 * unit, 92 + layer)
                    + 0.07 * unit * noise.at(x, y, 0.32 * unit, 93 + layer)
                )
                moved.append(along + free * far)
            return stack(moved, axis=1)

        # All borders are cut at each other's corners first: what is shared is the same stretch.
        nodes = node(union_all([shape.boundary for shape in self._straight.values()]))
        lines = node(transform(segmentize(line_merge(nodes), 0.08 * unit), stray))
        faces = list(polygonize(list(getattr(lines, "geoms", [lines]))).geoms)
        found = {}
        for name, shape in self._straight.items():
            alone = _filled(transform(segmentize(shape, 0.08 * unit), stray))
            parts = [face for face in faces if alone.contains(face.representative_point())]
            found[name] = union_all(parts) if parts else alone
        return found

    def wet(self, name: str) -> bool:
        """Whether an area is sea or lake."""
        return bool(set(self.looks(name)) & set(WATERS))

    def looks(self, name: str) -> tuple[str, ...]:
        """How the ground of an area looks."""
        terrain = self.board.map.terrain
        return looks_of(self.ground.kinds[name], terrain.kinds if terrain is not None else {})

    def land(self) -> Land:
        """The ground of all areas, to be drawn as that of hexes is."""
        from shapely import union_all

        terrain = self.board.map.terrain
        kinds = terrain.kinds if terrain is not None else {}
        spots = {}
        for name, shape in self.shapes.items():
            colour = (
                kinds[self.ground.kinds[name]].colour if self.ground.kinds[name] in kinds else None
            )
            x, y = self.grid.centre(name)
            rings = [part.exterior for part in getattr(shape, "geoms", [shape])]
            for number, ring in enumerate(rings):
                key = name if number == 0 else f"{name}\0{number}"
                outline = tuple((px, py) for px, py in list(ring.coords)[:-1])
                spots[key] = Spot(x, y, outline, self.looks(name), self.ground.level(name), colour)
        boxes = tuple(box for _, box in self.written())
        return Land(
            self.board.sheet,
            self.board.map.id,
            self.unit,
            spots,
            self.ground,
            kinds,
            open_ground(self.board.map),
            boxes,
            natural=False,
            shared=self._shared,
            heights=tuple(self._heights()),
            washes=tuple(self._washes()),
            dry=union_all([shape for name, shape in self.shapes.items() if not self.wet(name)]),
        )

    @cached_property
    def _shared(self) -> dict[frozenset[str], tuple[Point, ...]]:
        """The common border of each two areas that something runs along."""
        from shapely import line_merge

        found = {}
        for course in (*self.ground.rivers, *self.ground.sides):
            for side in course.sides:
                # An area whose outline is flat has no border of its own.
                if side.pair in found or not side.pair <= self.shapes.keys():
                    continue
                one, other = (self.shapes[name] for name in sorted(side.pair))
                border = line_merge(one.boundary.intersection(other.boundary))
                lines = [
                    part
                    for part in getattr(border, "geoms", [border])
                    if part.geom_type == "LineString"
                ]
                if lines:
                    longest = max(lines, key=lambda line: line.length)
                    found[side.pair] = tuple((x, y) for x, y in longest.coords)
        return found

    def _heights(self) -> Iterator[Spot]:
        """Points all over the areas, so that hills rise everywhere in them."""
        if not any(self.ground.levels.values()) and not any(
            {"hill", "mountain"} & set(self.looks(name)) for name in self.shapes
        ):
            return
        from numpy import indices, ones
        from shapely import contains_xy, prepare

        step = 0.5 * self.unit
        size = int(self.board.map.height / step) + 1, int(self.board.map.width / step) + 1
        down, across = indices(size).reshape(2, -1)
        x, y = (across + 0.5 * (down % 2)) * step, down * step
        free = ones(len(x), bool)
        for name, shape in self.shapes.items():
            prepare(shape)
            here = contains_xy(shape, x, y)
            free &= ~here
            looks, level = self.looks(name), self.ground.level(name)
            for px, py in zip(x[here].tolist(), y[here].tolist(), strict=True):
                yield Spot(px, py, (), looks, level)
        for px, py in zip(x[free].tolist(), y[free].tolist(), strict=True):
            yield Spot(px, py, (), (), 0)

    def base(self, name: str) -> str:
        """The colour under the name of an area."""
        terrain = self.board.map.terrain
        kinds = terrain.kinds if terrain is not None else {}
        own = kinds.get(self.ground.kinds[name])
        colour = own.colour if own is not None else None
        spot = Spot(0, 0, (), self.looks(name), self.ground.level(name), colour)
        under = tint_of(spot, Palette(self.board.sheet.theme), open_ground(self.board.map))
        owner = self.notes[name].owner
        return mix(under, self._colour(owner), _WASH) if owner else under

    def _colour(self, owner: str) -> str:
        ground = self.board.sheet.theme.ground(self.board.game.side(owner).colour)
        pale = lightness(ground.fill) > _PALE
        return mix(ground.fill, ground.ink, 0.45) if pale else ground.fill

    @cached_property
    def _inside(self) -> dict[str, BaseGeometry]:
        """The borders of each owned area, but not the frame of the map."""
        from shapely import union_all

        frame = union_all(list(self.shapes.values())).boundary.buffer(0.02)
        return {
            name: shape.boundary.difference(frame)
            for name, shape in self.shapes.items()
            if self.notes[name].owner
        }

    def _edge(self, name: str, wide: float) -> BaseGeometry:
        """A band along the inner side of an area's border."""
        near = self._inside[name].buffer(wide * self.unit, quad_segs=3)
        return self.shapes[name].intersection(near)

    @property
    def beside(self) -> float:
        """How far beside a border a name keeps clear of the owners' bands, mm."""
        return _WIDE * self.unit + 0.6 if self._inside else 0.9

    def _washes(self) -> Iterator[Wash]:
        """The colour of its owner in an area, under all that is drawn on the ground: a breath of
        it, and a band along the border, as in an old atlas."""
        for name in self._inside:
            colour = self._colour(self.notes[name].owner or "")
            yield Wash(pens.shape(self.shapes[name]), colour, _WASH)
            yield Wash(pens.shape(self._edge(name, _WIDE)), colour, _BAND)

    # -- drawing

    def draw_owners(self) -> None:
        """The line of its owner's colour round an area: over trees and hills, beside rivers."""
        from shapely import union_all

        water = union_all(self._flowing()).buffer(_RIVER * self.unit, quad_segs=3)
        for name in self._inside:
            pens.draw(
                self.board.sheet,
                pens.shape(self._edge(name, _FINE).difference(water)),
                fill=self._colour(self.notes[name].owner or ""),
                fill_opacity=_LINE,
                fill_rule="evenodd",
            )

    def draw_borders(self) -> None:
        """Every border once: between lands, between waters, and round the whole."""
        from shapely import line_merge, union_all

        sheet = self.board.sheet
        dry = [shape for name, shape in self.shapes.items() if not self.wet(name)]
        seas = [shape for name, shape in self.shapes.items() if self.wet(name)]
        lands, waters = union_all(dry), union_all(seas)
        rim = union_all(list(self.shapes.values())).boundary
        hair = 0.02
        between = union_all([shape.boundary for shape in dry]).difference(
            union_all([lands.boundary, rim, *self._flowing()]).buffer(hair)
        )
        across = union_all([shape.boundary for shape in seas]).difference(
            union_all([waters.boundary, rim]).buffer(hair)
        )
        data = pens.shape(line_merge(between))
        pens.draw(
            sheet, data, stroke="surf", stroke_width=0.95, opacity=0.55, stroke_linejoin="round"
        )
        pens.draw(sheet, data, stroke="hex", stroke_width=0.34, stroke_linejoin="round")
        water = Palette(sheet.theme)["water_line"]
        pens.draw(
            sheet,
            pens.shape(line_merge(across)),
            stroke=water,
            stroke_width=0.3,
            dashes=(1.5, 0.9),
            stroke_linejoin="round",
            opacity=0.85,
        )
        pens.draw(sheet, pens.shape(rim), stroke="hex", stroke_width=0.55, stroke_linejoin="round")
        lines = [between, across, rim]
        self.board.sides = [
            (one, other)
            for line in lines
            for part in getattr(line, "geoms", [line])
            for one, other in pairwise(part.simplify(0.3).coords)
        ]

    def _flowing(self) -> list[BaseGeometry]:
        """The borders that are rivers: the water is the line."""
        from shapely.geometry import LineString

        shared = self._shared
        pairs = {side.pair for river in self.ground.rivers for side in river.sides}
        return [LineString(shared[pair]) for pair in sorted(pairs & shared.keys(), key=sorted)]

    def written(self) -> Iterator[tuple[str, Rectangle]]:
        """The box of every area's name, with a little air."""
        for name in self.shapes:
            words, size, (x, y), room = self._name(name)
            table = measures(self.board.sheet.theme.face(self._role(name)))
            wide = min(room, size * (table.width(words) + 0.08 * max(0, len(words) - 1)))
            top = y - table.cap_height * size
            yield name, (x - wide / 2 - 0.5, top - 0.5, x + wide / 2 + 0.5, y + 0.9)

    def _role(self, name: str) -> str:
        return "sea" if self.wet(name) else "land"

    def _name(self, name: str) -> tuple[str, float, Point, float]:
        """An area's words, type size, the middle of its baseline, and the room it has (mm)."""
        place = self.board.layout.places[name]
        style = self.board.map.grid_style
        (x, y), size = (place.x, place.y - OVER_A_COUNTER), style.id_size or 3.4
        words = self.notes[name].name or name
        room = min(chord(place, y), chord(place, y - size)) - 0.6 * self.unit
        if room < size * 2:
            room = chord(place, place.y) - 0.4 * self.unit
            y = place.y + 0.35 * size
        room = max(room, 4.0)
        found = self._clear_of_courses(name, words, size, (x, y), room)
        if found is None:
            self._pressed[name] = words
        return words, size, found or (x, y), room

    @cached_property
    def _pressed(self) -> dict[str, str]:
        """Names for which their areas have no free place."""
        return {}

    def _clear_of_courses(
        self, name: str, words: str, size: float, at: Point, room: float
    ) -> Point | None:
        """The middle of a name's baseline within its area, off roads, rivers, borders and, where
        the area is large enough, the counters that stand there, as near to ``at`` as can be; None
        where there is no such place."""
        from shapely.geometry import box

        free = self.shapes[name].buffer(-_SELVEDGE).difference(self._courses)
        place = self.board.layout.places[name]
        reach = OVER_A_COUNTER - 0.8
        counters = box(place.x - reach, place.y - reach, place.x + reach, place.y + reach)
        return self._spot(name, words, size, at, room, free.difference(counters)) or self._spot(
            name, words, size, at, room, free
        )

    def _spot(
        self, name: str, words: str, size: float, at: Point, room: float, free: BaseGeometry
    ) -> Point | None:
        """The place nearest to ``at`` where a name's letters lie in free ground."""
        from shapely import prepare
        from shapely.geometry import box

        prepare(free)
        table = measures(self.board.sheet.theme.face(self._role(name)))
        half = min(room, size * table.width(words)) / 2 + 0.4
        high = table.cap_height * size

        def fits(x: float, y: float) -> bool:
            return bool(free.contains(box(x - half, y - high - 0.4, x + half, y + 0.8)))

        if fits(*at):
            return at
        left, top, right, foot = self.shapes[name].bounds
        spots = [
            (left + half + column * 1.2, top + high + row * 1.2)
            for column in range(int((right - left - 2 * half) / 1.2) + 1)
            for row in range(int((foot - top - high) / 1.2) + 1)
        ]
        spots.sort(key=lambda spot: hypot(spot[0] - at[0], spot[1] - at[1]))
        return next((spot for spot in spots if fits(*spot)), None)

    @cached_property
    def _courses(self) -> BaseGeometry:
        """Where roads and rivers may run."""
        from shapely import MultiLineString, union_all

        lines = [course.points for course in self.ground.ways if len(course.points) > 1]
        roads = MultiLineString(lines).buffer(_SWAY * self.unit)
        return roads.union(union_all(self._flowing()).buffer(_RIVER * self.unit))

    def draw_names(self) -> None:
        """The name of every area over the place of its counters, and that place."""
        sheet = self.board.sheet
        if self.board.map.grid_style.dots:
            for name in self.shapes:
                x, y = self.grid.centre(name)
                sheet.circle(x, y, 0.9, fill="surf", stroke="hex", stroke_width=0.22)
                sheet.circle(x, y, 0.25, fill="hex")
        if self.board.map.grid_style.ids == "off":
            return
        for name in self.shapes:
            words, size, (x, y), room = self._name(name)
            if name in self._pressed:
                sheet.notes.append(
                    f"the name {words!r} does not fit into its area beside its roads and rivers"
                )
            on = self.base(name)
            wanted = sheet.theme.colour("sea_name" if self.wet(name) else "ink")
            colour = wanted if contrast(wanted, on) >= READABLE else "ink"
            if contrast(sheet.theme.colour(colour), on) < READABLE:
                colour = "paper"
            sheet.text(
                x,
                y,
                words,
                self._role(name),
                size,
                colour=colour,
                on=on,
                anchor="middle",
                room=room,
                halo=0.4,
            )


def _filled(shape: BaseGeometry) -> BaseGeometry:
    """The polygons of an outline given by hand, which may cross itself; empty when flat."""
    from shapely import get_parts, make_valid, union_all

    parts = get_parts(make_valid(shape)).tolist()
    return union_all([part for part in parts if part.geom_type == "Polygon" and part.area > 1e-6])


def areas_of(board: Board) -> Areas | None:
    """The areas of a board that are drawn with natural borders; None for any other board.

    Those of a chart are bounded by degrees: they stay as straight as the graticule.
    """
    if not isinstance(board.grid, AreaMap) or board.map.style != "plain":
        return None
    if not any(len(outline) > 2 for outline in board.grid.outlines.values()):
        return None
    ground = ground_of(board.map)
    if ground is None:
        ground = Ground(dict.fromkeys(board.grid.near, "clear"), {})
    return Areas(board, board.grid, ground)
