"""``broadside unpack`` for a save of Tabletop Simulator: a folder of texts, without loss."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from generator.files import new_folder
from generator.tabletop_simulator import spelled, styles
from generator.tabletop_simulator.spelled import Json
from generator.tabletop_simulator.styles import GAME, Departures
from generator.workbench.text.disk_names import Names
from generator.workbench.text.filling import Outcome, Tally
from generator.workbench.text.folder import Folder
from generator.workbench.trouble import WorkbenchError
from generator.workbench.tts import departing, layout, recorded
from generator.workbench.tts.layout import MARKER, SAVE
from generator.workbench.tts.opened import refuse_others

KIND = "save of Tabletop Simulator"


def unpack(path: Path, out: Path, *, reveal: bool = False) -> Outcome:
    """Unpack a save or saved object into a folder, new or unpacked before.

    A new folder is made whole or not at all; in one that was unpacked before, only what differs
    is written, and what is gone is removed. A save that holds a game as it was played is refused
    without ``reveal``: its texts tell who hides what. Raises `BroadsideError`.
    """
    folder = Folder(out, MARKER)
    folder.refuse_others(path)
    name = str(path)
    text = spelled.decoded(spelled.bytes_of(path), name)
    value = spelled.parse_spelled(text, name)
    refuse_others(value, name)
    if not reveal and recorded.is_played(value):
        raise WorkbenchError(
            f"{path}: holds the record of a game; unpacked it shows every secret in it, hidden "
            "pieces too; say --reveal where that is meant"
        )
    texts = texts_of(text, value)
    if not out.exists():
        new_folder(out, texts)
        return Outcome(KIND, tuple(texts), 0, ())
    old = _files_before(folder)
    tally = Tally(folder)
    for file, data in texts.items():
        tally.put(file, data)
    return tally.outcome(KIND, old)


def texts_of(text: str, value: Json) -> dict[str, bytes]:
    """The files of a save whose text says ``value``, by their names. ``value`` is used up."""
    style, departures = styles.spelling_of(text, value)
    taken_apart = _Apart(departures)
    taken_apart.put(taken_apart.names.take(SAVE), value)
    marker: dict[str, Any] = {"broadside": 1, "kind": KIND}
    if style != GAME:
        marker["style"] = departing.told_style(style)
    if taken_apart.departures:
        marker["departures"] = taken_apart.departures
    written = json.dumps(marker, ensure_ascii=True, indent=1) + "\n"
    return {MARKER: written.encode(), **taken_apart.texts}


class _Apart:
    """A save on its way into files."""

    def __init__(self, departures: Departures) -> None:
        self._given = departures
        self._writer = styles.Writer()
        self.names = Names()
        self.texts: dict[str, bytes] = {}
        self.departures: dict[str, dict[str, dict[str, str]]] = {}

    def put(self, path: str, value: Json) -> None:
        """Put the save itself or an object into a file, and all that it holds into others."""
        if isinstance(value, dict):
            for key, one in value.items():
                value[key] = self._part(path, value, key, one)
        self.texts[path] = self._writer.text(value).encode() + b"\n"
        told = departing.told_departures(value, self._given) if self._given else None
        if told:
            self.departures[path] = told

    def _part(self, path: str, holder: Json, key: str, value: Json) -> Json:
        """What stands in the file of a save or object for one of its parts."""
        is_root = path == SAVE
        stem = path.removesuffix(".json")
        if key in layout.TEXTS:
            text = layout.TEXTS[key]
            name = text.at_root if is_root else stem + text.ending
            return self._text(path, key, value, name)
        if key in layout.lists_of(is_root):
            return self._objects(path, holder, key, value)
        if key == layout.TABS and is_root and isinstance(value, dict):
            for number, tab in value.items():
                if isinstance(tab, dict) and layout.TAB_BODY in tab:
                    name = f"notebook/{layout.tab_name(number, tab)}.txt"
                    body = tab[layout.TAB_BODY]
                    tab[layout.TAB_BODY] = self._text(path, layout.TAB_BODY, body, name)
        return value

    def _text(self, path: str, key: str, value: Json, name: str) -> Json:
        if layout.reads_like_ours(key, value):
            return {layout.VERBATIM: value}
        if type(value) is not str or not layout.has_file(key, value):
            return value
        name = self.names.take(name)
        said, ends = layout.lines_of(value)
        self.texts[name] = said.encode()
        told: dict[str, Json] = {layout.FILE: layout.told_from(path, name)}
        if ends:
            told[layout.LINE_ENDS] = ends
        return told

    def _objects(self, path: str, holder: Json, key: str, value: Any) -> Json:
        if layout.reads_like_ours(key, value):
            return {layout.VERBATIM: value}
        folder = "objects" if path == SAVE else path.removesuffix(".json")
        for place, one in layout.objects_in(key, value):
            if not layout.stays_inside(holder, one):
                name = layout.object_name(key, str(place), one)
                value[place] = self._object(path, f"{folder}/{name}.json", one)
        told: Json = value
        return told

    def _object(self, path: str, name: str, value: Json) -> Json:
        """How the file of an object is named in another; what can have none stays as it is."""
        name = self.names.take(name)
        if not layout.is_short(name):
            return value
        self.put(name, value)
        return layout.told_from(path, name)


def _files_before(folder: Folder) -> list[str]:
    """What an earlier unpacking left."""
    if not folder.path.is_dir() or not folder.has(MARKER):
        return []
    inside = [name for name in folder.files(*layout.FOLDERS) if name.endswith(layout.ENDINGS)]
    return inside + [name for name in layout.TOP if folder.has(name)]
