"""What the logs of a module that others built call the things of its definition.

Such a module knows nothing of a definition: its pieces come from numbered slots of its palette,
its buttons have names of its own. The import notes what each thing is (`Carried.bound`); here that
is turned round, so that a log of the original module can be read in the definition's words.
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
"""The sorts of things that rules can ask for, as `Binding.unbound` names them."""


@dataclass(frozen=True)
class Binding:
    """The words of a module's logs, and what they are in the definition."""

    source: str
    """The module that was imported."""
    name: str
    """What the module calls the game."""
    slots: Mapping[str, tuple[str, ...]]
    """By number of the slot a piece was made from (gpid): the ids of its counters."""
    names: Mapping[str, tuple[str, ...]]
    """By name of the piece, where only one sort of counters bears it: the same."""
    markers: frozenset[str]
    """Ids of counters: a piece may hold one in a marker."""
    sides: Mapping[str, str]
    maps: Mapping[str, str]
    """By the map's name in the module: its name in the definition."""
    decks: Mapping[str, str]
    dice: Mapping[str, str]
    heard: tuple[tuple[str, re.Pattern[str]], ...]
    """Actions, and the lines of the chat that say them."""
    unbound: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By sort: ids of what the definition has and the module has not, or not as it is said."""

    def counters(self, gpid: str, name: str, markers: tuple[str, ...]) -> tuple[str, ...]:
        """The counters that a piece can be: by its slot, else by a marker, else by its name."""
        by_marker = tuple(one for one in markers if one in self.markers)[:1]
        return self.slots.get(gpid) or by_marker or self.names.get(name, ())

    def action(self, line: str) -> tuple[str, str] | None:
        """The action that a line of the chat says, and its detail."""
        for action, pattern in self.heard:
            found = pattern.fullmatch(line)
            if found is not None:
                return action, (found.groupdict().get("detail") or "").strip()
        return None

    def lacks(self, needs: Mapping[str, tuple[str, ...]]) -> list[str]:
        """What of the things that rules need is not bound: ``the dice 'combat'``."""
        return [
            f"{sort} {one!r}"
            for sort, wanted in needs.items()
            for one in wanted
            if one in self.unbound.get(sort, ())
        ]

    def lines(self, game: Game) -> Iterator[str]:
        """What is bound and what is not, for people."""
        held = {
            "sides": len(game.sides),
            "maps": len(game.maps),
            "decks": sum(len(one.decks) for one in game.maps),
            "counters": len(game.counters),
            "dice": len(game.dice),
            "actions": len(game.actions),
        }
        bound = [
            f"{count - len(self.unbound.get(sort, ()))} of {count} {sort}"
            for sort, count in held.items()
            if count
        ]
        yield f"Logs of {self.source}: {', '.join(bound)} are found in them"
        for sort, ids in self.unbound.items():
            yield f"  not found: {sort} {', '.join(ids)}{_WHY.get(sort, '')}"


_WHY = {
    "actions": " (say with `heard:` which line of the chat tells it)",
    "counters": " (no slot of the module makes them)",
    "dice": " (the module has no such button)",
}


def binding_of(game: Game, folder: Path) -> Binding | None:
    """How the logs of the imported module are read; none for a game that was not imported.

    Raises `CarriedError`.
    """
    carried = read_carried(folder)
    return None if carried is None else bound(game, followed(carried, game))


def bound(game: Game, carried: Carried) -> Binding:
    """The carried module's words, turned round."""
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
    unbound = {
        "sides": _without(carried, "sides", [one.id for one in game.sides]),
        "maps": _without(carried, "maps", [one.id for one in game.maps]),
        "decks": _without(carried, "decks", list(decks)),
        "counters": tuple(lost),
        "dice": _without(carried, "dice", [one.id for one in game.dice]),
        "actions": tuple(one.id for one in game.actions if not one.heard),
    }
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
        unbound={sort: ids for sort, ids in unbound.items() if ids},
    )


def _without(carried: Carried, sort: str, ids: list[str]) -> tuple[str, ...]:
    return tuple(one for one in ids if one not in carried.bound.get(sort, {}))


def _turned(carried: Carried, sort: str, word: str, now: Mapping[str, str]) -> dict[str, str]:
    """By the module's own word: what the definition calls it now."""
    rows: Mapping[str, Mapping[str, Any]] = carried.bound.get(sort, {})
    return {str(row[word]): now[one] for one, row in rows.items() if one in now and word in row}


def _pattern(heard: str) -> re.Pattern[str]:
    """``...`` is anything, ``{detail}`` the words that count."""
    parts = re.split(r"(\.\.\.|\{detail\})", heard.strip())
    words = {"...": ".*?", "{detail}": "(?P<detail>.+?)"}
    return re.compile("".join(words.get(part) or re.escape(part) for part in parts))
