"""The ids under which a viewer knows the pieces, after any step.

VASSAL's own id of a masked piece would reveal which one was drawn from a deck or came from a
private map, so it gets a stand-in id (``?1``, ``?2``, ...) when it comes into sight."""

from __future__ import annotations

from bisect import bisect_right


class PublicIds:
    """The public ids of pieces in sight, by VASSAL's ids; `note` ends a step, `after` looks
    back."""

    def __init__(self, before: PublicIds | None = None) -> None:
        self._now: dict[str, str] = {}
        self._made = 0
        if before is not None:
            self._now, self._made = before._now.copy(), before._made
        self._step = 0
        """The step whose changes come now; 0 during the first position."""
        self._was: dict[str, tuple[list[int], list[str | None]]] = {}
        """For pieces whose public id changed: the steps, and the id before each."""

    def get(self, ident: str) -> str | None:
        """The present public id of a piece; None if it is out of sight."""
        return self._now.get(ident)

    def seen(self, ident: str, *, unknown: bool) -> str:
        """The public id of a piece in sight; a new stand-in if it just came into sight and is
        unknown to the viewer."""
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
        """Note that a piece goes out of sight."""
        if ident in self._now:
            self._change(ident)
            del self._now[ident]

    def note(self) -> None:
        """End the first position, and then each step."""
        self._step += 1

    def after(self, step: int, ident: str) -> str | None:
        """As `get`, after an earlier step; 0 is the start."""
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
