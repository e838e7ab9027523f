"""Reasoning about things that exist once each: if one place holds a thing, no other does."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)


def only(possible: frozenset[T]) -> T | None:
    """The only element of a set; ``None`` if it has several, or none."""
    return next(iter(possible)) if len(possible) == 1 else None


def told_apart(possible: Mapping[K, frozenset[T]]) -> dict[K, frozenset[T]]:
    """The things each place may hold, without those known to be elsewhere.

    No set becomes empty: a place whose things are all known elsewhere keeps them.
    """
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
