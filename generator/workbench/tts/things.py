"""The objects of a save, on the table and in other objects, whatever their data.

Data are read with care: a save may lack any key, and have any type of value under it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from generator.light import dataclass
from generator.workbench.tts.layout import LISTS, MARKUP, ROOT_LIST, STATES

_LONGEST = 60
"""At most this many letters of a name are reported."""
_UPSIDE_DOWN = (90.0, 270.0)
"""The degrees about the z axis between which an object shows its back."""


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """An object of a save, on the table or in another."""

    data: Mapping[str, Any] = field(repr=False)
    holder: Thing | None = field(repr=False)
    """The object that contains it, or that it is joined to."""
    joined: bool
    """Whether it is joined to its holder, and not contained in it."""

    @property
    def kind(self) -> str:
        """The game's name of its kind: ``Custom_Tile``."""
        return text_of(self.data, "Name")

    @property
    def name(self) -> str:
        """The name that players see, in one line and without markup."""
        return " ".join(MARKUP.sub("", text_of(self.data, "Nickname")).split())

    @property
    def guid(self) -> str:
        """The game's id for it; several objects may have the same."""
        return text_of(self.data, "GUID")

    @property
    def memo(self) -> str:
        """The note of a script or program on it, which the game does not use."""
        return text_of(self.data, "Memo")

    @property
    def x(self) -> float:
        """To the right as the first seat sees the table, in units (about an inch)."""
        return self._transform("posX")

    @property
    def y(self) -> float:
        """Upwards."""
        return self._transform("posY")

    @property
    def z(self) -> float:
        """Away from the first seat."""
        return self._transform("posZ")

    @property
    def turn(self) -> float:
        """Degrees about the upright axis, clockwise seen from above, from 0 to less than 360."""
        return self._transform("rotY") % 360

    @property
    def is_face_down(self) -> bool:
        """Whether it shows its back."""
        low, high = _UPSIDE_DOWN
        return low < self._transform("rotZ") % 360 < high

    @property
    def states(self) -> dict[int, Mapping[str, Any]]:
        """The data of its states by their numbers, the present one among them."""
        others = self.data.get(STATES)
        if not isinstance(others, dict):
            return {1: self.data}
        found = {
            int(number): one
            for number, one in others.items()
            if number.isascii() and number.isdecimal() and len(number) < 6 and isinstance(one, dict)
        }
        return {**found, self.state: self.data}

    @property
    def state(self) -> int:
        """The number of its present state: the one that is not among the others."""
        others = self.data.get(STATES)
        taken = others if isinstance(others, dict) else {}
        return next(number for number in range(1, len(taken) + 2) if str(number) not in taken)

    @property
    def guids(self) -> tuple[str, ...]:
        """Its own GUID and those of its other states."""
        others = (text_of(one, "GUID") for one in self.states.values())
        return tuple(dict.fromkeys((self.guid, *others)))

    @property
    def called(self) -> str:
        """``Custom_Tile [Ajax]``; without a name, by its GUID."""
        told = self.name if len(self.name) <= _LONGEST else f"{self.name[:_LONGEST]}..."
        told = told or self.guid
        return f"{self.kind or 'object'} [{told}]" if told else self.kind or "object"

    @property
    def held(self) -> int:
        """The number of objects in it."""
        inside = self.data.get(LISTS[0])
        return len(inside) if isinstance(inside, list) else 0

    def _transform(self, key: str) -> float:
        transform = self.data.get("Transform")
        return number_of(transform, key) if isinstance(transform, dict) else 0.0


def things_of(save: Mapping[str, Any]) -> Iterator[Thing]:
    """All objects of a save, each followed by those in it; other states are not objects."""
    waiting: list[tuple[Any, Thing | None, bool]] = [
        (one, None, False) for one in reversed(_objects(save, ROOT_LIST))
    ]
    while waiting:
        data, holder, joined = waiting.pop()
        thing = Thing(data, holder, joined)
        yield thing
        for key in reversed(LISTS):
            waiting += [(one, thing, key != LISTS[0]) for one in reversed(_objects(data, key))]


def text_of(data: Mapping[str, Any], key: str) -> str:
    """The text under a key; empty for other types."""
    value = data.get(key)
    return value if isinstance(value, str) else ""


def number_of(data: Mapping[str, Any], key: str) -> float:
    """The number under a key; 0 for other types."""
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    try:
        number = float(value)
    except OverflowError:
        return 0.0
    return number if math.isfinite(number) else 0.0


def _objects(data: Mapping[str, Any], key: str) -> list[Any]:
    inside = data.get(key)
    return [one for one in inside if isinstance(one, dict)] if isinstance(inside, list) else []
