"""How a file of JSON is written: its style, and the places where it departs from it.

`spelling_of` finds the style of a text and where it is written otherwise, and `written` makes the
very text again from its values, the style and the departures. The game's own style, Json.NET's
indented one, is `GAME`: two spaces a level, a space after the colon, letters beyond ASCII as they
are, and U+0085, U+2028 and U+2029 escaped.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from json.encoder import encode_basestring
from typing import Any, TypeAlias

from generator.light import dataclass
from generator.tabletop_simulator.spelled import BOM, Doubled, Json, Number

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_SCALAR = re.compile(r"[^ \t\r\n,\]}]+")
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_BEFORE_COMMA = re.compile(r'(?:[^",]+|"[^"\\]*(?:\\.[^"\\]*)*")*', re.DOTALL)
_UNCOMMON = re.compile("[\x85\u2028\u2029\ud800-\udfff]")
_SHORT_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}
_ESCAPED_BY_CHOICE = "\x7f\x85\u2028\u2029"
"""Letters that stand escaped or as they are, as the writing program likes."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a whole file is written."""

    mark: bool = False
    """Whether it begins with a byte order mark."""

    line_end: str = "\n"
    """What ends a line; nothing where all stands on one."""

    indent: str = "  "
    """What stands before a line for each level."""

    colon: str = ": "
    """The colon after a key, with the spaces around it."""

    comma: str = ","
    """The comma between two members, with the spaces after it that end no line."""

    ascii: bool = False
    """Whether all letters beyond ASCII are escaped."""

    capitals: bool = False
    """Whether the digits of escapes are A-F rather than a-f."""

    escapes: tuple[tuple[str, str], ...] = ()
    """Letters that are written in another way than the game does, and how."""

    head: str = ""
    """Spaces and line ends before the value."""

    tail: str = ""
    """Spaces and line ends after the value."""


GAME = Style()
"""The game's own, with the line ends of macOS and Linux; Windows has others."""


@dataclass(slots=True)
class Departure:
    """Where one member of a list or object is written otherwise; ``None`` is the style's way."""

    before: str | None = None
    """Space before the member; of the place after the last one, before the closing bracket."""

    key: str | None = None
    """The key with its quotation marks and escapes."""

    after_key: str | None = None
    after_colon: str | None = None
    text: str | None = None
    """The text that is its value, with quotation marks and escapes."""

    after: str | None = None
    """Space between the member and the comma after it."""


Departures: TypeAlias = dict[int, dict[int, Departure]]
"""By the `id` of a list or object, then by the position of the member in it."""


def written(value: Json, style: Style = GAME, departures: Departures | None = None) -> str:
    """The text of a value.

    A departure counts where it says the same text or key as stands there, and for spaces always.
    """
    mark = BOM if style.mark else ""
    return f"{mark}{style.head}{Writer(style, departures).text(value)}{style.tail}"


def quoter(style: Style) -> Callable[[str], str]:
    """What writes a text with its quotation marks and escapes."""
    if style.ascii or style.capitals or style.escapes:
        table = _Table(style)
        return lambda text: f'"{text.translate(table)}"'
    return _as_the_game


def unquoted(raw: str) -> str | None:
    """What a text with quotation marks and escapes says; ``None`` where it is no such text."""
    if _STRING.fullmatch(raw) is None:
        return None
    try:
        said = json.loads(raw, strict=False)
    except json.JSONDecodeError:
        return None
    return said if isinstance(said, str) else None


def spelling_of(text: str, value: Json) -> tuple[Style, Departures]:
    """The style that a text of JSON, which says ``value``, is written in, and where it departs."""
    style = _layout_of(text, value)
    if written(value, style) == text:
        return style, {}
    style = replace(style, **_escapes_of(text.removeprefix(BOM)))
    if written(value, style) == text:
        return style, {}
    comparer = _Comparer(text, style)
    comparer.walk(value, _space_at(text, 1 if style.mark else 0), style.line_end)
    return style, comparer.found


def _layout_of(text: str, value: Json) -> Style:
    """The spaces and line ends of a style, as the first lines have them."""
    mark = text.startswith(BOM)
    body = text[1:] if mark else text
    begin = _space_at(body, 0)
    gap = _space_at(body, begin + 1)
    first = body[begin + 1 : gap]
    line_end = "\r\n" if "\r\n" in first else "\n" if "\n" in first else ""
    indent = first.rpartition("\n")[2] if line_end else ""
    colon = ": "
    if isinstance(value, (dict, Doubled)) and value:
        key = _STRING.match(body, gap)
        assert key is not None
        colon = body[key.end() : _space_at(body, _space_at(body, key.end()) + 1)]
    end = _BEFORE_COMMA.match(body, begin)
    assert end is not None
    after = body[end.end() + 1 : _space_at(body, end.end() + 1)]
    comma = "," + (after.partition(line_end)[0] if line_end else after)
    tail = body[len(body.rstrip(" \t\r\n")) :]
    return Style(mark, line_end, indent, colon, comma, head=body[:begin], tail=tail)


