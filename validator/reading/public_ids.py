"""By which id a viewer knows each piece, after any step.

VASSAL's own id of a masked piece would tell which one was drawn from a deck or came from a private
map: it bears a stand-in (``?1``, ``?2``, ...) from the moment it comes into sight.
"""

from __future__ import annotations

from bisect import bisect_right


class PublicIds:
    """The pieces in sight by VASSAL's id; `note` after each step, `after` for what was then."""

    def __init__(self, before: PublicIds | None = None) -> None:
        self._now: dict[str, str] = {}
        self._made = 0
        if before is not None:
            self._now, self._made = before._now.copy(), before._made
        self._step = 0
        """The step whose changes come now; 0 until the start is settled."""
        self._was: dict[str, tuple[list[int], list[str | None]]] = {}
        """Of a piece whose id changed: the steps in which it did, and what it was before each."""

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
            self._change(ident)
            self._now[ident] = found
        return found

    def forget(self, ident: str) -> None:
        """A piece goes out of sight."""
        if ident in self._now:
            self._change(ident)
            del self._now[ident]

    def note(self) -> None:
        """The start is settled, and then each step."""
        self._step += 1

    def after(self, step: int, ident: str) -> str | None:
        """As `get`, after a step that was noted; 0 is the start."""
        was = self._was.get(ident)
        if was is not None:
            steps, ids = was
            at = bisect_right(steps, step)
            if at < len(ids):
                return ids[at]
        return self._now.get(ident)

    def _change(self, ident: str) -> None:
        if self._step:
            steps, ids = self._was.setdefault(ident, ([], []))
            steps.append(self._step)
            ids.append(self._now.get(ident))
