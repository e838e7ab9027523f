"""The log as a whole: its chain of hashes, what is damaged and where, its header."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.definition.schema import Game
from generator.errors import BroadsideError
from tests.validator.reading.tabletop.written_logs import WrittenLog
from validator.reading.tabletop.log import LogError, read_log


@pytest.fixture(scope="module")
def log(table_game: Game) -> WrittenLog:
    """Five entries."""
    made = WrittenLog(table_game).add("load", s=1, k="fresh")
    made.drop("Blue", "scout", made.point("field", "B02"))
    return made.add("chat", "Red", x="hello").add("chat", "Blue", x="you too")


def changed(log: WrittenLog, change: Callable[[list[str]], object]) -> str:
    """The text of a log with its lines changed: the header, five entries, the head."""
    lines = log.text.split("\n")
    change(lines)
    return "\n".join(lines)


def test_a_log_as_the_recorder_writes_it_is_whole(log: WrittenLog) -> None:
    found = read_log(log.text, "game.json")
    assert [one.number for one in found.entries] == [1, 2, 3, 4, 5]
    assert found.lines == (2, 3, 4, 5, 6)
    assert found.damages == () and found.chain.whole and found.chain.broken is None
    assert found.chain.head == log.head == found.chain.stated


def test_the_hash_is_that_of_the_line_before_and_the_line_itself() -> None:
    header = '{"broadside":1,"game":"g","name":"G","definition":"","overlays":"","setup":"s",'
    header += '"version":"1","calibration":"","seats":{},"boards":[],"start":"","script":""}'
    line = '{"n":1,"t":1,"a":"chat","c":"","w":"","x":"a"'
    first = sha256(header.encode()).hexdigest()
    second = sha256(f"{first}\n{line}".encode()).hexdigest()
    text = f'{header}\n{line},"h":"{second[:16]}"}}\n{{"head":"{second}","n":1}}'
    assert read_log(text, "g.json").chain.whole


@pytest.mark.parametrize("line", range(1, 6))
def test_an_entry_that_was_edited_breaks_the_chain_where_it_stands(
    log: WrittenLog, line: int
) -> None:
    def edit(lines: list[str]) -> None:
        lines[line] = lines[line].replace('"w":"', '"w":"x', 1)

    found = read_log(changed(log, edit), "game.json")
    assert found.chain.broken == line + 1 and not found.chain.whole


@pytest.mark.parametrize("line", range(1, 6))
def test_an_entry_that_was_taken_out_breaks_the_chain(log: WrittenLog, line: int) -> None:
    found = read_log(changed(log, lambda lines: lines.pop(line)), "game.json")
    assert not found.chain.whole
    if line < 5:
        assert found.chain.broken == line + 1
        assert found.damages[0].line == line + 1
        assert f"entry {line + 1} stands where entry {line} should" in found.damages[0].what
    else:
        assert "the head is that of entry 5, and the last entry is 4" in found.damages[0].what


def test_an_entry_that_stands_twice_is_told(log: WrittenLog) -> None:
    found = read_log(changed(log, lambda lines: lines.insert(2, lines[2])), "game.json")
    assert found.chain.broken == 4
    assert [(one.line, one.what) for one in found.damages] == [
        (4, "entry 2 stands where entry 3 should")
    ]


def test_a_head_of_another_log_is_no_whole_chain(log: WrittenLog) -> None:
    other = log.text.replace(log.head, "0" * 64)
    found = read_log(other, "game.json")
    assert found.chain.broken is None and not found.chain.whole


def test_a_log_cut_short_tells_that_its_end_is_missing(log: WrittenLog) -> None:
    found = read_log(changed(log, lambda lines: lines.pop()), "game.json")
    assert found.chain.stated is None and not found.chain.whole
    assert "its end is missing" in found.damages[0].what
    within = read_log(log.text[: len(log.text) - 150], "game.json")
    assert within.damages and len(within.entries) == 4


def test_a_save_that_nobody_loaded_holds_the_header_alone(log: WrittenLog) -> None:
    for text in (log.lines[0], log.lines[0] + "\n"):
        found = read_log(text, "game.json")
        assert found.entries == () and found.damages == ()


def test_a_damaged_line_is_told_and_the_others_are_read(log: WrittenLog) -> None:
    def damage(lines: list[str]) -> None:
        lines[2] = lines[2][:-30]
        lines[4] = lines[4].replace('"chat"', '"chatt"')

    found = read_log(changed(log, damage), "game.json")
    assert [one.number for one in found.entries] == [1, 3, 5]
    assert [one.line for one in found.damages] == [3, 5]
    assert "did you mean 'chat'" in found.damages[1].what


def test_very_many_damages_are_not_all_kept(log: WrittenLog) -> None:
    found = read_log(log.lines[0] + "\n{}" * 5000, "game.json")
    assert len(found.damages) == 1000 and found.entries == ()


def header(log: WrittenLog, **changes: Any) -> str:
    values = json.loads(log.lines[0]) | changes
    return json.dumps({key: value for key, value in values.items() if value is not ...})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"broadside": 2}, "recorder of version 2"),
        ({"broadside": "1"}, "no version"),
        ({"game": ...}, "lacks 'game'"),
        ({"setup": 3}, "lacks 'setup'"),
        ({"seats": ["Red"]}, "lacks 'seats'"),
        ({"seats": {"Red": None}}, "lacks 'seats'"),
        ({"boards": {}}, "lacks 'boards'"),
        ({"boards": [{"id": "field"}]}, "a board of the log's header"),
        ({"boards": [{"id": "f", "x": 0, "z": 0, "w": 0, "h": 5}]}, "'f' of the log's header has"),
        (
            {"boards": [{"id": "f", "x": 1.5, "z": 0, "w": 5, "h": 5}]},
            "a board of the log's header",
        ),
        ({"boards": [7]}, "a board of the log's header"),
        ({"boards": [{"id": "f", "x": 10**12, "z": 0, "w": 5, "h": 5}]}, "a board of"),
    ],
    ids=range(12),
)
def test_a_header_that_cannot_be_used_is_told(
    log: WrittenLog, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(LogError, match=r"^game\.json: .*" + said):
        read_log(header(log, **changes), "game.json")


@given(st.data())
def test_any_damage_is_told_or_read(log: WrittenLog, data: st.DataObject) -> None:
    text = log.text
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        upto = data.draw(st.integers(at, min(len(text), at + 40)))
        text = text[:at] + data.draw(st.text(max_size=6)) + text[upto:]
    try:
        found = read_log(text, "game.json")
    except BroadsideError as trouble:
        assert str(trouble).startswith("game.json: ")
    else:
        assert found.chain.whole <= (text.rstrip("\n") == log.text)
