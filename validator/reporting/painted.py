"""The looks of a module, as `validator.painting` paints its boards and pieces."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.counting import counted
from validator import painting
from validator.painting.pixels import PAINTS
from validator.reading.scenes import Heap, Scene

from .looks import Backdrop, Pictured, place_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.vassal.modules import Module


_Kept = tuple[Heap, list[painting.Sprite], list[Pictured]]


_IN_A_BROWSER = 14_000_000
"""In a browser, boards of more pixels are painted smaller."""


class _Pixels:
    """A picture kept compressed: a long trail may need one for each step."""

    def __init__(self, image: Image) -> None:
        self._mode, self._size = image.mode, image.size
        self._data = zlib.compress(image.tobytes(), 1)

    def image(self) -> Image:
        from PIL import Image

        return Image.frombytes(self._mode, self._size, zlib.decompress(self._data))


class Painted:
    """`validator.reporting.looks.Looks` of a module."""

    def __init__(self, module: Module, extensions: Sequence[Path] = ()) -> None:
        """``extensions`` are files whose pictures are used too."""
        self._painter = painting.Painter(module, extensions=extensions)
        self._images: dict[str, _Pixels | Image] = {}
        self._boards: dict[str, tuple[Scene, str]] = {}
        """By key: boards that are painted when needed."""
        self._heaps: dict[str, dict[str, _Kept]] = {}
        """By map and stack: the last painting."""

    @property
    def windows(self) -> Sequence[str]:
        """The maps of the module."""
        return self._painter.maps

    @property
    def looking_elsewhere(self) -> Collection[str]:
        """As `Looks.looking_elsewhere`."""
        return self._painter.looking_elsewhere

    @property
    def plain(self) -> bool:
        """Never: a module tells how it looks."""
        return False

    @property
    def unpainted(self) -> Sequence[str]:
        """What could not be drawn, and for how many pieces."""
        return [
            f"{what} (used by {counted(pieces, 'piece')})" if pieces else what
            for what, pieces in self._painter.unpainted
        ]

    def ground(self, scene: Scene, map_name: str) -> Backdrop:
        """The boards of a map in this scene."""
        width, height = self._painter.size(map_name, scene)
        if map_name not in self._painter.maps:
            return Backdrop("", width, height)
        key = f"board {self._painter.ground_key(map_name, scene)}"
        if key not in self._boards:
            self._boards[key] = (scene.lasting(), map_name)
        return Backdrop(key, width, height)

    def sprites(self, scene: Scene, map_name: str) -> Sequence[Sequence[Pictured]]:
        """The pieces on a map, stack by stack."""
        before, now, found = self._heaps.get(map_name, {}), {}, []
        for heap, painted in self._painter.by_heap(scene, map_name):
            known = before.get(heap.id)
            if known is None or known[0] is not heap or not _alike(known[1], painted):
                known = (heap, painted, list(self._sprites(heap, painted, scene)))
            now[heap.id] = known
            found.append(known[2])
        self._heaps[map_name] = now
        return found

    def _sprites(
        self, heap: Heap, painted: Sequence[painting.Sprite], scene: Scene
    ) -> Iterator[Pictured]:
        """A stack's pictures; several pictures of one thing, such as the cards of a deck, get
        numbers in their ids."""
        seen = {one.seen.id: one.seen for one in heap.pieces}
        pile = heap.pile
        name = scene.clean(pile.trait.text("deckName")) if pile is not None else ""
        called = f"{name} ({pile.cards})" if pile is not None else ("" if seen else heap.id)
        count: Counter[tuple[str, ...]] = Counter()
        for one in painted:
            if one.key not in self._images:
                self._images[one.key] = _Pixels(one.image) if PAINTS else one.image
            count[one.pieces] += 1
            again = count[one.pieces]
            ids = one.pieces if again == 1 else (*one.pieces, f"#{again}")
            shown = [seen[ident] for ident in one.pieces if ident in seen]
            words = ", ".join(dict.fromkeys(each.name for each in shown)) or called
            named = words if again == 1 else None
            place = place_of(shown[0]) if shown else name
            yield Pictured(ids, one.left, one.top, *one.image.size, one.key, named, place)

    def pictures(self, keys: Collection[str]) -> Mapping[str, Image]:
        """The kept pictures of pieces, and boards, which are painted now."""
        found: dict[str, Image] = {}
        for key in keys:
            kept = self._images.get(key)
            if kept is not None:
                found[key] = kept.image() if isinstance(kept, _Pixels) else kept
            if key in self._boards:
                found[key] = self._board(*self._boards[key])
        return found

    def _board(self, scene: Scene, map_name: str) -> Image:
        """The boards of a map, scaled down if they have too many pixels."""
        width, height = self._painter.size(map_name, scene)
        most = painting.MOST_PIXELS if PAINTS else _IN_A_BROWSER
        zoom = min(1.0, sqrt(most / (width * height)))
        return self._painter.ground(map_name, scene, zoom)

    def close(self) -> None:
        """Close the module's files."""
        self._painter.close()

    def recipes(self, keys: Collection[str]) -> Mapping[str, list[Any]]:
        """The recipes of pictures, for a browser."""
        from validator.painting.recipes import written_out

        found: Mapping[str, Any] = self.pictures(keys)
        return {key: written_out(one) for key, one in found.items()}

    def vectors(self, keys: Collection[str]) -> Mapping[str, str]:
        """Nothing: a module's pictures are painted."""
        return {}


def _alike(one: Sequence[painting.Sprite], other: Sequence[painting.Sprite]) -> bool:
    """Whether two paintings of a stack show the same."""
    return one is other or [(a.key, a.left, a.top) for a in one] == [
        (b.key, b.left, b.top) for b in other
    ]


def painted(paths: Sequence[Path]) -> Painted:
    """The looks of the module among some files; the others are its extensions, or modules whose
    pictures it uses. Raises subclasses of `BroadsideError`."""
    from generator.vassal import modules

    read = [modules.read(path) for path in paths]
    module = next((one for one in read if one.root.tag != modules.EXTENSION), read[0])
    return Painted(module, [one.path for one in read if one is not module and one.path is not None])
