"""Functions for the parts of signs that many games share: places, names, entries on paper, and the
known fields of silent verbs.

All take (tables, state, part of a fact), or return such a function. The tables say what is a hex
(``on_map``), as subclasses of `validator.hidden.ways.Ways` do.
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
    """The part itself if it is one of these values; else it does not fit."""
    return lambda tables, state, part: part if part in values else None


def among(*values: Any) -> Part:
    """Whether the part is one of these values."""
    return lambda tables, state, part: part in values


def other_than(*values: Any) -> Part:
    """Whether the part is none of these values."""
    return lambda tables, state, part: part not in values


def known(name: str) -> Part:
    """The part itself if the tables have it under this name: ``known("ships")``."""
    return lambda tables, state, part: part if part in getattr(tables, name) else None


def face_of(faces: tuple[str, ...]) -> Part:
    """The name of a face, which the part counts from 1."""
    return lambda tables, state, level: faces[level - 1] if 0 < level <= len(faces) else None


def so_many(number: int) -> Part:
    """The part itself if it has this many values, as dice do; else it does not fit."""
    return lambda tables, state, part: part if len(part) == number else None


def without(prefix: str) -> Part:
    """The part without a prefix: ``plot_devonshire`` is the plot of the Devonshire."""
    return lambda tables, state, part: part.removeprefix(prefix)


def when(holds: Callable[[Any, Any], bool], part: Part) -> Part:
    """The part as converted by ``part`` if ``holds`` of (tables, state); else it does not fit."""
    return lambda tables, state, value: part(tables, state, value) if holds(tables, state) else None


def words_of(text: str | None) -> list[str]:
    """The words of an entry in small letters; none if it is not revealed."""
    return text.lower().split() if text is not None else []


@dataclass(frozen=True, slots=True)
class Boxes:
    """Places that are named after a piece: ``Waiting {}`` is the pattern of ``Waiting C3``, the
    place of ``c3``."""

    prefix: str
    suffix: str

    @classmethod
    def called(cls, name: str) -> Boxes:
        """The places of this name, in which ``{}`` stands for the piece."""
        prefix, _, suffix = name.partition("{}")
        return cls(prefix, suffix)

    def of(self, piece: str) -> str:
        """The place of a piece."""
        return f"{self.prefix}{piece.upper()}{self.suffix}"

    def owner(self, place: str) -> str:
        """The piece that a place is named after; empty if it is none of these places."""
        if not (place.startswith(self.prefix) and place.endswith(self.suffix)):
            return ""
        return place.removeprefix(self.prefix).removesuffix(self.suffix).lower()

    def whose(self, tables: Any, state: Any, place: str) -> str | None:
        """The piece that a place is named after, as a part of a sign."""
        return self.owner(place) or None

    def named_by(self, name: str) -> Part:
        """For `validator.explaining.signs.meant`: the place of the piece in a field of the verb."""

        def own(tables: Any, state: Any, verb: Any) -> str | None:
            piece = getattr(verb, name)
            return self.of(piece) if piece else None

        return own


# --- Verbs that nothing shows ---------------------------------------------------------------


def assumed(**values: Any) -> Silent:
    """For ``silent``: the fields that are known if no fact shows the verb."""
    return lambda context, state: values


def never(context: Any, state: Any) -> None:
    """For ``silent``: the verb is always seen, or ended by the next one."""


def beside_the_computer(**values: Any) -> Silent:
    """As `assumed`, in a log whose dice are rolled outside VASSAL; in others the verb is seen."""
    return lambda context, state: values if context.unseen_dice else None


def unless_clicked(button: str, **values: Any) -> Silent:
    """As `assumed`, if the current act has no roll by this button: it was rolled elsewhere."""
    return lambda context, state: values if context.is_unthrown(button) else None
