"""How far units come over a map's ground, by what its terrain chart says each hex costs."""

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
"""So many marches are remembered."""


@dataclass(frozen=True, eq=False, repr=False)
class Marches:
    """The ways over a map, and what they cost."""

    ground: Ground
    near: Mapping[str, tuple[str, ...]]
    """By hex: those that touch it."""
    distances: Mapping[str, Mapping[str, int]]
    """How many hexes it is from one to another."""
    costs: Mapping[str, Fraction]
    """Points by kind of terrain: of a hex, of a hexside that is crossed, of a road."""
    _known: dict[tuple[object, ...], Mapping[str, Fraction]] = field(default_factory=dict)

    def within(self, here: str, hexes: int) -> frozenset[str]:
        """The hexes at most so far away, without the hex itself."""
        return frozenset(one for one, far in self.distances[here].items() if 0 < far <= hexes)

    def cost(self, here: str, there: str) -> Fraction:
        """Points from a hex into the next: by a way that has a cost, else over the ground."""
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
        """The hexes a unit comes to with its points, and what each costs; its own costs 0.

        Who enters one of ``stops`` goes no further; nobody enters one that is ``closed``.
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
    """The ways over a map by a value of its kinds of terrain.

    A number (``2``, ``½``) is what a hex or a road costs, ``+2`` what a hexside adds; kinds without
    one cost nothing. Raises GroundError.
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
    """``2``, ``+2``, ``½`` and ``1½`` as a number; None for what is none."""
    whole, part = said.strip().removeprefix("+"), Fraction(0)
    if whole and unicodedata.category(whole[-1]) == "No":
        part = Fraction(unicodedata.numeric(whole[-1])).limit_denominator(12)
        whole = whole[:-1] or "0"
    return Fraction(whole) + part if whole.isdecimal() else None
