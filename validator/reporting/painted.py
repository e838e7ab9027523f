"""The looks of a module: its own boards and pieces, as `validator.painting` paints them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.counting import counted
from validator.painting import Painter
from validator.reading.scenes import Scene

from .looks import Ground, Sprite

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.vassal.modules import Module


class Painted:
    """What the painter makes of a module."""

    def __init__(self, module: Module) -> None:
        self._painter = Painter(module)
        self._images: dict[str, Image] = {}
        self._boards: dict[str, tuple[Scene, str]] = {}
        """By key: a board that is painted when it is asked for."""

    @property
    def windows(self) -> Sequence[str]:
        """The maps of the module."""
        return self._painter.maps

    @property
    def unpainted(self) -> Sequence[str]:
        """What could not be drawn, and of how many pieces."""
        return [f"{what}: {counted(pieces, 'piece')}" for what, pieces in self._painter.unpainted]

    def ground(self, scene: Scene, map_name: str) -> Ground:
        """The boards of a map as they lie now."""
        width, height = self._painter.size(map_name, scene)
        if map_name not in self._painter.maps:
            return Ground("", width, height)
        key = f"board {map_name} {scene.boards.get(map_name)} {width} {height}"
        self._boards.setdefault(key, (scene.lasting(), map_name))
        return Ground(key, width, height)

    def sprites(self, scene: Scene, map_name: str) -> Sequence[Sprite]:
        """What the painter puts on a map."""
        decks = {deck.id: f"{deck.name} ({deck.count})" for deck in scene.decks}
        found = []
        for one in self._painter.sprites(scene, map_name):
            self._images.setdefault(one.key, one.image)
            ids = one.pieces
            name = decks.get(ids[0], "") if ids else ""
            found.append(Sprite(ids, one.left, one.top, *one.image.size, one.key, name))
        return _apart(found)

    def pictures(self, keys: Collection[str]) -> Mapping[str, Image]:
        """The pictures that were seen, and boards, which are painted now."""
        found = {key: self._images[key] for key in keys if key in self._images}
        for key in keys:
            if key in self._boards:
                found[key] = self._painter.ground(self._boards[key][1], self._boards[key][0])
        return found

    def vectors(self, keys: Collection[str]) -> Mapping[str, str]:
        """None: a module's pictures are painted."""
        return {}


def _apart(sprites: Sequence[Sprite]) -> list[Sprite]:
    """A thing of several pictures, such as the cards of a deck, bears a number for each."""
    count: dict[tuple[str, ...], int] = {}
    found = []
    for one in sprites:
        again = count[one.ids] = count.get(one.ids, 0) + 1
        found.append(one if again == 1 else one._replace(ids=(*one.ids, f"#{again}")))
    return found


def painted(paths: Sequence[Path]) -> Painted:
    """The looks of a module file. Raises subclasses of `BroadsideError`."""
    from generator.vassal import modules

    return Painted(modules.read(paths[0]))
