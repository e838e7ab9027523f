"""Numbers in a module's attributes, limited to what can be painted."""

from __future__ import annotations

from generator.vassal import encodings


def whole(text: str | None, default: int = 0, most: int = 999_999) -> int:
    """A whole number; ``default`` for another text, and for one farther from 0 than ``most``."""
    return encodings.whole(text or "", default, most)
