"""Keyboard shortcuts in words: ``CTRL+R``, ``CTRL+SHIFT+R``, ``F5``."""

from __future__ import annotations

from generator.errors import nearest

MODIFIERS = ("CTRL", "SHIFT", "ALT")


def parted(text: str) -> tuple[tuple[str, ...], str]:
    """The modifiers and the key (a letter, a digit, ``F1`` to ``F12``), in capitals.

    Raises ValueError naming what is accepted.
    """
    *modifiers, key = text.upper().split("+")
    for modifier in modifiers:
        if modifier not in MODIFIERS:
            raise ValueError(
                f"key {text!r}: unknown modifier {modifier!r}; accepted: "
                f"{', '.join(MODIFIERS)}{nearest(modifier, MODIFIERS)}"
            )
        if modifiers.count(modifier) > 1:
            raise ValueError(f"key {text!r}: {modifier} occurs twice")
    plain = len(key) == 1 and key.isascii() and key.isalnum()
    if not plain and key not in [f"F{number}" for number in range(1, 13)]:
        raise ValueError(f"key {text!r}: accepted are one letter or digit, or F1 to F12")
    return tuple(modifiers), key
