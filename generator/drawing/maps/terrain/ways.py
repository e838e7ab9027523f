"""Roads and railways: smooth through the middles of their cells, over rivers by bridges."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from generator.drawing.maps.terrain import pens
from generator.drawing.maps.terrain.land import Land
from generator.drawing.maps.terrain.waters import Stream
from generator.light import dataclass

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.drawing.sheet import Point
    from generator.geography.ground import Course

RANKS = ("major_road", "road", "railway", "light_railway", "track", "path")
"""What goes first where two run side by side."""

FILLS: Mapping[str, tuple[float, float]] = {"major_road": (0.125, 0.078), "road": (0.108, 0.06)}
"""Width of edge and of surface, in parts of a hex's side."""

WIDE = {"major_road": 0.125, "road": 0.108, "track": 0.04, "path": 0.03, "railway": 0.12,
        "light_railway": 0.1}  # fmt: skip

RAILS = ("railway", "light_railway")

EASED = 0.13
"""How far a way may pass by the middle of a cell, in parts of a hex's side."""

ASIDE = 0.15
"""How far a railway keeps from a road in the same cells, in parts of a hex's side."""


Key = tuple[int, int]
"""The middle of a cell, in tenths of a millimetre."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a way as it is drawn, its points in mm."""

    look: str
    line: tuple[Point, ...]
    bridges: bool


def stretches_of(land: Land) -> list[Stretch]:
    """Every way, the greatest first; where two of one sort run together only one is drawn.

    Ways that meet in the middle of a cell meet in one point, wherever the greatest of them passes.
    """
    ways = [(land.looks_of(course.kind)[0], course) for course in land.ground.ways]
    ways.sort(key=lambda pair: RANKS.index(pair[0]) if pair[0] in RANKS else len(RANKS))
    ways = [(look, course) for look, course in ways if len(course.points) > 1]
    roads: set[tuple[Key, Key]] = set()
    rails: set[tuple[Key, Key]] = set()
    met: dict[bool, dict[Key, Point]] = {True: {}, False: {}}
    laid = []
    for look, course in ways:
        rail = look in RAILS
        steps = [_leg(one, other) for one, other in pairwise(course.points)]
        aside = rail and any(step in roads for step in steps)
        (rails if rail else roads).update(steps)
        points = _laid(land, course.points, aside)
        last = len(points) - 1
        for index, (middle, point) in enumerate(zip(course.points, points, strict=True)):
            # An end is where it was put, unless another way passes through.
            if 0 < index < last:
                met[rail].setdefault(_key(middle), point)
        laid.append((look, course, steps, points))
    return list(_stretches(land, laid, met))


def _stretches(
    land: Land,
    laid: Sequence[tuple[str, Course, Sequence[tuple[Key, Key]], Sequence[Point]]],
    met: Mapping[bool, Mapping[Key, Point]],
) -> Iterator[Stretch]:
    """Stretches of the ways as they were laid, led through the points where they meet."""
    drawn: set[tuple[bool, tuple[Key, Key]]] = set()
    for look, course, steps, points in laid:
        rail = look in RAILS
        led = [
            met[rail].get(_key(middle), point)
            for middle, point in zip(course.points, points, strict=True)
        ]
        for end in (0, -1):
            key = _key(course.points[end])
            if not rail and key not in met[False]:
                # A road may end at a railway that has no road beside it: at the station.
                led[end] = met[True].get(key, led[end])
        run: list[Point] = []
        for step, span in zip(steps, _spans(land, led), strict=True):
            if (rail, step) in drawn:
                if run:
                    yield Stretch(look, tuple(run), course.bridges)
                run = []
                continue
            drawn.add((rail, step))
            run = run + span[1:] if run else list(span)
        if run:
            yield Stretch(look, tuple(run), course.bridges)


def _key(point: Point) -> Key:
    return round(point[0] * 10), round(point[1] * 10)


def _leg(one: Point, other: Point) -> tuple[Key, Key]:
    first, last = sorted((_key(one), _key(other)))
    return first, last


def _laid(land: Land, points: Sequence[Point], aside: bool) -> list[Point]:
    """Where a way passes the middles of its cells, were it alone."""
    eased_ = eased(points, EASED * land.unit, land.fixed)
    return _shifted(eased_, ASIDE * land.unit) if aside else eased_


def _spans(land: Land, points: Sequence[Point]) -> list[list[Point]]:
    """The curve between each two points; it sways where it crosses a side."""
    unit = land.unit
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    # The noise of the place, so that two roads over one hexside lie on one another.
    sways = land.noise.along(middles, 0.7 * unit, 81)
    knots: list[Point] = []
    for (one, other), (mx, my), noise in zip(pairwise(points), middles, sways, strict=True):
        knots.append(one)
        (ax, ay), (bx, by) = one, other
        length = hypot(bx - ax, by - ay) or 1.0
        sway = 0.13 * unit * noise * (1 if one < other else -1)
        if length < 1.2 * unit:
            sway *= 0.4
        knots.append((mx + (ay - by) / length * sway, my + (bx - ax) / length * sway))
    knots.append(points[-1])
    smooth = pens.curve(knots, 6)
    if len(knots) < 3:
        return [smooth]
    return [smooth[12 * k : 12 * k + 13] for k in range(len(points) - 1)]


def eased(points: Sequence[Point], most: float, fixed: Collection[Point] = ()) -> list[Point]:
    """A way that winds a little less: no point moves by more than ``most`` mm; the ends stay, and
    those that are ``fixed``."""
    found = list(points)
    for index in range(1, len(points) - 1):
        if points[index] in fixed:
            continue
        (ax, ay), (x, y), (bx, by) = points[index - 1 : index + 2]
        dx, dy = (ax + bx) / 2 - x, (ay + by) / 2 - y
        far = hypot(dx, dy)
        share = min(0.4, most / far) if far else 0.0
        found[index] = (x + dx * share, y + dy * share)
    return found


