"""Sea and land of a chart: depth bands towards the coast, graticule, rhumb lines, the frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from generator.drawing.colours import mix
from generator.drawing.maps.board import BANDS, WATERLINES, Board, Rectangle
from generator.drawing.sheet import Anchor, path_of
from generator.geography.grid import HexGrid
from generator.geography.projections import Chart

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_LEAST_RIVER = 1.5
"""Courses shorter than this on the board are left out, mm."""

_RIVER_TONE = 0.55
"""How far a river's tone goes from the land's towards that of the names of seas."""

_GRADUATION = 1.3
"""Width of the frame's bar of degrees, mm."""


def shape_path(shape: BaseGeometry) -> str:
    """Path data of polygons or lines in mm, hundredths kept."""
    return "".join(_paths(shape))


def _paths(shape: BaseGeometry) -> Iterator[str]:
    if shape.is_empty:
        return
    if shape.geom_type == "Polygon":
        for ring in (shape.exterior, *shape.interiors):
            yield _ring(list(ring.coords)[:-1]) + "Z"
    elif shape.geom_type in ("LineString", "LinearRing"):
        yield _ring(shape.coords)
    elif hasattr(shape, "geoms"):
        for part in shape.geoms:
            yield from _paths(part)


def _ring(points: Iterable[tuple[float, ...]]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y, *_ in points)


def draw_water(board: Board) -> None:
    """Sea, depth bands, land and the lines along the coast, within the chart's frame."""
    sheet, shore = board.sheet, board.shore
    x, y, width, height = board.clip
    sheet.rect(x, y, width, height, fill=board.map.background)
    if shore is None:
        return
    from shapely.geometry import box

    frame = box(x, y, x + width, y + height)
    for distance, colour in BANDS:
        band = board.offshore[distance]
        sheet.path(shape_path(band.intersection(frame)), fill=colour, fill_rule="evenodd")
        edge = shape_path(band.boundary.intersection(frame))
        sheet.path(edge, stroke="quiet", stroke_width=0.1, stroke_dasharray="0.25 0.7", opacity=0.6)
    for distance, opacity in WATERLINES:
        line = board.offshore[distance].boundary.intersection(frame)
        sheet.path(shape_path(line), stroke="quiet", stroke_width=0.12, opacity=opacity)
    land = shore.intersection(frame)
    sheet.path(shape_path(land), fill="upland", fill_rule="evenodd")
    inner = shore
    for inset in (1.0, 1.2):
        inner = inner.buffer(-inset, quad_segs=3).simplify(0.1)
        seen = shape_path(inner.intersection(frame))
        sheet.path(seen, fill="land", fill_opacity=0.55, fill_rule="evenodd")
    _inland(board)
    coast = shore.boundary.intersection(frame)
    sheet.path(shape_path(coast), stroke="coast", stroke_width=0.22, stroke_linejoin="round")


