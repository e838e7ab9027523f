"""Results packed into a few zips: a hundred thousand small files are slow to read anywhere.

During a run each result is a file; at its end they go into a pack.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256

from generator.light import dataclass
from validator.archive.stores import Store

_FOLDER = "packs"
_NAMED = re.compile(r"\d{6}-[0-9a-f]{16}\.zip")
"""The name of a pack: a number, higher for a newer one, and a sum."""


@dataclass(frozen=True, slots=True)
class _Pack:
    """One zip of results."""

    name: str
    size: int
    held: zipfile.ZipFile


class Packs:
    """The packs in a folder of a store."""

    def __init__(self, store: Store, folder: str) -> None:
        self._store = store
        self._folder = f"{folder}/{_FOLDER}"
        self._packs: list[_Pack] = []
        self._where: dict[str, _Pack] = {}
        self._look()

    def __contains__(self, name: str) -> bool:
        return name in self._where

    def read(self, name: str) -> bytes | None:
        """The bytes of a result; None if there is none."""
        pack = self._where.get(name)
        if pack is None:
            return None
        try:
            return pack.held.read(name)
        except (zipfile.BadZipFile, zlib.error, EOFError):  # damaged: it is done again
            return None

    def forget(self, name: str) -> None:
        """Drop a result that cannot be read."""
        self._where.pop(name, None)

    def add(self, files: Mapping[str, bytes]) -> None:
        """Put files into a new pack, together with packs that are not far larger: so packs stay
        few and a large one is seldom rewritten. Raises subclasses of `BroadsideError`."""
        self._look()
        count, merged = len(files), []
        for pack in sorted(self._packs, key=lambda one: len(one.held.namelist())):
            held = len(pack.held.namelist())
            if held > 2 * count:
                break
            count += held
            merged.append(pack)
        if not files:
            return
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
            for name, data in files.items():
                made.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
            for pack in merged:
                for name in pack.held.namelist():
                    data_of = self.read(name) if self._where.get(name) is pack else None
                    if name not in files and data_of is not None:
                        made.writestr(zipfile.ZipInfo(name), data_of, zipfile.ZIP_DEFLATED)
        newest = max((one.name for one in self._packs), default="/0-")
        number = int(newest.rpartition("/")[2].partition("-")[0]) + 1
        data = out.getvalue()
        name = f"{self._folder}/{number:06}-{sha256(data).hexdigest()[:16]}.zip"
        self._store.write(name, data)
        self._store.remove(pack.name for pack in merged)
        self._look()

    def _look(self) -> None:
        """List the packs again, since another run may have added some; newer ones take
        precedence."""
        sizes = self._store.sizes(self._folder)
        self._packs = [one for one in self._packs if sizes.get(one.name) == one.size]
        known = {one.name for one in self._packs}
        for name in sorted(sizes.keys() - known):
            data = self._store.read(name)
            if _NAMED.fullmatch(name.rpartition("/")[2]):
                with suppress(zipfile.BadZipFile):  # damaged: what it held is done again
                    held = zipfile.ZipFile(io.BytesIO(data or b""))
                    self._packs.append(_Pack(name, sizes[name], held))
        self._packs.sort(key=lambda one: one.name)
        self._where = {name: one for one in self._packs for name in one.held.namelist()}
