"""Counters from rows: one row of a CSV file or an XLSX sheet a counter, the header names the keys.

``values.profile`` reaches into a mapping; ``roles[]`` splits its cell at semicolons; an empty cell
says nothing. Cells under ``values.`` become numbers or truth values where they look like them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from functools import partial
from io import StringIO

from generator.definition.memory import Memory
from generator.definition.troubles import Trouble
from generator.definition.yaml_nodes import (
    MAX_DEPTH,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    resolve,
    unprintable,
)

Cells = tuple[int, Sequence[str]]
"""The number of a line, from 1, and what stands in its cells."""


def counter_rows(
    text: str, shown: str, troubles: list[Trouble], memory: Memory | None = None
) -> list[Node]:
    """The rows of a CSV file as mappings that stand where the row stands (column: the cell's
    number)."""
    lines: list[Cells] = []
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            lines.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as trouble:
        # An open quotation mark takes in all that follows: it stands where its row begins.
        opened = "end of data" in str(trouble)
        why = 'a " that opens in this row is not closed' if opened else trouble
        at = line if opened else reader.line_num
        troubles.append(Trouble(shown, at, 1, f"no valid CSV: {why}"))
    heads = next((cells for _, cells in lines if any(cell.strip() for cell in cells)), [])
    if len(heads) == 1 and (";" in heads[0] or "\t" in heads[0]):
        words = "cells are separated by commas, not by semicolons or tabs"
        troubles.append(Trouble(shown, 1, 1, words))
        return []
    return table_rows(lines, shown, troubles, memory)


def table_rows(
    lines: Iterable[Cells], shown: str, troubles: list[Trouble], memory: Memory | None = None
) -> list[Node]:
    """Lines of cells as mappings, the first line that holds anything being the header."""
    kept = memory or Memory()
    rows: list[Node] = []
    header: list[str] = []
    heads = 0
    for line, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        if unprintable("".join(cells)):
            for index, cell in enumerate(cells):
                if bad := unprintable(cell):
                    troubles.append(Trouble(shown, line, index + 1, bad))
        if not header:
            header, heads = [cell.strip() for cell in cells], line
            found = list(_of_header(header, shown, line))
            if found:
                troubles += found
                return []
        elif len(cells) > len(header):
            words = f"{len(cells)} cells under {len(header)} headings"
            troubles.append(Trouble(shown, line, len(header) + 1, words))
        else:
            made = partial(_row, header, cells, shown, line, heads)
            rows.append(kept.once(("row", shown, line), (header, heads, cells), made))
    return rows


def _of_header(header: list[str], shown: str, line: int) -> Iterable[Trouble]:
    for index, name in enumerate(header):
        if not name or name in header[:index]:
            words = f"the heading {name!r} occurs twice" if name else "an empty heading"
            yield Trouble(shown, line, index + 1, words)
        elif name.count(".") >= MAX_DEPTH:
            yield Trouble(shown, line, index + 1, f"nested deeper than {MAX_DEPTH} levels")
    if "id" not in header:
        words = f"no heading 'id'; every counter has one; the headings here: {', '.join(header)}"
        yield Trouble(shown, line, 1, words)


def _row(header: list[str], cells: Sequence[str], shown: str, line: int, heads: int) -> MappingNode:
    """A row; its keys stand where the headings stand, in line ``heads``."""
    row = MappingNode(shown, line, 1)
    for index, (name, cell) in enumerate(zip(header, cells, strict=False)):
        text = cell.strip()
        if not text:
            continue
        at = (shown, line, index + 1)
        value: Node
        if name.endswith("[]"):
            parts = [part.strip() for part in text.split(";")]
            value = SequenceNode(*at, [ScalarNode(*at, part) for part in parts if part])
        else:
            value = ScalarNode(*at, resolve(text) if _is_value(name) else text)
        here = row
        heading = ScalarNode(shown, heads, index + 1, name)
        *way, last = name.removesuffix("[]").split(".")
        for part in way:
            inner = here.values.setdefault(part, MappingNode(*at))
            here.keys.setdefault(part, heading)
            if not isinstance(inner, MappingNode):
                break
            here = inner
        here.values[last] = value
        here.keys[last] = heading
    return row


def _is_value(heading: str) -> bool:
    """Whether what stands under a heading may be a number: ``values.x``, ``words.y.values.x``."""
    return heading.startswith("values.") or ".values." in heading
