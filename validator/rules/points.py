"""Points that a state owes: what may be booked, and what is left when some have been."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

from validator.rules.cases import Choices
from validator.rules.states import Pending, ScoredPlay

S = TypeVar("S", bound=ScoredPlay)

POINTS = "points"
"""Something pending: points that must be booked."""
MAYBE = "maybe"
"""At most so many points, for what they hang on is unknown."""


class Account(Protocol):
    """A state that owes points."""

    @property
    def pending(self) -> tuple[Pending, ...]:
        """What is owed, oldest first."""

    @property
    def late(self) -> tuple[Pending, ...]:
        """Points of earlier that were never booked; they may still be."""


def bookable(state: Account) -> tuple[int, int]:
    """The most points that may be booked now: (up, down), both at least 0."""
    entries = [p for p in (*state.pending, *state.late) if p.what in (POINTS, MAYBE)]
    up = sum(p.points for p in entries if p.points > 0)
    down = -sum(p.points for p in entries if p.points < 0)
    return up, down


def changes(largest_first: bool) -> Choices:
    """Where a change of the points is looked for: the largest first, where nobody haggles."""

    def found(tables: Any, state: Account, made: Any) -> Iterable[int]:
        up, down = bookable(state)
        both = (range(1, up + 1), range(-1, -down - 1, -1))
        return [one for way in both for one in (reversed(way) if largest_first else way)]

    return found


def having_booked(state: S, delta: int) -> S:
    """A copy in which so many points are owed no more, those of earlier turns last."""
    pending, rest = booked(state.pending, delta)
    return state.changed(pending=pending, late=booked(state.late, rest)[0])


def booked(pending: tuple[Pending, ...], delta: int) -> tuple[tuple[Pending, ...], int]:
    """What is still to be booked after a change, known points first, and what is left of it."""
    left = list(pending)
    for what in (POINTS, MAYBE):
        for entry in pending:
            if entry.what != what or entry.points * delta <= 0:
                continue
            paid = min(entry.points, delta) if delta > 0 else max(entry.points, delta)
            delta -= paid
            place = left.index(entry)
            rest = entry.points - paid
            # What hung on something unknown has shown its loss once anything is taken off.
            if rest and not (what == MAYBE and rest < 0):
                left[place] = Pending(POINTS, entry.side, entry.case, entry.piece, rest)
            else:
                del left[place]
    return tuple(left), delta
