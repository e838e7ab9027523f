"""The recorder's log: its header, its entries, and whether each follows on the one before it.

The text lies in the save's ``LuaScriptState``: the header, one entry a line, and last of all the
head, the hash of the last entry. The hash of the header is h_0; that of an entry is
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
"""What a log begins with."""
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
    """A recorder's log that cannot be read at all."""


@dataclass(frozen=True, slots=True)
class Board:
    """Where a board lies on the table: thousandths of a unit."""

    id: str
    """The definition's id of the map."""
    x: int
    """Of its centre."""
    z: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Header:
    """What the builder of the save wrote before anybody played."""

    game: str
    """The definition's id."""
    name: str
    """The game's name, as its module bears it."""
    definition: str
    """Hash of the definition the save was built from."""
    overlays: str
    """``id=hash`` of each overlay."""
    setup: str
    """The scenario's id."""
    version: str
    """Of Broadside."""
    calibration: str
    """The beginning of the hash of the values assumed of Tabletop Simulator."""
    seats: Mapping[str, str]
    """The side of each seat, by the seat's colour."""
    boards: tuple[Board, ...]
    start: str
    """See `generator.packaging.tabletop.start.start_digest`."""
    script: str
    """Hash of the recorder's code."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A line of the log that cannot be taken as it stands."""

    line: int
    """From 1, which is the header."""
    what: str


@dataclass(frozen=True, slots=True)
class Chain:
    """What the hashes of a log say."""

    broken: int | None
    """The line, from 1, of the first entry whose hash does not follow; none where all do."""
    head: str
    """The hash of the last entry, worked out: 64 hexadecimal digits."""
    told: str | None
    """The same as the log's last line gives it; none where that line is missing."""
    told_number: int | None
    """The number of the last entry, by that line."""

    @property
    def whole(self) -> bool:
        """Whether every entry follows, up to the head that the log itself tells."""
        return self.broken is None and self.told == self.head


@dataclass(frozen=True, slots=True)
class Log:
    """A log as it was read."""

    header: Header
    entries: tuple[Entry, ...]
    """All that could be read, in the order of the log."""
    lines: tuple[int, ...]
    """The line of each entry."""
    damages: tuple[Damage, ...]
    """In the order of their lines; of very many, the first."""
    chain: Chain


def is_log(text: str) -> bool:
    """Whether a script's state is a log of the recorder."""
    return text.startswith(MARK)


def read_log(text: str, name: str) -> Log:
    """The log in a script's state; ``name`` is what messages call the file.

    A line that is damaged, out of its place or no entry is reported in `Log.damages`; what can be
    read is read. Raises `LogError` for a header that cannot be read, or more than a game can hold.
    """
    lines = text.split("\n")
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    if len(lines) > _MOST_ENTRIES:
        raise LogError(f"{name}: a log of more than {_MOST_ENTRIES:,} lines")
    header = _header(lines[0], name)
    damages: list[Damage] = []
    told: str | None = None
    told_number: int | None = None
    if len(lines) > 1 and lines[-1].startswith(_HEAD_BEGINS):
        told, told_number = _told_head(lines[-1], len(lines), damages)
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
    if told_number is not None and told_number != expected - 1:
        what = f"the head is that of entry {told_number}, and the last entry is {expected - 1}"
        damages.append(Damage(len(lines) + 1, what))
    damages.sort(key=lambda one: one.line)
    return Log(
        header,
        tuple(entries),
        tuple(places),
        tuple(damages[:_MOST_DAMAGES]),
        Chain(broken, head, told, told_number),
    )


def _bytes(text: str) -> bytes:
    # A log is ASCII; what somebody else wrote into it may be anything.
    return text.encode("utf-8", "surrogatepass")


def _told_head(line: str, number: int, damages: list[Damage]) -> tuple[str | None, int | None]:
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
        raise LogError(f"{name}: the log's first line, its header, is no JSON") from None
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
