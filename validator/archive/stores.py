"""Where results are kept: a folder of this machine, or any place that fsspec knows (``s3://``)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from tempfile import mkdtemp
from typing import IO, Any, Protocol

from generator.errors import BroadsideError
from generator.files import FileError, replace_file

_TRIES = 5
"""How often a folder is tried to be put in its place while another run does the same."""
AT_ONCE = 16
"""How many files at a URL are read at a time; most of the time is waiting."""
_FILE = "file://"
"""The beginning of a URL of this machine's folders."""


class StoreError(BroadsideError):
    """A place that cannot be read or written."""


class Store(Protocol):
    """A folder of results. Names are relative to it, with ``/``."""

    name: str
    """Its name in messages."""
    place: str
    """Its absolute path or its URL: every process finds it, whatever its working directory."""
    at_once: int
    """How many files are best read at a time."""

    def holds(self, place: str) -> bool:
        """Whether a file is in the store, by its absolute path without links or its URL."""

    def read(self, name: str) -> bytes | None:
        """A file's bytes; None if there is no such file."""

    def write(self, name: str, data: bytes) -> None:
        """Write a file, whole or not at all."""

    def replace(self, folder: str, files: Mapping[str, bytes]) -> None:
        """Write all files of a folder in place of those that were there."""

    def sizes(self, folder: str = "") -> Mapping[str, int]:
        """The names and sizes (bytes) of all files in a folder, or in the whole store."""

    def remove(self, names: Iterable[str]) -> None:
        """Delete files; those that are not there are passed over."""


def store_of(place: str) -> Store:
    """The store of a folder's path or a URL. Raises `StoreError` for an unknown kind of URL."""
    return RemoteStore(place) if is_url(place) else LocalStore(Path(as_path(place)))


def is_url(place: str) -> bool:
    """Whether a place is a URL and no folder of this machine."""
    return "://" in as_path(place)


def as_path(place: str) -> str:
    """A place without ``file://``."""
    return place.removeprefix(_FILE)


