"""Charts and plotting sheets, as many to a sheet as it takes; player aids each on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from generator.definition.schema import Table
from generator.drawing.names import chart_picture
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet
from generator.printing.furniture import Desk, cut_lines, head_and_foot
from generator.printing.imposition import HAIR, Box
from generator.printing.marks import corner_marks
from generator.printing.pages import Component, Page, Placed
from generator.printing.tiling import stacked

if TYPE_CHECKING:
    from generator.definition.schema import Game

CHARTS = "charts"
"""The component of charts."""

GAP = 6.0
"""Between two charts, mm."""

LEAST = 0.92
"""So much smaller an aid may be printed: A4 on Letter is 94 %, Letter on A4 97 %."""

ROOMY = 1.08
"""So much larger a sheet may be that an aid fills it all."""


def aid_sheets(desk: Desk) -> tuple[Component | None, list[Picture]]:
    """The player aids, side after side, each on the paper it fits; and all pictures of theirs."""
    from generator.drawing.charts import aid_pictures

    drawn = list(aid_pictures(desk.game, desk.theme, desk.folders))
    if not drawn:
        return None, []
    named = {aid.id: aid.name for aid in desk.game.aids}
    pages, grounds = [], {}
    for aid, side, picture in drawn:
        name = named[aid] if side == 1 else ""
        page = _aid_page(picture, desk, name)
        if page.placed[0].picture != picture.name:
            ground = _ground(page, desk)
            grounds[ground.name] = ground
        pages.append(page)
    shown = [*(picture for _, _, picture in drawn), *grounds.values()]
    return Component("aids", "Player aids", tuple(pages)), shown


def _aid_page(picture: Picture, desk: Desk, name: str) -> Page:
    """An aid on the kit's paper: a little smaller where that is all it lacks, its ground run out
    to the edges of the sheet; with crop marks where it is much smaller than the sheet. An aid
    that is too large lies on a sheet of twice the paper (A3 for A4), or on paper of its own."""
    paper = desk.printing.paper
    wide, high = picture.width_mm, picture.height_mm
    own = Box(0, 0, wide, high)
    for sheet in _papers(paper.width, paper.height, lying=wide > high):
        scale = min(1.0, sheet.width / wide, sheet.height / high)
        if scale < LEAST:
            continue
        if min(sheet.width / wide, sheet.height / high) > ROOMY:
            return _cut_out(picture, sheet, desk, name)
        x, y = sheet.centre
        box = Box(x - wide * scale / 2, y - high * scale / 2, wide * scale, high * scale)
        placed = [Placed(picture.name, box, box, scale=scale)]
        if not box.holds(sheet):
            placed.insert(0, Placed(_ground_name(sheet), sheet, sheet))
        return Page(sheet.width, sheet.height, placed=tuple(placed), name=name)
    return Page(wide, high, placed=(Placed(picture.name, own, own),), name=name)


def _papers(width: float, height: float, lying: bool) -> Iterator[Box]:
    """The paper and a sheet of twice its size, turned as the aid is."""
    short, long = sorted((width, height))
    for one, other in ((short, long), (long, 2 * short)):
        yield Box(0, 0, other, one) if lying else Box(0, 0, one, other)


def _cut_out(picture: Picture, page: Box, desk: Desk, name: str) -> Page:
    """An aid in the middle of a larger sheet: its other side lies behind it."""
    (x, y), wide, high = page.centre, picture.width_mm, picture.height_mm
    box = Box(x - wide / 2, y - high / 2, wide, high)
    sheet = Sheet(page.width, page.height, desk.theme, desk.folders)
    cut_lines(sheet, corner_marks(box))
    return Page(
        page.width,
        page.height,
        furniture=sheet.picture(f"{picture.name} marks"),
        placed=(Placed(picture.name, box, box),),
        trim=box,
        bleed=box,
        name=name,
    )


def _ground(page: Page, desk: Desk) -> Picture:
    """The colour of an aid all over a sheet."""
    sheet = Sheet(page.width, page.height, desk.theme, desk.folders)
    sheet.rect(0, 0, page.width, page.height, fill="paper")
    return sheet.picture(_ground_name(Box(0, 0, page.width, page.height)))


def _ground_name(page: Box) -> str:
    return f"ground {page.width:g} {page.height:g}"


def chart_sheets(pictures: Sequence[Picture], desk: Desk) -> Component | None:
    """The charts that stand on no aid in their true size, in order. What is too large for the
    paper lies on sheets turned by a quarter where that helps, and is made smaller where it must
    be. The rules have text pages of their own."""
    from generator.drawing.charts.drawn import SUMMARY

    left_out = {chart_picture(one) for one in (*on_aids(desk.game), SUMMARY)}
    return _charts([one for one in pictures if one.name not in left_out], desk)


def on_aids(game: Game) -> set[str]:
    """The ids of the charts that stand on a player aid, or beside one that does."""
    placed = {one.chart for aid in game.aids for page in (aid.charts, *aid.pages) for one in page}
    tables = [one for one in game.charts if isinstance(one, Table) and one.id in placed]
    return placed.union(*(table.beside for table in tables))


def _charts(pictures: Sequence[Picture], desk: Desk) -> Component | None:
    if not pictures:
        return None
    desks = {False: desk, True: desk.turned()}
    runs = groupby(pictures, lambda one: _scale(one, desks[True]) > _scale(one, desk) + HAIR)
    laid = []
    for turned, run in runs:
        shown = list(run)
        sizes = [(one.width_mm, one.height_mm) for one in shown]
        for items in stacked(sizes, _area(desks[turned]), GAP):
            placed = [(shown[index], box, scale) for index, box, scale in items]
            laid.append((desks[turned], placed))
    return Component(CHARTS, "Charts", tuple(_pages("Charts", laid)))


def _area(desk: Desk) -> Box:
    """Where charts may lie: they have no crop marks, but air below the head."""
    area = desk.printing.area
    return Box(area.x, area.y + 4, area.width, area.height - 4)


def _scale(picture: Picture, desk: Desk) -> float:
    """What a picture must be brought down to on such paper, at most 1."""
    area = _area(desk)
    return min(1.0, area.width / picture.width_mm, area.height / picture.height_mm)


def _pages(
    title: str, laid: Sequence[tuple[Desk, Sequence[tuple[Picture, Box, float]]]]
) -> Iterator[Page]:
    for number, (desk, items) in enumerate(laid, 1):
        page = desk.printing.page
        sheet = desk.sheet()
        which = f"sheet {number} of {len(laid)}"
        scales = {scale for _, _, scale in items if scale < 1}
        hint = f"Made smaller to fit: {min(scales):.0%}" if scales else "Print at 100 %"
        head_and_foot(sheet, desk, title, which, hint)
        yield Page(
            page.width,
            page.height,
            furniture=sheet.picture(f"{title} {which}"),
            placed=tuple(
                Placed(picture.name, box, box, scale=scale) for picture, box, scale in items
            ),
            name=f"{title}, {which}",
        )
