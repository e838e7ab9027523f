"""Report formats and expressions as VASSAL and BeanShell read them."""

from __future__ import annotations

import pytest

from validator.playing.gestures_text import ExpressionError, evaluate, filled, holds

WORDS = {"Turn": "21", "Step": "2 Royal Navy", "UnitId": "score", "Empty": "", "On": "true"}


@pytest.mark.parametrize(
    ("format_", "said"),
    [
        ("turn $Turn$", "turn 21"),
        ("$Nothing$ said", " said"),
        ("costs 3 $", "costs 3 "),
        ("[$Step$ $Turn$]", "[2 Royal Navy 21]"),
        ('{"Turn " + (1 + (Turn - 1) % 20)}', "Turn 1"),
    ],
)
def test_a_format_is_filled(format_: str, said: str) -> None:
    assert filled(format_, WORDS.get) == said


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("{Turn > 40 ? 3 : 1 + (Turn - 1) / 20}", 2),
        ('{UnitId == "score"}', True),
        ('{Step != "2 Royal Navy"}', False),
        ("{1 + 2 * 3 - 4}", 3),
        ("{-7 / 2}", -3),
        ("{-7 % 2}", -1),
        ('{"a" + 1 + 2}', "a12"),
        ("{On && !(Turn < 3)}", True),
        ("{On == true || Turn == 1}", True),
        ("{Turn == 1 ? 2 : Turn == 21 ? 5 : 6}", 5),
        ("Turn - 1", 20),
    ],
)
def test_an_expression_has_javas_value(expression: str, value: object) -> None:
    assert evaluate(expression, WORDS.get) == value


def test_no_condition_holds_always() -> None:
    assert holds("", WORDS.get)
    assert not holds("{On == false}", WORDS.get)


@pytest.mark.parametrize(
    ("expression", "trouble"),
    [
        ("{Turn @ 2}", "is not understood"),
        ("{Turn +}", "was not expected"),
        ("{(Turn}", "was not expected"),
        ("{Turn ? 1}", "was not expected"),
        ("{Step - 1}", "is not a number"),
        ("{Turn / Empty}", "is not a number"),
        ("{Turn / 0}", "division by 0"),
    ],
)
def test_what_is_not_understood_is_said(expression: str, trouble: str) -> None:
    with pytest.raises(ExpressionError, match=trouble):
        evaluate(expression, WORDS.get)
