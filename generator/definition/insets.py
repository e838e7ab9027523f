"""Maps set into maps: every inset gets the map it shows."""

from __future__ import annotations

from generator.definition.schema import Inset, Map, MapFile
from generator.definition.troubles import Trouble
from generator.definition.yaml_nodes import Node, matching

_PLAIN = {"insets": (), "furniture": (), "boxes": (), "tracks": (), "decks": (), "zones": ()}
"""What a part of a map leaves out when it is shown enlarged on that map."""


def with_insets(file: MapFile, root: Node) -> tuple[MapFile, list[Trouble]]:
    """The maps with their insets filled in; a trouble for what cannot be set in or shown.

    A map that does not exist is reported with the references.
    """
    known = {one.id: one for one in file.maps}
    hidden = {one.id for one in file.maps if not one.window}
    found: list[Trouble] = []
    nodes = list(matching(root, ("map", "maps", "*")))
    if len(hidden) == len(file.maps):
        found.append(nodes[0].trouble("no map has a window; leave window: false out of one"))
    maps = []
    for one, node in zip(file.maps, nodes, strict=True):
        places = matching(node, ("insets", "*"))
        insets = []
        for inset, place in zip(one.insets, places, strict=True):
            shown = one if inset.of in (None, one.id) else known.get(inset.of or "")
            trouble = _unfit(inset, shown, one)
            if trouble:
                found.append(place.trouble(trouble))
            insets.append(inset if shown is None or trouble else _filled(inset, shown, one))
        maps.append(one.model_copy(update={"insets": tuple(insets)}) if insets else one)
    found += [
        node.trouble(f"the map {node.plain()!r} has no window; name the map that shows it")
        for node in matching(root, ("scenarios", "*", "placements", "*", "map"))
        if node.plain() in hidden
    ]
    return (file.model_copy(update={"maps": tuple(maps)}) if maps else file), found


def _unfit(inset: Inset, shown: Map | None, one: Map) -> str:
    """What is wrong with an inset, in words; empty when nothing is."""
    if inset.board is not None:
        return "board: is filled in by the reader; name the map with of:"
    if shown is None:
        return ""
    if shown is one:
        return "" if inset.shows is not None else "an inset of its own map needs shows: (a part)"
    if shown.insets:
        return f"the map {shown.id!r} has insets of its own and cannot be one"
    if shown.decks:
        return f"the map {shown.id!r} has decks, which lie only on maps that are no insets"
    return ""


def _filled(inset: Inset, shown: Map, one: Map) -> Inset:
    board = shown.model_copy(update=_PLAIN) if shown is one else shown
    update: dict[str, object] = {"board": board}
    if shown is one:
        update["of"] = None
    return inset.model_copy(update=update)
