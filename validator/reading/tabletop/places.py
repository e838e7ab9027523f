"""Convert a point of the table to a map, a pixel and a deck of the game's module.

Pieces snap as in the module: onto the nearest hex, square, area or slot of their zone. In a box,
and outside all zones, they stay where they are put.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Final, NamedTuple

from generator.packaging.scene import Deck, Map, Scene
from generator.packaging.tabletop.boards import always_shuffled
from generator.packaging.tabletop.layout import Area, BoardPlace
from generator.tabletop_simulator.calibration import Calibration
from validator.reading.tabletop.entries import Point
from validator.reading.tabletop.log import Board

_PARTS: Final = 1000
"""Positions in a log are thousandths of a unit."""
_AROUND: Final = 1.0
"""Units around a private board that are hidden with it."""
_REMEMBERED: Final = 100_000
_FREE: Final = frozenset({"box"})
"""Kinds of places in which a piece does not snap."""


class Spot(NamedTuple):
    """A point on a map of the module."""

    map: str
    """Name of the map."""
    x: int
    y: int
    """Pixel of the map's window."""
    deck: str = ""
    """The deck that covers the point; empty outside decks."""
    free: bool = True
    """False where pieces snap to one pixel: on a hex, square, area, slot or deck."""


class Places:
    """The boards of a game on the table."""

    def __init__(self, scene: Scene, boards: Iterable[Board], known: Calibration) -> None:
        maps = {map_.id: map_ for map_ in scene.maps}
        self._boards = [
            (_placed(board, maps[board.id], known), maps[board.id])
            for board in boards
            if board.id in maps
        ]
        self._decks = [(deck, *_outline(scene.map(deck.map), deck)) for deck in scene.decks]
        self._points = {deck.name: _middle(scene.map(deck.map), deck) for deck in scene.decks}
        self._remembered: dict[tuple[int, int], Spot] = {}

    def spot(self, point: Point) -> Spot:
        """Where a piece lies that was put on a point of the table.

        A point beside all boards counts to the nearest public one.
        """
        key = point[0], point[2]
        found = self._remembered.get(key)
        if found is None:
            if len(self._remembered) >= _REMEMBERED:
                self._remembered.clear()
            found = self._remembered[key] = self._spot(key[0] / _PARTS, key[1] / _PARTS)
        return found

    def deck(self, name: str) -> Spot:
        """The point of a deck. Raises KeyError if there is no such deck."""
        return self._points[name]

    def __contains__(self, deck: str) -> bool:
        return deck in self._points

    def _spot(self, x: float, z: float) -> Spot:
        board, map_ = self._board(x, z)
        across, down = map_.layout.point_pixels(*board.from_world(x, z))
        for deck, left, top, right, bottom in self._decks:
            if deck.map == map_.name and left <= across < right and top <= down < bottom:
                middle = self._points[deck.name]
                if not always_shuffled(deck):
                    return middle
                # A piece goes into a bag only by an `Enter` entry: this one lies beside the bag,
                # so it must not be on the bag's own pixel.
                across += (across, down) == middle[1:3]
        place = map_.layout.locate(across, down)
        if place is None or place.kind in _FREE:
            return Spot(map_.name, across, down)
        return Spot(map_.name, *map_.layout.pixels(place.id), free=False)

    def _board(self, x: float, z: float) -> tuple[BoardPlace, Map]:
        """The board a point lies on; else a private one within `_AROUND`; else the nearest public
        one."""
        for board, map_ in self._boards:
            if board.holds(x, z):
                return board, map_
        far = [(_distance(board.area, x, z), bool(map_.owners)) for board, map_ in self._boards]
        beside = [at for at, (away, private) in enumerate(far) if private and away <= _AROUND]
        public = [at for at, (_, private) in enumerate(far) if not private]
        nearest = min(beside or public or range(len(far)), key=lambda at: far[at][0])
        return self._boards[nearest]


def _placed(board: Board, map_: Map, known: Calibration) -> BoardPlace:
    area = Area(*(length / _PARTS for length in (board.x, board.z, board.width, board.height)))
    unit = area.width / map_.width
    return BoardPlace(board.id, area, unit, known.picture_right, known.picture_down)


def _distance(area: Area, x: float, z: float) -> float:
    """The distance from a point to a rectangle."""
    across = max(area.left - x, 0.0, x - area.right)
    down = max(area.near - z, 0.0, z - area.far)
    return hypot(across, down)


def _middle(map_: Map, deck: Deck) -> Spot:
    return Spot(map_.name, *map_.window_pixels(deck.x, deck.y), deck.name, free=False)


def _outline(map_: Map, deck: Deck) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the module's deck, in pixels."""
    x, y = map_.window_pixels(deck.x, deck.y)
    width, height = map_.pixels(deck.width, deck.height)
    left, top = x - width // 2, y - height // 2
    return left, top, left + width, top + height
