"""Numbers of modules, in a measure that can be painted."""

from __future__ import annotations

import pytest

from validator.painting.numbers import whole


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), (" -5 ", -5), ("+3", 3), ("", 7), (None, 7), ("1.5", 7), ("1000000", 7)],
)
def test_a_number_is_whole_and_no_larger_than_can_be_painted(text: str | None, number: int) -> None:
    assert whole(text, 7) == number
    assert whole("11", 7, 10) == 7
