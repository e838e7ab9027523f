"""Things of which each exists once: what one place holds for certain, no other can hold."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)


def only(possible: frozenset[T]) -> T | None:
    """The one thing that something can be; ``None`` while there are several (or none)."""
    return next(iter(possible)) if len(possible) == 1 else None


def told_apart(possible: Mapping[K, frozenset[T]]) -> dict[K, frozenset[T]]:
    """What each place may hold, without what is known to be elsewhere; nothing is ever emptied."""
    left = dict(possible)
    while True:
        known = {next(iter(one)): place for place, one in left.items() if len(one) == 1}
        narrower = {
            place: frozenset(thing for thing in one if known.get(thing, place) == place) or one
            if len(one) > 1
            else one
            for place, one in left.items()
        }
        if narrower == left:
            return left
        left = narrower
