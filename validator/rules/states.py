"""States as values: cheap to copy, and equal if their fields are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Protocol, Self

from generator.counting import counted
from generator.light import dataclass

THIS_TURN = "this turn"
"""In a state's ``doubt`` during the turn in which a log begins: what happened earlier in that turn
is unknown."""
ALONE = "the act alone"
"""In a case's ``rests_on``: the act itself shows the breach, whatever came before it."""


def is_in_doubt(doubt: frozenset[str], rests_on: Collection[str]) -> bool:
    """Whether a judgement rests on something that the log did not show."""
    return (THIS_TURN in doubt and ALONE not in rests_on) or not doubt.isdisjoint(rests_on)


def lasting(span: str, default: Any) -> Any:
    """A field that is reset to its default at the beginning of each ``span``, such as a turn
    (`Value.begun`)."""
    return field(default=default, metadata={"lasts": span})


class Value:
    """A slotted dataclass that is treated as frozen and changed by copying.

    Attributes can be written, because a frozen dataclass takes three times as long to build; only
    the function that made a copy may do it.
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
        """A copy in which the fields that last for a ``span`` are reset (`lasting`) and some other
        fields changed."""
        kind: Any = type(self)
        return self.changed(**_as_at_first(kind, span), **changes)

    def with_entry(self, name: str, value: Any) -> Self:
        """A copy in which ``value`` takes the place of the one with its ``id`` in a field that maps
        ids to such values; one that the field does not hold is ignored."""
        held = getattr(self, name)
        return self.changed(**{name: {**held, value.id: value} if value.id in held else held})


@cache
def _as_at_first(kind: type[Value], span: str) -> Mapping[str, Any]:
    """The fields of a value that last for a span, with their defaults."""
    return {one.name: one.default for one in fields(kind) if one.metadata.get("lasts") == span}


def _reader(kind: type[Value]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that reads all fields of a value at once, which is much faster than one by one."""
    names = tuple(field.name for field in fields(kind))
    read = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
    _READERS[kind] = read
    return read


_READERS: dict[type[Value], Callable[[Any], tuple[Any, ...]]] = {}


@dataclass(frozen=True, slots=True)
class Pending:
    """A task that somebody must do before the turn may end.

    ``what`` names the decision (the game's own word), ``case`` the rule case that demands
    it, ``side`` who must do it; ``piece``, ``points`` and ``to`` say for which piece, how many
    points, and where the piece must go or what it must become, as far as they apply.
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
        """The words for an act after the end."""
        return f"play went on after the game had ended, at {counted(self.score, 'point')}"


@dataclass(slots=True)
class StateOfPlay(Value):
    """The part of the state that every game has; a game's own state adds fields with defaults."""

    turn: int = 1
    step: str = ""
    """The id of the step of the sequence of play."""
    pending: tuple[Pending, ...] = ()
    """The pending tasks, oldest first."""
    doubt: frozenset[str] = frozenset()
    """Names of fields that the log did not show, so nothing may rest on them; see `THIS_TURN`."""
    outcome: Outcome | None = None

    def owing(self, *more: Pending) -> Self:
        """A copy with more pending tasks."""
        return self.changed(pending=(*self.pending, *more))

    def done(self, what: str, piece: str | None = None, to: str | None = None) -> Self:
        """A copy without the oldest pending task of a kind (`owed`)."""
        return self.changed(pending=settled(self, what, piece, to))

    def without(self, piece: str, *kinds: str) -> Self:
        """A copy in which nothing (of these kinds) is owed for a piece."""
        left = (p for p in self.pending if p.piece != piece or (kinds and p.what not in kinds))
        return self.changed(pending=tuple(left))


@dataclass(slots=True)
class ScoredPlay(StateOfPlay):
    """The state of a game whose points are booked by hand (`validator.rules.points`)."""

    late: tuple[Pending, ...] = ()
    """Points of earlier turns that were never booked; they may still be."""


def moment(tables: Any, state: StateOfPlay) -> str:
    """The turn in words, for `GameModule.moment` of a game whose set-up is its turn 0."""
    return f"turn {state.turn}" if state.turn else "set-up"


class Owing(Protocol):
    """A state with pending tasks."""

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The pending tasks, oldest first."""


def owed(
    state: Owing, what: str, piece: str | None = None, to: str | None = None
) -> Pending | None:
    """The oldest pending task of a kind (for one piece, and with one goal, if given)."""
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
    """The pending tasks without the oldest of a kind."""
    done = owed(state, what, piece, to)
    return tuple(pending for pending in state.pending if pending is not done)
