"""The veil over a saved game as text: header, key, and how its digits are written."""

from __future__ import annotations

from typing import Final

from generator.vassal.obfuscation import XZ_MAGIC, Veil
from generator.workbench.text.reading import Fields, Node
from generator.workbench.text.spelling import Source, refuse_others
from generator.workbench.text.writing import Flow, Value

VEIL: Final = "veil"
_HEADERS: Final = {
    "!VCSK": b"!VCSK",
    "VOBS": b"VOBS",
    "!VOBS": b"!VOBS",
    "!VCSZ": b"!VCSZ",
    "!VOXZ": b"!VOXZ",
    "xz": XZ_MAGIC,
    "plain": b"",
}
_KEY, _UPPER, _KEY_TEXT, _TAIL, _HEADER = "key", "upper", "written key", "tail", "header"


def spell(how: Veil) -> Value:
    """How a text is hidden."""
    made: dict[str, Value] = Flow()
    made[_HEADER] = next(word for word, header in _HEADERS.items() if header == how.header)
    if how.header not in (b"", XZ_MAGIC):
        made[_KEY] = str(how.key)
    if how.upper:
        made[_UPPER] = "true"
    if how.key_text:
        made[_KEY_TEXT] = how.key_text.decode("latin-1")
    if how.tail:
        made[_TAIL] = how.tail.decode("latin-1")
    return made


def read(node: Node | None, source: Source) -> Veil:
    """The veil a text file states; the one VASSAL 3 uses where it states none."""
    if not isinstance(node, Fields):
        if node is not None:
            source.wrong(node, "a mapping is wanted here: header and key")
        return Veil()
    refuse_others(node, (_HEADER, _KEY, _UPPER, _KEY_TEXT, _TAIL), source)
    said = {name: source.text(value, name) for name, value in node.values.items()}
    word = said.get(_HEADER, "!VCSK")
    if word not in _HEADERS:
        source.wrong(node, f"unknown header {word!r}; accepted: {', '.join(_HEADERS)}")
        return Veil()
    key = said.get(_KEY, "0")
    if not (key.isdecimal() and len(key) < 4 and int(key) < 256):
        source.wrong(node.values[_KEY], f"{key!r}: the key is a number from 0 to 255")
        key = "0"
    key_text, tail = (
        said.get(name, "").encode("latin-1", "replace") for name in (_KEY_TEXT, _TAIL)
    )
    return Veil(_HEADERS[word], int(key), said.get(_UPPER) == "true", key_text, tail)
