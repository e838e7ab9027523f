"""Charges: signs in the middle of a frame, which several may share."""

from __future__ import annotations

from collections.abc import Callable

from generator.drawing.nato.fields import STROKE
from generator.drawing.nato.lettering import write
from generator.drawing.nato.pen import Pen, arc

Charge = Callable[[Pen, float, float, float], None]
"""Drawn about (x, y), 40 high and up to 60 wide times the scale."""


def _weight(k: float) -> float:
    return STROKE + 0.6 if k > 0.7 else 4.4


def _ball(pen: Pen, x: float, y: float, k: float) -> None:
    pen.disc(x, y, 13 * k if k > 0.7 else 16 * k)


def _rockets(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.disc(x, y + 11 * k, 8.5 * k)
    for top in (y - 18 * k, y - 7 * k):
        pen.line([(x - 15 * k, top + 11 * k), (x, top), (x + 15 * k, top + 11 * k)], w)


def _bomb(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.ring(x, y + 12 * k, 7 * k, w)
    pen.line([(x, y + 5 * k), (x, y - 16 * k)], w)
    pen.line([(x - 10 * k, y - 8 * k), (x, y - 18 * k), (x + 10 * k, y - 8 * k)], w)


def _gun(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.line([(x, y + 18 * k), (x, y - 16 * k)], w)
    pen.line([(x - 10 * k, y - 8 * k), (x, y - 18 * k), (x + 10 * k, y - 8 * k)], w)
    pen.line([(x - 12 * k, y + 18 * k), (x + 12 * k, y + 18 * k)], w)


def _pier_bridge(pen: Pen, x: float, y: float, k: float) -> None:
    w = 1.1 * _weight(k)
    top, foot = y - 12 * k, y + 14 * k
    left, right = x - 24 * k, x + 24 * k
    pen.area([(left, top), (right, top), (right, foot), (left, foot)], "gap")
    pen.line([(left, foot), (left, top), (right, top), (right, foot)], w)
    pen.line([(x, top), (x, foot)], w)


def _banks(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    for way in (-1, 1):
        level, bent = y + way * 7 * k, y + way * 17 * k
        pen.line(
            [(x - 24 * k, bent), (x - 13 * k, level), (x + 13 * k, level), (x + 24 * k, bent)], w
        )


def _hammer(pen: Pen, x: float, y: float, k: float) -> None:
    pen.line([(x, y - 10 * k), (x, y + 19 * k)], 1.2 * _weight(k))
    pen.area(
        [
            (x - 16 * k, y - 18 * k),
            (x + 12 * k, y - 18 * k),
            (x + 18 * k, y - 6 * k),
            (x - 16 * k, y - 6 * k),
        ]
    )


def _anchor(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.ring(x, y - 15 * k, 4 * k, 0.8 * w)
    pen.line([(x, y - 11 * k), (x, y + 18 * k)], w)
    pen.line([(x - 10 * k, y - 5 * k), (x + 10 * k, y - 5 * k)], w)
    pen.line(arc(x, y + 1 * k, 17 * k, 17 * k, 0.04, 0.96), w)


def _ringed_straps(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.ring(x, y, 18 * k, w)
    far = 18 * k * 0.707
    pen.line([(x - far, y - far), (x + far, y + far)], w)
    pen.line([(x - far, y + far), (x + far, y - far)], w)


def _letters(words: str) -> Charge:
    def charge(pen: Pen, x: float, y: float, k: float) -> None:
        write(pen, words, x, y, 26 * k, 1.15 * _weight(k))

    return charge


def _dagger(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.area([(x - 5.5 * k, y - 6 * k), (x + 5.5 * k, y - 6 * k), (x, y + 23 * k)])
    pen.line([(x - 15 * k, y - 8 * k), (x + 15 * k, y - 8 * k)], 1.2 * w)
    pen.line([(x, y - 8 * k), (x, y - 22 * k)], 1.4 * w)


def _sight(pen: Pen, x: float, y: float, k: float) -> None:
    w = 0.9 * _weight(k)
    pen.ring(x, y, 14 * k, w)
    for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        pen.line(
            [
                (x + 5 * k * across, y + 5 * k * down),
                (x + 22 * k * across, y + 22 * k * down),
            ],
            w,
        )


def _eye(pen: Pen, x: float, y: float, k: float) -> None:
    pen.line(
        [(x, y - 18 * k), (x + 21 * k, y + 16 * k), (x - 21 * k, y + 16 * k)],
        _weight(k),
        closed=True,
    )
    pen.disc(x, y + 6 * k, 5 * k)


def _funnel(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.line([(x - 16 * k, y - 16 * k), (x + 16 * k, y - 16 * k), (x, y + 4 * k)], w, closed=True)
    pen.line([(x, y + 3 * k), (x, y + 20 * k)], w)


def _round_of_ammunition(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    top = arc(x, y - 6 * k, 8 * k, 12 * k, 1, 2, 8)
    pen.line([(x - 8 * k, y + 17 * k), *top, (x + 8 * k, y + 17 * k)], w)
    pen.line([(x - 13 * k, y + 17 * k), (x + 13 * k, y + 17 * k)], w)


def _spanner(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    pen.line([(x - 13 * k, y), (x + 13 * k, y)], 1.2 * w)
    pen.line(arc(x - 22 * k, y, 9 * k, 9 * k, -0.5, 0.5, 8), w)
    pen.line(arc(x + 22 * k, y, 9 * k, 9 * k, 0.5, 1.5, 8), w)


def _wheel(pen: Pen, x: float, y: float, k: float) -> None:
    w = 0.8 * _weight(k)
    pen.ring(x, y, 17 * k, w)
    for across, down in ((17, 0), (0, 17), (12, 12), (12, -12)):
        pen.line([(x - across * k, y - down * k), (x + across * k, y + down * k)], 0.8 * w)


def _rails(pen: Pen, x: float, y: float, k: float) -> None:
    w = _weight(k)
    for rail in (-7, 7):
        pen.line([(x - 25 * k, y + rail * k), (x + 25 * k, y + rail * k)], w)
    for sleeper in (-17, 0, 17):
        pen.line([(x + sleeper * k, y - 14 * k), (x + sleeper * k, y + 14 * k)], w)


def _propeller(pen: Pen, x: float, y: float, k: float) -> None:
    pen.disc(x - 14 * k, y, 14 * k, 8 * k)
    pen.disc(x + 14 * k, y, 14 * k, 8 * k)
    pen.disc(x, y, 4 * k)


def _rotor(pen: Pen, x: float, y: float, k: float) -> None:
    for way in (-1, 1):
        pen.area([(x, y), (x + way * 26 * k, y - 14 * k), (x + way * 26 * k, y + 14 * k)])
    pen.disc(x, y, 3.5 * k)


def _aeroplane(pen: Pen, x: float, y: float, k: float) -> None:
    _mirrored(pen, x, y, k, [(5, -18), (4, 19)])
    _mirrored(pen, x, y, k, [(27, -7), (26, -1), (6, 3)])
    _mirrored(pen, x, y, k, [(11, 13), (10, 19)])


def _two_engines(pen: Pen, x: float, y: float, k: float) -> None:
    _mirrored(pen, x, y, k, [(4.4, -20), (3, 21)])
    _mirrored(pen, x, y, k, [(3, -8), (30, -4), (29, 2), (3, 5)])
    _mirrored(pen, x, y, k, [(15, 14), (14, 20)])
    for way in (-1, 1):
        _mirrored(pen, x + way * 14 * k, y, k, [(4.4, -15), (3, 5)])


def _mirrored(pen: Pen, x: float, y: float, k: float, edge: list[tuple[float, float]]) -> None:
    """An area whose right edge is given."""
    right = [(x + across * k, y + down * k) for across, down in edge]
    pen.area([*right, *((2 * x - there, down) for there, down in reversed(right))])


def _triangle(pen: Pen, x: float, y: float, k: float) -> None:
    pen.area([(x, y - 19 * k), (x + 22 * k, y + 15 * k), (x - 22 * k, y + 15 * k)])


CHARGES: dict[str, Charge] = {
    "ball": _ball,
    "rockets": _rockets,
    "bomb": _bomb,
    "gun": _gun,
    "pier_bridge": _pier_bridge,
    "banks": _banks,
    "hammer": _hammer,
    "anchor": _anchor,
    "ringed_straps": _ringed_straps,
    "mp": _letters("MP"),
    "sy": _letters("SY"),
    "sf": _letters("SF"),
    "dagger": _dagger,
    "sight": _sight,
    "eye": _eye,
    "funnel": _funnel,
    "round": _round_of_ammunition,
    "spanner": _spanner,
    "wheel": _wheel,
    "rails": _rails,
    "propeller": _propeller,
    "rotor": _rotor,
    "aeroplane": _aeroplane,
    "two_engines": _two_engines,
    "triangle": _triangle,
}
