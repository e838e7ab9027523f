"""Finished packages kept by what they were made of, the newest few of them."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from generator.errors import BroadsideError
from generator.files import replace_file
from generator.vassal.archive import Archive, pack

KEPT = 12
"""How many entries stay; a package is a few megabytes."""

_DIGEST = 32


class Shelf:
    """Named parts of a package by a hexadecimal key.

    One file an entry: the SHA-256 of the content, then the content. A file cut short or changed
    does not agree with its own hash and counts as absent.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> dict[str, bytes] | None:
        """The parts kept under a key; None when there are none or they are damaged."""
        try:
            kept = (self.folder / key).read_bytes()
        except OSError:
            return None
        content = kept[_DIGEST:]
        if sha256(content).digest() != kept[:_DIGEST]:
            return None
        with Archive(content, name=key) as archive:
            return {name: archive.read(name) for name in archive}

    def put(self, key: str, parts: Mapping[str, bytes]) -> None:
        """Keep parts under a key. A shelf that cannot be written only costs time."""
        content = pack(parts)
        with contextlib.suppress(OSError, BroadsideError):
            self.folder.mkdir(parents=True, exist_ok=True)
            replace_file(self.folder / key, sha256(content).digest() + content)
            entries = sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime)
            for old in entries[:-KEPT]:
                old.unlink()
