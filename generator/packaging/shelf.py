"""A cache of the newest finished packages, by a hash of their inputs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from generator.errors import BroadsideError
from generator.files import replace_file
from generator.vassal.archive import Archive, pack

KEPT = 12
"""How many entries are kept; a package is a few megabytes."""

KEPT_BYTES = 500_000_000
"""How large the entries may be together, beside the newest: that of a large imported module is a
hundred megabytes."""

HELD_BYTES = 300_000_000
"""How large the parts of one entry may be together."""

_DIGEST = 32


class Shelf:
    """A cache of the named parts of packages, by a hexadecimal key.

    Each entry is one file: the SHA-256 of the content, then the content. A file that was cut short
    or changed does not match its hash and counts as absent.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str) -> dict[str, bytes] | None:
        """The parts under a key; None if there are none or they are damaged."""
        try:
            with (self.folder / key).open("rb") as kept:
                digest, content = kept.read(_DIGEST), kept.read()
        except OSError:
            return None
        if sha256(content).digest() != digest:
            return None
        with Archive(content, name=key) as archive:
            return {name: archive.read(name) for name in archive}

    def pairs(self, key: str) -> Iterator[tuple[str, bytes]] | None:
        """As `get`, the parts with their names, one after the other."""
        parts = self.get(key)
        return None if parts is None else iter(parts.items())

    def put(self, key: str, parts: Mapping[str, bytes]) -> None:
        """Store parts under a key. A cache that cannot be written is no error."""
        content = pack(parts, packed=(".pdf",))
        with contextlib.suppress(OSError, BroadsideError):
            self.folder.mkdir(parents=True, exist_ok=True)
            replace_file(self.folder / key, (sha256(content).digest(), content))
            self._clear()

    def keeping(self, key: str, parts: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
        """Hand parts on as they come, and store them when all have; not those that are too many
        to be held in memory."""
        held: dict[str, bytes] = {}
        size = 0
        for name, data in parts:
            size += len(data)
            if size <= HELD_BYTES:
                held[name] = data
            else:
                held.clear()
            yield name, data
            del data
        if size <= HELD_BYTES:
            self.put(key, held)

    def _clear(self) -> None:
        """Let the oldest entries go."""
        entries = sorted(self.folder.iterdir(), key=lambda path: -path.stat().st_mtime)
        size = 0
        for number, entry in enumerate(entries):
            size += entry.stat().st_size
            if number >= KEPT or (number and size > KEPT_BYTES):
                entry.unlink()
