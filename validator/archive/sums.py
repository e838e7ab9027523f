"""The SHA-256 sums of files that an earlier run has read; unchanged files are not read again.

A file on a disk is unchanged if its size, times (in nanoseconds) and inode are; one that was
changed just before it was read is read again, since clocks of files are coarse. A file at a URL is
unchanged if its server gives it the same tag.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Mapping
from typing import Any

from validator.archive.stores import Store

_NAME = "kept/sums.json"
_STILL = 3.0
"""A file changed less than this many seconds ago is read again."""
_TAGS = ("ETag", "etag", "generation", "md5Hash")
"""Servers' names for the tag of a file's content."""


class Sums:
    """The sums that the last run left in a store, and those of this run."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._data = store.read(_NAME)
        try:
            known = json.loads(self._data or b"{}")
        except ValueError:
            known = {}
        self._known: dict[str, list[str]] = known if isinstance(known, dict) else {}
        self._now: dict[str, list[str]] = {}

    def known(self, place: str, stamp: str) -> str | None:
        """The sum of a file if it is unchanged; None if it must be read."""
        key = _key(place)
        held = self._known.get(key)
        if not stamp or not isinstance(held, list) or held[:1] != [stamp] or len(held) != 2:
            return None
        self._now[key] = held
        return held[1]

    def add(self, place: str, stamp: str, digest: str) -> None:
        """Note the sum of a file that was read."""
        if stamp:
            self._now[_key(place)] = [stamp, digest]

    def write(self) -> None:
        """Write the sums of this run for the next. Raises subclasses of `BroadsideError`."""
        data = json.dumps(dict(sorted(self._now.items())), separators=(",", ":")).encode()
        if data != self._data:
            self._store.write(_NAME, data)


def stamp_of(held: os.stat_result) -> str:
    """A stamp that changes when a file on a disk does; empty if it was changed just now."""
    if max(held.st_mtime, held.st_ctime) > time.time() - _STILL:
        return ""
    return f"{held.st_size} {held.st_mtime_ns} {held.st_ctime_ns} {held.st_ino}"


def tag_of(details: Mapping[str, Any]) -> str:
    """A stamp that changes when a file at a URL does, from what its server says of it; empty if
    the server gives no tag."""
    tag = next((details[name] for name in _TAGS if details.get(name)), "")
    return f"{details.get('size')} {tag}" if tag else ""


def _key(place: str) -> str:
    """A digest of a place: the results do not show where files lie on this machine."""
    return hashlib.sha256(place.encode("utf-8", "surrogateescape")).hexdigest()[:24]
