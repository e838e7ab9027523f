"""The table of any module as VASSAL paints it: boards, and what a viewer sees lie on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from generator.vassal.modules import PLAYER_HAND, Module, map_name
from generator.vassal.traits import Trait
from validator.painting.ground import Ground
from validator.painting.lettering import Colour
from validator.painting.parts import Lost, Op, Part, filled, flattened, outline, paste
from validator.painting.pictures import Pictures
from validator.painting.pieces import BLACK, PieceBuilder, colour
from validator.painting.shapes import Box, Shape, bounds, centred, scaled
from validator.painting.spreading import Metrics, metrics_of
from validator.painting.values import Values
from validator.reading.scenes import Heap, Pile, Scene, Shown
from validator.table import Stacking

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement as _Element

_LEAST_HAND = 200
"""The window of a player's hand is at least so many pixels wide and high."""


class Sprite(NamedTuple):
    """A picture of a piece, or of what else lies on a map."""

    pieces: tuple[str, ...]
    """The ids, as the viewer knows them, of what it shows; of a face-down deck the deck's."""
    image: Image.Image
    """RGBA."""
    left: int
    top: int
    """Pixels of the map, at the zoom asked for."""
    key: str
    """The same for equal pictures."""
    box: Box
    """Of the piece itself, in pixels of the unzoomed map: without areas, trails and shadows."""


