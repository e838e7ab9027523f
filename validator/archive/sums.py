"""The sums of files that an earlier run has read; what is the same since is not read again.

A file of a disk is the same if its size, its times to the billionth of a second and its number on
the disk are; one that was changed just before it was read is read again, for a clock may stand
still for a moment. A file at a URL is the same if its server gives it the same tag.
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
"""So many seconds a clock of files may stand still."""
_TAGS = ("ETag", "etag", "generation", "md5Hash")
"""What servers call the tag of a file's content."""


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
        """The sum of the file at a place if it is the same as then; None: it must be read."""
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
        """Leave the sums of this run for the next. Raises subclasses of `BroadsideError`."""
        data = json.dumps(dict(sorted(self._now.items())), separators=(",", ":")).encode()
        if data != self._data:
            self._store.write(_NAME, data)


def stamp_of(held: os.stat_result) -> str:
    """What tells that a file of a disk is the same; empty: it was changed just now."""
    if max(held.st_mtime, held.st_ctime) > time.time() - _STILL:
        return ""
    return f"{held.st_size} {held.st_mtime_ns} {held.st_ctime_ns} {held.st_ino}"


def tag_of(told: Mapping[str, Any]) -> str:
    """What tells that a file at a URL is the same; empty: its server tells nothing."""
    tag = next((told[name] for name in _TAGS if told.get(name)), "")
    return f"{told.get('size')} {tag}" if tag else ""


def _key(place: str) -> str:
    """Where a file lies is nobody else's business."""
    return hashlib.sha256(place.encode("utf-8", "surrogateescape")).hexdigest()[:24]
