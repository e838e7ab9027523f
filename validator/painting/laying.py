"""Turns the pieces on a map into sprites; what was built once is used again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.vassal.labels import Colour, colour
from generator.vassal.prototypes import Prototypes
from generator.vassal.traits import Trait
from validator.painting.counting import Counting, Heaps
from validator.painting.drawing import Op, flattened, picture_key, too_large
from validator.painting.lettering import BLACK
from validator.painting.numbers import whole
from validator.painting.parts import Frame, Label, Named, Part, Shaded
from validator.painting.pictures import Pictures
from validator.painting.pieces import Area, PieceBuilder
from validator.painting.pixels import Image
from validator.painting.shapes import Box, Shape, bounds, centred, moved
from validator.painting.spreading import Metrics
from validator.painting.values import Clean, Values
from validator.reading.scenes import Heap, Pile, Shown

_KEPT = 20_000
"""How many built pieces are kept."""
_PLACED = frozenset(("footprint;", "AreaOfEffect;"))
"""Traits whose picture depends on where the piece stands."""
_NOWHERE = (0, 0)
_FAR = 2000
"""A piece that is too large is cut to this many pixels around its centre."""
Point = tuple[int, int]


class Sprite(NamedTuple):
    """The picture of a piece, a deck or a shading of the map."""

    pieces: tuple[str, ...]
    """The ids of the pieces, as the viewer knows them; the deck's id for a face-down deck; none
    for a shading of the map."""
    image: Image.Image
    """RGBA; must not be changed."""
    left: int
    top: int
    """Pixels of the zoomed map."""
    key: str
    """A digest, the same for equal pictures."""
    box: Box
    """The piece itself, without areas and trails, in pixels of the unzoomed map."""
    labels: tuple[Label, ...]
    """The texts on it, with boxes in pixels of the unzoomed map."""
    areas: tuple[tuple[str, Shape], ...] = ()
    """The areas that it shades, by the name of the map's shading, in pixels of the unzoomed map."""


class Surroundings(NamedTuple):
    """What pieces of a map may depend on besides their own traits."""

    map: str
    properties: Mapping[str, str]
    metrics: Metrics
    area: Area
    heaps: Heaps
    zoom: float
    clean: Clean


class _Flat(NamedTuple):
    """The drawing of a part as one picture, relative to its centre or its stack's."""

    image: Image.Image
    left: int
    top: int
    key: str


class _Made(NamedTuple):
    """A piece's part, and the surrounding values that it was built with."""

    traits: tuple[Trait, ...]
    asked: Mapping[str, str | None]
    part: Part
    troubles: tuple[str, ...]


