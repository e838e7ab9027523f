"""Fields of a game's tables that are filled from the charts of its definition.

@dataclass(frozen=True)
class Tables:
    exit_cost: int = charted("movement")
    pieces_a_turn: int = charted("movement", "pieces")
    raid: Mapping[int, int] = by_die("raid", "points")
"""

from __future__ import annotations

from dataclasses import field, fields
from typing import Any


def charted(chart: str, entry: str = "") -> Any:
    """A field for a number of a chart of values; ``entry`` is its name there, if it differs."""
    return field(metadata={"chart": chart, "entry": entry})


def by_entry(chart: str) -> Any:
    """A field for all numbers of a chart of values, by their names."""
    return field(metadata={"entries": chart})


def by_die(table: str, column: str) -> Any:
    """A field for a column of a table: a number for each face of a six-sided die."""
    return field(metadata={"table": table, "column": column})


def by_row(table: str, column: str) -> Any:
    """A field for a column of a table, by the ids of its rows."""
    return field(metadata={"rows": table, "column": column})


def numbers_of(tables: type[Any], game: Any) -> dict[str, Any]:
    """The values of the fields of ``tables`` that come from charts. Raises KeyError if the
    definition lacks one."""
    found: dict[str, Any] = {}
    for one in fields(tables):
        asks = one.metadata
        if "chart" in asks:
            found[one.name] = number(game, asks["chart"], asks["entry"] or one.name)
        elif "entries" in asks:
            entries = game.values(asks["entries"]).entries
            found[one.name] = {entry.id: int(entry.value) for entry in entries}
        elif "rows" in asks:
            found[one.name] = column_of(game, asks["rows"], asks["column"])
        elif "table" in asks:
            found[one.name] = {
                die: int(cell) for die, cell in faces_of(game, asks["table"], asks["column"])
            }
    return found


def number(game: Any, chart: str, entry: str) -> int:
    """A number of a chart of values. Raises KeyError if the definition has none."""
    return int(game.values(chart).value(entry))


def listed(cell: Any) -> tuple[str, ...]:
    """The words of a cell that holds one or several."""
    return tuple(map(str, cell)) if isinstance(cell, tuple | list) else (str(cell),)


def rows_of(game: Any, table: str) -> dict[str, dict[str, Any]]:
    """The rows of a table by their ids, each with its values by column."""
    rows = game.table(table).rows
    return {row.id: {name: cell.value for name, cell in row.cells.items()} for row in rows}


def faces_of(game: Any, table: str, column: str) -> list[tuple[int, Any]]:
    """A column of a table as pairs of die face (1 to 6) and value."""
    return [(die, game.table(table).lookup(die, column)) for die in range(1, 7)]


def column_of(game: Any, table: str, column: str) -> dict[str, Any]:
    """A column of a table by the ids of its rows."""
    rows = game.table(table)
    return {row.id: rows.value(row.id, column) for row in rows.rows}
