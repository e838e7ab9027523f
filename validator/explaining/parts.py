"""What a part of a sign is, in words that many games share: places, names, papers, and what is
known of a verb that nothing shows.

All are functions of (tables, state, part of a fact), or make one; the tables say what is a hex
(``on_map``), as those that start from `validator.hidden.ways.Ways` do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.light import dataclass
from validator.explaining.facts import NOWHERE

Part = Callable[[Any, Any, Any], Any]
Silent = Callable[[Any, Any], Mapping[str, Any] | None]


def a_hex(tables: Any, state: Any, place: str) -> str | None:
    """A hex of the map."""
    return place if tables.on_map(place) else None


def no_hex(tables: Any, state: Any, place: str) -> bool:
    """A box, a deck, or nowhere."""
    return not tables.on_map(place)


def nowhere(tables: Any, state: Any, place: str) -> bool:
    """No place of the definition."""
    return place == NOWHERE


def only(*values: str) -> Part:
    """The part as it is, if it is one of these; else it does not fit."""
    return lambda tables, state, part: part if part in values else None


def among(*values: Any) -> Part:
    """Whether it is one of these."""
    return lambda tables, state, part: part in values


def other_than(*values: Any) -> Part:
    """Whether it is none of these."""
    return lambda tables, state, part: part not in values


def known(name: str) -> Part:
    """What the tables hold under a name, as it is: ``known("ships")``."""
    return lambda tables, state, part: part if part in getattr(tables, name) else None


def face_of(faces: tuple[str, ...]) -> Part:
    """The face of a piece, counted from 1, by its name."""
    return lambda tables, state, level: faces[level - 1] if 0 < level <= len(faces) else None


def without(prefix: str) -> Part:
    """What stands behind a prefix: ``plot_devonshire`` is the plot of the Devonshire."""
    return lambda tables, state, part: part.removeprefix(prefix)


def when(holds: Callable[[Any, Any], bool], part: Part) -> Part:
    """A part that is one only while something holds of (tables, state)."""
    return lambda tables, state, value: part(tables, state, value) if holds(tables, state) else None


def words_of(text: str | None) -> list[str]:
    """The words of a paper in small letters; none while it is not shown."""
    return text.lower().split() if text is not None else []


@dataclass(frozen=True, slots=True)
class Boxes:
    """Places that are called after a piece: ``Waiting C3`` is that of ``c3`` by ``Waiting {}``."""

    prefix: str
    suffix: str

    @classmethod
    def called(cls, name: str) -> Boxes:
        """The places of a name in which ``{}`` stands for the piece."""
        prefix, _, suffix = name.partition("{}")
        return cls(prefix, suffix)

    def of(self, piece: str) -> str:
        """The place of a piece."""
        return f"{self.prefix}{piece.upper()}{self.suffix}"

    def owner(self, place: str) -> str:
        """The piece after which a place is called; empty: none of these."""
        if not (place.startswith(self.prefix) and place.endswith(self.suffix)):
            return ""
        return place.removeprefix(self.prefix).removesuffix(self.suffix).lower()

    def whose(self, tables: Any, state: Any, place: str) -> str | None:
        """The piece after which a place is called, as a part of a sign."""
        return self.owner(place) or None

    def named_by(self, name: str) -> Part:
        """For `validator.explaining.signs.meant`: the place of the piece in a field of the verb."""

        def own(tables: Any, state: Any, verb: Any) -> str | None:
            piece = getattr(verb, name)
            return self.of(piece) if piece else None

        return own


# --- Verbs that nothing shows ---------------------------------------------------------------


def assumed(**values: Any) -> Silent:
    """For ``silent``: the fields that are known when nothing shows the verb."""
    return lambda context, state: values


def never(context: Any, state: Any) -> None:
    """For ``silent``: it is seen, or over by what comes next."""


def beside_the_computer(**values: Any) -> Silent:
    """As `assumed`, in a log whose dice fall beside the computer; elsewhere the verb is seen."""
    return lambda context, state: values if context.unseen_dice else None


def unless_clicked(button: str, **values: Any) -> Silent:
    """As `assumed`, where a button is not clicked in the act in hand: the dice fell elsewhere."""
    return lambda context, state: values if context.is_unthrown(button) else None
