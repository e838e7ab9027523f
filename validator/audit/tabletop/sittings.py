"""Findings about seats and names, loads of the game, and the clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from datetime import UTC, datetime
from typing import ClassVar

from generator.light import dataclass
from validator.audit.findings import Finding, Severity
from validator.audit.people import Seats
from validator.audit.tabletop.sight import PIECE, Eyes
from validator.audit.tabletop.walking import Table, found_at
from validator.reading.tabletop import entries as act
from validator.reading.tabletop.entries import Entry

GAME_MASTER = "Black"
"""The seat that sees every hand and hidden zone, whoever sits there (API: Player Color)."""
_LATE = 60
"""How many seconds a computer may set its clock back by itself."""


@dataclass
class People:
    """Findings about the players' seats in one log.

    A person's own seat is the first from which that person does something, since the game seats
    people automatically. Somebody who plays alone sits on all sides; that is only a note.
    """

    acts: ClassVar[frozenset[type[Entry]]] = frozenset()

    eyes: Eyes
    _seats: Seats = field(init=False)
    _names: dict[str, str] = field(default_factory=dict)
    """The last person at each seat."""
    _own: dict[str, str] = field(default_factory=dict)
    """Each person's own seat."""
    _visits: list[tuple[Entry, str]] = field(default_factory=list)
    """Entries in which somebody sat at a seat with others' secrets, and that person's own seat."""
    _away: dict[str, Entry] = field(default_factory=dict)
    """Persons at the game master's seat, and since which entry."""

    def __post_init__(self) -> None:
        self._seats = Seats(self.eyes.game)

    def look(self, entry: Entry, table: Table) -> Iterable[Finding]:
        """The findings about an entry."""
        at_home = self._own.get(entry.player) == entry.colour
        if at_home and not self._away and self._names.get(entry.colour) == entry.player:
            return ()
        if not entry.player or entry.colour not in table.sides:
            return ()
        return self._sits(entry, table)

    def _sits(self, entry: Entry, table: Table) -> Iterator[Finding]:
        before = self._names.get(entry.colour)
        self._names[entry.colour] = entry.player
        if before is not None and before != entry.player:
            did = f"At the seat {entry.colour} sat {before}, and sits {entry.player} now."
            yield found_at("tts.seat", entry, did, table=table)
        own = self._own.get(entry.player)
        if own is None:
            if not isinstance(entry, act.Seat):
                self._own[entry.player] = entry.colour
        elif entry.colour == own:
            yield from self._back(entry, table)
        elif not any(
            (one.player, one.colour) == (entry.player, entry.colour) for one, _ in self._visits
        ) and self._shows(entry.colour, own, table):
            self._visits.append((entry, own))
            if entry.colour == GAME_MASTER:
                self._away.setdefault(entry.player, entry)

    def close(self, table: Table) -> Iterable[Finding]:
        """Findings about those who sat where they could see another side's secrets."""
        alone = len(self._own) < 2
        for entry, own in self._visits:
            side, other = table.sides[own], table.sides[entry.colour]
            did = f"{entry.player}, who plays {side}, sat down as {other}."
            if alone:
                did = f"{entry.player} plays alone, {side} as well as {other}."
            is_note = alone or entry.colour == GAME_MASTER
            severity = Severity.NOTE if is_note else None
            yield found_at("log.side", entry, did, table=table, severity=severity)

    def _back(self, entry: Entry, table: Table) -> Iterator[Finding]:
        """Somebody returns from the seat that sees every hand."""
        since = self._away.pop(entry.player, None)
        if since is not None and len(self._own) > 1:
            did = f"{entry.player} is back as {table.side(entry)}, after sitting from entry "
            did += f"{since.number} on as {table.side(since)}, who sees every hand and hidden zone."
            yield found_at("log.side", entry, did, table=table, entries=(since.number,))

    def _shows(self, colour: str, own: str, table: Table) -> bool:
        """Whether a seat shows secrets that the side of another seat may not know."""
        before, after = table.sides[own], table.sides[colour]
        if before == after:
            return False
        if self._seats.crossed(before, after) or self._seats.crossed(after, before):
            return True
        return any(one.mask is not None or one.shape == "card" for one in self.eyes.game.counters)


