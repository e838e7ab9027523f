"""Layouts: what is drawn where on a counter or card, as data.

A layout is drawn from its first item to its last, in millimetres of a ``nominal`` size that is
mapped to a counter of any size. Items near an edge keep their distance from it; items that touch an
edge (0, or the whole width or height) still touch it, and extend into the bleed. Texts, symbols and
colours may name fields: ``{title}``, ``{strength}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import isfinite
from typing import Annotated, Any, Literal, NamedTuple

from generator.definition.measures import Id, Size
from generator.definition.model import (
    AfterValidator,
    BeforeValidator,
    Field,
    Model,
    StringConstraints,
    WithJsonSchema,
)

FIELD = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)\}")
"""A field in a text, symbol or colour of a layout."""

TONES = ("fill", "ink", "shade", "accent", "band")
"""The names of a background's five colours in a layout."""

TYPEFACES = tuple(
    f"{family}{cut}"
    for family in ("sans", "serif")
    for cut in ("", " italic", " semibold", " semibold italic", " bold", " black")
)
"""Typefaces by name (as generator.drawing.typefaces.FACES)."""

FACE_FIELDS = ("title", "symbol", "left", "right", "centre", "text", "damaged")
"""Fields of every face; an empty one is replaced by a value of its name."""

COUNTER_FIELDS = ("id", "name", "kind", "side", "n", "face")
"""Fields of every counter; ``face`` is the id of the face that is drawn."""

_TERM = re.compile(
    r"(?P<not>not\s+)?(?P<field>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)"
    r"(?:\s*(?P<sign>!=|<=|>=|==|=|<|>)\s*(?P<value>[^\s=<>!](?:[^=<>]*[^\s=<>])?))?"
)
_JOINED = re.compile(r"&&|\|\||\b(?:and|not)$|^(?:and|not|or)\b")
"""Text that a value in a comparison cannot contain, since it would be half a condition."""
_QUOTED = re.compile(r"^(['\"])(.*)\1$")
_SIGNS = ("=", "!=", "<", "<=", ">", ">=")


class Term(NamedTuple):
    """One part of a condition: a field that must not be empty, or a comparison with a value."""

    field: str
    sign: str
    """Empty: the field is not empty; ``not``: it is empty; else a comparison."""
    value: str


@lru_cache(maxsize=1024)
def terms(condition: str) -> tuple[Term, ...]:
    """A condition's parts, all of which must hold; none for an empty one.

    >>> terms("setup and not damaged")
    (Term(field='setup', sign='', value=''), Term(field='damaged', sign='not', value=''))
    """
    found = []
    for part in re.split(r"\s+and\s+", condition.strip()) if condition.strip() else ():
        term = _TERM.fullmatch(part)
        if (
            term is None
            or (term["not"] and term["sign"])
            or term["field"] in ("and", "not", "or")
            or _JOINED.search(term["value"] or "")
        ):
            raise ValueError(
                f"{part!r} is not a condition; write a field (setup), not with a field "
                f"(not damaged), or a comparison (kind = tank; accepted: "
                f"{' '.join(_SIGNS)}), joined by and"
            )
        sign = "=" if term["sign"] == "==" else term["sign"]
        value = _QUOTED.sub(r"\2", term["value"] or "")
        found.append(Term(term["field"], sign or ("not" if term["not"] else ""), value))
    return tuple(found)


def spoken(value: object) -> str:
    """A value as written on a counter; empty for a missing value."""
    if value is None or value is False:
        return ""
    if value is True:
        return "true"
    return str(value)


def holds(value: object, sign: str, wanted: str) -> bool:
    """Whether a value fulfils one part of a condition (`Term`)."""
    if not sign:
        return bool(spoken(value))
    if sign == "not":
        return not spoken(value)
    said = spoken(value) or ("false" if value is False else "")
    if sign in ("=", "!="):
        return (said == wanted) == (sign == "=")
    one, other = _as_number(said), _as_number(wanted)
    if one is None or other is None:
        return False
    return {
        "<": one < other,
        "<=": one <= other,
        ">": one > other,
        ">=": one >= other,
    }[sign]


@lru_cache(maxsize=4096)
def _as_number(text: str) -> float | None:
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        return None


def _condition(text: str) -> str:
    terms(text)
    return text


def _numbers(wanted: str, count: int) -> BeforeValidator:
    """Accepts this many plain numbers; the error names them."""

    def read(value: object) -> object:
        parts = value if isinstance(value, (list, tuple)) else ()
        sound = all(
            isinstance(part, (int, float)) and not isinstance(part, bool) and isfinite(part)
            for part in parts
        )
        if len(parts) != count or not sound or any(abs(part) > 2000 for part in parts):
            raise ValueError(f"{wanted}, plain numbers of millimetres, is expected")
        return tuple(float(part) for part in parts)

    return BeforeValidator(read)


