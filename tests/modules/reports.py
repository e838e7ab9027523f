"""Every byte that an audit writes, for whom it is written, and what is searched in it.

A few lines hold a game to its secrets::

    for name, data in Reports(path, {"side": "german"}, tmp_path):
        assert not found_in(data, ["a secret word"]), name
"""

from __future__ import annotations

import base64
import binascii
import gzip
import html
import json
import re
import urllib.parse
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from validator.audit.auditing import audited
from validator.audit.played import played
from validator.narrating import narrated
from validator.reading import listing
from validator.reading.views import View
from validator.reporting import exporting, text_lines, write_page

Eyes = dict[str, Any]
PUBLIC: Eyes = {}
REVEALED: Eyes = {"reveal": True}

_BASE64 = re.compile(rb"[A-Za-z0-9+/]{24,}={0,2}")
_HEXADECIMAL = re.compile(rb"(?:[0-9a-fA-F]{2}){12,}")
_DEEP = 4
"""So often a part that was found inside another is looked into again."""


class Reports:
    """All that an audit tells, byte by byte, in every form that it has."""

    def __init__(self, log: Path, eyes: Eyes, folder: Path, *, belief: bool = True) -> None:
        read = played([log], **eyes)
        result = audited(read, belief=belief)
        told: dict[str, Any] = result.to_json()
        del told["log"]["sha256"]  # it names the file: what it says of it changes with its secrets
        write_page(result, folder / "page.html", read=read)
        page = (folder / "page.html").read_bytes()
        if eyes:
            page = page.replace(result.log_sha256.encode(), b"")
        exporting.export(result.views, folder / "game.json", "json")
        exporting.export(result.views, folder / "game.csv", "csv")
        narrated(read).write(folder / "game.md")
        self.by_name = {
            "lines": "\n".join(_lines(result.views)).encode(),
            **{f"export {e}": (folder / f"game.{e}").read_bytes() for e in ("json", "csv", "md")},
            "json": json.dumps(told, ensure_ascii=False).encode(),
            "text": "\n".join(text_lines(result)).encode(),
            "page": page,
        }

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        return iter(self.by_name.items())


def _lines(views: Sequence[View]) -> Iterator[str]:
    """What ``broadside log`` prints: what happened, and the table at each tenth step and the last
    one."""
    for view in views:
        yield from map(listing.event_line, listing.event_values(view))
        for step in {*range(0, len(view.steps), 10), len(view.steps)}:
            yield from listing.table_lines(view.scene_at(step))


def unfolded(data: bytes, deep: int = _DEEP) -> Iterator[bytes]:
    """The bytes, and what is folded into them: pictures in the page, escapes, packed parts."""
    yield data
    if not deep:
        return
    for inner in _folded(data):
        yield from unfolded(inner, deep - 1)


def _folded(data: bytes) -> Iterator[bytes]:
    text = data.decode("utf-8", "replace")
    for plain in (html.unescape(text), urllib.parse.unquote(text), _unescaped(text)):
        if plain != text:
            yield plain.encode("utf-8", "replace")
    for found in _BASE64.findall(data):
        try:
            yield base64.b64decode(found + b"=" * (-len(found) % 4))
        except (binascii.Error, ValueError):
            continue
    for found in _HEXADECIMAL.findall(data):
        yield bytes.fromhex(found.decode())
    for unpacked in (gzip.decompress, zlib.decompress):
        try:
            yield unpacked(data)
        except (OSError, EOFError, zlib.error):
            continue


def _unescaped(text: str) -> str:
    """Escapes of JSON and of JavaScript as the letters they stand for."""
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)


def found_in(data: bytes, words: Iterable[str]) -> list[str]:
    """Those of some words that stand anywhere in what was written, folded in or not."""
    sought = {word: word.encode() for word in words}
    found = dict.fromkeys(
        word for part in unfolded(data) for word, code in sought.items() if code in part
    )
    return list(found)
