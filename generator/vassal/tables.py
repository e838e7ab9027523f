"""The written form of the tables: blocks of rows, one row a field.

A row is ``name kind{choices} default | meaning``; in defaults ``\\n`` is a line end, ``\\s`` a
space and ``\\\\`` a backslash. What else a default may say, and which rows have other forms, is
told at the head of each table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_ROW = re.compile(r"(\S+) ([^\s{]+)(?:\{([^}]*)\})?(?: (.*?))??(?: \| (.*))?")
_ESCAPES = re.compile(r"\\([ns\\])")
_LETTERS = {"n": "\n", "s": " ", "\\": "\\"}


class Row(NamedTuple):
    """One field as its table states it."""

    name: str
    kind: str
    choices: tuple[str, ...]
    default: str
    meaning: str


def blocks(name: str) -> Iterator[list[str]]:
    """The blocks of a table beside this file, comments left out."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith("#")]
        if lines:
            yield lines


def row(line: str) -> Row:
    """One row. Raises `ValueError` for a line that is none."""
    match = _ROW.fullmatch(line)
    if match is None:
        raise ValueError(line)
    name, kind, choices, default, meaning = match.groups("")
    default = _ESCAPES.sub(lambda found: _LETTERS[found.group(1)], default)
    return Row(name, kind, tuple(choices.split("|")) if choices else (), default, meaning)
