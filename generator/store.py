"""A cache of finished work, by a hash of its inputs.

Each entry is one file: the SHA-256 of the content, then the content. A file that was cut short or
changed no longer matches its hash and counts as absent. Files are written to a temporary name and
renamed, so two builds at the same time can only write the same bytes twice.
"""

from __future__ import annotations

import contextlib
from hashlib import sha256
from pathlib import Path

from generator.files import FileError, replace_file

_DIGEST = 32


class Store:
    """A cache of bytes by hexadecimal key, in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, key: str) -> Path:
        """The file of the entry for ``key``, which may not exist."""
        return self.folder / key[:2] / key[2:]

    def get(self, key: str) -> bytes | None:
        """The content under ``key``; None if there is none or it is damaged."""
        try:
            with self.path(key).open("rb") as kept:
                digest, content = kept.read(_DIGEST), kept.read()
        except OSError:
            return None
        return content if sha256(content).digest() == digest else None

    def put(self, key: str, content: bytes) -> None:
        """Store ``content`` under ``key``. A cache that cannot be written is no error."""
        with contextlib.suppress(FileError):
            replace_file(self.path(key), (sha256(content).digest(), content))
