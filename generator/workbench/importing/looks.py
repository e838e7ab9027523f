"""What a piece shows: its traits brought down to faces, a back, and who may do what with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.light import dataclass
from generator.vassal import sequences
from generator.vassal.encodings import whole
from generator.vassal.labels import LABEL
from generator.vassal.traits import Trait
from generator.workbench.importing.labels import Written, written
from generator.workbench.importing.pictures import Laid

LAYER = "emb2;"
_FLIPPING = re.compile(r"flip|step|side|face|damage|reduc|disrupt|spent|status|turn", re.IGNORECASE)
_MOST_FACES = 60
"""A layer of more levels than this is a counter of numbers, not a piece with sides."""

CARRIED = frozenset(
    {"piece;", LAYER, "obs;", "hide;", "restrict;", "immob;", "footprint;", "markmoved;", "mark;"}
    | {"basicName;", "delete;", "cmt;"}
)
"""Traits that a definition's counter has in some form."""


@dataclass(frozen=True, slots=True)
class Face:
    """One look of a piece: the pictures and labels that lie on each other, the undermost first."""

    layers: tuple[Laid | Written, ...]
    name: str = ""
    """The level's name, as the trait has it."""

    def moved(self, across: int, down: int) -> Face:
        """The look so many pixels farther right and down."""
        return replace(
            self,
            layers=tuple(replace(one, x=one.x + across, y=one.y + down) for one in self.layers),
        )

    def called(self, piece: str) -> str:
        """What the piece is called while it shows (``Embellishment.getName``)."""
        first, *more = sequences.decode(self.name, "+")
        if not more:
            return first or piece
        return first + piece if first else piece + more[0]


@dataclass(frozen=True, slots=True)
class Look:
    """A piece as a definition can tell it."""

    name: str
    faces: tuple[Face, ...]
    shown: int
    """Which face lies up."""
    back: str = ""
    """The mask's picture."""
    mask_name: str = ""
    mask_sides: tuple[str, ...] | None = None
    """Who may mask it; empty: everybody. ``None`` for a piece without a mask."""
    hide_sides: tuple[str, ...] | None = None
    restricted_to: tuple[str, ...] = ()
    stacks: bool = True
    trail: bool = False
    masked: bool = False
    hidden: bool = False
    layer: tuple[str, bool] | None = None
    """The pictures of the layer that makes its faces, as the trait has them, and whether one of
    its levels shows at all times."""
    flattened: int = 0
    """How many layers besides the one that turns were put into the picture as they stand."""
    unwritten: tuple[str, ...] = ()
    """Why labels are left off."""


def look_of(chain: Sequence[Trait]) -> Look:
    """The look of a piece from its traits (prototypes put in), outermost first."""
    basic = chain[-1]
    above = [one for one in (_above(part, chain) for part in reversed(chain)) if one is not None]
    layers = [one for one in above if isinstance(one, _Layer)]
    turning = _turning(layers)
    base = basic.text("imageName") if basic.id == "piece;" else ""
    lying = [one for one in above if not isinstance(one, str)]
    faces = tuple(_faces(base, lying, turning))
    shown = turning.level if turning is not None else 0
    if turning is not None and turning.always:
        shown -= 1
    look = Look(
        name=name_in(chain),
        faces=faces,
        shown=min(max(shown, 0), len(faces) - 1),
        layer=(turning.written, turning.always) if turning is not None else None,
        flattened=sum(1 for layer in layers if layer is not turning),
        unwritten=tuple(one for one in above if isinstance(one, str)),
    )
    # What stands outside goes before what stands inside it.
    for part in reversed(chain):
        look = _permitted(look, part)
    return look


def name_in(chain: Sequence[Trait]) -> str:
    """What a piece is called: by its outermost Basic Name trait, else by its Basic Piece."""
    for part in chain:
        if part.id == "basicName;" and part.text("name"):
            return part.text("name")
    return chain[-1].text("commonName") if chain[-1].id == "piece;" else ""


@dataclass(slots=True)
class _Layer:
    """A Layer trait."""

    images: tuple[str, ...]
    names: tuple[str, ...]
    level: int
    """The level that shows, from 1; 0 for none."""
    always: bool
    """Whether a level shows at all times."""
    x: int
    y: int
    scale: float
    words: str
    """Everything that may tell what it is for."""
    written: str
    """The pictures, as the trait has them."""

    @classmethod
    def of(cls, part: Trait, chain: Sequence[Trait]) -> _Layer:
        images = _texts(part, "imageNames")
        follows = part.text("followProperty") == "true"
        always = part.text("alwaysActive") == "true" or follows
        level = whole(part.state.partition(";")[0], -1)
        if follows:
            level = _followed(part, chain)
        shown = min(max(abs(level), 1), max(len(images), 1)) if always or level > 0 else 0
        condition = part.text("onlyPropertyName")
        if follows and condition:
            holds = _property(condition, chain) in ("true", "1")
            shown = shown if holds == (part.text("onlyPropertyState") == "true") else 0
        words = (
            "name",
            "activateCommand",
            "upCommand",
            "downCommand",
            "description",
            "propertyName",
        )
        return cls(
            images,
            _texts(part, "levelNames"),
            shown,
            always,
            whole(part.text("xOff")),
            whole(part.text("yOff")),
            _number(part.text("scale"), 1.0),
            " ".join(part.text(word) for word in words),
            part.text("imageNames"),
        )

    def at(self, level: int) -> list[Laid]:
        """What lies on the piece at a level."""
        if not 1 <= level <= len(self.images) or not self.images[level - 1]:
            return []
        return [Laid(self.images[level - 1], self.x, self.y, self.scale)]

    def name_at(self, level: int) -> str:
        """The level's name."""
        return self.names[level - 1] if 1 <= level <= len(self.names) else ""


