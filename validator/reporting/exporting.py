"""The events of a game as a file for other programs: CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.errors import BroadsideError, nearest
from generator.files import replace_file
from generator.vassal import modules
from validator.audit import logs
from validator.reading.listing import event_values, scene_value
from validator.reading.views import View

FORMATS = {".csv": "csv", ".json": "json", ".md": "story"}
"""The format for each file suffix; the story is that of `validator.narrating`."""
COLUMNS = (
    "file", "step", "kind", "player", "side", "piece", "name", "from", "to", "map", "x", "y",
    "deck", "property", "old", "new", "dice", "result", "text",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class ExportError(BroadsideError):
    """An unknown format."""


def form_of(out: Path, wanted: str | None) -> str:
    """The format, by name or by the file's suffix. Raises `ExportError`."""
    if wanted is not None:
        return wanted
    found = FORMATS.get(out.suffix.lower())
    if found is None:
        hint = nearest(out.suffix.lower(), FORMATS)
        raise ExportError(f"{out}: name it .csv, .json or .md, or say --format{hint}")
    return found


def views_of(
    paths: Sequence[str | Path],
    side: str | None = None,
    *,
    module: Path | None = None,
    reveal: bool = False,
    game: str | Path | None = None,
) -> list[View]:
    """The files of one game in their order, under one view. Its places are named by the module,
    or by the definition of ``game`` (a name or a folder).

    Raises subclasses of `BroadsideError`: a missing file, no save or log, an unknown side.
    """
    opened = logs.open_files(logs.once(logs.files_of(paths))[0])
    definition = logs.game_of(opened, game, ())
    known = modules.read(module) if module is not None else None
    read = logs.read_files(opened, definition, side, reveal=reveal, module=known)
    return [log.view for log in logs.joined(logs.in_order(read))]


def export(views: Sequence[View], out: Path, form: str) -> int:
    """Write the events of one game's files as ``csv`` or ``json``; returns the number of events.

    The file is written whole or not at all. Raises `FileError` if it cannot be written.
    """
    rows = list(_rows(views))
    text = _csv(rows) if form == "csv" else _json(views, rows)
    replace_file(out, text.encode("utf-8", "backslashreplace"))
    return len(rows)


def _rows(views: Sequence[View]) -> Iterator[dict[str, Any]]:
    """The events of all files, with steps counted through all of them."""
    first = 0
    for view in views:
        file = Path(view.name).name
        for value in event_values(view):
            yield {"file": file, **value, "step": first + value["step"]}
        first += len(view.steps)


def _csv(rows: Iterable[dict[str, Any]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in COLUMNS])
    return buffer.getvalue()


def _cell(value: Any) -> Any:
    """A value for a cell; an apostrophe keeps text of a log from being taken for a formula."""
    if isinstance(value, list):
        value = " ".join(map(str, value))
    if isinstance(value, str) and value.startswith(_FORMULA) and not _is_number(value):
        return "'" + value
    return value


def _is_number(text: str) -> bool:
    return text[1:].replace(".", "", 1).isdecimal()


def _json(views: Sequence[View], rows: list[dict[str, Any]]) -> str:
    values = {
        "module": views[0].module,
        "view": "reveal" if views[0].reveal else views[0].side or "public",
        "files": [{"file": Path(view.name).name, "steps": len(view.steps)} for view in views],
        "start": scene_value(views[0].scene(0)),
        "events": rows,
        "end": scene_value(views[-1].scene()),
    }
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"