class Layer:
    """Builds and paints what lies on the maps of one module."""

    def __init__(self, pictures: Pictures, prototypes: Prototypes) -> None:
        self._pictures, self._prototypes = pictures, prototypes
        self._made: dict[tuple[int, bool, Point | None, str], list[_Made]] = {}
        self._placed: dict[int, tuple[tuple[Trait, ...], bool]] = {}
        """By the id of a piece's traits; they are kept so that the id stays theirs."""
        self._boxes: dict[Part, Box] = {}
        self._backs: dict[tuple[str, str], tuple[Part, tuple[str, ...]]] = {}
        self._frames: dict[tuple[Box, Colour], Part] = {}
        self._shades: dict[tuple[Part, Colour], Part] = {}
        self._flats: dict[tuple[Part, float, Point | None], _Flat | None] = {}
        self.unpainted: dict[str, set[str]] = {}
        """What could not be painted, with the ids of the pieces it concerns."""

    def sprites(self, heap: Heap, about: Surroundings, *, opened: bool) -> Iterator[Sprite]:
        """The sprites of a stack or deck, from the bottom up."""
        laid = self._pile(heap, heap.pile, about) if heap.pile is not None else None
        zoom = about.zoom
        x, y = int(heap.x * zoom), int(heap.y * zoom)
        names = {one.seen.id: one.seen.name for one in heap.pieces}
        for ids, part, place, painted in laid or self._stack(heap, about, opened):
            across = int((heap.x + place[0]) * zoom) - x
            down = int((heap.y + place[1]) * zoom) - y
            try:
                flat = self._flat(painted, zoom, (across, down))
            except Exception as trouble:  # a strange piece must not spoil the whole map
                self._note((about.clean(_as_trouble(trouble)),), ids[0])
                flat = self._flat(Named(names.get(ids[0], "")), zoom, (across, down))
            if flat is not None:
                centre = (heap.x + place[0], heap.y + place[1])
                labels = tuple(Label(one.text, one.box.moved(*centre)) for one in part.labels)
                yield Sprite(
                    ids,
                    flat.image,
                    x + flat.left,
                    y + flat.top,
                    flat.key,
                    part.box.moved(*centre),
                    labels if painted is part else (),
                    tuple((name, moved(area, heap.x, heap.y)) for name, area in part.areas),
                )

    def _stack(self, heap: Heap, about: Surroundings, opened: bool) -> Iterator[_Laid]:
        parts = [self._part(shown, heap, about) for shown in heap.pieces]
        boxes = map(self._spread_by, parts) if len(parts) > 1 else ()
        places = [*about.metrics.places(boxes, opened=opened)] or [_NOWHERE]
        shade = None if opened else about.metrics.shade
        for at, (shown, part, place) in enumerate(zip(heap.pieces, parts, places, strict=True)):
            below = shade is not None and at < len(parts) - 1
            painted = self._shaded(part, shade) if below and shade is not None else part
            yield (shown.seen.id,), part, place, painted

    def _pile(self, heap: Heap, pile: Pile, about: Surroundings) -> Iterator[_Laid]:
        frame = centred(*(max(0, whole(pile.trait.text(side), 40)) for side in ("width", "height")))
        if not pile.cards:
            if pile.trait.text("drawOutline") != "false":
                part = self._frame(frame, colour(pile.trait.text("outlineColor")) or BLACK)
                yield (heap.id,), part, _NOWHERE, part
            return
        most = max(1, whole(pile.trait.text("maxStack"), 10))
        if pile.face_down:
            back = self._back(pile, heap.id, frame, about.clean)
            cards = [((heap.id,), back)] * min(pile.cards, most)
        else:
            shown = heap.pieces[-most:]
            cards = [((one.seen.id,), self._part(one, heap, about)) for one in shown]
        shade = about.metrics.shade
        for at, (ids, part) in enumerate(cards):
            below = shade is not None and at < len(cards) - 1
            painted = self._shaded(cards[-1][1], shade) if below and shade is not None else part
            yield ids, part, (2 * at, -2 * at), painted

    def _part(self, shown: Shown, heap: Heap, about: Surroundings) -> Part:
        """The part of a piece; that of an equal piece in equal surroundings is used again."""
        point = (heap.x, heap.y)
        placed = self._is_placed(shown.traits)
        key = (id(shown.traits), shown.face_up, point if placed else None, about.map)
        around = _Around(shown, point, about)
        for made in self._made.get(key, ()):
            if all(around.get(name) == value for name, value in made.asked.items()):
                self._note(made.troubles, shown.seen.id)
                return made.part
        troubles: list[str] = []
        given = shown.traits
        if any(one.id == "prototype;" for one in given):
            shown = shown._replace(traits=self._prototypes.expanded(given))
        counting = Counting(shown, heap, about.map, about.heaps, about.properties, about.clean)
        values = Values(shown.traits, around.get, counting, about.clean)

        def report(trouble: str) -> None:
            troubles.append(about.clean(trouble))

        builder = PieceBuilder(self._pictures, values, point, about.area, report)
        try:
            part = builder.build(shown)
        except Exception as trouble:  # a strange piece must not spoil the whole map
            report(_as_trouble(trouble))
            part = Named(shown.seen.name)
        self._forget_much()
        if not values.counts:
            made = _Made(given, values.asked, part, tuple(troubles))
            self._made.setdefault(key, []).append(made)
        self._note(troubles, shown.seen.id)
        return part

    def _is_placed(self, traits: tuple[Trait, ...]) -> bool:
        """Whether the picture of a piece with these traits depends on where it stands."""
        kept = self._placed.get(id(traits))
        if kept is None:
            kept = (traits, any(one.id in _PLACED for one in traits))
            self._placed[id(traits)] = kept
        return kept[1]

    def _spread_by(self, part: Part) -> Box:
        """The box by which a piece is spread in a stack."""
        if part not in self._boxes:
            self._boxes[part] = bounds(part.flat)
        return self._boxes[part]

    def _back(self, pile: Pile, ident: str, frame: Box, clean: Clean) -> Part:
        name = clean(pile.trait.text("deckName"))
        if pile.back is None:
            return Named(name, (frame.width, frame.height), lost=False)
        key = (pile.back.text("imageName"), name)
        if key not in self._backs:
            troubles: list[str] = []
            nothing = Values((), lambda _name: None)
            builder = PieceBuilder(
                self._pictures, nothing, _NOWHERE, lambda _r, _at: (), troubles.append
            )
            self._backs[key] = (builder.picture(*key), tuple(troubles))
        part, found = self._backs[key]
        self._note(found, ident)
        return part

    def _frame(self, box: Box, tint: Colour) -> Part:
        key = (box, tint)
        if key not in self._frames:
            self._frames[key] = Frame(box, tint)
        return self._frames[key]

    def _shaded(self, part: Part, shade: Colour) -> Part:
        key = (part, shade)
        if key not in self._shades:
            self._shades[key] = Shaded(part.shape, shade)
        return self._shades[key]

    def _note(self, troubles: Iterable[str], piece: str) -> None:
        for trouble in troubles:
            self.unpainted.setdefault(trouble, set()).add(piece)

    def _flat(self, part: Part, zoom: float, shift: Point) -> _Flat | None:
        """The drawing of a part as one picture, ``shift`` pixels from its stack's point."""
        tied = (part, zoom, shift)
        if tied in self._flats:
            return self._flats[tied]
        loose = (part, zoom, None)
        if loose not in self._flats:
            ops = part.paint(zoom)
            if any(op.of_stack for op in ops):
                self._flats[tied] = _joined([op.moved(*shift) for op in ops])
                return self._flats[tied]
            self._flats[loose] = _joined(ops)
        flat = self._flats[loose]
        if flat is None or shift == _NOWHERE:
            return flat
        return flat._replace(left=flat.left + shift[0], top=flat.top + shift[1])

    def _forget_much(self) -> None:
        if len(self._made) > _KEPT or len(self._flats) > _KEPT:
            self._made.clear()
            self._placed.clear()
            self._boxes.clear()
            self._shades.clear()
            self._flats.clear()


