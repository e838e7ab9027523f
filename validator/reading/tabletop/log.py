"""Parse the recorder's log: its header and entries, and check the chain of their hashes.

The log is in the save's ``LuaScriptState``: the header, one entry a line, and last the head, which
is the hash of the last entry. The hash of the header is h_0; that of an entry is
``sha256(hash before it + "\\n" + its line without its own hash)``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from generator.errors import BroadsideError, nearest
from generator.light import dataclass
from validator.reading.tabletop.entries import LONGEST, Entry, EntryError, entry, values_in

MARK: Final = '{"broadside":'
"""The text that every log begins with."""
VERSION: Final = 1
_MOST_ENTRIES: Final = 2_000_000
_MOST_DAMAGES: Final = 1000
_MOST_BOARDS: Final = 1000
_FARTHEST: Final = 10**9
_HASH_BEGINS: Final = ',"h":'
_HEAD_BEGINS: Final = '{"head":'
_SHORT: Final = 16
_LONG_HASH = re.compile(r"[0-9a-f]{64}")


class LogError(BroadsideError):
    """A recorder's log cannot be read at all."""


@dataclass(frozen=True, slots=True)
class Board:
    """Where a board lies on the table, in thousandths of a unit."""

    id: str
    """The id of its map in the definition."""
    x: int
    """``x`` and ``z`` are those of its centre."""
    z: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of the log, which ``broadside build`` writes."""

    game: str
    """The id of the definition."""
    name: str
    """The name of the game, as in its module."""
    definition: str
    """The hash of the definition from which the save was built."""
    overlays: str
    """``id=hash`` of each overlay."""
    setup: str
    """The id of the scenario."""
    version: str
    """The version of Broadside that built the save."""
    calibration: str
    """The beginning of the hash of the calibration, the assumptions about Tabletop Simulator."""
    seats: Mapping[str, str]
    """Seat colour to side."""
    boards: tuple[Board, ...]
    start: str
    """See `generator.packaging.tabletop.start.start_digest`."""
    script: str
    """The hash of the recorder's script."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A line of the log that is damaged or out of place."""

    line: int
    """Counted from 1, the header."""
    what: str


@dataclass(frozen=True, slots=True)
class Chain:
    """The result of checking the hashes of a log."""

    broken: int | None
    """The line, from 1, of the first entry with a wrong hash; None if all are right."""
    head: str
    """The computed hash of the last entry: 64 hexadecimal digits."""
    stated: str | None
    """The same hash as stated in the log's last line; None if that line is missing."""
    stated_number: int | None
    """The number of the last entry, as stated in that line."""

    @property
    def whole(self) -> bool:
        """Whether all hashes are right, up to the head that the log states."""
        return self.broken is None and self.stated == self.head


@dataclass(frozen=True, slots=True)
class Log:
    """A parsed log."""

    header: Header
    entries: tuple[Entry, ...]
    """All entries that could be parsed, in the order of the log."""
    lines: tuple[int, ...]
    """The line number of each entry."""
    damages: tuple[Damage, ...]
    """In the order of their lines; of very many only the first."""
    chain: Chain


def is_log(text: str) -> bool:
    """Whether a ``LuaScriptState`` is a log of the recorder."""
    return text.startswith(MARK)


