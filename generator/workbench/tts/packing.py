"""``broadside pack`` for a save of Tabletop Simulator: makes the file from a folder of texts."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError, nearest
from generator.files import replace_file
from generator.tabletop_simulator import spelled, styles
from generator.tabletop_simulator.spelled import Json
from generator.tabletop_simulator.styles import Departures, Style
from generator.workbench.text.folder import Drawer, Folder
from generator.workbench.trouble import WorkbenchError
from generator.workbench.tts import departing, layout
from generator.workbench.tts.layout import CRLF, FILE, LINE_ENDS, MARKER, MIXED, SAVE, VERBATIM
from generator.workbench.tts.opened import refuse_others

_GUESSES = 5
"""So often it is looked for the file that was meant, ..."""
_MOST_GUESSED = 2000
"""... among so many."""


class PackError(BroadsideError):
    """Texts that do not make a save: all faults, one on each line."""


def is_unpacked(path: Path) -> bool:
    """Whether a folder contains an unpacked save."""
    return (path / MARKER).is_file()


def pack(path: Path, out: Path) -> tuple[str, ...]:
    """Pack a folder that `unpacking.unpack` made, and give the files in it that nothing names.

    The file is written whole or not at all, the same bytes for the same folder. Raises `PackError`
    with all that is wrong, or another `BroadsideError`.
    """
    folder = Folder(path, MARKER)
    together = _Together(folder)
    text = together.save()
    replace_file(out, text.encode("utf-8"))
    inside = (name for name in folder.files(*layout.FOLDERS) if name.endswith(layout.ENDINGS))
    return tuple(name for name in inside if name not in together.used)


def packed(folder: Folder | Drawer) -> str:
    """The text of the save in a folder. Raises as `pack`."""
    return _Together(folder).save()


class _Together:
    """The files of a folder on their way into one save."""

    def __init__(self, folder: Folder | Drawer) -> None:
        self._folder = folder
        self._troubles: list[str] = []
        self._departures: Departures = {}
        self._told: dict[str, Any] = {}
        self.used: set[str] = set()

    def save(self) -> str:
        """The save's text."""
        style = self._style()
        value = self._json(SAVE, MARKER)
        if not self._troubles:
            refuse_others(value, self._where(SAVE))
        if self._troubles:
            raise PackError("\n".join(self._troubles))
        return styles.written(value, style, self._departures)

    def _style(self) -> Style:
        where = self._where(MARKER)
        if not self._folder.has(MARKER):
            raise WorkbenchError(
                f"{self._folder.path}: holds no {MARKER}; "
                "name a folder that 'broadside unpack' made of a save"
            )
        marker = spelled.parse(self._folder.read(MARKER), where)
        if not isinstance(marker, dict) or marker.get("broadside") != 1:
            raise WorkbenchError(f"{where}: no 'broadside': 1, the layout that is known here")
        told = marker.get("departures", {})
        if not isinstance(told, dict):
            raise WorkbenchError(f"{where}: 'departures' holds no object")
        self._told = told
        return departing.read_style(marker.get("style", {}), where)

    def _where(self, name: str) -> str:
        return str(self._folder.path / name)

    def _json(self, name: str, named_in: str) -> Json:
        """The content of a file, with all files that it names inserted."""
        where = self._where(name)
        data = self._bytes(name, named_in)
        if data is None:
            return None
        try:
            value = spelled.parse_spelled(spelled.decoded(data, where), where)
            if name in self._told:
                where = f"{self._where(MARKER)}: {name}"
                found = departing.read_departures(self._told[name], value, where)
                self._departures.update(found)
        except BroadsideError as trouble:
            self._troubles.append(str(trouble))
            return None
        self._fill(name, value)
        return value

    def _fill(self, name: str, value: Json) -> None:
        if not isinstance(value, dict):
            return
        is_root = name == SAVE
        for key, one in value.items():
            if key in layout.TEXTS:
                value[key] = self._text(name, one)
            elif key in layout.lists_of(is_root):
                value[key] = self._objects(name, key, one)
            elif key == layout.TABS and is_root and isinstance(one, dict):
                for tab in one.values():
                    if isinstance(tab, dict) and layout.TAB_BODY in tab:
                        tab[layout.TAB_BODY] = self._text(name, tab[layout.TAB_BODY])

    def _text(self, name: str, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        if value.keys() == {VERBATIM}:
            return value[VERBATIM]
        if FILE not in value:
            return value
        file, ends = value[FILE], value.get(LINE_ENDS, "")
        if type(file) is not str or ends not in ("", CRLF, MIXED) or value.keys() - _KEYS:
            self._wrong(
                name,
                f'{_short(value)} is no {{"{FILE}": NAME}}, nor one with '
                f'"{LINE_ENDS}": "{CRLF}" or "{MIXED}"',
            )
            return None
        file = self._beside(name, file)
        data = self._bytes(file, name)
        if data is None:
            return None
        try:
            return layout.with_ends(data.decode("utf-8"), ends)
        except UnicodeDecodeError as trouble:
            line = data.count(b"\n", 0, trouble.start) + 1
            self._wrong(file, f"byte {data[trouble.start]:02x} is not UTF-8", line)
            return None

    def _objects(self, name: str, key: str, value: Any) -> Any:
        if isinstance(value, dict) and value.keys() == {VERBATIM}:
            return value[VERBATIM]
        for place, one in layout.objects_in(key, value):
            value[place] = self._object(name, one)
        return value

    def _object(self, name: str, value: Json) -> Json:
        return self._json_of(self._beside(name, value), name) if type(value) is str else value

    def _beside(self, name: str, told: str) -> str:
        """The path of a file that another names."""
        folder = name.rpartition("/")[0]
        return f"{folder}/{told}" if folder else told

    def _json_of(self, file: str, named_in: str) -> Json:
        if file in self.used:
            self._wrong(named_in, f"names {file!r}, which stands elsewhere too; copy the file")
            return None
        return self._json(file, named_in)

    def _bytes(self, file: str, named_in: str) -> bytes | None:
        try:
            data = self._folder.read(file)
        except (FileNotFoundError, KeyError):
            near = ""
            if len(self._troubles) < _GUESSES:
                there = islice(self._folder.files(*layout.FOLDERS), _MOST_GUESSED)
                near = nearest(file, there)
            self._wrong(named_in, f"names {file!r}, which is not there{near}")
        except OSError as trouble:
            self._wrong(named_in, f"names {file!r}, which cannot be read ({trouble.strerror})")
        except (WorkbenchError, ValueError) as trouble:
            self._wrong(named_in, f"names {file!r}: {trouble}")
        else:
            self.used.add(file)
            return data
        return None

    def _wrong(self, name: str, what: str, line: int | None = None) -> None:
        place = f":{line}" if line is not None else ""
        self._troubles.append(f"{self._where(name)}{place}: {what}")


_KEYS = {FILE, LINE_ENDS}


def _short(value: object) -> str:
    told = repr(value)
    return told if len(told) <= 60 else f"{told[:60]}..."
