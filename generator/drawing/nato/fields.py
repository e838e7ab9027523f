"""Fields: signs that cover a whole frame and reach its sides, whatever its shape."""

from __future__ import annotations

from collections.abc import Callable

from generator.drawing.nato.frames import Frame
from generator.drawing.nato.pen import Pen, arc

STROKE = 5.0
"""Width of the lines of a sign."""

FieldSign = Callable[[Pen, Frame], None]


def _straps(pen: Pen, frame: Frame) -> None:
    _slash(pen, frame)
    _back_slash(pen, frame)


def _slash(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-x, y), (x, -y)], STROKE)


def _back_slash(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-x, -y), (x, y)], STROKE)


def _lower_half(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    below = [point for point in frame.outline if point[0] * y + point[1] * x > 1]
    below.sort(key=lambda point: point[0] * x - point[1] * y, reverse=True)
    pen.area([(-x, y), (x, -y), *below])


def _tracks(pen: Pen, frame: Frame) -> None:
    pen.stadium(0, 0, min(29.0, frame.level(0) - 9), 14, STROKE)


def _small_tracks(pen: Pen, frame: Frame) -> None:
    pen.stadium(0, 0, 18, 9, STROKE)


def _solid_tracks(pen: Pen, frame: Frame) -> None:
    pen.stadium(0, 0, min(31.0, frame.level(0) - 7), 16)


def _side_line(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-0.76 * x, -y), (-0.76 * x, y)], STROKE)


def _barrel_up(pen: Pen, frame: Frame) -> None:
    pen.line([(0, 6), (0, -frame.strap[1])], STROKE + 2)


def _arrowhead(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    top = min(y for _, y in frame.outline) + 1
    pen.line([(-x, y), (0, top), (x, y)], STROKE)


def _dome(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line(arc(0, y, x, 1.25 * y, 1, 2, 20), STROKE)


def _dome_barrel(pen: Pen, frame: Frame) -> None:
    y = frame.strap[1]
    pen.line([(0, y), (0, -0.86 * y)], STROKE + 1)


def _beams(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-0.42 * x, -0.8 * y), (0, 0.9 * y), (0.42 * x, -0.8 * y)], STROKE - 1)


def _foot_line(pen: Pen, frame: Frame) -> None:
    y = 0.5 * frame.foot
    wide = frame.level(y)
    pen.line([(-wide, y), (wide, y)], STROKE)


def _head(pen: Pen, frame: Frame) -> None:
    top = min(y for _, y in frame.outline)
    foot = 0.45 * top
    heights = [top + (foot - top) * step / 8 for step in range(9)]
    right = [(frame.level(y), y) for y in heights]
    pen.area([*((-x, y) for x, y in right), *right[::-1]])


def _flash(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    pen.line([(-x, -y), (0, 0.38 * y), (0, -0.38 * y), (x, y)], STROKE)


def _cross(pen: Pen, frame: Frame) -> None:
    wide, high = frame.level(0), max(y for _, y in frame.outline)
    pen.line([(-wide, 0), (wide, 0)], STROKE + 1)
    pen.line([(0, -high), (0, high)], STROKE + 1)


def _bars(pen: Pen, frame: Frame) -> None:
    x, y = frame.strap
    for share in (-0.6, -0.2, 0.2, 0.6):
        pen.line([(share * x, -y), (share * x, y)], STROKE)


def _battlements(pen: Pen, frame: Frame) -> None:
    low, high = 0.66 * frame.foot, 0.1 * frame.foot
    edge = frame.level(low)
    step = 2 * edge / 7
    points = [(-edge, low)]
    for at in range(1, 7):
        x, rising = at * step - edge, at % 2 == 1
        points += [(x, low if rising else high), (x, high if rising else low)]
    pen.line([*points, (edge, low)], STROKE)


FIELDS: dict[str, FieldSign] = {
    "lower_half": _lower_half,
    "straps": _straps,
    "slash": _slash,
    "back_slash": _back_slash,
    "side_line": _side_line,
    "arrowhead": _arrowhead,
    "dome": _dome,
    "dome_barrel": _dome_barrel,
    "beams": _beams,
    "foot_line": _foot_line,
    "head": _head,
    "flash": _flash,
    "cross": _cross,
    "bars": _bars,
    "battlements": _battlements,
    "barrel_up": _barrel_up,
    "tracks": _tracks,
    "small_tracks": _small_tracks,
    "solid_tracks": _solid_tracks,
}
"""In the order they are drawn."""

TRACKS = frozenset(("tracks", "small_tracks", "solid_tracks"))
"""Fields that hold a charge inside them."""
