"""Counters and their templates."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from generator.definition.measures import (
    Colour,
    FileId,
    Id,
    ImageFile,
    Line,
    Model,
    Scalar,
    Size,
    Sourced,
)


class Face(Model):
    """One picture of a counter. Text may name fields: ``{name}``, ``{kind}``, ``{strength}``."""

    id: FileId = "front"
    name: Line = ""
    """What the piece is called while this face shows; empty: its own name."""
    image: ImageFile = ""
    """A picture of yours instead of a drawing; the words below are not written on it."""
    layout: Literal["ship", "emblem", "marker", "number", "text", "card", "plain"] = "plain"
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
    shape: Literal["square", "round", "card"] = "square"
    values: Mapping[str, Scalar] = Field(default_factory=dict)
    values_from: ValuesFrom | None = None
    """Worked into ``values`` by the reader; a value given here wins."""
    faces: tuple[Face, ...] = ()
    """Layers in order, the first shown at the start: normal, damaged."""
    back: Face | None = None
    """What is seen when it is masked."""
    images: tuple[ImageFile, ...] = ()
    """Pictures of yours, one a face: short for ``faces``."""
    face_names: tuple[Line, ...] = ()
    """What the piece is called while each of the ``images`` shows; none: its own name."""
    back_image: ImageFile = ""
    """A picture of yours: short for ``back``."""
    mask: Mask | None = None
    hide: Hide | None = None
    restricted_to: tuple[Id, ...] = ()
    """Sides that may move it; empty: everybody."""
    roles: tuple[str, ...] = ()
    """What the engine and the module know it as: ``score_marker``, ``turn_marker``, ``plot``."""
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
