"""What the tables and the page in a folder were made of: if nothing of it has changed, they stand.

So a run that finds nothing new reads no result of an earlier one, and writes no table anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, astuple
from hashlib import sha256
from importlib import metadata
from typing import Any

from generator.light import dataclass
from validator.archive.sources import Found
from validator.archive.stores import Store
from validator.archive.tables import FOLDER

_NAME = "kept/made.json"
_PAGE = "index.html"
_WRITERS = ("pyarrow", "matplotlib")
"""Libraries whose edition may change the bytes of what is written."""


@dataclass(frozen=True, slots=True)
class Made:
    """What was made, and of what."""

    of: str
    """A digest of the files that were found, and of how they are looked at."""
    tables: Mapping[str, int]
    """The files of the tables, and their sizes."""
    files: int
    games: int
    unread: tuple[tuple[str, str], ...]
    tried: tuple[tuple[float, int], ...] = ()
    """Limits of time and memory that were too low for something."""
    page: str = ""
    """The sum of the page."""

    def stands(self, store: Store, of: str, limits: tuple[float, int]) -> bool:
        """Whether all is there still, and nothing would be done otherwise now."""
        return (
            self.of == of
            and not any(low[0] < limits[0] or low[1] < limits[1] for low in self.tried)
            and store.sizes(FOLDER) == self.tables
            and _page_of(store) == self.page != ""
        )

    def write(self, store: Store) -> None:
        """Note it, with the page as it is now. Raises subclasses of `BroadsideError`."""
        told = {**asdict(self), "page": _page_of(store)}
        store.write(_NAME, json.dumps(told, indent=1).encode())


def made_in(store: Store) -> Made | None:
    """What was made last in a store; None: nothing, or it was not finished."""
    try:
        told = json.loads(store.read(_NAME) or b"{}")
        unread, tried = (tuple(map(tuple, told.pop(name))) for name in ("unread", "tried"))
        return Made(**told, unread=unread, tried=tried)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def forget(store: Store) -> None:
    """Take what lies in a store for unfinished: it is made anew."""
    store.remove([_NAME])


def digest_of(found: Iterable[Found], *looked_at: str) -> str:
    """A digest of files that were found, and of how they are looked at."""
    digest = sha256(repr((looked_at, [metadata.version(name) for name in _WRITERS])).encode())
    for one in found:
        held: Any = getattr(one, "source", one)
        told = astuple(held) if hasattr(held, "reason") else (held.name, held.sha256, held.inside)
        digest.update(repr((type(one).__name__, told)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _page_of(store: Store) -> str:
    data = store.read(_PAGE)
    return sha256(data).hexdigest() if data is not None else ""
