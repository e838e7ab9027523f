"""The sequence of play: numbered steps, whose they are, what may be left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.drawing.charts.panel import BODY, Panel, Pen
from generator.drawing.typefaces import measures

if TYPE_CHECKING:
    from generator.definition.schema import Game, SequenceStep

_INDENT = 9.0
"""Each level of steps stands so much further in, mm at full size."""

_NARROW = 105.0
"""In a column narrower than this, steps stand closer to its edge."""


def sequence_panel(game: Game, panel: Panel) -> None:
    """Every step of the turn, outer steps on a tint."""
    for index, step in enumerate(game.sequence):
        if index:
            panel.gap(1)
        _steps(panel, game, step, 0)


def _steps(panel: Panel, game: Game, step: SequenceStep, depth: int) -> None:
    side = game.side(step.side) if step.side else None
    name = (side.name or side.id) if side else "Both"
    _step(panel, step, name, side.colour if side else "neutral", depth)
    for inner in step.steps:
        _steps(panel, game, inner, depth + 1)


def _step(panel: Panel, step: SequenceStep, side: str, tint: str, depth: int) -> None:
    """A step: number, name, whose it is, what is done."""
    setting = panel.setting
    scale, unit, theme = setting.scale, setting.unit, setting.theme
    narrow = panel.width < _NARROW * scale
    level = (6.5 if narrow else _INDENT) * scale
    indent = min(level * depth, panel.width * 0.3)
    outer = depth == 0
    size = setting.size(4.0 if outer else BODY)
    role = "title" if outer else "label"
    height = (3 if outer else 2) * unit
    base = height / 2 + 0.34 * size if outer else 1.5 * unit
    numbered = measures(theme.face("strong"))
    start = indent + max(level, numbered.width(step.number, size) + 2.6 * scale)
    ground = theme.ground(tint)
    small = setting.size(2.3)
    pill = min(measures(theme.face("label")).width(side, small) + 3.0 * scale, panel.width * 0.34)
    room = panel.width - start - pill - 3.0
    name_width = measures(theme.face(role)).width(step.name, size)
    told = setting.size(2.5)
    beside = name_width + 3 + measures(theme.face("note")).width("optional", told) <= room

    def draw(pen: Pen) -> None:
        on = "paper"
        if outer:
            on = "tint"
            pen.rect(0, 0, panel.width, height, fill="tint", radius=0.8)
        at = indent + 1.6 * scale
        pen.text(at, base, step.number, "strong", size, colour="signal", on=on, room=start - at)
        pen.text(start, base, step.name, role, size, on=on, room=room)
        if not step.mandatory and beside:
            pen.text(
                start + name_width + 2.0, base, "optional", "note", told, colour="quiet", on=on
            )
        middle = base - 0.34 * size
        high = 1.85 * unit
        left = panel.width - pill - 0.8
        pen.rect(
            left,
            middle - high / 2,
            pill,
            high,
            fill=ground.fill,
            radius=0.8,
            stroke="frame",
            stroke_width=0.16,
        )
        pen.text(
            left + pill / 2,
            middle + 0.34 * small,
            side,
            "label",
            small,
            colour=ground.ink,
            on=ground.fill,
            anchor="middle",
            room=pill - 1.0,
        )

    panel.add(draw, height)
    words = _words(step, optional=not step.mandatory and not beside)
    if words:
        panel.flow(words, "body", 2.8, indent=start)
    panel.gap(1 if words else 0.5)


def _words(step: SequenceStep, *, optional: bool) -> str:
    words = step.text
    if step.when:
        words = f"If {step.when}: {words}" if words else f"If {step.when}."
    return f"*Optional.* {words}".rstrip() if optional else words
