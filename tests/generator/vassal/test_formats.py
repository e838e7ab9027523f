"""Message formats, cut at their dollar signs as VASSAL cuts them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generator.vassal import formats


def test_every_second_part_is_a_property() -> None:
    assert [(part.text, part.at) for part in formats.properties("$a$ to $b$.")] == [
        ("a", 1),
        ("b", 8),
    ]


def test_the_last_part_is_text_even_after_a_dollar() -> None:
    assert [(part.text, part.is_property) for part in formats.read("costs $5")] == [
        ("costs ", False),
        ("5", False),
    ]
    assert formats.loose_dollar("costs $5") == 6


def test_a_dollar_after_a_backslash_is_one() -> None:
    assert formats.read("\\$5 $a$")[0].text == "$5 "
    assert formats.loose_dollar("\\$5 $a$") is None


@given(st.text(alphabet="a$ \\", max_size=12))
def test_parts_stand_where_they_say(text: str) -> None:
    for part in formats.read(text):
        assert text[part.at :].replace("\\$", "$").startswith(part.text)
