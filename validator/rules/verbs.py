"""What every game's verbs have in common."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar

CHANCE = {"chance": True}
"""Metadata of a verb's field that dice or a draw decide, not a player.

>>> from dataclasses import dataclass, field
>>> @dataclass(frozen=True, slots=True)
... class Roll(Verb):
...     die: int = field(metadata=CHANCE)
"""


class Verb:
    """One gesture of a player, or one stroke of chance: a frozen, slotted dataclass.

    The fields stand in the order in which they are decided, those of chance last among
    what a player must know to decide; legal values are offered in that order.
    """

    __slots__: ClassVar[tuple[str, ...]] = ()

    def told(self) -> str:
        """The verb in one line for people: ``MovePiece(piece='exeter', to='B3')``."""
        return repr(self)


def field_names(verb: type[Verb]) -> tuple[str, ...]:
    """The names of a verb's fields in the order of decision."""
    return tuple(f.name for f in fields(verb))  # type: ignore[arg-type]


def chance_fields(verb: type[Verb]) -> frozenset[str]:
    """The names of the fields that chance decides."""
    return frozenset(
        f.name
        for f in fields(verb)  # type: ignore[arg-type]
        if f.metadata.get("chance")
    )


def partial_verb(verb: type[Verb], values: dict[str, Any]) -> Verb:
    """A verb with only some of its fields decided.

    Reading an undecided field raises ``AttributeError``: a case that declares too few of
    the fields it reads cannot go unnoticed.
    """
    made = object.__new__(verb)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made
