"""Charts: tables for the engine, the chart window and the print kit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from generator.definition.measures import (
    CaseId,
    Colour,
    Dice,
    FileId,
    Id,
    ImageFile,
    Length,
    Line,
    Name,
    Scalar,
    Sourced,
    sized,
)
from generator.definition.model import (
    BeforeValidator,
    Field,
    Model,
    ValidationInfo,
    model_validator,
)
from generator.errors import UnknownError, nearest

CellValue = Scalar | tuple[Scalar, ...]

Part = Annotated[int, Field(ge=1, le=1000)]
"""One side of odds."""

Share = Annotated[float, Field(ge=0, le=1)]
"""A fraction of a width or height."""

PAPERS: Mapping[str, tuple[float, float]] = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
    "tabloid": (279.4, 431.8),
}
"""Paper by name: width and height upright, mm."""


NARROWEST_COLUMN = 50.0
"""The smallest width of a column of a player aid, including its share of the margins, mm."""


def paper_size(paper: str) -> tuple[float, float]:
    """Width and height of a Paper in mm, as written."""
    return PAPERS[paper] if paper in PAPERS else sized(paper)


def _paper(value: Any, info: ValidationInfo) -> Any:
    if info.mode == "json" or not isinstance(value, str):
        return value
    if value.lower() in PAPERS:
        return value.lower()
    if re.match(r"\s*[\d.]", value):
        width, height = sized(value)
        if min(width, height) < 60 or max(width, height) > 1200:
            raise ValueError("a player aid measures 60 mm to 1200 mm on either side")
        return value
    raise ValueError(
        f"no paper {value!r}; accepted: {', '.join(PAPERS)}, or a size such as 140mm x 216mm"
        f"{nearest(value.lower(), PAPERS)}"
    )


Paper = Annotated[str, BeforeValidator(_paper)]
"""A name of PAPERS or a size, "140mm x 216mm"."""


class CellBody(Sourced):
    """A value of a table with its provenance."""

    value: CellValue
    text: str = ""
    """The printed text; empty: the value."""


def _cell(value: Any) -> Any:
    return value if isinstance(value, (dict, CellBody)) else {"value": value}


Cell = Annotated[CellBody, BeforeValidator(_cell)]
"""Written as a bare value (printed), or as ``{value: ..., status: ..., why: ...}``."""


class Column(Model):
    """A column of a table; with ``odds`` or a ``band`` it can be found by a number."""

    id: Id
    name: str = ""
    group: Line = ""
    """A heading over this column and its neighbours of the same group."""
    odds: tuple[Part, Part] | None = None
    """Attacker to defender: ``[3, 1]``."""
    band: tuple[int | None, int | None] | None = None
    """The lowest and highest number (a differential, a strength) of the column, inclusive; null:
    no bound."""

    def holds(self, number: float) -> bool:
        """Whether a number is in the column's band."""
        low, high = self.band or (None, None)
        return (low is None or number >= low) and (high is None or number <= high)


class Row(Model):
    """A row: of a dice table by its rolls, otherwise by its id."""

    id: Id = "-"
    name: str = ""
    rolls: tuple[int, int] | None = None
    """Lowest and highest total, inclusive."""
    cells: Mapping[str, Cell]
    case: CaseId | None = None
    swatch: Colour | None = None
    """A small field of this colour before the heading, such as a side's."""
    symbol: str = ""
    """A small drawing before the heading: the name of a file in art/symbols, without its suffix."""


class Result(Model):
    """A result of a table, and the colour of its cells."""

    result: Line = Field(min_length=1)
    """The text as in the cells; ``DR`` also matches the cell ``DR 2``."""
    says: str = ""
    """The explanation in the legend under the table, in our words."""
    colour: Colour | None = None

    def begins(self, text: str) -> bool:
        """Whether a cell's text is this result, alone or with a number or word after it."""
        after = text[len(self.result) : len(self.result) + 1]
        return text.startswith(self.result) and not after.isalpha()


