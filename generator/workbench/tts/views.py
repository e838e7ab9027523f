"""What everybody may know of a save in which a game was recorded.

Not a filter over what is reported: the save itself with its secrets taken out, so that nothing
later can tell what it never saw. Taken out are the contents of bags and decks (a count is left),
who and what a thing is that lies face down, all that lies in a hidden zone or a hand, what is noted
for the game master or in a seat's own tab, and what scripts keep.

A save in which nobody played yet is a mod, and hides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from generator.light import dataclass
from generator.tabletop_simulator.kinds import ZONES
from generator.workbench.tts.layout import LISTS, ROOT_LIST, TAB_BODY, TABS
from generator.workbench.tts.recorded import STATE
from generator.workbench.tts.things import Thing, number_of, text_of

_HIDING = ("FogOfWarTrigger", "FogOfWar", "HandTrigger")
_EVERYBODY = ("Grey", "")
"""Colours of the notebook's tabs that everybody sees."""
_BACK: Final = ("Name", "Transform", "Locked")
"""The visible data of a face-down object."""


def public(save: Mapping[str, Any]) -> dict[str, Any]:
    """The public view of a save."""
    shown = dict(save)
    shown.pop(STATE, None)
    inside = save.get(ROOT_LIST)
    things = [one for one in inside if isinstance(one, dict)] if isinstance(inside, list) else []
    shown[ROOT_LIST] = list(_seen(things))
    tabs = save.get(TABS)
    if isinstance(tabs, dict):
        shown[TABS] = {number: _tab(tab) for number, tab in tabs.items()}
    return shown


@dataclass(frozen=True, slots=True)
class _Zone:
    """A box on the table; the sizes are from its middle to its sides."""

    x: float
    z: float
    wide: float
    deep: float
    turn: float
    """Radians, clockwise seen from above."""

    def holds(self, thing: Thing) -> bool:
        """Whether an object is in it, at any height above the table."""
        right, away = thing.x - self.x, thing.z - self.z
        along = right * math.cos(self.turn) - away * math.sin(self.turn)
        across = right * math.sin(self.turn) + away * math.cos(self.turn)
        return abs(along) <= self.wide and abs(across) <= self.deep


def _seen(given: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What everybody sees, that of which no more than a back is seen last and by its place."""
    things = [Thing(data, None, False) for data in given]
    zones = [_zone_of(thing) for thing in things if thing.kind in _HIDING]
    backs = []
    for thing in things:
        if thing.kind in ZONES:
            yield _without_secrets(thing.data)
        elif any(zone.holds(thing) for zone in zones):
            continue
        elif thing.is_face_down:
            backs.append(thing)
        else:
            yield _without_secrets(thing.data)
    backs.sort(key=lambda one: (one.kind, one.x, one.z, one.y, one.turn))
    for thing in backs:
        back = {key: thing.data[key] for key in _BACK if key in thing.data}
        yield back | _count(thing.data)


def _zone_of(zone: Thing) -> _Zone:
    transform = zone.data.get("Transform")
    sizes = transform if isinstance(transform, dict) else {}
    wide, deep = (abs(number_of(sizes, key)) / 2 for key in ("scaleX", "scaleZ"))
    return _Zone(zone.x, zone.z, wide, deep, math.radians(zone.turn))


def _without_secrets(data: Mapping[str, Any]) -> dict[str, Any]:
    """A visible object, without its secrets."""
    left_out = ("GMNotes", STATE, "DeckIDs", "CustomDeck", LISTS[0])
    shown = {key: value for key, value in data.items() if key not in left_out}
    if not isinstance(data.get(LISTS[0]), list) and "CustomDeck" in data:
        shown["CustomDeck"] = data["CustomDeck"]  # a card that lies face up
    joined = data.get(LISTS[1])
    if isinstance(joined, list):
        shown[LISTS[1]] = [_without_secrets(one) for one in joined if isinstance(one, dict)]
    return shown | _count(data)


def _count(data: Mapping[str, Any]) -> dict[str, Any]:
    """The contents of a bag or deck as a number of unknown objects."""
    inside = data.get(LISTS[0])
    return {LISTS[0]: [{} for _ in inside]} if isinstance(inside, list) else {}


def _tab(tab: Any) -> Any:
    if not isinstance(tab, dict) or text_of(tab, "color") in _EVERYBODY:
        return tab
    return {key: value for key, value in tab.items() if key != TAB_BODY}
