"""A save opened for a lint: its data, its objects, and the words for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.tabletop_simulator import spelled
from generator.tabletop_simulator.coherence import Found, every_object, text
from generator.tabletop_simulator.positions import JsonPath
from generator.workbench.text.folder import ARCHIVE, Folder
from generator.workbench.tts import packing
from generator.workbench.tts.layout import MARKER
from generator.workbench.tts.opened import OBJECTS, refuse_others
from generator.workbench.tts.recorded import is_played


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding as a check states it, before its places are reported."""

    code: str
    message: str
    fix: str
    paths: Sequence[JsonPath]
    count: int = 0
    """0: as many as there are paths."""
    milder: bool = False
    """Whether it is one degree less grave than its code says."""


@dataclass(slots=True)
class SaveSurvey:
    """A save, or the folder of an unpacked one, read once.

    Raises `SpelledError`, `WorkbenchError` or `PackError` for what is none.
    """

    path: Path
    data: dict[str, Any] = field(init=False)
    text: str = field(init=False, repr=False)
    """The JSON; of a folder, what it would be packed to."""
    objects: list[Found] = field(init=False, repr=False)
    """Every object, wherever it is, in the file's order."""
    is_played: bool = field(init=False)
    """Whether it holds the record of a game: objects are then not called by their names."""

    def __post_init__(self) -> None:
        name = str(self.path)
        if self.is_folder:
            self.text = packing.packed(Folder(self.path, MARKER))
        else:
            self.text = spelled.without_mark(spelled.decoded(spelled.bytes_of(self.path), name))
        data = spelled.parse(self.text.encode(), name)
        refuse_others(data, name)
        self.data = data
        self.objects = list(every_object(data))
        self.is_played = is_played(data)

    @property
    def is_folder(self) -> bool:
        """Whether it was unpacked: its lines are then not those of a file."""
        return self.path.is_dir()

    @property
    def name(self) -> str:
        """What the save calls itself; its file's name when it says nothing."""
        return text(self.data.get("SaveName")).strip() or self.path.stem

    def who(self, found: Found) -> str:
        """An object as it is called in a message: ``Custom_Tile 'Ajax' (a1b2c3)``."""
        nickname = text(found.data.get("Nickname")).strip()
        called = f" {nickname[:40]!r}" if nickname and not self.is_played else ""
        guid = text(found.data.get("GUID"))
        return f"{found.name or 'object'}{called}" + (f" ({guid[:12]})" if guid else "")


def saves_of(path: Path) -> list[Path]:
    """The saves that a path names: itself, or those in a folder and the folders in it.

    None for what is no save of Tabletop Simulator, such as a module of VASSAL.
    """
    if not path.is_dir():
        return [path] if spelled.looks_like_json(path) else []
    if packing.is_unpacked(path):
        return [path]
    if (path / ARCHIVE).is_file():
        return []
    return [one for one in sorted(path.rglob("*.json")) if one.is_file() and _holds_objects(one)]


def _holds_objects(path: Path) -> bool:
    """Whether a file of JSON is a save, or was: one that cannot be read is reported, not left out.

    Beside saves the game keeps lists of them as JSON too.
    """
    try:
        if f'"{OBJECTS}"'.encode() not in path.read_bytes():
            return False
        value = spelled.read(path)
    except OSError:
        return False
    except BroadsideError:
        return True
    return isinstance(value, dict) and OBJECTS in value
