"""A unit sign put together: frame, parts inside, running gear below, size and marks above."""

from __future__ import annotations

from functools import cache

from generator.definition.unit_signs import UnitSign, read_unit_sign
from generator.drawing.nato.charges import CHARGES
from generator.drawing.nato.fields import FIELDS, TRACKS
from generator.drawing.nato.frames import FRAMES, Frame
from generator.drawing.nato.pen import Pen
from generator.drawing.nato.signs import MEANS, SIGNS
from generator.drawing.nato.sizes import (
    HIGH,
    LOWER,
    ROOF_HIGH,
    STRENGTH_WIDE,
    draw_bracket,
    draw_roof,
    draw_size,
    draw_strength,
    size_width,
)
from generator.drawing.nato.standing import BASES, GEAR
from generator.drawing.symbols import Symbol
from generator.light import dataclass

_APART = 4.0
"""Between the frame and what stands over it."""

_TOP = 2.0
"""Above a size, for the ends of slanted strokes."""

_UNDER = 14.8
"""What each running gear takes under the frame."""

_GEAR = 7.6
"""From the frame to the middle of the running gear."""

_BRACKET = 16.7
"""From the frame to the middle of a task force's bracket."""

_STAFF = 14.0
"""How far a headquarters' staff reaches below the frame."""

_CLEAR = 2.4
"""Ground kept free about a sign that stands over another."""


@cache
def draw_unit_sign(name: str) -> Symbol:
    """The symbol called ``name`` (``nato:...``).

    The picture is as large as it needs to be: the frame keeps its measures. Its body is the frame
    with what stands over it, so that frames in equal boxes are equal: running gear and staff hang
    over below, and what strengthens a size hangs over at its side. Raises UnitSignError when the
    name cannot be read.
    """
    sign = read_unit_sign(name)
    frame = FRAMES[sign.affiliation]
    parts = _parts(sign)
    gears = [part for part in GEAR if part in parts]
    above = _Above.of(sign, frame)
    wide, high = frame.reach
    below = max(
        _UNDER * len(gears),
        _STAFF if "staff" in sign.marks else 0.0,
    )
    half = max(wide, above.half)
    inside, outside = Pen(half, above.high + high), Pen(half, above.high + high)
    inside.area(frame.outline, "gap")
    _fill(inside, frame, parts)
    frame.draw(outside, broken="planned" in sign.marks)
    _gear(outside, frame, gears)
    if "staff" in sign.marks:
        x, y = frame.staff
        outside.line([(x, y), (x, high + _STAFF)], 4.6)
    above.draw(outside, sign, frame)
    drawn = (*inside.parts("reversed" in sign.marks), *outside.parts())
    across = max(wide, above.size)
    more = _UNDER * max(0, len(gears) - 1)
    body = (half - across, 0.0, 2 * across, above.high + 2 * high + more)
    letters = (*inside.letters, *outside.letters)
    filled = (
        (half - wide, above.high, 2 * wide, 2 * high),
        (half - above.size, 0.0, 2 * above.size, above.high),
    )
    return Symbol(name, 2 * half, above.high + 2 * high + below, drawn, body, letters, filled)


def _parts(sign: UnitSign) -> set[str]:
    parts = {part for branch in sign.branches for part in SIGNS[branch]}
    return parts | {"straps"} if MEANS.issuperset(sign.branches) else parts


def _fill(pen: Pen, frame: Frame, parts: set[str]) -> None:
    for part, field in FIELDS.items():
        if part in parts:
            field(pen, frame)
    charges = [part for part in CHARGES if part in parts]
    bases = [part for part in BASES if part in parts]
    within = bool(parts & TRACKS)
    crowded = bool(parts & FIELDS.keys() - TRACKS) or "solid_tracks" in parts
    middle = -6.0 if bases and not within else 0.0
    largest = 0.52 if within else 0.8 if bases else 1.0
    room = 20.0 if within else min(36.0, frame.level(12) - 6)
    scale = min(largest, room / (27 * len(charges))) if charges else 1.0
    for rounds in (_CLEAR, 0.0) if crowded else (0.0,):
        with pen.clearing(rounds):
            for at, part in enumerate(charges):
                x = (at - (len(charges) - 1) / 2) * 54 * scale
                CHARGES[part](pen, x, middle, scale)
            for at, part in enumerate(bases):
                k = 1.0 / len(bases) ** 0.7
                BASES[part](pen, (at - (len(bases) - 1) / 2) * 40 * k, frame.foot - 4.5, k)
            if "crest" in parts:
                CHARGES["propeller"](pen, 0, 9.5 - frame.foot, 0.8)


def _gear(pen: Pen, frame: Frame, gears: list[str]) -> None:
    wide, high = frame.reach
    for row, part in enumerate(gears):
        GEAR[part](pen, 0, high + _GEAR + _UNDER * row, min(1.0, wide / 48))


def _has_strength(sign: UnitSign) -> bool:
    return "reinforced" in sign.marks or "reduced" in sign.marks


@dataclass(frozen=True, slots=True)
class _Above:
    """What stands over the frame: its height, half its width, half the width of the size."""

    high: float
    half: float
    size: float

    @classmethod
    def of(cls, sign: UnitSign, frame: Frame) -> _Above:
        size = size_width(sign.size, sign.text) / 2
        strength = _has_strength(sign)
        half, high = size, 0.0
        if size or strength:
            high = HIGH + _APART + _TOP
        if "task_force" in sign.marks:
            size = max(size, 14.0)
            half, high = size + 8, HIGH + _APART + _TOP
        if strength:
            half += STRENGTH_WIDE
        if "dummy" in sign.marks:
            high += ROOF_HIGH
        return cls(high, half, size)

    def draw(self, pen: Pen, sign: UnitSign, frame: Frame) -> None:
        top = -frame.reach[1] - self.high
        foot = -frame.reach[1] - _APART
        edge = self.size
        if "task_force" in sign.marks:
            # The size stands lower, so that its bracket takes no more room than a size alone.
            draw_size(pen, sign.size, sign.text, 0, foot + 1, LOWER)
            edge = self.size + 6
            draw_bracket(pen, 0, edge, -frame.reach[1], -frame.reach[1] - _BRACKET - 2)
            edge += 2
        else:
            draw_size(pen, sign.size, sign.text, 0, foot)
        if _has_strength(sign):
            marks = "reinforced" in sign.marks, "reduced" in sign.marks
            draw_strength(pen, *marks, edge, foot)
        if "dummy" in sign.marks:
            draw_roof(pen, frame.reach[0] - 4, top + ROOF_HIGH, top + 3)
