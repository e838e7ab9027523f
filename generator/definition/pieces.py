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
from generator.errors import UnknownError


class FaceWords(Model):
    """The texts and looks of a face."""

    name: Line = ""
    """The name of the piece while this face shows; empty: its own name."""
    image: ImageFile = ""
    """A finished picture instead of a drawing; the texts below are not written on it."""
    layout: Line = "plain"
    """The layout: a bundled one (ship, naval, land, air, leader, marker, number, text, generic,
    card, card_back, emblem, plain), a file of art/layouts without its suffix, or one of
    ``layouts``."""
    title: str = ""
    symbol: str = ""
    """A file of art/symbols without its suffix."""
    left: str = ""
    right: str = ""
    centre: str = ""
    text: str = ""
    background: Colour | None = None
    ink: Colour | None = None
    damaged: bool = False
    """Draws a cracked colour band and a diagonal."""
    values: Mapping[str, Scalar] = Field(default_factory=dict)
    """Values of this face only, such as those of a reduced side; they override the counter's."""


class Face(FaceWords):
    """One picture of a counter. Text may name fields: ``{name}``, ``{kind}``, ``{strength}``."""

    id: FileId = "front"
    on_paper: bool = True
    """Whether it is printed to be cut out; false if a marker shows the same on paper."""


class Mask(Model):
    """Face down (VASSAL's Mask): who may turn it, and what the others see."""

    access: tuple[Id, ...] = Field(min_length=1)
    name: Line = ""
    """The name that others see while it is face down."""

    @property
    def called(self) -> str:
        """What others read for its name; VASSAL shows ``?`` without one."""
        return self.name or "?"


class Hide(Model):
    """Not seen at all by others (VASSAL's Invisible)."""

    access: tuple[Id, ...] = Field(min_length=1)
    always: bool = False
    """Hidden from the set-up on."""


class ValuesFrom(Model):
    """A row of a chart whose cells become the counter's values, so that they are written only
    once."""

    chart: Id
    row: Id


class CounterFields(Sourced):
    """Fields of templates and counters; a counter's own values come first."""

    name: Line = ""
    """May name fields of the counter (``{n}``). It may be empty only in a template, or if every
    face has a finished picture or a title."""
    side: Id | None = None
    kind: Line = ""
    """The kind in the rules: ``CA``, ``dummy``, ``marker``."""
    size: Size = (12.7, 12.7)
    """Width and height. By default a ``long`` counter is 1in x 0.5in, a card 63mm x 88mm, a hex
    half an inch from side to side, any other half an inch."""
    shape: Literal["square", "rectangle", "long", "round", "hex", "hex_pointy", "card"] = "square"
    """``long`` is 2:1, in either direction; ``hex`` has flat sides above and below, ``hex_pointy``
    left and right."""
    corner: Radius | None = None
    """Radius of the rounded corners (default: 1.2mm, for cards 3mm)."""
    values: Mapping[str, Scalar] = Field(default_factory=dict)
    values_from: ValuesFrom | None = None
    """Added to ``values`` by the reader; a value in ``values`` comes first."""
    faces: tuple[Face, ...] = ()
    """Layers in order, the first shown at the start: normal, damaged."""
    back: Face | None = None
    """What the others see when it is masked."""
    words: Mapping[str, FaceWords] = Field(default_factory=dict)
    """Changes to single faces of the template, by the face's id (``back`` for the back, ``all`` for
    every face): a row can fill ``words.reduced.right``."""
    images: tuple[ImageFile, ...] = ()
    """Finished pictures, one for each face: short for ``faces``."""
    face_names: tuple[Line, ...] = ()
    """The name of the piece while each of the ``images`` shows; empty: its own name."""
    back_image: ImageFile = ""
    """A finished picture: short for ``back``."""
    facings: tuple[Id, ...] = Field(default=(), max_length=72)
    """The names of the directions that it can be turned to, clockwise, beginning with the one in
    which it is drawn: ``[N, NE, SE, S, SW, NW]``."""
    mask: Mask | None = None
    hide: Hide | None = None
    restricted_to: tuple[Id, ...] = ()
    """Sides that may move it; empty: everybody."""
    roles: tuple[str, ...] = ()
    """Its roles for the engine and the module: ``score_marker``, ``turn_marker``, ``plot``. An
    ``unstacked`` counter does not stack; a ``clickable`` one is turned to its next face by a
    click."""
    trail: bool = False
    """Whether it has a movement trail."""
    tray: Line = ""
    """Its part of the palette; empty: that of its side."""
    text: Line = ""
    """A line for the mouse-over viewer, in our words."""


class CounterTemplate(CounterFields):
    """The common fields of a family of counters."""

    id: Id
    template: Id | None = None
    """Another template that it starts from."""


class Counter(CounterFields):
    """One counter. With ``count`` above 1 the id and name contain ``{n}`` and the reader makes that
    many; in a loaded Game every counter is a single piece with templates applied."""

    id: FileId
    template: Id | None = None
    count: int = Field(default=1, ge=1, le=5000)
    family: str = ""
    """The id before ``{n}`` was filled in."""
    instance: int = 1

    def face(self, face_id: str) -> Face:
        """The face with this id. Raises KeyError if there is none."""
        for face in self.faces:
            if face.id == face_id:
                return face
        known = (face.id for face in self.faces)
        raise UnknownError(face_id, "face", known, f"the counter {self.id!r}")
