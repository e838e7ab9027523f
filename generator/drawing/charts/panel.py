"""A panel: a chart being set in a column of any width, and drawn once its place is known.

Everything in it stands on one baseline grid of `Setting.unit`, so that panels side by side on a
player aid share their lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.charts.signs import draw_mark
from generator.drawing.fitting import FLOOR, Fitted
from generator.drawing.richtext import cuts_of, draw_line, set_text
from generator.drawing.sheet import Anchor, Sheet, path_of
from generator.drawing.themes import Ground, Theme
from generator.drawing.typefaces import measures
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Game

UNIT = 2.0
"""Half the distance of two lines of text at full size, mm."""

BODY = 3.1
"""Type size of running text and cells at full size, mm."""

SMALL = 2.5
NOTE = 2.9
TITLE = 5.6


@dataclass(frozen=True, slots=True)
class Setting:
    """What a panel is set with. ``scale`` shrinks all type and room alike, down to the floor."""

    theme: Theme
    folders: tuple[Path, ...] = ()
    scale: float = 1.0
    game: Game | None = None
    compact: bool = False
    """On a player aid: smaller headings, no frame round each chart."""

    @property
    def unit(self) -> float:
        """Half the distance of two lines of text, mm."""
        return UNIT * self.scale

    def size(self, full: float) -> float:
        """A type size at this scale, mm, never below the floor."""
        return max(FLOOR, full * self.scale)

    def ceiled(self, height: float) -> float:
        """A height, rounded up to the baseline grid."""
        return ceil(height / self.unit - 1e-6) * self.unit


class Pen:
    """A sheet seen from a panel's upper left corner."""

    def __init__(self, sheet: Sheet, x: float, y: float) -> None:
        self.sheet = sheet
        self.x = x
        self.y = y

    def at(self, x: float, y: float) -> Pen:
        """A pen whose corner is further right and down."""
        return Pen(self.sheet, self.x + x, self.y + y)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        role: str,
        size: float,
        *,
        colour: str = "ink",
        on: str = "paper",
        anchor: Anchor = "start",
        room: float | None = None,
        angle: float = 0.0,
        tracking: float = 0.0,
    ) -> Fitted:
        """One line of writing, as `Sheet.text`."""
        return self.sheet.text(
            self.x + x,
            self.y + y,
            words,
            role,
            size,
            colour=colour,
            on=on,
            anchor=anchor,
            room=room,
            angle=angle,
            tracking=tracking,
        )

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        radius: float = 0.0,
        **attributes: object,
    ) -> None:
        """An upright rectangle, as `Sheet.rect`."""
        self.sheet.rect(self.x + x, self.y + y, width, height, fill, radius, **attributes)

    def circle(
        self, x: float, y: float, r: float, fill: str = "none", **attributes: object
    ) -> None:
        """A circle, as `Sheet.circle`."""
        self.sheet.circle(self.x + x, self.y + y, r, fill, **attributes)

    def line(self, x1: float, y1: float, x2: float, y2: float, **attributes: object) -> None:
        """A straight stroke, as `Sheet.line`."""
        self.sheet.line(self.x + x1, self.y + y1, self.x + x2, self.y + y2, **attributes)

    def outline(
        self,
        points: Sequence[tuple[float, float]],
        fill: str = "none",
        *,
        closed: bool = True,
        **attributes: object,
    ) -> None:
        """Strokes through points."""
        moved = [(self.x + x, self.y + y) for x, y in points]
        self.sheet.path(path_of(moved, closed), fill, **attributes)

    def symbol(
        self, name: str, x: float, y: float, width: float, height: float, ground: Ground
    ) -> tuple[float, float]:
        """A symbol in a box, as `Sheet.symbol`."""
        return self.sheet.symbol(name, self.x + x, self.y + y, width, height, ground)


Act = Callable[[Pen], None]


