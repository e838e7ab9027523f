"""Whether two pictures look the same to a person: a measure that forgives what nobody sees.

Colours are compared in CIE Lab after a slight blur, each pixel with those around it in the other
picture; so a shift of half a pixel, another way of smoothing edges or a new release of a font's
hints pass. A symbol that is gone, words that have moved and a colour that has changed do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image, ImageFilter

BLUR = 0.7
"""Radius of the blur before pixels are compared, in pixels."""

SPOT = 3
"""Side of the squares whose mean difference is the spot's, in pixels."""

WORST = 10.0
"""The difference (Delta E 1976) of a square that a person sees."""

TINT = 1.5
"""The mean difference of all pixels that a person sees as another colour."""

DOUBTFUL = 12
"""So much, of 255, two channels may differ before a place is looked at in Lab."""

SQUARE = 48
"""Side of the squares that are looked at, in pixels."""

_ROUND = SPOT // 2 + 1
"""So many pixels round a square bear on what is found in it."""

PAPER = (255, 255, 255)

Floats = Any
Bytes = Any


@dataclass(frozen=True)
class Difference:
    """How far two pictures are apart: at the worst spot, where that is, and overall."""

    spot: float
    at: tuple[int, int]
    tint: float

    @property
    def seen(self) -> bool:
        return self.spot > WORST or self.tint > TINT

    def __str__(self) -> str:
        x, y = self.at
        return f"{self.spot:.1f} at {x}, {y} (most {WORST}), {self.tint:.2f} overall (most {TINT})"


def difference(one: Image.Image, other: Image.Image) -> Difference:
    """How two pictures of the same size (a pixel more or less is forgiven) differ."""
    if abs(one.width - other.width) > 1 or abs(one.height - other.height) > 1:
        return Difference(1000.0, (0, 0), 1000.0)
    if one.size != other.size:
        other = other.resize(one.size, Image.Resampling.BICUBIC)
    first, second = _softened(one), _softened(other)
    spot, at = 0.0, (0, 0)
    for top, left in _suspects(first, second):
        over, before = min(top, _ROUND), min(left, _ROUND)
        rows = slice(top - over, top + SQUARE + _ROUND)
        columns = slice(left - before, left + SQUARE + _ROUND)
        here, there = _lab(first[rows, columns]), _lab(second[rows, columns])
        spots = _spots(np.maximum(_beyond(here, there), _beyond(there, here)))
        spots = spots[over : over + SQUARE, before : before + SQUARE]
        if spots.max() > spot:
            row, column = np.unravel_index(int(spots.argmax()), spots.shape)
            spot, at = float(spots.max()), (left + int(column), top + int(row))
    tint = _mean(first) - _mean(second)
    return Difference(spot, at, float(np.sqrt((tint**2).sum())))


def _softened(image: Image.Image) -> Bytes:
    """A picture on white paper, slightly blurred: height x width x 3."""
    paper = Image.new("RGB", image.size, PAPER)
    if image.mode == "RGB":
        paper = image
    else:
        coloured = image.convert("RGBA")
        paper.paste(coloured, (0, 0), coloured)
    return np.asarray(paper.filter(ImageFilter.GaussianBlur(BLUR)))


def _suspects(first: Bytes, second: Bytes) -> Iterator[tuple[int, int]]:
    """The squares (top, left) in which a pixel differs enough for a closer look.

    Most of two large pictures agree to the last bit or nearly so: what costs time is done where
    they do not.
    """
    apart = np.maximum(_beyond_bytes(first, second), _beyond_bytes(second, first)) > DOUBTFUL
    for top in range(0, apart.shape[0], SQUARE):
        strip = apart[top : top + SQUARE].any(0)
        for left in range(0, apart.shape[1], SQUARE):
            if strip[left : left + SQUARE].any():
                yield top, left


def _beyond_bytes(one: Bytes, other: Bytes) -> Bytes:
    """How far a channel of each pixel lies outside of what those round its place hold."""
    least, most = _around(other, np.minimum), _around(other, np.maximum)
    outside = np.maximum(np.maximum(least, one) - one, one - np.minimum(most, one))
    return np.maximum(np.maximum(outside[..., 0], outside[..., 1]), outside[..., 2])


def _mean(picture: Bytes) -> Floats:
    """The mean colour in Lab; that of a large picture is taken from a smaller one."""
    step = max(1, min(picture.shape[:2]) // 200)
    small = Image.fromarray(picture).reduce(step) if step > 1 else picture
    return _lab(np.asarray(small)).mean((0, 1))


def _lab(rgb: Bytes) -> Floats:
    """CIE L*a*b* (D65) of sRGB; height x width x 3."""
    xyz = _LINEAR[rgb] @ _TO_XYZ
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])],
        axis=-1,
    )


_LINEAR = np.array(
    [
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4
        for one in np.arange(256) / 255
    ],
    dtype=np.float32,
)
"""sRGB's 256 values as light."""

_TO_XYZ = np.array(
    [
        [0.4124 / 0.9505, 0.2126, 0.0193 / 1.089],
        [0.3576 / 0.9505, 0.7152, 0.1192 / 1.089],
        [0.1805 / 0.9505, 0.0722, 0.9505 / 1.089],
    ],
    dtype=np.float32,
)


def _beyond(lab: Floats, other: Floats) -> Floats:
    """How far each pixel lies outside of what the pixels around its place in the other hold."""
    outside = np.maximum(_around(other, np.minimum) - lab, 0)
    outside += np.maximum(lab - _around(other, np.maximum), 0)
    return np.sqrt((outside**2).sum(-1))


def _around(lab: Any, least_or_most: Any) -> Any:
    """The least or most of each pixel and the eight round it."""
    found = lab.copy()
    least_or_most(found[1:], lab[:-1], out=found[1:])
    least_or_most(found[:-1], lab[1:], out=found[:-1])
    wide = found.copy()
    least_or_most(wide[:, 1:], found[:, :-1], out=wide[:, 1:])
    least_or_most(wide[:, :-1], found[:, 1:], out=wide[:, :-1])
    return wide


def _spots(apart: Floats) -> Floats:
    """The mean of the square around each pixel."""
    summed = np.pad(np.pad(apart.astype(float), SPOT // 2).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    rows = summed[SPOT:] - summed[:-SPOT]
    return (rows[:, SPOT:] - rows[:, :-SPOT]) / SPOT**2
