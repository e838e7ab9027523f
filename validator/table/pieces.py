"""Pieces, stacks and decks as they stand on the table, and what their traits say of them."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import NamedTuple

from generator.light import dataclass
from generator.vassal import sequences, traits
from generator.vassal.encodings import Access
from generator.vassal.traits import Trait
from validator.table import unwritten

_PROPERTY = re.compile(r"\$([^$]+)\$")
_MARK = re.compile(r"<[^<>]*>")
_MASKING = "obs;"
_INVISIBLE = "hide;"
_LONGEST_NAME = 100_000
"""A label may hold the name twice, and be under a label that does: a name would have no end."""
_NAMING = ("emb2;", "label;", "basicName;")

LOOSE = ""
"""The parent of a piece whose stack was taken off the table under it."""


@dataclass(frozen=True, slots=True)
class Mask:
    """A Mask trait of a piece."""

    at: int
    """Which trait of the chain it is."""
    access: Access
    name: str
    """What others call the piece while it is masked."""


@dataclass(frozen=True, slots=True)
class Veil:
    """An Invisible trait of a piece."""

    at: int
    access: Access


@dataclass(frozen=True, slots=True)
class Layer:
    """A Layer trait of a piece."""

    at: int
    title: str
    """The layer's own name, such as ``Damage``; may be empty."""
    levels: tuple[str, ...]
    """Name of each level; ``+ (x)`` goes after the piece's name, ``x +`` before."""
    images: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What a piece's type says: parsed once, shared by all pieces of that type."""

    type: str
    traits: tuple[Trait, ...]
    name: str
    """The basic name."""
    image: str
    masks: tuple[Mask, ...]
    veils: tuple[Veil, ...]
    layers: tuple[Layer, ...]
    values: tuple[tuple[int, str], ...]
    """Dynamic properties: which trait, name."""
    labels: tuple[int, ...]
    naming: tuple[int, ...]
    """Traits that may change the piece's name, innermost first."""
    markers: tuple[tuple[int, tuple[str, ...]], ...]
    sides: tuple[str, ...]
    """Sides that may handle the piece; empty when all may."""
    stacks: bool
    """Whether it may stand in a stack."""
    restless: frozenset[int]
    """Traits whose state changes without a command (`validator.table.unwritten`)."""


# What stands on the table are named tuples: made several times as fast as frozen dataclasses, and
# in a large game there are millions of them.


class Piece(NamedTuple):
    """A piece. Its place is that of the stack or deck it is in.

    Type and states are kept as the file has them, and read when they are asked for.
    """

    id: str
    type: str
    """What it is; equal types are one text in memory."""
    held: str | tuple[str, ...]
    """State of every trait: one text as in the file, or, where traits were changed since, a text
    for each. The BasicPiece's own is as when it was last written out: see the fields below for
    where the piece stands."""
    map: str | None
    x: int
    y: int
    parent: str | None
    """Id of the stack or deck it is in; `LOOSE` when that was taken away."""
    gpid: str = ""
    """Slot of the palette it was made from."""

    @property
    def model(self) -> Model:
        """What its type says."""
        return model(self.type)

    @property
    def states(self) -> tuple[str, ...]:
        """State of each trait, outermost first."""
        return self.held if isinstance(self.held, tuple) else traits.unnest(self.held)

    def state(self, at: int) -> str:
        """State of a trait by its place in the chain; empty when the file has none."""
        states = self.states
        return states[at] if at < len(states) else ""

    def moved(self, map_name: str | None, x: int, y: int, parent: str | None) -> Piece:
        """The piece elsewhere."""
        return Piece(self.id, self.type, self.held, map_name, x, y, parent, self.gpid)

    @property
    def mask(self) -> tuple[Mask, str] | None:
        """The mask over the piece and its owner (a password or a side), or none."""
        return _mask(self.type, self.held) if _MASKING in self.type else None

    @property
    def hidden(self) -> tuple[Veil, str] | None:
        """What makes the piece invisible and who did it (a password or a side), or none."""
        if _INVISIBLE not in self.type:
            return None
        for veil in self.model.veils:
            owner = self.state(veil.at)
            if owner not in ("", "null"):
                return veil, owner
        return None

    def marker(self, name: str) -> str | None:
        """The value of a marker trait, or none."""
        for at, keys in self.model.markers:
            if name in keys:
                values = _values(self.state(at))
                place = keys.index(name)
                return values[place] if place < len(values) else ""
        return None

    def value(self, name: str) -> str | None:
        """The value of a dynamic property, or none."""
        return next((self.state(at) for at, key in self.model.values if key == name), None)

    def level(self, title: str) -> int | None:
        """The level of a layer by the layer's name: from 1, negative when switched off."""
        for layer in self.model.layers:
            if layer.title == title:
                return level_of(self.state(layer.at))
        return None

    @property
    def name(self) -> str:
        """The piece's own name as VASSAL reports it when nothing covers it."""
        return _name(self.type, self.held)

    def _spelled(self) -> str:
        name = self.model.name
        for at in self.model.naming:
            part = self.model.traits[at]
            if part.id == "emb2;":
                name = self._layer_name(at, name)
            elif part.id == "label;":
                label = _unmarked(self._filled(self.state(at), {}))
                if label.strip() or part.text("alwaysUseFormat") == "true":
                    own = {"pieceName": name, "label": label}
                    name = self._filled(part.text("nameFormat"), own)[:_LONGEST_NAME]
            elif part.id == "basicName;" and part.text("name"):
                name = part.text("name")
        return name

    def _filled(self, pattern: str, own: dict[str, str]) -> str:
        """A format with the piece's own properties put in, and nothing for others."""

        def value(found: re.Match[str]) -> str:
            word = found.group(1)
            if word in own:
                return own[word]
            if word == "BasicName":
                return self.model.name
            for at in self.model.labels:
                if self.model.traits[at].text("propertyName") == word:
                    return self.state(at)
            told = self.value(word)
            if told is None:
                told = self.marker(word)
            return told or ""

        return _PROPERTY.sub(value, pattern)

    def _layer_name(self, at: int, name: str) -> str:
        layer = next(layer for layer in self.model.layers if layer.at == at)
        level = level_of(self.state(at))
        if not 0 < level <= len(layer.levels) or not layer.levels[level - 1]:
            return name
        first, *rest = sequences.decode(layer.levels[level - 1], "+")
        if not rest:
            return first
        return first + name if first else name + rest[0]