def _shifted(points: Sequence[Point], far: float) -> list[Point]:
    """The same way a little to its right."""
    found = []
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        found.append((x + (ay - by) / length * far, y + (bx - ax) / length * far))
    return found


def draw_beds(land: Land, stretches: Sequence[Stretch]) -> None:
    """The dark edges of roads, under all surfaces, and ways that have none."""
    palette, unit = land.palette, land.unit
    for look in ("path", "track"):
        data = _data(stretches, look)
        dash = (0.15, 0.075) if look == "track" else (0.05, 0.06)
        land.draw(
            data, stroke=palette["lit"], stroke_width=(WIDE[look] + 0.03) * unit, opacity=0.55
        )
        land.draw(
            data, stroke=palette["track"], stroke_width=WIDE[look] * unit,
            dashes=(dash[0] * unit, dash[1] * unit),
        )  # fmt: skip
    for look in ("road", "major_road"):
        land.draw(
            _data(stretches, look), stroke=palette["road_edge"],
            stroke_width=FILLS[look][0] * unit, stroke_linejoin="round",
        )  # fmt: skip


def draw_surfaces(land: Land, stretches: Sequence[Stretch]) -> None:
    """The surfaces of roads, then rails with their ticks."""
    palette, unit = land.palette, land.unit
    for look, colour in (("road", "road_minor"), ("major_road", "road_major")):
        land.draw(
            _data(stretches, look), stroke=palette[colour], stroke_width=FILLS[look][1] * unit,
            stroke_linejoin="round", stroke_linecap="round",
        )  # fmt: skip
    for look, weight, tick in (("railway", 0.042, 0.15), ("light_railway", 0.026, 0.11)):
        lines = [stretch.line for stretch in stretches if stretch.look == look]
        if not lines:
            continue
        data = "".join(pens.line(line) for line in lines)
        land.draw(data, stroke=palette["lit"], stroke_width=(weight + 0.035) * unit, opacity=0.7)
        land.draw(data, stroke=palette["rail"], stroke_width=weight * unit, stroke_linejoin="round")
        ticks = "".join(
            pens.line(((x - nx * tick * unit / 2, y - ny * tick * unit / 2),
                       (x + nx * tick * unit / 2, y + ny * tick * unit / 2)))
            for line in lines
            for x, y, nx, ny in pens.beads(line, 0.21 * unit)
        )  # fmt: skip
        land.draw(ticks, stroke=palette["rail"], stroke_width=weight * 0.62 * unit)


def _data(stretches: Sequence[Stretch], look: str) -> str:
    return "".join(pens.line(stretch.line) for stretch in stretches if stretch.look == look)


# -- bridges


def crossings(
    land: Land, stretches: Sequence[Stretch], streams: Sequence[Stream]
) -> Iterator[tuple[Stretch, Point, Point, float]]:
    """(way, where it crosses a river, the way's direction there, the river's width)."""
    from shapely import STRtree
    from shapely.geometry import LineString

    rivers = [LineString(stream.line) for stream in streams if stream.look != "wadi"]
    wet = [stream for stream in streams if stream.look != "wadi"]
    if not rivers:
        return
    tree = STRtree(rivers)
    for stretch in stretches:
        line = LineString(stretch.line)
        for index in sorted(tree.query(line, predicate="intersects").tolist()):
            for dot in _points(line.intersection(rivers[index])):
                along = line.project(dot)
                one = line.interpolate(max(0.0, along - 0.1 * land.unit))
                other = line.interpolate(along + 0.1 * land.unit)
                length = one.distance(other) or 1.0
                near = min(
                    range(len(wet[index].line)),
                    key=lambda k: hypot(
                        wet[index].line[k][0] - dot.x, wet[index].line[k][1] - dot.y
                    ),
                )
                way = ((other.x - one.x) / length, (other.y - one.y) / length)
                yield stretch, (dot.x, dot.y), way, wet[index].widths[near]


def _points(met: BaseGeometry) -> list[BaseGeometry]:
    parts = list(getattr(met, "geoms", [met]))
    return [part for part in parts if part.geom_type == "Point"]


def draw_bridges(land: Land, stretches: Sequence[Stretch], streams: Sequence[Stream]) -> None:
    """Parapets with splayed ends beside the way."""
    for stretch, at, way, wide in crossings(land, stretches, streams):
        if stretch.bridges and stretch.look != "path":
            half = WIDE.get(stretch.look, 0.06) * land.unit / 2
            draw_bridge(land, at, way, wide + 0.16 * land.unit, half + 0.035 * land.unit)


def draw_bridge(land: Land, at: Point, way: Point, long: float, half: float) -> None:
    """A bridge of a length, its parapets ``half`` mm from the middle of the way."""
    (x, y), (ux, uy) = at, way
    nx, ny = -uy, ux
    splay = 0.05 * land.unit
    ends = (
        (-long / 2 - splay, splay),
        (-long / 2, 0.0),
        (long / 2, 0.0),
        (long / 2 + splay, splay),
    )
    data = "".join(
        pens.line(
            [
                (x + ux * a + nx * side * (half + b), y + uy * a + ny * side * (half + b))
                for a, b in ends
            ]
        )
        for side in (-1, 1)
    )
    for colour, weight in (("lit", 0.055), ("rail", 0.032)):
        land.draw(
            data, stroke=land.palette[colour], stroke_width=weight * land.unit,
            stroke_linecap="round", stroke_linejoin="round",
        )  # fmt: skip
