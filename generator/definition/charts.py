"""Charts: what the engine looks up, the chart shows and the print kit prints."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from generator.definition.measures import (
    CaseId,
    Dice,
    FileId,
    Id,
    ImageFile,
    Model,
    Scalar,
    Sourced,
)

CellValue = Scalar | tuple[Scalar, ...]


class CellBody(Sourced):
    """A value of a table with its provenance."""

    value: CellValue
    text: str = ""
    """What the chart prints; empty: the value."""


def _cell(value: Any) -> Any:
    return value if isinstance(value, (dict, CellBody)) else {"value": value}


Cell = Annotated[CellBody, BeforeValidator(_cell)]
"""Written as a bare value (printed) or as ``{value: ..., status: ..., why: ...}``."""


class Column(Model):
    id: Id
    name: str = ""


class Row(Model):
    """A row: of a dice table by its rolls, else by its id."""

    id: Id = "-"
    name: str = ""
    rolls: tuple[int, int] | None = None
    """Lowest and highest total, inclusive."""
    cells: Mapping[str, Cell]
    case: CaseId | None = None


class Chart(Sourced):
    """What all charts have."""

    id: FileId
    name: str
    case: CaseId | None = None
    text: str = ""
    """A line under the table, in our words."""


class Table(Chart):
    """Rows by columns. With ``dice`` the rows are bands of totals of those dice."""

    kind: Literal["table"] = "table"
    dice: Dice = ""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    below: Literal["error", "first"] = "error"
    above: Literal["error", "last"] = "error"

    def lookup(self, total: int, column: str | None = None) -> CellValue:
        """The value for a total of the dice (first column when none is named).

        KeyError for an unknown column or a total outside the table.
        """
        chosen = self.columns[0].id if column is None else column
        for row in self.rows:
            if row.rolls is not None and row.rolls[0] <= total <= row.rolls[1]:
                return row.cells[chosen].value
        first, last = self.rows[0], self.rows[-1]
        if first.rolls and total < first.rolls[0] and self.below == "first":
            return first.cells[chosen].value
        if last.rolls and total > last.rolls[1] and self.above == "last":
            return last.cells[chosen].value
        raise KeyError(total)

    def value(self, row_id: str, column: str | None = None) -> CellValue:
        """The value in a named row; KeyError when there is no such row or column."""
        chosen = self.columns[0].id if column is None else column
        for row in self.rows:
            if row.id == row_id:
                return row.cells[chosen].value
        raise KeyError(row_id)


class Entry(Sourced):
    """A named value: an allowance, a level, a modifier."""

    id: Id
    name: str = ""
    value: CellValue
    case: CaseId | None = None


class Values(Chart):
    """A list of named values the engine reads (``modifiers``: added to a roll)."""

    kind: Literal["values", "modifiers"] = "values"
    entries: tuple[Entry, ...]

    def value(self, entry_id: str) -> CellValue:
        """The value of that name; KeyError when there is none."""
        for entry in self.entries:
            if entry.id == entry_id:
                return entry.value
        raise KeyError(entry_id)


class Notes(Chart):
    """A list of lines, such as the steps of a procedure."""

    kind: Literal["notes"] = "notes"
    lines: tuple[str, ...]


class Scan(Chart):
    """A picture of yours."""

    kind: Literal["image"] = "image"
    image: ImageFile = Field(min_length=1)


AnyChart = Annotated[Table | Values | Notes | Scan, Field(discriminator="kind")]
