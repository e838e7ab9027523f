"""Features whose places a chart says: its rows are worked in, each with its own line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.definition.troubles import Trouble, choice
from generator.definition.yaml_nodes import MappingNode, Node, ScalarNode, SequenceNode, matching

_SAID = (("flags", "flag"), ("hoists", "hoist"))
"""Keys of a feature by place, and the keys of ``hexes_from`` that name their columns."""


def with_chart_places(map_file: Node, charts: Node | None, troubles: list[Trouble]) -> Node:
    """Every feature with ``hexes_from:`` given the places, flags and hoists its chart says."""
    maps = map_file.values.get("maps") if isinstance(map_file, MappingNode) else None
    if not isinstance(map_file, MappingNode) or not isinstance(maps, SequenceNode):
        return map_file
    tables = {
        one.text("id"): one
        for one in (matching(charts, ("charts", "*")) if charts is not None else ())
        if isinstance(one, MappingNode)
    }
    boards = [_worked_out(board, tables, troubles) for board in maps.items]
    return replace(map_file, values={**map_file.values, "maps": replace(maps, items=boards)})


def _worked_out(board: Node, tables: Mapping[str, MappingNode], troubles: list[Trouble]) -> Node:
    features = board.values.get("features") if isinstance(board, MappingNode) else None
    if not isinstance(board, MappingNode) or not isinstance(features, SequenceNode):
        return board
    items = [_feature(one, tables, troubles) for one in features.items]
    return replace(board, values={**board.values, "features": replace(features, items=items)})


def _feature(feature: Node, tables: Mapping[str, MappingNode], troubles: list[Trouble]) -> Node:
    source = feature.values.get("hexes_from") if isinstance(feature, MappingNode) else None
    if not isinstance(feature, MappingNode) or not isinstance(source, MappingNode):
        return feature
    table = tables.get(source.text("chart"))
    if table is None:
        word = source.text("chart")
        at = source.values.get("chart", source)
        troubles.append(at.trouble(f"no chart {word!r}{choice(word, tables)}"))
        return feature
    hexes: list[Node] = []
    said: dict[str, dict[str, Node]] = {key: {} for key, _ in _SAID}
    keys: dict[str, Node] = {}
    for row in matching(table, ("rows", "*")):
        place = _cell(row, source.text("column"))
        if place is None:
            word = source.text("column")
            at = source.values.get("column", source)
            troubles.append(at.trouble(f"a row of that chart says nothing in a column {word!r}"))
            return feature
        hexes.append(place)
        name = str(place.value)
        keys[name] = place
        for key, column in _SAID:
            word_of = _cell(row, source.text(column)) if source.text(column) else None
            if word_of is not None:
                said[key][name] = replace(word_of, value=str(word_of.value))
    where = (source.file, source.line, source.column)
    values = {**feature.values, "hexes": SequenceNode(*where, hexes)}
    heads = {**feature.keys, "hexes": feature.keys["hexes_from"]}
    for key, words in said.items():
        if words:
            values[key] = MappingNode(*where, words, {name: keys[name] for name in words})
            heads[key] = feature.keys["hexes_from"]
    return replace(feature, values=values, keys=heads)


def _cell(row: Node, column: str) -> ScalarNode | None:
    """What a row says in a column, bare or with its provenance; ``id`` is the row's own id."""
    inner = row.values.get("cells") if isinstance(row, MappingNode) else None
    cells = row if column == "id" else inner
    found = cells.values.get(column) if isinstance(cells, MappingNode) else None
    if isinstance(found, MappingNode):
        found = found.values.get("value")
    return found if isinstance(found, ScalarNode) and found.value is not None else None
