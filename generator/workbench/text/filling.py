"""Files on their way into a folder: a new one made whole, an old one only where it differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.light import dataclass
from generator.workbench.text.folder import Folder


@dataclass(frozen=True, slots=True)
class Outcome:
    """What unpacking did to the folder."""

    kind: str
    """Of what it is: ``module``, ``extension``, ``save``, ``log``."""
    written: tuple[str, ...]
    same: int
    """Files that held the same already."""
    removed: tuple[str, ...]
    left: tuple[str, ...] = ()
    """Files that are none of the archive's, but would be packed."""


@contextmanager
def begun(folder: Folder) -> Iterator[Folder]:
    """The folder itself; for one that is not there, another that takes its place when all is
    written."""
    if folder.path.exists():
        yield folder
        return
    with aside(folder) as beside:
        yield beside
        beside.path.rename(folder.path)


@contextmanager
def aside(folder: Folder) -> Iterator[Folder]:
    """A folder beside another that is gone in the end."""
    parent = folder.path.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(
        prefix=f".{folder.path.name[:40]}.", dir=parent, ignore_cleanup_errors=True
    ) as name:
        yield Folder(Path(name) / "text", folder.marker)


class Tally:
    """Files on their way into a folder, counted."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._names: set[str] = set()
        self._written: list[str] = []
        self._marker = b""

    def put(self, name: str, data: bytes | Iterable[bytes], size: int | None = None) -> None:
        """Write a file where it differs. The marker waits for the end, so that a folder that has
        it holds all the rest."""
        self._names.add(name)
        if name == self._folder.marker and isinstance(data, bytes):
            self._marker = data
        elif self._folder.put(name, data, size):
            self._written.append(name)

    def outcome(self, kind: str, old: Iterable[str]) -> Outcome:
        """Take away what is no more, and finish."""
        removed = sorted({*old} - self._names)
        for name in removed:
            self._folder.remove(name)
        marker = self._folder.marker
        if self._folder.put(marker, self._marker):
            self._written.append(marker)
        same = len(self._names) - len(self._written)
        return Outcome(kind, tuple(self._written), same, tuple(removed))
