"""Results kept file by file and game by game, so that a run continues where the last one stopped.

Every result is written whole or not at all; at the end of a run they are packed
(`validator.archive.packs`). A result lies under the edition of Broadside and the view that made
it: results of another edition stay where they are and are never mixed in.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError
from generator.files import as_utf8
from generator.light import dataclass
from generator.vassal.archive import Limits
from validator.archive.packs import Packs
from validator.archive.stores import Store
from validator.playing.edition import digest_of, edition

FORMAT = 1
"""The layout of a results folder; a folder of another format is refused."""
_ABOUT = "archive.json"
_DONE, _FAILED = ".json", ".failed"
"""The suffixes of results' file names."""


class KeptError(BroadsideError):
    """A folder that holds something else than results."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A task without a result, and why."""

    reason: str
    seconds: float = 0
    """The limits it ran under (seconds, bytes): with higher ones it is tried again; 0: it fails
    with any."""
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
        """Raises `KeptError` if the store holds something else."""
        self._store = store
        view = f"{'revealed' if reveal else 'public'}-{'names' if names else 'pseudonyms'}"
        view += "-replays" * replays
        view += f"-{digest_of(map(Path, own))}" if own else ""
        view += f"-{unpacked}" if unpacked != Limits().unpacked else ""
        self._own = f"kept/{edition()}-{view}"
        self.replays = f"replays/{edition()}-{view}" if replays else ""
        """The folder of the games' replay pages; each view has its own."""
        self._known = _check(store)

    @property
    def name(self) -> str:
        """The folder of these results: it names the edition and the view."""
        return self._own

    @property
    def others(self) -> tuple[str, ...]:
        """The folders with results of other editions or views, which are not used."""
        return tuple(one for one in self._known if one != self._own)

    def begin(self) -> None:
        """Mark the folder as a results folder."""
        kept = sorted({*self._known, self._own})
        if self._known == kept:
            return
        about = {"format": FORMAT, "made by": "broadside archive", "kept": kept}
        self._store.write(_ABOUT, (json.dumps(about, indent=1) + "\n").encode())

    def has(self, kind: str, key: str, limits: tuple[float, int]) -> bool:
        """Whether a task is done; one that failed with lower limits is not."""
        if self._lies(_name(kind, key)):
            return True
        failed = self._read(_name(kind, key, failed=True))
        if not isinstance(failed, dict):
            return False
        seconds, memory = failed["seconds"], failed["memory"]
        return not (seconds and (seconds < limits[0] or memory < limits[1]))

    def found(self, kind: str, key: str) -> Any | Failed | None:
        """The result of a task; None if it is not done."""
        result = self._read(_name(kind, key))
        if result is not None:
            return result
        failed = self._read(_name(kind, key, failed=True))
        return Failed(**failed) if isinstance(failed, dict) else None

    def keep(self, kind: str, key: str, result: Any | Failed) -> None:
        """Write a result. Raises subclasses of `BroadsideError`."""
        failed = isinstance(result, Failed)
        kept = asdict(result) if isinstance(result, Failed) else result
        data = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
        name = _name(kind, key, failed=failed)
        self._store.write(f"{self._own}/{name}", as_utf8(data))
        self._loose.add(name)

    def pack(self) -> None:
        """Pack the results of this run and of interrupted ones into few files. Raises subclasses
        of `BroadsideError`."""
        files = {name: self._store.read(f"{self._own}/{name}") for name in sorted(self._loose)}
        self._packs.add({name: data for name, data in files.items() if data is not None})
        self._store.remove(f"{self._own}/{name}" for name in files)
        self._loose.clear()

    @cached_property
    def _packs(self) -> Packs:
        return Packs(self._store, self._own)

    @cached_property
    def _loose(self) -> set[str]:
        """The names of results that are in no pack yet."""
        own = (name.removeprefix(f"{self._own}/") for name in self._store.sizes(self._own))
        return {name for name in own if name.endswith((_DONE, _FAILED))}

    def forget(self, kind: str, key: str) -> None:
        """Count a result that can no longer be read as not done."""
        self._loose -= {_name(kind, key), _name(kind, key, failed=True)}
        self._packs.forget(_name(kind, key))

    def _lies(self, name: str) -> bool:
        return name in self._loose or name in self._packs

    def _read(self, name: str) -> Any | None:
        data = self._store.read(f"{self._own}/{name}") if name in self._loose else None
        data = data if data is not None else self._packs.read(name)
        try:
            return json.loads(data or b"null")
        except ValueError:
            return None


def _name(kind: str, key: str, *, failed: bool = False) -> str:
    return f"{kind}/{key[:2]}/{key}{_FAILED if failed else _DONE}"


def _check(store: Store) -> list[str]:
    """The folders that `Kept.begin` listed in a store. Raises `KeptError` for other contents."""
    about = store.read(_ABOUT)
    if about is None:
        if store.sizes():
            raise KeptError(
                f"{store.name}: holds something else than results of an archive; name another"
                " folder"
            )
        return []
    try:
        known = json.loads(about)
        version, kept = known["format"], known.get("kept", [])
    except (ValueError, KeyError, TypeError, AttributeError):
        version, kept = "unknown", []
    if version != FORMAT:
        raise KeptError(
            f"{store.name}: holds results of format {version}, this edition writes format "
            f"{FORMAT}; name another folder, those stay as they are"
        )
    return [one for one in kept if isinstance(one, str)]