_Laid = tuple[tuple[str, ...], Part, Point, Part]
"""Ids, the part of a piece, its place relative to the stack's point, and the part painted there."""


class _Around:
    """The properties that surround a piece: of its place, its map and the module."""

    def __init__(self, shown: Shown, point: Point, about: Surroundings) -> None:
        self._shown, self._point, self._about = shown, point, about

    def get(self, name: str) -> str | None:
        """A property by name; None if there is none."""
        place = self._shown.seen.place
        match name:
            case "PieceName" | "pieceName":
                return self._shown.seen.name
            case "CurrentMap":
                return self._about.map
            case "CurrentX":
                return str(self._point[0])
            case "CurrentY":
                return str(self._point[1])
            case "LocationName":
                return place.location
            case "CurrentZone":
                return place.zone
            case "DeckName":
                return place.deck
        if place.zone:
            found = self._about.properties.get(f"{self._about.map}:{place.zone}/{name}")
            if found is not None:
                return found
        return self._about.properties.get(name)


def _as_trouble(trouble: Exception) -> str:
    return f"what it is made of cannot be painted: {type(trouble).__name__} {trouble}".rstrip()


def _joined(ops: list[Op]) -> _Flat | None:
    """Pictures joined into one."""
    if not ops:
        return None
    whole = Box(ops[0].left, ops[0].top, *ops[0].image.size)
    for op in ops[1:]:
        whole = whole | Box(op.left, op.top, *op.image.size)
    if too_large(whole):
        whole = Box(-_FAR, -_FAR, 2 * _FAR, 2 * _FAR)
    image = ops[0].image if len(ops) == 1 else flattened(ops, whole)
    return _Flat(image, whole.left, whole.top, picture_key(image))
