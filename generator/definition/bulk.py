"""Counters from CSV: one row a counter, the header names the keys.

``values.profile`` reaches into a mapping; ``roles[]`` splits its cell at semicolons; an empty cell
says nothing. Cells under ``values.`` become numbers or truth values where they look like them.
"""

from __future__ import annotations

import csv
from io import StringIO

from generator.definition.troubles import Trouble
from generator.definition.yaml_nodes import MappingNode, Node, ScalarNode, SequenceNode, resolve


def counter_rows(text: str, shown: str, troubles: list[Trouble]) -> list[Node]:
    """The rows as mappings that stand where the row stands (column: the cell's number)."""
    rows: list[Node] = []
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    header: list[str] = []
    line = 1
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                line = reader.line_num + 1
                continue
            if not header:
                header = [cell.strip() for cell in cells]
                for index, name in enumerate(header):
                    if not name or name in header[:index]:
                        words = f"the heading {name!r} stands twice" if name else "an empty heading"
                        troubles.append(Trouble(shown, line, index + 1, words))
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
                rows.append(_row(header, cells, shown, line))
            line = reader.line_num + 1
    except csv.Error as trouble:
        troubles.append(Trouble(shown, reader.line_num, 1, f"no valid CSV: {trouble}"))
    return rows


def _row(header: list[str], cells: list[str], shown: str, line: int) -> MappingNode:
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
        *way, last = name.removesuffix("[]").split(".")
        for part in way:
            inner = here.values.setdefault(part, MappingNode(*at))
            here.keys.setdefault(part, inner)
            if not isinstance(inner, MappingNode):
                break
            here = inner
        here.values[last] = value
        here.keys[last] = ScalarNode(*at, last)
    return row
