"""Irregularity that is always the same: noise by place and chance by name, never by the clock."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING
from zlib import crc32

from generator.light import dataclass

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Floats = NDArray[float64]


class Dice:
    """A row of random numbers that belongs to a place: cheap, for there are thousands."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = (seed * 0x9E3779B1 ^ seed >> 15) & 0x7FFFFFFF
        self.random()

    def random(self) -> float:
        """0 to 1."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 7) / 0x1000000

    def pick(self, count: int) -> int:
        """A whole number below ``count``."""
        return int(self.random() * count)


def chance(*names: object) -> Dice:
    """The dice that belong to these names alone."""
    return Dice(crc32("|".join(str(name) for name in names).encode()))


def dice_at(seed: int, x: float, y: float) -> Dice:
    """The dice of a point (mm)."""
    return Dice(seed ^ round(x * 100) * 73856093 ^ round(y * 100) * 19349663)


@dataclass(frozen=True)
class Noise:
    """Smooth noise over the plane, -1 to 1, that belongs to a name (value noise on a lattice).

    What lies at one point is bent the same way whatever it belongs to, so that two regions with a
    common border keep it.
    """

    name: str

    @cached_property
    def seed(self) -> int:
        return crc32(self.name.encode())

    def at(self, x: Floats, y: Floats, wave: float, layer: int = 0) -> Floats:
        """The noise at points (mm); ``wave`` is its grain in mm, ``layer`` one of many noises."""
        from numpy import floor

        u, v = x / wave, y / wave
        column, row = floor(u), floor(v)
        u, v = u - column, v - row
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        one, two = self._lattice(column, row, layer), self._lattice(column + 1, row, layer)
        three = self._lattice(column, row + 1, layer)
        four = self._lattice(column + 1, row + 1, layer)
        above, below = one + (two - one) * u, three + (four - three) * u
        return above + (below - above) * v

    def rough(self, x: Floats, y: Floats, wave: float, layer: int = 0, octaves: int = 3) -> Floats:
        """Noise on noise, each half as wide and half as high."""
        total = self.at(x, y, wave, layer)
        share = whole = 1.0
        for octave in range(1, octaves):
            share /= 2
            whole += share
            total = total + share * self.at(x, y, wave / 2**octave, layer + 17 * octave)
        return total / whole

    def along(
        self, points: Sequence[tuple[float, float]], wave: float, layer: int = 0
    ) -> list[float]:
        """The noise at each of some points."""
        from numpy import array

        x, y = array([x for x, _ in points]), array([y for _, y in points])
        return [float(value) for value in self.at(x, y, wave, layer)]

    def scattered(self, x: Floats, y: Floats, layer: int) -> Floats:
        """A value from -1 to 1 for each point of a lattice, with nothing between them."""
        return self._lattice(x, y, layer)

    def _lattice(self, column: Floats, row: Floats, layer: int) -> Floats:
        from numpy import int64, uint64

        mixed = column.astype(int64).astype(uint64) * uint64(0x9E3779B185EBCA87)
        mixed ^= row.astype(int64).astype(uint64) * uint64(0xC2B2AE3D27D4EB4F)
        own = (self.seed + layer * 0x165667B1) * 0x85EBCA77C2B2AE63
        mixed ^= uint64(own & 0xFFFFFFFFFFFFFFFF)
        for shift, factor in ((33, 0xFF51AFD7ED558CCD), (33, 0xC4CEB9FE1A85EC53)):
            mixed ^= mixed >> uint64(shift)
            mixed *= uint64(factor)
        mixed ^= mixed >> uint64(33)
        return (mixed >> uint64(11)).astype(float) / float(1 << 52) - 1.0
