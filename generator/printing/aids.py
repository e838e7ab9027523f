"""Charts and plotting sheets, as many to a sheet as it takes; player aids each on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from generator.definition.schema import Table
from generator.drawing.names import chart_picture
from generator.drawing.picture import Picture
from generator.printing.furniture import Desk, head_and_foot
from generator.printing.imposition import HAIR, Box
from generator.printing.pages import Component, Page, Placed
from generator.printing.tiling import stacked

if TYPE_CHECKING:
    from generator.definition.schema import Game

CHARTS = "charts"
"""The component of charts."""

GAP = 6.0
"""Between two charts, mm."""


def aid_sheets(desk: Desk) -> tuple[Component | None, list[Picture]]:
    """The player aids, side after side, each page as large as its aid; and their pictures."""
    from generator.drawing.charts import aid_pictures

    drawn = list(aid_pictures(desk.game, desk.theme, desk.folders))
    if not drawn:
        return None, []
    named = {aid.id: aid.name for aid in desk.game.aids}
    pages = []
    for aid, side, picture in drawn:
        whole = Box(0, 0, picture.width_mm, picture.height_mm)
        name = named[aid] if side == 1 else ""
        placed = (Placed(picture.name, whole, whole),)
        pages.append(Page(whole.width, whole.height, placed=placed, name=name))
    return Component("aids", "Player aids", tuple(pages)), [picture for _, _, picture in drawn]


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
