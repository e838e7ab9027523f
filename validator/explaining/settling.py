"""What settles a stretch of a log: what is done after it is a new act."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from validator.explaining.facts import Declared, Drawn, Fact, Rolled, TurnShown

_MARKED_LATE = 6
"""The turn marker is moved at most so many facts late."""

SETTLING = (Declared, Rolled, TurnShown)
"""What is done after them is a new act."""


def opens(fact: Fact, opening: Container[str]) -> bool:
    """Whether a fact is a card that opens a new act."""
    return isinstance(fact, Drawn) and fact.key in opening


def is_settling(fact: Fact, opening: Container[str]) -> bool:
    """Whether what is done after a fact is a new act."""
    return isinstance(fact, SETTLING) or opens(fact, opening)


def is_answered(facts: Sequence[Fact], first: int, last: int) -> bool:
    """Whether the other side moved something between two drags of a side."""
    sides = {one.seen.side for one in facts[first + 1 : last]} - {None}
    return bool(sides - {facts[first].seen.side})


def after(facts: Sequence[Fact], at: int) -> Iterator[Fact]:
    """The facts after one; of a long log not all of them are copied for it."""
    return (facts[later] for later in range(at + 1, len(facts)))


def marked_soon(facts: Sequence[Fact], at: int) -> Iterator[TurnShown]:
    """Yield the turns to which a player moves the marker by hand so soon after a fact that this may
    be late: what the fact shows may already belong to that turn. Not where nothing follows, or only
    the marker again."""
    for place in range(at + 1, min(at + 1 + _MARKED_LATE, len(facts))):
        fact = facts[place]
        if isinstance(fact, TurnShown) and fact.phase is None and not fact.seen.declarations:
            later = (one for one in after(facts, place) if not _shows(one, fact.turn))
            if not isinstance(next(later, fact), TurnShown):
                yield fact


def _shows(fact: Fact, turn: int) -> bool:
    return isinstance(fact, TurnShown) and fact.turn == turn
