"""Regular expressions that take for ever are told from those that do not."""

from __future__ import annotations

import pytest

from generator.vassal.matching import MOST_WORK, matching_work


@pytest.mark.parametrize(
    ("pattern", "length"),
    [
        ("Exeter", 10_000),
        (".*Exeter.*", 1_000),
        ("(?:Royal|Home) .*", 5_000),
        ("A.*|B.*|C.*|D.*|E.*|F.*", 500),
        (r"[A-Z]{2}\d{3}(-\d+)?", 200),
        (r"(abc)+\(.*\)", 1_000),
        ("[*+(]{3}", 10_000),
        (r"{x} \* \+", 10_000),
    ],
)
def test_a_plain_expression_may_be_tried(pattern: str, length: int) -> None:
    assert matching_work(pattern, length) <= MOST_WORK


@pytest.mark.parametrize(
    ("pattern", "length"),
    [
        ("a*a*a*a*b", 400),
        ("a+?b{2,}c{,9}d*", 400),
        ("(a+)+b", 10),
        ("((a*)b?)*c", 10),
        ("(a|a)*b", 10),
        ("(?:a?){40}b", 10),
        (30 * "a?" + 30 * "a", 30),
        (30 * "(a|a)" + "b", 30),
        (501 * "a", 1),
    ],
)
def test_an_expression_that_takes_for_ever_may_not(pattern: str, length: int) -> None:
    assert matching_work(pattern, length) > MOST_WORK
