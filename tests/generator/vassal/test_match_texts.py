"""The older conditions on properties, read as VASSAL reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal import match_texts


def _said(text: str) -> list[str]:
    return [trouble.message for trouble in match_texts.troubles(text)]


def test_a_condition_is_cut_into_any_of_all_of() -> None:
    found = match_texts.read("a = b && c != d || e =~ x|y")
    assert [[(one.name, one.comparison, one.value) for one in group] for group in found] == [
        [("a", "=", "b"), ("c", "!=", "d")],
        [("e", "=~", "x|y")],
    ]


@pytest.mark.parametrize(
    "text", ["a = b", "a = ", "Moved = true && Type =~ (A|B).*", "$x$", "name = f(x)", "a >= 3"]
)
def test_plain_conditions_have_no_trouble(text: str) -> None:
    assert _said(text) == []


def test_a_second_sign_swallows_the_value() -> None:
    condition = match_texts.read("a == b")[0][0]
    assert (condition.name, condition.comparison, condition.value) == ("a", "=", "")
    assert _said("a == b") == ["==: what follows it is not looked at; write ="]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Moved", "no comparison"),
        ("(a = b) && c = d", "parentheses"),
        ('a = "b"', "quotes"),
        ("a =~ *x", "nothing stands before"),
        ("a =~ (x", "without its"),
        ("a = b &&", "nothing follows &&"),
        ("{a == b", "brace"),
        ("a = x>y", "cuts at > first"),
        ("a = b & c = d", "a second ="),
        ("= b", "no property"),
    ],
)
def test_what_is_taken_otherwise_than_meant_is_told(text: str, says: str) -> None:
    assert any(says in message for message in _said(text))


@pytest.mark.parametrize(
    "pattern", ["a|b", "[]x]", "(?i)a", "a{2}", r"\(", "[^*]+", "x*?", "(?:a)+"]
)
def test_patterns_java_takes_are_not_called_broken(pattern: str) -> None:
    assert match_texts.broken_pattern(pattern) == ""


@given(st.text(alphabet='ab=!<>~&|(){}[]*"$ \\', max_size=20))
def test_any_text_is_read_and_places_are_in_it(text: str) -> None:
    for trouble in match_texts.troubles(text):
        assert 0 <= trouble.at <= len(text)
    for group in match_texts.read(text):
        for condition in group:
            assert text[condition.at :].startswith(condition.name)
            assert text[condition.value_at :].startswith(condition.value)
