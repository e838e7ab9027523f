"""Which thing of one save is which of another.

A thing is known by its Memo, else by its GUID or that of one of its states, else by what it is
called and where it is. Memos and GUIDs count where they are one thing's alone: the game and its
players copy things with all that is in them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from generator.workbench.tts.things import Thing

_DIGITS = 1
"""Places are compared to this many digits of a unit."""


class Pairing:
    """The objects of two saves, matched."""

    def __init__(self, old: Sequence[Thing], new: Sequence[Thing]) -> None:
        self.old_of: dict[Thing, Thing] = {}
        """By the object of the new save: that of the old one."""
        self.new_of: dict[Thing, Thing] = {}
        self._old, self._new = old, new
        self._pair_alone(lambda one: [one.memo])
        self._pair_alone(lambda one: one.guids)
        for key in (_as_it_lies, _copy, _in_its_place, self._in_its_holder):
            self._pair_in_order(key)
        self._pair_alone(lambda one: [_what(one)] if one.name else [])

    def _pair(self, was: Thing, now: Thing) -> None:
        self.old_of[now], self.new_of[was] = was, now

    def _pair_alone(self, keys: Callable[[Thing], Sequence[Hashable]]) -> None:
        """Match objects that have a key in common that no other object of their save has."""
        olds, news = (
            _by_key(given, keys, done)
            for given, done in ((self._old, self.new_of), (self._new, self.old_of))
        )
        for key, there in olds.items():
            here = news.get(key, [])
            if len(there) == len(here) == 1:
                was, now = there[0], here[0]
                if was not in self.new_of and now not in self.old_of:
                    self._pair(was, now)

    def _pair_in_order(self, key: Callable[[Thing], Hashable]) -> None:
        """Match objects with the same key, in their order."""
        olds = _by_key(self._old, lambda one: [key(one)], self.new_of)
        news = _by_key(self._new, lambda one: [key(one)], self.old_of)
        for name, there in olds.items():
            for was, now in zip(there, news.get(name, ()), strict=False):
                self._pair(was, now)

    def _in_its_holder(self, thing: Thing) -> Hashable:
        """Its name, and the object that contains it, if that is the same in both saves."""
        holder = thing.holder
        if holder is None:
            return None
        return (_what(thing), thing.data.get("CardID"), self.old_of.get(holder, holder))


def _by_key(
    given: Sequence[Thing],
    keys: Callable[[Thing], Sequence[Hashable]],
    done: dict[Thing, Thing],
) -> dict[Hashable, list[Thing]]:
    found: dict[Hashable, list[Thing]] = {}
    for thing in given:
        if thing not in done:
            for key in keys(thing):
                if key:
                    found.setdefault(key, []).append(thing)
    return found


def _what(thing: Thing) -> tuple[str, str]:
    return thing.kind, thing.name


def _copy(thing: Thing) -> Hashable:
    return (thing.guid, *_what(thing)) if thing.guid else None


def _as_it_lies(thing: Thing) -> Hashable:
    return (thing.guid, _in_its_place(thing)) if thing.guid else None


def _in_its_place(thing: Thing) -> Hashable:
    if thing.holder is not None:
        return None
    return (*_what(thing), *(round(number, _DIGITS) for number in (thing.x, thing.y, thing.z)))
