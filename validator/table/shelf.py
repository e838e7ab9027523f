"""A mapping that is copied in a moment and shares what neither copy has changed since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

V = TypeVar("V")

_PAGES = 64


class Shelf(Generic[V]):
    """Text keys to values, in pages; `copy` shares all pages until one side changes one.

    Values must not be changed in place. Iteration is in the order of the keys: shorter ones
    first, so that ids of equal length come by number.
    """

    __slots__ = ("_own", "_pages")

    def __init__(self) -> None:
        self._pages: list[dict[str, V]] = [{} for _ in range(_PAGES)]
        self._own = [True] * _PAGES

    def copy(self) -> Shelf[V]:
        """An independent copy; the cost does not depend on how much is on the shelf."""
        twin: Shelf[V] = Shelf.__new__(Shelf)
        twin._pages = self._pages.copy()
        twin._own = [False] * _PAGES
        self._own = [False] * _PAGES
        return twin

    def _page(self, key: str) -> dict[str, V]:
        number = hash(key) % _PAGES
        if not self._own[number]:
            self._pages[number] = self._pages[number].copy()
            self._own[number] = True
        return self._pages[number]

    def get(self, key: str | None) -> V | None:
        """The value of a key, or `None`."""
        return None if key is None else self._pages[hash(key) % _PAGES].get(key)

    def __getitem__(self, key: str) -> V:
        return self._pages[hash(key) % _PAGES][key]

    def __setitem__(self, key: str, value: V) -> None:
        self._page(key)[key] = value

    def discard(self, key: str) -> None:
        """Take a key off, if it is there."""
        if key in self:
            del self._page(key)[key]

    def __contains__(self, key: str) -> bool:
        return key in self._pages[hash(key) % _PAGES]

    def __len__(self) -> int:
        return sum(len(page) for page in self._pages)

    def __iter__(self) -> Iterator[str]:
        keys = [key for page in self._pages for key in page]
        return iter(sorted(keys, key=lambda key: (len(key), key)))

    def values(self) -> Iterator[V]:
        """The values, in the order of their keys."""
        return (self[key] for key in self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shelf):
            return NotImplemented
        return self._pages is other._pages or self._pages == other._pages

    __hash__ = None  # type: ignore[assignment]