class LocalStore:
    """A folder of this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = str(folder)
        self.place, self.at_once = str(folder.resolve()), 1
        self._within = str(Path(self.place, "_"))[:-1]
        if folder.exists() and not folder.is_dir():
            raise StoreError(f"{folder}: a file lies there; name a folder for the results")

    def holds(self, place: str) -> bool:
        """As `Store.holds`."""
        return place.startswith(self._within)

    def read(self, name: str) -> bytes | None:
        """As `Store.read`."""
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """As `Store.write`. Raises `FileError`."""
        replace_file(self.folder / name, data)

    def replace(self, folder: str, files: Mapping[str, bytes]) -> None:
        """As `Store.replace`, in one step. Raises `FileError`."""
        place = self.folder / folder
        try:
            beside = Path(mkdtemp(prefix=f".{folder}-", dir=self.folder))
            try:
                for name, data in files.items():
                    (beside / "new" / name).parent.mkdir(parents=True, exist_ok=True)
                    (beside / "new" / name).write_bytes(data)
                for number in range(_TRIES):
                    with suppress(FileNotFoundError):
                        place.rename(beside / f"old-{number}")
                    try:
                        (beside / "new").rename(place)
                        break
                    except OSError:  # another run put its own there in between
                        if number == _TRIES - 1 or not place.exists():
                            raise
            finally:
                shutil.rmtree(beside, ignore_errors=True)
        except OSError as trouble:
            raise FileError(f"{place}: cannot be written ({trouble.strerror})") from None

    def sizes(self, folder: str = "") -> Mapping[str, int]:
        """As `Store.sizes`."""
        found = {}
        for within, _, names in os.walk(self.folder / folder):
            above = Path(within).relative_to(self.folder)
            for name in names:
                with suppress(OSError):
                    found[(above / name).as_posix()] = Path(within, name).stat().st_size
        return found

    def remove(self, names: Iterable[str]) -> None:
        """As `Store.remove`, with the folders that are empty afterwards."""
        above: set[PurePosixPath] = set()
        for name in names:
            with suppress(OSError):
                (self.folder / name).unlink()
            above.update(PurePosixPath(name).parents[:-1])
        for folder in sorted(above, key=lambda one: -len(one.parts)):
            with suppress(OSError):  # something is in it
                (self.folder / folder).rmdir()


class RemoteStore:
    """A folder at a URL that fsspec can open."""

    def __init__(self, url: str) -> None:
        self.name = self.place = url.rstrip("/")
        self.at_once = AT_ONCE
        self._files, self._root = opened(url)

    def holds(self, place: str) -> bool:
        """As `Store.holds`."""
        if not is_url(place):
            return False
        files, path = opened(place)
        return files == self._files and path.startswith(f"{self._root}/")

    def read(self, name: str) -> bytes | None:
        """As `Store.read`. Raises `StoreError` if the place cannot be reached."""
        with suppress(FileNotFoundError), trouble_named(self.name, "read"):
            return bytes(self._files.cat_file(f"{self._root}/{name}"))
        return None

    def write(self, name: str, data: bytes) -> None:
        """As `Store.write`. Raises `StoreError`."""
        path = f"{self._root}/{name}"
        try:
            with trouble_named(self.name, "written"):
                self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
                self._files.pipe_file(path, data)
        except FileNotFoundError as trouble:
            raise StoreError(f"{self.name}: cannot be written ({trouble})") from None

    def replace(self, folder: str, files: Mapping[str, bytes]) -> None:
        """As `Store.replace`: the new files are written, then the old ones deleted."""
        for name, data in files.items():
            self.write(f"{folder}/{name}", data)
        self.remove(
            name for name in self.sizes(folder) if name.removeprefix(f"{folder}/") not in files
        )

    def sizes(self, folder: str = "") -> Mapping[str, int]:
        """As `Store.sizes`. Raises `StoreError` if the place cannot be reached."""
        start = f"{self._root}/{folder}".rstrip("/")
        return {
            path[path.index(self._root) + len(self._root) :].lstrip("/"): held.get("size") or 0
            for path, held in listed(self._files, start, self.name).items()
        }

    def remove(self, names: Iterable[str]) -> None:
        """As `Store.remove`. Raises `StoreError` if the place cannot be reached."""
        gone = [f"{self._root}/{name}" for name in names]

        def remove(path: str) -> None:
            with suppress(FileNotFoundError), trouble_named(self.name, "written"):
                self._files.rm_file(path)

        with ThreadPoolExecutor(AT_ONCE) as threads:
            list(threads.map(remove, gone))


def opened(url: str) -> tuple[RemoteFiles, str]:
    """The file system of a URL, and the path in it. Raises `StoreError`."""
    try:
        import fsspec
    except ImportError:
        raise StoreError(
            f"{url}: reading it needs more: python -m pip install '.[cluster]'"
        ) from None
    with trouble_named(url, "read"):
        files, root = fsspec.core.url_to_fs(url)
        return files, root.rstrip("/")


def listed(files: RemoteFiles, root: str, name: str) -> Mapping[str, Mapping[str, Any]]:
    """The path of every file in a folder and what its server says of it; empty if there is no
    such folder. ``name`` stands in error messages.

    Raises `StoreError` if the place cannot be reached.
    """
    with suppress(FileNotFoundError), trouble_named(name, "read"):
        return files.find(root, detail=True)
    return {}


@contextmanager
def trouble_named(name: str, doing: str) -> Iterator[None]:
    """Turn the library's exceptions into `StoreError`: each kind of place raises its own."""
    try:
        yield
    except (FileNotFoundError, MemoryError):
        raise
    except Exception as trouble:
        words = getattr(trouble, "strerror", None) or " ".join(str(trouble).split())
        raise StoreError(f"{name}: cannot be {doing} ({words or type(trouble).__name__})") from None


class RemoteFiles(Protocol):
    """The part of fsspec's file systems that is used here."""

    def cat_file(self, path: str) -> bytes: ...
    def open(self, path: str, mode: str) -> IO[bytes]: ...
    def pipe_file(self, path: str, value: bytes) -> None: ...
    def makedirs(self, path: str, exist_ok: bool) -> None: ...
    def rm_file(self, path: str) -> None: ...
    def find(self, path: str, *, detail: bool) -> Mapping[str, Mapping[str, Any]]: ...
