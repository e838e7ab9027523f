"""Boards on paper: what each sheet shows, and boards that no paper takes."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from generator.drawing.names import map_picture
from generator.drawing.picture import Picture
from generator.printing.binding import Binder
from generator.printing.boards import _laying, _trimming, boards, large_pieces
from generator.printing.furniture import Desk
from generator.printing.imposition import Box, ImpositionError, Piece
from generator.printing.options import Maps, Printing
from generator.printing.paper import Paper
from generator.printing.preflight.looking import covered_writing
from generator.printing.sheets import parted
from generator.printing.tiling import tiled

A4 = Paper("A4", 210, 297)

Desks = Callable[[Printing], Desk]


def pictures(desk: Desk, width: float, height: float) -> dict[str, Picture]:
    return {
        name: Picture(name, "<svg/>", width, height)
        for name in (map_picture(board.id) for board in desk.game.maps)
    }


@settings(max_examples=15, deadline=None)
@given(st.floats(30, 900), st.floats(30, 900))
def test_every_sheet_shows_its_part_in_true_size(desk: Desks, width: float, height: float) -> None:
    table = desk(Printing(A4))
    first = next(iter(boards(table, pictures(table, width, height))))
    sheets = [page for page in first.pages if page.placed[0].scale == 1 and page.trim]
    for page in sheets:
        (placed,) = page.placed
        assert (placed.box.width, placed.box.height) == pytest.approx((width, height))
        assert placed.box.holds(placed.clip) and placed.clip == page.trim
        assert placed.clip.x >= 5 and placed.clip.right <= page.width - 5
        assert placed.clip.y >= 5 and placed.clip.bottom <= page.height - 5
    shown = sum(page.placed[0].clip.width * page.placed[0].clip.height for page in sheets)
    assert shown >= width * height - 1e-3


def test_a_counter_larger_than_a_sheet_is_printed_like_a_board(desk: Desks) -> None:
    table = desk(Printing(A4))
    ruler = Piece("counter-ajax-front", "counter-ajax-back", 500, 60)
    small = Piece("small", None, 250, 180)
    assert parted([small, ruler, small], table) == ([small, small], [ruler])
    drawn = {name: Picture(name, "<svg/>", 503, 63) for name in (ruler.front, ruler.back or "")}
    made = large_pieces([ruler], table, drawn)
    assert made is not None and large_pieces([], table, drawn) is None
    sheets = [page for page in made.pages if page.placed[0].scale == 1 and page.trim]
    assert [page.placed[0].picture for page in sheets] == [ruler.front] * 2 + [ruler.back] * 2
    for page in sheets:
        (placed,) = page.placed
        assert (placed.box.width, placed.clip.height) == pytest.approx((503, 60))
    first, last = (page.placed[0] for page in sheets[:2])
    assert first.clip.x - first.box.x == pytest.approx(1.5)  # its bleed is not cut out
    assert last.box.right - last.clip.right == pytest.approx(1.5)


def test_the_paper_lies_where_that_needs_fewer_sheets(desk: Desks) -> None:
    table = desk(Printing(A4))
    (page,) = next(iter(boards(table, pictures(table, 260, 150)))).pages
    assert (page.width, page.height) == (297, 210)


@pytest.mark.parametrize(
    ("maps", "size", "says"),
    [
        ("tiled", 19_000, r"South Atlantic: \d+ sheets of A4; accepted: up to 400"),
        ("whole", 6_000, "South Atlantic: a page of 6024 mm .* choose --maps tiled"),
    ],
)
def test_a_board_that_is_too_large_is_told(maps: Maps, size: float, says: str, desk: Desks) -> None:
    table = desk(Printing(A4, maps=maps))
    with pytest.raises(ImpositionError, match=says):
        list(boards(table, pictures(table, size, size)))


def test_paper_too_small_for_marks_is_told(desk: Desks) -> None:
    table = desk(Printing(Paper("stamp", 70, 70, 17)))
    with pytest.raises(ImpositionError, match="paper stamp: too small"):
        list(boards(table, pictures(table, 400, 400)))


def test_the_assembly_page_tells_only_of_rows_and_columns_that_there_are() -> None:
    def steps(width: float, height: float) -> tuple[str, str]:
        tiling = tiled(Box(0, 0, width, height), (200, 200))
        return _trimming(tiling), _laying(tiling)

    trim, lay = steps(500, 100)
    assert "row" not in lay and "the lower" not in trim and "the right edge" in trim
    trim, lay = steps(100, 500)
    assert "row" not in lay and "the right" not in trim and "from the top down" in lay
    trim, lay = steps(300, 300)
    assert lay.endswith("then row B upon row A.") and "the right and the lower edge" in trim
    assert steps(300, 500)[1].endswith("row A and so on.")


DRAWN = """<rect width="40" height="30" fill="#ff0000"/><rect x="20" width="20" height="30"
fill="#0000ff"/><rect x="0.6" y="0.6" width="38.8" height="28.8" fill="none" stroke="#000"
stroke-width="0.8"/><text x="4" y="28" font-size="6" font-family="Source Sans Pro">Board</text>"""
"""A board of two colours with a frame close to its edge, and writing."""


def pictured(inner: str) -> str:
    """An SVG of 40 by 30 mm."""
    size = 'width="40mm" height="30mm" viewBox="0 0 40 30"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inner}</svg>'


@pytest.mark.parametrize("pixels", [False, True])
def test_a_boards_edge_runs_straight_on_over_its_bleed(
    desk: Desks, look: Callable[[bytes, float], list[Any]], pixels: bool
) -> None:
    table, inner = desk(Printing(A4, maps="whole")), DRAWN
    if pixels:
        drawn = BytesIO()
        paint = Image.new("RGB", (40, 30), "#ff0000")
        paint.paste("#0000ff", (20, 0, 40, 30))
        paint.save(drawn, "PNG")
        data = f"data:image/png;base64,{b64encode(drawn.getvalue()).decode()}"
        inner = f'<image width="40" height="30" href="{data}"/>'
    laid = {name: Picture(name, pictured(inner), 40, 30) for name in pictures(table, 40, 30)}
    board = next(iter(boards(table, laid)))
    pdf = Binder(laid, [board], {}).bind(board, table.game)
    (page,) = look(pdf, 254)
    # 12 mm of border, of which the inner 3 mm bleed; away from the seam and from blurred pixels.
    red, blue = (255, 0, 0), (0, 0, 255)
    for rows in (slice(93, 117), slice(423, 447)):
        assert (page[rows, 93:300, :3] == red).all(axis=2).mean() > 0.99
        assert (page[rows, 340:547, :3] == blue).all(axis=2).mean() > 0.99
    assert (page[93:447, 93:117, :3] == red).all(axis=2).mean() > 0.99
    assert (page[93:447, 523:547, :3] == blue).all(axis=2).mean() > 0.99
    assert (page[60:88, 150:500, :3] == 255).all()
    with pikepdf.open(BytesIO(pdf)) as document:
        assert not covered_writing(document)
