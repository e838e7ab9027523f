"""The basic types of a definition: lengths, sizes, colours, provenance.

Every model is frozen and forbids unknown keys. Lengths are written with a unit ("13mm", "0.5in")
and stored as millimetres (float). The schema's classes are plain ones until a file is read (see
``model``), because an audit takes its game from the cache and should not load annotations and
validators.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, Self

from generator.definition.keystrokes import parted
from generator.definition.model import (
    AfterValidator,
    BeforeValidator,
    Field,
    Model,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)

MM_PER_UNIT: Mapping[str, float] = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
_LENGTH = re.compile(r"\s*([-+]?\d+(?:\.\d+)?|[-+]?\.\d+)\s*([a-zA-Z\"]*)\s*")
_WITH_COMMA = re.compile(r"\s*([-+]?\d*),(\d+\s*[a-zA-Z\"]*)\s*")


def millimetres(text: object) -> float:
    """``"0.5in"`` -> 12.7. Raises ValueError naming the accepted units."""
    if isinstance(text, (int, float)) and not isinstance(text, bool):
        raise ValueError(f"a length needs a unit: write {text}mm or {text}in")
    match = _LENGTH.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        comma = _WITH_COMMA.fullmatch(text) if isinstance(text, str) else None
        if comma is not None:
            raise ValueError(f"a length has a point, not a comma: write {comma[1]}.{comma[2]}")
        raise ValueError("a length is a number and a unit, such as 13mm or 0.5in")
    number, unit = match.groups()
    if unit.lower() not in MM_PER_UNIT:
        found = f"unknown unit {unit!r}" if unit else "a length needs a unit"
        raise ValueError(f"{found}; accepted units: {', '.join(MM_PER_UNIT)}")
    return round(float(number) * MM_PER_UNIT[unit.lower()], 6)


def _length(value: object, info: ValidationInfo) -> object:
    # The cache is JSON of our own making and holds plain millimetres.
    return value if info.mode == "json" else millimetres(value)


def _size(value: object, info: ValidationInfo) -> object:
    return value if info.mode == "json" else sized(value)


def sized(value: object) -> tuple[float, float]:
    """``"63mm x 88mm"`` -> (63, 88); one length is both. Raises ValueError."""
    if isinstance(value, str):
        parts = re.split(r"\s*[x×]\s*", value.strip())
        if len(parts) == 1:
            parts *= 2
        if len(parts) == 2:
            return millimetres(parts[0]), millimetres(parts[1])
    raise ValueError("a size is one length (a square) or two, such as 0.5in or 63mm x 88mm")


_LENGTH_SCHEMA = {"type": "string", "pattern": r"^\s*[-+]?(\d+(\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*$"}

Length = Annotated[
    float, BeforeValidator(_length), WithJsonSchema(_LENGTH_SCHEMA, mode="validation")
]
"""Millimetres; written with a unit."""

Radius = Annotated[
    float,
    Field(ge=0, le=100),
    BeforeValidator(_length),
    WithJsonSchema(_LENGTH_SCHEMA, mode="validation"),
]
"""Millimetres, none or more; written with a unit."""

Side = Annotated[float, Field(ge=0.2, le=3000)]
"""One side of a counter or card in mm; pictures on a board can be as large as the board."""

Margin = Annotated[
    tuple[Annotated[float, Field(ge=0, le=2000)], Annotated[float, Field(ge=0, le=2000)]],
    BeforeValidator(_size),
    WithJsonSchema({"type": "string"}, mode="validation"),
]
"""Left and right, top and bottom, in millimetres; written "13mm" or "13mm x 5mm"."""

Size = Annotated[
    tuple[Side, Side],
    BeforeValidator(_size),
    WithJsonSchema({"type": "string"}, mode="validation"),
]
"""(width, height) in millimetres; written "0.5in" or "63mm x 88mm"."""

COLOUR = r"^(#[0-9a-fA-F]{6}|[a-z][a-z0-9_]*)$"
ID = r"^[^\s\"\\]([^\"\\\t\r\n]*[^\s\"\\])?$"
FILE_ID = r"^[^\s\"\\/:*?<>|.]([^\"\\/:*?<>|\t\r\n]*[^\s\"\\/:*?<>|])?$"
NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"
LINE = r"^[^\t\r\n]*$"
IMAGE = r"^([^\"\\/:*?<>|.;\t\r\n][^\"\\/:*?<>|;\t\r\n]*\.[A-Za-z]{3,4})?$"
DICE = r"^([1-9][0-9]?d[1-9][0-9]{0,2})?$"

Colour = Annotated[str, StringConstraints(pattern=COLOUR)]
"""A name of the theme (``sea``, ``paper``) or ``#rrggbb``."""

Id = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=ID)]
"""A stable id. It may contain spaces, because places have their VASSAL names, but no quotes or
backslashes, because VASSAL's expressions quote it."""

FileId = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=FILE_ID)]
"""An Id that becomes part of a file's name, on every system."""

Name = Annotated[str, StringConstraints(max_length=80, pattern=NAME)]
"""A word that VASSAL's expressions can use."""

ImageFile = Annotated[str, StringConstraints(max_length=120, pattern=IMAGE)]
"""A picture in the game's folder ``art/images``; empty: none."""

Line = Annotated[str, StringConstraints(pattern=LINE)]
"""Text in one line, also for VASSAL's own formats, which a tab would split."""

Dice = Annotated[str, StringConstraints(pattern=DICE)]
"""``2d6``; empty: no dice."""


def _key_stroke(text: str) -> str:
    if text:
        parted(text)
    return text


KeyStroke = Annotated[str, AfterValidator(_key_stroke)]
"""A keyboard shortcut (see `keystrokes`); empty: none."""

CaseId = Annotated[str, StringConstraints(min_length=1, max_length=60)]
"""A rule case as in ``cases.yaml``, for example ``GS-5(3)a``."""

Status = Literal["printed", "inferred", "reconstructed"]
Scalar = bool | int | float | str | None


class Provenance(Model):
    """The source of a value: printed in the rules, inferred from them, or our decision."""

    status: Status
    why: str = ""
    decision: str = ""
    """The id of the Decision (``DG-2``) about it."""

    @model_validator(mode="after")
    def _has_a_reason(self) -> Self:
        if self.status != "printed" and not (self.why or self.decision):
            raise ValueError(f"{self.status} data need a reason: add why: or decision:")
        return self


class Sourced(Model):
    """Data with their source; ``provenance`` names fields with another source."""

    status: Status = "printed"
    """Where this comes from: printed in the rules, inferred from them, or reconstructed."""
    why: str = ""
    """The reason, for what is not printed."""
    decision: str = ""
    """The number of the decision of this edition that made it so."""
    provenance: Mapping[str, Provenance] = Field(default_factory=dict)
    """By key: another source for that key alone."""

    @model_validator(mode="after")
    def _has_a_reason(self) -> Self:
        if self.status != "printed" and not (self.why or self.decision):
            raise ValueError(f"{self.status} data need a reason: add why: or decision:")
        for name in self.provenance:
            if name.split(".")[0] not in type(self).model_fields:
                raise ValueError(f"provenance names {name!r}, which is no key here")
        return self
