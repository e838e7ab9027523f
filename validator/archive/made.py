"""What the tables and the page of a folder were made from: if nothing changed, they are kept.

So a run that finds nothing new reads no earlier result and writes no table again.
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
"""Libraries whose version may change the written bytes."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a run wrote, and from what."""

    of: str
    """A digest of the files that were found and of the options of the run."""
    tables: Mapping[str, int]
    """The files of the tables, and their sizes in bytes."""
    files: int
    games: int
    unread: tuple[tuple[str, str], ...]
    tried: tuple[tuple[float, int], ...] = ()
    """Limits of time (seconds) and memory (bytes) that were too low for some task."""
    page: str = ""
    """The SHA-256 sum of the page."""

    def stands(self, store: Store, of: str, limits: tuple[float, int]) -> bool:
        """Whether everything is still there and a new run would give the same."""
        return (
            self.of == of
            and not any(low[0] < limits[0] or low[1] < limits[1] for low in self.tried)
            and store.sizes(FOLDER) == self.tables
            and _page_of(store) == self.page != ""
        )

    def write(self, store: Store) -> None:
        """Write it, with the sum of the present page. Raises subclasses of `BroadsideError`."""
        values = {**asdict(self), "page": _page_of(store)}
        store.write(_NAME, json.dumps(values, indent=1).encode())


def made_in(store: Store) -> Made | None:
    """What the last run wrote into a store; None if there was none, or it was not finished."""
    try:
        values = json.loads(store.read(_NAME) or b"{}")
        unread, tried = (tuple(map(tuple, values.pop(name))) for name in ("unread", "tried"))
        return Made(**values, unread=unread, tried=tried)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def forget(store: Store) -> None:
    """Mark the tables of a store as unfinished, so that they are written again."""
    store.remove([_NAME])


def digest_of(found: Iterable[Found], *options: str) -> str:
    """A digest of the files that were found and of the options of the run."""
    digest = sha256(repr((options, [metadata.version(name) for name in _WRITERS])).encode())
    for one in found:
        held: Any = getattr(one, "source", one)
        values = astuple(held) if hasattr(held, "reason") else (held.name, held.sha256, held.inside)
        digest.update(repr((type(one).__name__, values)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _page_of(store: Store) -> str:
    data = store.read(_PAGE)
    return sha256(data).hexdigest() if data is not None else ""
