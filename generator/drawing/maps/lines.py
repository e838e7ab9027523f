"""Lines over a map that mean something: the edge of the ice, routes, rhumb lines, boundaries."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import asinh, atan, degrees, hypot, radians, sinh, tan
from typing import TYPE_CHECKING

from generator.drawing.maps import curves
from generator.drawing.maps.board import Board
from generator.drawing.maps.curves import path_along
from generator.drawing.sheet import Point, path_of
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import MapLine


@dataclass(frozen=True, slots=True)
class _Stroke:
    """How a style is drawn: colour of the theme, width and dashes in mm, how far off its name
    keeps."""

    colour: str
    width: float
    dashes: str = ""
    clear: float = 0.8


STROKES = {
    "ice_edge": _Stroke("frame", 0.3, clear=2.6),
    "arctic_line": _Stroke("quiet", 0.36, "3.2 1.1 0.5 1.1"),
    "route": _Stroke("signal", 0.42, clear=1.4),
    "rhumb": _Stroke("quiet", 0.18),
    "boundary": _Stroke("frame", 0.4, "2.2 0.9 0.4 0.9 0.4 0.9"),
    "air_cover": _Stroke("exit", 0.32, "0.9 0.9"),
    "lane": _Stroke("signal", 0.24, "1.6 0.8 0.3 0.8", clear=1.0),
    "wind": _Stroke("sea_name", 0.3, clear=1.6),
}

_ICE = ((4.2, 0.28), (2.4, 0.34), (1.1, 0.45))
"""How far the ice is shown behind its edge, mm, and how thick the wash is there."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line as it lies on the board: its curve in mm, and how its name goes along it."""

    name: str
    curve: Sequence[Point]
    colour: str
    clear: float


QUIET = ("lane", "wind")
"""Styles that please more than they say: they lie under the grid and its ids."""


def draw_washes(board: Board) -> None:
    """The washes of all lines: they lie on the ground, under the grid, its ids and all names."""
    with _within_frame(board):
        for line in board.map.lines:
            curve = _curve(board, line)
            if len(curve) > 1:
                draw_wash(board, line.style, curve, line.colour or "", line.closed)


@contextmanager
def _within_frame(board: Board) -> Iterator[None]:
    x, y, width, height = board.clip
    frame = board.sheet.clip("lines", f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}Z")
    with board.sheet.group(clip_path=frame):
        yield


def draw_lines(board: Board, styles: Collection[str] = STROKES) -> list[Drawn]:
    """Every line of the map of these styles within the chart's frame, in order."""
    drawn = []
    with _within_frame(board):
        for line in board.map.lines:
            if line.style not in styles:
                continue
            curve = _curve(board, line)
            if len(curve) < 2:
                board.sheet.notes.append(
                    f"the line {line.name or line.id!r} has degrees, but the map has no chart"
                )
                continue
            colour = line.colour or STROKES[line.style].colour
            draw_stroke(board, line.style, curve, colour, line.closed)
            shown = _within(board, curve)
            if shown and line.style in QUIET and not line.name:
                continue  # names may lie over it
            if shown:
                board.strokes += pairwise(curves.resampled(shown, 3.0))
                drawn.append(Drawn(line.name, shown, colour, STROKES[line.style].clear))
    return drawn


def _curve(board: Board, line: MapLine) -> list[Point]:
    if line.style == "rhumb":
        return _rhumb(board, line)
    spots = [board.point(point) for point in line.points]
    points = [spot for spot in spots if spot is not None]
    if line.smooth:
        return curves.through(points, line.closed)
    return [*points, points[0]] if line.closed and points else points


def _rhumb(board: Board, line: MapLine) -> list[Point]:
    """A course of one bearing between its points: a straight line on Mercator's chart."""
    found: list[Point] = []
    for one, other in pairwise(line.points):
        if None in (one.lon, one.lat, other.lon, other.lat) or board.chart is None:
            found += [spot for spot in (board.point(one), board.point(other)) if spot is not None]
            continue
        assert one.lon is not None and one.lat is not None
        assert other.lon is not None and other.lat is not None
        low, high = (asinh(tan(radians(max(-89.0, min(89.0, p))))) for p in (one.lat, other.lat))
        for k in range(25):
            share = k / 24
            lat = degrees(atan(sinh(low + (high - low) * share)))
            found.append(board.chart.to_board(one.lon + (other.lon - one.lon) * share, lat))
    return found


def _within(board: Board, curve: Sequence[Point]) -> list[Point]:
    """The longest stretch of a curve that the chart shows."""
    from shapely.geometry import LineString, box

    x, y, width, height = board.clip
    seen = LineString(curve).intersection(box(x, y, x + width, y + height))
    parts = [part for part in getattr(seen, "geoms", [seen]) if part.geom_type == "LineString"]
    parts = [part for part in parts if not part.is_empty]
    return [(px, py) for px, py in max(parts, key=lambda one: one.length).coords] if parts else []


