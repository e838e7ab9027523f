"""Colours as eyes that lack a kind of cone see them, and how far apart two colours look.

The simulation is that of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (IEEE Transactions on Visualization and Computer Graphics 15,
2009), at full severity: a matrix over linear RGB for each kind of cone. Differences are those of
CIE 1976 (L*a*b*, D65).
"""

from __future__ import annotations

from functools import cache

from generator.drawing.colours import channels

Triple = tuple[float, float, float]

EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "eyes without red cones (protanopia)": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "eyes without green cones (deuteranopia)": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "eyes without blue cones (tritanopia)": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What each kind of eye makes of linear red, green and blue."""

_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def _linear(colour: str) -> Triple:
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in channels(colour))
    )
    return red, green, blue


def _times(matrix: tuple[Triple, Triple, Triple], values: Triple) -> Triple:
    one, two, three = (
        sum(share * value for share, value in zip(row, values, strict=True)) for row in matrix
    )
    return one, two, three


@cache
def lab(colour: str, eyes: str = "") -> Triple:
    """A colour in L*a*b*, as ``eyes`` (a key of EYES; empty: all cones) see it."""
    seen = _linear(colour)
    if eyes:
        red, green, blue = (min(1.0, max(0.0, value)) for value in _times(EYES[eyes], seen))
        seen = red, green, blue
    x, y, z = (
        value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
        for value in (
            part / white for part, white in zip(_times(_TO_XYZ, seen), _WHITE, strict=True)
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, eyes: str = "") -> float:
    """How far apart two colours look (CIE 1976 Delta E; 2.3 is just noticeable, 100 is black and
    white)."""
    pairs = zip(lab(one, eyes), lab(other, eyes), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)
