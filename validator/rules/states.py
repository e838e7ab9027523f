"""States as values: cheap to copy, equal by what they hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Protocol, Self

from generator.counting import counted
from generator.light import dataclass

THIS_TURN = "this turn"
"""In a state's ``doubt`` until the turn ends in whose course a log begins: what happened in it
before cannot be vouched for."""
ALONE = "the act alone"
"""In what a case rests on: nothing that came before the act; it shows its breach by itself."""


def is_in_doubt(doubt: frozenset[str], rests_on: Collection[str]) -> bool:
    """Whether a judgement rests on what the log did not show."""
    return (THIS_TURN in doubt and ALONE not in rests_on) or not doubt.isdisjoint(rests_on)


def lasting(span: str, default: Any) -> Any:
    """A field of a value that is as at first again when a turn begins, or whatever ``span`` calls
    it (`Value.begun`)."""
    return field(default=default, metadata={"lasts": span})


class Value:
    """A slotted dataclass that is treated as frozen and changed by copying.

    Plain attribute writes are left possible because a frozen dataclass takes three times
    as long to build; nobody but the function that made a copy may write to it.
    """

    __slots__: ClassVar[tuple[str, ...]] = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def changed(self, **changes: Any) -> Self:
        """A copy with some fields changed; the other fields are shared, not copied."""
        kind = type(self)
        read = _READERS.get(kind) or _reader(kind)
        new = kind(*read(self))
        for name, value in changes.items():
            setattr(new, name, value)
        return new

    def begun(self, span: str, **changes: Any) -> Self:
        """A copy in which what lasts for a ``span`` only is as at first, and some fields are
        changed (`lasting`)."""
        kind: Any = type(self)
        return self.changed(**_as_at_first(kind, span), **changes)


@cache
def _as_at_first(kind: type[Value], span: str) -> Mapping[str, Any]:
    """The fields of a value that last for a span, as they are when it begins."""
    return {one.name: one.default for one in fields(kind) if one.metadata.get("lasts") == span}


def _reader(kind: type[Value]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads all fields of a value at once: much quicker than one by one."""
    names = tuple(field.name for field in fields(kind))
    read = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
    _READERS[kind] = read
    return read


_READERS: dict[type[Value], Callable[[Any], tuple[Any, ...]]] = {}


@dataclass(frozen=True, slots=True)
class Pending:
    """Something that somebody owes the game before the turn may close.

    ``what`` names the decision (the game's own word), ``case`` the rule case that demands
    it, ``side`` who must do it; ``piece``, ``points`` and ``to`` say for which piece, how many
    points, and where the piece must go or what it must become, where that applies.
    """

    what: str
    side: str
    case: str
    piece: str = ""
    points: int = 0
    to: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won, the rule case that ended it, the score."""

    winner: str
    case: str
    score: int = 0

    @property
    def played_on(self) -> str:
        """What is said of an act that comes after it."""
        return f"play went on after the game had ended, at {counted(self.score, 'point')}"


@dataclass(slots=True)
class StateOfPlay(Value):
    """What the state of every game holds; a game's own adds its fields, each with a default."""

    turn: int = 1
    step: str = ""
    """The id of the step of the sequence of play."""
    pending: tuple[Pending, ...] = ()
    """What somebody owes, oldest first."""
    doubt: frozenset[str] = frozenset()
    """What cannot be relied on, for the log did not show it; see `THIS_TURN`."""
    outcome: Outcome | None = None

    def owing(self, *more: Pending) -> Self:
        """A copy in which more is pending."""
        return self.changed(pending=(*self.pending, *more))

    def done(self, what: str, piece: str | None = None, to: str | None = None) -> Self:
        """A copy in which the oldest of a kind is pending no more (`owed`)."""
        return self.changed(pending=settled(self, what, piece, to))


@dataclass(slots=True)
class ScoredPlay(StateOfPlay):
    """What the state holds of a game whose points are booked by hand (`validator.rules.points`)."""

    late: tuple[Pending, ...] = ()
    """Points of earlier turns that were never booked; they may still be."""


class Owing(Protocol):
    """A state in which things can be pending."""

    @property
    def pending(self) -> tuple[Pending, ...]:
        """What is owed, oldest first."""


def owed(
    state: Owing, what: str, piece: str | None = None, to: str | None = None
) -> Pending | None:
    """The oldest pending thing of a kind (about one piece, and where that must go, if named)."""
    for pending in state.pending:
        if (
            pending.what == what
            and (piece is None or pending.piece == piece)
            and (to is None or pending.to == to)
        ):
            return pending
    return None


def settled(
    state: Owing, what: str, piece: str | None = None, to: str | None = None
) -> tuple[Pending, ...]:
    """What stays pending when the oldest of a kind is done."""
    done = owed(state, what, piece, to)
    return tuple(pending for pending in state.pending if pending is not done)
