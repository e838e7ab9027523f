"""Player-aid cards: charts packed in columns on the sides of a sheet, folded or with a back.

All panels of an aid share one scale: it starts at full size and shrinks until every page holds
its charts, down to a floor at which nothing is under the smallest type in print. What still does
not fit is reported as a warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.charts.drawn import SEQUENCE, SUMMARY, ChartError, set_chart, set_page
from generator.drawing.charts.packing import Block, Spot, depth, over_pages, packed
from generator.drawing.charts.panel import Panel, Pen, Setting
from generator.drawing.names import aid_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme
from generator.drawing.typefaces import measures
from generator.errors import BroadsideError
from generator.light import dataclass

if TYPE_CHECKING:
    from generator.definition.schema import Aid, AidChart, Game

MARGIN = 7.0
"""White round a page's text, mm: no printer needs more."""

GUTTER = 6.0
"""Between columns, mm at full size."""

HEADING = 9.0
"""Height of the card's own heading, mm."""

FOOTING = 4.6
"""Height of the line at a page's foot, mm."""

LARGEST = 1.26
"""The scale at which an aid that has room to spare stops growing."""

LEAST = 0.66
"""The smallest scale: tables are then set in 5.8 pt, and what is smaller stands at its floor."""

EASY = 0.88
"""The scale down to which an aid shrinks so that no table has to condense its letters."""

STEP = 0.04


@dataclass(frozen=True, slots=True)
class _Page:
    """One page of an aid, packed: its charts, where they stand, how deep they reach (mm)."""

    charts: Sequence[str]
    panels: Sequence[Panel]
    spots: Sequence[Spot]
    depth: float


@dataclass(frozen=True, slots=True)
class _Format:
    """A page's measures in mm: its own size, and the room for charts on it."""

    width: float
    height: float
    columns: int

    @property
    def room(self) -> float:
        """Width of the text."""
        return self.width - 2 * MARGIN

    def column(self, scale: float) -> float:
        """Width of a column."""
        return (self.room - GUTTER * scale * (self.columns - 1)) / self.columns

    def span(self, columns: int, scale: float) -> float:
        """Width of a panel over so many columns."""
        wide = min(columns, self.columns)
        return wide * self.column(scale) + GUTTER * scale * (wide - 1)

    def height_left(self, first: bool) -> float:
        """Height for charts; the first page has the card's heading."""
        return self.height - 2 * MARGIN - FOOTING - (HEADING if first else 0.0)


def aid_pictures(
    game: Game, theme: Theme, folders: tuple[Path, ...] = ()
) -> Iterator[tuple[str, int, Picture]]:
    """Every player aid's sides as they are printed: (the aid's id, side from 1, picture).

    A folded aid has two sides of two pages each: the last and the first page outside, the second
    and the third inside. Raises ChartError naming the aid.
    """
    for aid in game.aids:
        try:
            for side, sheet in enumerate(draw_aid(aid, game, theme, folders), 1):
                yield aid.id, side, sheet.picture(aid_picture(aid.id, side))
        except BroadsideError as trouble:
            raise ChartError(f"aid {aid.id!r}: {trouble}") from None


def draw_aid(aid: Aid, game: Game, theme: Theme, folders: tuple[Path, ...] = ()) -> list[Sheet]:
    """The sides of an aid, each on a sheet of its paper."""
    width, height = aid.size
    folded = aid.fold == "half"
    form = _Format(width / 2 if folded else width, height, aid.columns)
    setting = Setting(theme, folders, game=game, compact=True)
    pages, scale, short = _fitted(aid, form, setting)
    while folded and len(pages) < 4:
        pages.append(_Page((), (), (), 0.0))
    sheets: list[Sheet] = []
    order: list[tuple[int, ...]] = (
        [(3, 0), (1, 2)] if folded else [(index,) for index in range(len(pages))]
    )
    for side in order:
        sheet = Sheet(width, height, theme, folders)
        sheet.rect(0, 0, width, height, fill="paper")
        for place, index in enumerate(side):
            pen = Pen(sheet, place * form.width, 0)
            _draw_page(pen, aid, game, form, pages[index], index, scale)
        if folded:
            _fold_marks(sheet)
        sheet.notes += [note for index in side for one in pages[index].panels for note in one.notes]
        if not sheets:
            sheet.notes += short
        sheets.append(sheet)
    return sheets


def _fitted(aid: Aid, form: _Format, setting: Setting) -> tuple[list[_Page], float, list[str]]:
    """The pages at the largest scale at which all of them hold their charts; where none does,
    at the least, with a line that says what is left out."""
    steps = round((LARGEST - LEAST) / STEP)
    crowded: tuple[list[_Page], float] | None = None
    low, high = 0, steps
    found: tuple[list[_Page], float] | None = None
    # Larger type makes deeper pages and tighter tables, so the scale is found by halving.
    while low <= high:
        middle = (low + high) // 2
        scale = LARGEST - STEP * middle
        pages = _pages(aid, form, replace(setting, scale=scale))
        fits = all(page.depth <= form.height_left(not index) for index, page in enumerate(pages))
        tight = scale > EASY and any(panel.tight for page in pages for panel in page.panels)
        if fits and tight:
            crowded = pages, scale
        if fits and not tight:
            found = pages, scale
            high = middle - 1
        else:
            low = middle + 1
    best = found or crowded
    if best is not None:
        return *best, []
    pages = _pages(aid, form, replace(setting, scale=LEAST))
    kept, told = [], []
    for index, page in enumerate(pages):
        held, out = _held(page, form.height_left(not index))
        kept.append(held)
        if out:
            told.append(
                f"page {index + 1} of the aid has no room for {', '.join(out)}: give it larger "
                "paper, more columns or fewer charts"
            )
    return kept, LEAST, told


