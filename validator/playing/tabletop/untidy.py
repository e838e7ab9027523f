"""How people handle counters in Tabletop Simulator: imprecisely."""

from __future__ import annotations

from random import Random

from validator.playing.tabletop.ground import Spot

OFF = 0.05
"""Units that a piece lies off its place at most, in each direction: about a millimetre."""
TWICE = 0.06
"""How often a piece is picked up and put down again."""
KNOCKED = 0.04
"""How often a drop pushes a piece near by."""
PUSHED = 0.06
"""Units that it is pushed at most, in each direction."""
LONGEST = 40.0
"""Seconds between two acts at most."""


class Untidy:
    """The random imprecision of hands."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def near(self, spot: Spot, reach: float = OFF) -> Spot:
        """A random point at most ``reach`` units beside another, in each direction."""
        x, z = spot
        return x + self._rng.uniform(-reach, reach), z + self._rng.uniform(-reach, reach)

    def pause(self) -> float:
        """Random seconds until the next act."""
        return self._rng.uniform(1.0, LONGEST)

    def happens(self, chance: float) -> bool:
        """True with the probability ``chance``."""
        return self._rng.random() < chance


__all__ = ["KNOCKED", "LONGEST", "OFF", "PUSHED", "TWICE", "Untidy"]
