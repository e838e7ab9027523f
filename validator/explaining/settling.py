"""What settles a stretch of a log: what is done after it is a new act."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from validator.explaining.facts import Declared, Drawn, Fact, Rolled, TurnShown

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
