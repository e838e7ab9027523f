"""Lakes, seas and rivers.

Lakes have lines that follow the shore; rivers wander along their hexsides, grow from source to
mouth, and run into one another without a seam.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from generator.drawing.colours import mix
from generator.drawing.maps.terrain import pens
from generator.drawing.maps.terrain.land import Land
from generator.drawing.maps.terrain.looks import WATERS
from generator.geography.ground import corner_key
from generator.light import dataclass

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from generator.drawing.sheet import Point
    from generator.geography.ground import Course

WIDTHS = {"stream": 0.05, "river": 0.1, "major_river": 0.2, "canal": 0.085, "wadi": 0.06}
"""At the mouth, in parts of a hex's side."""

SOURCE = 0.3
"""Width at a source, in parts of that at the mouth."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A river as it is drawn: the points of its middle line and its width at each, mm."""

    name: str
    look: str
    line: tuple[Point, ...]
    widths: tuple[float, ...]


def streams_of(land: Land) -> list[Stream]:
    """Every river, the widest first; a smaller one ends on the line of the larger it runs into."""
    found: list[Stream] = []
    ends: dict[tuple[int, int], list[int]] = {}
    rivers = [(look_of(land, course), course) for course in land.ground.rivers]
    rivers.sort(key=lambda pair: -WIDTHS.get(pair[0], 0.1))
    for look, course in rivers:
        chain = list(course.points) or _corners(land, course)
        if len(chain) < 2:
            continue
        natural = bool(land.shared) and not course.points
        line = chain[:] if natural else _wandering(land, chain, look, bool(course.points))
        joins = [False, False]
        for end in (0, -1):
            met = [
                (hypot(px - chain[end][0], py - chain[end][1]), (px, py))
                for index in ends.get(corner_key(chain[end]), ())
                for px, py in found[index].line
            ]
            if met:
                line[end] = min(met)[1]
                joins[0 if end == 0 else 1] = True
        smooth = line if natural or look == "canal" else pens.curve(line, 7)
        smooth += _into_the_lake(land, chain)
        wide = WIDTHS.get(look, 0.1) * land.unit
        fresh = not joins[0] and look not in ("canal", "wadi") and not _off_the_map(land, chain[0])
        for corner in chain:
            ends.setdefault(corner_key(corner), []).append(len(found))
        found.append(Stream(course.name, look, tuple(smooth), _growing(smooth, wide, fresh)))
    return found


def look_of(land: Land, course: Course) -> str:
    """The first look of a river's kind."""
    return land.looks_of(course.kind)[0]


def _corners(land: Land, course: Course) -> list[Point]:
    """The points a chain of hexsides runs through, in order."""
    sides = [list(land.shared.get(side.pair, side.ends)) for side in course.sides]
    if not sides:
        return []
    chain = sides[0]
    if len(sides) > 1:
        ends = [corner_key(sides[1][0]), corner_key(sides[1][-1])]
        if corner_key(chain[0]) in ends:
            chain.reverse()
    for side in sides[1:]:
        chain += side[1:] if corner_key(side[0]) == corner_key(chain[-1]) else side[-2::-1]
    return chain


def _wandering(land: Land, chain: Sequence[Point], look: str, inner: bool) -> list[Point]:
    """Points near a chain of sides: its corners are cut and it sways from side to side."""
    if look == "canal":
        return list(chain)
    swing = (0.15 if inner else 0.1) * land.unit
    places = (0.25, 0.5, 0.75) if not inner else (0.22, 0.5, 0.78)
    spots: list[tuple[float, float, float, float, float]] = []
    for index, ((ax, ay), (bx, by)) in enumerate(pairwise(chain)):
        length = hypot(bx - ax, by - ay) or 1.0
        nx, ny = (ay - by) / length, (bx - ax) / length
        for place in places:
            turn = 0.4 * swing * (1 if (index + round(place * 4)) % 2 else -1)
            spots.append((ax + (bx - ax) * place, ay + (by - ay) * place, nx, ny, turn))
    points = [(x, y) for x, y, *_ in spots]
    sways = land.noise.along(points, 0.55 * land.unit, 71)
    line = [
        (x + nx * (turn + swing * sway), y + ny * (turn + swing * sway))
        for (x, y, nx, ny, turn), sway in zip(spots, sways, strict=True)
    ]
    return [chain[0], *line, chain[-1]]


def _into_the_lake(land: Land, chain: Sequence[Point]) -> list[Point]:
    """A river whose mouth is a corner of a lake runs on into its water."""
    x, y = chain[-1]
    for name, spot in land.spots.items():
        if name not in land.ground.kinds or not set(spot.looks) & set(WATERS):
            continue
        if any(corner_key(corner) == corner_key((x, y)) for corner in spot.outline):
            far = hypot(spot.x - x, spot.y - y) or 1.0
            return [
                (
                    x + (spot.x - x) * share * land.unit / far,
                    y + (spot.y - y) * share * land.unit / far,
                )
                for share in (0.15, 0.3, 0.45)
            ]
    return []


