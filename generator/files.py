"""Writes files atomically: an interruption leaves the old file, or none, never a part."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from generator.errors import BroadsideError

_SHOWN = 40
"""How much of the name is used in the name of the temporary file; file systems allow 255 bytes."""


_PIECE = 1 << 20
"""So many bytes of a file are compared at a time."""

_WAITING = ".part."
"""How the names of folders begin in which files of `lay_out` wait, in the folder they are for."""

_RANDOM = re.compile("[a-z0-9_]{8}")
"""How such a name goes on: as `tempfile` makes it."""

_NUMBER = re.compile("[0-9]+")
"""What the files there are called."""

_LEFT_OVER = 3600.0
"""After so many seconds without a new file, such a folder is taken for a killed run's."""


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
        with _written(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("wb") as out:
                yield out
            with contextlib.suppress(OSError):
                shutil.copymode(path, beside)
            beside.replace(path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def new_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder that is empty or does not exist, all or none. Names are relative to
    the folder, with ``/``. Raises `FileError` if the folder is not empty or cannot be written."""
    with _written(folder):
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


def lay_out(folder: Path, files: Iterable[tuple[str, bytes]]) -> bool:
    """Write the files of a folder that do not exist yet; return whether none was missing. Names are
    relative to the folder, with ``/``.

    What is new is moved to its place when all is there: if the making of a file fails or is
    interrupted, those of an earlier time are left, and none of the new ones stands among them.
    Nothing is touched if none is missing, but what a killed run left is removed. Raises
    `FileError`.
    """
    with _written(folder):
        folder.mkdir(parents=True, exist_ok=True)
    _clear_left_over(folder)
    new: list[tuple[Path, Path]] = []
    beside: Path | None = None
    try:
        for name, data in files:
            place = folder / name
            if not holds(place, data):
                with _written(place):
                    beside = beside or Path(tempfile.mkdtemp(prefix=_WAITING, dir=folder))
                    waiting = beside / str(len(new))
                    waiting.write_bytes(data)
                new.append((waiting, place))
            del data  # which may be large, before the next is made
        for waiting, place in new:
            _move(waiting, place)
    finally:
        if beside:
            shutil.rmtree(beside, ignore_errors=True)
    return not new


def _clear_left_over(folder: Path) -> None:
    """Remove the folders in which the files of killed runs of `lay_out` waited."""
    for beside in folder.glob(f"{_WAITING}*"):
        with contextlib.suppress(OSError):
            if _is_left_over(beside):
                for path in beside.iterdir():
                    path.unlink()
                beside.rmdir()


def _is_left_over(beside: Path) -> bool:
    """Whether `lay_out` made a folder, in a run that is over, and nothing else lies in it."""
    return (
        _RANDOM.fullmatch(beside.name.removeprefix(_WAITING)) is not None
        and not beside.is_symlink()
        and time.time() - beside.stat().st_mtime > _LEFT_OVER
        and all(
            _NUMBER.fullmatch(path.name) and path.is_file() and not path.is_symlink()
            for path in beside.iterdir()
        )
    )


@contextmanager
def _written(path: Path) -> Iterator[None]:
    """Raises `FileError` with the place that is written to, whichever path the trouble names."""
    try:
        yield
    except OSError as trouble:
        raise FileError(f"{path}: cannot be written ({trouble.strerror})") from None


def _move(waiting: Path, place: Path) -> None:
    with _written(place):
        place.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):
            shutil.copymode(place, waiting)
        waiting.replace(place)


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
