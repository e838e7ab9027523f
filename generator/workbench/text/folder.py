"""The folder on disk: what of it is ours, and that nothing is read or written outside of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from generator.files import replace_file
from generator.workbench.trouble import WorkbenchError

ARCHIVE: Final = "archive.yaml"
"""The file that says which archive was unpacked here; a folder without it is none of ours."""
_LEFT_ALONE = (".ds_store", "thumbs.db", "desktop.ini")
"""What file browsers leave behind."""
_CHUNK = 1 << 20


class Folder:
    """A folder that holds an unpacked file, or is about to."""

    def __init__(self, path: Path, marker: str = ARCHIVE) -> None:
        self.path = path
        self.marker = marker
        """The file that a folder of this sort holds."""
        self._inside: dict[str, Path] = {}

    def has(self, name: str) -> bool:
        """Whether it holds a file of this path. Raises `WorkbenchError` as `place`."""
        return self.place(name).is_file()

    def read(self, name: str) -> bytes:
        """The bytes of a file. Raises `WorkbenchError` as `place`, or `OSError`."""
        return self.place(name).read_bytes()

    def refuse_others(self, source: Path) -> None:
        """Raises `WorkbenchError` where the folder holds something that was not unpacked.

        Hidden files (``.git``) may be there before, and the file that is to be unpacked.
        """
        if self.path.is_dir():
            found = sorted(
                one.name
                for one in self.path.iterdir()
                if one.name[:1] != "." and not (source.exists() and one.samefile(source))
            )
            if found and self.marker not in found:
                raise WorkbenchError(
                    f"{self.path}: holds {found[0]!r} and was not made by 'broadside unpack'; "
                    "name a new or an empty folder"
                )
        elif self.path.exists():
            raise WorkbenchError(f"{self.path}: is no folder")

    def place(self, name: str) -> Path:
        """Where a file of the folder lies.

        Raises `WorkbenchError` for a name that leads out of it, by itself or by a link.
        """
        parts = name.split("/")
        if any(part in ("", ".", "..") or "\\" in part or ":" in part for part in parts):
            raise WorkbenchError(f"{name!r} is not a path inside the folder")
        above = name.rpartition("/")[0]
        folder = self._inside.get(above)
        if folder is None:
            # Asked once for each folder: thousands of files may lie in one.
            folder = self.path
            for part in parts[:-1]:
                folder = _no_link(folder / part, name)
            self._inside[above] = folder
        return _no_link(folder / parts[-1], name)

    def files(self, *folders: str) -> Iterator[str]:
        """The paths of the files in these folders of it, sorted; links are left out."""
        for folder in folders:
            top = self.path / folder
            if top.is_dir() and not top.is_symlink():
                yield from sorted(self._below(top))

    def _below(self, top: Path) -> Iterator[str]:
        for one in top.iterdir():
            if one.is_symlink():
                continue
            if one.is_dir():
                yield from self._below(one)
            elif one.name.casefold() not in _LEFT_ALONE:
                path = one.relative_to(self.path).as_posix()
                yield unicodedata.normalize("NFC", path)

    def put(self, name: str, data: bytes | Iterable[bytes], size: int | None = None) -> bool:
        """Write a file unless it holds these bytes already; whether it was written.

        ``data`` in pieces needs its ``size`` in bytes and may be asked for twice. Raises
        `FileError` or `WorkbenchError`.
        """
        path = self.place(name)
        pieces = (data,) if isinstance(data, bytes) else data
        length = len(data) if isinstance(data, bytes) else size
        if path.is_file() and path.stat().st_size == length and _holds(path, pieces):
            return False
        replace_file(path, pieces)
        return True

    def remove(self, name: str) -> None:
        """Take a file away, and the folders that are empty then."""
        path = self.place(name)
        path.unlink(missing_ok=True)
        for above in path.parents:
            if above == self.path or not above.is_dir() or any(above.iterdir()):
                break
            above.rmdir()


class Drawer:
    """Text files in memory that are read like a folder: to see what they would be packed to."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self._texts = texts
        self.path = Path()

    def has(self, name: str) -> bool:
        """As `Folder.has`."""
        return name in self._texts

    def read(self, name: str) -> bytes:
        """As `Folder.read`."""
        return self._texts[name]

    def files(self, *folders: str) -> Iterator[str]:
        """As `Folder.files`."""
        tops = tuple(f"{folder}/" for folder in folders)
        return (name for name in self._texts if name.startswith(tops))


def _no_link(path: Path, name: str) -> Path:
    if path.is_symlink():
        raise WorkbenchError(f"{name!r}: {path} is a symbolic link; it is not followed")
    return path


def _holds(path: Path, pieces: Iterable[bytes]) -> bool:
    with path.open("rb") as file:
        for piece in pieces:
            for start in range(0, len(piece), _CHUNK):
                part = piece[start : start + _CHUNK]
                if file.read(len(part)) != part:
                    return False
        return file.read(1) == b""
