"""Finished work kept by what it was made of.

One file an entry: the SHA-256 of the content, then the content. A file that was cut short or
changed no longer agrees with its own hash and counts as absent. Files are written beside and
renamed, so two builds at once can only write the same bytes twice.
"""

from __future__ import annotations

import contextlib
from hashlib import sha256
from pathlib import Path

from generator.files import FileError, replace_file

_DIGEST = 32


class Store:
    """Bytes by hexadecimal key under ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, key: str) -> Path:
        """Where the entry for ``key`` lies, or would."""
        return self.folder / key[:2] / key[2:]

    def get(self, key: str) -> bytes | None:
        """The content kept under ``key``; None when there is none or it is damaged."""
        try:
            kept = self.path(key).read_bytes()
        except OSError:
            return None
        content = kept[_DIGEST:]
        return content if sha256(content).digest() == kept[:_DIGEST] else None

    def put(self, key: str, content: bytes) -> None:
        """Keeps ``content`` under ``key``. A cache that cannot be written is no reason to fail."""
        with contextlib.suppress(FileError):
            replace_file(self.path(key), sha256(content).digest() + content)