def read_log(text: str, name: str) -> Log:
    """Parse the log in a ``LuaScriptState``; ``name`` is the file's name for messages.

    A line that is damaged, out of place or not an entry is listed in `Log.damages`; the rest is
    parsed. Raises `LogError` for a header that cannot be read, or a log that is far too long.
    """
    lines = text.split("\n")
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    if len(lines) > _MOST_ENTRIES:
        raise LogError(f"{name}: a log of more than {_MOST_ENTRIES:,} lines")
    header = _header(lines[0], name)
    damages: list[Damage] = []
    stated: str | None = None
    stated_number: int | None = None
    if len(lines) > 1 and lines[-1].startswith(_HEAD_BEGINS):
        stated, stated_number = _stated_head(lines[-1], len(lines), damages)
        lines.pop()
    elif len(lines) > 1:  # a save that nobody has loaded yet holds the header alone
        damages.append(Damage(len(lines), "the log does not end with its head: its end is missing"))
    entries: list[Entry] = []
    places: list[int] = []
    head = sha256(_bytes(lines[0])).hexdigest()
    broken: int | None = None
    expected = 1
    for number, line in enumerate(lines[1:], start=2):
        body, _, rest = line.rpartition(_HASH_BEGINS)
        head = sha256(_bytes(f"{head}\n{body}")).hexdigest()
        if broken is None and rest != f'"{head[:_SHORT]}"}}':
            broken = number
        try:
            found = entry(line)
        except EntryError as trouble:
            damages.append(Damage(number, str(trouble)))
            expected += 1
            continue
        if found.number != expected:
            what = f"entry {found.number} stands where entry {expected} should"
            damages.append(Damage(number, what))
        expected = found.number + 1
        entries.append(found)
        places.append(number)
    if stated_number is not None and stated_number != expected - 1:
        what = f"the head is that of entry {stated_number}, and the last entry is {expected - 1}"
        damages.append(Damage(len(lines) + 1, what))
    damages.sort(key=lambda one: one.line)
    return Log(
        header,
        tuple(entries),
        tuple(places),
        tuple(damages[:_MOST_DAMAGES]),
        Chain(broken, head, stated, stated_number),
    )


def _bytes(text: str) -> bytes:
    # The recorder writes ASCII, but an edited log may contain anything.
    return text.encode("utf-8", "surrogatepass")


def _stated_head(line: str, number: int, damages: list[Damage]) -> tuple[str | None, int | None]:
    try:
        values = values_in(line)
        head, last = values.get("head"), values.get("n")
        if isinstance(head, str) and _LONG_HASH.fullmatch(head) and type(last) is int:
            return head, last
        damages.append(Damage(number, "the head is not 64 hexadecimal digits and a number"))
    except EntryError as trouble:
        damages.append(Damage(number, f"the head is {trouble}"))
    return None, None


# --- the header ---------------------------------------------------------------------------


def _header(line: str, name: str) -> Header:
    values = _header_values(line, name)
    version = values.get("broadside")
    if type(version) is not int or version < VERSION:
        raise LogError(f"{name}: the log's header has no version of the recorder")
    if version > VERSION:
        raise LogError(
            f"{name}: written by a recorder of version {version}, and this Broadside reads"
            f" version {VERSION}; use a newer one"
        )

    def text(key: str) -> str:
        value = values.get(key)
        if isinstance(value, str) and len(value) <= LONGEST:
            return value
        raise LogError(_lacks(name, key, values, "a text"))

    seats = values.get("seats")
    if not isinstance(seats, dict) or not all(isinstance(side, str) for side in seats.values()):
        raise LogError(_lacks(name, "seats", values, "the side of each seat"))
    return Header(
        game=text("game"),
        name=text("name"),
        definition=text("definition"),
        overlays=text("overlays"),
        setup=text("setup"),
        version=text("version"),
        calibration=text("calibration"),
        seats=dict(seats),
        boards=tuple(_boards(values, name)),
        start=text("start"),
        script=text("script"),
    )


def _header_values(line: str, name: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise LogError(f"{name}: the log's first line, its header, is not JSON") from None
    if not isinstance(found, dict):
        raise LogError(f"{name}: the log's first line is no header")
    return found


def _boards(values: Mapping[str, Any], name: str) -> Sequence[Board]:
    rows = values.get("boards")
    if not isinstance(rows, list) or len(rows) > _MOST_BOARDS:
        raise LogError(_lacks(name, "boards", values, "a list of boards"))
    return [_board(row, name) for row in rows]


def _board(row: Any, name: str) -> Board:
    ident = row.get("id") if isinstance(row, dict) else None
    sizes = [row[key] for key in ("x", "z", "w", "h") if _is_length(row.get(key))] if ident else []
    if not isinstance(ident, str) or len(sizes) != 4:
        raise LogError(f"{name}: a board of the log's header is not as the recorder writes it")
    if sizes[2] < 1 or sizes[3] < 1:
        raise LogError(f"{name}: board {ident!r} of the log's header has no size")
    return Board(ident, *sizes)


def _is_length(value: Any) -> bool:
    return type(value) is int and abs(value) <= _FARTHEST


def _lacks(name: str, key: str, values: Mapping[str, Any], wanted: str) -> str:
    hint = nearest(key, values) if key not in values else ""
    return f"{name}: the log's header lacks {key!r} ({wanted}){hint}"
