"""Results of earlier runs in a few files: a hundred thousand small ones are slow to read anywhere.

What a run has done stands in a file each, till the run is over; then it goes into a pack, a zip.
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
    """One of the files."""

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
        """What stands under a name; None: nothing."""
        pack = self._where.get(name)
        if pack is None:
            return None
        try:
            return pack.held.read(name)
        except (zipfile.BadZipFile, zlib.error, EOFError):  # damaged: it is done again
            return None

    def forget(self, name: str) -> None:
        """Take what cannot be read for not there."""
        self._where.pop(name, None)

    def add(self, files: Mapping[str, bytes]) -> None:
        """Put files into a pack, together with the packs that are not far larger: so there are
        few, and a large one is seldom written anew. Raises subclasses of `BroadsideError`."""
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
        """See what lies there now: another run may have put it there. What is newer counts."""
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
