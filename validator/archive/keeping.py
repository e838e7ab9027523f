"""What was done is kept, file by file and game by game, so that a run goes on where one ended.

Every result is written whole or not at all. It stands under the edition of Broadside that made it
and the view it was made with: results of another edition are left where they are, never mixed in.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from generator import __version__
from generator.errors import BroadsideError
from generator.files import replace_file
from generator.light import dataclass

FORMAT = 1
"""How results lie in their folder; another number is another folder."""
_ABOUT = "archive.json"


class KeptError(BroadsideError):
    """A results folder that is something else."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Work that came to no result, and why."""

    reason: str
    seconds: float = 0
    """The limits it ran under: with higher ones it is tried again; 0: it fails under any."""
    memory: int = 0


class Kept:
    """The results folder of one archive."""

    def __init__(self, folder: Path, *, reveal: bool, names: bool, replays: bool) -> None:
        """Raises `KeptError` where something else lies in the folder."""
        self.folder = folder
        view = f"{'revealed' if reveal else 'public'}-{'names' if names else 'pseudonyms'}"
        view += "-replays" * replays
        self._own = folder / "kept" / f"{__version__}-{_code()}-{view}"
        _check(folder)

    def begin(self) -> None:
        """Make the folder known as ours."""
        told = {"format": FORMAT, "made by": "broadside archive"}
        replace_file(self.folder / _ABOUT, (json.dumps(told, indent=1) + "\n").encode())

    def found(self, kind: str, key: str, limits: tuple[float, int]) -> Any | Failed | None:
        """The result of a task; None where there is none, or it failed under lower limits."""
        try:
            kept = json.loads(self._path(kind, key).read_bytes())
        except (OSError, ValueError):
            return None
        if "failed" not in kept:
            return kept["result"]
        failed = Failed(**kept["failed"])
        tried = failed.seconds and (failed.seconds < limits[0] or failed.memory < limits[1])
        return None if tried else failed

    def keep(self, kind: str, key: str, result: Any | Failed) -> None:
        """Write a result down. Raises `generator.files.FileError`."""
        if isinstance(result, Failed):
            row = {"reason": result.reason, "seconds": result.seconds, "memory": result.memory}
            kept: dict[str, Any] = {"failed": row}
        else:
            kept = {"result": result}
        data = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
        replace_file(self._path(kind, key), data.encode())

    def _path(self, kind: str, key: str) -> Path:
        return self._own / kind / key[:2] / f"{key}.json"


def _check(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise KeptError(f"{folder}: a file lies there; name a folder for the results")
    about = folder / _ABOUT
    if not about.is_file():
        if any(folder.iterdir()):
            raise KeptError(
                f"{folder}: holds something else than results of an archive; name another folder"
            )
        return
    try:
        told = json.loads(about.read_bytes())["format"]
    except (ValueError, KeyError, TypeError):
        told = "unknown"
    if told != FORMAT:
        raise KeptError(
            f"{folder}: holds results of format {told}, this edition writes format {FORMAT}; "
            "name another folder, those stay as they are"
        )


def _code() -> str:
    """The definitions and rules that judge: a checkout in which they change is another edition."""
    from generator.places import games_folder

    digest = hashlib.sha256()
    for path in sorted(games_folder().rglob("*")):
        if path.suffix in (".yaml", ".csv", ".py"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:8]
