"""Neighbours and distances on a map, over the hexes that can be entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import takewhile
from math import atan2, degrees
from typing import TYPE_CHECKING, Any

from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Map

FAR = 99
"""A distance larger than any on a map: there is no way."""
COMPASS = {"E": 0, "S": 90, "W": 180, "N": 270}
"""Degrees clockwise from the east."""


@dataclass(frozen=True, eq=False, repr=False)
class Ways:
    """The hexes of a map that can be entered, with their neighbours and distances.

    No way crosses a closed hex side. A game's ``Tables`` may be a subclass.
    """

    neighbours: Mapping[str, tuple[str, ...]]
    distance: Mapping[str, Mapping[str, int]]
    """Hex to hex to the distance in hexes, nearest first; unreachable hexes are left out."""
    _near: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict, init=False)
    """Cache of `within`."""

    def hexes_between(self, here: str, there: str) -> int:
        """The distance in hexes; ``FAR`` if there is no way."""
        return self.distance.get(here, {}).get(there, FAR)

    def on_map(self, hex_id: str) -> bool:
        """Whether it is a hex of the map (and not a box)."""
        return hex_id in self.neighbours

    def within(self, here: str, hexes: int) -> tuple[str, ...]:
        """The hexes at most ``hexes`` away, nearest first."""
        near = self._near.get((here, hexes))
        if near is None:
            ways = self.distance.get(here, {}).items()
            near = tuple(there for there, far in takewhile(lambda way: way[1] <= hexes, ways))
            self._near[here, hexes] = near
        return near

    def around(self, places: Iterable[str], hexes: int) -> Iterable[str]:
        """The hexes at most ``hexes`` away from one of the places; all hexes if that gives none."""
        near = (there for here in places for there in self.within(here, hexes))
        return dict.fromkeys(near) or self.neighbours


@dataclass(frozen=True, eq=False, repr=False)
class Routes(Ways):
    """Ways on which markers move straight to goals, and point in the direction they move."""

    spines: tuple[str, ...]
    """The hex spines (corner directions) that a marker can point to, clockwise."""
    spine_neighbours: Mapping[str, Mapping[str, tuple[str, ...]]]
    """Hex to spine to the neighbours on both sides of the spine."""
    steps: Mapping[str, Mapping[str, frozenset[str]]]
    """Goal to hex to the neighbours one hex nearer to the goal."""

    def nearer(self, here: str, there: str, goal: str) -> bool:
        """Whether the step from ``here`` to ``there`` is on a shortest way to a goal."""
        return there in self.steps.get(goal, {}).get(here, frozenset())

    def headings(self, here: str, goals: Iterable[str]) -> frozenset[str]:
        """The spines that point from a hex towards one of the goals; on a goal, all spines."""
        ends, spines = set(goals), self.spine_neighbours.get(here, {})
        near = {there for end in ends for there in self.steps.get(end, {}).get(here, ())}
        return frozenset(
            one for one, beside in spines.items() if here in ends or near.intersection(beside)
        )

    def straight(self, here: str, goal: str) -> dict[str, int]:
        """The hexes on the shortest ways to a goal with their distances, nearest first."""
        near, whole = self.distance.get(here, {}), self.hexes_between(here, goal)
        return {
            there: far
            for there, far in near.items()
            if far + self.hexes_between(there, goal) == whole
        }


def routes_of(board: Map, spines: tuple[str, ...], goals: Iterable[str]) -> dict[str, Any]:
    """The arguments of `Routes` for a map, by name."""
    ways = ways_of(board)
    return {
        "neighbours": ways.neighbours,
        "distance": ways.distance,
        "spines": spines,
        "spine_neighbours": beside_spines(board, ways, spines),
        "steps": nearer_steps(ways, goals),
    }


def ways_of(board: Map) -> Ways:
    """The ways of a map of the definition. Raises ValueError if it has no grid."""
    from generator.geography.layout import adjacency_of

    adjacency = adjacency_of(board)
    return Ways(
        {here: adjacency.neighbours(here) for here in adjacency},
        {here: adjacency.distances(here) for here in adjacency},
    )


def closed_sides(board: Map) -> frozenset[frozenset[str]]:
    """The pairs of hexes whose common side cannot be crossed."""
    pairs = getattr(board.grid, "closed", ())
    return frozenset(frozenset(pair.between) for pair in pairs)


def nearer_steps(ways: Ways, goals: Iterable[str]) -> dict[str, dict[str, frozenset[str]]]:
    """`Routes.steps`: goal to hex to the neighbours one hex nearer to the goal."""
    return {
        goal: {
            here: frozenset(
                there
                for there in ways.neighbours[here]
                if ways.distance[goal].get(there, FAR) == far - 1
            )
            for here, far in ways.distance[goal].items()
        }
        for goal in goals
    }


def beside_spines(
    board: Map, ways: Ways, spines: tuple[str, ...]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """`Routes.spine_neighbours`: hex to spine to the neighbours on both sides of it.

    ``spines`` are directions, clockwise and at equal angles, at least one named as in `COMPASS`.
    """
    from generator.geography.layout import grid_of

    grid = grid_of(board)
    if grid is None:
        return {}
    half = 180 / max(len(spines), 1) + 1
    first = next((place for place, word in enumerate(spines) if word in COMPASS), 0)
    turns = {
        word: COMPASS.get(spines[first], 0) + (place - first) * 360 / len(spines)
        for place, word in enumerate(spines)
    }
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for here, near in ways.neighbours.items():
        x, y = grid.centre(here)
        bearings = {
            there: degrees(atan2(down - y, right - x))
            for there, (right, down) in ((there, grid.centre(there)) for there in near)
        }
        found[here] = {
            word: tuple(
                there
                for there, bearing in bearings.items()
                if abs((bearing - turn + 180) % 360 - 180) < half
            )
            for word, turn in turns.items()
        }
    return found
