"""A file of JSON is written again as it was, whatever its style."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.tabletop_simulator import spelled, styles
from generator.tabletop_simulator.styles import GAME, Style
from tests.generator.tabletop_simulator.spellings import json_texts, spaces

VALUE = {
    "SaveName": "Größe / 😀 \u2028 \n",
    "Numbers": [1.5, -2, 0.0],
    "ObjectStates": [{"GUID": "a", "Tags": [], "Transform": {}}, {"GUID": "b"}],
    "more": {"deep": [[None, True]]},
}


def _again(text: str) -> tuple[Style, int, str]:
    """The style of a text, how many members depart from it, and the text made again."""
    value = spelled.parse_spelled(text, "f.json")
    style, found = styles.spelling_of(text, value)
    return style, sum(map(len, found.values())), styles.written(value, style, found)


@given(st.tuples(st.sampled_from(["", "\ufeff"]), spaces, spaces, json_texts, spaces))
def test_any_json_is_written_again_to_the_letter(parts: tuple[str, str, str, str, str]) -> None:
    mark, before, inside, value, after = parts
    text = f"{mark}{before}[{inside}{value}]{after}"
    assert _again(text)[2] == text


@pytest.mark.parametrize(
    ("how", "style"),
    [
        ({"indent": 2, "ensure_ascii": False}, GAME),
        ({"indent": 1, "ensure_ascii": False}, Style(indent=" ")),
        ({"indent": "\t"}, Style(indent="\t", ascii=True)),
        ({}, Style(line_end="", indent="", comma=", ", ascii=True)),
        (
            {"separators": (",", ":"), "ensure_ascii": False},
            Style(line_end="", indent="", colon=":"),
        ),
        ({"indent": 2, "separators": (", ", " : ")}, Style(colon=" : ", comma=", ", ascii=True)),
    ],
)
def test_a_regular_file_has_a_style_and_no_departures(how: dict[str, Any], style: Style) -> None:
    text = json.dumps(VALUE, **how)
    if not how.get("ensure_ascii", True):
        text = text.replace("\u2028", "\\u2028")  # as the game writes it
    assert _again(text) == (style, 0, text)


def test_line_ends_of_windows_a_mark_and_other_escapes_are_style() -> None:
    text = json.dumps(VALUE, indent=2).replace("/", "\\/").replace("\\u00f6", "\\u00F6")
    text = "\ufeff" + text.replace("\n", "\r\n").replace("\\ud83d\\ude00", "\\uD83D\\uDE00") + "\n"
    style, count, again = _again(text)
    assert again == text
    assert (style.mark, style.line_end, style.tail, style.capitals) == (True, "\r\n", "\n", True)
    assert style.escapes == (("/", "\\/"), ("ß", "\\u00df"))
    assert count == 0


def test_what_is_written_otherwise_in_one_place_is_one_departure() -> None:
    text = json.dumps(VALUE, indent=2).replace("1.5,", "1.5 ,")
    value = spelled.parse_spelled(text, "f.json")
    found = styles.spelling_of(text, value)[1]
    assert [[slot.after for slot in slots.values()] for slots in found.values()] == [[" "]]


def test_a_departure_about_another_text_does_not_count() -> None:
    text = '{"a": "\\u0062", "c": "bbb"}'
    value = spelled.parse_spelled(text, "f.json")
    assert isinstance(value, dict)
    style, found = styles.spelling_of(text, value)
    assert len(found) == 1
    assert styles.written(value, style, found) == text
    value["a"] = "e"
    assert styles.written(value, style, found) == '{"a": "e", "c": "bbb"}'


def test_real_saves_are_written_again_to_the_letter(shared: Path) -> None:
    departing = {}
    for path in sorted((shared / "corpus/tts").glob("*.json")):
        text = path.read_bytes().decode()
        _, departing[path.stem], again = _again(text)
        assert again == text
    assert departing == {"agricola": 0, "coinche": 0, "ftc_base": 70}
