"""JSON as Tabletop Simulator and its tools write it, read without losing how it is spelled.

`read` gives plain values, for everything that only looks. `read_spelled` keeps what Python's own
reading throws away: how a number is spelled (``1.0``, ``1E-07``, ``-0.0``), and keys that stand
twice. How whole files are written (indentation, line ends, escapes) is told by
`generator.tabletop_simulator.styles`.

The game reads and writes with Json.NET: https://www.newtonsoft.com/json.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from generator.collecting import no_collection
from generator.errors import BroadsideError
from generator.files import a_file
from generator.light import dataclass

BOM: Final = "\ufeff"
_ARCHIVE = b"PK\x03\x04"
"""The first bytes of modules, saves and logs of VASSAL."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_BEGINNINGS = (b"{", b"[", b'{\0"', b"{\0\r", b"{\0\n", b"{\0 ", b"{\0}", b"[\0{")
"""What is left of the first letters of wide JSON without zeros around them."""
_TROUBLES: dict[str, str] = {
    "Expecting value": "a value is missing or misspelled",
    "Expecting property name enclosed in double quotes": 'a key in "double quotes" is missing',
    "Illegal trailing comma before end of object": "a comma stands before the closing }",
    "Illegal trailing comma before end of array": "a comma stands before the closing ]",
    "Expecting ':' delimiter": "a colon is missing after the key",
    "Expecting ',' delimiter": "a comma or a closing bracket is missing",
    "Unterminated string starting at": "this text has no closing quotation mark",
    "Invalid \\escape": 'a \\ stands before something else than one of "\\/bfnrtu',
    "Invalid \\uXXXX escape": "\\u stands before something else than four hex digits",
    "Extra data": "the file's value has ended, and more follows",
}
"""What is wrong, by the beginning of what Python's reader says."""
_STRING_OR_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|NaN|-?Infinity', re.DOTALL)
_STRING_OR_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|[0-9]{1000,}', re.DOTALL)
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_SEARCHED = 1 << 24
"""So many letters are searched for the place of a trouble that Python's reader does not place."""


class SpelledError(BroadsideError):
    """A file that is not JSON, or more than is read."""


class Number(str):
    """A number as it is spelled."""

    __slots__ = ()


class Doubled(list[tuple[str, Any]]):
    """An object of JSON in which a key occurs twice: its keys and values in order."""

    __slots__ = ()


Json: TypeAlias = "dict[str, Any] | Doubled | list[Any] | str | Number | bool | None"
"""A value of `read_spelled`. A plain ``str`` is text, a `Number` is none."""


@dataclass(slots=True)
class Limits:
    """How much a file may ask of us."""

    size: int = 1 << 28
    """Most bytes of a file."""

    nesting: int = 200
    """Most lists and objects in each other; a bag in a bag is two more."""


LIMITS = Limits()
"""What a file may ask unless the caller says otherwise; ``--max-size`` raises it for the whole
program."""


def read(path: Path, limits: Limits = LIMITS) -> Any:
    """A file of JSON as plain values; of a key that occurs twice, the last counts, as in the game.

    Raises `SpelledError`, with file, line and column.
    """
    return parse(bytes_of(path, limits), str(path), limits)


def read_spelled(path: Path, limits: Limits = LIMITS) -> Json:
    """A file of JSON with the spelling of its numbers and every key. Raises as `read`."""
    return parse_spelled(decoded(bytes_of(path, limits), str(path)), str(path), limits)


def parse(data: bytes, name: str, limits: Limits = LIMITS) -> Any:
    """As `read`, for bytes of a file that ``name`` is told by in troubles."""
    return _parsed(decoded(data, name), name, limits)


def parse_spelled(text: str, name: str, limits: Limits = LIMITS) -> Json:
    """As `read_spelled`, for a text."""
    value: Json = _parsed(text, name, limits, Number, _object)
    return value


def bytes_of(path: Path, limits: Limits = LIMITS) -> bytes:
    """A file's bytes. Raises `SpelledError` where it cannot be read or is larger than allowed."""
    try:
        if path.is_dir():
            raise SpelledError(f"{path}: is a folder, not a file")
        with a_file(path).open("rb") as file:
            large = path.stat().st_size > limits.size
            data = b"" if large else file.read(limits.size + 1)
    except FileNotFoundError:
        raise SpelledError(f"{path}: no such file") from None
    except OSError as trouble:
        raise SpelledError(f"{path}: cannot be read ({trouble.strerror})") from None
    if large or len(data) > limits.size:
        raise SpelledError(
            f"{path}: larger than {limits.size:,} bytes, the most that is read of JSON unless "
            "--max-size says more"
        )
    return data


def looks_like_json(path: Path) -> bool:
    """Whether a file is meant to be JSON: by its name, or by the bracket it begins with; also
    BSON, the Workshop's own spelling of it. An archive never is, whatever its name."""
    named = path.suffix.lower() == ".json"
    try:
        with a_file(path).open("rb") as file:
            head = file.read(256)
            size = os.fstat(file.fileno()).st_size
    except OSError:
        return named and not path.is_dir()
    if head.startswith(_ARCHIVE):
        return False
    if named or _is_bson(head, size):
        return True
    return head.removeprefix(BOM.encode()).lstrip()[:1] in (b"{", b"[")


def decoded(data: bytes, name: str) -> str:
    """The text of a JSON file, a byte order mark left in. Raises `SpelledError`."""
    if not data.strip():
        raise SpelledError(f"{name}: the file is empty" + (" but for spaces" if data else ""))
    if _is_bson(data, len(data)):
        raise SpelledError(
            f"{name}: is BSON, as the Steam Workshop stores a save; load it in the game and "
            "save it there, or take the .json beside it"
        )
    if data.startswith(_UTF16) or b"\0" in data[:4]:
        wide = data.startswith(_UTF16) or data[:4].strip(b"\0") in _BEGINNINGS
        what = "is written in UTF-16 or UTF-32" if wide else "is no text"
        raise SpelledError(f"{name}: {what}; JSON in UTF-8 is accepted")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as trouble:
        before = data[: trouble.start]
        line = before.count(b"\n") + 1
        column = trouble.start - (before.rfind(b"\n") + 1) + 1
        raise SpelledError(
            f"{name}:{line}:{column}: byte {data[trouble.start]:02x} is not UTF-8; "
            "JSON in UTF-8 is accepted"
        ) from None


def without_mark(text: str) -> str:
    """A text without the byte order mark before it."""
    return text.removeprefix(BOM)


def _is_bson(head: bytes, size: int) -> bool:
    """Whether a file of so many bytes begins with its own length and a typed, named element."""
    length = int.from_bytes(head[:4], "little")
    return len(head) > 5 and length == size and head[4] in range(1, 20)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | Doubled:
    made = dict(pairs)
    return made if len(made) == len(pairs) else Doubled(pairs)


class _WordError(Exception):
    """A word for no number stood where JSON wants a value."""


def _refuse(word: str) -> None:
    raise _WordError(word)


def _parsed(
    text: str,
    name: str,
    limits: Limits,
    number: type[Number] | None = None,
    members: Callable[[list[tuple[str, Any]]], Any] | None = None,
) -> Any:
    text = without_mark(text)
    try:
        with no_collection():
            value = json.loads(
                text,
                strict=False,  # the game's own reader takes control characters as they are
                parse_constant=_refuse,
                parse_int=number,
                parse_float=number,
                object_pairs_hook=members,
            )
    except json.JSONDecodeError as trouble:
        raise SpelledError(_told(trouble, text, name)) from None
    except _WordError as trouble:
        place = _place_of(_STRING_OR_WORD, text)
        raise SpelledError(f"{name}:{place} {trouble} is not a number of JSON") from None
    except RecursionError:
        raise SpelledError(_too_deep(text, name, limits.nesting)) from None
    except ValueError:
        place = _place_of(_STRING_OR_NUMBER, text)
        raise SpelledError(
            f"{name}:{place} a number of thousands of digits; the game keeps 19 at most"
        ) from None
    if _nesting(value) > limits.nesting:
        raise SpelledError(_too_deep(text, name, limits.nesting))
    return value


def _told(trouble: json.JSONDecodeError, text: str, name: str) -> str:
    where = f"{name}:{trouble.lineno}:{trouble.colno}:"
    said = next((ours for theirs, ours in _TROUBLES.items() if theirs in trouble.msg), "")
    if trouble.pos == 0:
        return f"{name}: is not JSON; it begins with {text[:20]!r}"
    if not text[trouble.pos :].strip():
        return f"{where} the file ends in the middle: {said or trouble.msg}"
    return f"{where} {said or trouble.msg}, at {text[trouble.pos : trouble.pos + 20]!r}"


def _place_of(what: re.Pattern[str], text: str) -> str:
    """``line:column:`` of the first thing outside of strings that a pattern finds."""
    for found in what.finditer(text, 0, _SEARCHED):
        if found[0][0] != '"':
            return _line_and_column(text, found.start())
    return ""


def _too_deep(text: str, name: str, most: int) -> str:
    depth = 0
    place = ""
    for found in _STRING_OR_BRACKET.finditer(text, 0, _SEARCHED):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(found[0], 0)
        if depth > most:
            place = _line_and_column(text, found.start())
            break
    return f"{name}:{place} lists and objects lie in each other more than {most} deep"


def _line_and_column(text: str, at: int) -> str:
    return f"{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}:"


def _nesting(value: object) -> int:
    """How many lists and objects lie in each other at most."""
    depth = 0
    level = [value]
    while level := [one for one in level if isinstance(one, (dict, list, tuple))]:
        depth += 1
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if type(inner) is dict or isinstance(inner, (list, tuple))
        ]
    return depth
