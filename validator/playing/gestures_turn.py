"""The turn tracker and its state.

Source: ``VASSAL.build.module.turn.TurnTracker``, ``CounterTurnLevel`` and ``ListTurnLevel``.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from generator.light import dataclass
from generator.vassal import sequences
from validator.playing.gestures_module import GestureError
from validator.playing.gestures_text import filled

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

_TURN = "VASSAL.build.module.turn."
_COUNTER = _TURN + "CounterTurnLevel"
_LIST = _TURN + "ListTurnLevel"


@dataclass(slots=True)
class Level:
    """One level: it counts, or goes through a list; its inner levels advance first."""

    shown_as: str
    """The property that shows its value."""
    format: str
    names: tuple[str, ...]
    """The entries of a list level; empty for a counter."""
    step: int
    start: int
    current: int = 0
    sub: int = 0
    """The index of the active inner level."""
    loops: str = "false"
    limit: str = "-1"
    first: int = 0
    active: list[bool] = field(default_factory=list)
    inside: list[Level] = field(default_factory=list)

    @property
    def value(self) -> str:
        """The displayed value."""
        return self.names[self.current] if self.names else str(self.current)

    def read(self, text: str) -> None:
        """Set the state, in the format of commands."""
        tokens = sequences.decode(text, ";")
        self.current, self.sub = int(tokens[0]), int(tokens[1])
        if self.names:
            self.first = int(tokens[2])
            self.active = [word == "true" for word in sequences.decode(tokens[3], ",")]
            rest = tokens[4:]
        else:
            self.loops, self.limit = tokens[2], tokens[3]
            rest = tokens[4:]
        for level, token in zip(self.inside, rest, strict=True):
            level.read(token)

    @property
    def state(self) -> str:
        """The state in the format of commands."""
        tokens = [str(self.current), str(self.sub)]
        if self.names:
            words = ["true" if active else "false" for active in self.active]
            tokens += [str(self.first), sequences.encode(words, ",")]
        else:
            tokens += [self.loops, self.limit]
        return sequences.encode([*tokens, *[level.state for level in self.inside]], ";")

    def advance(self) -> bool:
        """Advance by one. Returns whether the level rolled over."""
        if self.inside:
            rolled = False
            begun = self.sub
            while self.inside[self.sub].advance():
                self.sub += 1
                if self.sub >= len(self.inside):
                    self.sub, rolled = 0, True
                if self.sub == begun:
                    break
                self.inside[self.sub].set_low()
            if not rolled:
                return False
        if not self.names:
            self.current += self.step
            if self.loops == "true" and self.current > int(self.limit):
                self.current = self.start
                return True
            return False
        over = False
        for _ in self.names:
            self.current = (self.current + 1) % len(self.names)
            over = over or self.current == self.first
            if self.active[self.current]:
                return over
        return True

    def set_low(self) -> None:
        """Reset it and all inner levels to the start."""
        self.current = self.first if self.names else self.start
        self.sub = 0
        for level in self.inside:
            level.set_low()

    def chain(self) -> list[Level]:
        """This level and the active levels inside it."""
        return [self, *(self.inside[self.sub].chain() if self.inside else [])]


FIRST_TRACKER = "TurnTracker0"
"""The id of a module's first tracker in commands."""


class Tracker:
    """A module's turn tracker; without a ``state``, as at the beginning of a game."""

    def __init__(self, element: TreeElement, state: str | None = None) -> None:
        self.name = element.get("name") or ""
        self._turn_format = element.get("turnFormat") or "$level1$ $level2$ $level3$ $level4$"
        self.report_format = element.get("reportFormat") or ""
        self.hotkeys = [
            row.get("hotkey") or "" for row in element.findall(_TURN + "TurnGlobalHotkey")
        ]
        """The keys that it sends after each change."""
        if any(row.get("match") for row in element.findall(_TURN + "TurnGlobalHotkey")):
            raise GestureError(f"turn tracker {self.name!r}: a hotkey with a condition")
        self._levels = [_level(row) for row in element if row.tag in (_COUNTER, _LIST)]
        self._at = 0
        if state is not None:
            self.read(state)
            return
        for level in self._levels:
            level.set_low()

    def read(self, state: str) -> None:
        """Set the state, in the format of commands."""
        tokens = sequences.decode(state, "|")
        self._at = int(tokens[0])
        for level, token in zip(self._levels, tokens[1:], strict=True):
            level.read(token)

    @property
    def state(self) -> str:
        """The state in the format of ``TURN`` commands."""
        return sequences.encode([str(self._at), *[level.state for level in self._levels]], "|")

    def text(self) -> str:
        """The displayed text: ``Turn 1, 2 Royal Navy``."""
        shown = self._levels[self._at].chain()
        values = {
            f"level{number}": filled(level.format, {"value": level.value}.get)
            for number, level in enumerate(shown, start=1)
        }
        return filled(self._turn_format, values.get)

    def properties(self) -> dict[str, str]:
        """The properties that it provides to the module."""
        found = {}
        for level in self._levels:
            for one in level.chain():
                found[one.shown_as] = one.value
        return found

    def advance(self) -> None:
        """One click forward."""
        begun = self._at
        while self._levels[self._at].advance():
            self._at = (self._at + 1) % len(self._levels)
            if self._at == begun:
                break
            self._levels[self._at].set_low()


def _level(element: TreeElement) -> Level:
    words = element.get("list") or ""
    names = tuple(sequences.decode(words, ",")) if element.tag == _LIST else ()
    return Level(
        shown_as=element.get("property") or "",
        format=element.get("turnFormat") or "$value$",
        names=names,
        step=int(element.get("incr") or 1),
        start=int(element.get("start") or 1),
        loops=element.get("loop") or "false",
        limit=element.get("loopLimit") or "-1",
        active=[True] * len(names),
        inside=[_level(row) for row in element if row.tag in (_COUNTER, _LIST)],
    )


__all__ = ["FIRST_TRACKER", "Level", "Tracker"]
