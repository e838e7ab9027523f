"""Terrain: the kinds of hexes, squares and areas of a map, and what runs along and through them.

Cells are written in a short form: ``0305``, a range ``0401-0409`` (a column, a row or a block),
lists with or without brackets, or a picture with a letter for each hex. Hexsides are named by their
two hexes (``0305/0306``), or from a hex outwards (``0305 NE SE``).
:mod:`generator.geography.ground` evaluates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from generator.definition.measures import Colour, Length, Line, Scalar, Sourced
from generator.definition.model import (
    BeforeValidator,
    Field,
    Model,
    StringConstraints,
    WithJsonSchema,
)

Look = Literal[
    "clear", "meadow", "steppe", "woods", "forest", "pines", "orchard", "hill", "mountain",
    "swamp", "marsh", "desert", "dunes", "rough", "broken", "fields", "village", "town", "city",
    "ruins", "lake", "sea", "shore", "beach", "ice",
]  # fmt: skip
"""How the terrain of a cell may be drawn; ``shore`` is land that the water beside it reaches
into."""

RiverLook = Literal["stream", "river", "major_river", "canal", "wadi"]
WayLook = Literal["path", "track", "road", "major_road", "railway", "light_railway"]
SideLook = Literal[
    "escarpment", "cliff", "wall", "hedge", "dyke", "trench", "border", "coast", "bridge", "ford",
    "ferry",
]  # fmt: skip


def _words(value: object) -> object:
    """``0305, 0306`` without brackets is a list too, and a number in it is an id."""
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    elif isinstance(value, int) and not isinstance(value, bool):
        value = [value]
    if isinstance(value, (list, tuple)):
        return [
            str(part) if isinstance(part, int) and not isinstance(part, bool) else part
            for part in value
        ]
    return value


Word = Annotated[str, StringConstraints(min_length=1, max_length=160)]

_WORD_SCHEMA = {"type": ["string", "integer"]}
_CELLS_SCHEMA = {"anyOf": [_WORD_SCHEMA, {"type": "array", "items": _WORD_SCHEMA}]}

Cells = Annotated[
    tuple[Word, ...],
    BeforeValidator(_words),
    WithJsonSchema(_CELLS_SCHEMA, mode="validation"),
]
"""Cells, ranges of cells or hexsides, in the short form."""

KindId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_ -]{0,39}$")]


AnyLook = Literal[Look, RiverLook, WayLook, SideLook]

_ONE_LOOK = {"type": "string", "enum": list(get_args(AnyLook))}
_LOOKS_SCHEMA = {"anyOf": [_ONE_LOOK, {"type": "array", "items": _ONE_LOOK}]}

Looks = Annotated[
    tuple[AnyLook, ...],
    BeforeValidator(_words),
    WithJsonSchema(_LOOKS_SCHEMA, mode="validation"),
]
"""One look, or several drawn over one another."""


class TerrainKind(Sourced):
    """A kind of terrain of this game, or another look for one of ours.

    ``look`` may draw several looks over one another: ``[hill, woods]``. Without it the kind looks
    like the bundled one with the same id.
    """

    look: Looks = ()
    name: Line = ""
    """Its name in the legend; empty: the id with a capital letter."""
    colour: Colour | None = None
    """The colour of the ground, or the line; None: that of the theme."""
    text: str = ""
    """Its effects in the game, for the legend and the terrain chart."""
    values: Mapping[str, Scalar] = Field(default_factory=dict)
    """Values for the engine and charts (``move: 2``)."""


class River(Sourced):
    """A river from its source to its mouth.

    It runs ``along`` hexsides, in order (``to 0506 S`` continues by the shortest way), or
    ``through`` cells from middle to middle.
    """

    kind: KindId = "river"
    name: Line = ""
    along: Cells = ()
    through: Cells = ()


class Way(Sourced):
    """A road or railway from middle to middle of its cells.

    Between two cells that do not touch it takes the straight line on a hex grid, but only if they
    are written as a range. ``0101 NW`` at either end leads it out of the cell through that side.
    """

    kind: KindId = "road"
    name: Line = ""
    through: Cells = ()
    bridges: bool = True
    """Whether it crosses rivers on bridges; otherwise by fords."""


class Edge(Sourced):
    """Hexsides with a feature: an escarpment (down away from the first-named hex), a wall."""

    kind: KindId
    name: Line = ""
    along: Cells = ()


class Terrain(Sourced):
    """The ground of a map: kinds by cell, levels, rivers, roads and hexsides."""

    ground: KindId = "clear"
    """The kind of all cells that are not named."""
    kinds: Mapping[KindId, TerrainKind] = Field(default_factory=dict)
    hexes: Mapping[KindId, Cells] = Field(default_factory=dict)
    """Kind -> its cells (squares and areas too)."""
    letters: Mapping[Annotated[str, StringConstraints(max_length=1)], KindId] = Field(
        default_factory=dict
    )
    """Letter of ``picture`` -> kind."""
    picture: str = ""
    """A letter for each cell, line by line from the top; blanks are ignored."""
    levels: Mapping[Annotated[int, Field(ge=-9, le=20)], Cells] = Field(default_factory=dict)
    """By elevation: its cells; all others are at 0."""
    rivers: tuple[River, ...] = ()
    ways: tuple[Way, ...] = ()
    sides: tuple[Edge, ...] = ()


class GridStyle(Model):
    """How the grid itself is drawn."""

    ids: Literal["corner", "top", "bottom", "nw", "ne", "centre", "off"] = "corner"
    """The place of the ids; ``corner`` is the upper left one, or below the top one."""
    id_size: Length | None = Field(default=None, gt=0)
    every: int = Field(default=1, ge=1, le=100)
    """Only every this many columns and rows have ids."""
    dots: bool = False
    """Whether the middle of each cell is marked."""
    lines: Literal["full", "corners", "off"] = "full"
    """Whole sides, only their corners, or none."""
    divided: int = Field(default=1, ge=1, le=12)
    """The number of columns and rows of a finer grid in each square, or in each area of a chart."""


__all__ = [
    "Cells", "Edge", "GridStyle", "KindId", "Look", "River", "RiverLook", "SideLook",
    "Terrain", "TerrainKind", "Way", "WayLook",
]  # fmt: skip
