"""``broadside unpack``: a file of VASSAL into a folder of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.vassal.archive import LIMITS, Archive, ArchiveError, Entry, Limits
from generator.vassal.saves import HEADS, MEMBER
from generator.workbench.opened import WorkbenchError
from generator.workbench.text import (
    archive_text,
    game_text,
    layout,
    members,
    module_text,
    save_writing,
)
from generator.workbench.text.archive_text import KIND, PackError, Texts
from generator.workbench.text.folder import ARCHIVE, Folder

_HEAD = 16


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


def unpack(path: Path, out: Path, *, reveal: bool = False, limits: Limits = LIMITS) -> Outcome:
    """Unpack a module, extension, save or log into a folder, new or unpacked before.

    A new folder is made whole or not at all. In one that was unpacked before, only what changed
    is written, and what is gone is removed. A save or log is shown with all its secrets: it is
    refused without ``reveal``. Raises `BroadsideError`.
    """
    folder = Folder(out)
    folder.refuse_others(path)
    with _opened(path, limits) as archive:
        is_game = archive is None or MEMBER in archive
        if is_game and not reveal:
            raise WorkbenchError(
                f"{path}: a save or log unpacked shows every secret in it, passwords and hidden "
                "pieces too; say --reveal where that is meant"
            )
        old = _files_before(folder, is_game)
        with _begun(folder) as begun:
            tally = _Tally(begun)
            if is_game:
                with _aside(folder) as aside:
                    kind, entries = game_text.write_game(archive, path, limits, aside)
                    for name in aside.files(""):
                        tally.put(name, aside.read(name))
            else:
                assert archive is not None
                kind, texts, entries = module_text.write_texts(archive, str(path))
                for name, data in texts.items():
                    tally.put(name, data)
            for name, entry in entries.items():
                assert archive is not None
                tally.put(name, _Bytes(archive, entry), entry.size)
            return tally.outcome(kind, old, entries)


@contextmanager
def _opened(path: Path, limits: Limits) -> Iterator[Archive | None]:
    """The zip; None for a saved game in none."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as trouble:
        raise ArchiveError(f"{path}: cannot be read ({trouble.strerror})") from None
    if head.startswith(HEADS):
        yield None
        return
    with Archive(path, limits, str(path)) as archive:
        yield archive


@contextmanager
def _begun(folder: Folder) -> Iterator[Folder]:
    """The folder itself; for one that is not there, another that takes its place when all is
    written."""
    if folder.path.exists():
        yield folder
        return
    with _aside(folder) as beside:
        yield beside
        beside.path.rename(folder.path)


@contextmanager
def _aside(folder: Folder) -> Iterator[Folder]:
    """A folder beside another that is gone in the end."""
    parent = folder.path.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(
        prefix=f".{folder.path.name[:40]}.", dir=parent, ignore_cleanup_errors=True
    ) as name:
        yield Folder(Path(name) / "text")


class _Tally:
    """Files on their way into a folder, counted."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._names: set[str] = set()
        self._written: list[str] = []
        self._archive = b""

    def put(self, name: str, data: bytes | Iterable[bytes], size: int | None = None) -> None:
        """Write a file where it differs. The archive's own waits for the end, so that a folder
        that has it holds all the rest."""
        self._names.add(name)
        if name == ARCHIVE and isinstance(data, bytes):
            self._archive = data
        elif self._folder.put(name, data, size):
            self._written.append(name)

    def outcome(self, kind: str, old: Iterable[str], files: Iterable[str]) -> Outcome:
        """Take away what is no more, and finish."""
        removed = sorted({*old} - self._names)
        for name in removed:
            self._folder.remove(name)
        if self._folder.put(ARCHIVE, self._archive):
            self._written.append(ARCHIVE)
        same = len(self._names) - len(self._written)
        known = {*files}
        left = [name for name in self._folder.files(*members.FOLDERS) if name not in known]
        return Outcome(kind, tuple(self._written), same, tuple(removed), tuple(left))


def _files_before(folder: Folder, is_game: bool) -> list[str]:
    """What an earlier unpacking left. Raises `WorkbenchError` when it was of something else."""
    if not folder.path.is_dir() or not folder.has(ARCHIVE):
        return []
    folders = save_writing.FOLDERS if is_game else layout.FOLDERS
    texts = Texts(folder, folders)
    try:
        said = archive_text.read_archive(texts)
    except PackError as trouble:
        raise WorkbenchError(f"{folder.path}: {trouble}") from None
    source = texts.source(ARCHIVE)
    was = source.text(said.values.get(KIND), KIND)
    if (was in ("save", "log")) != is_game:
        this = "a save or log" if is_game else "a module or extension"
        raise WorkbenchError(f"{folder.path}: holds a {was}, and this is {this}")
    listed = members.read(said.values.get(archive_text.MEMBERS), frozenset(), source)
    found = [member.file for member in listed if member.file and folder.has(member.file)]
    found += [name for name in folder.files(*folders) if name.endswith(".yaml")]
    top = save_writing.TOP if is_game else layout.TOP
    return found + [name for name in top if folder.has(name)]


class _Bytes(Iterable[bytes]):
    """A member's bytes, some at a time, as often as they are asked for."""

    def __init__(self, archive: Archive, entry: Entry) -> None:
        self._archive, self._entry = archive, entry

    def __iter__(self) -> Iterator[bytes]:
        return self._archive.pieces_of(self._entry)
