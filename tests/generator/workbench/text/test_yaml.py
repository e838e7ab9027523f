"""The YAML that is written is read the same by our quick reader and by a full one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from generator.workbench.text import reading
from generator.workbench.text.reading import Fields, Items, Node, NotText, Text, Told
from generator.workbench.text.writing import Flow, Tall, Value, lines_of

ODD = [
    *("true", "no", "null", "~", "1.0", "1.10", "12", "007", "-5", "-0", "1e5", "0x1f", ".5", "<<"),
    *("12 Inf", "1st", "3.7.9", "1.2 release (v3)", "2001-01-01", "1:30", "1_000", "+1", "-.inf"),
    *("- a", "a: b", "a:b", "a #b", "a#b", "{x}", "{a\n}", "[x]", "\n", "a\n", "a\n\n", " a\n b"),
    *(
        "\ta",
        "'a'",
        '"',
        "|",
        ">",
        "-",
        "?",
        "=",
        "a:",
        "é",
        "\x85",
        "\u2028",
        "\ufeff",
        "🚢",
        "\xa0",
    ),
]
LETTERS = st.one_of(
    st.characters(codec="utf-8"), st.sampled_from(list("abc {}[]:#'\"\\\n\t-|>&*!%@`,? 01.e"))
)
TEXTS = st.text(LETTERS, max_size=12) | st.sampled_from(ODD)
VALUES: st.SearchStrategy[Value] = st.recursive(
    TEXTS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.lists(inner, max_size=3).map(Tall),
        st.lists(TEXTS, max_size=3).map(tuple),
        st.dictionaries(TEXTS, inner, max_size=4),
        st.dictionaries(TEXTS, TEXTS, max_size=3).map(Flow),
    ),
    max_leaves=12,
)


def plain(value: Value) -> Any:
    """A value in lists and dictionaries."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value]


def said(node: Node) -> Any:
    """What a node says, in lists and dictionaries."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return [said(item) for item in node.items]
    assert isinstance(node, Fields)
    return {key: said(item) for key, item in node.values.items()}


def worded(value: Any) -> Any:
    """What a YAML library loads, each scalar as the text it stands for."""
    if isinstance(value, dict):
        return {worded(key): worded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [worded(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else value if isinstance(value, str) else repr(value)


@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4))
@settings(deadline=None)
def test_what_is_written_is_read_the_same_by_us_and_by_a_full_reader(
    value: dict[str, Value],
) -> None:
    text = "\n".join(lines_of(value)) + "\n"
    assert said(reading.read(text, "x")) == plain(value)
    assert said(reading._read_fully(text, "x")) == plain(value)
    assert worded(YAML(typ="safe", pure=True).load(text)) == plain(value)


BY_HAND = """\
# a comment
name:   Bismarck   # and another
empty:
list:

    - one
    -   two: 2
        deep:
            - x
  # out of line
    - 'it''s'
flow: {a: [1, "b\\tc"], 'd e': {}}
literal: |
  {a > 1 &&
    b}

next: -4
"""


def test_the_quick_reader_takes_what_people_write() -> None:
    quick = reading._Lines(BY_HAND, "", {}).document()
    assert said(quick) == worded(YAML(typ="safe", pure=True).load(BY_HAND))
    assert isinstance(quick, Fields)
    assert quick.lines == {"name": 2, "empty": 3, "list": 4, "flow": 12, "literal": 13, "next": 17}
    assert (quick.values["flow"].line, quick.values["flow"].column) == (12, 7)


@given(st.data())
@settings(deadline=None)
def test_whatever_the_quick_reader_takes_the_full_reader_reads_alike(data: st.DataObject) -> None:
    text = "\n".join(lines_of(data.draw(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=3))))
    at = data.draw(st.integers(0, len(text)))
    piece = data.draw(
        st.sampled_from(["\n", " ", "- ", ": ", "#", "'", '"', "|", "  ", "]", "a: 1\n"])
    )
    changed = text[:at] + piece + text[at:] + "\n"
    try:
        quick = reading._Lines(changed, "", {}).document()
    except reading._Other:
        return
    try:
        full = reading._read_fully(changed, "x")
    except NotText as trouble:
        raise AssertionError(f"taken, but {trouble}") from None
    assert said(quick) == said(full)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\nb: [1, 2\n", (3, 1)),
        ("a: 1\n  b: 2\n", (2, 4)),
        ("a: 'x\n", (2, 1)),
        ("a: 1\na: 2\n", (2, 1)),
        ("a: &x 1\n", (1, 4)),
        ("a: !!python/name:os.system x\n", (1, 4)),
        ("a: \x07\n", (1, 4)),
        ("a: 1\n---\nb: 2\n", (2, 1)),
        ("? [a, b]\n: c\n", (1, 3)),
    ],
)
def test_what_is_no_yaml_or_asks_for_more_is_told_with_its_place(
    text: str, place: tuple[int, int]
) -> None:
    with pytest.raises(NotText) as told:
        reading.read(text, "module.yaml")
    found = told.value.trouble
    assert found.file == "module.yaml"
    assert (found.line, found.column) == place or found.line == 0


def test_yaml_in_other_dress_is_read_too() -> None:
    text = "list: [a,\n  b]\nfolded: >-\n  one\n  two\nlong: one\n  two\n"
    assert said(reading.read(text, "x")) == {
        "list": ["a", "b"],
        "folded": "one two",
        "long": "one two",
    }


def test_lines_end_as_they_like() -> None:
    text = "a: |-\r\n  one\r\n  two\r\nb: x\r\n"
    assert said(reading.read(text, "x")) == {"a": "one\ntwo", "b": "x"}


def test_nesting_without_end_is_refused() -> None:
    with pytest.raises(NotText, match="nested deeper"):
        reading.read("a: " + "[" * 300 + "]" * 300, "x")


def test_items_that_are_known_are_not_read_again() -> None:
    text = "traits:\n- trait: Delete\n- trait: Clone\n  commandName: Copy\n"
    first = reading.read(text, "x", "traits", {})
    assert isinstance(first, Fields)
    listed = first.values["traits"]
    assert isinstance(listed, Items)
    blocks = [item.block for item in listed.items if isinstance(item, Fields)]
    assert blocks == ["- trait: Delete", "- trait: Clone\n  commandName: Copy\n"]
    again = reading.read(text, "x", "traits", {blocks[0]: ("delete;", "")})
    assert isinstance(again, Fields)
    listed = again.values["traits"]
    assert isinstance(listed, Items)
    assert isinstance(listed.items[0], Told)
    assert listed.items[0].said == ("delete;", "")
    assert said(listed.items[1]) == {"trait": "Clone", "commandName": "Copy"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Bismarck", "Prinz Eugen, the cruiser: heavy #1"),
        ("a b", "'quoted'"),
        ("12", "no"),
        ("{a > 1}", "{a > 2 && b == 'x'}"),
    ],
)
def test_a_change_of_words_is_a_change_of_one_line(before: str, after: str) -> None:
    one = lines_of({"x": {"name": before, "list": ["a", before, "c"]}, "y": [before] * 5})
    other = lines_of({"x": {"name": after, "list": ["a", before, "c"]}, "y": [before] * 5})
    assert len(one) == len(other)
    assert sum(line != new for line, new in zip(one, other, strict=True)) == 1
