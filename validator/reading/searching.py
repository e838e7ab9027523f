"""Searches the events of a log, or the commands of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from validator.reading import events as ev
from validator.reading import listing, opening
from validator.reading.players import Roster

KINDS = frozenset(
    found.kind
    for found in vars(ev).values()
    if isinstance(found, type) and issubclass(found, ev.Event) and found.kind
)
"""All kinds of events."""
_LONGEST = 400


class SearchError(BroadsideError):
    """A faulty pattern, or an unknown kind of event."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to search for."""

    pattern: re.Pattern[str]
    kind: str | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One match, as a line and as a plain value."""

    line: str
    value: dict[str, Any]


def compiled(pattern: str, ignore_case: bool = False) -> re.Pattern[str]:
    """The compiled pattern. Raises `SearchError` with the place of the fault."""
    try:
        return re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    except re.error as trouble:
        at = f" at character {trouble.pos + 1}" if trouble.pos is not None else ""
        raise SearchError(f"pattern {pattern!r}: {trouble.msg}{at}") from None


def events_of(
    file: Path,
    wanted: Wanted,
    *,
    module: Path | None = None,
    side: str | None = None,
    reveal: bool = False,
    game: str | Path | None = None,
) -> Iterator[Hit]:
    """The matching events of a log, as far as the viewer may know them.

    Raises `SearchError` for an unknown kind of event, and as `listing.events_of`.
    """
    if wanted.kind is not None and wanted.kind not in KINDS:
        raise SearchError(
            f"no kind of event is called {wanted.kind!r}{nearest(wanted.kind, KINDS)};"
            f" there are {', '.join(sorted(KINDS))}"
        )
    for value in listing.events_of(file, module=module, side=side, reveal=reveal, game=game):
        if wanted.kind is not None and value["kind"] != wanted.kind:
            continue
        if wanted.player is not None and not _is_by(value, wanted.player):
            continue
        line = listing.event_line(value)
        if wanted.pattern.search(line):
            yield Hit(line, value)


def commands_of(file: Path, wanted: Wanted) -> Iterator[Hit]:
    """The matching commands of a file, with passwords replaced by marks; for a save of Tabletop
    Simulator, the lines of the recorder's log.

    Commands are numbered from 1 and read one at a time, so that files of any size can be searched.
    """
    save = opening.open_file(file)
    roster = Roster()
    roster.learn(save.text)
    for number, (depth, leaf) in enumerate(save.leaves(), 1):
        if wanted.pattern.search(leaf):
            text = roster.redact(leaf)
            shown = text if len(text) <= _LONGEST else text[:_LONGEST] + " ..."
            line = f"{number:>7}  {shown}".replace("\t", "\\t").replace("\n", "\\n")
            yield Hit(line, {"command": number, "depth": depth, "text": text})


def _is_by(value: dict[str, Any], player: str) -> bool:
    name = value["player"] or ""
    words = {name, name.rpartition(" ")[0], name.rpartition(" ")[2], value.get("side")}
    return player.lower() in {word.lower() for word in words if word}
