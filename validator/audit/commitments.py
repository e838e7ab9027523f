"""The entries in a module's private windows, step by step.

Logs hold these entries, so even a game played in VASSAL alone leaves commitments: whoever received
the files has every entry, unread. After the game, when everything is revealed, they are judged with
the rest. A reader who may not look into a window only learns that it exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.counting import counted
from generator.light import dataclass
from validator.reading import events as ev
from validator.reading.views import View

if TYPE_CHECKING:
    from validator.audit.logs import GameLog
    from validator.audit.result import LogFile


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece that was put on a place of a private window."""

    step: int
    piece: str
    place: str

    def to_json(self) -> dict[str, object]:
        """The entry as plain values for JSON."""
        return {"step": self.step, "piece": self.piece, "place": self.place}


@dataclass(frozen=True, slots=True)
class Window:
    """A private window and its entries."""

    name: str
    sides: tuple[str, ...]
    """The sides that may look into it."""
    entries: tuple[Entry, ...] | None
    """None if the reader may not look into it."""

    def to_json(self) -> dict[str, object]:
        """The window as plain values for JSON."""
        made: dict[str, object] = {"window": self.name, "sides": list(self.sides)}
        if self.entries is not None:
            made["entries"] = [entry.to_json() for entry in self.entries]
        return made

    def in_words(self) -> str:
        """The window in one line."""
        whose = f"{self.name} ({', '.join(self.sides)})"
        if self.entries is None:
            return (
                f"{whose}: every entry stands in these files, to be checked at the end when all is "
                "revealed"
            )
        if not self.entries:
            return f"{whose}: no entry in these files"
        first, last = self.entries[0].step, self.entries[-1].step
        return f"{whose}: {counted(len(self.entries), 'entry')}, {_steps(first, last)}"


def _steps(first: int, last: int) -> str:
    return f"step {first}" if first == last else f"steps {first} to {last}"


def windows(logs: Sequence[GameLog], files: Sequence[LogFile]) -> tuple[Window, ...]:
    """The private windows of a game's logs, by name."""
    if not any(log.view.steps for log in logs):
        return ()
    sides: dict[str, tuple[str, ...]] = {}
    for log in logs:
        sides.update(log.reading.maps.private)
    return tuple(
        Window(
            name,
            sides[name],
            None
            if any(log.view.barred(name) for log in logs)
            else tuple(
                entry
                for log, file in zip(logs, files, strict=True)
                for entry in _entries(log.view, name, file.first_step)
            ),
        )
        for name in sorted(sides)
    )


def _entries(view: View, window: str, done: int) -> Iterator[Entry]:
    for event in view.events():
        if isinstance(event, ev.Moved | ev.Drawn | ev.Placed) and event.to.map == window:
            yield Entry(done + event.step, event.name, str(event.to))
