"""Where in a JSON text a value stands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.tabletop_simulator.positions import line_starts, offsets

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=20,
)


def _paths(value: Any) -> list[tuple[str | int, ...]]:
    found: list[tuple[str | int, ...]] = [()]
    inside: Any = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inside = enumerate(value)
    for part, one in inside:
        found += [(part, *more) for more in _paths(one)]
    return found


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


@settings(max_examples=40)
@given(_JSON, st.sampled_from([None, 2]), st.booleans())
def test_every_value_is_found_where_it_stands(value: Any, indent: int | None, plain: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    decoder = json.JSONDecoder()
    for path, at in offsets(text, _paths(value)).items():
        read, end = decoder.raw_decode(text, at)
        if path and isinstance(path[-1], str):
            assert read == path[-1]
            read, _ = decoder.raw_decode(text[end:].lstrip().removeprefix(":").lstrip())
        assert read == _at(value, path)


@pytest.mark.parametrize("path", [("a", "x"), ("a", 5), ("a", 0, "b", "c"), ("a", 0, "b", 3)])
def test_what_is_not_there_has_the_place_of_what_should_hold_it(
    path: tuple[str | int, ...],
) -> None:
    text = '{"a": [{"b": 1}]}'
    assert offsets(text, [path])[path] == text.index('"b"' if "b" in path else '"a"')


def test_of_a_key_that_stands_twice_the_last_counts() -> None:
    assert offsets('{"a": 1, "a": 2}', [("a",)])[("a",)] == 9


def test_lines_begin_behind_the_line_feeds() -> None:
    assert line_starts("a\r\nb\n\nc") == [0, 3, 5, 6]