class Stack(NamedTuple):
    """Pieces on one point, from the bottom up."""

    id: str
    map: str | None
    x: int
    y: int
    members: tuple[str, ...]
    layer: int = -1

    def holding(self, members: tuple[str, ...]) -> Stack:
        """The stack with other pieces in it."""
        return Stack(self.id, self.map, self.x, self.y, members, self.layer)


class Deck(NamedTuple):
    """A deck or cup: pieces from the bottom up, as far as the file shows."""

    id: str
    name: str
    map: str | None
    x: int
    y: int
    members: tuple[str, ...]
    face_down: bool
    """Whether its cards are unseen."""
    shuffles: bool
    """Whether each draw is a random one (a cup); then the order says nothing."""
    type: str

    def holding(self, members: tuple[str, ...]) -> Deck:
        """The deck with other pieces in it."""
        return self._replace(members=members)


def mask_owner(state: str) -> str | None:
    """Who masked a piece, from the state of its Mask trait; `None` when it is open."""
    owner, _ = sequences.head(state, ";")
    return None if owner in ("", "null") else owner


def level_of(state: str) -> int:
    """The level in the state of a Layer trait; -1 when it is none."""
    number, _ = sequences.head(state, ";")
    try:
        return int(number)
    except ValueError:
        return -1


@lru_cache(maxsize=4096)
def _mask(piece_type: str, held: str | tuple[str, ...]) -> tuple[Mask, str] | None:
    states = traits.unnest(held) if isinstance(held, str) else held
    for mask in model(piece_type).masks:
        owner = mask_owner(states[mask.at]) if mask.at < len(states) else None
        if owner is not None:
            return mask, owner
    return None


@lru_cache(maxsize=4096)
def _values(state: str) -> tuple[str, ...]:
    """The values in the state of a marker trait."""
    return tuple(sequences.decode(state, ","))


def _unmarked(label: str) -> str:
    """A label without the marks of HTML, if it is one that is shown as such."""
    if label[:6].lower() != "<html>":
        return label
    return html.unescape(_MARK.sub("", label))


@lru_cache(maxsize=4096)
def _name(piece_type: str, held: str | tuple[str, ...]) -> str:
    return Piece("", piece_type, held, None, 0, 0, None)._spelled()


@lru_cache(maxsize=50_000)
def shared(text: str) -> str:
    """A text, the same object for equal ones."""
    return text


@lru_cache(maxsize=20_000)
def model(piece_type: str) -> Model:
    """What a piece's type says."""
    parts = traits.unnest(piece_type)
    chain = tuple([_trait(text) for text in parts])
    basic = chain[-1]
    known = basic.id == traits.BASIC
    masks, veils, layers, values, labels, markers, naming = [], [], [], [], [], [], []
    sides: tuple[str, ...] = ()
    stacks = True
    for at, part in enumerate(parts):
        kind = chain[at].id
        if kind in _NAMING:
            naming.append(at)
        match kind:
            case "obs;":
                masks.append(Mask(at, _access(part), _text(part, "maskName")))
            case "hide;":
                veils.append(Veil(at, _access(part)))
            case "emb2;":
                names, images = _strings(part, "levelNames"), _strings(part, "imageNames")
                layers.append(Layer(at, _text(part, "name"), names, images))
            case "PROP;":
                values.append((at, _text(part, "key")))
            case "label;":
                labels.append(at)
            case "mark;":
                markers.append((at, _strings(part, "keys")))
            case "restrict;" if not sides:
                sides = _strings(part, "sides")
            case "immob;":
                stacks = stacks and _text(part, "stacking") == "L"
            case "mat;":
                stacks = False
    return Model(
        piece_type,
        chain,
        basic.text("commonName") if known else "",
        basic.text("imageName") if known else "",
        tuple(masks),
        tuple(veils),
        tuple(layers),
        tuple(values),
        tuple(labels),
        tuple(reversed(naming)),
        tuple(markers),
        sides,
        stacks,
        frozenset(at for at, part in enumerate(chain) if unwritten.restless(part)),
    )


# The pieces of a game differ in a trait or two: the others are read once and shared.


@lru_cache(maxsize=20_000)
def _trait(part: str) -> Trait:
    return traits.read_trait(part)


@lru_cache(maxsize=20_000)
def _access(part: str) -> Access:
    found = _trait(part)["access"]
    return found if isinstance(found, Access) else Access("player")


@lru_cache(maxsize=20_000)
def _text(part: str, field: str) -> str:
    return _trait(part).text(field)


@lru_cache(maxsize=20_000)
def _strings(part: str, field: str) -> tuple[str, ...]:
    text = _text(part, field)
    return tuple(sequences.decode(text, ",")) if text else ()
