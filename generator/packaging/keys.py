"""Key strokes of a module: shortcuts, and the names by which components call each other."""

from __future__ import annotations

from generator.errors import BroadsideError, nearest
from generator.vassal.encodings import ALT, CTRL, SHIFT, Key, write

_MODIFIERS = {"CTRL": CTRL, "SHIFT": SHIFT, "ALT": ALT}
_F1 = 112  # java.awt.event.KeyEvent.VK_F1


class KeyNameError(BroadsideError):
    """A keyboard shortcut in words we do not know."""


def named(name: str) -> str:
    """The key stroke of a named command: no keyboard has it, components find each other by it."""
    return write("key", Key.named(name))


def keyboard(text: str) -> str:
    """``CTRL+R``, ``CTRL+SHIFT+R`` or ``F5`` as VASSAL writes it. Raises `KeyNameError`."""
    *modifiers, key = text.upper().split("+")
    total = 0
    for modifier in modifiers:
        if modifier not in _MODIFIERS:
            raise KeyNameError(
                f"key {text!r}: unknown modifier {modifier!r}; accepted: "
                f"{', '.join(_MODIFIERS)}{nearest(modifier, _MODIFIERS)}"
            )
        total += _MODIFIERS[modifier]
    if len(key) == 1 and key.isalnum():
        return write("key", Key(ord(key), total))
    if key[:1] == "F" and key[1:].isdigit() and 1 <= int(key[1:]) <= 12:
        return write("key", Key(_F1 + int(key[1:]) - 1, total))
    raise KeyNameError(f"key {text!r}: accepted are one letter or digit, or F1 to F12")
