"""The checks find what they are there for: each fault planted alone is named."""

from __future__ import annotations

import pytest

from generator.drawing.checks import findings, overlapping
from generator.drawing.sheet import Sheet
from generator.drawing.themes import Theme

SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))


@pytest.fixture
def sheet(theme: Theme) -> Sheet:
    return Sheet(40, 20, theme)


def _only(sheet: Sheet) -> str:
    (finding,) = findings(sheet)
    return finding


def test_sound_writing_has_no_finding(sheet: Sheet) -> None:
    sheet.text(5, 10, "Exeter", "body", 3)
    assert list(findings(sheet)) == []


def test_text_out_of_its_box_is_found(sheet: Sheet) -> None:
    sheet.text(2, 10, "Unabbreviatable", "body", 3, room=4)
    assert "'Unabbreviatable' stands" in _only(sheet)


def test_type_under_five_points_is_found(sheet: Sheet) -> None:
    sheet.text(5, 10, "small", "body", 1.7)
    assert "4.8 pt" in _only(sheet)


def test_faint_text_is_found(sheet: Sheet) -> None:
    sheet.text(5, 10, "faint", "body", 3, colour="hair", on="paper")
    assert "contrast" in _only(sheet)


def test_colliding_labels_are_found(sheet: Sheet) -> None:
    sheet.text(5, 10, "one", "body", 3)
    sheet.text(6, 10.5, "other", "body", 3)
    assert "'one' collides with 'other'" in _only(sheet)


def test_turned_labels_collide_only_where_they_really_cross(sheet: Sheet) -> None:
    sheet.text(2, 2, "a long diagonal", "body", 2, angle=40)
    sheet.text(14, 5, "clear", "body", 2)
    assert list(findings(sheet)) == []
    sheet.text(7, 8, "crossed", "body", 2)
    assert "collides" in _only(sheet)


def test_writing_off_the_sheet_is_found(sheet: Sheet) -> None:
    sheet.text(35, 10, "overboard", "body", 3)
    assert "runs off the edge" in _only(sheet)


def test_outlines_that_only_touch_do_not_overlap() -> None:
    beside = tuple((x + 2.0, y) for x, y in SQUARE)
    assert not overlapping(SQUARE, beside)
    assert overlapping(SQUARE, tuple((x + 1.0, y + 1.0) for x, y in SQUARE))


def test_a_line_through_an_outline_counts_without_the_hair() -> None:
    line = ((-1.0, 1.0), (3.0, 1.0))
    assert overlapping(SQUARE, line, 0.0)
    assert not overlapping(SQUARE, ((-1.0, 3.0), (3.0, 3.0)), 0.0)
