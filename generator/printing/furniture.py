"""What stands round the pieces on a sheet: whose game it is, which sheet, and the marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.fitting import Fitted
from generator.drawing.sheet import Anchor, Sheet, number
from generator.drawing.themes import Theme
from generator.drawing.typefaces import measures
from generator.light import dataclass
from generator.printing.imposition import Box
from generator.printing.marks import REGISTER, Stroke, registration_places
from generator.printing.options import Printing

if TYPE_CHECKING:
    from generator.definition.schema import Game

WHITE = "#ffffff"
SMALL = 2.3
"""Size of the quiet writing, mm (6.5 pt)."""


@dataclass(frozen=True, slots=True)
class Desk:
    """All that a page is drawn with: the game, its look, and what was ordered."""

    game: Game
    theme: Theme
    folders: tuple[Path, ...]
    printing: Printing

    def sheet(self) -> Sheet:
        """An empty sheet as large as the paper."""
        page = self.printing.page
        return Sheet(page.width, page.height, self.theme, self.folders)

    def turned(self) -> Desk:
        """The same desk with its paper turned by a quarter: lying, if it stood upright."""
        paper = self.printing.paper
        across = replace(paper, width=paper.height, height=paper.width)
        return replace(self, printing=replace(self.printing, paper=across))


def head_and_foot(sheet: Sheet, desk: Desk, title: str, which: str, hint: str = "") -> None:
    """The two lines of every sheet: game and component, which sheet; whose design; how to print.

    They leave the corners to the registration marks.
    """
    safe = desk.printing.safe
    left, right = safe.x + 2 * REGISTER + 2, safe.right - 2 * REGISTER - 2
    room = right - left
    base = safe.y + 3.0
    game = desk.game
    told = _quiet(sheet, right, base, which, "label", room * 0.3, "end")
    rest = room - told.width - 6
    wanted = measures(sheet.theme.face("subtitle")).width(title, 3.2)
    name_room = max(rest / 2, rest - wanted - 2.4)
    name = sheet.text(left, base, game.name, "title", 3.5, on=WHITE, room=name_room)
    after = left + name.width + 2.4
    title_room = rest - name.width - 2.4
    sheet.text(after, base, title, "subtitle", 3.2, on=WHITE, room=title_room)
    foot = safe.bottom - 1.6
    whose = imprint(game)
    shown = (("label", whose), ("note", hint))
    widths = [measures(sheet.theme.face(role)).width(words, SMALL) for role, words in shown]
    # Whose game it is stands on every sheet; how to print it is in the read-me, too.
    if hint and sum(widths) + 4 <= room:
        _quiet(sheet, right, foot, hint, "note", widths[1] + 1, "end")
    _quiet(sheet, left, foot, whose, "label", room)


def imprint(game: Game) -> str:
    """Whose design it is, and that this edition is not theirs."""
    whose = game.credits
    parts = (f"Design: {whose.design}" if whose.design else "", whose.edition)
    return " · ".join(part for part in parts if part)


def _quiet(
    sheet: Sheet,
    x: float,
    y: float,
    words: str,
    role: str,
    room: float,
    anchor: Anchor = "start",
) -> Fitted:
    return sheet.text(x, y, words, role, SMALL, colour="quiet", on=WHITE, anchor=anchor, room=room)


def cut_lines(sheet: Sheet, strokes: Iterable[Stroke]) -> None:
    """Hairlines that are seen on light ground and on dark."""
    data = "".join(
        f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" for x1, y1, x2, y2 in strokes
    )
    if data:
        sheet.path(data, stroke=WHITE, stroke_width=0.42)
        sheet.path(data, stroke="ink", stroke_width=0.12)


def registration(sheet: Sheet, page: Box, border: float) -> None:
    """A circle with a cross in each corner."""
    for x, y in registration_places(page, border):
        arm = REGISTER
        sheet.circle(x, y, arm * 0.55, stroke="ink", stroke_width=0.12)
        sheet.line(x - arm, y, x + arm, y, stroke="ink", stroke_width=0.12)
        sheet.line(x, y - arm, x, y + arm, stroke="ink", stroke_width=0.12)


def fold_line(sheet: Sheet, stroke: Stroke, words: str) -> None:
    """A broken line to fold at, with what it is along it."""
    x1, y1, x2, y2 = stroke
    sheet.line(*stroke, stroke="ink", stroke_width=0.18, stroke_dasharray="2.4 1.2")
    angle = -90.0 if x1 == x2 else 0.0
    x, y = (x1 - 0.7, y2 - 14) if angle else (x1 + 14, y1 - 0.7)
    sheet.text(x, y, words, "note", SMALL, colour="quiet", on=WHITE, angle=angle)
