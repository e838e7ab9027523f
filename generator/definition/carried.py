"""What a definition carries along word for word: the module it was imported from.

A definition has no words for most of what a module can do: its triggers, reports, help, boards
that do not lie on the map at the start. An imported game therefore keeps the module it comes from
in the folder ``carried``, with a list of what in it is what in the definition (``bound.json``).
A build takes the carried module and puts into it what the definition says otherwise by now.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.definition.assembly import counter_names
from generator.errors import BroadsideError
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Game, Scenario

FOLDER = "carried"
BOUND = f"{FOLDER}/bound.json"
MEMBERS = f"{FOLDER}/module"
"""Where the members of the module lie that are no pictures of the definition's own."""
_FORMAT = 1
_LONGEST_NAME = 1 << 16
"""Bytes that the name of a member stays under."""

Things = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Sort of thing (``counters``) -> its id in the definition -> what is known of it."""


class CarriedError(BroadsideError):
    """A carried module that is not whole, or not as the list of it says."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A picture of the definition that the module has not: put together from several of its own."""

    sha256: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Carried:
    """A module that a definition carries along."""

    folder: Path
    """The game's folder."""
    source: str
    """Name of the file that was imported."""
    build_file: str
    """The member with the component tree."""
    files: Mapping[str, str]
    """Member -> its file below the game's folder, in the archive's order."""
    composed: Mapping[str, Composed] = field(default_factory=dict)
    """File below the game's folder -> what it was put together from."""
    bound: Things = field(default_factory=dict)
    """What in the module each thing of the definition is: ``counters`` by family, with the slots
    (``gpid``, which of that number), ``decks``, ``dice``, ``maps``, ``sides`` by their names."""
    said: Things = field(default_factory=dict)
    """What the definition said when it was imported (see `said_of`)."""
    digest: str = ""
    """Of the list and of every carried file (hex)."""

    def member(self, name: str) -> bytes:
        """A member's bytes. Raises `CarriedError`."""
        place = self.folder / self.files[name]
        try:
            return place.read_bytes()
        except OSError as trouble:
            raise CarriedError(
                f"{place}: cannot be read ({trouble.strerror}); the imported module needs it as "
                f"its {name!r}: put it back, or take its line out of {BOUND}"
            ) from None

    def members(self) -> dict[str, bytes]:
        """Every member, in the archive's order. Raises `CarriedError`."""
        return {name: self.member(name) for name in self.files}

    def to_json(self) -> str:
        """The list as text, a line for each entry."""
        rows: list[str] = [
            f'"format": {_FORMAT}',
            f'"source": {_text(self.source)}',
            f'"build_file": {_text(self.build_file)}',
            _block("files", ((name, file) for name, file in self.files.items())),
            _block(
                "composed",
                (
                    (name, {"sha256": one.sha256, "members": one.members})
                    for name, one in self.composed.items()
                ),
            ),
        ]
        for title, things in (("bound", self.bound), ("said", self.said)):
            kinds = ",\n".join(_block(kind, ids.items()) for kind, ids in things.items())
            rows.append(f'"{title}": {{\n{kinds}\n}}')
        return "{\n" + ",\n".join(rows) + "\n}\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _block(title: str, rows: Any) -> str:
    lines = ",\n".join(f"  {_text(name)}: {_text(value)}" for name, value in rows)
    return f'"{title}": {{\n{lines}\n}}'


def read_carried(folder: Path) -> Carried | None:
    """What a game's folder carries along; none for a game that was not imported.

    Raises `CarriedError`, naming the file.
    """
    place = folder / BOUND
    if not place.is_file():
        return None
    try:
        text = place.read_text("utf-8")
        read = json.loads(text)
        found = Carried(
            folder,
            str(read["source"]),
            str(read["build_file"]),
            {_member_name(name): _below(file, place) for name, file in read["files"].items()},
            {
                _below(name, place): Composed(str(one["sha256"]), tuple(map(str, one["members"])))
                for name, one in read["composed"].items()
            },
            _things(read["bound"]),
            _things(read["said"]),
            _digest(folder, text, read["files"].values()),
        )
    except (OSError, UnicodeDecodeError) as trouble:
        raise CarriedError(f"{place}: cannot be read ({trouble})") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as trouble:
        raise CarriedError(
            f"{place}: is not as `broadside import` writes it ({trouble}); import again"
        ) from None
    if read["format"] != _FORMAT:
        raise CarriedError(f"{place}: written by another Broadside; import the module again")
    if found.build_file not in found.files:
        raise CarriedError(f"{place}: names no file for {found.build_file!r}; import again")
    return found


def _below(file: object, place: Path) -> str:
    """A file of the game's folder, also where a link stands in its way."""
    path, folder = Path(str(file)), place.parent.parent
    outside = path.is_absolute() or ".." in path.parts
    if outside or not (folder / path).resolve().is_relative_to(folder.resolve()):
        raise CarriedError(f"{place}: {file!r} lies outside the game's folder")
    return str(file)


def _member_name(name: str) -> str:
    """A name that a zip file can hold. Raises ValueError."""
    if len(name.encode("utf-8")) >= _LONGEST_NAME:
        raise ValueError(f"a name of {len(name):,} letters")
    return name


