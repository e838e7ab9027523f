"""Numbers in a module's attributes, limited to what can be painted."""

from __future__ import annotations

from generator.vassal.encodings import is_whole


def whole(text: str | None, default: int = 0, most: int = 999_999) -> int:
    """A whole number; ``default`` for another text, and for one farther from 0 than ``most``."""
    text = (text or "").strip()
    found = int(text) if is_whole(text) else default
    return found if -most <= found <= most else default
