"""Counters from CSV: one row a counter, the header names the keys.

``values.profile`` reaches into a mapping; ``roles[]`` splits its cell at semicolons; an empty cell
says nothing. Cells under ``values.`` become numbers or truth values where they look like them.
"""

from __future__ import annotations

import csv
from io import StringIO

from generator.definition.troubles import Trouble
from generator.definition.yaml_nodes import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    resolve,
    unprintable,
)


def counter_rows(text: str, shown: str, troubles: list[Trouble]) -> list[Node]:
    """The rows as mappings that stand where the row stands (column: the cell's number)."""
    rows: list[Node] = []
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    header: list[str] = []
    line = heads = 1
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                line = reader.line_num + 1
                continue
            for index, cell in enumerate(cells):
                if bad := unprintable(cell):
                    troubles.append(Trouble(shown, line, index + 1, bad))
            if not header:
                header = [cell.strip() for cell in cells]
                heads = line
                for index, name in enumerate(header):
                    if not name or name in header[:index]:
                        words = f"the heading {name!r} stands twice" if name else "an empty heading"
                        troubles.append(Trouble(shown, line, index + 1, words))
                if len(header) == 1 and (";" in header[0] or "\t" in cells[0]):
                    words = "cells are parted by commas, not by semicolons or tabs"
                    troubles.append(Trouble(shown, line, 1, words))
                if troubles:
                    return []
            elif len(cells) > len(header):
                troubles.append(
                    Trouble(
                        shown, line, len(header) + 1,
                        f"{len(cells)} cells under {len(header)} headings",
                    )
                )  # fmt: skip
            else:
                rows.append(_row(header, cells, shown, line, heads))
            line = reader.line_num + 1
    except csv.Error as trouble:
        troubles.append(Trouble(shown, reader.line_num, 1, f"no valid CSV: {trouble}"))
    return rows


def _row(header: list[str], cells: list[str], shown: str, line: int, heads: int) -> MappingNode:
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
            value = ScalarNode(*at, resolve(text) if name.startswith("values.") else text)
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