@dataclass
class Strangers:
    """Findings about pieces moved from seats that belong to no side."""

    acts: ClassVar[frozenset[type[Entry]]] = frozenset(
        {act.Pick, act.Drop, act.Flip, act.Rotate, act.Switch, act.Enter, act.Delete}
    )

    _moved: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """Entries by seat and name."""

    def look(self, entry: Entry, table: Table) -> Iterable[Finding]:
        """The findings about an entry."""
        piece = getattr(entry, "piece", "")
        strange = table.sides and entry.colour and entry.colour not in table.sides
        if strange and piece in table.known and piece.startswith(PIECE):
            self._moved.setdefault((entry.colour, entry.player), []).append(entry.number)
        return ()

    def close(self, table: Table) -> Iterator[Finding]:
        """One finding for each stranger."""
        for (colour, name), numbers in self._moved.items():
            who = f"{name} moved" if name else "Somebody moved"
            often = f" in {len(numbers)} entries" if len(numbers) > 1 else ""
            did = f"{who} pieces{often}, from the seat {colour}, which is no side's."
            yield found_at("log.stranger", numbers[0], did, entries=numbers[1:])


@dataclass
class Loads:
    """Findings about loads and the clock in one log."""

    acts: ClassVar[frozenset[type[Entry]]] = frozenset()

    _loads: list[act.Load] = field(default_factory=list)
    _latest: Entry | None = None

    def look(self, entry: Entry, table: Table) -> Iterable[Finding]:
        """The findings about an entry."""
        latest = self._latest
        if latest is not None and entry.time >= latest.time and not isinstance(entry, act.Load):
            self._latest = entry
            return ()
        return self._checked(entry, latest)

    def _checked(self, entry: Entry, latest: Entry | None) -> Iterator[Finding]:
        if isinstance(entry, act.Load):
            yield from self._loaded(entry)
        if latest is not None and entry.time < latest.time - _LATE:
            did = f"The clock went back from {moment(latest.time)} to {moment(entry.time)}."
            yield found_at("tts.clock", entry, did, entries=(latest.number,))
            self._latest = entry
        elif latest is None or entry.time >= latest.time:
            self._latest = entry

    def close(self, table: Table) -> Iterable[Finding]:
        """A note of how often the game was loaded; a rewind is a load too."""
        later = self._loads[1:]
        if later:
            many = f"{len(later)} times" if len(later) > 1 else "once"
            did = (
                f"The game was loaded {many} after it had begun. What was done between the save "
                "that was loaded and the load, if anything, stands in no entry; an autosave of "
                "that time, or a head that was announced in the chat, would show it."
            )
            yield found_at("tts.load", later[0], did, entries=[one.number for one in later[1:]])

    def _loaded(self, entry: act.Load) -> Iterator[Finding]:
        before = self._loads[-1] if self._loads else None
        self._loads.append(entry)
        if entry.how == "new":
            did = "The log of the save was damaged or another's as it was loaded: a new one begins."
            yield found_at("tts.chain", entry, did)
        elif before is not None and (entry.how == "fresh" or entry.session != before.session + 1):
            did = f"Session {entry.session} follows on session {before.session}."
            yield found_at("tts.chain", entry, did, entries=(before.number,))
        elif before is None and (entry.how != "fresh" or entry.session != 1):
            did = "The log does not begin with the first load of a fresh save."
            yield found_at("tts.chain", entry, did)


def moment(seconds: int) -> str:
    """A time in seconds since 1970 as text, in UTC."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return f"{seconds} s after 1970"
