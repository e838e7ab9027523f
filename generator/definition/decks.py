"""Decks that contradict their board or what a set-up puts into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from generator.definition.troubles import Trouble
from generator.definition.yaml_nodes import MappingNode, Node, matching

if TYPE_CHECKING:
    from generator.definition.schema import Game, Map


def deck_troubles(
    boards: Iterable[Map], root: Node, places: Mapping[str, object]
) -> Iterator[Trouble]:
    """Decks that do not lie in the box they name, on the boards whose ``places`` work out."""
    nodes = [node for node in matching(root, ("map", "maps", "*")) if isinstance(node, MappingNode)]
    for board, node in zip(boards, nodes, strict=True):
        if places.get(board.id) is None:
            continue
        boxes = {box.id: box for box in board.boxes}
        for deck, place in zip(board.decks, matching(node, ("decks", "*")), strict=True):
            box = boxes.get(deck.box) if deck.box is not None else None
            inside = box is None or (
                box.x <= deck.x <= box.x + box.width and box.y <= deck.y <= box.y + box.height
            )
            if not inside:
                yield place.trouble(f"the deck {deck.id!r} does not lie in its box {deck.box!r}")


def dealt_troubles(game: Game, root: Node) -> Iterator[Trouble]:
    """Placements that put counters into a deck that is for other kinds."""
    decks = {(board.id, deck.id): deck for board in game.maps for deck in board.decks if deck.kinds}
    for scenario, said in zip(game.scenarios, matching(root, ("scenarios", "*")), strict=True):
        nodes = matching(said, ("placements", "*"))
        for one, node in zip(scenario.placements, nodes, strict=True):
            deck = decks.get((one.map, one.at or ""))
            if deck is None:
                continue
            for name, place in zip(one.pieces, matching(node, ("pieces", "*")), strict=True):
                kind = game.counter(name).kind
                if kind not in deck.kinds:
                    yield place.trouble(
                        f"the deck {deck.id!r} is for the kinds {', '.join(deck.kinds)}, and "
                        f"{name!r} is of the kind {kind!r}"
                    )
