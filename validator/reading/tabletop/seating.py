"""The players of a recorder's log, by seat and name, as entries of a VASSAL player roster.

The roster identifies a player by an id. Ours are made up (``P1``, ``P2``, ...): the same labels
that stand for the players in reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from generator.vassal.commands import Player, RemovePlayer
from validator.reading.events import OBSERVER
from validator.reading.tabletop.entries import Entry, Head, Load, Seat, Turn

_ARRIVING = frozenset({"connect", "colour", "side"})
_BEFORE_PLAY = (Load, Seat, Head)
_BRACKETS = str.maketrans("", "", "<>[]()\t\n\r\x1b")
"""Removes the brackets that surround a name in the chat, and the separators of commands."""


class Seating:
    """The players of one log."""

    def __init__(self, seats: Mapping[str, str], entries: Sequence[Entry]) -> None:
        self._seats = seats
        self._at: dict[tuple[str, str], Player] = {}
        """The players now seated, by seat colour and name."""
        self._by_name: dict[str, Player] = {}
        self._made = 0
        self._settled: set[int] = set()
        """The numbers of the entries before play, which `first` covers."""
        self.first = tuple(self._first(entries))
        """The players who were present from the beginning, as far as the log shows."""

    def _first(self, entries: Sequence[Entry]) -> Iterator[Player]:
        """The players who took a seat before play began, and those who act later though no entry
        reports their arrival."""
        arrivals = list(takewhile(lambda one: isinstance(one, _BEFORE_PLAY), entries))
        seated: dict[str, str] = {}
        for entry in arrivals:
            if isinstance(entry, Seat) and entry.colour and entry.player:
                seated.pop(entry.player, None)
                if entry.how in _ARRIVING:
                    seated[entry.player] = entry.colour
        for name, colour in seated.items():
            yield self._sit(colour, name)
        self._settled = {entry.number for entry in arrivals}
        came = set(seated)
        for entry in entries[len(arrivals) :]:
            key = entry.colour, entry.player
            if isinstance(entry, Seat):
                came.add(entry.player)
                continue
            here = entry.colour and key not in self._at and not isinstance(entry, Turn)
            if here and (entry.player not in came or not entry.player):
                yield self._sit(*key)

    def who(self, entry: Entry) -> Player | None:
        """The player who made an entry; None if the log does not say."""
        return self._at.get((entry.colour, entry.player))

    def met(self, entry: Entry) -> Player | None:
        """Seat the player of an entry if nobody of that name sits at that seat yet; None if there
        is nothing to do."""
        key = entry.colour, entry.player
        if isinstance(entry, Seat) or not entry.colour or key in self._at:
            return None
        return self._sit(*key)

    def moved(self, entry: Seat) -> Player | RemovePlayer | None:
        """The change of the roster by an entry about seats; None if nothing changes."""
        if entry.number in self._settled:
            return None
        known = self._by_name.get(entry.player) if entry.player else None
        if entry.how not in _ARRIVING:
            gone = self._at.pop((entry.colour, entry.player), None) or known
            return RemovePlayer(gone.id) if gone is not None else None
        if not entry.colour or (entry.colour, entry.player) in self._at:
            return None
        if known is None:
            return self._sit(entry.colour, entry.player)
        self._at = {key: one for key, one in self._at.items() if one.id != known.id}
        return self._sit(entry.colour, entry.player, known.id)

    def _sit(self, colour: str, name: str, ident: str = "") -> Player:
        if not ident:
            self._made += 1
            ident = f"P{self._made}"
        side = self._seats.get(colour, OBSERVER)
        player = Player(ident, name.translate(_BRACKETS).strip() or colour, side)
        self._at[colour, name] = player
        if name:
            self._by_name.setdefault(name, player)
            if self._by_name[name].id == ident:
                self._by_name[name] = player
        return player
