"""The small languages inside fields."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.vassal import encodings
from generator.vassal.encodings import (
    Access,
    Change,
    Constraints,
    EncodingError,
    Key,
    PropertyCommand,
    Target,
)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("key", "77,130", Key(77)),
        ("key", "57345,0,ClearMoved", Key(57345, 0, "ClearMoved")),
        ("key", "", None),
        ("keylist", "57344\\,0\\,A,66\\,130", (Key.named("A"), Key(66))),
        ("access", "player:", Access()),
        ("access", "sides:German:Referee", Access("sides", ("German", "Referee"))),
        ("constraints", "true,-1,30,false", Constraints(True, -1, 30, False)),
        ("color", "255,0,0,128", (255, 0, 0, 128)),
        ("strlist", "a,b\\,c", ("a", "b,c")),
        ("strlist", "", ()),
        (
            "keycommands",
            "Use:70\\,130:I\\,-1,Ask:82\\,130:E\\,Which?\\,x\\\\,y",
            (
                PropertyCommand("Use", Key(70), Change("I", "-1")),
                PropertyCommand("Ask", Key(82), Change("E", "Which?", ("x", "y"))),
            ),
        ),
        ("paramlist", "a:1,b:2", (("a", "1"), ("b", "2"))),
        ("pairs", "a=1,b=2", (("a", "1"), ("b", "2"))),
        ("target", "COUNTER|false|MAP|||||0|0||false|||EQUALS||", Target()),
        ("tildes", "0Notes~1More", ("0Notes", "1More")),
        ("bool", "true", True),
        ("int", "-3", -3),
        ("float", "0.3", 0.3),
    ],
)
def test_texts_and_their_values(kind: str, text: str, value: Any) -> None:
    assert encodings.read(kind, text) == value
    assert encodings.write(kind, value) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("key", "M"),
        ("int", "007"),
        ("int", "$x$"),
        ("bool", "True"),
        ("access", "side"),
        ("constraints", "false,0,100,false,"),
        ("float", "1"),
        ("color", "red"),
        ("keycommands", "a:b"),
        ("target", "COUNTER|false"),
    ],
)
def test_a_text_that_would_not_come_back_the_same_stays_a_text(kind: str, text: str) -> None:
    assert encodings.read(kind, text) == text
    assert encodings.write(kind, text) == text


@given(st.sampled_from(sorted(encodings.KINDS)), st.text(alphabet="a1,:|=~\\'-.PIE", max_size=16))
def test_no_text_is_ever_lost(kind: str, text: str) -> None:
    assert encodings.write(kind, encodings.read(kind, text)) == text


def test_a_value_of_another_kind_is_refused() -> None:
    with pytest.raises(EncodingError, match="kind color"):
        encodings.write("color", 7)
    with pytest.raises(EncodingError, match="strlist"):
        encodings.write("strlst", ())
