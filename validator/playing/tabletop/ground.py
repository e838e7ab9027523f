"""Convert between places of a game and points of its table in Tabletop Simulator."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from generator.geography.areas import inside
from generator.light import dataclass
from generator.packaging.scene import Deck, Map, Scene
from generator.packaging.tabletop.layout import BoardPlace, Table

Spot = tuple[float, float]
"""A point of the table: x and z, in units of Tabletop Simulator."""

ROOM = 12
"""How many counters in a box get a spot of their own; further ones share the last spot."""

APART = 10.0
"""Millimetres between two counters in a box, so that they do not form a stack."""


@dataclass(frozen=True)
class Ground:
    """The boards of a game on the table."""

    scene: Scene
    table: Table

    def spot(self, map_id: str, place: str, taken: Iterable[Spot] = ()) -> Spot:
        """Where to drop a piece that goes to a place or deck of a map.

        In a box this is a free spot, away from the points in ``taken``. Raises KeyError for a
        place that the map does not have.
        """
        layout = self.map(map_id).layout
        board = self.table.board(map_id)
        deck = layout.decks.get(place)
        if deck is not None:
            return board.to_world(deck.x, deck.y)
        found = layout.places[place]
        if not found.roomy:
            return board.to_world(found.x, found.y)
        others = [board.from_world(*one) for one in taken if board.holds(*one)]
        room = layout.room(place, ROOM)
        for x, y in room:
            if all(abs(x - a) >= APART or abs(y - b) >= APART for a, b in others):
                return board.to_world(x, y)
        return board.to_world(*room[-1])

    def place(self, spot: Spot) -> str:
        """The place or deck that a point of the table belongs to; empty if there is none."""
        for board, map_ in self._boards:
            if board.holds(*spot):
                x, y = board.from_world(*spot)
                for name, deck in map_.layout.decks.items():
                    if inside(x, y, deck.outline):
                        return name
                found = map_.layout.locate(*map_.layout.point_pixels(x, y))
                return found.id if found is not None else ""
        return ""

    def map_at(self, spot: Spot) -> str:
        """The map that a point of the table lies on; empty if there is none."""
        return next((board.map for board, _ in self._boards if board.holds(*spot)), "")

    def deck(self, name: str) -> Deck | None:
        """A deck by its name; None if there is none."""
        return next((deck for deck in self.scene.decks if deck.name == name), None)

    def map(self, map_id: str) -> Map:
        """A map by its id. Raises KeyError if there is none."""
        for board, map_ in self._boards:
            if board.map == map_id:
                return map_
        raise KeyError(map_id)

    @cached_property
    def _boards(self) -> list[tuple[BoardPlace, Map]]:
        maps = {one.id: one for one in self.scene.maps}
        return [(board, maps[board.map]) for board in self.table.boards]


__all__ = ["APART", "ROOM", "Ground", "Spot"]
