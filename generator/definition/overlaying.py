"""Laying an overlay's nodes over a definition's, and working out copied grids."""

from __future__ import annotations

from dataclasses import replace

from generator.definition.troubles import Trouble, choice
from generator.definition.yaml_nodes import MappingNode, Node, ScalarNode, SequenceNode


def laid_over(under: Node | None, over: Node) -> Node:
    """Mappings joined key by key, lists of things with an id (or a name) by it, else replaced."""
    if isinstance(under, MappingNode) and isinstance(over, MappingNode):
        values, keys = dict(under.values), dict(under.keys)
        for key, value in over.values.items():
            values[key] = laid_over(values.get(key), value)
            keys[key] = over.keys[key]
        return replace(under, values=values, keys=keys)
    if isinstance(under, SequenceNode) and isinstance(over, SequenceNode):
        by = _identity(under, over)
        if by is not None:
            return _joined_lists(under, over, by)
    return over


def _identity(under: SequenceNode, over: SequenceNode) -> str | None:
    items = [*under.items, *over.items]
    for key in ("id", "name"):
        if items and all(isinstance(item, MappingNode) and item.text(key) for item in items):
            return key
    return None


def _joined_lists(under: SequenceNode, over: SequenceNode, by: str) -> SequenceNode:
    items = {item.text(by): item for item in under.items if isinstance(item, MappingNode)}
    for item in over.items:
        if not isinstance(item, MappingNode):
            continue
        remove = item.values.get("remove")
        if isinstance(remove, ScalarNode) and remove.value is True and item.text(by) in items:
            del items[item.text(by)]
            continue
        under_it = items.get(item.text(by))
        joined = laid_over(under_it, item) if under_it is not None else item
        items[item.text(by)] = joined if isinstance(joined, MappingNode) else item
    return replace(under, items=list(items.values()))


def with_copies(map_file: Node, troubles: list[Trouble]) -> Node:
    """Every ``kind: copy`` grid replaced by the other map's, at its own size and origin.

    Geography, features, ports and terrain follow the grid where the copying map gives none.
    """
    maps = map_file.values.get("maps") if isinstance(map_file, MappingNode) else None
    if not isinstance(map_file, MappingNode) or not isinstance(maps, SequenceNode):
        return map_file
    known = {item.text("id"): item for item in maps.items if isinstance(item, MappingNode)}
    items = [
        _copied(item, known, troubles) if isinstance(item, MappingNode) else item
        for item in maps.items
    ]
    return replace(map_file, values={**map_file.values, "maps": replace(maps, items=items)})


def _copied(
    board: MappingNode, known: dict[str, MappingNode], troubles: list[Trouble]
) -> MappingNode:
    grid = board.values.get("grid")
    if not isinstance(grid, MappingNode) or grid.text("kind") != "copy":
        return board
    wanted = grid.text("of")
    source = known.get(wanted)
    original = source.values.get("grid") if source is not None else None
    if source is None or not isinstance(original, MappingNode) or original.text("kind") == "copy":
        troubles.append(
            grid.values.get("of", grid).trouble(
                f"no map {wanted!r} with a grid of its own{choice(wanted, known)}"
            )
        )
        return board
    own = {key: value for key, value in grid.values.items() if key not in ("kind", "of")}
    values = {**board.values, "grid": laid_over(original, replace(grid, values=own))}
    keys = dict(board.keys)
    for follows in ("geography", "features", "ports", "terrain"):
        if follows in source.values and follows not in board.values:
            values[follows] = source.values[follows]
            keys[follows] = source.keys[follows]
    geography = values.get("geography")
    if "geography" not in board.values and isinstance(geography, MappingNode):
        # The clip is a rectangle of the other board.
        kept = {key: value for key, value in geography.values.items() if key != "clip"}
        values["geography"] = replace(geography, values=kept)
    return replace(board, values=values, keys=keys)
