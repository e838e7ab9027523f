"""What stands at the foot of a frame (a peak, waves), and the running gear under it."""

from __future__ import annotations

from collections.abc import Callable

from generator.drawing.nato.pen import Pen, arc

Standing = Callable[[Pen, float, float, float], None]
"""A base stands on the height ``y``, about ``x``, 20 high times the scale; running gear has its
middle there, 14 high and up to 90 wide times the scale."""


def _peak(pen: Pen, x: float, foot: float, k: float) -> None:
    pen.area([(x, foot - 18 * k), (x + 16 * k, foot + 4), (x - 16 * k, foot + 4)])


def _waves(pen: Pen, x: float, foot: float, k: float) -> None:
    for up in (3, 12):
        crests = [
            point
            for at in (-16, 0, 16)
            for point in arc(x + at * k, foot - up * k, 8 * k, 6 * k, 1, 2, 6)
        ]
        pen.line(crests, 4)


def _gull(pen: Pen, x: float, foot: float, k: float) -> None:
    left = arc(x - 11 * k, foot - 3 * k, 11 * k, 11 * k, 1.04, 2, 8)
    right = arc(x + 11 * k, foot - 3 * k, 11 * k, 11 * k, 1, 1.96, 8)
    pen.line([*left, *right[1:]], 5.4)


def _canopy(pen: Pen, x: float, foot: float, k: float) -> None:
    pen.area(arc(x, foot - 9.5 * k, 16 * k, 12 * k, 1, 2, 12))
    pen.line([(x - 13.5 * k, foot - 10 * k), (x, foot), (x + 13.5 * k, foot - 10 * k)], 3)


def _long_wings(pen: Pen, x: float, foot: float, k: float) -> None:
    pen.line([(x - 26 * k, foot - 10 * k), (x + 26 * k, foot - 10 * k)], 5.4)
    pen.line([(x, foot - 18 * k), (x, foot)], 6)


BASES: dict[str, Standing] = {
    "peak": _peak,
    "waves": _waves,
    "gull": _gull,
    "canopy": _canopy,
    "long_wings": _long_wings,
}


def _wheels(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.ring(x + way * 28 * k, y, 5, 4)


def _long_track(pen: Pen, x: float, y: float, k: float) -> None:
    pen.stadium(x, y, 40 * k, 5, 4)


def _half_track(pen: Pen, x: float, y: float, k: float) -> None:
    pen.ring(x - 34 * k, y, 5, 4)
    pen.stadium(x + 10 * k, y, 30 * k, 5, 4)


def _trailer(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.ring(x + way * 36 * k, y, 5, 4)
    pen.line([(x - 31 * k, y), (x + 31 * k, y)], 4.4)


def _cycle(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.ring(x + way * 13, y + 0.8, 4.9, 2.8)
    pen.line([(x - 13, y + 1), (x - 6, y - 5.4), (x + 8, y - 5.4), (x + 13, y + 1)], 3)
    pen.line([(x + 8, y - 5.4), (x, y + 1), (x - 6, y - 5.4)], 2.6)


def _motor_cycle(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.disc(x + way * 14, y, 7)
    pen.line([(x - 14, y), (x + 14, y)], 6)


def _runners(pen: Pen, x: float, y: float, k: float) -> None:
    pen.line(
        [(x - 42 * k, y + 3), (x + 30 * k, y + 3), (x + 37 * k, y), (x + 41 * k, y - 5.5)], 4.4
    )


def _animals(pen: Pen, x: float, y: float, k: float) -> None:
    points = [(x + (at - 2) * 11.0, y + (4.2 if at % 2 == 0 else -4.2)) for at in range(5)]
    pen.line(points, 4.4)


def _horseshoe(pen: Pen, x: float, y: float, k: float) -> None:
    pen.line([(x - 7, y + 6.6), *arc(x, y, 8, 6, 0.86, 2.14, 12), (x + 7, y + 6.6)], 4.4)


def _bogies(pen: Pen, x: float, y: float, k: float) -> None:
    for at in (-37, -23, 23, 37):
        pen.ring(x + at * k, y, 4.6, 4)


def _one_wave(pen: Pen, x: float, y: float, k: float) -> None:
    crests = [
        point for at in (-27, -9, 9, 27) for point in arc(x + at * k, y + 3, 9 * k, 7, 1, 2, 6)
    ]
    pen.line(crests, 4.2)


GEAR: dict[str, Standing] = {
    "wheels": _wheels,
    "long_track": _long_track,
    "half_track": _half_track,
    "trailer": _trailer,
    "cycle": _cycle,
    "motor_cycle": _motor_cycle,
    "runners": _runners,
    "animals": _animals,
    "horseshoe": _horseshoe,
    "bogies": _bogies,
    "one_wave": _one_wave,
}