def _inland(board: Board) -> None:
    """Rivers, the lakes over them, and borders: all quieter than the coast."""
    sheet, geography = board.sheet, board.map.geography
    if board.chart is None or geography is None or geography.coastlines is None:
        return
    from generator.geography.coastlines import lines_on

    if geography.rivers:
        courses = [
            list(line.simplify(0.06).coords)
            for line in lines_on(board.chart, board.clip, "rivers", geography.coastlines)
            if line.length > _LEAST_RIVER
        ]
        board.courses += [("", course) for course in courses]
        for course in courses:
            for stretch in pairwise(course):
                board.brooks.add(stretch)
        water = sheet.theme.colour("sea_name")
        tone = mix(sheet.theme.colour("land"), water, _RIVER_TONE)
        data = "".join(_ring(course) for course in courses)
        sheet.path(
            data,
            stroke=tone,
            stroke_width=0.2,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
    lakes = board.lakes
    if lakes is not None and not lakes.is_empty:
        data = shape_path(lakes.simplify(0.05))
        sheet.path(data, fill="shelf", fill_rule="evenodd", stroke="coast", stroke_width=0.12)
    if geography.borders:
        lines = lines_on(board.chart, board.clip, "borders", geography.coastlines)
        data = "".join(_ring(list(line.simplify(0.06).coords)) for line in lines)
        sheet.path(
            data,
            stroke="land_name",
            stroke_width=0.2,
            stroke_dasharray="1.6 0.7 0.3 0.7",
            opacity=0.55,
        )


def draw_graticule(board: Board) -> None:
    """Meridians and parallels, quiet."""
    geography = board.map.geography
    if board.chart is None or geography is None or geography.graticule <= 0:
        return
    from generator.geography.coastlines import graticule

    lines = graticule(board.chart, board.clip, geography.graticule)
    data = "".join(shape_path(line.simplify(0.02)) for _, line in lines)
    board.sheet.path(data, stroke="hair", stroke_width=0.13, opacity=0.6)


def draw_rhumbs(board: Board, centre: tuple[float, float], turn: float) -> None:
    """Sixteen quiet lines from the compass over the sea; ``turn`` is north, radians clockwise."""
    from shapely import difference
    from shapely.geometry import LineString, MultiLineString, box

    x, y, width, height = board.clip
    reach = hypot(width, height)
    rays = MultiLineString(
        [
            LineString(
                [
                    centre,
                    (
                        centre[0] + reach * sin(turn + k * pi / 8),
                        centre[1] - reach * cos(turn + k * pi / 8),
                    ),
                ]
            )
            for k in range(16)
        ]
    ).intersection(box(x, y, x + width, y + height))
    if board.shore is not None:
        rays = difference(rays, board.shore)
    board.sheet.path(shape_path(rays), stroke="hair", stroke_width=0.1, opacity=0.45)


def draw_frame(board: Board) -> None:
    """The neat line, the bar of degrees outside it, and the degrees inside it."""
    sheet = board.sheet
    x, y, width, height = board.clip
    bar = _GRADUATION
    sheet.rect(x, y, width, height, stroke="frame", stroke_width=0.3)
    if board.chart is None or board.map.geography is None:
        return
    outer = (x - bar, y - bar, width + 2 * bar, height + 2 * bar)
    sheet.rect(*outer, stroke="frame", stroke_width=0.2)
    sheet.rect(
        outer[0] - 0.8,
        outer[1] - 0.8,
        outer[2] + 1.6,
        outer[3] + 1.6,
        stroke="frame",
        stroke_width=0.7,
    )
    step = board.map.geography.graticule or 10.0
    data = []
    for edge in ("top", "bottom", "left", "right"):
        for value, position, nxt in _degrees(board.chart, board.clip, edge, step / 2):
            if round(value / (step / 2)) % 2:
                data.append(_bar(board.clip, edge, position, nxt))
    sheet.path("".join(data), fill="frame")
    for edge in ("top", "bottom", "left", "right"):
        for value, position, _ in _degrees(board.chart, board.clip, edge, step):
            _degree_label(board, edge, value, position)


def _degrees(
    chart: Chart, clip: Rectangle, edge: str, step: float
) -> Iterator[tuple[float, float, float]]:
    """Where whole steps of longitude (top, bottom) or latitude cross an edge of the frame.

    Gives the degrees, the place along the edge in mm, and the place of the next step.
    """
    x, y, width, height = clip
    across = edge in ("top", "bottom")
    start, length = (x, width) if across else (y, height)
    fixed = {"top": y, "bottom": y + height, "left": x, "right": x + width}[edge]
    samples = []
    for index in range(101):
        along = start + length * index / 100
        lon, lat = chart.to_globe(along, fixed) if across else chart.to_globe(fixed, along)
        samples.append((along, lon if across else lat))
    marks: list[tuple[float, float]] = []
    for (a, v), (b, w) in pairwise(samples):
        low, high = min(v, w), max(v, w)
        if low == high:
            continue  # an edge along a meridian or parallel, or over a pole, crosses none here
        k = int(-(-low // step))
        while k * step < high or (k * step == high and b == samples[-1][0]):
            marks.append((k * step, a + (b - a) * (k * step - v) / (w - v)))
            k += 1
    marks.sort(key=lambda mark: mark[1])
    if not marks:
        return
    rising = 1 if samples[-1][1] > samples[0][1] else -1
    before = (marks[0][0] - rising * step, start)
    ends = [before, *marks]
    for index, (value, position) in enumerate(ends):
        nxt = ends[index + 1][1] if index + 1 < len(ends) else start + length
        yield value, position, nxt


def _bar(clip: Rectangle, edge: str, a: float, b: float) -> str:
    x, y, width, height = clip
    w = _GRADUATION
    if edge in ("top", "bottom"):
        top = y - w if edge == "top" else y + height
        return path_of(((a, top), (b, top), (b, top + w), (a, top + w)))
    left = x - w if edge == "left" else x + width
    return path_of(((left, a), (left + w, a), (left + w, b), (left, b)))


def _degree_label(board: Board, edge: str, value: float, position: float) -> None:
    """The degrees just inside the frame, where nothing else stands."""
    x, y, width, height = board.clip
    across = edge in ("top", "bottom")
    start, length = (x, width) if across else (y, height)
    if not start + 6 < position < start + length - 6:
        return
    if across:
        value = (value + 180) % 360 - 180  # a chart may reach over the 180th meridian
    half = ("W" if value < 0 else "E") if across else ("S" if value < 0 else "N")
    words = f"{abs(value):g}°{half if value % 180 else ''}"
    size = 1.9
    if across:
        place = (position, y + 2.3 if edge == "top" else y + height - 1.1)
        anchor: Anchor = "middle"
    else:
        place = (x + 1.0 if edge == "left" else x + width - 1.0, position + 0.65)
        anchor = "start" if edge == "left" else "end"
    half_width = 2.6
    centre = place[0] + {"middle": 0.0, "start": half_width, "end": -half_width}[anchor]
    room = (
        (centre - half_width, place[1] - 1.8),
        (centre + half_width, place[1] - 1.8),
        (centre + half_width, place[1] + 0.5),
        (centre - half_width, place[1] + 0.5),
    )
    on_grid = isinstance(board.grid, HexGrid) and any(
        board.grid.at(px, place[1]) for px in (centre - half_width - 2, centre + half_width + 2)
    )
    if on_grid or not board.free(room):
        return
    on = board.ground(centre, place[1] - 0.7)
    board.sheet.text(
        *place, words, "number", size, colour="ink", on=on, anchor=anchor, stretch=0.9, halo=0.3
    )
