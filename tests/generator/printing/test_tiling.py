"""Boards over several sheets as geometry, and charts laid out on pages."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.printing.imposition import Box
from generator.printing.tiling import OVERLAP, letters, stacked, tiled

length = st.floats(20, 3000)


@given(length, length, st.floats(60, 500), st.floats(60, 500))
def test_tiles_cover_a_board_and_overlap_by_as_much_as_is_said(
    width: float, height: float, wide: float, high: float
) -> None:
    tiling = tiled(Box(0, 0, width, height), (wide, high))
    assert len(tiling.tiles) == tiling.rows * tiling.columns
    last = tiling.tiles[-1].part
    assert last.right == pytest.approx(width) and last.bottom == pytest.approx(height)
    assert tiling.width <= wide + 1e-6 and tiling.height <= high + 1e-6
    for tile in tiling.tiles:
        right = tiling.tile(tile.row, tile.column + 1)
        if right is not None:
            assert tile.part.right - right.part.x == pytest.approx(OVERLAP)
        below = tiling.tile(tile.row + 1, tile.column)
        if below is not None:
            assert tile.part.bottom - below.part.y == pytest.approx(OVERLAP)


@given(length, st.floats(60, 500))
def test_no_sheet_could_be_spared(width: float, room: float) -> None:
    columns = tiled(Box(0, 0, width, 50), (room, 60)).columns
    if columns > 1:
        assert width > (columns - 1) * (room - OVERLAP) + OVERLAP


def test_rows_have_letters_as_spreadsheets_have_columns() -> None:
    assert [letters(row) for row in (0, 25, 26, 51, 52, 701, 702)] == [
        *("A", "Z", "AA", "AZ", "BA", "ZZ", "AAA")
    ]


@given(st.lists(st.tuples(st.floats(10, 400), st.floats(10, 400)), min_size=1, max_size=30))
def test_charts_keep_their_order_and_lie_apart_inside_the_area(
    sizes: list[tuple[float, float]],
) -> None:
    area = Box(10, 15, 190, 260)
    pages = list(stacked(sizes, area, 6))
    assert [index for page in pages for index, _, _ in page] == list(range(len(sizes)))
    for page in pages:
        assert page
        for _, box, scale in page:
            assert area.holds(box) and 0 < scale <= 1
        for (_, one, _), (_, other, _) in combinations(page, 2):
            assert not one.meets(other)


def test_only_what_is_too_large_is_made_smaller() -> None:
    ((_, _, small), (_, _, large)) = next(stacked([(100, 50), (380, 100)], Box(0, 0, 190, 260), 6))
    assert (small, large) == (1.0, 0.5)
