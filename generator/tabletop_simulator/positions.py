"""Where in a JSON text the values of some paths stand, without a position for every other value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import field
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from generator.light import dataclass

JsonPath = tuple[str | int, ...]
"""Keys and positions in lists, from the root."""
_BLANKS = re.compile(r"[ \t\n\r]*")
_decoder = json.JSONDecoder(strict=False)


@dataclass(slots=True)
class _Node:
    """What is asked for below a value."""

    inner: dict[str | int, _Node] = field(default_factory=dict)
    offset: int = -1


def offsets(text: str, paths: Iterable[JsonPath]) -> dict[JsonPath, int]:
    """The letter at which each path's value begins, or in an object its key.

    A path that leads nowhere has the place of the last value on its way. ``text`` must be JSON.
    """
    wanted = list(paths)
    root = _Node(offset=_skip(text, 0))
    for path in wanted:
        node = root
        for part in path:
            node = node.inner.setdefault(part, _Node())
    if root.inner:
        _scan(text, root.offset, root)
    return {path: _offset(root, path) for path in wanted}


def spelled_path(path: JsonPath) -> str:
    """A path as people read it: ``ObjectStates[3].Transform.posX``."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return "".join(parts).removeprefix(".")


def line_starts(text: str) -> list[int]:
    """The letter at which each line begins."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def _offset(root: _Node, path: JsonPath) -> int:
    node, at = root, root.offset
    for part in path:
        node = node.inner[part]
        if node.offset < 0:
            break
        at = node.offset
    return at


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found is not None else at


def _scan(text: str, at: int, node: _Node) -> int:
    """Find what is asked for in the value at a letter; the letter behind it."""
    if not node.inner or text[at] not in "{[":
        return _past(text, at)
    return _members(text, at, node) if text[at] == "{" else _items(text, at, node)


def _past(text: str, at: int) -> int:
    return _decoder.raw_decode(text, at)[1]


def _members(text: str, at: int, node: _Node) -> int:
    at = _skip(text, at + 1)
    while text[at] != "}":
        begin = at
        key: Any
        key, at = scanstring(text, at + 1, False)
        at = _skip(text, _skip(text, at) + 1)
        asked = node.inner.get(key)
        if asked is not None:
            asked.offset = begin
        at = _skip(text, _scan(text, at, asked) if asked is not None else _past(text, at))
        if text[at] == ",":
            at = _skip(text, at + 1)
    return at + 1


def _items(text: str, at: int, node: _Node) -> int:
    at = _skip(text, at + 1)
    number = 0
    while text[at] != "]":
        asked = node.inner.get(number)
        if asked is not None:
            asked.offset = at
        at = _skip(text, _scan(text, at, asked) if asked is not None else _past(text, at))
        if text[at] == ",":
            at = _skip(text, at + 1)
        number += 1
    return at + 1
