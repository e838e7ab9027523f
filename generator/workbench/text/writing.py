"""The YAML that is written: a small, plain part of it that any reader and editor understands.

Values are texts, lists and mappings; a text is written so that a YAML reader gets it back letter
for letter (a whole number, ``true`` and ``false`` stand unquoted, whatever they are used for).
How a value is laid out depends on what it holds, never on its length: changing a word changes a
line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

Value = str | Sequence["Value"] | Mapping[str, "Value"]
"""What a line of text can hold. A tuple is always a list in one line."""

STEP = "  "
_FLOW_ITEMS = 4
"""Lists of so few short texts stand in one line."""

_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_PLAIN = re.compile(
    r"(?:[^\W\d]|[$/(<^;]|[0-9]+ ?(?=[g-np-wyzG-NP-WYZ])|[0-9][0-9.]* (?=[^\W\d]|\()"
    r"|(?:[0-9]+\.){2}(?=[0-9]))"
    r"(?:[^\s:#]|:(?=[^\s])|(?<=[^\s])#|\x20+(?=[^\s#]))*"
)
_PLAIN_IN_LINE = re.compile(
    r"(?:[^\W\d]|[$/(<^;])[\w$/()<>.;=+*^%&|!'-]*(?:\x20[\w$/()<>.;=+*^%&|'-]+)*"
)
_KEY = re.compile(r"[A-Za-z_][\w.-]*(?: [\w.()-]+)*")
_WORDS = frozenset(["null", "yes", "no", "on", "off", "true", "false", "<<"])
_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,17}")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
_ESCAPED = re.compile(r'[\\"\n\t]|' + _ODD.pattern)


class Flow(dict[str, Value]):
    """A mapping that is written in one line."""


class Tall(list[Value]):
    """A list with a line for each item, however few and short."""


def lines_of(value: Mapping[str, Value], pad: str = "") -> list[str]:
    """A mapping as lines, each indented by ``pad``."""
    lines: list[str] = []
    put_mapping(lines, pad, value)
    return lines


def put_mapping(lines: list[str], pad: str, value: Mapping[str, Value]) -> None:
    """Add a mapping's lines."""
    for key, item in value.items():
        _put(lines, f"{pad}{key_text(key)}:", pad, item)


def put_item(lines: list[str], pad: str, value: Value) -> None:
    """Add one item of a list; a mapping begins on the line of its dash."""
    if isinstance(value, dict) and value and not isinstance(value, Flow):
        at = len(lines)
        put_mapping(lines, pad + STEP, value)
        lines[at] = f"{pad}- {lines[at][len(pad) + 2 :]}"
    else:
        _put(lines, f"{pad}-", pad, value)


def item_lines(value: Value) -> list[str]:
    """One item of a list that begins at the margin."""
    lines: list[str] = []
    put_item(lines, "", value)
    return lines


def _put(lines: list[str], head: str, pad: str, value: Value) -> None:
    if isinstance(value, str):
        if "\n" in value or (value[:1] == "{" and value[-1:] == "}"):
            _put_block(lines, head, pad, value)
        else:
            lines.append(f"{head} {scalar(value)}")
    elif isinstance(value, Mapping):
        if isinstance(value, Flow) or not value:
            lines.append(f"{head} {in_line(value)}")
        else:
            lines.append(head)
            put_mapping(lines, pad + STEP, value)
    elif _fits_line(value):
        lines.append(f"{head} {in_line(value)}")
    else:
        lines.append(head)
        # Under a dash the items must stand deeper, under a key they need not.
        deeper = pad + STEP if head.endswith("-") else pad
        for item in value:
            put_item(lines, deeper, item)


def _put_block(lines: list[str], head: str, pad: str, text: str) -> None:
    """A text of several lines, or an expression, as it stands."""
    if _ODD.search(text) or not text.strip("\n "):
        lines.append(f"{head} {_quoted(text)}")
        return
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    chomping = "-" if not ends else "" if ends == 1 else "+"
    depth = str(len(STEP)) if body[0] in " \t\n" else ""
    lines.append(f"{head} |{depth}{chomping}")
    pad += STEP
    lines += [pad + line if line else "" for line in body.split("\n")]
    lines += [""] * (ends - 1)


def _fits_line(value: Sequence[Value]) -> bool:
    if value and isinstance(value, Tall):
        return False
    if isinstance(value, tuple) or not value:
        return True
    return len(value) <= _FLOW_ITEMS and all(
        (isinstance(item, str) and item[:1] != "{" and "\n" not in item)
        or isinstance(item, tuple | Flow)
        for item in value
    )


def in_line(value: Value) -> str:
    """A value in one line, as it stands inside brackets or braces."""
    if isinstance(value, str):
        return _scalar_in_line(value)
    if isinstance(value, Mapping):
        pairs = [f"{key_text(key)}: {in_line(item)}" for key, item in value.items()]
        return "{" + ", ".join(pairs) + "}"
    return "[" + ", ".join([in_line(item) for item in value]) + "]"


@lru_cache(maxsize=1 << 16)
def scalar(text: str) -> str:
    """A text of one line, quoted where it must be."""
    return text if _is_plain(text, _PLAIN) else _quoted(text)


@lru_cache(maxsize=1 << 14)
def _scalar_in_line(text: str) -> str:
    return text if _is_plain(text, _PLAIN_IN_LINE) else _quoted(text)


@lru_cache(maxsize=1 << 12)
def key_text(key: str) -> str:
    """A mapping's key, quoted where it must be."""
    if _KEY.fullmatch(key) and key.lower() not in _WORDS:
        return key
    return _quoted(key)


def _is_plain(text: str, form: re.Pattern[str]) -> bool:
    """Whether a text stands without quotes."""
    if form.fullmatch(text) is None:
        return _is_number(text)
    if text.lower() in _WORDS:
        return text in ("true", "false")
    return _ODD.search(text) is None


def _is_number(text: str) -> bool:
    """Whether any YAML reader takes the text for a number that is written so again."""
    if _INT.fullmatch(text):
        return text != "-0"
    return _FLOAT.fullmatch(text) is not None and repr(float(text)) == text


def _quoted(text: str) -> str:
    if "\n" in text or "\t" in text or _ODD.search(text):
        return f'"{_ESCAPED.sub(_escape, text)}"'
    return "'" + text.replace("'", "''") + "'"


def _escape(found: re.Match[str]) -> str:
    letter = found[0]
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    number = ord(letter)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
