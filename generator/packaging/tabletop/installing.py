"""A built folder put into the data folder of Tabletop Simulator: saves that find their pictures."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError
from generator.files import FileError, lay_out
from generator.light import dataclass
from generator.packaging.tabletop.delivery import IMAGES, NOWHERE, cache_name
from generator.tabletop_simulator import spelled
from generator.tabletop_simulator.calibration import Calibration, calibration

OWN = "Broadside"
"""The folder in the data folder for pictures that saves name by their place on the disk."""

_FOLDERS = {
    "win32": "Documents/My Games/Tabletop Simulator",
    "darwin": "Library/Tabletop Simulator",
}
_ELSEWHERE = ".local/share/Tabletop Simulator"

_URL = re.compile(re.escape(NOWHERE) + r'/[^/"\\]+/([^/"\\]+)')


class InstallError(BroadsideError):
    """A folder that cannot be installed from, or into."""


@dataclass(frozen=True, slots=True)
class Installed:
    """What was put where."""

    data_folder: Path
    saves: tuple[str, ...]
    pictures: int
    kept: bool
    """Whether saves name the pictures by their place on this disk."""
    reused: bool

    def lines(self) -> Iterator[str]:
        """Lines for a terminal."""
        done = "was there already" if self.reused else "installed"
        for name in self.saves:
            yield f"{self.data_folder / 'Saves' / name} {done}"
        if self.pictures:
            seen = "on this machine only" if self.kept else "from the game's cache"
            yield f"{self.pictures} pictures, found {seen}"
        yield "In the game: Games, Save & Load"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "data_folder": str(self.data_folder),
            "saves": list(self.saves),
            "pictures": self.pictures,
            "reused": self.reused,
        }


def data_folder(system: str = sys.platform, home: Path | None = None) -> Path:
    """Where the game keeps its saves. Raises InstallError when it is not there."""
    folder = (home or Path.home()) / _FOLDERS.get(system, _ELSEWHERE)
    if not folder.is_dir():
        raise InstallError(
            f"{folder}: not there; start the game once, or name its data folder with --to"
        )
    return folder


def install(
    folder: Path,
    into: Path,
    played: Sequence[Path] = (),
    *,
    cached: bool = False,
    known: Calibration | None = None,
) -> Installed:
    """Put the saves and pictures of a built folder into a data folder, and with them saves of
    games that were ``played`` with the same pictures.

    The saves then name the pictures by their place on this disk; with ``cached`` they are copies
    for the game's cache, which every player needs. A save in which somebody has played is never
    written over. Raises InstallError, FileError, and `BroadsideError` for a damaged save.
    """
    known = known or calibration()
    fresh = sorted(folder.glob("Saves/*.json"))
    if not fresh:
        raise InstallError(
            f"{folder}: no Saves in it; accepted: a folder that broadside build --target tts wrote"
        )
    if not into.is_dir():
        raise InstallError(f"{into}: not there; name the data folder of the game")
    files: dict[str, bytes] = {}
    pictures: dict[str, bytes] = {}
    own = f"{OWN}/{folder.resolve().name}"
    for save in (*fresh, *played):
        data = _read(save)
        text = data.decode("utf-8", "surrogateescape")
        for url, name in {found[0]: found[1] for found in _URL.finditer(text)}.items():
            copy = cache_name(url, known.cache_name)
            picture = folder / IMAGES / copy
            if not picture.is_file():
                raise InstallError(
                    f"{save}: its picture {name} is not in {folder}; build the definition it was "
                    "played with"
                )
            pictures[f"{IMAGES}/{copy}" if cached else f"{own}/{name}"] = _read(picture)
        if not cached:
            data = _named_by_place(text, file_url(into / own, known)).encode(
                "utf-8", "surrogateescape"
            )
        _may_be_replaced(into / "Saves" / save.name, data)
        files[f"Saves/{save.name}"] = data
        shown = save.with_suffix(".png")
        if shown.is_file():
            files[f"Saves/{shown.name}"] = _read(shown)
    reused = lay_out(into, (pictures | files).items())
    names = tuple(save.name for save in (*fresh, *played))
    return Installed(into, names, len(pictures), not cached, reused)


def _named_by_place(text: str, base: str) -> str:
    """A save's text with its pictures named by the address of their folder on this disk."""
    written = json.dumps(base, ensure_ascii=False)[1:-1]
    return _URL.sub(lambda found: f"{written}/{found[1]}", text)


def file_url(path: Path, known: Calibration) -> str:
    """A path as the game writes the place of a picture on one's own disk."""
    if known.file_address_escaped:
        return path.absolute().as_uri()
    written = path.absolute().as_posix()
    return f"file://{written}" if written.startswith("/") else f"file:///{written}"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as trouble:
        raise FileError(f"{path}: cannot be read ({trouble.strerror})") from None


def _may_be_replaced(save: Path, data: bytes) -> None:
    """Raises InstallError for another save in which a game was played: its record has entries."""
    if not save.exists() or _read(save) == data:
        return
    found = spelled.read(save)
    state = found.get("LuaScriptState") if isinstance(found, dict) else None
    if not isinstance(state, str) or "\n" in state.strip():
        raise InstallError(
            f"{save}: a game was played in it; move it away or rename it, it is not written over"
        )
