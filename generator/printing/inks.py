"""From the colours of a screen to the four inks of an offset press on coated paper.

A model, not a measured profile: what two inks on each other look like, and how dots grow, are the
aims of ISO 12647-2 (2004 with its amendment of 2007; paper types 1 and 2: the condition known as
FOGRA39); what lies between is mixed after Neugebauer, the dots falling on each other by chance
after Demichel. Black under other inks is not in the standard; it is taken as their product.

White becomes bare paper and black the black ink alone (relative colours, black point
compensated). Of cyan, magenta and yellow a colour takes two at most and black does the rest: greys
and black are of one ink, dark writing of three, and no colour takes more than 300 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import hypot

Triple = tuple[float, float, float]
Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow, black, 0 to 1."""

CONDITION = "FOGRA39"
"""The press that the inks are meant for, as registered with the ICC."""

_D50: Triple = (0.9642, 1.0, 0.8249)

# CIE L*a*b* of bare paper and of solids, by the inks among C, M, Y that lie there.
_SOLIDS: dict[tuple[int, int, int], Triple] = {
    (0, 0, 0): (95, 0, -2),
    (1, 0, 0): (55, -37, -50),
    (0, 1, 0): (48, 74, -3),
    (0, 0, 1): (89, -5, 93),
    (0, 1, 1): (47, 68, 48),
    (1, 0, 1): (50, -65, 27),
    (1, 1, 0): (24, 22, -46),
    (1, 1, 1): (23, 0, 0),
}
_BLACK: Triple = (16, 0, 0)

_GROWTH = (0.14, 0.14, 0.14, 0.17)
"""How much a dot of half the area grows, by ink."""

# Linear sRGB to XYZ as seen under D50 (IEC 61966-2-1, adapted after Bradford).
_FROM_RGB: tuple[Triple, Triple, Triple] = (
    (0.43607, 0.38515, 0.14307),
    (0.22249, 0.71689, 0.06062),
    (0.01392, 0.09708, 0.71410),
)

_EXACT = 0.05
"""The square of a difference in colour that nobody sees."""

_DARK, _NEAR_GREY = 45.0, 14.0
"""Up to this lightness and this chroma (CIE L*, C*ab) writing is of black ink alone."""

_STEPS = 60
"""More than the search for inks ever takes."""


def _xyz(lab: Triple) -> Triple:
    """CIE L*a*b* to XYZ, D50."""
    high = (lab[0] + 16) / 116
    roots = (high + lab[1] / 500, high, high - lab[2] / 200)
    x, y, z = (root**3 if root > 6 / 29 else (root - 4 / 29) * 3 * (6 / 29) ** 2 for root in roots)
    return x * _D50[0], y * _D50[1], z * _D50[2]


