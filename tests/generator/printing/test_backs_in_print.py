"""The printed PDF itself, rasterised: every back lies behind its own front, within 0.1 mm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import numpy
import pytest

from generator.drawing.picture import Picture
from generator.printing.binding import Binder
from generator.printing.furniture import Desk
from generator.printing.imposition import Piece
from generator.printing.options import Printing
from generator.printing.pages import Component
from generator.printing.paper import Paper
from generator.printing.sheets import outline_pictures, sheets
from tests.sampling import one_in

DPI = 381
"""Fifteen dots a millimetre."""

TOLERANCE = 0.1

BLEED = 1.5

Look = Callable[[bytes, float], list[Any]]

PIECES = [
    Piece(f"front-{n}", f"back-{n}", *size, group=group, gutter=gutter)
    for n, (size, group, gutter) in enumerate(
        [
            *[((12.7, 12.7), "Red", 3.0)] * 6,
            *[((12.7, 12.7), "Blue", 3.0)] * 3,
            *[((25.0, 12.5), "Long", 1.0)] * 2,
            *[((16.0, 44.0), "Tall", None)] * 2,
        ]
    )
]


def picture(name: str, number: int, width: float, height: float) -> Picture:
    """Its number as red in the upper half and as green in the lower, run out into the bleed."""
    tone = 40 + 12 * number
    wide, high = width + 2 * BLEED, height + 2 * BLEED
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"'
        f' viewBox="{-BLEED} {-BLEED} {wide} {high}">'
        f'<rect x="{-BLEED}" y="{-BLEED}" width="{wide}" height="{high}" fill="#eeeeff"/>'
        f'<rect width="{width}" height="{height / 2}" fill="rgb({tone},0,255)"/>'
        f'<rect y="{height / 2}" width="{width}" height="{height / 2}" fill="rgb(0,{tone},255)"/>'
        "</svg>"
    )
    return Picture(name, svg, wide, high)


PICTURES = {
    name: picture(name, number, piece.width, piece.height)
    for number, piece in enumerate(PIECES)
    for name in (piece.front, piece.back)
    if name
}


def printed(desk: Callable[[Printing], Desk], printing: Printing, look: Look) -> list[Any]:
    """The pages as they come out of the PDF."""
    table = desk(printing)
    component = sheets("counters", "Counters", PIECES, table)
    assert component is not None
    outlines = {one.name: one for one in outline_pictures(PIECES, table)}
    pdf = Binder(PICTURES | outlines, [component], {}).bind(component, table.game)
    return look(pdf, DPI)


def boxes(page: Any, half: slice | None = None) -> Mapping[tuple[int, str], Any]:
    """(piece, upper or lower half) -> left, top, right, bottom in mm, from its colour alone."""
    if half is not None:
        blank = numpy.full_like(page, 255)
        blank[:, half] = page[:, half]
        page = blank
    rows, columns = numpy.nonzero((page[:, :, 2] >= 253) & (page[:, :, :2].min(2) <= 2))
    red, green = (page[rows, columns, part].astype(int) for part in range(2))
    found = {}
    for number in range(len(PIECES)):
        tone = 40 + 12 * number
        for name, channel in (("upper", red), ("lower", green)):
            seen = abs(channel - tone) <= 2
            if seen.any():
                x, y = columns[seen], rows[seen]
                edges = (x.min(), y.min(), x.max() + 1, y.max() + 1)
                found[number, name] = numpy.array(edges) / DPI * 25.4
    return found


def assert_alike(fronts: Any, behind: Any, off: tuple[float, float] = (0.0, 0.0)) -> None:
    shift = numpy.array((*off, *off))
    assert fronts.keys() == behind.keys() and len(fronts) == 2 * len(PIECES)
    for key, box in fronts.items():
        assert abs(behind[key] - box - shift).max() <= TOLERANCE, key


PORTRAIT, LANDSCAPE = Paper("upright", 130, 170), Paper("lying", 200, 160)


@pytest.mark.parametrize(
    ("paper", "edge"),
    one_in(3, product((PORTRAIT, LANDSCAPE), ("long", "short")), arguments=2),
)
def test_backs_lie_behind_their_fronts(
    paper: Paper, edge: Any, desk: Callable[[Printing], Desk], look: Look
) -> None:
    front, back = printed(desk, Printing(paper, duplex=edge, bleed=BLEED), look)[:2]
    # The sheet turned by hand: about an upright axis left and right change places.
    upright = (paper.height > paper.width) == (edge == "long")
    through = back[:, ::-1] if upright else back[::-1]
    assert_alike(boxes(front), boxes(through))


@pytest.mark.slow
def test_a_nudge_moves_the_backs_on_their_page(
    desk: Callable[[Printing], Desk], look: Look
) -> None:
    plain = printed(desk, Printing(PORTRAIT, bleed=BLEED), look)
    moved = printed(desk, Printing(PORTRAIT, bleed=BLEED, nudge=(0.5, -0.3)), look)
    assert_alike(boxes(plain[0]), boxes(moved[0]))
    assert_alike(boxes(plain[1]), boxes(moved[1]), (0.5, -0.3))


def test_backs_lie_behind_their_fronts_when_the_sheet_is_folded(
    desk: Callable[[Printing], Desk], look: Look
) -> None:
    paper = Paper("large", 200, 170)
    (page,) = printed(desk, Printing(paper, backs="fold", bleed=BLEED), look)
    middle = page.shape[1] // 2
    fronts = boxes(page, slice(0, middle))
    behind = boxes(page[:, ::-1], slice(0, middle))
    assert_alike(fronts, behind)


def test_a_fold_across_turns_the_backs_upside_down(
    desk: Callable[[Printing], Desk], look: Look
) -> None:
    paper = Paper("narrow", 58, 420)
    (page,) = printed(desk, Printing(paper, backs="fold", bleed=BLEED), look)
    middle = page.shape[0] // 2
    upper, lower = page.copy(), page[::-1].copy()
    upper[middle:] = lower[middle:] = 255
    assert_alike(boxes(upper), boxes(lower))


def test_what_is_cut_off_is_background_run_out(
    desk: Callable[[Printing], Desk], look: Look
) -> None:
    front = printed(desk, Printing(PORTRAIT, bleed=BLEED, crop="none"), look)[0]
    left, top, _, _ = (round(edge / 25.4 * DPI) for edge in boxes(front)[0, "upper"])
    bleed = front[top + 60, left - round(BLEED / 25.4 * DPI) + 2 : left - 2]
    assert (abs(bleed.astype(int) - (238, 238, 255)) <= 2).all() and len(bleed) > 10


def test_components_without_pieces_are_left_out(desk: Callable[[Printing], Desk]) -> None:
    found: Component | None = sheets("cards", "Cards", [], desk(Printing(PORTRAIT)))
    assert found is None
