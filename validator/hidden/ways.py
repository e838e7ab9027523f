"""The ways of a map: what borders on what, and how far it is along places that can be entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from itertools import takewhile
from typing import TYPE_CHECKING

from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Map

FAR = 99
"""More hexes than any way is long: no way at all."""


@dataclass(frozen=True, eq=False, repr=False)
class Ways:
    """The hexes of a map that can be entered, and the ways between them.

    No way crosses a closed side. A game's ``Tables`` may be one of these.
    """

    neighbours: Mapping[str, tuple[str, ...]]
    distance: Mapping[str, Mapping[str, int]]
    """Hexes between two hexes, the nearest first; ``FAR`` is never in it."""
    _near: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict, init=False)
    """What was asked of `within` before."""

    def hexes_between(self, here: str, there: str) -> int:
        """How many hexes it is from one to the other; ``FAR`` when there is no way."""
        return self.distance.get(here, {}).get(there, FAR)

    def on_map(self, hex_id: str) -> bool:
        """Whether it is a hex of the map (and no box)."""
        return hex_id in self.neighbours

    def within(self, here: str, hexes: int) -> tuple[str, ...]:
        """The hexes at most so far away, the nearest first."""
        near = self._near.get((here, hexes))
        if near is None:
            ways = self.distance.get(here, {}).items()
            near = tuple(there for there, far in takewhile(lambda way: way[1] <= hexes, ways))
            self._near[here, hexes] = near
        return near


def ways_of(board: Map) -> Ways:
    """The ways of a map of the definition; ValueError when it has no grid."""
    from generator.geography.layout import adjacency_of

    adjacency = adjacency_of(board)
    return Ways(
        {here: adjacency.neighbours(here) for here in adjacency},
        {here: adjacency.distances(here) for here in adjacency},
    )
