"""Undo, like VASSAL's undo button (``BasicLogger.undo``)."""

from __future__ import annotations

from collections.abc import Iterable

from generator.light import dataclass
from generator.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    Nothing,
    RemovePiece,
    SetTurn,
    Undo,
    Unknown,
)
from generator.vassal.traits import Trait
from validator.playing.gestures_acts import UNWRITABLE, Act
from validator.playing.gestures_counters import Counter, Counters, Pile
from validator.playing.gestures_module import GestureError
from validator.playing.gestures_turn import Tracker


@dataclass(frozen=True, slots=True)
class Before:
    """The state of a counter before a gesture."""

    counter: Counter
    chain: tuple[Trait, ...]
    kept: dict[str, str]
    map: str
    x: int
    y: int
    pile: Pile | None
    height: int

    @staticmethod
    def of(counter: Counter) -> Before:
        """The current state of a counter."""
        pile = counter.pile
        height = pile.members.index(counter) if pile is not None else 0
        return Before(
            counter,
            tuple(counter.chain),
            dict(counter.kept),
            counter.map,
            counter.x,
            counter.y,
            pile,
            height,
        )

    @property
    def has_changed(self) -> bool:
        """Whether the counter has changed since."""
        return Before.of(self.counter) != self

    def restore(self, counters: Counters) -> None:
        """Restore the counter; if its stack was removed meanwhile, a new one is made."""
        counter = self.counter
        counter.chain, counter.kept = list(self.chain), dict(self.kept)
        pile = self.pile
        now = Before.of(counter)
        if (now.pile, now.height, now.map, now.x, now.y) == (
            pile, self.height, self.map, self.x, self.y,
        ):  # fmt: skip
            return
        if pile is None and not counter.stacks:
            counters.take(counter)
            counter.map, counter.x, counter.y = self.map, self.x, self.y
            return
        if pile is None or (pile.deck is None and pile.id not in counters.piles):
            # The id that VASSAL gives it never appears in the log.
            pile = Pile(f"after undo {counter.id}", self.map, self.x, self.y)
            counters.piles[pile.id] = pile
        counters.put(counter, pile, min(self.height, len(pile.members)))


@dataclass(frozen=True, slots=True)
class Drag:
    """A drag that can be undone."""

    act: Act
    counters: tuple[Before, ...]
    properties: dict[str, str]
    """The module's properties before it."""

    @staticmethod
    def begin(counters: Iterable[Counter]) -> tuple[Before, ...]:
        """The states of the counters to store before a drag."""
        return tuple(Before.of(counter) for counter in counters)

    def undone(self) -> Act:
        """The step that undoes it."""
        return undone(self.act)


@dataclass(frozen=True, slots=True)
class WholeTable:
    """The state of a table before a gesture."""

    befores: tuple[Before, ...]
    properties: dict[str, str]
    turn: str | None
    """The state of the turn tracker."""

    @staticmethod
    def of(counters: Counters, properties: dict[str, str], tracker: Tracker | None) -> WholeTable:
        """The current state of a table."""
        befores = tuple(Before.of(counter) for counter in counters)
        return WholeTable(befores, dict(properties), tracker.state if tracker else None)

    def restore(self, counters: Counters, tracker: Tracker | None) -> None:
        """Restore everything that has changed."""
        changed = [one for one in self.befores if one.has_changed]
        for before in sorted(changed, key=lambda one: one.height):
            before.restore(counters)
        if tracker is not None and self.turn is not None:
            tracker.read(self.turn)


def undone(act: Act, turn: str | None = None) -> Act:
    """The step that undoes an act; ``turn`` is the state of the turn tracker before it."""
    step = Act(Undo(True)).then(_inverse(act, turn))
    return step.then(Act(Undo(False)))


def _inverse(act: Act, turn: str | None) -> Act:
    """``Command.getUndoCommand``: the appended commands are undone first."""
    whole = Act()
    for part in reversed(act.below):
        whole = whole.then(_inverse(part, turn))
    return whole.then(Act(_opposite(act.command, turn)))


def _opposite(command: Command, turn: str | None) -> Command:
    match command:
        case SetTurn(tracker) if turn is not None:
            return SetTurn(tracker, turn)
        case MovePiece(own, map_, x, y, under, old_map, old_x, old_y, old_under, player):
            return MovePiece(own, old_map, old_x, old_y, old_under, map_, x, y, under, player)
        case ChangePiece(own, state, str(old)):
            return ChangePiece(own, old, state)
        case ChangeProperty(name, was, value, container):
            return ChangeProperty(name, value, was, container)
        case AddPiece(own):
            return RemovePiece(str(own))
        case Chat(text):
            return Chat(f"* UNDO: {text}")
        case Unknown():
            return UNWRITABLE
        case Nothing():
            return command
    raise GestureError(f"a {type(command).__name__} is not taken back here")


__all__ = ["Before", "Drag", "WholeTable", "undone"]
