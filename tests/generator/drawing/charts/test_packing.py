"""Where panels stand on a player aid: nothing overlaps, nothing is lost, order is kept."""

from __future__ import annotations

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.charts.keys import spread
from generator.drawing.charts.packing import Block, depth, over_pages, packed

HEIGHTS = st.floats(min_value=1, max_value=300)
BLOCKS = st.lists(st.builds(Block, HEIGHTS, st.integers(1, 4)), min_size=1, max_size=12)
COLUMNS = st.integers(1, 5)
GAPS = st.sampled_from([0.0, 2.0, 6.0])


@given(BLOCKS, COLUMNS, GAPS)
def test_no_two_panels_overlap(blocks: list[Block], columns: int, gap: float) -> None:
    placed = []
    for block, spot in zip(blocks, packed(blocks, columns, gap), strict=True):
        wide = min(block.span, columns)
        first = spot.column if wide == 1 else 0
        for column in range(first, first + wide):
            assert 0 <= column < columns
            placed.append((column, spot.top, spot.top + block.height))
    for column in range(columns):
        stack = sorted((top, foot) for at, top, foot in placed if at == column)
        for (_, foot), (top, _) in pairwise(stack):
            assert top >= foot + gap - 1e-6


@given(BLOCKS, COLUMNS, GAPS)
def test_panels_are_read_in_their_order(blocks: list[Block], columns: int, gap: float) -> None:
    spots = packed(blocks, columns, gap)
    for (one, here), (other, there) in pairwise(zip(blocks, spots, strict=True)):
        below = there.top >= here.top + one.height - 1e-6
        assert below or there.column > here.column, (one, other)


@given(st.lists(HEIGHTS, min_size=1, max_size=7), st.integers(1, 3))
def test_the_tallest_column_is_as_short_as_it_can_be(heights: list[float], columns: int) -> None:
    blocks = [Block(height) for height in heights]
    least = min(
        max(
            sum(height for height, at in zip(heights, choice, strict=True) if at == column)
            for column in range(columns)
        )
        for choice in product(range(columns), repeat=len(heights))
        if list(choice) == sorted(choice)
    )
    assert depth(blocks, packed(blocks, columns, 0.0)) <= least + 1e-6


@given(BLOCKS, st.integers(1, 4), COLUMNS, GAPS)
def test_every_page_holds_something_and_nothing_is_lost(
    blocks: list[Block], pages: int, columns: int, gap: float
) -> None:
    parts = over_pages(blocks, [200.0] * pages, columns, gap)
    assert [block for part in parts for block in part] == blocks
    assert len(parts) <= pages
    assert all(parts)


def test_pages_are_about_equally_full() -> None:
    blocks = [Block(100.0), Block(20.0), Block(20.0), Block(20.0), Block(20.0)]
    assert [len(part) for part in over_pages(blocks, [100.0] * 3, 1, 0.0)] == [1, 2, 2]


def _lengths(heights: list[float], rooms: list[float], columns: int) -> list[int]:
    return [len(part) for part in over_pages([Block(one) for one in heights], rooms, columns, 0.0)]


def test_no_column_stays_empty_while_another_page_has_charts_for_it() -> None:
    assert _lengths([60.0, 120.0, 50.0, 40.0], [270.0, 280.0], 2) == [2, 2]
    assert _lengths([60.0, 120.0, 50.0], [270.0, 280.0], 2) == [3]
    assert _lengths([60.0, 120.0], [270.0, 280.0], 2) == [2]


def test_an_empty_column_is_better_than_charts_that_run_over() -> None:
    assert _lengths([250.0, 200.0, 150.0], [270.0, 280.0], 2) == [1, 2]
    assert _lengths([300.0, 10.0, 10.0, 200.0], [270.0, 280.0], 1) == [1, 3]


@given(
    st.lists(st.tuples(st.floats(0, 60), st.floats(1, 12)), max_size=8).map(sorted),
    st.floats(0, 2),
    st.floats(10, 60),
)
def test_call_outs_stand_apart_and_within_the_counter_where_there_is_room(
    wanted: list[tuple[float, float]], gap: float, height: float
) -> None:
    heights = [tall for _, tall in wanted]
    tops = spread([top for top, _ in wanted], heights, gap, height)
    feet = [top + tall for top, tall in zip(tops, heights, strict=True)]
    for foot, top in zip(feet, tops[1:], strict=False):
        assert top >= foot + gap - 1e-6
    if wanted and sum(heights) + gap * (len(heights) - 1) <= height:
        assert tops[0] >= -1e-6
        assert feet[-1] <= height + 1e-6