class Chart(Sourced):
    """The fields of all charts."""

    id: FileId
    name: str
    case: CaseId | None = None
    text: str = ""
    """A line under the table, in our words. All running text in charts may have ``**bold**``,
    ``*italic*`` and ``{icon:anchor}`` (a drawing of art/symbols)."""
    policy: Literal["", "declared", "reconstructed"] = ""
    """For a table that is not in the available rules: whether players declare its results, or are
    checked against it. If an overlay gives it ``status: printed``, they are checked against the
    overlay."""

    @property
    def _called(self) -> str:
        return f"the chart {self.id!r}"


class Table(Chart):
    """Rows by columns. With ``dice`` the rows are bands of totals of those dice."""

    kind: Literal["table"] = "table"
    dice: Dice = ""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    named_by: Id | None = None
    """The value of counters that names a row of this table, or of another table with the same
    rows."""
    below: Literal["error", "first"] = "error"
    above: Literal["error", "last"] = "error"
    across: Line = ""
    """What the column headings mean: ``Odds, attacker to defender``."""
    results: tuple[Result, ...] = ()
    """The legend of results, by which cells are shaded."""
    beside: tuple[Id, ...] = ()
    """Charts printed beside the table (below it if there is no room), such as the modifiers of its
    die."""

    def lookup(self, total: int, column: str | None = None) -> CellValue:
        """The value for a total of the dice (in the first column, if none is named). Raises
        KeyError for an unknown column or a total outside the table."""
        for row in self.rows:
            if row.rolls is not None and row.rolls[0] <= total <= row.rolls[1]:
                return self._cell(row, column)
        first, last = self.rows[0], self.rows[-1]
        if first.rolls and total < first.rolls[0] and self.below == "first":
            return self._cell(first, column)
        if last.rolls and total > last.rolls[1] and self.above == "last":
            return self._cell(last, column)
        known = ("-".join(map(str, dict.fromkeys(row.rolls))) for row in self.rows if row.rolls)
        raise UnknownError(str(total), "roll", known, self._called)

    def value(self, row_id: str, column: str | None = None) -> CellValue:
        """The value in a named row. Raises KeyError if there is no such row or column."""
        for row in self.rows:
            if row.id == row_id:
                return self._cell(row, column)
        raise UnknownError(row_id, "row", (row.id for row in self.rows), self._called)

    def _cell(self, row: Row, column: str | None) -> CellValue:
        chosen = self.columns[0].id if column is None else column
        if chosen not in row.cells:
            raise UnknownError(chosen, "column", row.cells, self._called)
        return row.cells[chosen].value

    def column_at_odds(self, attacker: float, defender: float, shift: int = 0) -> str:
        """The column of the best odds the attacker reaches, moved ``shift`` columns to the right.

        Odds below the first column or above the last use that column; a shift stops there, too.
        KeyError when no column states odds.
        """
        stated = [column for column in self.columns if column.odds is not None]
        if not stated:
            raise UnknownError("odds", "column with", (), self._called)
        reached = [
            index
            for index, column in enumerate(stated)
            if column.odds is not None and attacker * column.odds[1] >= defender * column.odds[0]
        ]
        at = (reached[-1] if reached else 0) + shift
        return stated[min(max(at, 0), len(stated) - 1)].id

    def column_at(self, number: float, shift: int = 0) -> str:
        """The column whose band holds the number, moved ``shift`` columns to the right.

        A shift stops at the first and last columns that have a band. KeyError when no band holds
        the number.
        """
        stated = [column for column in self.columns if column.band is not None]
        for index, column in enumerate(stated):
            if column.holds(number):
                return stated[min(max(index + shift, 0), len(stated) - 1)].id
        bands = (column.id for column in stated)
        raise UnknownError(f"{number:g}", "column whose band holds", bands, self._called)

    def result(self, text: str) -> Result | None:
        """The longest result with which a cell's text begins (``DR`` for ``DR 2``)."""
        fitting = [one for one in self.results if one.begins(text)]
        return max(fitting, key=lambda one: len(one.result), default=None)