class Painter:
    """Paints the maps of one module; keeps its file open till `close`.

    ``stand_ins`` are pictures by name that are used instead of the module's, or of VASSAL's own.
    """

    def __init__(self, module: Module, stand_ins: Mapping[str, Image.Image] | None = None) -> None:
        self._pictures = Pictures(module.path, stand_ins)
        self._maps = {map_name(element): element for element in module.maps()}
        self._module = module
        self._grounds: dict[str, Ground] = {}
        self._unpainted: dict[str, set[str]] = {}
        self._defaults = dict(_declared(module.root))
        self._painted: dict[tuple[str, str], tuple[tuple[object, ...], list[Sprite]]] = {}
        """By map and heap: what it was painted from last, and how; most heaps stay as they are."""

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
        """Let go of the module's file."""
        self._pictures.close()

    @property
    def maps(self) -> tuple[str, ...]:
        """The maps of the module by name, in its order."""
        return tuple(self._maps)

    @property
    def unpainted(self) -> list[tuple[str, int]]:
        """What could not be drawn so far, and of how many pieces, the most first."""
        found = [(what, len(pieces)) for what, pieces in self._unpainted.items()]
        return sorted(found, key=lambda one: (-one[1], one[0]))

    def size(self, map_name: str, scene: Scene, zoom: float = 1.0) -> tuple[int, int]:
        """Width and height of a map in pixels; a hand grows with what lies in it."""
        width, height = self._ground(map_name).size(scene)
        element = self._maps.get(map_name)
        if element is None or element.tag == PLAYER_HAND:
            width, height = max(width, _LEAST_HAND), max(height, _LEAST_HAND)
            across, up = self._metrics(map_name).opened
            for sprite in self.sprites(scene, map_name):
                # As measured: with room for one piece more in an opened stack.
                width = max(width, sprite.box.right + max(0, across - 1))
                height = max(height, sprite.box.bottom + max(0, up - 1))
        return max(1, int(width * zoom)), max(1, int(height * zoom))

    def ground(self, map_name: str, scene: Scene, zoom: float = 1.0) -> Image.Image:
        """The boards of a map with grids, numbering, highlights and edges; no pieces. RGBA."""
        size = self.size(map_name, scene, zoom)
        return self._ground(map_name).paint(scene, size, zoom, self._properties(scene, map_name))

    def table(
        self, scene: Scene, map_name: str, zoom: float = 1.0, opened: Collection[str] = ()
    ) -> Image.Image:
        """A map with all that lies on it, as VASSAL paints it. RGBA."""
        image = self.ground(map_name, scene, zoom)
        for sprite in self.sprites(scene, map_name, zoom, opened):
            paste(image, sprite.image, sprite.left, sprite.top)
        return image

    def sprites(
        self, scene: Scene, map_name: str, zoom: float = 1.0, opened: Collection[str] = ()
    ) -> list[Sprite]:
        """All that lies on a map as the viewer sees it, in the order in which it is painted.

        ``opened`` are the ids of stacks (`Heap.id`) that are shown opened.
        """
        found: list[Sprite] = []
        around = self._properties(scene, map_name)
        for _, heap in self._in_order(scene, map_name):
            now = (heap, heap.id in opened, zoom, scene.boards.get(map_name), around)
            kept = self._painted.get((map_name, heap.id))
            if kept is None or kept[0] != now:
                kept = now, list(self._heap(scene, map_name, heap, zoom, heap.id in opened))
                self._painted[map_name, heap.id] = kept
            found.extend(kept[1])
        return found

    def _in_order(self, scene: Scene, map_name: str) -> list[tuple[int, Heap]]:
        rule = self._layers(map_name)
        around = self._properties(scene, map_name)
        found = []
        for heap in scene.heaps(map_name):
            level = len(rule.layers)
            if rule.layer_property and heap.pieces and heap.pile is None:
                value = Values(heap.pieces[-1].traits, around).get(rule.layer_property)
                level = rule.layers.index(value) if value in rule.layers else level
            found.append((level, heap))
        found.sort(key=lambda one: one[0])
        return found

    def _layers(self, map_name: str) -> Stacking:
        from validator.reading.stacking import stacking_of

        return stacking_of(self._module).get(map_name) or Stacking()

    def _ground(self, name: str) -> Ground:
        if name not in self._grounds:
            self._grounds[name] = Ground(name, self._maps, self._pictures)
        return self._grounds[name]

    def _properties(self, scene: Scene, map_name: str) -> dict[str, str]:
        """The properties of the module and of a map."""
        found = dict(self._defaults)
        found.update(scene.properties)
        prefix = f"{map_name}/"
        own = {
            name.removeprefix(prefix): value
            for name, value in found.items()
            if name.startswith(prefix)
        }
        return {**found, **own, "PlayerSide": scene.side or "<observer>"}

    # What lies on a map.

    def _heap(
        self, scene: Scene, map_name: str, heap: Heap, zoom: float, opened: bool
    ) -> Iterator[Sprite]:
        point = (heap.x, heap.y)
        if heap.pile is not None:
            yield from self._pile(scene, map_name, heap, heap.pile, zoom)
            return
        metrics = self._metrics(map_name)
        parts = [self._part(scene, map_name, shown, point) for shown in heap.pieces]
        boxes = [bounds(part.flat) for part in parts]
        places = list(metrics.places(boxes, opened=opened))
        for at, (shown, part, place) in enumerate(zip(heap.pieces, parts, places, strict=True)):
            if metrics.shade is not None and not opened and at < len(parts) - 1:
                ops = _shaded(part.shape, metrics.shade, zoom)
            else:
                ops = part.paint(zoom)
            yield from self._sprite((shown.seen.id,), ops, point, place, part.box, zoom)

    def _pile(
        self, scene: Scene, map_name: str, heap: Heap, pile: Pile, zoom: float
    ) -> Iterator[Sprite]:
        point = (heap.x, heap.y)
        width, height = (_whole(pile.trait.text(side), 40) for side in ("width", "height"))
        frame = centred(width, height)
        if not pile.cards:
            if pile.trait.text("drawOutline") != "false":
                tint = colour(pile.trait.text("outlineColor")) or BLACK
                ops = [_frame(frame, tint, zoom)]
                yield from self._sprite((heap.id,), ops, point, (0, 0), frame, zoom)
            return
        count = min(pile.cards, max(1, _whole(pile.trait.text("maxStack"), 10)))
        if pile.face_down:
            back = self._back(scene, map_name, pile, point, frame)
            cards = [((heap.id,), back)] * count
        else:
            shown = heap.pieces[-count:]
            cards = [((one.seen.id,), self._part(scene, map_name, one, point)) for one in shown]
        shade = self._metrics(map_name).shade
        for at, (ids, part) in enumerate(cards):
            if shade is not None and at < len(cards) - 1:
                ops = _shaded(cards[-1][1].box.shape, shade, zoom)
            else:
                ops = part.paint(zoom)
            shift = (int(2 * at * zoom), int(-2 * at * zoom))
            moved = [op.moved(*shift) for op in ops]
            box = part.box.moved(2 * at, -2 * at)
            yield from self._sprite(ids, moved, point, (0, 0), box, zoom)

    def _back(
        self, scene: Scene, map_name: str, pile: Pile, point: tuple[int, int], frame: Box
    ) -> Part:
        if pile.back is None:
            return Lost(pile.trait.text("deckName"), (frame.width, frame.height))
        builder = self._builder(scene, map_name, (), point, (pile.trait.text("deckName"),))
        return builder.picture(pile.back.text("imageName"), pile.trait.text("deckName"))

    def _metrics(self, map_name: str) -> Metrics:
        element = self._maps.get(map_name)
        return metrics_of(element) if element is not None else Metrics()

    def _part(self, scene: Scene, map_name: str, shown: Shown, point: tuple[int, int]) -> Part:
        place = shown.seen.place
        around = {
            **self._properties(scene, map_name),
            "CurrentMap": map_name,
            "CurrentX": str(point[0]),
            "CurrentY": str(point[1]),
            "LocationName": place.location,
            "CurrentZone": place.zone,
            "DeckName": place.deck,
        }
        builder = self._builder(scene, map_name, shown.traits, point, (shown.seen.id,), around)
        return builder.build(shown)

    def _builder(
        self,
        scene: Scene,
        map_name: str,
        traits: Sequence[Trait],
        point: tuple[int, int],
        pieces: tuple[str, ...],
        around: Mapping[str, str] | None = None,
    ) -> PieceBuilder:
        def report(what: str) -> None:
            self._unpainted.setdefault(what, set()).update(pieces)

        def area(radius: int, at: tuple[int, int]) -> Shape:
            return self._ground(map_name).area(scene, radius, at)

        return PieceBuilder(self._pictures, Values(traits, around or {}), point, area, report)

    def _sprite(
        self,
        ids: tuple[str, ...],
        ops: list[Op],
        point: tuple[int, int],
        place: tuple[int, int],
        box: Box,
        zoom: float,
    ) -> Iterator[Sprite]:
        """One picture of all that is drawn for a piece; none where nothing is."""
        if not ops:
            return
        x, y = int(point[0] * zoom), int(point[1] * zoom)
        across, down = int((point[0] + place[0]) * zoom) - x, int((point[1] + place[1]) * zoom) - y
        moved = [op.moved(across, down) for op in ops]
        whole = Box(moved[0].left, moved[0].top, *moved[0].image.size)
        for op in moved[1:]:
            whole = whole | Box(op.left, op.top, *op.image.size)
        image = moved[0].image if len(moved) == 1 else flattened(moved, whole)
        key = sha256(b"%dx%d " % image.size + image.tobytes()).hexdigest()[:20]
        stands = box.moved(point[0] + place[0], point[1] + place[1])
        yield Sprite(ids, image, x + whole.left, y + whole.top, key, stands)


def _shaded(shape: Shape, shade: Colour, zoom: float) -> list[Op]:
    shape = scaled(shape, zoom)
    box = bounds(shape)
    if not box.width or not box.height:
        return []
    line = outline(shape, 1, BLACK)
    return [Op(filled(shape, box, shade), box.left, box.top), line]


def _frame(box: Box, tint: Colour, zoom: float) -> Op:
    return outline(Box(*(int(side * zoom) for side in box)).shape, 1, tint)


def _whole(text: str, default: int) -> int:
    return int(text) if text.isdigit() and len(text) < 6 else default


def _declared(root: _Element) -> Iterator[tuple[str, str]]:
    """The properties a module declares, as `Scene.properties` names them, with their first
    values."""
    for one in root.iter("VASSAL.build.module.properties.GlobalProperty"):
        above = one.getparent()
        while above is not None and above.get("mapName") is None and above is not root:
            above = above.getparent()
        name, value = str(one.get("name") or ""), str(one.get("initialValue") or "")
        owner = map_name(above) if above is not None and above is not root else ""
        yield (f"{owner}/{name}" if owner else name), value
