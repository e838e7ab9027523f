"""Key strokes of a module: shortcuts, and the names by which components call each other."""

from __future__ import annotations

from generator.definition.keystrokes import parted
from generator.errors import BroadsideError
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
    try:
        modifiers, key = parted(text)
    except ValueError as trouble:
        raise KeyNameError(str(trouble)) from None
    code = ord(key) if len(key) == 1 else _F1 + int(key[1:]) - 1
    return write("key", Key(code, sum(_MODIFIERS[modifier] for modifier in modifiers)))
