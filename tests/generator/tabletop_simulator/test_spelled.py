"""JSON files are read whole or refused with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.tabletop_simulator import spelled
from generator.tabletop_simulator.spelled import Doubled, Number, SpelledError
from generator.vassal.archive import pack


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "f.json: the file is empty"),
        (b" \n", "f.json: the file is empty but for spaces"),
        (b"hello", "f.json: is not JSON; it begins with 'hello'"),
        (b'{"a": 1,\n "b": tru}', "f.json:2:7: a value is missing or misspelled"),
        (b'{"a": 1,}', 'f.json:1:9: a key in "double quotes" is missing'),
        (b'{"a" 1}', "f.json:1:6: a colon is missing after the key"),
        (b'{"a": 01}', "f.json:1:8: a comma or a closing bracket is missing"),
        (b'{"a": "x', "f.json:1:7: this text has no closing quotation mark"),
        (b'{"a": "\\q"}', "f.json:1:8: a \\ stands before something else"),
        (b'{"a": [1', "f.json:1:9: the file ends in the middle"),
        (b'{"a": 1} x', "f.json:1:10: the file's value has ended, and more follows"),
        (b'{"a": 1}\0', "f.json:1:9: the file's value has ended, and more follows"),
        (b'{"NaN": "NaN",\n "b": NaN}', "f.json:2:7: NaN is not a number of JSON"),
        (b'{"b": -Infinity}', "f.json:1:7: -Infinity is not a number of JSON"),
        (b'{"b": ' + b"9" * 5000 + b"}", "f.json:1:7: a number of thousands of digits"),
        (b'{"a":\n"\xff"}', "f.json:2:2: byte ff is not UTF-8"),
        ("{}".encode("utf-16"), "f.json: is written in UTF-16 or UTF-32"),
        ("{}".encode("utf-16-le"), "f.json: is written in UTF-16 or UTF-32"),
        (b"\x14\0\0\0\x02SaveName\0\2\0\0\0x\0", "f.json: is BSON, as the Steam Workshop"),
        (b"\x15\0\0\x00PNG", "f.json: is no text"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(data: bytes, told: str) -> None:
    with pytest.raises(SpelledError) as trouble:
        spelled.parse(data, "f.json")
    assert str(trouble.value).startswith(told)


@pytest.mark.parametrize("deep", [201, 5000, 300_000])
def test_a_file_nested_too_deeply_is_refused_where_it_is(deep: int) -> None:
    with pytest.raises(SpelledError, match=r"^f.json:2:201: .* more than 200 deep"):
        spelled.parse(b"\n" + b"[" * deep + b"]" * deep, "f.json")


def test_the_deepest_that_is_allowed_is_read() -> None:
    assert spelled.parse(b'["[[[[",' * 200 + b"0" + b"]" * 200, "f.json")


def test_a_file_larger_than_allowed_is_not_read_on(tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    with file.open("wb") as out:
        out.truncate(1 << 32)  # a hole: it takes no room
    with pytest.raises(SpelledError, match=r"larger than 1,000 bytes"):
        spelled.read(file, spelled.Limits(size=1000))


@pytest.mark.parametrize("name", ["nothing.json", "."])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SpelledError):
        spelled.read(tmp_path / name)


def test_a_byte_order_mark_and_bare_control_characters_are_read_as_the_game_reads_them() -> None:
    assert spelled.parse(b'\xef\xbb\xbf{"a": "1\n\t2"}', "f.json") == {"a": "1\n\t2"}


def test_of_a_key_that_stands_twice_the_last_counts_and_both_are_kept() -> None:
    text = '{"a": 1, "b": {"a": 2.50, "a": "3"}}'
    assert spelled.parse(text.encode(), "f.json") == {"a": 1, "b": {"a": "3"}}
    value = spelled.parse_spelled(text, "f.json")
    assert value == {"a": "1", "b": Doubled([("a", "2.50"), ("a", "3")])}


def test_a_number_is_kept_as_it_is_spelled_and_is_no_text() -> None:
    value = spelled.parse_spelled('[1.0, 1E-07, -0.0, 12345678901234567890, "1.0"]', "f.json")
    assert value == ["1.0", "1E-07", "-0.0", "12345678901234567890", "1.0"]
    assert [type(one) is Number for one in value] == [True] * 4 + [False]


def test_an_archive_is_no_json_whatever_its_name(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert spelled.looks_like_json(file)
    file.write_bytes(pack({"savedGame": b""}))
    assert not spelled.looks_like_json(file)


def test_json_is_known_by_its_name_or_its_bracket(tmp_path: Path) -> None:
    bson = b"\x08\0\0\0\2a\0\0"
    for name, data in (
        ("a.json", b"PK"),
        ("b.bak", b'\xef\xbb\xbf \n {"a"'),
        ("c", b"["),
        ("WorkshopUpload", bson),
    ):
        (tmp_path / name).write_bytes(data)
        assert spelled.looks_like_json(tmp_path / name)
    (tmp_path / "d.vmod").write_bytes(b"PK\3\4{")
    for name in ("d.vmod", "missing", "."):
        assert not spelled.looks_like_json(tmp_path / name)
