"""``broadside unpack``: a file of VASSAL into a folder of text."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from generator.vassal.archive import LIMITS, Archive, Entry, Limits
from generator.workbench.opened import WorkbenchError
from generator.workbench.text import archive_text, layout, members, module_text
from generator.workbench.text.archive_text import KIND, PackError, Texts
from generator.workbench.text.folder import ARCHIVE, Folder


@dataclass(frozen=True, slots=True)
class Outcome:
    """What unpacking did to the folder."""

    kind: str
    """``module``, ``extension``, ``save`` or ``log``."""
    written: tuple[str, ...]
    same: int
    """Files that held the same already."""
    removed: tuple[str, ...]
    left: tuple[str, ...]
    """Files that are none of the archive's, but would be packed."""


def unpack(path: Path, out: Path, *, limits: Limits = LIMITS) -> Outcome:
    """Unpack a module or extension into a folder, new or unpacked before.

    A new folder is made whole or not at all. In one that was unpacked before, only what changed
    is written, and what is gone is removed. Raises `BroadsideError`.
    """
    folder = Folder(out)
    folder.refuse_others()
    with Archive(path, limits, str(path)) as archive:
        kind, texts, entries = module_text.write_texts(archive, str(path))
        old = _files_before(folder, kind)
        files = {name: _Bytes(archive, entry) for name, entry in entries.items()}
        with _begun(folder) as begun:
            return _put(begun, kind, texts, files, old)


@contextmanager
def _begun(folder: Folder) -> Iterator[Folder]:
    """The folder itself; for one that is not there, another that takes its place when all is
    written."""
    if folder.path.exists():
        yield folder
        return
    beside = folder.path.with_name(f".{folder.path.name[:40]}.{os.getpid()}.part")
    try:
        beside.mkdir(parents=True)
        yield Folder(beside)
        beside.rename(folder.path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _put(
    folder: Folder,
    kind: str,
    texts: Mapping[str, bytes],
    files: Mapping[str, _Bytes],
    old: Iterable[str],
) -> Outcome:
    written = [name for name, data in files.items() if folder.put(name, data, data.size)]
    written += [name for name, data in texts.items() if name != ARCHIVE and folder.put(name, data)]
    removed = sorted({*old} - files.keys() - texts.keys())
    for name in removed:
        folder.remove(name)
    # Last, so that a folder that has it holds all the rest.
    if folder.put(ARCHIVE, texts[ARCHIVE]):
        written.append(ARCHIVE)
    same = len(texts) + len(files) - len(written)
    left = tuple(name for name in folder.files(*members.FOLDERS) if name not in files)
    return Outcome(kind, tuple(written), same, tuple(removed), left)


def _files_before(folder: Folder, kind: str) -> list[str]:
    """What an earlier unpacking left. Raises `WorkbenchError` when it was of something else."""
    if not folder.path.is_dir() or not folder.has(ARCHIVE):
        return []
    texts = Texts(folder)
    try:
        said = archive_text.read_archive(texts)
    except PackError as trouble:
        raise WorkbenchError(f"{folder.path}: {trouble}") from None
    source = texts.source(ARCHIVE)
    was = source.text(said.values.get(KIND), KIND)
    if was != kind:
        raise WorkbenchError(f"{folder.path}: holds a {was}, and this is a {kind}")
    made = frozenset(name for name in said.values)
    listed = members.read(said.values.get(archive_text.MEMBERS), made, source)
    found = [member.file for member in listed if member.file and folder.has(member.file)]
    found += [name for name in folder.files(*layout.FOLDERS) if name.endswith(".yaml")]
    found += [path.name for path in folder.path.glob("*.yaml") if path.name in layout.TOP]
    return found


class _Bytes(Iterable[bytes]):
    """A member's bytes, some at a time, as often as they are asked for."""

    def __init__(self, archive: Archive, entry: Entry) -> None:
        self._archive, self._entry = archive, entry
        self.size = entry.size

    def __iter__(self) -> Iterator[bytes]:
        return self._archive.pieces_of(self._entry)
