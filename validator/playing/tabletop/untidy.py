"""How people handle counters on a table of Tabletop Simulator: never quite where they belong."""

from __future__ import annotations

from random import Random

from validator.playing.tabletop.ground import Spot

OFF = 0.05
"""Units that a piece lies off its place at most, each way: about a millimetre."""
TWICE = 0.06
"""How often a piece is taken up and put down again where it is."""
KNOCKED = 0.04
"""How often a drop pushes what lies near by."""
PUSHED = 0.06
"""Units that it is pushed, at most, each way."""
LONGEST = 40.0
"""Seconds between two things that people do, at most."""


class Untidy:
    """The small things that differ from table to table, by a seed of their own."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def near(self, spot: Spot, reach: float = OFF) -> Spot:
        """A point a little beside another."""
        x, z = spot
        return x + self._rng.uniform(-reach, reach), z + self._rng.uniform(-reach, reach)

    def pause(self) -> float:
        """Seconds until somebody does the next thing."""
        return self._rng.uniform(1.0, LONGEST)

    def happens(self, chance: float) -> bool:
        """Whether something happens that happens so often."""
        return self._rng.random() < chance


__all__ = ["KNOCKED", "LONGEST", "OFF", "PUSHED", "TWICE", "Untidy"]