class Entry(Sourced):
    """A named value: an allowance, a level, a modifier."""

    id: Id
    name: str = ""
    value: CellValue
    shift: bool = False
    """Whether a modifier shifts columns (right for a plus) instead of changing the die."""
    case: CaseId | None = None

    @model_validator(mode="after")
    def _moves_whole_columns(self) -> Self:
        if self.shift and (not isinstance(self.value, int) or isinstance(self.value, bool)):
            raise ValueError("shift: true needs a whole number of columns as its value:")
        return self


class Values(Chart):
    """A list of named values for the engine (``modifiers``: added to a roll)."""

    kind: Literal["values", "modifiers"] = "values"
    entries: tuple[Entry, ...]

    def value(self, entry_id: str) -> CellValue:
        """The value of that name. Raises KeyError if there is none."""
        for entry in self.entries:
            if entry.id == entry_id:
                return entry.value
        raise UnknownError(entry_id, "entry", (one.id for one in self.entries), self._called)


class Notes(Chart):
    """A list of lines, such as the steps of a procedure."""

    kind: Literal["notes"] = "notes"
    lines: tuple[str, ...]
    numbered: bool = False
    """Whether the lines are numbered steps."""


class CallOut(Model):
    """A line from a part of a counter to the text that explains it."""

    part: Name = ""
    """The part of the face: ``symbol``, its ``title``, ``left``, ``right``, ``centre`` or ``text``,
    or any field that its layout shows (``attack``, ``unit``, ``steps``)."""
    at: tuple[Share, Share] | None = None
    """Or a point, as fractions of the counter's width and height from the top left corner."""
    says: str = Field(min_length=1)

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.part == "") == (self.at is None):
            raise ValueError("a call-out points either to a part: or to a point at:")
        return self


class KeyPiece(Model):
    """A counter of the game, enlarged, with explanations of its parts."""

    counter: Id
    face: Id | None = None
    """None: the first face; ``back``: its back."""
    name: Line = ""
    """The text under it; empty: the counter's own name."""
    calls: tuple[CallOut, ...] = ()


class UnitKey(Chart):
    """A key that explains counters: some of the game's own, enlarged, with call-outs."""

    kind: Literal["key"] = "key"
    pieces: tuple[KeyPiece, ...] = Field(min_length=1, max_length=60)
    width: Length = Field(default=24.0, ge=8, le=80)
    """The width of the enlarged counters."""


class TrackChart(Chart):
    """A track as a chart, such as a turn record: one of a map, or one with numbers of its own."""

    kind: Literal["track"] = "track"
    of: Id | None = None
    """A track of a map, whose cells are repeated."""
    first: int = 1
    last: int = 10
    per_row: int | None = Field(default=None, ge=1, le=100)
    cells: Mapping[int, str] = Field(default_factory=dict)
    """Text in single cells."""

    @model_validator(mode="after")
    def _runs_upwards(self) -> Self:
        if not self.first <= self.last < self.first + 200:
            raise ValueError("a track runs upwards and has at most 200 cells")
        return self


class FormColumn(Model):
    """A column that players fill in."""

    name: Line = ""
    width: float = Field(default=1.0, gt=0, le=20)
    """Relative to the widths of the other columns."""
    shaded: bool = False
    """Whether it is tinted, like every fifth column of a plotting sheet."""


class Form(Chart):
    """A sheet to write on: a plotting sheet, a log of turns, a record of points."""

    kind: Literal["form"] = "form"
    columns: tuple[FormColumn, ...] = Field(min_length=1, max_length=40)
    rows: int = Field(ge=1, le=100)
    numbered: Literal["", "rows", "cells"] = ""
    """Numbers at the head of each row, or small ones in each cell, counted from ``first``."""
    first: int = 1
    row_name: Line = ""
    """The heading over the rows' numbers, such as Turn."""
    lines: tuple[Line, ...] = ()
    """Fields to fill in above the sheet, each with a line to write on: Ship, Player."""
    map: Id | None = None
    """A map whose grid is printed in small above the sheet, for plotting."""


class ShownValue(Model):
    """A value of counters or kinds of terrain, printed in a column."""

    value: Name
    name: Line = ""
    """The column's heading; empty: the value's own name."""
    group: Line = ""
    """A heading over this column and its neighbours of the same group."""