def draw_wash(
    board: Board, style: str, curve: Sequence[Point], colour: str = "", closed: bool = False
) -> None:
    """The tint on the ground beside or within a line in its style; also of a short one, as a
    legend shows it."""
    sheet, data = board.sheet, path_along(curve, closed)
    if style == "ice_edge":
        if closed:
            sheet.path(data, fill="paper", fill_opacity=_ICE[0][1])
            curve = curves.round_left(curve)
        calm = curves.resampled(curve, 1.0)
        for reach, wash in _ICE:
            band = [*calm, *reversed(curves.aside(calm, reach))]
            sheet.path(path_of(band), fill="paper", fill_opacity=wash)
    elif style == "air_cover" and closed:
        sheet.path(data, fill="paper", fill_opacity=0.2)
    elif style == "boundary":
        tone = colour or STROKES[style].colour
        sheet.path(data, stroke=tone, stroke_width=1.5, opacity=0.12, stroke_linejoin="round")


def draw_stroke(
    board: Board, style: str, curve: Sequence[Point], colour: str, closed: bool = False
) -> None:
    """One line in its style; also a short one, as a legend shows it."""
    sheet, stroke = board.sheet, STROKES[style]
    data = path_along(curve, closed)
    if style == "ice_edge":
        _ice(board, curves.round_left(curve) if closed else curve)
    dashes = {"stroke_dasharray": stroke.dashes} if stroke.dashes else {}
    sheet.path(
        data,
        stroke=colour,
        stroke_width=stroke.width,
        stroke_linejoin="round",
        stroke_linecap="butt" if stroke.dashes else "round",
        **dashes,
    )
    if style == "route":
        _arrows(board, curve, colour)
    elif style == "wind":
        _feathers(board, curve, colour)


def _ice(board: Board, curve: Sequence[Point]) -> None:
    """Floes along the edge of the ice, to its left."""
    # Teeth of three lengths, so that they never look ruled.
    marks = curves.resampled(curve, 1.7)
    teeth = []
    for index in range(1, len(marks) - 1):
        (ax, ay), (bx, by) = marks[index - 1], marks[index + 1]
        side = hypot(bx - ax, by - ay) or 1.0
        nx, ny = (by - ay) / side, -(bx - ax) / side
        high = (1.0, 1.7, 1.3)[index % 3]
        x, y = marks[index]
        teeth.append(path_of(((x, y), (x + nx * high, y + ny * high)), closed=False))
    board.sheet.path("".join(teeth), stroke="frame", stroke_width=0.18, stroke_linecap="round")


_FEATHERS = (0.6, 1.5, 2.4)
"""Where the feathers of a wind's arrow stand, mm from its tail."""


def _feathers(board: Board, curve: Sequence[Point], colour: str) -> None:
    """An open head at the end, three slanted pairs of feathers at the tail."""
    strokes = []
    head = curves.part(curve, curves.length_of(curve) - 1.6, 1.6)
    for stretch in (head, *(curves.part(curve, at, 0.9) for at in _FEATHERS)):
        if len(stretch) < 2:
            continue
        (ax, ay), (bx, by) = stretch[0], stretch[-1]
        side = hypot(bx - ax, by - ay) or 1.0
        nx, ny = (by - ay) / side * 0.75, -(bx - ax) / side * 0.75
        for sign in (1, -1):
            wing = (ax + sign * nx, ay + sign * ny)
            strokes.append(path_of((wing, (bx, by)), closed=False))
    board.sheet.path(
        "".join(strokes), stroke=colour, stroke_width=STROKES["wind"].width, stroke_linecap="round"
    )


def _arrows(board: Board, curve: Sequence[Point], colour: str) -> None:
    """Heads along a route, one about every 45 mm, the last at its end."""
    whole = curves.length_of(curve)
    count = max(1, round(whole / 45.0))
    heads = []
    for k in range(1, count + 1):
        stretch = curves.part(curve, whole * k / count - 2.4, 2.4)
        if len(stretch) < 2:
            continue
        (ax, ay), (x, y) = stretch[0], stretch[-1]
        side = hypot(x - ax, y - ay) or 1.0
        ux, uy = (x - ax) / side, (y - ay) / side
        heads.append(
            path_of(
                (
                    (x, y),
                    (x - 2.4 * ux - 0.85 * uy, y - 2.4 * uy + 0.85 * ux),
                    (x - 1.8 * ux, y - 1.8 * uy),
                    (x - 2.4 * ux + 0.85 * uy, y - 2.4 * uy - 0.85 * ux),
                )
            )
        )
    board.sheet.path("".join(heads), fill=colour)
