"""Mappings that are copied in a moment and share what neither copy has changed since."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Generic, TypeVar

K = TypeVar("K", str, tuple[str, str])
V = TypeVar("V")

_PAGES = 64


class Shelf(Generic[K, V]):
    """Keys to values, in pages; `copy` shares all pages until one side changes one.

    Values must not be changed in place. Iteration is in the order of the keys: shorter ones
    first, so that ids of equal length come by number.
    """

    __slots__ = ("_own", "_pages")

    def __init__(self) -> None:
        self._pages: list[dict[K, V]] = [{} for _ in range(_PAGES)]
        self._own: set[int] | None = set(range(_PAGES))

    def copy(self) -> Shelf[K, V]:
        """An independent copy; the cost does not depend on how much is on the shelf."""
        twin: Shelf[K, V] = Shelf.__new__(Shelf)
        twin._pages = self._pages
        twin._own = None
        self._own = None
        return twin

    def _page(self, key: K) -> dict[K, V]:
        number = hash(key) % _PAGES
        if self._own is None:  # even the list of pages is shared
            self._pages = self._pages.copy()
            self._own = set()
        if number not in self._own:
            self._pages[number] = self._pages[number].copy()
            self._own.add(number)
        return self._pages[number]

    def get(self, key: K | None) -> V | None:
        """The value of a key, or `None`."""
        return None if key is None else self._pages[hash(key) % _PAGES].get(key)

    def __getitem__(self, key: K) -> V:
        return self._pages[hash(key) % _PAGES][key]

    def __setitem__(self, key: K, value: V) -> None:
        self._page(key)[key] = value

    def discard(self, key: K) -> None:
        """Take a key off, if it is there."""
        if key in self:
            del self._page(key)[key]

    def __contains__(self, key: K) -> bool:
        return key in self._pages[hash(key) % _PAGES]

    def __len__(self) -> int:
        return sum(len(page) for page in self._pages)

    def __iter__(self) -> Iterator[K]:
        keys: list[Any] = [key for page in self._pages for key in page]
        return iter(sorted(keys, key=lambda key: (len(key), key)))

    def values(self) -> Iterator[V]:
        """The values, in the order of their keys."""
        return (self[key] for key in self)

    def items(self) -> Iterator[tuple[K, V]]:
        """Keys and values, in the order of the keys."""
        return ((key, self[key]) for key in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shelf):
            return NotImplemented
        return self._pages == other._pages

    __hash__ = None  # type: ignore[assignment]


class Heaps:
    """Which things lie on which spot, in the order they came; copied in a moment."""

    __slots__ = ("_own", "_shelf")

    def __init__(self) -> None:
        self._shelf: Shelf[str, dict[str, None]] = Shelf()
        self._own: set[str] = set()

    def copy(self) -> Heaps:
        """An independent copy."""
        twin = Heaps.__new__(Heaps)
        twin._shelf = self._shelf.copy()
        twin._own = set()
        self._own = set()
        return twin

    def on(self, spot: str) -> Collection[str]:
        """What lies on a spot."""
        return self._shelf.get(spot) or ()

    def add(self, spot: str, ident: str) -> None:
        """Put a thing on top of a spot."""
        self._heap(spot)[ident] = None

    def discard(self, spot: str, ident: str) -> None:
        """Take a thing away, if it is there."""
        if ident in (self._shelf.get(spot) or ()):
            heap = self._heap(spot)
            del heap[ident]
            if not heap:
                self._shelf.discard(spot)
                self._own.discard(spot)

    def _heap(self, spot: str) -> dict[str, None]:
        heap = self._shelf.get(spot)
        if heap is None or spot not in self._own:
            heap = dict(heap or {})
            self._shelf[spot] = heap
            self._own.add(spot)
        return heap
