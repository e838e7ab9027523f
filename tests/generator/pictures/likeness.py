"""Whether two pictures look the same to a person: a measure that forgives what nobody sees.

Colours are compared in CIE Lab after a slight blur, each pixel with those around it in the other
picture; so a shift of half a pixel, another way of smoothing edges or a new release of a font's
hints pass. A symbol that is gone, words that have moved and a colour that has changed do not.
"""

from __future__ import annotations

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

PAPER = (255, 255, 255)

Floats = Any


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
    first, second = _lab(one), _lab(other)
    apart = np.maximum(_beyond(first, second), _beyond(second, first))
    spots = _spots(apart)
    row, column = np.unravel_index(int(spots.argmax()), spots.shape)
    tint = float(np.sqrt(((first.mean((0, 1)) - second.mean((0, 1))) ** 2).sum()))
    return Difference(float(spots.max()), (int(column), int(row)), tint)


def _lab(image: Image.Image) -> Floats:
    """CIE L*a*b* (D65) of a picture on white paper, slightly blurred; height x width x 3."""
    paper = Image.new("RGB", image.size, PAPER)
    coloured = image.convert("RGBA")
    paper.paste(coloured, (0, 0), coloured)
    rgb = np.asarray(paper.filter(ImageFilter.GaussianBlur(BLUR)), dtype=float) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = linear @ to_xyz.T / np.array([0.9505, 1.0, 1.089])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])],
        axis=-1,
    )


def _beyond(lab: Floats, other: Floats) -> Floats:
    """How far each pixel lies outside of what the pixels around its place in the other hold."""
    high, wide = other.shape[:2]
    edged = np.pad(other, ((1, 1), (1, 1), (0, 0)), mode="edge")
    around = np.stack([edged[y : y + high, x : x + wide] for y in range(3) for x in range(3)])
    outside = np.maximum(around.min(0) - lab, 0) + np.maximum(lab - around.max(0), 0)
    return np.sqrt((outside**2).sum(-1))


def _spots(apart: Floats) -> Floats:
    """The mean of the square around each pixel."""
    summed = np.pad(np.pad(apart, SPOT // 2).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    rows = summed[SPOT:] - summed[:-SPOT]
    return (rows[:, SPOT:] - rows[:, :-SPOT]) / SPOT**2