def _lab(xyz: Sequence[float]) -> Triple:
    """XYZ, D50, to CIE L*a*b*."""
    x, y, z = (
        part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29
        for part in (max(value, 0.0) / white for value, white in zip(xyz, _D50, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@cache
def _overprints() -> dict[tuple[int, int, int, int], Triple]:
    """XYZ of the sixteen ways in which four inks may lie on each other."""
    paper, black = _xyz(_SOLIDS[0, 0, 0]), _xyz(_BLACK)
    found: dict[tuple[int, int, int, int], Triple] = {}
    for c, m, y in product((0, 1), repeat=3):
        bare = _xyz(_SOLIDS[c, m, y])
        found[c, m, y, 0] = bare
        x, high, z = (k * b / p for k, b, p in zip(black, bare, paper, strict=True))
        found[c, m, y, 1] = (x, high, z)
    return found


def seen(inks: Inks) -> Triple:
    """What four inks look like on the paper, CIE L*a*b*, D50."""
    dots = [
        area + 4 * growth * area * (1 - area) for area, growth in zip(inks, _GROWTH, strict=True)
    ]
    mixed = [0.0, 0.0, 0.0]
    for laid, colour in _overprints().items():
        share = 1.0
        for dot, there in zip(dots, laid, strict=True):
            share *= dot if there else 1 - dot
        if share:
            mixed = [sum_ + share * part for sum_, part in zip(mixed, colour, strict=True)]
    return _lab(mixed)


def aimed_at(rgb: Triple) -> Triple:
    """What an sRGB colour is to look like in print, CIE L*a*b*, D50."""
    light = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in rgb
    ]
    paper, black = _xyz(_SOLIDS[0, 0, 0]), _xyz(_BLACK)
    least = black[1] / paper[1]
    found = []
    for row, white, bare in zip(_FROM_RGB, _D50, paper, strict=True):
        part = sum(share * value for share, value in zip(row, light, strict=True)) / white
        found.append(bare * (least + (1 - least) * part))
    return _lab(found)


@cache
def in_inks(rgb: Triple) -> Inks:
    """An sRGB colour (0 to 1) in inks, to a half per cent."""
    red, green, blue = rgb
    if red == green == blue:
        return 0.0, 0.0, 0.0, _black_alone(rgb)
    aim = aimed_at(rgb)
    best: tuple[float, Inks] | None = None
    # The ink that a plain conversion takes least of is the first to be done without.
    for without in sorted(range(3), key=lambda at: -rgb[at]):
        found = _search(aim, [at for at in range(3) if at != without])
        if best is None or found[0] < best[0]:
            best = found
        if best[0] < _EXACT:
            break
    assert best is not None
    inks = best[1]
    c, m, y, k = (round(value * 200) / 200 for value in inks)
    return c, m, y, k


def for_writing(rgb: Triple) -> Inks:
    """An sRGB colour for writing: what is dark and nearly grey is of black ink alone."""
    lightness, a, b = aimed_at(rgb)
    if lightness < _DARK and hypot(a, b) < _NEAR_GREY:
        return 0.0, 0.0, 0.0, _black_alone(rgb)
    return in_inks(rgb)


@cache
def _black_alone(rgb: Triple) -> float:
    """How much black ink is as light as a grey."""
    aim, low, high = aimed_at(rgb)[0], 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        if seen((0.0, 0.0, 0.0, middle))[0] > aim:
            low = middle
        else:
            high = middle
    return round((low + high) / 2 * 200) / 200


def _search(aim: Triple, pair: Sequence[int]) -> tuple[float, Inks]:
    """How far from a colour two inks and black come at best, and how much of each.

    Steps after Levenberg and Marquardt, kept between none and all of an ink.
    """
    used = (*pair, 3)
    inks = [0.3 if at in used else 0.0 for at in range(4)]
    off = _off(aim, inks)
    error, damping = sum(part * part for part in off), 1.0
    for _ in range(_STEPS):
        slopes = [_slope(aim, inks, off, at) for at in used]
        step = _solved(slopes, off, damping)
        tried = list(inks)
        for at, change in zip(used, step, strict=True):
            tried[at] = min(1.0, max(0.0, tried[at] - change))
        there = _off(aim, tried)
        found = sum(part * part for part in there)
        if found < error:
            gained, inks, off, error = error - found, tried, there, found
            damping = max(damping / 4, 1e-6)
            if gained < _EXACT / 100 or error < _EXACT / 10:
                break
        else:
            damping *= 6
            if damping > 1e9:
                break
    return error, (inks[0], inks[1], inks[2], inks[3])


def _off(aim: Triple, inks: Sequence[float]) -> list[float]:
    found = seen((inks[0], inks[1], inks[2], inks[3]))
    return [one - other for one, other in zip(found, aim, strict=True)]


def _slope(aim: Triple, inks: Sequence[float], off: Sequence[float], at: int) -> list[float]:
    """How the colour changes with one ink."""
    nudge = 1e-4 if inks[at] < 0.5 else -1e-4
    moved = list(inks)
    moved[at] += nudge
    return [(new - old) / nudge for new, old in zip(_off(aim, moved), off, strict=True)]


def _solved(slopes: list[list[float]], off: list[float], damping: float) -> list[float]:
    """The damped step of least squares, three by three, after Cramer."""
    rows = [[sum(a * b for a, b in zip(p, q, strict=True)) for q in slopes] for p in slopes]
    for at in range(3):
        rows[at][at] += damping
    wanted = [sum(a * b for a, b in zip(slope, off, strict=True)) for slope in slopes]
    whole = _determinant(rows)
    return [
        _determinant(
            [[*row[:at], want, *row[at + 1 :]] for row, want in zip(rows, wanted, strict=True)]
        )
        / whole
        for at in range(3)
    ]


def _determinant(rows: list[list[float]]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
