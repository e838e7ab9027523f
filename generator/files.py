"""Writes files atomically: an interruption leaves the old file, or none, never a part."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from generator.errors import BroadsideError

_SHOWN = 40
"""How much of the name is used in the name of the temporary file; file systems allow 255 bytes."""


_PIECE = 1 << 20
"""So many bytes of a file are compared at a time."""


class FileError(BroadsideError):
    """A file that cannot be written to its place."""


def replace_file(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file atomically: see `placed`."""
    with placed(path) as out:
        out.writelines((data,) if isinstance(data, bytes) else data)


def a_file(path: Path) -> Path:
    """Return the path of a file. Raises `FileError` for a pipe or device, which may never end; a
    missing file or a folder is reported when it is opened."""
    with contextlib.suppress(OSError):
        kind = path.stat().st_mode
        if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
            raise FileError(f"{path}: a pipe or device; save what it gives as a file first")
    return path


def as_utf8(text: str) -> bytes:
    """A text for a file. Half a letter, as hostile JSON and names of files in another encoding have
    it, stands as ``?``: no file of UTF-8 can hold it.

    >>> as_utf8("caf\\udce9")
    b'caf?'
    """
    return text.encode("utf-8", "replace")


@contextmanager
def placed(path: Path) -> Iterator[BinaryIO]:
    """Yield a file to write, which is moved to its place when it is complete. Missing folders are
    made; the new file keeps the permissions of an old one. Raises `FileError` if the place cannot
    be written to."""
    beside = path.with_name(f".{path.name[:_SHOWN]}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as out:
            yield out
        with contextlib.suppress(OSError):
            shutil.copymode(path, beside)
        beside.replace(path)
    except OSError as trouble:
        raise FileError(f"{path}: cannot be written ({trouble.strerror})") from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def new_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder that is empty or does not exist, all or none. Names are relative to
    the folder, with ``/``. Raises `FileError` if the folder is not empty or cannot be written."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise FileError(f"{folder}: not empty; name a folder that is not there yet")
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{folder.name[:_SHOWN]}.", dir=folder.parent))
        try:
            for above in {name.rpartition("/")[0] for name in files}:
                (beside / above).mkdir(parents=True, exist_ok=True)
            for name, data in files.items():
                with open(f"{beside}/{name}", "wb") as out:  # noqa: PTH123 (thousands of files)
                    out.write(data)
            beside.chmod(0o755)
            if folder.exists():
                folder.rmdir()
            beside.rename(folder)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
    except OSError as trouble:
        raise FileError(f"{folder}: cannot be written ({trouble.strerror})") from None


def lay_out(folder: Path, files: Iterable[tuple[str, bytes]]) -> bool:
    """Write the files of a folder that do not exist yet; return whether none was missing. Names are
    relative to the folder, with ``/``.

    What is new is moved to its place when all is there: if the making of a file fails or is
    interrupted, those of an earlier time are left, and none of the new ones stands among them.
    Raises `FileError`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=".part.", dir=folder))
    except OSError as trouble:
        raise FileError(f"{folder}: cannot be written ({trouble.strerror})") from None
    new: list[tuple[Path, Path]] = []
    try:
        for name, data in files:
            place = folder / name
            if not holds(place, data):
                waiting = beside / str(len(new))
                replace_file(waiting, data)
                new.append((waiting, place))
            del data  # which may be large, before the next is made
        for waiting, place in new:
            _move(waiting, place)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return not new


def _move(waiting: Path, place: Path) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):
            shutil.copymode(place, waiting)
        waiting.replace(place)
    except OSError as trouble:
        raise FileError(f"{place}: cannot be written ({trouble.strerror})") from None


def holds(path: Path, data: bytes) -> bool:
    """Whether a file is there and holds these bytes."""
    try:
        if path.stat().st_size != len(data):
            return False
        with path.open("rb") as file:
            whole = memoryview(data)
            return all(
                file.read(_PIECE) == whole[at : at + _PIECE] for at in range(0, len(data), _PIECE)
            )
    except OSError:
        return False
