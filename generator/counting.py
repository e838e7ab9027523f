"""Numbers in sentences."""

from __future__ import annotations

_SIBILANTS = ("s", "x", "z", "ch", "sh")


def counted(count: int, noun: str) -> str:
    """``1 conflict``, ``2 conflicts``, ``0 hexes``, ``3 entries``.

    The noun stands in the singular; of several words the last one changes.
    """
    return f"{count:,} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """``conflicts``, ``hexes``, ``entries``, ``days``."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(_SIBILANTS) else "s")
