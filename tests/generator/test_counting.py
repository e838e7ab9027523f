"""Many words in a sentence: the first ones are named, and the others are not forgotten."""

from __future__ import annotations

import pytest

from generator.counting import and_more, first_of


@pytest.mark.parametrize(
    ("words", "few", "told"),
    [
        ("", "", ""),
        ("a b", "a, b", "a, b"),
        ("a b c", "a, b, ...", "a, b and 1 more"),
        ("a b c d e", "a, b, ...", "a, b and 3 more"),
    ],
)
def test_the_first_words_are_named_and_the_others_told_of(words: str, few: str, told: str) -> None:
    assert first_of(words.split(), 2) == few
    assert and_more(words.split(), 2) == told
    assert first_of(words.split(), 2, "; ") == few.replace(", ", "; ")


def test_clauses_are_parted_from_how_many_more_there_are() -> None:
    assert and_more(map(str, range(1502)), 2, "; ") == "0; 1; and 1,500 more"
