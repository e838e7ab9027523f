"""``broadside unpack``: a file of VASSAL into a folder of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from generator.files import a_file
from generator.vassal import file_kinds
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
from generator.workbench.text.filling import Outcome, Tally, aside, begun
from generator.workbench.text.folder import ARCHIVE, Folder

_HEAD = 16


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
        with begun(folder) as filled:
            tally = Tally(filled)
            if is_game:
                with aside(folder) as beside:
                    kind, entries = game_text.write_game(archive, path, limits, beside)
                    for name in beside.files(""):
                        tally.put(name, beside.read(name))
            else:
                assert archive is not None
                kind, texts, entries = module_text.write_texts(archive, str(path))
                for name, data in texts.items():
                    tally.put(name, data)
            for name, entry in entries.items():
                assert archive is not None
                tally.put(name, _Bytes(archive, entry), entry.size)
            done = tally.outcome(kind, old)
            left = [name for name in filled.files(*members.FOLDERS) if name not in entries]
            return replace(done, left=tuple(left))


@contextmanager
def _opened(path: Path, limits: Limits) -> Iterator[Archive | None]:
    """The zip; None for a saved game in none."""
    try:
        with a_file(path).open("rb") as file:
            head = file.read(_HEAD)
    except OSError as trouble:
        raise ArchiveError(f"{path}: cannot be read ({trouble.strerror})") from None
    if head.startswith(HEADS):
        yield None
        return
    with Archive(path, limits, str(path), wanted=file_kinds.EITHER) as archive:
        yield archive


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
