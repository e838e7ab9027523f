"""Paints the table of any module as VASSAL does: boards, and the pieces that a viewer sees."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from generator.vassal.evaluation import EvaluationError
from generator.vassal.modules import PLAYER_HAND, Module, map_name
from generator.vassal.prototypes import Prototypes
from validator.painting.drawing import paste
from validator.painting.ground import Ground
from validator.painting.laying import Layer, Sprite, Surroundings
from validator.painting.map_shading import Shaded, shadings
from validator.painting.pictures import Pictures
from validator.painting.pixels import Image
from validator.painting.shapes import Shape
from validator.painting.spreading import Metrics, metrics_of
from validator.painting.turns import turn_properties, turn_trackers
from validator.painting.values import Values
from validator.reading.scenes import Heap, Scene
from validator.reading.stacking import stacking_of
from validator.table import Stacking

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement
    from generator.vassal.traits import Trait

_PROPERTY = "VASSAL.build.module.properties.GlobalProperty"
_PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
_LIE = "_numPieces"
"""The suffix of the property that holds the number of cards in a deck (``Deck``)."""
_KEPT = 20_000
"""How many pieces' layers are kept."""
_LEAST_HAND = 200
"""The least width and height of a player's hand, in pixels."""


class Painter:
    """Paints the maps of one module; keeps its file open until `close`.

    ``stand_ins`` are pictures by name that are not in the module, such as VASSAL's own;
    ``extensions`` are files whose pictures are used too. Raises `ArchiveError`.
    """

    def __init__(
        self,
        module: Module,
        stand_ins: Mapping[str, Image.Image] | None = None,
        extensions: Sequence[Path] = (),
    ) -> None:
        own = () if module.path is None else (module.path,)
        self._pictures = Pictures((*own, *extensions), stand_ins)
        self._elements = {map_name(element): element for element in module.maps()}
        self._stacking = stacking_of(module)
        self._metrics = {name: metrics_of(one) for name, one in self._elements.items()}
        self._first = dict(_declared(module.root))
        self._grounds: dict[str, Ground] = {}
        self._prototypes = _prototypes(module.root)
        self._layer = Layer(self._pictures, self._prototypes)
        self._levels: dict[
            tuple[int, str, tuple[str, ...]],
            tuple[tuple[Trait, ...], Mapping[str, str | None], int],
        ] = {}
        """By the id of a piece's traits; they are kept so that the id stays theirs."""
        self._trackers = turn_trackers(module.root)
        self._shadings = {
            name: tuple(shadings(one, self._pictures)) for name, one in self._elements.items()
        }
        self._shades: dict[tuple[str, str], tuple[Shaded, tuple[Heap, list[Sprite]]]] = {}
        """By map and shading: what was painted last."""
        self._painted: dict[str, tuple[object, dict[str, tuple[Heap, list[Sprite]]]]] = {}
        """By map: the surroundings of its pieces when they were last painted, and their sprites."""
        self.looking_elsewhere: set[str] = set()
        """The maps on which the look of a piece depends on another map."""

    def __enter__(self) -> Painter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        trouble: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the module's file."""
        self._pictures.close()

    @property
    def maps(self) -> tuple[str, ...]:
        """The maps of the module by name, in its order."""
        return tuple(self._elements)

    @property
    def unpainted(self) -> list[tuple[str, int]]:
        """What could not be drawn so far, and for how many pieces (0 for a board), most first."""
        found = [(what, len(pieces)) for what, pieces in self._layer.unpainted.items()]
        return sorted(found, key=lambda one: (-one[1], one[0]))

    def size(self, map_name: str, scene: Scene, zoom: float = 1.0) -> tuple[int, int]:
        """Width and height of a map in pixels; a hand grows with what lies in it."""
        width, height = self._ground(map_name).size(scene)
        element = self._elements.get(map_name)
        if element is None or element.tag == PLAYER_HAND:
            width, height = max(width, _LEAST_HAND), max(height, _LEAST_HAND)
            across, up = self._spread(map_name).opened
            for sprite in self.sprites(scene, map_name):
                # As measured: with room for one piece more in an opened stack.
                width = max(width, sprite.box.right + max(0, across - 1))
                height = max(height, sprite.box.bottom + max(0, up - 1))
        return max(1, int(width * zoom)), max(1, int(height * zoom))

    def ground(self, map_name: str, scene: Scene, zoom: float = 1.0) -> Image.Image:
        """The boards of a map with grids, numbering, highlights and edges, without pieces. RGBA;
        the picture is kept and must not be changed.

        Raises `PaintingError` for a map too large to paint.
        """
        size = self.size(map_name, scene, zoom)
        return self._ground(map_name).paint(scene, size, zoom, self._properties(scene, map_name))

    def ground_key(self, map_name: str, scene: Scene) -> str:
        """A digest, the same whenever `ground` gives the same picture."""
        size = self.size(map_name, scene)
        return self._ground(map_name).key(scene, size, self._properties(scene, map_name))

    def table(
        self, scene: Scene, map_name: str, zoom: float = 1.0, opened: Collection[str] = ()
    ) -> Image.Image:
        """A map with all pieces on it, as VASSAL paints it. RGBA. Raises as `ground`."""
        image = self.ground(map_name, scene, zoom).copy()
        for sprite in self.sprites(scene, map_name, zoom, opened):
            paste(image, sprite.image, sprite.left, sprite.top)
        return image

    def sprites(
        self, scene: Scene, map_name: str, zoom: float = 1.0, opened: Collection[str] = ()
    ) -> list[Sprite]:
        """All that the viewer sees on a map, in the order of painting.

        ``opened`` are the ids of stacks (`Heap.id`) that are shown opened.
        """
        heaps = self.by_heap(scene, map_name, zoom, opened)
        return [sprite for _, found in heaps for sprite in found]

    def by_heap(
        self, scene: Scene, map_name: str, zoom: float = 1.0, opened: Collection[str] = ()
    ) -> list[tuple[Heap, list[Sprite]]]:
        """As `sprites`, stack by stack; an unchanged stack gets the same list again."""

        def area(radius: int, at: tuple[int, int]) -> Shape:
            return self._ground(map_name).area(scene, radius, at)

        properties = self._properties(scene, map_name)
        asked: list[str] = []

        def heaps(name: str) -> tuple[Heap, ...]:
            asked.append(name)
            return scene.heaps(name)

        about = Surroundings(
            map_name, properties, self._spread(map_name), area, heaps, zoom, scene.clean
        )
        around = (properties, zoom, scene.laid(map_name), frozenset(opened))
        before, kept = self._painted.get(map_name, (None, {}))
        if before != around:
            kept = {}
        now: dict[str, tuple[Heap, list[Sprite]]] = {}
        found = []
        elsewhere = False
        for heap in self._in_order(scene, map_name, properties):
            one = kept.get(heap.id)
            if one is None or one[0] != heap:
                asked.clear()
                painted = self._layer.sprites(heap, about, opened=heap.id in opened)
                one = (heap, list(painted))
            if not asked:  # else pieces elsewhere may change how it looks
                now[heap.id] = one
            elsewhere = elsewhere or any(name != map_name for name in asked)
            found.append(one)
            asked.clear()
        found = self._with_shades(scene, map_name, zoom, found)
        (self.looking_elsewhere.add if elsewhere else self.looking_elsewhere.discard)(map_name)
        self._painted[map_name] = (around, now)
        return found

    def _with_shades(
        self,
        scene: Scene,
        map_name: str,
        zoom: float,
        heaps: list[tuple[Heap, list[Sprite]]],
    ) -> list[tuple[Heap, list[Sprite]]]:
        """The stacks of a map with its shadings under and over them. Only pieces that the viewer
        sees shade anything."""
        under: list[tuple[Heap, list[Sprite]]] = []
        over: list[tuple[Heap, list[Sprite]]] = []
        for shading in self._shadings.get(map_name, ()):
            areas = [area for _, sprites in heaps for one in sprites for area in one.areas]
            shapes = tuple(shape for name, shape in areas if name == shading.name)
            shaded = Shaded(shapes, tuple(self._ground(map_name).boards(scene)), zoom)
            before = self._shades.get((map_name, shading.name))
            if before is None or before[0] != shaded:
                heap = Heap(f"{map_name}: shading {shading.name}", 0, 0, ())
                before = (shaded, (heap, list(shading.sprites(shaded))))
                self._shades[map_name, shading.name] = before
            (over if shading.over else under).append(before[1])
        return [*under, *heaps, *over] if under or over else heaps

    def _in_order(
        self, scene: Scene, map_name: str, properties: Mapping[str, str]
    ) -> Collection[Heap]:
        """The stacks of a map sorted by layer; the layer of a stack is its top piece's."""
        rule = self._stacking.get(map_name) or Stacking()
        heaps = scene.heaps(map_name)
        if not rule.layer_property:
            return heaps

        def level(heap: Heap) -> int:
            if heap.pile is not None or not heap.pieces:
                return len(rule.layers)
            return self._level(heap.pieces[-1].traits, rule, properties)

        return sorted(heaps, key=level)

    def _level(
        self, traits: tuple[Trait, ...], rule: Stacking, properties: Mapping[str, str]
    ) -> int:
        """The layer of a piece; kept as long as the properties that it depends on are the same."""
        key = (id(traits), rule.layer_property, rule.layers)
        known = self._levels.get(key)
        if known is not None:
            _, asked, level = known
            if all(properties.get(name) == value for name, value in asked.items()):
                return level
        values = Values(self._prototypes.expanded(traits), properties.get)
        level = len(rule.layers)
        with suppress(EvaluationError):
            value = values.get(rule.layer_property)
            if value in rule.layers:
                level = rule.layers.index(value)
        if len(self._levels) > _KEPT:
            self._levels.clear()
        self._levels[key] = (traits, values.asked, level)
        return level

    def _ground(self, name: str) -> Ground:
        if name not in self._grounds:

            def report(what: str) -> None:
                self._layer.unpainted.setdefault(what, set())

            self._grounds[name] = Ground(name, self._elements, self._pictures, report)
        return self._grounds[name]

    def _spread(self, name: str) -> Metrics:
        return self._metrics.get(name) or Metrics()

    def _properties(self, scene: Scene, map_name: str) -> dict[str, str]:
        """The properties of the module and of a map, with the number of cards in each deck."""
        turns = turn_properties(self._trackers, scene.turns)
        found = {**self._first, **turns, **scene.properties}
        prefix = f"{map_name}/"
        for heap in scene.heaps(map_name):
            if heap.pile is not None:
                name = scene.clean(heap.pile.trait.text("deckName"))
                found[f"{prefix}{name}{_LIE}"] = str(heap.pile.cards)
        own = {
            name.removeprefix(prefix): value
            for name, value in found.items()
            if name.startswith(prefix)
        }
        return {**found, **own, "PlayerSide": scene.side or "<observer>"}


def _prototypes(root: TreeElement) -> Prototypes:
    return Prototypes(
        {str(one.get("name") or ""): (one.text or "").strip() for one in root.iter(_PROTOTYPE)}
    )


def _declared(root: TreeElement) -> Iterator[tuple[str, str]]:
    """The properties that a module declares, named as in `Scene.properties`, with their initial
    values."""
    for one in root.iter(_PROPERTY):
        above = one.getparent()
        while above is not None and above.get("mapName") is None and above is not root:
            above = above.getparent()
        name, value = str(one.get("name") or ""), str(one.get("initialValue") or "")
        owner = map_name(above) if above is not None and above is not root else ""
        yield (f"{owner}/{name}" if owner else name), value
