"""The ways of a map: what borders on what, and how far it is along places that can be entered."""

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
"""More hexes than any way is long: no way at all."""
COMPASS = {"E": 0, "S": 90, "W": 180, "N": 270}
"""Degrees clockwise from the east."""


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

    def around(self, places: Iterable[str], hexes: int) -> Iterable[str]:
        """The hexes at most so far from one of some places; all, where there are none."""
        near = (there for here in places for there in self.within(here, hexes))
        return dict.fromkeys(near) or self.neighbours


@dataclass(frozen=True, eq=False, repr=False)
class Routes(Ways):
    """Ways on which markers go straight to their goals, and point to where they go."""

    spines: tuple[str, ...]
    """The directions in which a marker can point, clockwise."""
    spine_neighbours: Mapping[str, Mapping[str, tuple[str, ...]]]
    """Hex to spine to the neighbours on both sides of it."""
    steps: Mapping[str, Mapping[str, frozenset[str]]]
    """Goal to hex to the neighbours that are one hex nearer to the goal."""

    def nearer(self, here: str, there: str, goal: str) -> bool:
        """Whether a step brings one as directly as possible nearer to a goal."""
        return there in self.steps.get(goal, {}).get(here, frozenset())

    def headings(self, here: str, goals: Iterable[str]) -> frozenset[str]:
        """The spines that point the way from a hex to one of some goals; on a goal, all."""
        ends, spines = set(goals), self.spine_neighbours.get(here, {})
        near = {there for end in ends for there in self.steps.get(end, {}).get(here, ())}
        return frozenset(
            one for one, beside in spines.items() if here in ends or near.intersection(beside)
        )

    def straight(self, here: str, goal: str) -> dict[str, int]:
        """The hexes on the shortest ways to a goal, and how far each is, the nearest first."""
        near, whole = self.distance.get(here, {}), self.hexes_between(here, goal)
        return {
            there: far
            for there, far in near.items()
            if far + self.hexes_between(there, goal) == whole
        }


def routes_of(board: Map, spines: tuple[str, ...], goals: Iterable[str]) -> dict[str, Any]:
    """The fields of the `Routes` of a map, by their names."""
    ways = ways_of(board)
    return {
        "neighbours": ways.neighbours,
        "distance": ways.distance,
        "spines": spines,
        "spine_neighbours": beside_spines(board, ways, spines),
        "steps": nearer_steps(ways, goals),
    }


def ways_of(board: Map) -> Ways:
    """The ways of a map of the definition; ValueError when it has no grid."""
    from generator.geography.layout import adjacency_of

    adjacency = adjacency_of(board)
    return Ways(
        {here: adjacency.neighbours(here) for here in adjacency},
        {here: adjacency.distances(here) for here in adjacency},
    )


def closed_sides(board: Map) -> frozenset[frozenset[str]]:
    """Pairs of hexes whose common side no way crosses."""
    pairs = getattr(board.grid, "closed", ())
    return frozenset(frozenset(pair.between) for pair in pairs)


def nearer_steps(ways: Ways, goals: Iterable[str]) -> dict[str, dict[str, frozenset[str]]]:
    """For every goal and hex the neighbours from which the way is one hex shorter."""
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
    """For every hex and spine the neighbours on both sides of the spine that can be entered.

    ``spines`` are directions, clockwise and at equal angles, one at least named as in `COMPASS`.
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