def _things(read: Any) -> Things:
    """Sorts of things, each with rows by id. Raises TypeError."""
    for kind, rows in read.items():
        if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
            raise TypeError(f"{kind!r} are no rows by id")
    things: Things = read
    return things


def _digest(folder: Path, text: str, files: Any) -> str:
    digest = hashlib.sha256(text.encode())
    for file in files:
        if str(file).startswith(f"{FOLDER}/"):
            path = folder / str(file)
            digest.update(path.read_bytes() if path.is_file() else b"\0")
    return digest.hexdigest()


# --- What a definition says ---------------------------------------------------------------


def said_of(game: Game) -> dict[str, dict[str, dict[str, Any]]]:
    """What a game says, as plain data to be compared: sort of thing -> id -> field -> value.

    Counters stand once a family, with their number; a set-up's placements once a piece.
    """
    whole = _plain(game)
    maps, decks = {}, {}
    for map_ in game.maps:
        row = _plain(map_)
        for deck in row.pop("decks", ()):
            decks[deck["id"]] = {**deck, "map": map_.id}
        maps[map_.id] = row
    counters: dict[str, dict[str, Any]] = {}
    for counter in game.counters:
        if counter.family not in counters:
            row = counters[counter.family] = {**_plain(counter), "count": 0}
            for own in ("id", "instance", "family"):
                row.pop(own, None)
        counters[counter.family]["count"] += 1
    words = ("name", "version", "text", "turns", "sequence")
    return {
        "game": {"game": {word: whole[word] for word in words if word in whole}},
        "sides": {one.id: _plain(one) for one in game.sides},
        "properties": {one.name: _plain(one) for one in game.properties},
        "maps": maps,
        "decks": decks,
        "counters": counters,
        "charts": {one.id: _plain(one) for one in game.charts},
        "aids": {one.id: _plain(one) for one in game.aids},
        "actions": {one.id: _plain(one) for one in game.actions},
        "dice": {one.id: _plain(one) for one in game.dice},
        "scores": {one.id: _plain(one) for one in game.scores},
        "scenarios": {
            one.id: {**_plain(one), "placements": dict(_placed(one))} for one in game.scenarios
        },
    }


def _plain(thing: Any) -> dict[str, Any]:
    found: dict[str, Any] = thing.model_dump(mode="json", exclude_defaults=True)
    return found


def _placed(scenario: Scenario) -> Iterator[tuple[str, list[Any]]]:
    for row in scenario.placements:
        for piece in row.pieces:
            place = [row.map, row.at, row.x, row.y, row.face, row.masked, row.hidden]
            while place and not place[-1] and len(place) != 4:
                place.pop()
            yield piece, place


_NUMBER = re.compile(r"[-_ .]?\{n\}")


def followed(carried: Carried, game: Game) -> Carried:
    """The same list for counters that bear another id by now: ``tank`` that became ``tank-{n}``, or
    one that says all else as before."""
    was, now = carried.said.get("counters", {}), said_of(game)["counters"]
    fresh = [family for family in now if family not in was]
    new_ids: dict[str, str] = {}
    for old in was:
        if old in now:
            continue
        bare = _NUMBER.sub("", old)
        found = next((one for one in fresh if _NUMBER.sub("", one) == bare), None)
        if found is None:
            found = next((one for one in fresh if now[one] == was[old]), None)
        if found is not None:
            fresh.remove(found)
            new_ids[old] = found
    if not new_ids:
        return carried
    pieces: dict[str, str] = {}
    for old, new in new_ids.items():
        old_names = counter_names(old, was[old]["count"])
        pieces |= zip(old_names, counter_names(new, now[new]["count"]), strict=False)
    return replace(
        carried,
        bound=_renamed(carried.bound, "pieces", new_ids, pieces),
        said=_renamed(carried.said, "placements", new_ids, pieces),
    )


def _renamed(
    things: Things, field: str, families: Mapping[str, str], pieces: Mapping[str, str]
) -> Things:
    """The lists with other ids of counters: as families, and piece by piece in set-ups."""
    counters = things.get("counters", {})
    return {
        **things,
        "counters": {families.get(name, name): row for name, row in counters.items()},
        "scenarios": {
            name: {
                **row,
                field: {pieces.get(one, one): what for one, what in row[field].items()},
            }
            for name, row in things.get("scenarios", {}).items()
        },
    }


@dataclass(frozen=True, slots=True)
class Change:
    """What the definition says otherwise than when it was imported.

    ``field`` is empty for a thing that was added (``was`` is ``None``) or taken away (``now`` is).
    """

    kind: str
    id: str
    field: str
    was: Any
    now: Any


def changes(carried: Carried, game: Game) -> Iterator[Change]:
    """Everything that a game says otherwise than when it was imported, sort by sort."""
    for kind, now in said_of(game).items():
        was = carried.said.get(kind, {})
        for name in [*was, *[name for name in now if name not in was]]:
            if name not in now or name not in was:
                yield Change(kind, name, "", was.get(name), now.get(name))
                continue
            old, new = was[name], now[name]
            for key in [*old, *[key for key in new if key not in old]]:
                if old.get(key) != new.get(key):
                    yield Change(kind, name, key, old.get(key), new.get(key))


__all__ = [
    "BOUND",
    "FOLDER",
    "MEMBERS",
    "Carried",
    "CarriedError",
    "Change",
    "Composed",
    "changes",
    "followed",
    "read_carried",
    "said_of",
]
