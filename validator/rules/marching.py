"""How far units can move over a map, by the movement costs of its terrain chart."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from generator.geography.ground import Ground, ground_of
from generator.geography.layout import adjacency_of
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.boards import Map

_KEPT = 20_000
"""How many answers of `Marches.reach` are kept."""


@dataclass(frozen=True, eq=False, repr=False)
class Marches:
    """Movement over a map, and its costs in movement points."""

    ground: Ground
    near: Mapping[str, tuple[str, ...]]
    """The adjacent hexes of each hex."""
    distances: Mapping[str, Mapping[str, int]]
    """Distances in hexes from each hex to the others."""
    costs: Mapping[str, Fraction]
    """Movement points by kind of terrain: of a hex, of a crossed hexside, of a road."""
    _known: dict[tuple[object, ...], Mapping[str, Fraction]] = field(default_factory=dict)

    def within(self, here: str, hexes: int) -> frozenset[str]:
        """The hexes within a distance, without the hex itself."""
        return frozenset(one for one, far in self.distances[here].items() if 0 < far <= hexes)

    def cost(self, here: str, there: str) -> Fraction:
        """Movement points from a hex into an adjacent one: by road if there is one with a cost,
        else over the terrain."""
        ways = [self.costs[way] for way in self.ground.joined(here, there) if way in self.costs]
        if ways:
            return min(ways)
        kinds = (self.ground.kinds.get(there, ""), *self.ground.between(here, there))
        return sum((self.costs.get(kind, Fraction(0)) for kind in kinds), Fraction(0))

    def reach(
        self,
        start: str,
        points: int,
        *,
        stops: frozenset[str] = frozenset(),
        closed: frozenset[str] = frozenset(),
    ) -> Mapping[str, Fraction]:
        """The hexes that a unit can reach with its movement points, and the cost of each; its own
        costs 0.

        A unit that enters one of ``stops`` must stop there; ``closed`` hexes cannot be entered.
        """
        key = (start, points, stops, closed)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            found = self._known[key] = self._reached(start, points, stops, closed)
        return found

    def _reached(
        self, start: str, points: int, stops: frozenset[str], closed: frozenset[str]
    ) -> Mapping[str, Fraction]:
        queue, found = [(Fraction(0), start)], dict[str, Fraction]()
        while queue:
            spent, here = heappop(queue)
            if here in found:
                continue
            found[here] = spent
            if here in stops and here != start:
                continue
            for there in self.near[here]:
                after = spent + self.cost(here, there)
                if there not in closed and there not in found and after <= points:
                    heappush(queue, (after, there))
        return found


def marches_over(board: Map, value: str = "move") -> Marches:
    """Movement over a map, with the costs in the column ``value`` of its terrain chart.

    A number (``2``, ``½``) is the cost of a hex or a road, ``+2`` the extra cost of a hexside;
    kinds without one cost nothing. Raises GroundError.
    """
    ground = ground_of(board) or Ground({}, {})
    adjacency = adjacency_of(board)
    kinds = board.terrain.kinds if board.terrain is not None else {}
    said = {kind: _number(str(one.values.get(value, ""))) for kind, one in kinds.items()}
    return Marches(
        ground,
        {name: adjacency.neighbours(name) for name in adjacency},
        {name: adjacency.distances(name) for name in adjacency},
        {kind: number for kind, number in said.items() if number is not None},
    )


def _number(said: str) -> Fraction | None:
    """``2``, ``+2``, ``½`` and ``1½`` as a number; None for any other text."""
    whole, part = said.strip().removeprefix("+"), Fraction(0)
    if whole and unicodedata.category(whole[-1]) == "No":
        part = Fraction(unicodedata.numeric(whole[-1])).limit_denominator(12)
        whole = whole[:-1] or "0"
    return Fraction(whole) + part if whole.isdecimal() else None
