"""VASSAL's message formats: texts with ``$property$`` in them (``VASSAL.tools.FormattedString``).

A format is cut at its dollar signs; every second part, unless it is the last, is the name of a
property. A dollar sign left over is shown as nothing at all. A format in braces is an expression
(`generator.vassal.expressions`).
"""

from __future__ import annotations

from generator.light import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a format."""

    text: str
    is_property: bool
    at: int
    """Its first character in the format."""


def read(text: str) -> tuple[Part, ...]:
    """The parts of a format in their order, empty ones left out."""
    found: list[Part] = []
    start, is_property = 0, False
    cuts = [at for at, letter in enumerate(text) if letter == "$" and text[at - 1 : at] != "\\"]
    for end in [*cuts, len(text)]:
        part = text[start:end].replace("\\$", "$")
        if part:
            found.append(Part(part, is_property and end < len(text), start))
        start, is_property = end + 1, not is_property
    return tuple(found)


def properties(text: str) -> tuple[Part, ...]:
    """The properties a format shows."""
    return tuple(part for part in read(text) if part.is_property)


def loose_dollar(text: str) -> int | None:
    """Where a dollar sign stands that has no partner; `None` where all have one."""
    cuts = [at for at, letter in enumerate(text) if letter == "$" and text[at - 1 : at] != "\\"]
    return cuts[-1] if len(cuts) % 2 else None
