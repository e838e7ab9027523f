"""The small languages inside a trait's or component's fields, down to the last level.

`read` turns a field's text into a value by its kind, `write` turns it back. A text that its kind
would not give back the same is left a `str`, so that nothing is ever lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from generator.errors import BroadsideError, nearest
from generator.vassal import sequences

CTRL = 130
"""Modifiers of a Ctrl key, as VASSAL writes them."""
SHIFT, ALT = 65, 520
NAMED = 57344
"""First key code of named commands; VASSAL gives each name a code of its own at run time."""


class EncodingError(BroadsideError):
    """A value that a field of that kind cannot hold."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key stroke, or a named command (``NamedKeyStroke``)."""

    code: int
    modifiers: int = CTRL
    name: str = ""

    @staticmethod
    def named(name: str) -> Key:
        """The command of that name, bound to no key."""
        return Key(NAMED, 0, name)

    @staticmethod
    def ctrl(letter: str) -> Key:
        """Ctrl and a letter or digit."""
        return Key(ord(letter.upper()), CTRL)


@dataclass(frozen=True, slots=True)
class Access:
    """Who owns a mask or an invisible piece: the player, the side, or any of some sides."""

    kind: str = "player"
    """``player``, ``side`` or ``sides``."""
    sides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Constraints:
    """What values a property may take."""

    numeric: bool = False
    minimum: int = 0
    maximum: int = 100
    wrap: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What a command does to a property."""

    kind: str
    """``P`` set, ``I`` add, ``R`` ask for a text, ``E`` pick from a list."""
    value: str = ""
    """The value, the amount, or the prompt."""
    choices: tuple[str, ...] | None = None
    """For ``E``: the list."""


@dataclass(frozen=True, slots=True)
class PropertyCommand:
    """One menu entry of a property trait."""

    menu: str
    key: Key | str | None
    change: Change | str


@dataclass(frozen=True, slots=True)
class Target:
    """Whom a global key command reaches (``GlobalCommandTarget``)."""

    kind: str = "COUNTER"
    """``COUNTER``, ``MAP``, ``MODULE`` or ``DECK``: what sends it."""
    by_location: bool = False
    location_kind: str = "MAP"
    map: str = ""
    board: str = ""
    zone: str = ""
    location: str = ""
    x: str = "0"
    y: str = "0"
    deck: str = ""
    by_property: bool = False
    property: str = ""
    value: str = ""
    compare: str = "EQUALS"
    attachment: str = ""
    attachment_id: str = ""


def _read_int(text: str) -> int:
    return int(text)


def _read_bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def _write_bool(value: Any) -> str:
    return "true" if value else "false"


def _read_key(text: str) -> Key | None:
    if not text:
        return None
    code, modifiers, *name = text.split(",", 2)
    return Key(int(code), int(modifiers), name[0] if name else "")


def _write_key(key: Key | str | None) -> str:
    if key is None:
        return ""
    if isinstance(key, str):
        return key
    text = f"{key.code},{key.modifiers}"
    return f"{text},{key.name}" if key.name else text


def _read_list(text: str) -> tuple[str, ...]:
    return tuple(sequences.decode(text, ",")) if text else ()


def _write_list(values: Sequence[str]) -> str:
    return sequences.encode(values, ",")


def _read_tildes(text: str) -> tuple[str, ...]:
    return tuple(sequences.decode(text, "~")) if text else ()


def _write_tildes(values: Sequence[str]) -> str:
    return sequences.encode(values, "~")


def _read_keys(text: str) -> tuple[Key | str | None, ...]:
    return tuple(read("key", token) for token in sequences.decode(text, ",")) if text else ()


def _write_keys(keys: Sequence[Key | str | None]) -> str:
    return sequences.encode([_write_key(key) for key in keys], ",")


def _read_color(text: str) -> tuple[int, ...] | None:
    return tuple(int(part) for part in text.split(",")) if text else None


def _write_color(color: Sequence[int] | None) -> str:
    return ",".join(str(part) for part in color) if color is not None else ""


def _read_access(text: str) -> Access:
    kind, *sides = sequences.decode(text, ":")
    if kind in ("player", "side") and sides == [""]:
        return Access(kind)
    if kind == "sides":
        return Access(kind, tuple(sides))
    raise ValueError(text)


def _write_access(access: Access) -> str:
    return sequences.encode([access.kind, *(access.sides or [""])], ":")


def _read_constraints(text: str) -> Constraints:
    numeric, minimum, maximum, wrap = sequences.decode(text, ",")
    return Constraints(_read_bool(numeric), int(minimum), int(maximum), _read_bool(wrap))


def _write_constraints(value: Constraints) -> str:
    parts = (value.numeric, value.minimum, value.maximum, value.wrap)
    return ",".join(_write_bool(part) if isinstance(part, bool) else str(part) for part in parts)


def _read_change(text: str) -> Change:
    kind, *parts = sequences.decode(text, ",")
    if kind == "E" and len(parts) == 2:
        return Change(kind, parts[0], _read_list(parts[1]))
    if kind in ("P", "I", "R") and len(parts) == 1:
        return Change(kind, parts[0])
    raise ValueError(text)


def _write_change(change: Change | str) -> str:
    if isinstance(change, str):
        return change
    parts = [change.kind, change.value]
    if change.choices is not None:
        parts.append(_write_list(change.choices))
    return sequences.encode(parts, ",")


def _read_commands(text: str) -> tuple[PropertyCommand, ...]:
    found = []
    for item in sequences.decode(text, ",") if text else ():
        menu, key, change = sequences.decode(item, ":")
        found.append(PropertyCommand(menu, read("key", key), read("change", change)))
    return tuple(found)


def _write_commands(values: Sequence[PropertyCommand]) -> str:
    return sequences.encode(
        [
            sequences.encode([row.menu, _write_key(row.key), _write_change(row.change)], ":")
            for row in values
        ],
        ",",
    )


def _reader_of_pairs(delimiter: str) -> Callable[[str], tuple[tuple[str, str], ...]]:
    def read_pairs(text: str) -> tuple[tuple[str, str], ...]:
        found = []
        for item in sequences.decode(text, ",") if text else ():
            name, value = sequences.decode(item, delimiter)
            found.append((name, value))
        return tuple(found)

    return read_pairs


def _writer_of_pairs(delimiter: str) -> Callable[[Sequence[tuple[str, str]]], str]:
    def write_pairs(pairs: Sequence[tuple[str, str]]) -> str:
        return sequences.encode([sequences.encode(pair, delimiter) for pair in pairs], ",")

    return write_pairs


_TARGET_FIELDS = tuple((field.name, field.type == "bool") for field in fields(Target))


def _read_target(text: str) -> Target:
    tokens = sequences.decode(text, "|")
    if len(tokens) != len(_TARGET_FIELDS):
        raise ValueError(text)
    return Target(
        *[
            _read_bool(token) if flag else token
            for token, (_, flag) in zip(tokens, _TARGET_FIELDS, strict=True)
        ]  # type: ignore[arg-type]
    )


def _write_target(target: Target) -> str:
    values = [(getattr(target, name), flag) for name, flag in _TARGET_FIELDS]
    return sequences.encode([_write_bool(value) if flag else value for value, flag in values], "|")


_KINDS: dict[str, tuple[Callable[[str], Any], Callable[[Any], str]]] = {
    "str": (str, str),
    "fmt": (str, str),
    "expr": (str, str),
    "char": (str, str),
    "int": (_read_int, str),
    "float": (float, lambda value: repr(float(value))),
    "bool": (_read_bool, _write_bool),
    "key": (_read_key, _write_key),
    "keylist": (_read_keys, _write_keys),
    "strlist": (_read_list, _write_list),
    "tildes": (_read_tildes, _write_tildes),
    "color": (_read_color, _write_color),
    "access": (_read_access, _write_access),
    "constraints": (_read_constraints, _write_constraints),
    "change": (_read_change, _write_change),
    "keycommands": (_read_commands, _write_commands),
    "paramlist": (_reader_of_pairs(":"), _writer_of_pairs(":")),
    "pairs": (_reader_of_pairs("="), _writer_of_pairs("=")),
    "target": (_read_target, _write_target),
}
KINDS = frozenset(_KINDS)
"""Every kind a field may have; ``many`` (all tokens that are left) belongs to the layout."""


def read(kind: str, text: str) -> Any:
    """The value of a field's text, or the text itself where the kind does not fit it."""
    reader, writer = _KINDS[kind]
    try:
        value = reader(text)
        if writer(value) == text:
            return value
    except (ValueError, TypeError):
        pass
    return text


def write(kind: str, value: Any) -> str:
    """A field's text for a value; a `str` is taken as encoded already.

    Raises `EncodingError` when the kind cannot hold the value.
    """
    if isinstance(value, str):
        return value
    if kind not in _KINDS:
        raise EncodingError(f"unknown kind of field {kind!r}{nearest(kind, KINDS)}")
    try:
        return _KINDS[kind][1](value)
    except (AttributeError, TypeError, ValueError):
        raise EncodingError(f"{value!r} is no value of kind {kind}") from None
