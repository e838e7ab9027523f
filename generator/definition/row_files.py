"""The CSV and XLSX files beside a definition whose rows are counters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from generator.definition.bulk import counter_rows, table_rows
from generator.definition.memory import Memory
from generator.definition.troubles import Trouble
from generator.definition.workbooks import Workbook
from generator.definition.yaml_nodes import MappingNode, Node
from generator.errors import nearest


class RowFiles:
    """The tables of counters in one folder, by the names of their files."""

    def __init__(self, folder: Path, memory: Memory) -> None:
        self.folder = folder
        self.memory = memory
        self.texts: dict[str, str] = {}
        """CSV file name -> its text."""
        self.workbooks: dict[str, Workbook] = {}
        """XLSX files by name."""
        self.unread: set[str] = set()
        """CSV files that could not be read, which has been reported."""
        self.incomplete = False
        """Whether some rows that were asked for could not be read."""

    def rows_of(self, said: Node) -> tuple[list[Node], list[Trouble]]:
        """The rows of one table, and what is wrong with them; ``said`` is the file's name, or names
        file and sheet."""
        sheet = None
        place = said
        if isinstance(said, MappingNode):
            place = said.values.get("file", said)
            sheet = said.text("sheet") or None
        name = str(place.plain())
        rows: list[Node] = []
        troubles: list[Trouble] = []
        if name in self.texts:
            if sheet is not None:
                troubles.append(said.trouble(f"{name!r} has no sheets; leave sheet: out"))
            rows, found = self._of_csv(name)
            troubles += found
        elif name in self.workbooks:
            rows, troubles = self._of_workbook(name, sheet, said)
        elif name not in self.unread:
            troubles.append(place.trouble(self._no_table(name)))
        self.incomplete |= bool(troubles) or name in self.unread
        return rows, troubles

    def _of_csv(self, name: str) -> tuple[list[Node], list[Trouble]]:
        text = self.texts[name]
        found: list[Trouble] = []
        rows, found = self.memory.once(
            ("rows", name), (text,), lambda: (counter_rows(text, name, found, self.memory), found)
        )
        return rows, found or _without_rows(rows, name)

    def _of_workbook(
        self, name: str, sheet: str | None, said: Node
    ) -> tuple[list[Node], list[Trouble]]:
        book = self.workbooks[name]
        shown, lines, unread = self.memory.once(
            ("sheet", name, sheet), (book.content(), said), partial(book.lines, sheet, said)
        )
        troubles = [*unread]
        rows = table_rows(lines, shown, troubles, self.memory)
        return rows, troubles or _without_rows(rows, shown)

    def _no_table(self, name: str) -> str:
        """Why there is no table of this name, and which there are."""
        if Path(name).name == name and (self.folder / name).is_file():
            words = f"{name!r} is neither a CSV nor an XLSX file; save it as .xlsx or .csv"
        else:
            words = f"no file {name!r} beside it"
        tables = [*self.texts, *sorted(self.unread)]
        kinds = [("CSV", tables), ("XLSX", list(self.workbooks))]
        if name.lower().endswith((".xlsx", ".xls")):
            kinds.reverse()
        listed = [f"{kind} files here: {', '.join(names)}" for kind, names in kinds if names]
        listed = listed or ["there is no CSV and no XLSX file here"]
        known = [*tables, *self.workbooks]
        return f"{words}; {'; '.join(listed)}{nearest(name, known)}"


def _without_rows(rows: Sequence[Node], shown: str) -> list[Trouble]:
    if rows:
        return []
    words = "no rows: a heading in the first line and a row for each counter are expected"
    return [Trouble(shown, 1, 1, words)]
