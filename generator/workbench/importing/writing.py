"""A definition's files as text: YAML that people can read on with, CSV for the counters."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./+-]*(?: [A-Za-z0-9_./+(-][A-Za-z0-9_./+()-]*)*")
_LENGTHS = re.compile(r"-?[0-9][0-9.]*mm(?: x -?[0-9][0-9.]*mm)?")
_WORDS = {"true", "false", "null"}
_WIDE = 110
"""A list or mapping of this many letters stands on one line."""
MOST_BYTES = 900_000
"""Largest CSV file that is written; the reader takes a little more."""


def yaml(document: Mapping[str, Any], heading: str = "") -> str:
    """A mapping as YAML, comment first. What is empty is left out."""
    lines = [f"# {line}" for line in heading.splitlines()]
    lines += _block({key: value for key, value in document.items() if value not in ("", [], {})}, 0)
    return "\n".join(lines) + "\n"


def table(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows as CSV; a column that is empty in all of them is left out."""
    heads = [head for head in rows[0] if any(row[head] for row in rows)] if rows else []
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([row[head] for head in heads] for row in rows)
    return out.getvalue()


def tables(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Rows as CSV files, each small enough to be read."""
    parts: list[list[Mapping[str, str]]] = [[]]
    room = MOST_BYTES
    for row in rows:
        room -= sum(len(cell.encode()) + 3 for cell in row.values())
        if room < 0:
            parts.append([])
            room = MOST_BYTES
        parts[-1].append(row)
    return [table(part) for part in parts if part]


def _block(value: Mapping[str, Any], depth: int) -> list[str]:
    lines = []
    margin = "  " * depth
    for key, part in value.items():
        name = _scalar(str(key))
        text = _flow(part)
        if isinstance(part, str) and "\n" in part:
            lines.append(f"{margin}{name}: |-")
            lines += [f"{margin}  {row}".rstrip() for row in part.split("\n")]
        elif not isinstance(part, (Mapping, list)) or len(text) + len(name) < _WIDE // 2:
            lines.append(f"{margin}{name}: {text}")
        elif isinstance(part, Mapping):
            lines.append(f"{margin}{name}:")
            lines += _block(part, depth + 1)
        else:
            lines.append(f"{margin}{name}:")
            for item in part:
                lines += _item(item, depth + 1)
    return lines


def _item(item: Any, depth: int) -> list[str]:
    margin = "  " * depth
    text = _flow(item)
    if not isinstance(item, Mapping) or len(text) < _WIDE:
        return [f"{margin}- {text}"]
    first, *rest = _block(item, depth + 1)
    return [f"{margin}- {first.lstrip()}", *rest]


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        parts = (f"{_scalar(str(key))}: {_flow(part)}" for key, part in value.items())
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(part) for part in value) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return repr(value)
    if _LENGTHS.fullmatch(value):
        return value
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
