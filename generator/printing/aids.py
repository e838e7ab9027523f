"""Charts, player aids and plotting sheets on paper, as many to a sheet as it takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.drawing.picture import Picture
from generator.printing.furniture import Desk, head_and_foot
from generator.printing.imposition import Box
from generator.printing.pages import Component, Page, Placed
from generator.printing.tiling import stacked

GAP = 6.0
"""Between two charts, mm."""


def aids(name: str, title: str, pictures: Sequence[Picture], desk: Desk) -> Component | None:
    """Pictures in their true size, in order; what is too large for the paper is made smaller."""
    if not pictures:
        return None
    area = desk.printing.area
    area = Box(area.x, area.y + 4, area.width, area.height - 4)
    sizes = [(one.width_mm, one.height_mm) for one in pictures]
    laid = list(stacked(sizes, area, GAP))
    return Component(name, title, tuple(_pages(title, pictures, laid, desk)))


def _pages(
    title: str,
    pictures: Sequence[Picture],
    laid: Sequence[Sequence[tuple[int, Box, float]]],
    desk: Desk,
) -> Iterator[Page]:
    page = desk.printing.page
    for number, items in enumerate(laid, 1):
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
                Placed(pictures[index].name, box, box, scale=scale) for index, box, scale in items
            ),
            name=f"{title}, {which}",
        )
