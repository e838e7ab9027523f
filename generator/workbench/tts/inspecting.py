"""A summary of a save of Tabletop Simulator: its settings, the objects on the table, the files it
needs.

A save with a recorded game is summarised from public knowledge (`views`), unless everything is
asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from generator.light import dataclass
from generator.workbench.tts.addresses import addresses_of, here, is_relative, local_path
from generator.workbench.tts.recorded import STATE, record_of
from generator.workbench.tts.things import Thing, text_of, things_of
from generator.workbench.tts.views import public

_HANDS = "HandTrigger"
_SETTINGS = {
    "game": "GameMode",
    "saved": "Date",
    "game version": "VersionNumber",
    "table": "Table",
    "sky": "Sky",
}


@dataclass(frozen=True, slots=True)
class Script:
    """A script, and the size of its state."""

    where: str
    """``Global``, or the object it is on."""
    lines: int
    xml_lines: int
    state: int | None
    """The size of its state in bytes; ``None`` if that is not public."""


@dataclass(frozen=True, slots=True)
class Container:
    """A bag or deck."""

    what: str
    guid: str
    holds: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """The log of Broadside's recorder."""

    game: str
    name: str
    setup: str
    seats: dict[str, str]
    """By colour of a seat: its side."""
    entries: int
    head: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of a save."""

    name: str
    settings: dict[str, str]
    hands: list[str]
    """Colours of the seats with a hand on the table."""
    turns: list[str]
    on_table: int
    inside: int
    """The number of objects in other objects."""
    kinds: dict[str, int]
    """By kind: the number of objects, the commonest first, including those in others."""
    containers: list[Container]
    with_states: int
    memos: int
    """The number of objects with a Memo of a program."""
    tags: dict[str, int]
    notebook: list[str]
    snap_points: int
    images: dict[str, int]
    """By host: the number of files; ``this computer`` for local ones."""
    missing: list[str]
    """Local files that do not exist."""
    scripts: list[Script]
    recorded: Recorded | None
    is_public: bool
    """Whether it is the public view of a recorded game."""

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {"kind": "Tabletop Simulator save", **asdict(self)}


def inspect(save: Mapping[str, Any], *, reveal: bool = False) -> Summary:
    """Summarise a save; see `reading.read_save`."""
    record = record_of(save)
    is_public = record is not None and record.plays > 0 and not reveal
    seen = public(save) if is_public else save
    things = list(things_of(seen))
    on_table = [thing for thing in things if thing.holder is None]
    kinds = Counter(thing.kind for thing in things if thing.kind)
    addresses = list(addresses_of(seen))
    header = record.header if record is not None else {}
    return Summary(
        name=_line(text_of(save, "SaveName")),
        settings={
            word: _line(text_of(save, key))
            for word, key in _SETTINGS.items()
            if _line(text_of(save, key))
        },
        hands=_hands(save, on_table),
        turns=_turns(save),
        on_table=len(on_table),
        inside=len(things) - len(on_table),
        kinds=dict(kinds.most_common()),
        containers=_containers(on_table),
        with_states=sum(len(thing.states) > 1 for thing in things),
        memos=sum(bool(thing.memo) for thing in things),
        tags=_tags(things),
        notebook=_notebook(seen),
        snap_points=_snap_points(seen, things),
        images=_hosts(addresses),
        missing=[address for address in addresses if _is_missing(address)],
        scripts=list(_scripts(seen, things, is_public)),
        recorded=_recorded(header, record.entries, record.head) if record is not None else None,
        is_public=is_public,
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _hands(save: Mapping[str, Any], on_table: list[Thing]) -> list[str]:
    """The seats that have a zone for their hands; older games keep these in the settings."""
    found = {text_of(one.data, "FogColor") for one in on_table if one.kind == _HANDS}
    settings = save.get("Hands")
    older = settings.get("HandTransforms") if isinstance(settings, dict) else None
    if isinstance(older, list):
        found |= {text_of(one, "Color") for one in older if isinstance(one, dict)}
    return sorted(found - {""})


def _turns(save: Mapping[str, Any]) -> list[str]:
    turns = save.get("Turns")
    order = turns.get("TurnOrder") if isinstance(turns, dict) else None
    if not isinstance(order, list) or turns is None or turns.get("Enable") is not True:
        return []
    return [one for one in order if isinstance(one, str)]


def _containers(on_table: list[Thing]) -> list[Container]:
    """The non-empty bags and decks, the fullest first."""
    found = [Container(one.called, one.guid, one.held) for one in on_table if one.held]
    return sorted(found, key=lambda row: -row.holds)


def _tags(things: list[Thing]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for thing in things:
        tags = thing.data.get("Tags")
        if isinstance(tags, list):
            counts.update(tag for tag in tags if isinstance(tag, str))
    return dict(counts.most_common())


def _notebook(save: Mapping[str, Any]) -> list[str]:
    tabs = save.get("TabStates")
    given = tabs.values() if isinstance(tabs, dict) else ()
    written = (tab for tab in given if isinstance(tab, dict) and text_of(tab, "body").strip())
    return [_line(text_of(tab, "title")) or "(no title)" for tab in written]


def _snap_points(save: Mapping[str, Any], things: list[Thing]) -> int:
    lists = [save.get("SnapPoints"), *(one.data.get("AttachedSnapPoints") for one in things)]
    return sum(len(one) for one in lists if isinstance(one, list))


def _hosts(addresses: list[str]) -> dict[str, int]:
    counts = Counter(_host(address) for address in addresses)
    return dict(counts.most_common())


def _host(address: str) -> str:
    if local_path(address) is not None:
        return "this computer"
    if is_relative(address):
        return "(no address)"
    try:
        return (urlsplit(address).hostname or "").lower() or "the game's own folders"
    except ValueError:
        return "(no address)"


def _is_missing(address: str) -> bool:
    local = local_path(address)
    path: Path | None = here(local) if local is not None else None
    try:
        return path is not None and not path.exists()
    except (OSError, ValueError):
        return False


def _scripts(save: Mapping[str, Any], things: list[Thing], is_public: bool) -> Iterator[Script]:
    """Those of the save and its objects that have any, the longest first."""
    rows = [_script_of("Global", save, is_public)]
    rows += [_script_of(_where(one), one.data, is_public) for one in things]
    found = [row for row in rows if row.lines or row.xml_lines or row.state]
    yield from sorted(found, key=lambda row: (row.where != "Global", -row.lines, row.where))


def _where(thing: Thing) -> str:
    guid = f" {thing.guid}" if thing.guid and thing.name else ""
    inside = f", in {thing.holder.called}" if thing.holder is not None else ""
    return f"{thing.called}{guid}{inside}"


def _script_of(where: str, data: Mapping[str, Any], is_public: bool) -> Script:
    lua, xml, state = (text_of(data, key) for key in ("LuaScript", "XmlUI", STATE))
    kept = None if is_public else len(state.encode("utf-8", "surrogatepass"))
    return Script(where, len(lua.splitlines()), len(xml.splitlines()), kept)


def _recorded(header: Mapping[str, Any], entries: int, head: str) -> Recorded:
    given = header.get("seats")
    told = given.items() if isinstance(given, dict) else ()
    name, game, setup = (_line(text_of(header, key)) for key in ("name", "game", "setup"))
    seats = {colour: side for colour, side in told if isinstance(side, str)}
    return Recorded(game, name, setup, seats, entries, head)