class _Table(dict[int, str]):
    """How each letter is written, for `str.translate`."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._ascii = style.ascii
        self._digits = "\\u{:04X}" if style.capitals else "\\u{:04x}"
        for code in (*range(0x20), 0x85, 0x2028, 0x2029):
            self[code] = self._escape(code)
        for letter, escape in (*_SHORT_ESCAPES.items(), *style.escapes):
            self[ord(letter)] = escape

    def _escape(self, code: int) -> str:
        return self._digits.format(code)

    def __missing__(self, code: int) -> str:
        if 0xD800 <= code < 0xE000 or (self._ascii and 0x80 <= code < 0x10000):
            told = self._escape(code)
        elif self._ascii and code >= 0x10000:
            high, low = divmod(code - 0x10000, 0x400)
            told = self._escape(0xD800 + high) + self._escape(0xDC00 + low)
        else:
            told = chr(code)
        self[code] = told
        return told


def _as_the_game(text: str) -> str:
    quoted = encode_basestring(text)
    if text.isascii():
        return quoted
    return _UNCOMMON.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)


class Writer:
    """Writes values, one after another, in one style."""

    def __init__(self, style: Style = GAME, departures: Departures | None = None) -> None:
        self._style = style
        self._departures = departures or {}
        self._quote = quoter(style)
        self._keys: dict[str, str] = {}
        self._parts: list[str] = []

    def text(self, value: Json, lead: str | None = None) -> str:
        """A value's text, without what the style has before and after the whole.

        ``lead`` begins a line at its level; it is the outermost one, unless told.
        """
        self._parts.clear()
        self._put(value, self._style.line_end if lead is None else lead)
        return "".join(self._parts)

    def _put(self, value: Json, lead: str) -> None:
        """Write a value; ``lead`` begins a line at its level."""
        if isinstance(value, (dict, list)):
            if id(value) in self._departures:
                self._put_otherwise(value, lead, self._departures[id(value)])
            elif isinstance(value, (dict, Doubled)):
                self._put_object(value, lead)
            else:
                self._put_list(value, lead)
        else:
            self._parts.append(self._scalar(value))

    def _scalar(self, value: Json) -> str:
        if isinstance(value, Number):
            return str(value)
        if isinstance(value, str):
            return self._quote(value)
        return "null" if value is None else "true" if value is True else "false"

    def _put_object(self, value: Any, lead: str) -> None:
        add, scalar, keys = self._parts.append, self._scalar, self._keys
        inner = lead + self._style.indent if lead else ""
        colon, between, before = self._style.colon, self._style.comma + inner, "{" + inner
        for key, one in value if isinstance(value, Doubled) else value.items():
            told = keys.get(key)
            if told is None:
                told = keys[key] = self._quote(key) + colon
            kind = type(one)
            if kind is dict or kind is list or kind is Doubled:
                add(before + told)
                self._put(one, inner)
            elif kind is Number:
                add(before + told + one)
            else:
                add(before + told + scalar(one))
            before = between
        add(lead + "}" if value else "{}")

    def _put_list(self, value: list[Any], lead: str) -> None:
        inner = lead + self._style.indent if lead else ""
        between, before = self._style.comma + inner, "[" + inner
        for one in value:
            self._parts.append(before)
            self._put(one, inner)
            before = between
        self._parts.append(lead + "]" if value else "[]")

    def _put_otherwise(self, value: Any, lead: str, slots: Mapping[int, Departure]) -> None:
        style, add = self._style, self._parts.append
        opening, closing = "[]" if type(value) is list else "{}"
        inner = lead + style.indent if lead else ""
        add(opening)
        for at, (key, one) in enumerate(members_of(value)):
            slot = slots.get(at, _AS_EVER)
            if at:
                add(",")
            add(_or(slot.before, style.comma[1:] + inner if at else inner))
            if key is not None:
                before, after = _around(style.colon)
                add(slot.key if slot.key and unquoted(slot.key) == key else self._quote(key))
                add(f"{_or(slot.after_key, before)}:{_or(slot.after_colon, after)}")
            if slot.text is not None and type(one) is str and unquoted(slot.text) == one:
                add(slot.text)
            else:
                self._put(one, inner)
            add(slot.after or "")
        last = slots.get(len(value), _AS_EVER)
        add(_or(last.before, lead if value else "") + closing)


_AS_EVER = Departure()


_WHOLE = (2, 4)
"""How deep things lie that are held beside the text as a whole first: the objects on the table,
and those in them. Most of them depart in nothing."""


class _Comparer:
    """A text held beside the values it says, to find where it departs from its style."""

    def __init__(self, text: str, style: Style) -> None:
        self._text = text
        self._style = style
        self._quote = quoter(style)
        self._writer = Writer(style)
        self._around_colon = _around(style.colon)
        self.found: Departures = {}

    def walk(self, value: Json, at: int, lead: str, level: int = 0) -> int:
        """Go through a value that begins at a place of the text; where it ends."""
        if not isinstance(value, (dict, list)):
            end = (_STRING if self._text[at] == '"' else _SCALAR).match(self._text, at)
            assert end is not None
            return end.end()
        if level in _WHOLE:
            lawful = self._writer.text(value, lead)
            if self._text.startswith(lawful, at):
                return at + len(lawful)
        inner = lead + self._style.indent if lead else ""
        slots: dict[int, Departure] = {}
        at += 1
        for place, (key, one) in enumerate(members_of(value)):
            slot = Departure()
            lawful = self._style.comma[1:] + inner if place else inner
            slot.before, at = self._gap(at, lawful)
            if key is not None:
                slot.key, at = self._string(at, key)
                slot.after_key, at = self._gap(at, self._around_colon[0])
                slot.after_colon, at = self._gap(at + 1, self._around_colon[1])
            if type(one) is str:
                slot.text, at = self._string(at, one)
            else:
                at = self.walk(one, at, inner, level + 1)
            if place < len(value) - 1:
                slot.after, at = self._gap(at, "")
                at += 1
            if slot != _AS_EVER:
                slots[place] = slot
        last, at = self._gap(at, lead if value else "")
        if last is not None:
            slots[len(value)] = Departure(last)
        if slots:
            self.found[id(value)] = slots
        return at + 1

    def _gap(self, at: int, lawful: str) -> tuple[str | None, int]:
        end = _space_at(self._text, at)
        there = self._text[at:end]
        return (None if there == lawful else there), end

    def _string(self, at: int, said: str) -> tuple[str | None, int]:
        lawful = self._quote(said)
        end = at + len(lawful)
        # A text is over at its quotation mark, so what begins alike is all of it.
        if self._text.startswith(lawful, at):
            return None, end
        found = _STRING.match(self._text, at)
        assert found is not None
        return found[0], found.end()


def members_of(value: Any) -> Iterable[tuple[str | None, Any]]:
    """(key, value) of each member of a list or object; a list's have no keys."""
    if isinstance(value, dict):
        return value.items()
    if isinstance(value, Doubled):
        return value
    return ((None, one) for one in value)