def _box(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    if box[2] <= 0 or box[3] <= 0:
        raise ValueError("a box is wider and higher than nothing")
    return box


Rectangle = Annotated[
    tuple[float, float, float, float],
    _numbers("a box [x, y, width, height]", 4),
    AfterValidator(_box),
]
"""``[x, y, width, height]`` in millimetres of the nominal size."""

Stroke = Annotated[tuple[float, float, float, float], _numbers("a line [x1, y1, x2, y2]", 4)]
"""``[x1, y1, x2, y2]`` in millimetres of the nominal size."""

Condition = Annotated[str, AfterValidator(_condition)]
"""``setup``, ``not damaged``, ``kind = tank``, ``strength >= 5``, joined by ``and``;
empty: always."""

Tone = Annotated[
    str,
    StringConstraints(pattern=r"^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_]*|\{[A-Za-z_][A-Za-z0-9_.]*\})?$"),
]
"""A colour: a tone of the counter's background (fill, ink, shade, accent, band), a name of the
theme, ``#rrggbb``, or a field with one of these (``{formation}``)."""

Thin = Annotated[float, Field(ge=0, le=50)]
"""A width or distance in millimetres of the nominal size."""

Share = Annotated[float, Field(ge=0, le=1)]
"""A fraction: 0 for none, 1 for all."""

Align = Literal["start", "middle", "end"]
Stand = Literal["top", "middle", "foot"]


class Item(Model):
    """The fields of all items of a layout."""

    when: Condition = ""
    """The condition for drawing it."""
    ground: Tone = ""
    """The background whose tones are used (``damage``); empty: the counter's own."""


class BoxItem(Item):
    """A box in colour."""

    draw: Literal["box"]
    box: Rectangle
    form: Literal["rect", "rounded", "ellipse", "hex"] = "rect"
    radius: Thin = 0.8
    """Of the corners of a ``rounded`` one."""
    fill: Tone = ""
    stroke: Tone = ""
    width: Thin = 0.15
    """Of the stroke."""
    opacity: Share = 1.0


class BandItem(Item):
    """A coloured strip, whose upper edge may be waves, and which may be cracked."""

    draw: Literal["band"]
    box: Rectangle
    fill: Tone = "band"
    crest: Literal["straight", "waves"] = "straight"
    line: Tone = ""
    """The colour of the line along its upper edge; empty: none."""
    cracked: bool = False


class OutlineItem(Item):
    """A line that follows the shape of the counter."""

    draw: Literal["outline"]
    inset: Thin = 0.9
    stroke: Tone = "shade"
    width: Thin = 0.14


class Writing(Item):
    """The fields of all text items."""

    role: str = "counter_name"
    """A kind of text of the theme (``counter_factor``), or a typeface (``sans bold``)."""
    size: Annotated[float, Field(gt=0, le=200)] = 2.05
    """The largest type size, in millimetres of the nominal size; shrunk to 5 pt if needed."""
    align: Align = "middle"
    stand: Stand = "foot"
    """The place in the box: at its lower edge, in the middle, or at its top."""
    colour: Tone = ""
    """Empty: the background's ink, or another colour that is legible there."""


class TextItem(Writing):
    """Text that is made to fit: shrunk, then condensed, then abbreviated; then the build warns."""

    draw: Literal["text"]
    box: Rectangle
    text: str
    wrap: bool = False
    """Break into as many lines as the box holds."""
    narrowest: Annotated[float, Field(ge=0.7, le=1)] = 0.88
    """How far the letters may be condensed."""
    capitals: bool = False
    tracking: Annotated[float, Field(ge=-0.05, le=1)] = 0.0
    """Extra space between letters, relative to the type size."""
    turned: Literal[0, 90, 180, 270] = 0
    """Degrees clockwise: 90 reads downwards, 270 upwards."""


class SymbolItem(Item):
    """A symbol as large as its box allows."""

    draw: Literal["symbol"]
    box: Rectangle
    symbol: str = "{symbol}"
    align: Literal["middle", "foot"] = "middle"
    waterline: bool = False
    """A ship's profile: it is drawn on the lower edge, and shorter ships are drawn shorter."""
    turned: Annotated[float, Field(ge=-360, le=360)] = 0.0
    """Degrees clockwise."""


class PictureItem(Item):
    """A finished picture of ``art/images``, cut to fill its box."""

    draw: Literal["picture"]
    box: Rectangle
    picture: str
    radius: Thin = 0.0


class RuleItem(Item):
    """A straight line."""

    draw: Literal["rule"]
    line: Stroke
    stroke: Tone = "shade"
    width: Thin = 0.15
    dash: Annotated[tuple[Thin, ...], Field(max_length=6)] = ()


class Factor(Model):
    """One number of a row of factors, with a small symbol before it."""

    value: str
    icon: str = ""
    role: str = ""


def _factor(value: object) -> object:
    return {"value": value} if isinstance(value, str) else value


BareFactor = Annotated[
    Factor,
    BeforeValidator(_factor),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {key: {"type": "string"} for key in ("value", "icon", "role")},
                    "required": ["value"],
                    "additionalProperties": False,
                },
            ]
        },
        mode="validation",
    ),
]


