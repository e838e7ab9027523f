"""What was done is kept, file by file and game by game, so that a run goes on where one ended.

Every result is written whole or not at all. It stands under the edition of Broadside that made it
and the view it was made with: results of another edition are left where they are, never mixed in.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.vassal.archive import Limits
from validator.archive.stores import Store
from validator.playing.edition import digest_of, edition

FORMAT = 1
"""How results lie in their folder; another number is another folder."""
_ABOUT = "archive.json"


class KeptError(BroadsideError):
    """A results folder that is something else."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Work that came to no result, and why."""

    reason: str
    seconds: float = 0
    """The limits it ran under: with higher ones it is tried again; 0: it fails under any."""
    memory: int = 0


class Kept:
    """The results folder of one archive."""

    def __init__(
        self,
        store: Store,
        *,
        reveal: bool,
        names: bool,
        own: Sequence[str],
        replays: bool,
        unpacked: int = Limits().unpacked,
    ) -> None:
        """Raises `KeptError` where something else lies in the store."""
        self._store = store
        view = f"{'revealed' if reveal else 'public'}-{'names' if names else 'pseudonyms'}"
        view += "-replays" * replays
        view += f"-{digest_of(map(Path, own))}" if own else ""
        view += f"-{unpacked}" if unpacked != Limits().unpacked else ""
        self._own = f"kept/{edition()}-{view}"
        self.replays = f"replays/{edition()}-{view}" if replays else ""
        """The folder of the games' own pages: what one view shows stands in no other's page."""
        self._known = _check(store)

    @property
    def others(self) -> tuple[str, ...]:
        """Where what was found by other editions, or in another view, lies: it is not mixed in."""
        return tuple(one for one in self._known if one != self._own)

    def begin(self) -> None:
        """Make the folder known as ours."""
        kept = sorted({*self._known, self._own})
        told = {"format": FORMAT, "made by": "broadside archive", "kept": kept}
        self._store.write(_ABOUT, (json.dumps(told, indent=1) + "\n").encode())

    def found(self, kind: str, key: str, limits: tuple[float, int]) -> Any | Failed | None:
        """The result of a task; None where there is none, or it failed under lower limits."""
        data = self._store.read(self._path(kind, key))
        try:
            kept = json.loads(data or b"")
        except ValueError:
            return None
        if "failed" not in kept:
            return kept["result"]
        failed = Failed(**kept["failed"])
        tried = failed.seconds and (failed.seconds < limits[0] or failed.memory < limits[1])
        return None if tried else failed

    def keep(self, kind: str, key: str, result: Any | Failed) -> None:
        """Write a result down. Raises subclasses of `BroadsideError`."""
        if isinstance(result, Failed):
            row = {"reason": result.reason, "seconds": result.seconds, "memory": result.memory}
            kept: dict[str, Any] = {"failed": row}
        else:
            kept = {"result": result}
        data = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
        # What a log holds may be half a letter, which no file of text can hold.
        self._store.write(self._path(kind, key), data.encode("utf-8", "replace"))

    def _path(self, kind: str, key: str) -> str:
        return f"{self._own}/{kind}/{key[:2]}/{key}.json"


def _check(store: Store) -> list[str]:
    """See that a store is ours, or empty; what lies in it, as `Kept.begin` told."""
    about = store.read(_ABOUT)
    if about is None:
        if next(store.names(), None) is not None:
            raise KeptError(
                f"{store.name}: holds something else than results of an archive; name another"
                " folder"
            )
        return []
    try:
        known = json.loads(about)
        told, kept = known["format"], known.get("kept", [])
    except (ValueError, KeyError, TypeError, AttributeError):
        told, kept = "unknown", []
    if told != FORMAT:
        raise KeptError(
            f"{store.name}: holds results of format {told}, this edition writes format {FORMAT}; "
            "name another folder, those stay as they are"
        )
    return [one for one in kept if isinstance(one, str)]