def _held(page: _Page, height: float) -> tuple[_Page, list[str]]:
    """The page with what stands wholly on it, and the charts that do not."""
    fits = [
        spot.top + panel.height <= height + 1e-6
        for panel, spot in zip(page.panels, page.spots, strict=True)
    ]
    held = _Page(
        tuple(name for name, fit in zip(page.charts, fits, strict=True) if fit),
        tuple(panel for panel, fit in zip(page.panels, fits, strict=True) if fit),
        tuple(spot for spot, fit in zip(page.spots, fits, strict=True) if fit),
        min(page.depth, height),
    )
    return held, [name for name, fit in zip(page.charts, fits, strict=True) if not fit]


def _pages(aid: Aid, form: _Format, setting: Setting) -> list[_Page]:
    """Every page packed at a scale."""
    gap = setting.ceiled(3.0 * setting.unit)
    listed = list(aid.pages)
    if aid.charts:
        panels = {one: _panel(one, form, setting) for one in dict.fromkeys(aid.charts)}
        blocks = [_block(one, panels[one]) for one in aid.charts]
        count = 4 if aid.fold == "half" else 2
        rooms = [form.height_left(not index) for index in range(count)]
        parts = over_pages(blocks, rooms, form.columns, gap)
        rest = list(aid.charts)
        listed = []
        for part in parts:
            listed.append(tuple(rest[: len(part)]))
            rest = rest[len(part) :]
    pages = []
    for charts in listed:
        set_panels = [_panel(one, form, setting) for one in charts]
        blocks = [_block(one, panel) for one, panel in zip(charts, set_panels, strict=True)]
        spots = packed(blocks, form.columns, gap)
        names = [one.chart for one in charts]
        pages.append(_Page(names, set_panels, spots, depth(blocks, spots)))
    return pages


def _block(one: AidChart, panel: Panel) -> Block:
    return Block(panel.height, one.span)


def _panel(one: AidChart, form: _Format, setting: Setting) -> Panel:
    """A chart set as wide as the columns it spans."""
    game = setting.game
    assert game is not None
    panel = Panel(form.span(one.span, setting.scale), setting)
    if one.chart in (SEQUENCE, SUMMARY):
        set_page(one.chart, game, panel)
    else:
        set_chart(next(chart for chart in game.charts if chart.id == one.chart), panel)
    return panel


def _draw_page(
    pen: Pen, aid: Aid, game: Game, form: _Format, page: _Page, index: int, scale: float
) -> None:
    """Heading, panels, foot."""
    if index == 0:
        _heading(pen, aid, game, form)
    top = MARGIN + (HEADING if index == 0 else 0.0)
    column = form.column(scale) + GUTTER * scale
    for panel, spot in zip(page.panels, page.spots, strict=True):
        panel.draw(pen.at(MARGIN + spot.column * column, top + spot.top))
    if page.panels:
        _foot(pen, aid, game, form, index)


def _heading(pen: Pen, aid: Aid, game: Game, form: _Format) -> None:
    """A band with the aid's name, in the colours of its side, and the game's."""
    theme = pen.sheet.theme
    ground = theme.ground(game.side(aid.side).colour) if aid.side else None
    fill = ground.fill if ground else theme.colour("frame")
    ink = ground.ink if ground else theme.colour("paper")
    high = HEADING - 2.4
    pen.rect(MARGIN, MARGIN - 1.0, form.room, high, fill=fill, radius=1.2)
    base = MARGIN - 1.0 + high / 2 + 1.5
    inner = form.room - 6.0
    named = min(measures(theme.face("subtitle")).width(game.name, 3.0), 0.5 * inner)
    pen.text(
        MARGIN + 3.0, base, aid.name, "title", 4.4, colour=ink, on=fill, room=inner - named - 4.0
    )
    pen.text(
        MARGIN + form.room - 3.0,
        base,
        game.name,
        "subtitle",
        3.0,
        colour=ink,
        on=fill,
        anchor="end",
        room=named + 0.01,
    )


def _foot(pen: Pen, aid: Aid, game: Game, form: _Format, index: int) -> None:
    """Whose game it is, and the number of the page."""
    base = form.height - MARGIN + 0.6
    pen.line(MARGIN, base - 3.0, form.width - MARGIN, base - 3.0, stroke="hair", stroke_width=0.16)
    whose = game.credits
    design = f"design: {whose.design}" if whose.design else ""
    words = " · ".join(part for part in (game.name, design, whose.edition) if part)
    pen.text(MARGIN, base, words, "note", 2.2, colour="quiet", room=form.room - 12)
    pen.text(
        form.width - MARGIN,
        base,
        str(index + 1),
        "number",
        2.2,
        colour="quiet",
        anchor="end",
        room=8,
    )


def _fold_marks(sheet: Sheet) -> None:
    """Short broken lines at both ends of the fold, outside what is read."""
    middle = sheet.width / 2
    for top, foot in ((0.0, 4.0), (sheet.height - 4.0, sheet.height)):
        sheet.line(
            middle, top, middle, foot, stroke="quiet", stroke_width=0.2, stroke_dasharray="1 0.6"
        )