def _shown(value: Any) -> Any:
    return {"value": value} if isinstance(value, str) else value


Shown = Annotated[ShownValue, BeforeValidator(_shown)]
"""Written as the value's name alone, or as ``{value: ..., name: ...}``."""


class TerrainChart(Chart):
    """The effects of a map's terrain: a swatch of every kind, its values, its text."""

    kind: Literal["terrain"] = "terrain"
    map: Id | None = None
    """The map; None: the first one with terrain."""
    show: tuple[Shown, ...] = ()
    """Values of the kinds of terrain, each in a column."""


class BoxColumn(Model):
    """Boxes to tick beside each ship of a roster."""

    name: Line
    count: int | None = Field(default=None, ge=0, le=100)
    """The number for each ship."""
    value: Name = ""
    """Or the counter's value that gives the number."""
    every: int = Field(default=0, ge=0, le=20)
    """A wider gap after this many boxes."""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.count is None) == (self.value == ""):
            raise ValueError("boxes are counted either by count: or by a value: of the counter")
        return self


class Roster(Chart):
    """A log of ships or units: one row for each, with boxes to tick and room to write."""

    kind: Literal["roster"] = "roster"
    counters: tuple[str, ...] = Field(min_length=1)
    """Ids or kinds of counters, in order."""
    boxes: tuple[BoxColumn, ...] = ()
    show: tuple[Shown, ...] = ()
    """Values of the counters that are printed, each in a column."""
    write: tuple[Line, ...] = ()
    """Headings of blank columns."""


class Scan(Chart):
    """A finished picture."""

    kind: Literal["image"] = "image"
    image: ImageFile = Field(min_length=1)


AnyChart = Annotated[
    Table | Values | Notes | UnitKey | TerrainChart | TrackChart | Form | Roster | Scan,
    Field(discriminator="kind"),
]


class AidChart(Model):
    """A chart on a player aid, over one or more columns."""

    chart: Id
    """A chart, or ``sequence`` (of play), or ``summary`` (of the rules)."""
    span: int = Field(default=1, ge=1, le=4)


def _aid_chart(value: Any) -> Any:
    return {"chart": value} if isinstance(value, str) else value


Placed = Annotated[AidChart, BeforeValidator(_aid_chart)]
"""Written as the chart's id alone, or as ``{chart: ..., span: 2}``."""


class Aid(Model):
    """A player-aid card: charts packed in columns on the sides of a sheet.

    Unfolded it has a front and a back; ``fold: half`` makes four pages of one sheet.
    """

    id: FileId
    name: Line
    paper: Paper = "a4"
    landscape: bool = False
    fold: Literal["none", "half"] = "none"
    columns: int = Field(default=2, ge=1, le=6)
    """Columns of a page."""
    side: Id | None = None
    """The side of the aid; its heading has that side's colours."""
    pages: tuple[tuple[Placed, ...], ...] = ()
    """Charts page by page, in reading order."""
    charts: tuple[Placed, ...] = ()
    """Or charts in order, distributed so that all pages are about equally full."""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if bool(self.pages) == bool(self.charts):
            raise ValueError("an aid lists either pages: or charts:")
        most = 4 if self.fold == "half" else 2
        if len(self.pages) > most:
            raise ValueError(f"this aid has {len(self.pages)} pages; the most is {most}")
        return self

    @model_validator(mode="after")
    def _columns_hold_a_table(self) -> Self:
        width = (self.size[0] / 2 if self.fold == "half" else self.size[0]) / self.columns
        if width < NARROWEST_COLUMN:
            raise ValueError(
                f"its columns would be {width:.0f} mm wide, and the least is "
                f"{NARROWEST_COLUMN:.0f} mm: give it fewer columns or larger paper"
            )
        return self

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the sheet in reading position, mm."""
        width, height = paper_size(self.paper)
        return (max(width, height), min(width, height)) if self.landscape else (width, height)

    @property
    def sides(self) -> int:
        """The number of printed sides of the sheet."""
        return 2 if self.fold == "half" else len(self.pages) or min(2, len(self.charts))
