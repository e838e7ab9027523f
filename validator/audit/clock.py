"""Checks of the players' clocks: VASSAL names each piece by the millisecond of its creation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from generator.light import dataclass
from generator.vassal.commands import AddPiece, RemovePiece
from validator.audit.chain import day
from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.audit.walking import Moment, Watcher

_STAMP = re.compile(r"1\d{12}")
"""A time in milliseconds, between 2001 and 2033."""
_DAY = 86_400_000


@dataclass
class Clock(Watcher):
    """Pieces created earlier than pieces before them, or later than the file was saved.

    A difference of a day is accepted, since the players' machines may differ.
    """

    saved: int | None
    """When the file was written; None if it does not say."""
    _latest: int = 0
    _gone: set[str] = field(default_factory=set)
    """Pieces that left the game: old versions bring them back without marking it as an undo."""
    _late: bool = False

    def look(self, moment: Moment) -> Iterator[Finding]:
        """The findings about a step."""
        self._gone.update(c.id for c in moment.commands if isinstance(c, RemovePiece))
        if moment.takes_back:
            return
        made = [at for at in _made(moment) if str(at) not in self._gone]
        if not made:
            return
        if max(made) < self._latest - _DAY:
            did = f"A piece was made on {day(max(made))}, after one of {day(self._latest)}."
            yield found("log.clock", moment.step, did)
        if self.saved is not None and max(made) > self.saved + _DAY and not self._late:
            self._late = True
            did = f"A piece was made on {day(max(made))}; the file was saved on {day(self.saved)}."
            yield found("log.clock", moment.step, did)
        self._latest = max(self._latest, *made)


def _made(moment: Moment) -> Iterator[int]:
    """The creation times of the pieces that a step adds, as far as the reader sees them."""
    for command in moment.commands:
        ident = command.id if isinstance(command, AddPiece) else None
        new = ident is not None and _STAMP.fullmatch(ident) and ident not in moment.before.pieces
        if ident is not None and new and moment.sight_after(ident) is not None:
            yield int(ident)
