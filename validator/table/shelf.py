"""Mappings that are copied in a moment and share what neither copy has changed since."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Generic, TypeVar

Spot = tuple[str | None, int, int]
"""A point of a map."""

Note = tuple[int, Any, Any]
"""A change written down: which part of a table, the key, and the value (`None`: taken off)."""

K = TypeVar("K", str, tuple[str, str], Spot)
V = TypeVar("V")

_AS_IN_BASE: Any = object()
_FEW = 64
_SHARE = 4
"""The base is made anew when more than one key in so many is changed."""


class Shelf(Generic[K, V]):
    """Keys to values: a part that all copies share and never change, and each one's own changes.

    Values must not be changed in place. Iteration is in the order of the keys: shorter ones
    first, so that ids of equal length come by number.
    """

    __slots__ = ("_base", "_notes", "_own", "_part")

    def __init__(self) -> None:
        self._base: dict[K, V] = {}
        self._own: dict[K, V | None] = {}
        """What was put on it since, and (`None`) taken off of what is in the base."""
        self._notes: list[Note] | None = None
        self._part = 0

    def write_down(self, notes: list[Note], part: int) -> None:
        """From now on write every change down, as one of this part; copies do not."""
        self._notes, self._part = notes, part

    def copy(self) -> Shelf[K, V]:
        """An independent copy; what it costs depends on what changed, not on what is there."""
        if len(self._own) > _FEW and len(self._own) * _SHARE > len(self._base):
            self._base, self._own = dict(self._settled()), {}
        twin: Shelf[K, V] = Shelf.__new__(Shelf)
        twin._base = self._base
        twin._own = self._own.copy()
        twin._notes = None
        return twin

    def _settled(self) -> Iterator[tuple[K, V]]:
        own = self._own
        for key, value in self._base.items():
            if key not in own:
                yield key, value
        for key, changed in own.items():
            if changed is not None:
                yield key, changed

    def get(self, key: K | None) -> V | None:
        """The value of a key, or `None`."""
        found: V | None = self._own.get(key, _AS_IN_BASE)  # type: ignore[arg-type]
        return self._base.get(key) if found is _AS_IN_BASE else found  # type: ignore[arg-type]

    def __getitem__(self, key: K) -> V:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __setitem__(self, key: K, value: V) -> None:
        self._own[key] = value
        if self._notes is not None:
            self._notes.append((self._part, key, value))

    def put(self, key: K, value: V | None) -> None:
        """Do what a note says."""
        if value is None:
            self.discard(key)
        else:
            self._own[key] = value

    def discard(self, key: K) -> None:
        """Take a key off, if it is there."""
        if self._notes is not None:
            self._notes.append((self._part, key, None))
        if key in self._base:
            self._own[key] = None
        else:
            self._own.pop(key, None)

    def __contains__(self, key: K) -> bool:
        return self.get(key) is not None

    def __len__(self) -> int:
        base = self._base
        changed = ((value is not None) - (key in base) for key, value in self._own.items())
        return len(base) + sum(changed)

    def __iter__(self) -> Iterator[K]:
        keys = [key for key, _ in self._settled()]
        keys.sort()
        keys.sort(key=len)
        return iter(keys)

    def values(self) -> Iterator[V]:
        """The values, in the order of their keys."""
        return (self[key] for key in self)

    def items(self) -> Iterator[tuple[K, V]]:
        """Keys and values, in the order of the keys."""
        return ((key, self[key]) for key in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shelf):
            return NotImplemented
        return dict(self._settled()) == dict(other._settled())

    __hash__ = None  # type: ignore[assignment]


class Heaps:
    """Which things lie on which spot, in the order they came; copied in a moment."""

    __slots__ = ("_notes", "_own", "_part", "_shelf")

    def __init__(self) -> None:
        self._shelf: Shelf[Spot, str | dict[str, None]] = Shelf()
        """One thing as itself, for most spots have no more."""
        self._own: set[Spot] = set()
        """The spots whose heap no copy shares."""
        self._notes: list[Note] | None = None
        self._part = 0

    def write_down(self, notes: list[Note], part: int) -> None:
        """As for a shelf: what is put on is noted under this part, what is taken away under the
        next."""
        self._notes, self._part = notes, part

    def copy(self) -> Heaps:
        """An independent copy."""
        twin = Heaps.__new__(Heaps)
        twin._shelf = self._shelf.copy()
        twin._own = set()
        twin._notes = None
        self._own = set()
        return twin

    def on(self, spot: Spot) -> Collection[str]:
        """What lies on a spot."""
        heap = self._shelf.get(spot)
        return (heap,) if isinstance(heap, str) else heap or ()

    def add(self, spot: Spot, ident: str) -> None:
        """Put a thing on top of a spot."""
        if self._notes is not None:
            self._notes.append((self._part, spot, ident))
        heap = self._shelf.get(spot)
        if heap is None or heap == ident:
            self._shelf[spot] = ident
        else:
            self._heap(spot, heap)[ident] = None

    def discard(self, spot: Spot, ident: str) -> None:
        """Take a thing away, if it is there."""
        if self._notes is not None:
            self._notes.append((self._part + 1, spot, ident))
        heap = self._shelf.get(spot)
        if heap == ident:
            self._shelf.discard(spot)
        elif isinstance(heap, dict) and ident in heap:
            heap = self._heap(spot, heap)
            del heap[ident]
            if not heap:
                self._shelf.discard(spot)
                self._own.discard(spot)

    def _heap(self, spot: Spot, heap: str | dict[str, None]) -> dict[str, None]:
        """The heap of a spot, to be changed."""
        if isinstance(heap, dict) and spot in self._own:
            return heap
        heap = {heap: None} if isinstance(heap, str) else dict(heap)
        self._shelf[spot] = heap
        self._own.add(spot)
        return heap