def _around(colon: str) -> tuple[str, str]:
    before, _, after = colon.partition(":")
    return before, after


def _or(given: str | None, otherwise: str) -> str:
    return otherwise if given is None else given


def _space_at(text: str, at: int) -> int:
    """Where the spaces and line ends from a place on are over."""
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


def _escapes_of(text: str) -> dict[str, Any]:
    """What of a style is about escapes, as most of a text has them."""
    counts = Counter(_ESCAPE.findall(text))
    wide = sum(count for escape, count in counts.items() if _code(escape) >= 0x80)
    ascii_only = wide > 0 and text.isascii()
    upper = sum(count for escape, count in counts.items() if escape[2:] != escape[2:].lower())
    lower = sum(count for escape, count in counts.items() if escape[2:] != escape[2:].upper())
    capitals = upper > lower
    table = _Table(Style(ascii=ascii_only, capitals=capitals))
    escapes = tuple(sorted(_chosen(text, counts, table)))
    return {"ascii": ascii_only, "capitals": capitals, "escapes": escapes}


def _chosen(text: str, counts: Mapping[str, int], table: _Table) -> Iterator[tuple[str, str]]:
    """The letters for which the commonest way to write them is not the table's."""
    ways: dict[str, Counter[str]] = {}
    for escape, count in counts.items():
        letter = unquoted(f'"{escape}"')
        if letter is not None and not "\ud800" <= letter < "\ue000":
            ways.setdefault(letter, Counter())[escape] = count
    for letter in {*ways, *_ESCAPED_BY_CHOICE}:
        if letter not in _SHORT_ESCAPES and letter >= " ":
            bare = text.count(letter)
            # Short escapes hold their own letter: \/ holds a /.
            bare -= sum(count for way, count in ways.get(letter, {}).items() if letter in way)
            ways.setdefault(letter, Counter())[letter] = bare
        way, count = max(ways[letter].items(), key=lambda row: (row[1], row[0]))
        if count and way != table[ord(letter)]:
            yield letter, way


def _code(escape: str) -> int:
    return int(escape[2:], 16) if len(escape) > 2 else 0