def _above(part: Trait, chain: Sequence[Trait]) -> _Layer | Written | str | None:
    """What a trait lays upon the piece, or why it is left off."""
    if part.id == LAYER:
        layer = _Layer.of(part, chain)
        return layer if any(layer.images) else None
    if part.id == LABEL:
        return written(part, lambda name: _told(name, chain))
    return None


def _told(name: str, chain: Sequence[Trait]) -> str | None:
    """A property of the piece that is the same at all times."""
    if name in ("BasicName", "pieceName", "PieceName"):
        return name_in(chain)
    part = _teller(name, chain)
    return _value(name, part) if part is not None and part.id == "mark;" else None


def _turning(layers: Sequence[_Layer]) -> _Layer | None:
    """The layer that makes the piece's other sides: the one that says so, else the richest."""
    able = [
        layer
        for layer in layers
        if len(layer.images) + (not layer.always) >= 2 and len(layer.images) <= _MOST_FACES
    ]
    if not able:
        return None
    return max(able, key=lambda layer: (bool(_FLIPPING.search(layer.words)), -layers.index(layer)))


def _faces(base: str, above: Sequence[_Layer | Written], turning: _Layer | None) -> Iterator[Face]:
    levels = [0]
    if turning is not None:
        levels = list(range(1 if turning.always else 0, len(turning.images) + 1))
    for level in levels:
        lying: list[Laid | Written] = [Laid(base)] if base else []
        for one in above:
            if isinstance(one, Written):
                lying.append(one)
            else:
                lying += one.at(level if one is turning else one.level)
        yield Face(tuple(lying), turning.name_at(level) if turning is not None else "")


def _permitted(look: Look, part: Trait) -> Look:
    """The look with what one more trait says of who may do what with the piece."""
    match part.id:
        case "obs;":
            style, picture = part.text("displayStyle"), part.text("imageName")
            return replace(
                look,
                back=style[1:] if style.startswith("G") and len(style) > 1 else picture,
                mask_name=part.text("maskName"),
                mask_sides=_sides(part.text("access")),
                masked=part.state.partition(";")[0] not in ("", "null"),
            )
        case "hide;":
            return replace(
                look,
                hide_sides=_sides(part.text("access")),
                hidden=part.state not in ("", "null"),
            )
        case "restrict;":
            return replace(look, restricted_to=_texts(part, "sides"))
        case "immob;":
            return replace(look, stacks=part.text("stacking") == "L")
        case "footprint;":
            return replace(look, trail=True)
    return look


def _followed(part: Trait, chain: Sequence[Trait]) -> int:
    """The level of a layer that follows a property, where the piece itself tells the value."""
    first = whole(part.text("firstLevelValue"), 1)
    value = _property(part.text("propertyName").strip().strip("{}").strip(), chain)
    return whole(value or "", first) - first + 1


def _property(name: str, chain: Sequence[Trait]) -> str | None:
    """The value that a property of the piece has at the start."""
    part = _teller(name, chain)
    return _value(name, part) if part is not None else None


def _teller(name: str, chain: Sequence[Trait]) -> Trait | None:
    """The marker or dynamic property of the piece that tells a property: the outermost."""
    return next((part for part in chain if _value(name, part) is not None), None)


def _value(name: str, part: Trait) -> str | None:
    """The value that a marker or a dynamic property has for a property."""
    if part.id == "PROP;" and part.text("key") == name:
        return part.state
    if part.id == "mark;":
        keys, values = _texts(part, "keys"), _state_texts(part)
        if name in keys and keys.index(name) < len(values):
            return values[keys.index(name)]
    return None


def _texts(part: Trait, field: str) -> tuple[str, ...]:
    """A field that is a list, as its texts."""
    text = part.text(field)
    return tuple(sequences.decode(text, ",")) if text else ()


def _state_texts(part: Trait) -> tuple[str, ...]:
    return tuple(sequences.decode(part.state, ","))


def _sides(access: str) -> tuple[str, ...]:
    kind, *sides = sequences.decode(access, ":")
    return tuple(side for side in sides if side) if kind == "sides" else ()


def _number(text: str, default: float) -> float:
    try:
        value = float(text)
    except ValueError:
        return default
    return value if 0.01 <= value <= 100 else default
