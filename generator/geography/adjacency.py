"""Which places touch: neighbours, distances and paths over a graph of names."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping


class Adjacency:
    """Mutual neighbourhood of named places; frozen once made.

    Distances are counted in steps; they are worked out once for each start and kept.
    """

    __slots__ = ("_distances", "_near", "_sets")

    def __init__(
        self,
        neighbours: Mapping[str, Iterable[str]],
        closed: Iterable[tuple[str, str]] = (),
        joined: Iterable[tuple[str, str]] = (),
    ) -> None:
        """Make it from neighbour lists, less the ``closed`` pairs, plus the ``joined`` ones.

        Raises ValueError when a list names an unknown place or is not mutual.
        """
        shut = {frozenset(pair) for pair in closed}
        near = {
            place: [other for other in others if frozenset((place, other)) not in shut]
            for place, others in neighbours.items()
        }
        for one, other in joined:
            for here, there in ((one, other), (other, one)):
                if here not in near:
                    raise ValueError(f"{here!r} is not a place of this map")
                if there not in near[here]:
                    near[here].append(there)
        self._near = {place: tuple(others) for place, others in near.items()}
        self._sets = {place: frozenset(others) for place, others in near.items()}
        for place, others in self._near.items():
            for other in others:
                if other not in self._near:
                    raise ValueError(f"{place!r} has the neighbour {other!r}, which is not a place")
                if place not in self._sets[other]:
                    raise ValueError(f"{place!r} touches {other!r}, but not the other way round")
        self._distances: dict[str, dict[str, int]] = {}

    def __contains__(self, place: object) -> bool:
        return place in self._near

    def __iter__(self) -> Iterator[str]:
        return iter(self._near)

    def __len__(self) -> int:
        return len(self._near)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Adjacency) and self._sets == other._sets

    def __hash__(self) -> int:
        return hash(frozenset(self._sets.items()))

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The places that touch it; KeyError for an unknown place."""
        return self._near[place]

    def touch(self, one: str, other: str) -> bool:
        """Whether two places touch."""
        return other in self._sets[one]

    def distances(self, start: str) -> Mapping[str, int]:
        """Steps from ``start`` to every place that can be reached."""
        known = self._distances.get(start)
        if known is None:
            known = self._distances[start] = self._spread(start)
        return known

    def distance(self, one: str, other: str) -> int | None:
        """Fewest steps between two places; None when no way leads there."""
        if other not in self._near:
            raise KeyError(other)
        return self.distances(one).get(other)

    def within(self, start: str, steps: int) -> frozenset[str]:
        """Every place at most so many steps away, the start included."""
        return frozenset(place for place, far in self.distances(start).items() if far <= steps)

    def path(self, one: str, other: str, avoiding: Collection[str] = ()) -> list[str] | None:
        """A shortest way, both ends included, through no place of ``avoiding``; None: no way."""
        if other not in self._near:
            raise KeyError(other)
        back = {one: one}
        queue = deque([one])
        while queue:
            here = queue.popleft()
            if here == other:
                way = [here]
                while way[-1] != one:
                    way.append(back[way[-1]])
                return way[::-1]
            for there in self._near[here]:
                if there not in back and there not in avoiding:
                    back[there] = here
                    queue.append(there)
        return None

    def _spread(self, start: str) -> dict[str, int]:
        """Steps to every place that can be reached, ring by ring; KeyError for no place."""
        if start not in self._near:
            raise KeyError(start)
        known = {start: 0}
        ring, far = [start], 0
        while ring:
            far += 1
            beyond = []
            for here in ring:
                for there in self._near[here]:
                    if there not in known:
                        known[there] = far
                        beyond.append(there)
            ring = beyond
        return known
