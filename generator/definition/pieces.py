"""Counters and their templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from generator.definition.measures import (
    Colour,
    FileId,
    Id,
    ImageFile,
    Line,
    Radius,
    Scalar,
    Size,
    Sourced,
)
from generator.definition.model import Field, Model


class FaceWords(Model):
    """What a face says and how it looks."""

    name: Line = ""
    """What the piece is called while this face shows; empty: its own name."""
    image: ImageFile = ""
    """A picture of yours instead of a drawing; the words below are not written on it."""
    layout: Line = "plain"
    """What stands where: a bundled layout (ship, naval, land, air, leader, marker, number, text,
    generic, card, card_back, emblem, plain), a file of art/layouts without its ending, or one of
    ``layouts``."""
    title: str = ""
    symbol: str = ""
    """A file of art/symbols without its ending."""
    left: str = ""
    right: str = ""
    centre: str = ""
    text: str = ""
    background: Colour | None = None
    ink: Colour | None = None
    damaged: bool = False
    """Broken colour band and a diagonal."""
    values: Mapping[str, Scalar] = Field(default_factory=dict)
    """Values of this face only, such as those of a reduced side; they win over the counter's."""


class Face(FaceWords):
    """One picture of a counter. Text may name fields: ``{name}``, ``{kind}``, ``{strength}``."""

    id: FileId = "front"
    on_paper: bool = True
    """Whether it is printed to be cut out; not where paper shows the same with a marker."""


class Mask(Model):
    """Face down (VASSAL's Mask): who may turn it, what the others see."""

    access: tuple[Id, ...] = Field(min_length=1)
    name: Line = ""
    """What others read while it is face down."""


class Hide(Model):
    """Not seen at all by others (VASSAL's Invisible)."""

    access: tuple[Id, ...] = Field(min_length=1)
    always: bool = False
    """Hidden from the set-up on."""


class ValuesFrom(Model):
    """A row of a chart whose cells become the counter's values, so that a fact stands once."""

    chart: Id
    row: Id


class CounterFields(Sourced):
    """What a template and a counter may both say; a counter's own word wins."""

    name: Line = ""
    """May name fields of the counter (``{n}``); empty only in a template, or where every face
    shows a picture of one's own or has a title."""
    side: Id | None = None
    kind: Line = ""
    """The word the rules use: ``CA``, ``dummy``, ``marker``."""
    size: Size = (12.7, 12.7)
    """Width and height. Unsaid, a ``long`` counter is 1in x 0.5in, a card 63mm x 88mm, a hex half
    an inch from side to side, any other half an inch."""
    shape: Literal["square", "rectangle", "long", "round", "hex", "hex_pointy", "card"] = "square"
    """``long`` is twice as wide as high, or as high as wide; ``hex`` has its flat sides above and
    below, ``hex_pointy`` left and right."""
    corner: Radius | None = None
    """Radius of the rounded corners; unsaid: 1.2mm, on cards 3mm."""
    values: Mapping[str, Scalar] = Field(default_factory=dict)
    values_from: ValuesFrom | None = None
    """Worked into ``values`` by the reader; a value given here wins."""
    faces: tuple[Face, ...] = ()
    """Layers in order, the first shown at the start: normal, damaged."""
    back: Face | None = None
    """What is seen when it is masked."""
    words: Mapping[str, FaceWords] = Field(default_factory=dict)
    """What single faces say otherwise than the template has it, by the face's id (``back`` is the
    back, ``all`` every face): a row can fill ``words.reduced.right``."""
    images: tuple[ImageFile, ...] = ()
    """Pictures of yours, one a face: short for ``faces``."""
    face_names: tuple[Line, ...] = ()
    """What the piece is called while each of the ``images`` shows; none: its own name."""
    back_image: ImageFile = ""
    """A picture of yours: short for ``back``."""
    facings: tuple[Id, ...] = Field(default=(), max_length=72)
    """What the directions are called that it can be turned to, clockwise, beginning with the one
    it is drawn in: ``[N, NE, SE, S, SW, NW]``."""
    mask: Mask | None = None
    hide: Hide | None = None
    restricted_to: tuple[Id, ...] = ()
    """Sides that may move it; empty: everybody."""
    roles: tuple[str, ...] = ()
    """What the engine and the module know it as: ``score_marker``, ``turn_marker``, ``plot``. One
    that is ``unstacked`` lies by itself, one that is ``clickable`` is turned to its next face by a
    click."""
    trail: bool = False
    """Movement trail."""
    tray: Line = ""
    """The part of the palette it lies in; empty: its side's."""
    text: Line = ""
    """A line for the mouse-over viewer, in our words."""


class CounterTemplate(CounterFields):
    """What a family of counters has in common."""

    id: Id
    template: Id | None = None
    """Another template it starts from."""


class Counter(CounterFields):
    """One counter. With ``count`` above 1 the id and name hold ``{n}`` and the reader makes
    that many; in a loaded Game every counter is a single piece with templates worked in."""

    id: FileId
    template: Id | None = None
    count: int = Field(default=1, ge=1, le=5000)
    family: str = ""
    """The id as written before ``{n}`` was filled in."""
    instance: int = 1

    def face(self, face_id: str) -> Face:
        """The face of that id; KeyError when there is none."""
        for face in self.faces:
            if face.id == face_id:
                return face
        raise KeyError(face_id)
