"""By which id a viewer knows each piece, after any step.

VASSAL's own id of a masked piece would tell which one was drawn from a deck or came from a private
map: it bears a stand-in (``?1``, ``?2``, ...) from the moment it comes into sight.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.table.past import Past
from validator.table.shelf import Shelf


class PublicIds:
    """The pieces in sight by VASSAL's id; `note` after each step, `after` for what was then."""

    def __init__(self, before: PublicIds | None = None) -> None:
        self._now: Shelf[str, str] = Shelf()
        self._made = 0
        if before is not None:
            self._now, self._made = before.after(before.steps).copy(), before._made
        self._changed: dict[str, str | None] = {}
        self._changes: list[dict[str, str | None] | None] = []
        """What each step changed, none where it changed nothing."""
        self._past: Past[Shelf[str, str]] | None = None

    @property
    def steps(self) -> int:
        """How many steps were noted."""
        return len(self._changes)

    def get(self, ident: str) -> str | None:
        """The id the viewer knows a piece by now; none when it is out of sight."""
        return self._now.get(ident)

    def seen(self, ident: str, *, unknown: bool) -> str:
        """The id of a piece that is in sight; a new stand-in where it just came into sight and
        the viewer may not know which one it is."""
        found = self._now.get(ident)
        if found is None:
            found = ident
            if unknown:
                self._made += 1
                found = f"?{self._made}"
            self._now[ident] = found
            self._changed[ident] = found
        return found

    def forget(self, ident: str) -> None:
        """A piece goes out of sight."""
        if ident in self._now:
            self._now.discard(ident)
            self._changed[ident] = None

    def note(self) -> None:
        """The start is settled, and then each step."""
        if self._past is None:
            self._past = Past(self._now.copy(), self._redo)
        else:
            self._changes.append(self._changed or None)
            self._past.note(self._now)
        self._changed = {}

    def after(self, step: int) -> Shelf[str, str]:
        """The ids after a step, 0 for the start; not to be changed."""
        assert self._past is not None
        return self._past.after(step)

    def _redo(self, step: int, ids: Shelf[str, str]) -> Iterator[Shelf[str, str]]:
        for at in range(step, len(self._changes)):
            for ident, public in (self._changes[at] or {}).items():
                if public is None:
                    ids.discard(ident)
                else:
                    ids[ident] = public
            yield ids