class FactorsItem(Writing):
    """Joined factors: ``4-3-6``; empty ones are left out."""

    draw: Literal["factors"]
    box: Rectangle
    factors: Annotated[tuple[BareFactor, ...], Field(min_length=1, max_length=12)]
    join: str = "-"
    """The text between factors without icons."""


class CornerItem(Writing):
    """A mark in a corner: a triangle, a dot, a square, or only its letters."""

    draw: Literal["corner"]
    corner: Literal["top_left", "top_right", "bottom_left", "bottom_right"]
    mark: Literal["triangle", "dot", "square", "none"] = "triangle"
    reach: Thin = 3.0
    """How far the mark reaches along the edges."""
    inset: Thin = 0.0
    """Distance of a dot or square from the edges."""
    fill: Tone = "accent"
    text: str = ""


class StripesItem(Item):
    """Stripes across a box, from corner to corner if there is only one diagonal."""

    draw: Literal["stripes"]
    box: Rectangle
    direction: Literal["across", "down", "rising", "falling"] = "rising"
    fills: Annotated[tuple[Tone, ...], Field(min_length=1, max_length=12)] = ("accent",)
    """Their colours in turn."""
    width: Annotated[float, Field(ge=0.1, le=200)] = 1.0
    gap: Thin = 1.0
    count: Annotated[int, Field(ge=0, le=200)] = 0
    """The number of stripes, in the middle; 0: as many as fit."""
    opacity: Share = 1.0


class TextureItem(Item):
    """A pattern without repetition; the same seed gives the same pattern."""

    draw: Literal["texture"]
    box: Rectangle
    texture: Literal["hatch", "dots", "waves", "grain", "camouflage"]
    fills: Annotated[tuple[Tone, ...], Field(min_length=1, max_length=6)] = ("shade",)
    scale: Annotated[float, Field(ge=0.2, le=50)] = 1.0
    """The size of the pattern; 1 fits a counter of half an inch."""
    opacity: Share = 0.25
    seed: str = ""
    """May name fields; empty: the same for all counters of the layout."""


class PipsItem(Item):
    """Steps and other small numbers as a row of marks; used ones are empty."""

    draw: Literal["pips"]
    box: Rectangle
    count: str
    """The number of marks, or a field (``{steps}``)."""
    filled: str = ""
    """How many of them are full; empty: all."""
    mark: Literal["dot", "square", "bar", "star"] = "dot"
    fill: Tone = "ink"
    direction: Literal["across", "down"] = "across"
    align: Align = "middle"


AnyItem = Annotated[
    BoxItem
    | BandItem
    | OutlineItem
    | TextItem
    | SymbolItem
    | PictureItem
    | RuleItem
    | FactorsItem
    | CornerItem
    | StripesItem
    | TextureItem
    | PipsItem,
    Field(discriminator="draw"),
]
"""An item, by its key ``draw``."""


class LayoutFile(Model):
    """``art/layouts/*.yaml``: a layout, with the name of its file."""

    about: str = ""
    """What it is for."""
    nominal: Size = (12.7, 12.7)
    """The size for its millimetres."""
    fields: Mapping[str, str] = Field(default_factory=dict)
    """Optional fields, and their meanings. Any other field that it names must be one of the face,
    of the counter, or among its values."""
    paper: Tone = "fill"
    """The colour of the whole."""
    rim: bool = True
    """A thin light line inside the edge."""
    items: Annotated[tuple[AnyItem, ...], Field(min_length=1, max_length=200)]


class Layout(LayoutFile):
    """A layout under ``layouts:`` of ``counters.yaml``."""

    id: Id


def fields_named(layout: LayoutFile) -> Iterator[str]:
    """Every field in the texts and conditions of the items (without ``values.``)."""
    for item in layout.items:
        for term in terms(item.when):
            yield term.field.removeprefix("values.")
        for text in _texts(item):
            for found in FIELD.findall(text):
                yield found.removeprefix("values.")


def _texts(thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from _texts(part)
    elif isinstance(thing, Model):
        for name, value in thing:
            if name != "when":
                yield from _texts(value)
