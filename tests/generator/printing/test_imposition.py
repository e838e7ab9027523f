"""Imposition as geometry: every piece once, inside its area, its back behind it."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.printing.imposition import (
    Axis,
    Box,
    ImpositionError,
    Piece,
    Plan,
    Slot,
    backs,
    duplex_axis,
    impose,
    laid,
    turned_over,
)
from generator.printing.marks import Crop, crop_marks

AREA = Box(9, 11, 192, 271)
SIZES = ((12.7, 12.7), (15.9, 15.9), (25.4, 12.7), (63.0, 88.0), (20.0, 60.0))

pieces = st.lists(
    st.tuples(
        st.sampled_from(SIZES),
        st.sampled_from(("Red", "Blue")),
        st.sampled_from(("square", "round")),
        st.sampled_from((0.0, 2.0, 3.0)),
    ),
    min_size=1,
    max_size=120,
).map(
    lambda found: [
        Piece(
            f"front-{number}",
            f"back-{number}" if number % 3 else None,
            *size,
            shape=shape,
            group=group,
            gutter=gutter,
        )
        for number, (size, group, shape, gutter) in enumerate(found)
    ]
)


@given(pieces)
def test_every_piece_lies_once_inside_the_area_and_on_no_other(wanted: list[Piece]) -> None:
    plans = impose(wanted, AREA, 6.6, 10)
    found = [slot for plan in plans for slot in plan.slots()]
    assert sorted(map(repr, (slot.piece for slot in found))) == sorted(map(repr, wanted))
    for plan in plans:
        assert all(AREA.holds(slot.box) for slot in plan.slots())
        for one, other in combinations([slot.box for slot in plan.slots()], 2):
            assert not one.meets(other)


@given(pieces)
def test_what_two_pieces_bleed_never_overlaps(wanted: list[Piece]) -> None:
    for plan in impose(wanted, AREA, 6.6, 10):
        for block in plan.blocks:
            shown = [slot.shown(1.5) for slot in block.slots]
            for one, other in combinations(shown, 2):
                assert not one.meets(other)


@given(pieces)
def test_pieces_of_a_block_are_alike_and_keep_their_order(wanted: list[Piece]) -> None:
    for plan in impose(wanted, AREA, 6.6, 10):
        for block in plan.blocks:
            kinds = {(one.piece.width, one.piece.shape, one.piece.group) for one in block.slots}
            assert len(kinds) == 1
            places = [wanted.index(slot.piece) for slot in block.slots]
            assert places == sorted(places)


@given(pieces, st.sampled_from(("full", "corners")))
def test_no_crop_mark_touches_a_piece(wanted: list[Piece], crop: Crop) -> None:
    for plan in impose(wanted, AREA, 6.6, 10):
        boxes = [slot.box for slot in plan.slots()]
        marks = [
            mark for block in plan.blocks for mark in crop_marks(block, crop, boxes, AREA.grown(4))
        ]
        assert marks
        for x1, y1, x2, y2 in marks:
            line = Box(x1 - 0.1, y1 - 0.1, x2 - x1 + 0.2, y2 - y1 + 0.2)
            assert not any(line.meets(slot.box) for slot in plan.slots())


@given(pieces)
def test_every_piece_has_a_mark_at_each_end_of_its_edges(wanted: list[Piece]) -> None:
    for plan in impose(wanted, AREA, 6.6, 10):
        boxes = [slot.box for slot in plan.slots()]
        for block in plan.blocks:
            marks = list(crop_marks(block, "corners", boxes, AREA.grown(4)))
            for slot in block.slots:
                if not slot.piece.gutter:
                    continue  # edge to edge the marks are at the ends of the rows
                for x in (slot.box.x, slot.box.right):
                    on = [mark for mark in marks if abs(mark[0] - x) + abs(mark[2] - x) < 1e-3]
                    near = {end for _, y1, _, y2 in on for end in (y1, y2)}
                    assert any(abs(end - slot.box.y + 0.4) < 1e-3 for end in near)
                    assert any(abs(end - slot.box.bottom - 0.4) < 1e-3 for end in near)


def full(plan: Plan) -> list[tuple[float, float, float, float]]:
    boxes = [slot.box for slot in plan.slots()]
    return [
        mark for block in plan.blocks for mark in crop_marks(block, "full", boxes, AREA.grown(4))
    ]


def test_full_marks_run_from_edge_to_edge_both_ways() -> None:
    (plan,) = impose([Piece("a", None, 20, 20, gutter=2.0)] * 2, AREA, 6.6, 10)
    level = [mark for mark in full(plan) if mark[1] == mark[3]]
    upright = [mark for mark in full(plan) if mark[0] == mark[2]]
    paper = AREA.grown(4)
    assert len({mark[1] for mark in level}) == 2 and len({mark[0] for mark in upright}) == 4
    for y in {mark[1] for mark in level}:
        on = [mark for mark in level if mark[1] == y]
        assert min(mark[0] for mark in on) == paper.x
        assert max(mark[2] for mark in on) == paper.right
    for x in {mark[0] for mark in upright}:
        on = [mark for mark in upright if mark[0] == x]
        assert min(mark[1] for mark in on) == paper.y
        assert max(mark[3] for mark in on) == paper.bottom


def test_a_full_mark_ends_before_the_piece_that_it_would_part() -> None:
    small = [Piece("a", None, 20, 20, group="a", gutter=2.0)] * 8
    large = [Piece("b", None, 75, 30, group="b", gutter=2.0)] * 2
    (plan,) = impose([*small, *large], AREA, 6.6, 10)
    upper, lower = plan.blocks
    x = upper.slots[0].box.right
    below = [mark for mark in full(plan) if mark[0] == mark[2] == x and mark[3] > upper.box.bottom]
    assert [mark[3] for mark in below] == [pytest.approx(lower.box.y - 0.4)]


def test_rows_are_equally_long_and_nothing_is_left_alone() -> None:
    (plan,) = impose([Piece("a", None, 12.7, 12.7, gutter=3.0)] * 13, AREA, 6.6, 10)
    assert len({slot.box.y for slot in plan.slots()}) == 2
    assert len({slot.box.x for slot in plan.slots()}) == 7
    cards = impose([Piece("a", None, 63, 88)] * 10, Box(9, 11, 192, 271), 4, 10)
    assert [len(list(plan.slots())) for plan in cards] == [6, 4]


@given(
    st.lists(st.integers(1, 40), min_size=2, max_size=9),
    st.sampled_from((0.0, 2.0, 3.0)),
    st.sampled_from(((12.7, 12.7), (25.4, 12.7), (20.0, 30.0))),
    st.floats(0, 90),
)
def test_blocks_of_equal_counters_share_one_grid_of_cuts(
    counts: list[int], gutter: float, size: tuple[float, float], label: float
) -> None:
    wanted = [
        Piece("a", None, *size, group=f"group {number}", gutter=gutter)
        for number, count in enumerate(counts)
        for _ in range(count)
    ]
    for plan in impose(wanted, AREA, 6.6, 10, lambda group, count: label):
        boxes = [slot.box for slot in plan.slots()]
        for x in {edge for box in boxes for edge in (box.x, box.right)}:
            assert not [box for box in boxes if box.x + 1e-4 < x < box.right - 1e-4]
        for y in {edge for box in boxes for edge in (box.y, box.bottom)}:
            assert not [box for box in boxes if box.y + 1e-4 < y < box.bottom - 1e-4]
        if not gutter:
            paper = AREA.grown(4)
            marks = full(plan)
            for x in {mark[0] for mark in marks if mark[0] == mark[2]}:
                on = [mark for mark in marks if mark[0] == mark[2] == x]
                assert (min(m[1] for m in on), max(m[3] for m in on)) == (paper.y, paper.bottom)


def test_small_blocks_stand_side_by_side() -> None:
    groups = [Piece("a", None, 20, 20, group=name, gutter=3.0) for name in "aabbbccd" * 2]
    (plan,) = impose(groups, AREA, 6.6, 10)
    assert len(plan.blocks) == 4
    assert len({block.box.y for block in plan.blocks}) < 4
    for one, other in combinations(plan.blocks, 2):
        assert not one.box.grown(4.5).meets(other.box.grown(4.5))


def test_a_group_stands_together_and_a_long_label_has_its_room() -> None:
    wanted = [
        Piece("a", None, size, size, group=group, gutter=3.0)
        for size, group in ((12.0, "a"), (12.0, "b"), (20.0, "a"))
    ]
    (plan,) = impose(wanted, AREA, 6.6, 10, lambda label, count: 40.0)
    assert [block.label for block in plan.blocks] == ["a", "a", "b"]
    first, second, _ = (block.box for block in plan.blocks)
    assert second.x - first.x >= 40


def test_cards_with_other_backs_lie_in_a_block_of_their_own() -> None:
    cards = [Piece(f"{n}", f"b{n}", 63, 88, "card", deck="red" if n < 8 else "") for n in range(9)]
    assert [len(plan.blocks) for plan in impose(cards, AREA, 4, 11.2)] == [1, 1]


slots = st.builds(
    lambda x, y, size, turn: Slot(Piece("f", "b", *size), Box(x, y, *size), turn, (1, 2, 3, 4)),
    st.floats(0, 150),
    st.floats(0, 150),
    st.sampled_from(SIZES),
    st.sampled_from((0, 90, 180, 270)),
)


@given(slots, st.sampled_from(("vertical", "horizontal")), st.floats(50, 200))
def test_turning_over_twice_changes_nothing(slot: Slot, axis: Axis, at: float) -> None:
    again = turned_over(turned_over(slot, axis, at), axis, at)
    assert again.turn == slot.turn and again.room == slot.room
    assert again.box.x == pytest.approx(slot.box.x) and again.box.y == pytest.approx(slot.box.y)


@given(pieces, st.floats(-3, 3), st.floats(-3, 3))
def test_a_nudge_moves_every_back_by_as_much(wanted: list[Piece], dx: float, dy: float) -> None:
    for plan in impose(wanted, AREA, 6.6, 10):
        plain = backs(plan, "vertical", 105).slots()
        moved = backs(plan, "vertical", 105, (dx, dy)).slots()
        for one, other in zip(plain, moved, strict=True):
            assert other.box.x - one.box.x == pytest.approx(dx)
            assert other.box.y - one.box.y == pytest.approx(dy)


@pytest.mark.parametrize(
    ("width", "height", "edge", "axis"),
    [
        (210, 297, "long", "vertical"),
        (210, 297, "short", "horizontal"),
        (297, 210, "long", "horizontal"),
        (297, 210, "short", "vertical"),
    ],
)
def test_a_sheet_is_turned_about_the_edge_it_was_told(
    width: float, height: float, edge: str, axis: str
) -> None:
    assert duplex_axis(width, height, edge) == axis


def test_a_card_is_turned_where_that_holds_more() -> None:
    lying = Box(0, 0, 190, 70)
    assert laid(Piece("a", None, 63, 88, gutter=0.0), lying) == (90, (0.0, 0.0))
    assert laid(Piece("a", None, 63, 63, gutter=0.0), lying) == (0, (0.0, 0.0))


def test_a_gutter_left_to_the_paper_costs_no_place_but_is_never_nothing() -> None:
    card = Piece("a", None, 63, 88)
    assert laid(card, Box(0, 0, 192, 267)) == (0, (1.5, 1.5))
    assert laid(card, Box(0, 0, 192, 266)) == (0, (1.5, 1.0))
    assert laid(card, Box(0, 0, 189, 264)) == (90, (3.0, 3.0))


def test_a_piece_larger_than_the_sheet_is_refused_with_both_sizes() -> None:
    with pytest.raises(ImpositionError, match=r"300 x 280 mm.*192 x 264 mm"):
        impose([Piece("giant", None, 300, 280)], AREA, 6.6, 10)
