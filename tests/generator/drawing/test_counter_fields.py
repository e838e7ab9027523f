"""Fields and conditions of layouts."""

from __future__ import annotations

import pytest

from generator.definition.schema import Counter, Face
from generator.drawing.counters.fields import Words

FACE = Face(id="spent", title="Tiger", left="", damaged=True, values={"attack": 2, "left": "L"})
COUNTER = Counter(
    id="tiger", name="Tiger I", kind="tank", faces=(FACE,), values={"attack": 5, "rank": 3, "no": 0}
)
WORDS = Words(COUNTER, FACE)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{title} of {kind}", "Tiger of tank"),
        ("{attack}", "2"),
        ("{values.attack}", "2"),
        ("{rank}{nothing}", "3"),
        ("{left}", "L"),
        ("{face} {id} {n}", "spent tiger 1"),
        ("{side}", ""),
        ("{no}", "0"),
        ("{damaged}", "true"),
        ("{not a field} {", "{not a field} {"),
    ],
)
def test_a_field_is_looked_for_on_the_face_then_its_values_then_the_counter(
    text: str, said: str
) -> None:
    assert WORDS.fill(text) == said


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("", True),
        ("title", True),
        ("not title", False),
        ("side", False),
        ("not side", True),
        ("damaged", True),
        ("no", True),
        ("kind = tank", True),
        ("kind != tank", False),
        ("rank >= 3 and kind = tank", True),
        ("rank > 3 and kind = tank", False),
        ("attack < 2.5", True),
        ("attack <= 1", False),
        ("kind > 3", False),
        ("damaged = true", True),
    ],
)
def test_a_condition_holds_or_does_not(condition: str, holds: bool) -> None:
    assert WORDS.hold(condition) is holds
