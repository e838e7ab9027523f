"""Sheets of an XLSX file as lines of cells, read with suspicion.

A workbook is a zip of XML that anybody may have made: its size unpacked, its sheets, lines and
cells are bounded before anything is read, and XML with a document type is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from generator.definition.bulk import Cells
from generator.definition.reader import MOST_BYTES
from generator.definition.troubles import Trouble, choice
from generator.definition.yaml_nodes import Node

MAX_UNPACKED = 32 << 20
"""Most bytes all its parts may have together."""

MAX_PARTS = 1000
MAX_LINES = 10_000
MAX_CELLS = 200
"""Most cells in a line."""

LONGEST = 2000
"""Most letters in a cell."""


_UNRECKONED = "a formula without a result; open the file, let it reckon, and save it"


class Workbook:
    """An XLSX file; ``shown`` is what it is called in errors."""

    def __init__(self, path: Path, shown: str) -> None:
        self.shown = shown
        self._path = path

    def content(self) -> bytes:
        """The file's bytes, no more of them than tell that it is too large."""
        with self._path.open("rb") as file:
            return file.read(MOST_BYTES + 1)

    def lines(self, sheet: str | None, said: Node) -> tuple[str, list[Cells], list[Trouble]]:
        """The name errors call a sheet by, its lines, and what of them cannot be read; without a
        name, the only sheet's. ``said`` is where the workbook is named.
        """
        troubles: list[Trouble] = []
        try:
            data = self._bytes()
            with closing(self._opened(data)) as book:
                name = self._chosen([one.title for one in book.worksheets], sheet)
                shown = f"{self.shown}[{name}]"
                formulas = self._formulas(data, name)
                return shown, list(self._read(book[name], shown, formulas, troubles)), troubles
        except _UnreadableError as trouble:
            troubles.append(said.trouble(f"{self.shown}: {trouble}"))
        except Exception as trouble:
            words = " ".join(str(trouble).split())[:200]
            troubles.append(said.trouble(f"{self.shown}: no valid XLSX: {words}"))
        return self.shown, [], troubles

    def _bytes(self) -> bytes:
        data = self.content()
        if len(data) > MOST_BYTES:
            raise _UnreadableError(f"larger than {MOST_BYTES >> 20} MiB")
        try:
            with ZipFile(BytesIO(data)) as packed:
                parts = packed.infolist()
                if len(parts) > MAX_PARTS or sum(one.file_size for one in parts) > MAX_UNPACKED:
                    raise _UnreadableError(
                        f"more than {MAX_PARTS} parts or {MAX_UNPACKED >> 20} MiB unpacked"
                    )
                for one in parts:
                    if one.filename.endswith((".xml", ".rels", ".vml")):
                        _judge(one.filename, packed.read(one))
        except BadZipFile:
            raise _UnreadableError("no XLSX file (save it as .xlsx, not .xls)") from None
        return data

    def _opened(self, data: bytes, values: bool = True) -> Any:
        from openpyxl import load_workbook  # type: ignore[import-untyped]

        return load_workbook(BytesIO(data), read_only=True, data_only=values, keep_links=False)

    def _chosen(self, names: list[str], sheet: str | None) -> str:
        if sheet is not None and sheet in names:
            return sheet
        if sheet is not None:
            raise _UnreadableError(f"no sheet {sheet!r}{choice(sheet, names)}")
        if not names:
            raise _UnreadableError("it has no sheets")
        if len(names) > 1:
            raise _UnreadableError(
                f"it has several sheets; add sheet: with one of {', '.join(names)}"
            )
        return names[0]

    def _formulas(self, data: bytes, name: str) -> set[tuple[int, int]]:
        """Where formulas stand: one whose result was never worked out would read as empty."""
        with ZipFile(BytesIO(data)) as packed:
            sheets = [one for one in packed.namelist() if "worksheets/" in one]
            if not any(re.search(rb"<f[ >/]", packed.read(one)) for one in sheets):
                return set()
        with closing(self._opened(data, values=False)) as book:
            return {
                (line, index)
                for line, cells in enumerate(_bounded(book[name]), 1)
                for index, cell in enumerate(cells, 1)
                if isinstance(cell, str) and cell.startswith("=")
            }

    def _read(
        self,
        sheet: Any,
        shown: str,
        formulas: set[tuple[int, int]],
        troubles: list[Trouble],
    ) -> Iterator[Cells]:
        for line, cells in enumerate(_bounded(sheet), 1):
            if line > MAX_LINES:
                troubles.append(Trouble(shown, line, 1, f"more than {MAX_LINES} lines"))
                return
            if len(cells) > MAX_CELLS:
                words = f"more than {MAX_CELLS} cells in a line"
                troubles.append(Trouble(shown, line, MAX_CELLS + 1, words))
                return
            texts = []
            troubles += [
                Trouble(shown, line, index, _UNRECKONED)
                for index in range(len(cells) + 1, MAX_CELLS + 1)
                if (line, index) in formulas
            ]
            for index, cell in enumerate(cells, 1):
                text = _text(cell)
                if cell is None and (line, index) in formulas:
                    troubles.append(Trouble(shown, line, index, _UNRECKONED))
                elif text.startswith("#") and text.rstrip("!?").isupper():
                    troubles.append(Trouble(shown, line, index, f"the formula gives {text}"))
                elif len(text) > LONGEST:
                    words = f"more than {LONGEST} letters in a cell"
                    troubles.append(Trouble(shown, line, index, words))
                    text = text[:LONGEST]
                texts.append(text)
            yield line, texts


class _UnreadableError(Exception):
    """A workbook that is not read at all."""


def _judge(name: str, data: bytes) -> None:
    """Refuses XML that could grow while it is read."""
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:4]
    if wide or b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise _UnreadableError(f"its part {name!r} has a document type or is not UTF-8")


def _bounded(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """The lines of a sheet as values, a little more than is allowed."""
    sheet.reset_dimensions()
    for cells in sheet.iter_rows(max_row=MAX_LINES + 1, max_col=MAX_CELLS + 1, values_only=True):
        held = len(cells)
        while held and cells[held - 1] is None:
            held -= 1
        yield cells[:held]


def _text(cell: object) -> str:
    """A cell as it would stand in a CSV file."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, datetime):
        return cell.isoformat(" ").removesuffix(" 00:00:00")
    if isinstance(cell, (date, time)):
        return cell.isoformat()
    return str(cell)
