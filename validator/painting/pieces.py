"""Builds the parts that paint a piece from its traits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil

from generator.vassal import sequences
from generator.vassal.encodings import is_whole
from generator.vassal.evaluation import EvaluationError
from generator.vassal.labels import LabelPlace, colour
from generator.vassal.records import OldLevel
from generator.vassal.traits import BASIC, Trait
from validator.painting.drawing import too_large
from validator.painting.lettering import BLACK, Typeface
from validator.painting.numbers import whole
from validator.painting.parts import (
    Face,
    Labelled,
    LabelStyle,
    Layered,
    Marked,
    Masked,
    Named,
    Outlined,
    Part,
    Reaching,
    Shading,
    Shaped,
    Trailing,
    Turned,
    Veiled,
)
from validator.painting.pictures import Pictures
from validator.painting.shapes import Point, Shape
from validator.painting.values import Values, turn
from validator.reading.scenes import Shown
from validator.table.pieces import level_of, mask_owner

_THICKEST = 100
Report = Callable[[str], None]
"""Called with what cannot be painted."""
Area = Callable[[int, tuple[int, int]], Shape]
"""(radius, point of the map) -> the shape of an area of effect around it."""


class PieceBuilder:
    """Builds the parts of one piece."""

    def __init__(
        self,
        pictures: Pictures,
        values: Values,
        at: tuple[int, int],
        area: Area,
        report: Report,
    ) -> None:
        self._pictures, self._values, self._at = pictures, values, at
        self._area, self._report = area, report

    def build(self, shown: Shown) -> Part:
        """The parts of a piece, the outermost first."""
        name = shown.seen.name
        made = Part()
        chain = shown.traits
        if chain and chain[-1].id == "obs;":
            made = self.picture(chain[-1].text("imageName"), name)
            chain = chain[:-1]
        strange = False
        for one in reversed(chain):
            if one.form is None:
                self._report(f"{one.id.rstrip(';') or 'a trait'}: painted by the module's own code")
                strange = True
                continue
            made = self._around(made, one, name, shown.face_up)
        if strange and not made.box.width:
            made = Named(name)
        return made

    def picture(self, file: str, name: str) -> Part:
        """The part that shows a picture; a marked box with ``name`` if it cannot be shown."""
        if not file:
            return Part()
        if self._pictures.size(file) is None or self._pictures.get(file) is None:
            self._report(self._pictures.trouble(file))
            return Named(name)
        return Face(self._pictures, file)

    def _around(self, inner: Part, one: Trait, name: str, face_up: bool) -> Part:
        match one.id:
            case "emb2;":
                return self._layered(inner, one, name)
            case "emb;":
                return self._layered_of_old(inner, one, name)
            case "label;":
                return self._labelled(inner, one)
            case "rotate;" | "rotate;1":
                facings, angle = turn(one)
                degrees = angle if facings == 1 else -(angle % facings) * 360 / facings
                return Turned(inner, degrees) if degrees % 360 else inner
            case "markmoved;" if one.state == "true":
                image = self.picture(one.text("movedIcon"), "moved")
                return Marked(
                    inner, image, (whole(one.text("xOffset")), whole(one.text("yOffset")))
                )
            case "obs;" if not face_up and mask_owner(one.state) is not None:
                return self._masked(inner, one, name)
            case "hide;" if one.state not in ("", "null"):
                opacity = _number(one.text("transparency"), 0.3)
                return Veiled(inner, opacity, colour(one.text("bgColor")))
            case "border;":
                return self._outlined(inner, one)
            case "nonRect2;" | "nonRect;":
                return Shaped(inner, _path(one))
            case "AreaOfEffect;":
                return self._reaching(inner, one)
            case "footprint;":
                return self._trailing(inner, one)
            case _ if one.id == BASIC:
                return self.picture(one.text("imageName"), name)
        return inner

    def _value(self, text: str) -> str | None:
        text = self._values.clean(text)
        try:
            return self._values.looked_up(text)
        except EvaluationError as trouble:
            self._report(f"expression {text[:60]!r}: {trouble}")
            return None

    def _layered(self, inner: Part, one: Trait, name: str) -> Part:
        only = one.text("onlyPropertyName")
        if only and (self._value(only) == "true") != (one.text("onlyPropertyState") != "false"):
            return inner
        files = sequences.decode(one.text("imageNames"), ",") if one.text("imageNames") else []
        level = level_of(one.state)
        if one.text("followProperty") == "true":
            level = self._followed(one, level, len(files))
        if not 0 < level <= len(files) or not files[level - 1]:
            return inner
        scale = _number(one.text("scale"), 1.0)
        image = self.picture(files[level - 1], name)
        at = (whole(one.text("xOff")), whole(one.text("yOff")))
        under = one.text("drawUnderneathWhenSelected") == "true"
        if not 0 < scale <= 20 or too_large(image.box, ceil(scale)):
            scale = 1.0
        return Layered(inner, image, at, scale, under=under)

    def _layered_of_old(self, inner: Part, one: Trait, name: str) -> Part:
        """A layer as VASSAL 2 wrote it."""
        levels, level = one["levels"], level_of(one.state)
        if not 0 < level <= len(levels) or not isinstance(levels[level - 1], OldLevel):
            return inner
        image = self.picture(levels[level - 1].image, name)
        return Layered(inner, image, (whole(one.text("xOff")), whole(one.text("yOff"))), 1.0)

    def _followed(self, one: Trait, level: int, count: int) -> int:
        found = self._value(one.text("propertyName"))
        first = whole(one.text("firstLevelValue"), 1)
        if not found:
            return 1
        if not is_whole(found):
            return abs(level)
        return min(max(int(found) - first + 1, 1), count)

    def _labelled(self, inner: Part, one: Trait) -> Part:
        text = self._values.clean(one.state.strip())
        if not text:
            return inner
        try:
            text = self._values.clean(self._values.text(text))
        except EvaluationError as trouble:
            self._report(f"label {text[:60]!r}: {trouble}")
        style = LabelStyle(
            Typeface(
                one.text("fontFamily") or "Dialog",
                whole(one.text("fontStyle")),
                whole(one.text("fontSize"), 10),
            ),
            colour(one.text("textFg")) or BLACK,
            colour(one.text("textBg")),
            LabelPlace.of(one),
            whole(one.text("rotateDegrees")),
            bool(one.text("labelKey")),
        )
        return Labelled(inner, text, style)

    def _masked(self, inner: Part, one: Trait, name: str) -> Part:
        style = one.text("displayStyle") or "I"
        own = self.picture(style[1:], name) if style[0] == "G" and style[1:] else None
        return Masked(inner, self.picture(one.text("imageName"), name), style[0], own)

    def _outlined(self, inner: Part, one: Trait) -> Part:
        first, second = (
            self._value(text) in ("true", "1") if (text := one.text(field)) else None
            for field in ("propertyName", "propertyName2")
        )
        if first is None:
            on = True if second is None else second
        elif second is None:
            on = first
        else:
            on = _compared(one.text("compareMode"), first, second)
        if not on:
            return inner
        return Outlined(
            inner,
            min(whole(one.text("thickness"), 2), _THICKEST),
            colour(one.text("color")) or BLACK,
        )

    def _reaching(self, inner: Part, one: Trait) -> Part:
        if one.text("alwaysActive") != "true" and one.state != "true":
            return inner
        radius = whole(one.text("radius"), 1)
        if one.text("fixedRadius") == "false":
            found = self._value(one.text("radiusMarker")) or ""
            radius = int(found) if is_whole(found) else 0
        area = self._area(radius, self._at)
        if one.text("mapShaderName"):
            return Shading(inner, one.text("mapShaderName"), area)
        tint = colour(one.text("transparencyColor")) or (128, 128, 128, 255)
        opacity = min(max(whole(one.text("opacity"), 30), 0), 100)
        return Reaching(inner, area, (*tint[:3], round(opacity * 2.55)))

    def _trailing(self, inner: Part, one: Trait) -> Part:
        tokens = sequences.decode(one.state, ";")
        if len(tokens) < 3 or tokens[0] != "true" or not is_whole(tokens[2]):
            return inner
        points = [*_points(tokens[3 : 3 + min(int(tokens[2]), 500)], self._at)]
        if not points:
            return inner
        line = colour(one.text("lineColor")) or BLACK
        fill = colour(one.text("fillColor")) or (255, 255, 255, 255)
        opacity = min(max(whole(one.text("unSelectedTransparency"), 50), 0), 100) / 100
        radius = min(max(whole(one.text("circleRadius"), 10), 0), 500)
        width = min(max(_number(one.text("lineWidth"), 1.0), 0.5), 100)
        return Trailing(inner, points, radius, width, (line, fill), opacity)


def _compared(mode: str, one: bool, other: bool) -> bool:
    match mode:
        case "OR" | "||":
            return one or other
        case "XOR":
            return one != other
        case "NAND":
            return not (one and other)
        case "NOR":
            return not (one or other)
        case "XNOR":
            return one == other
    return one and other


def _path(one: Trait) -> Shape:
    text = one.text("shapeSpec")
    scale = _number(one.text("scale"), 1.0) if one.id == "nonRect2;" else 1.0
    tokens = text.split(",")
    found: list[list[Point]] = []
    at = 0
    while at < len(tokens):
        step = tokens[at]
        if step in ("m", "l") and at + 2 < len(tokens):
            point = (_number(tokens[at + 1], 0.0) * scale, _number(tokens[at + 2], 0.0) * scale)
            if step == "m" or not found:
                found.append([])
            found[-1].append(point)
            at += 3
        else:
            at += 1
    return tuple(tuple(points) for points in found if len(points) > 2)


def _points(tokens: Iterable[str], at: tuple[int, int]) -> Iterable[Point]:
    for token in tokens:
        x, _, y = token.partition(",")
        if is_whole(x) and is_whole(y):
            yield int(x) - at[0], int(y) - at[1]


def _number(text: str, default: float) -> float:
    try:
        found = float(text)
    except ValueError:
        return default
    return found if -1e6 < found < 1e6 else default
