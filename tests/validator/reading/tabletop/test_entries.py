"""A line of the recorder's log as an entry, and what is said of one that is none."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validator.reading.tabletop.entries import ACTS, Drop, EntryError, entry

COMMON = {"n": 7, "t": 1_763_787_000, "c": "Red", "w": "Anna"}
OWN: dict[str, dict[str, Any]] = {
    "load": {"s": 1, "k": "fresh"},
    "seat": {"s": "colour"},
    "pick": {"p": "piece/a", "f": [1, 2, 3]},
    "drop": {"p": "piece/a", "f": [1, 2, 3], "o": [4, 5, 6], "r": 180, "d": 1, "s": 2},
    "settle": {"p": "piece/a", "o": [4, 5, 6], "r": 0, "d": 0, "s": 1},
    "flip": {"p": "piece/a", "d": 1},
    "rotate": {"p": "piece/a", "r": 60},
    "state": {"p": "piece/a", "f": 1, "s": 2},
    "leave": {"p": "piece/a", "i": "deck/Cup", "o": [1, 2, 3], "d": 0},
    "enter": {"p": "piece/a", "i": "deck/Cup", "o": [1, 2, 3]},
    "shuffle": {"i": "deck/Cup", "o": [1, 2, 3]},
    "search": {"i": "deck/Cup", "s": "start"},
    "roll": {"k": "", "d": [["die/6/1", 5], ["die/6/2", 1]]},
    "hand": {"p": "piece/a", "s": "in", "i": "hand/Red"},
    "zone": {"p": "piece/a", "s": "out", "i": "hidden/log"},
    "peek": {"p": "piece/a"},
    "copy": {"p": "piece/a"},
    "paste": {"p": "piece/a"},
    "delete": {"p": "piece/a"},
    "group": {"p": "piece/a"},
    "spawn": {"p": "~0a1b2c", "g": "0a1b2c", "q": "Custom_Tile", "o": [1, 2, 3]},
    "destroy": {"p": "piece/a", "o": [1, 2, 3]},
    "chat": {"x": "hello"},
    "declare": {"k": "attack", "x": "by Exeter", "p": ""},
    "property": {"k": "Score", "f": 1, "v": -2},
    "step": {"f": [1, 0], "v": [1, 1]},
    "turn": {"f": "Blue"},
    "head": {"x": "0123456789abcdef"},
}


def line(word: str, **changes: Any) -> str:
    """A line of an act, with other values; a value of ``...`` is left out."""
    row = {"n": 7, "t": COMMON["t"], "a": word, "c": "Red", "w": "Anna", **OWN[word], "h": "0" * 16}
    row |= changes
    return json.dumps({key: value for key, value in row.items() if value is not ...})


@pytest.mark.parametrize("word", ACTS)
def test_every_act_is_read(word: str) -> None:
    found = entry(line(word))
    assert type(found) is ACTS[word]
    assert (found.number, found.time, found.colour, found.player) == tuple(COMMON.values())
    read = [getattr(found, one.name) for one in fields(found)][len(COMMON) + 1 :]
    assert json.loads(json.dumps(read)) == list(OWN[word].values())


@pytest.mark.parametrize("word", ACTS)
def test_a_field_that_is_missing_is_told(word: str) -> None:
    for key in (*OWN[word], "n", "t", "c", "w", "h"):
        with pytest.raises(EntryError, match=f"'{word}' entry lacks '{key}'"):
            entry(line(word, **{key: ...}))


@pytest.mark.parametrize("word", ACTS)
def test_a_value_of_another_kind_is_told(word: str) -> None:
    for key in (*OWN[word], "n", "t", "c", "w", "h"):
        for wrong in (None, {}, True, "x" * 10_001, 10**30, [[]]):
            with pytest.raises(EntryError, match=f"'{key}' of a '{word}' entry is"):
                entry(line(word, **{key: wrong}))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"r": 360}, "degrees from 0 to 359"),
        ({"r": -1}, "degrees from 0 to 359"),
        ({"d": 2}, "0 or 1"),
        ({"s": 0}, "a number from 1"),
        ({"o": [1, 2]}, "three whole numbers"),
        ({"o": [1, 2, 10**10]}, "on or near the table"),
        ({"z": 1}, "has no 'z'"),
    ],
)
def test_values_out_of_reach_are_told(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(EntryError, match=said):
        entry(line("drop", **changes))


def test_a_word_is_told_with_the_nearest() -> None:
    with pytest.raises(EntryError, match="no act 'dorp'; did you mean 'drop'"):
        entry(line("drop", a="dorp"))
    with pytest.raises(EntryError, match="one of in, out"):
        entry(line("hand", s="inn"))
    with pytest.raises(EntryError, match="lacks its act"):
        entry(line("drop", a=...))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON"),
        ("{", "no JSON at column 2"),
        ("[]", "no object"),
        ('{"n":1.0}', "'1.0' is no whole number"),
        ('{"n":1e3}', "no whole number"),
        ('{"n":NaN}', "'NaN' is no whole number"),
        ('{"n":-Infinity}', "no whole number"),
        ('{"n":' + "9" * 6000 + "}", "no JSON"),
        ('{"n":' + "[" * 9000 + "}", "no JSON"),
        ("{} {}", "more than one"),
        ('{"x":"' + "y" * 30_000 + '"}', "letters are more than"),
        ("\x00", "no JSON"),
    ],
    ids=range(12),
)
def test_what_is_no_line_of_a_log_is_told(text: str, said: str) -> None:
    with pytest.raises(EntryError, match=said):
        entry(text)


_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(st.sampled_from(sorted(OWN)), st.data())
def test_whatever_stands_in_a_line_is_read_or_told(word: str, data: st.DataObject) -> None:
    keys = data.draw(st.lists(st.sampled_from([*OWN[word], "n", "a", "h"]), max_size=3))
    text = line(word, **{key: data.draw(_JSON) for key in keys})
    try:
        found = entry(text)
    except EntryError as trouble:
        assert "\n" not in str(trouble) and len(str(trouble)) < 300
    else:
        assert isinstance(found, tuple(ACTS.values()))


def test_a_drop_is_told_in_thousandths_and_degrees() -> None:
    found = entry(line("drop"))
    assert isinstance(found, Drop)
    assert (found.piece, found.from_, found.to) == ("piece/a", (1, 2, 3), (4, 5, 6))
    assert (found.angle, found.face_down, found.state) == (180, True, 2)
