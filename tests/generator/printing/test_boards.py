"""Boards on paper: what each sheet shows, and boards that no paper takes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.drawing.names import map_picture
from generator.drawing.picture import Picture
from generator.printing.boards import _laying, _trimming, boards
from generator.printing.furniture import Desk
from generator.printing.imposition import Box, ImpositionError
from generator.printing.options import Maps, Printing
from generator.printing.paper import Paper
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
