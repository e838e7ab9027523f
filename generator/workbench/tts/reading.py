"""Reads a save or saved object of Tabletop Simulator as plain values, for tools that do not change
it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.tabletop_simulator import spelled
from generator.workbench.text.folder import Folder
from generator.workbench.trouble import WorkbenchError
from generator.workbench.tts.layout import MARKER
from generator.workbench.tts.opened import OBJECTS, refuse_others
from generator.workbench.tts.packing import packed
from generator.workbench.tts.recorded import is_played
from generator.workbench.tts.unpacking import texts_of
from generator.workbench.tts.views import public


def read_save(path: Path) -> dict[str, Any]:
    """A save or saved object, or the folder one was unpacked into.

    Its objects are in a list; all else may be of any type, and a key may be missing. Raises
    `WorkbenchError` for JSON that is none, `SpelledError`, or for a folder `packing.PackError`.
    """
    if path.is_dir():
        value = spelled.parse(packed(Folder(path, MARKER)).encode(), str(path))
    else:
        value = spelled.read(path)
    refuse_others(value, str(path))
    assert isinstance(value, dict)
    if not isinstance(value[OBJECTS], list):
        raise WorkbenchError(f"{path}: {OBJECTS} holds no list of objects")
    return value


def text_of(path: Path, *, reveal: bool = False) -> Iterator[str]:
    """A save as the lines of the texts it is unpacked into, for programs that compare lines.

    Where a game was played, as everybody may know it unless ``reveal``. Raises as `read_save`.
    """
    save = read_save(path)
    seen = save if reveal or not is_played(save) else public(save)
    text = json.dumps(seen, indent=2)
    texts = texts_of(text, spelled.parse_spelled(text, str(path)))
    for name in sorted(texts):
        if name != MARKER:
            yield f"=== {name}"
            yield from texts[name].decode("utf-8").splitlines()
