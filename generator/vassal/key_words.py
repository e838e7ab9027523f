"""Keys in words: ``Ctrl+F``, ``Alt+Shift+Page Up``, ``named Flip``, ``letter M``.

What no word is found for stays as VASSAL writes it (``65,128``), and is read like that too.
"""

from __future__ import annotations

import re
from typing import Final

from generator.errors import nearest
from generator.vassal.encodings import ALT, CTRL, NAMED, SHIFT

META: Final = 260
NAMED_END: Final = 63743
"""Last key code of a named command; VASSAL writes it for one that has no other
(``NamedKeyStroke.NULL_KEYSTROKE``)."""

_MODIFIERS = {"Ctrl": CTRL, "Meta": META, "Alt": ALT, "Shift": SHIFT}
_WORDS = {
    8: "Backspace", 9: "Tab", 10: "Enter", 12: "Clear", 19: "Pause", 20: "Caps Lock", 27: "Escape",
    32: "Space", 33: "Page Up", 34: "Page Down", 35: "End", 36: "Home", 37: "Left", 38: "Up",
    39: "Right", 40: "Down", 44: "Comma", 45: "Minus", 46: "Period", 47: "Slash", 59: "Semicolon",
    61: "Equals", 91: "Open Bracket", 92: "Backslash", 93: "Close Bracket", 106: "Numpad Times",
    107: "Numpad Plus", 109: "Numpad Minus", 110: "Numpad Point", 111: "Numpad Slash",
    127: "Delete", 155: "Insert", 192: "Back Quote", 222: "Quote", 521: "Plus",
    **{code: chr(code) for code in (*range(48, 58), *range(65, 91))},
    **{96 + digit: f"Numpad {digit}" for digit in range(10)},
    **{111 + number: f"F{number}" for number in range(1, 13)},
    **{61427 + number: f"F{number}" for number in range(13, 25)},
}  # fmt: skip
"""Key codes of ``java.awt.event.KeyEvent``."""
_CODES = {word.casefold(): code for code, word in _WORDS.items()}
_SUMS = {
    sum(value for at, value in enumerate(_MODIFIERS.values()) if mask >> at & 1): "".join(
        f"{word}+" for at, word in enumerate(_MODIFIERS) if mask >> at & 1
    )
    for mask in range(16)
}
_BY_NAME = {word.casefold(): value for word, value in _MODIFIERS.items()}
_WRITTEN = re.compile(r"([0-9]{1,9}),([0-9]{1,9})(?:,(.+))?", re.DOTALL)
_RAW = re.compile(r"-?[0-9]{1,9},-?[0-9]{1,9}(,.*)?", re.DOTALL)


def in_words(text: str) -> tuple[str | None, int]:
    """The words for a key as VASSAL writes it, and for a named command its number (else 0).

    None for a text that is no key.
    """
    if not text:
        return "", 0
    if len(text) == 1:
        return f"letter {text}", 0
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return (text if _RAW.fullmatch(text) else None), 0
    code, modifiers, name = int(match[1]), int(match[2]), match[3]
    if name is not None:
        if modifiers or not NAMED <= code <= NAMED_END or match[1] != str(code) or match[2] != "0":
            return text, 0
        return f"named {name}", code
    word, front = _WORDS.get(code), _SUMS.get(modifiers)
    if word is None or front is None or text != f"{code},{modifiers}":
        return text, 0
    return front + word, 0


def from_words(words: str) -> tuple[str, str]:
    """What VASSAL writes for a key in words; for a named command, its name comes second.

    Raises ValueError saying what is accepted.
    """
    if not words or _RAW.fullmatch(words):
        return words, ""
    kind, _, rest = words.partition(" ")
    if kind == "named" and rest:
        return "", rest
    if kind == "letter" and len(rest) == 1:
        return rest, ""
    *modifiers, key = re.split(r"\+(?=.)", words)
    total = 0
    for modifier in modifiers:
        value = _BY_NAME.get(modifier.strip().casefold())
        if value is None:
            raise ValueError(f"unknown modifier {modifier!r}{nearest(modifier, _MODIFIERS)}")
        total |= value
    code = _CODES.get(key.strip().casefold())
    if code is None:
        raise ValueError(
            f"no key {words!r}{nearest(key, _WORDS.values())}; a key is written as 'Ctrl+F', "
            "'F5' or 'Alt+Page Up', a named command as 'named Flip'"
        )
    return f"{code},{total}", ""
