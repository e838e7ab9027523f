"""Points that must be booked: how many may be booked now, and what is left after a booking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

from validator.rules.cases import Choices
from validator.rules.states import Owing, Pending, ScoredPlay

S = TypeVar("S", bound=ScoredPlay)

POINTS = "points"
"""A pending task: points that must be booked."""
MAYBE = "maybe"
"""A pending task: up to this many points, since what they depend on is unknown."""


class Account(Protocol):
    """A state with points to be booked."""

    @property
    def pending(self) -> tuple[Pending, ...]:
        """The pending tasks, oldest first."""

    @property
    def late(self) -> tuple[Pending, ...]:
        """Points of earlier turns that were never booked; they may still be."""


def bookable(state: Account) -> tuple[int, int]:
    """The most points that may be booked now: (up, down), both at least 0."""
    entries = [p for p in (*state.pending, *state.late) if p.what in (POINTS, MAYBE)]
    up = sum(p.points for p in entries if p.points > 0)
    down = -sum(p.points for p in entries if p.points < 0)
    return up, down


def is_owed(state: Owing, delta: int, *tasks: str) -> bool:
    """Whether so many points are owed for something of this turn. ``tasks``: `POINTS`, `MAYBE` or
    both."""
    owed = sum(p.points for p in state.pending if p.what in tasks and p.points * delta > 0)
    return abs(owed) >= abs(delta)


def changes(largest_first: bool) -> Choices:
    """The domain of a change of the points, the largest or the smallest change first."""

    def found(tables: Any, state: Account, made: Any) -> Iterable[int]:
        up, down = bookable(state)
        both = (range(1, up + 1), range(-1, -down - 1, -1))
        return [one for way in both for one in (reversed(way) if largest_first else way)]

    return found


def having_booked(state: S, delta: int) -> S:
    """A copy of the state after booking ``delta`` points, those of earlier turns last."""
    pending, rest = booked(state.pending, delta)
    return state.changed(pending=pending, late=booked(state.late, rest)[0])


def booked(pending: tuple[Pending, ...], delta: int) -> tuple[tuple[Pending, ...], int]:
    """The tasks that remain after booking ``delta`` points (known points first), and the part of
    ``delta`` that was not owed."""
    left = list(pending)
    for what in (POINTS, MAYBE):
        for entry in pending:
            if entry.what != what or entry.points * delta <= 0:
                continue
            paid = min(entry.points, delta) if delta > 0 else max(entry.points, delta)
            delta -= paid
            place = left.index(entry)
            rest = entry.points - paid
            # An uncertain loss is known in full as soon as any of it is booked.
            if rest and not (what == MAYBE and rest < 0):
                left[place] = Pending(POINTS, entry.side, entry.case, entry.piece, rest)
            else:
                del left[place]
    return tuple(left), delta
