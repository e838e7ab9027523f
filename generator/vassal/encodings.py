"""The small languages inside a trait's or component's fields, down to the last level.

`read` turns a field's text into a value by its kind, `write` turns it back (`kinds`). The values
are declared here; the records below *are* the table: one line a field, with its kind and meaning.

Kinds of plain text say what the text is for, or what it refers to:

- ``str``: nothing but itself; ``choice``: one of a few words; ``letters``: old keys
- ``text``: words that players read (menu entries, tooltips); ``note``: that only builders read
- ``fmt``: message format, with ``$name$`` or a BeanShell expression in braces
- ``expr``: expression, BeanShell in braces; ``match``: condition on a piece's properties, BeanShell
  in braces or the older ``a = b && c``; ``lookup``: name of a property, or an expression in braces
- ``image``: picture in ``images/``, with a leading ``/`` one of VASSAL's own; ``sound``: file in
  ``sounds/``; ``page``: help page or chart; ``file``: any member of the archive
- ``map`` ``board`` ``zone`` ``region`` ``location`` (of a grid) ``deck`` ``prototype`` ``side``
  ``property`` ``shader`` (map shading) ``layer`` ``highlight`` (of a zone) ``mat``
  ``attachment``: by their names; ``button``: by its
  text in the toolbar; ``menu``: a trait by its menu entry; ``font`` ``swatch`` ``item``: font
  style, colour, and part of a layout, of game piece images
- ``prefix``: what begins the names of a trait's properties; ``class``: a class by its full name
- ``gpid``: a piece in the palette; ``pieceid``: a piece in play
- ``owner``: a player's password, or a side: never to be shown

``def[...]`` marks the text that gives a thing its name, ``sets[...]`` a property that is changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from generator.light import dataclass
from generator.vassal import kinds, sequences
from generator.vassal.kinds import (
    EncodingError,
    Joined,
    Leaf,
    Listed,
    Part,
    declare,
    parts,
    read,
    record,
    rewritten,
    write,
)

__all__ = [
    "ALT",
    "CTRL",
    "NAMED",
    "SHIFT",
    "Access",
    "Change",
    "Constraints",
    "EncodingError",
    "Key",
    "LetterKey",
    "Part",
    "PropertyCommand",
    "Target",
    "number",
    "parts",
    "read",
    "rewritten",
    "write",
    "written_number",
]

CTRL = 130
"""Modifiers of a Ctrl key, as VASSAL writes them."""
SHIFT, ALT = 65, 520
NAMED = 57344
"""First key code of named commands; VASSAL gives each name a code of its own at run time."""

kinds.texts("str", "text", "note", "fmt", "expr", "match", "lookup", "choice", "letters")
kinds.texts("image", "sound", "file", "page", "map", "board", "zone", "region", "location", "deck")
kinds.texts("prototype", "side", "property", "shader", "button", "font", "swatch", "item", "mat")
kinds.texts(
    "attachment", "prefix", "menu", "layer", "highlight", "class", "gpid", "pieceid", "owner"
)


# --- Numbers and switches -----------------------------------------------------------------


_COUNT = re.compile(r"[0-9]{1,10}")


def is_count(text: str) -> bool:
    """Whether a text is a whole number without a sign, of no more digits than VASSAL reads (``int``
    of Java)."""
    return _COUNT.fullmatch(text) is not None


def is_whole(text: str) -> bool:
    """As `is_count`; a sign may stand before it."""
    return is_count(text[1:] if text[:1] in ("+", "-") else text)


def whole(text: str, default: int = 0, most: int = 999_999_999) -> int:
    """The whole number a text is; ``default`` for another text, and for a number farther from 0
    than ``most``."""
    found = int(text) if is_whole(text := text.strip()) else default
    return found if -most <= found <= most else default


def number(text: str) -> float | int:
    """A number, as Java writes a double, or without a point. Raises `ValueError`."""
    return float(text) if "." in text or "N" in text or "I" in text else int(text)


def written_number(value: float) -> str:
    """A number as Java writes a double."""
    if isinstance(value, int):
        return str(value)
    if value != value or value in (float("inf"), float("-inf")):
        return repr(value).replace("nan", "NaN").replace("inf", "Infinity")
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return repr(value) if "e" not in repr(value) else format(value, "f")
    digits, _, exponent = format(value, "e").partition("e")
    shortest = repr(value).partition("e")[0].replace(".", "").replace("-", "").strip("0")
    digits = f"{shortest[0]}.{shortest[1:] or '0'}"
    return f"{'-' if value < 0 else ''}{digits}E{int(exponent)}"


def _bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def _written_bool(value: Any) -> str:
    return "true" if value else "false"


def _color(text: str) -> tuple[int, ...] | None:
    return tuple(int(part) for part in text.split(",")) if text else None


def _written_color(color: Sequence[int] | None) -> str:
    return ",".join(str(part) for part in color) if color is not None else ""


declare("int", Leaf(int, str))
declare("float", Leaf(number, written_number))
declare("bool", Leaf(_bool, _written_bool))
declare("color", Leaf(_color, _written_color))


# --- Keys ---------------------------------------------------------------------------------


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
class LetterKey(Key):
    """Ctrl and a letter, as modules before VASSAL 3.0 write it: the letter alone."""


def _key(text: str) -> Key | None:
    if not text:
        return None
    if len(text) == 1:
        return LetterKey(ord(text))
    code, modifiers, *name = text.split(",", 2)
    return Key(int(code), int(modifiers), name[0] if name else "")


def _written_key(key: Key | None) -> str:
    if key is None:
        return ""
    if isinstance(key, LetterKey):
        return chr(key.code)
    text = f"{key.code},{key.modifiers}"
    return f"{text},{key.name}" if key.name else text


class _KeyList(Listed):
    """Keys; in modules before VASSAL 3.0 letters in a row, each with Ctrl."""

    __slots__ = ()

    def split(self, text: str) -> list[tuple[str, str, str]]:
        if "," in text:
            return super().split(text)
        return [(str(at), self.item, letter) for at, letter in enumerate(text)]

    def join(self, texts: Sequence[str]) -> str:
        letters = len(texts) > 1 and all(len(text) == 1 for text in texts)
        return "".join(texts) if letters else super().join(texts)


declare("key", Leaf(_key, _written_key))
declare("keylist", _KeyList("key"))


# --- Lists and records --------------------------------------------------------------------

declare("strlist", Listed("str"))
declare("tildes", Listed("str", "~"))


class Parameter(NamedTuple):
    """A name and what it is to be."""

    name: str
    value: str


class _Pairs(Joined):
    """Names and values, two by two."""

    __slots__ = ("_delimiter", "_name")

    def __init__(self, name: str, delimiter: str) -> None:
        self._name, self._delimiter = name, delimiter

    def split(self, text: str) -> list[tuple[str, str, str]]:
        name, value = sequences.tokens(text, self._delimiter)
        return [("name", self._name, name), ("value", "fmt", value)]

    def join(self, texts: Sequence[str]) -> str:
        return sequences.encode(texts, self._delimiter)

    def made(self, values: list[Any]) -> Parameter:
        return Parameter(*values)

    def taken(self, value: Any) -> list[tuple[str, Any]]:
        name, said = value
        return [(self._name, name), ("fmt", said)]


declare("param", _Pairs("sets[property]", ":"))
declare("paramlist", Listed("param"))
declare("pair", _Pairs("str", "="))
declare("pairs", Listed("pair"))


@dataclass(frozen=True, slots=True)
class Access:
    """Who owns a mask or an invisible piece: the player, the side, or any of some sides."""

    kind: str = "player"
    """``player``, ``side`` or ``sides``."""
    sides: tuple[str, ...] = ()


class _Access(Joined):
    __slots__ = ()

    def split(self, text: str) -> list[tuple[str, str, str]]:
        kind, *sides = sequences.tokens(text, ":")
        if (kind == "sides" and sides) or (kind in ("player", "side") and sides == [""]):
            named = sides if kind == "sides" else []
            return [
                ("kind", "choice", kind),
                *((f"sides.{at}", "side", side) for at, side in enumerate(named)),
            ]
        raise ValueError(text)

    def join(self, texts: Sequence[str]) -> str:
        kind, *sides = texts
        return sequences.encode([kind, *(sides or [""])], ":")

    def made(self, values: list[Any]) -> Access:
        return Access(values[0], tuple(values[1:]))

    def taken(self, value: Access) -> list[tuple[str, Any]]:
        return [("choice", value.kind), *(("side", side) for side in value.sides)]


declare("access", _Access())


@record("constraints", ",")
@dataclass(frozen=True, slots=True)
class Constraints:
    """What values a property may take."""

    numeric: Annotated[bool, "bool", "whether it is a whole number"] = False
    minimum: Annotated[int, "int", "least number"] = 0
    maximum: Annotated[int, "int", "greatest number"] = 100
    wrap: Annotated[bool, "bool", "whether the greatest is followed by the least"] = False
    more: Annotated[str | None, "str~", "nothing; some versions write a fifth token"] = None


@record("change", ",")
@dataclass(frozen=True, slots=True)
class Change:
    """What a command does to a property."""

    kind: Annotated[str, "choice", "P set, I add, R ask for a text, E pick from a list"]
    value: Annotated[str, "fmt", "the value, the amount, or the prompt"] = ""
    choices: Annotated[tuple[str, ...] | None, "list[fmt]~", "for E: the list"] = None


@record("keycommand", ":")
@dataclass(frozen=True, slots=True)
class PropertyCommand:
    """One menu entry of a property trait."""

    menu: Annotated[str, "text", "menu entry"]
    key: Annotated[Key | str | None, "key", "key command"]
    change: Annotated[Change | str, "change", "what it does"]


declare("keycommands", Listed("keycommand"))


@record("target", "|")
@dataclass(frozen=True, slots=True)
class Target:
    """Whom a global key command reaches (``GlobalCommandTarget``)."""

    kind: Annotated[str, "choice", "what sends it: COUNTER, MAP, MODULE or DECK"] = "COUNTER"
    by_location: Annotated[bool, "bool", "whether only pieces somewhere are asked"] = False
    location_kind: Annotated[
        str,
        "choice",
        "where: CURSTACK CURMAP CURZONE CURLOC MAP ZONE LOCATION XY DECK CURMAT CURATTACH",
    ] = "MAP"
    map: Annotated[str, "fmt[map]", "on this map"] = ""
    board: Annotated[str, "fmt[board]", "on this board"] = ""
    zone: Annotated[str, "fmt[zone]", "in this zone"] = ""
    location: Annotated[str, "fmt[location]", "at this place of the grid, or region"] = ""
    x: Annotated[str, "fmt[int]", "at this x"] = "0"
    y: Annotated[str, "fmt[int]", "at this y"] = "0"
    deck: Annotated[str, "fmt[deck]", "in this deck"] = ""
    by_property: Annotated[bool, "bool", "whether only pieces with a property are asked"] = False
    property: Annotated[str, "fmt[property]", "the property"] = ""
    value: Annotated[str, "fmt", "what it is compared with"] = ""
    compare: Annotated[
        str,
        "choice",
        "EQUALS NOT_EQUALS GREATER GREATER_EQUALS LESS LESS_EQUALS MATCH NOT_MATCH",
    ] = "EQUALS"
    attachment: Annotated[str | None, "fmt[attachment]~", "through this attachment (3.7)"] = ""
    attachment_id: Annotated[str | None, "fmt~", "which of its pieces, by number (3.7)"] = ""