def _off_the_map(land: Land, corner: Point) -> bool:
    """Whether a corner lies on the edge of the map: what comes in there is a river already."""
    from shapely import Point as Dot

    return bool(land.rim.boundary.distance(Dot(corner)) < 0.05 * land.unit)


def _growing(line: Sequence[Point], wide: float, fresh: bool) -> tuple[float, ...]:
    steps = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        steps.append(steps[-1] + hypot(bx - ax, by - ay))
    whole = steps[-1] or 1.0
    if not fresh:
        return tuple(wide for _ in steps)
    return tuple(wide * (SOURCE + (1 - SOURCE) * (step / whole) ** 0.7) for step in steps)


def ribbon(line: Sequence[Point], widths: Sequence[float]) -> BaseGeometry:
    """The polygon of a line of changing width."""
    from shapely import make_valid
    from shapely.geometry import Polygon

    left, right = [], []
    for index, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(0, index - 1)], line[min(len(line) - 1, index + 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        nx, ny = (ay - by) / length * widths[index] / 2, (bx - ax) / length * widths[index] / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return make_valid(Polygon([*left, *right[::-1]])).buffer(0.01)


def draw_waters(land: Land, streams: Sequence[Stream]) -> None:
    """All water: banks first, then the water over them, so that what meets has no seam."""
    from shapely import union_all

    palette, unit = land.palette, land.unit
    bank = palette["water_line"]
    lakes = land.region(*WATERS)
    dry = [stream for stream in streams if stream.look == "wadi"]
    cut = [stream for stream in streams if stream.look == "canal"]
    ribbons = [
        ribbon(stream.line, stream.widths)
        for stream in streams
        if stream.look not in ("wadi", "canal")
    ]
    flowing = union_all(ribbons) if ribbons else None
    if flowing is not None:
        land.draw(
            pens.shape(flowing), stroke=bank, stroke_width=0.045 * unit, stroke_linejoin="round"
        )
    if not lakes.is_empty:
        _draw_lakes(land, lakes)
    if flowing is not None:
        land.draw(pens.shape(flowing), fill=mix(palette["water"], palette["deep"], 0.35))
    for stream in cut:
        _draw_canal(land, stream)
    for stream in dry:
        land.draw(
            pens.line(stream.line), stroke=palette["desert_ink"], stroke_width=0.04 * unit,
            dashes=(0.16 * unit, 0.07 * unit), stroke_linecap="round",
        )  # fmt: skip


def _draw_canal(land: Land, stream: Stream) -> None:
    """Two straight banks with water between them, and ticks across: what was dug, not what runs."""
    palette, unit = land.palette, land.unit
    wide, tick = stream.widths[-1], 0.2 * unit
    data = pens.line(stream.line)
    ticks = "".join(
        pens.line(((x - nx * tick / 2, y - ny * tick / 2), (x + nx * tick / 2, y + ny * tick / 2)))
        for x, y, nx, ny in pens.beads(stream.line, 0.3 * unit)
    )
    bank = palette["water_line"]
    land.draw(ticks, stroke=bank, stroke_width=0.03 * unit)
    land.draw(data, stroke=bank, stroke_width=wide + 0.05 * unit, stroke_linejoin="round")
    land.draw(
        data, stroke=mix(palette["water"], "#ffffff", 0.35), stroke_width=wide,
        stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip


def _draw_lakes(land: Land, lakes: BaseGeometry) -> None:
    """Shore, shallow water, depths, and lines that follow the shore, closest beside it."""

    def off_shore(depth: float) -> BaseGeometry:
        if land.dry is not None:
            return lakes.difference(land.dry.buffer(depth * unit, quad_segs=4)).simplify(grain)
        return lakes.buffer(-depth * unit, quad_segs=4).simplify(grain)

    palette, unit = land.palette, land.unit
    bank = palette["water_line"]
    grain = 0.01 * unit
    data = pens.shape(lakes.simplify(grain))
    land.draw(data, stroke=bank, stroke_width=0.07 * unit, stroke_linejoin="round")
    shallow = mix(palette["water"], "#ffffff", 0.3)
    land.draw(data, fill=shallow, fill_rule="evenodd")
    for depth, share in ((0.16, 0.55), (0.42, 1.0)):
        inner = off_shore(depth)
        colour = mix(shallow, palette["water"], share)
        land.draw(pens.shape(inner), fill=colour, fill_rule="evenodd")
    for depth, share in ((0.95, 0.5), (1.7, 1.0)):
        inner = off_shore(depth)
        colour = mix(palette["water"], palette["deep"], share)
        land.draw(pens.shape(inner), fill=colour, fill_rule="evenodd")
    for depth, opacity in ((0.07, 0.6), (0.16, 0.46), (0.28, 0.34), (0.44, 0.24), (0.66, 0.16)):
        line = off_shore(depth)
        land.draw(
            pens.shape(line), stroke=bank, stroke_width=0.014 * unit, stroke_linejoin="round",
            opacity=opacity,
        )  # fmt: skip
