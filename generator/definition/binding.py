"""Reads logs of an imported module with the names of its definition.

The original module does not know the definition: its pieces come from numbered slots of its
palette, and its buttons have names of their own. The import notes what each part is
(`Carried.bound`); a binding is the reverse of that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.definition.carried import Carried, followed, read_carried
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Game

SORTS = ("sides", "maps", "decks", "counters", "dice", "actions")
"""The kinds of things that rules can require, as in `Binding.unbound`."""


@dataclass(frozen=True)
class Binding:
    """The names in a module's logs, with those in the definition."""

    source: str
    """The module that was imported."""
    name: str
    """The name of the game in the module."""
    slots: Mapping[str, tuple[str, ...]]
    """By the number of the slot from which a piece was made (gpid): the ids of its counters."""
    names: Mapping[str, tuple[str, ...]]
    """By the name of a piece, if only one family of counters has it: the ids of its counters."""
    markers: frozenset[str]
    """The ids of counters; a piece may have one in a marker."""
    sides: Mapping[str, str]
    maps: Mapping[str, str]
    """By the map's name in the module: its name in the definition."""
    decks: Mapping[str, str]
    dice: Mapping[str, str]
    heard: tuple[tuple[str, re.Pattern[str]], ...]
    """Actions, with the patterns of their chat lines."""
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind: the ids that are found in the logs."""
    unbound: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By kind: the ids that the definition has and the module has not, or has changed."""

    def counters(self, gpid: str, name: str, markers: tuple[str, ...]) -> tuple[str, ...]:
        """The counters that a piece can be: by its slot, or a marker, or its name."""
        by_marker = tuple(one for one in markers if one in self.markers)[:1]
        return self.slots.get(gpid) or by_marker or self.names.get(name, ())

    def action(self, line: str) -> tuple[str, str] | None:
        """The action of a chat line, and its detail."""
        for action, pattern in self.heard:
            found = pattern.fullmatch(line)
            if found is not None:
                return action, (found.groupdict().get("detail") or "").strip()
        return None

    def lacks(self, needs: Mapping[str, tuple[str, ...]]) -> list[str]:
        """The things that rules need and the logs do not have: ``dice 'combat'``."""
        return [
            f"{sort} {one!r}"
            for sort, wanted in needs.items()
            for one in wanted
            if sort in self.known and one not in self.known[sort]
        ]

    def lines(self) -> Iterator[str]:
        """Lines for people: what is found in the logs and what is not."""
        counted = {
            sort: (len(ids), len(ids) + len(self.unbound.get(sort, ())))
            for sort, ids in self.known.items()
        }
        bound = [f"{some} of {every} {sort}" for sort, (some, every) in counted.items() if every]
        yield f"Logs of {self.source}: {', '.join(bound)} are found in them"
        for sort, ids in self.unbound.items():
            yield f"  not found: {sort} {', '.join(ids)}{_WHY.get(sort, '')}"


_WHY = {
    "actions": " (say with `heard:` which line of the chat tells it)",
    "counters": " (no slot of the module makes them)",
    "dice": " (the module has no such button)",
}


def binding_of(game: Game, folder: Path) -> Binding | None:
    """The binding of an imported game; None for a game that was not imported. Raises
    `CarriedError`."""
    carried = read_carried(folder)
    return None if carried is None else bound(game, followed(carried, game))


def bound(game: Game, carried: Carried) -> Binding:
    """The binding of a carried module."""
    families: dict[str, list[str]] = {}
    for counter in game.counters:
        families.setdefault(counter.family, []).append(counter.id)
    slots: dict[str, tuple[str, ...]] = {}
    called: dict[str, list[str]] = {}
    lost = []
    for family, ids in families.items():
        row = carried.bound.get("counters", {}).get(family)
        said = carried.said.get("counters", {}).get(family, {})
        names = {str(said.get("name", "")), game.counter(ids[0]).name} - {""}
        for name in names:
            called.setdefault(name, []).append(family)
        addresses = row.get("slots", ()) if row is not None else ()
        for _, gpid, _ in addresses:
            slots[str(gpid)] = tuple(ids)
        if row is None:
            lost += ids
    decks = {deck.id: deck for one in game.maps for deck in one.decks}
    held = {
        "sides": [one.id for one in game.sides],
        "maps": [one.id for one in game.maps],
        "decks": [*decks],
        "counters": [one.id for one in game.counters],
        "dice": [one.id for one in game.dice],
        "actions": [one.id for one in game.actions],
    }
    unbound = {sort: _without(carried, sort, held[sort]) for sort in held}
    unbound["counters"] = tuple(lost)
    unbound["actions"] = tuple(one.id for one in game.actions if not one.heard)
    return Binding(
        source=carried.source,
        name=str(carried.said.get("game", {}).get("game", {}).get("name", game.name)),
        slots=slots,
        names={
            name: tuple(families[found[0]]) for name, found in called.items() if len(found) == 1
        },
        markers=frozenset(one.id for one in game.counters),
        sides=_turned(carried, "sides", "side", {one.id: one.id for one in game.sides}),
        maps=_turned(carried, "maps", "map", {one.id: one.name for one in game.maps}),
        decks=_turned(carried, "decks", "deck", {one: one for one in decks}),
        dice=_turned(carried, "dice", "button", {one.id: one.id for one in game.dice}),
        heard=tuple((one.id, _pattern(one.heard)) for one in game.actions if one.heard),
        known={sort: tuple(i for i in ids if i not in unbound[sort]) for sort, ids in held.items()},
        unbound={sort: ids for sort, ids in unbound.items() if ids},
    )


def _without(carried: Carried, sort: str, ids: list[str]) -> tuple[str, ...]:
    return tuple(one for one in ids if one not in carried.bound.get(sort, {}))


def _turned(carried: Carried, sort: str, word: str, now: Mapping[str, str]) -> dict[str, str]:
    """By the module's own name: the present name in the definition."""
    rows: Mapping[str, Mapping[str, Any]] = carried.bound.get(sort, {})
    return {str(row[word]): now[one] for one, row in rows.items() if one in now and word in row}


def _pattern(heard: str) -> re.Pattern[str]:
    """The pattern of a chat line: ``...`` matches anything, ``{detail}`` the words that matter."""
    parts = re.split(r"(\.\.\.|\{detail\})", heard.strip())
    words = {"...": ".*?", "{detail}": "(?P<detail>.+?)"}
    return re.compile("".join(words.get(part) or re.escape(part) for part in parts))