class Panel:
    """A chart growing downwards in a column; only at the end is its height known."""

    def __init__(self, width: float, setting: Setting) -> None:
        self.width = width
        self.setting = setting
        self.height = 0.0
        self.used: set[str] = set()
        """Statuses whose marks stand on it."""
        self.tight = False
        """Whether letters had to be condensed for want of width."""
        self.notes: list[str] = []
        """What did not fit, one plain line each."""
        self._acts: list[Act] = []

    def add(self, act: Act, height: float) -> None:
        """Draws ``act`` at the present foot and grows by ``height`` mm, rounded to the grid."""
        top = self.height
        self._acts.append(lambda pen: act(pen.at(0, top)))
        self.height = top + self.setting.ceiled(height)

    def gap(self, units: float) -> None:
        """Empty room, in units of the grid."""
        self.height += units * self.setting.unit

    def beside(self, others: Sequence[tuple[Panel, float]]) -> None:
        """Panels side by side, each with its distance from the left edge, mm."""
        placed = list(others)

        def draw(pen: Pen) -> None:
            for panel, x in placed:
                panel.draw(pen.at(x, 0))

        self.add(draw, max(panel.height for panel, _ in placed))
        for panel, _ in placed:
            self.used |= panel.used
            self.notes += panel.notes
            self.tight |= panel.tight

    def draw(self, pen: Pen) -> None:
        """Draws everything with the panel's upper left corner at the pen's."""
        for act in self._acts:
            act(pen)

    # -- what all charts have ---------------------------------------------------------------

    def heading(self, name: str, case: str = "") -> None:
        """The chart's name on a rule, its case at the right."""
        setting = self.setting
        compact = setting.compact
        size = setting.size(4.3 if compact else TITLE)
        small = setting.size(2.3 if compact else 2.6)
        unit = setting.unit
        base = 2 * unit if compact else 2.8 * unit
        case_room = min(self.width * 0.35, measures(setting.theme.face("label")).width(case, small))

        def draw(pen: Pen) -> None:
            room = self.width - (case_room + 3 if case else 0)
            pen.text(0, base, name, "title", size, room=room)
            if case:
                pen.text(
                    self.width,
                    base,
                    case,
                    "label",
                    small,
                    colour="quiet",
                    anchor="end",
                    room=case_room + 0.01,
                )
            rule = base + (0.7 if compact else 1.1) * unit
            weight = 0.35 if compact else 0.5
            pen.line(0, rule, self.width, rule, stroke="frame", stroke_width=weight)

        self.add(draw, (3.5 if compact else 5) * unit)

    def subheading(self, words: str) -> None:
        """A small head inside a chart."""
        setting = self.setting
        size = setting.size(SMALL)

        def draw(pen: Pen) -> None:
            pen.text(0, 1.4 * setting.unit, words, "label", size, colour="ink", room=self.width)
            rule = 2 * setting.unit
            pen.line(0, rule, self.width, rule, stroke="hair", stroke_width=0.2)

        self.add(draw, 2.5 * setting.unit)

    def flow(
        self,
        words: str,
        role: str = "body",
        size: float = BODY,
        *,
        colour: str = "ink",
        indent: float = 0.0,
        hang: str = "",
    ) -> None:
        """Running text from ``indent`` mm to the right edge; ``hang`` stands before it."""
        setting = self.setting
        width = self.width - indent
        at_size = setting.size(size)
        cuts = cuts_of(setting.theme.face(role))
        scratch = Sheet(1, 1, setting.theme, setting.folders)
        lines = set_text(words, scratch, cuts, at_size, width)
        leading = 2 * setting.unit if size > SMALL else 1.7 * setting.unit
        # Where type stands at its floor the lines keep the distance it needs.
        leading = max(leading, 1.22 * at_size)

        def draw(pen: Pen) -> None:
            if hang:
                at = leading * 0.75
                pen.text(0, at, hang, "strong", at_size, colour="signal", room=max(indent - 1, 1))
            for index, line in enumerate(lines):
                at_line = (pen.x + indent, pen.y + leading * (index + 0.75))
                draw_line(pen.sheet, line, cuts, at_size, at_line, colour=colour, room=width)

        self.add(draw, leading * len(lines))

    def note(self, words: str) -> None:
        """The line under a table."""
        self.gap(0.5)
        self.flow(words, "note", NOTE)

    def legend(self) -> None:
        """What the marks on this chart mean; nothing when all of it is printed."""
        shown = [mark for mark in MARKS if mark.status in self.used]
        if not shown:
            return
        setting = self.setting
        size = setting.size(2.4)
        table = measures(setting.theme.face("note"))
        leading = max(1.7 * setting.unit, 1.25 * size)
        rows: list[list[tuple[float, Mark]]] = [[]]
        x = 0.0
        for mark in shown:
            wide = 3.0 + table.width(mark.says, size)
            if rows[-1] and x + wide > self.width:
                rows.append([])
                x = 0.0
            rows[-1].append((x, mark))
            x += wide + 5.0

        def draw(pen: Pen) -> None:
            for index, row in enumerate(rows):
                base = leading * (index + 0.8)
                for left, mark in row:
                    draw_mark(pen.sheet, mark.status, pen.x + left + 1.0, pen.y + base - 0.85)
                    room = self.width - left - 3.0
                    pen.text(left + 3.0, base, mark.says, "note", size, colour="quiet", room=room)

        self.gap(0.4)
        self.add(draw, leading * len(rows))


@dataclass(frozen=True, slots=True)
class Mark:
    """How a status shows: its sign and what the legend says."""

    status: str
    says: str


MARKS = (
    Mark("inferred", "inferred from the rules"),
    Mark("found", "found elsewhere, not in the rules"),
    Mark("reconstructed", "our decision where the rules are silent"),
)
