"""Saves of Tabletop Simulator as a folder of texts, and back to the very bytes."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.fuzz_files import bent_bytes, bent_text, bent_values
from generator.errors import BroadsideError
from generator.tabletop_simulator import spelled
from generator.workbench.opened import WorkbenchError
from generator.workbench.text.disk_names import is_safe
from generator.workbench.text.folder import Drawer
from generator.workbench.tts.packing import PackError, pack, packed
from generator.workbench.tts.unpacking import texts_of, unpack
from tests.generator.tabletop_simulator.spellings import lists, objects, scalars, spaces, strings

KEYS = st.one_of(
    st.sampled_from(
        [
            *(
                "LuaScript",
                "LuaScriptState",
                "XmlUI",
                "Note",
                "Description",
                "GMNotes",
                "TabStates",
            ),
            *("ContainedObjects", "ChildObjects", "States", "ObjectStates", "Name", "Nickname"),
            *("GUID", "body", "title", "file", "verbatim", "line ends", "Transform"),
        ]
    ).map(json.dumps),
    strings,
)
TEXTS = st.one_of(
    scalars,
    st.sampled_from(
        ["Deck", "A/B", "con", "a b", "A B", "[b]x[/b]", "1\n2", "1\r\n2", "1\r2\n"]
    ).map(json.dumps),
)
VALUES = st.recursive(
    TEXTS,
    lambda inner: st.one_of(lists(inner), objects(KEYS, inner, 6)),
    max_leaves=25,
)
SAVES = st.tuples(
    st.sampled_from(["", "\ufeff"]), spaces, st.lists(st.tuples(KEYS, VALUES), max_size=4), VALUES
).map(
    lambda made: "{}{}{{{},{}}}".format(
        made[0],
        made[1],
        f'"ObjectStates":{made[3]}',
        ",".join(f"{key}: {value}" for key, value in (*made[2], ('"Z"', "0"))),
    )
)


def _save(**more: Any) -> dict[str, Any]:
    """A small save in which all the kinds of texts and places stand."""
    return {
        "SaveName": "Mod",
        "Note": "one line",
        "LuaScript": "function onLoad()\r\n  print('ä')\r\nend",
        "LuaScriptState": "{}",
        "XmlUI": "",
        "TabStates": {"0": {"title": "Rules", "body": "1\n2", "id": 0}},
        "ObjectStates": [
            {
                "GUID": "aaaaaa",
                "Name": "Bag",
                "Nickname": "[b]Cup[/b]: 1/2",
                "Description": "two\nlines",
                "LuaScript": "-- bag",
                "ContainedObjects": [
                    {"GUID": "bbbbbb", "Name": "Custom_Tile", "Nickname": "U-47"},
                    {"GUID": "bbbbbb", "Name": "Custom_Tile", "Nickname": "u-47", "XmlUI": "<a/>"},
                ],
            },
            {
                "GUID": "cccccc",
                "Name": "Custom_Tile",
                "Nickname": "",
                "States": {"2": {"GUID": "dddddd", "Name": "Custom_Tile", "Nickname": "sunk"}},
                "ChildObjects": [{"GUID": "eeeeee", "Name": "BlockSquare"}],
            },
            {
                "GUID": "ffffff",
                "Name": "Deck",
                "ContainedObjects": [
                    {"GUID": "1", "Name": "Card", "Nickname": "Ace"},
                    {"GUID": "2", "Name": "Card", "Nickname": "Two", "LuaScript": "-- two"},
                ],
            },
        ],
        **more,
    }


def _text(**more: Any) -> str:
    return json.dumps(_save(**more), indent=2, ensure_ascii=False)


def _unpacked(tmp_path: Path, text: str) -> Path:
    (tmp_path / "save.json").write_bytes(text.encode())
    unpack(tmp_path / "save.json", tmp_path / "text")
    return tmp_path / "text"


def _packed(folder: Path) -> str:
    out = folder.parent / "again.json"
    pack(folder, out)
    return out.read_bytes().decode()


@pytest.mark.slow
@given(SAVES)
@settings(max_examples=50)
def test_any_save_is_packed_to_the_letter(text: str) -> None:
    texts = texts_of(text, spelled.parse_spelled(text, "f.json"))
    assert packed(Drawer(texts)) == text
    assert all(is_safe(name) for name in texts)
    assert len({name.casefold() for name in texts}) == len(texts)


def test_every_thing_lies_where_it_is_looked_for(tmp_path: Path) -> None:
    folder = _unpacked(tmp_path, _text())
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))
    assert files == [
        "global.lua",
        "global.state.txt",
        "notebook/0 Rules.txt",
        "objects/Cup_ 1_2 aaaaaa.description.txt",
        "objects/Cup_ 1_2 aaaaaa.json",
        "objects/Cup_ 1_2 aaaaaa.lua",
        "objects/Cup_ 1_2 aaaaaa/U-47 bbbbbb.json",
        "objects/Cup_ 1_2 aaaaaa/u-47 bbbbbb (2).json",
        "objects/Cup_ 1_2 aaaaaa/u-47 bbbbbb (2).xml",
        "objects/Custom_Tile cccccc.json",
        "objects/Custom_Tile cccccc/child BlockSquare eeeeee.json",
        "objects/Custom_Tile cccccc/state 2 sunk dddddd.json",
        "objects/Deck ffffff.json",
        "objects/Deck ffffff/Two 2.json",
        "objects/Deck ffffff/Two 2.lua",
        "save.json",
        "tabletop.json",
    ]
    assert (folder / "global.lua").read_bytes().decode() == "function onLoad()\n  print('ä')\nend"
    bag = json.loads((folder / "objects/Cup_ 1_2 aaaaaa.json").read_bytes())
    assert bag["LuaScript"] == {"file": "Cup_ 1_2 aaaaaa.lua"}
    assert bag["ContainedObjects"][0] == "Cup_ 1_2 aaaaaa/U-47 bbbbbb.json"
    assert _packed(folder) == _text()


def test_an_edit_in_one_file_changes_only_that(tmp_path: Path) -> None:
    folder = _unpacked(tmp_path, _text().replace('"id": 0', '"id" :0.0'))
    lua = folder / "global.lua"
    lua.write_text(lua.read_text("utf-8").replace("'ä'", "'b'"), "utf-8", newline="\r\n")
    tile = folder / "objects/Custom_Tile cccccc/state 2 sunk dddddd.json"
    tile.write_text(tile.read_text("utf-8").replace("sunk", "damaged"), "utf-8")
    expected = _text().replace('"id": 0', '"id" :0.0')
    assert _packed(folder) == expected.replace("'ä'", "'b'").replace("sunk", "damaged")


def test_objects_are_taken_out_put_in_and_sorted_by_the_list_that_names_them(
    tmp_path: Path,
) -> None:
    folder = _unpacked(tmp_path, _text())
    save = json.loads((folder / "save.json").read_bytes())
    (folder / "objects/new.json").write_text('{"GUID": "000000", "Name": "Notecard"}', "utf-8")
    save["ObjectStates"] = ["objects/new.json", save["ObjectStates"][2]]
    (folder / "save.json").write_text(json.dumps(save), "utf-8")
    left = pack(folder, tmp_path / "again.json")
    made = json.loads((tmp_path / "again.json").read_bytes())
    assert [one["GUID"] for one in made["ObjectStates"]] == ["000000", "ffffff"]
    assert "objects/Cup_ 1_2 aaaaaa.json" in left


def test_only_what_differs_is_written_again(tmp_path: Path) -> None:
    folder = _unpacked(tmp_path, _text())
    (folder / "README.md").write_text("ours", "utf-8")
    (tmp_path / "save.json").write_text(_text().replace("u-47", "u-48"), "utf-8")
    done = unpack(tmp_path / "save.json", folder)
    bag = "objects/Cup_ 1_2 aaaaaa"
    assert sorted(done.written) == [
        f"{bag}.json",
        f"{bag}/u-48 bbbbbb.json",
        f"{bag}/u-48 bbbbbb.xml",
    ]
    assert done.removed == (f"{bag}/u-47 bbbbbb (2).json", f"{bag}/u-47 bbbbbb (2).xml")
    assert (folder / "README.md").exists()
    assert _packed(folder) == _text().replace("u-47", "u-48")


def test_thousands_of_things_without_a_name_get_numbers() -> None:
    text = json.dumps({"ObjectStates": [{} for _ in range(5000)]})
    texts = texts_of(text, spelled.parse_spelled(text, "f.json"))
    assert "objects/object (5000).json" in texts and packed(Drawer(texts)) == text


def test_real_saves_are_packed_to_the_byte(shared: Path, tmp_path: Path) -> None:
    for path in sorted((shared / "corpus/tts").glob("*.json")):
        unpack(path, tmp_path / path.stem)
        pack(tmp_path / path.stem, tmp_path / path.name)
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


# --- What is refused -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("[]", "no save of Tabletop Simulator: it holds a list"),
        ("3", "it holds a number"),
        ('{"ObjectsStates": []}', "it has no 'ObjectStates'; did you mean"),
        ('{"ObjectStates": [', "the file ends in the middle"),
    ],
)
def test_what_is_no_save_is_refused_and_nothing_written(
    tmp_path: Path, data: str, told: str
) -> None:
    (tmp_path / "x.json").write_text(data, "utf-8")
    with pytest.raises(BroadsideError, match=told.replace("[", r"\[")):
        unpack(tmp_path / "x.json", tmp_path / "text")
    assert not (tmp_path / "text").exists()


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "text/mine.txt").write_text("x", "utf-8")
    with pytest.raises(WorkbenchError, match=r"holds 'mine.txt' and was not made by"):
        _unpacked(tmp_path, _text())


RECORD = '{"broadside":1,"game":"g"}\n{"n":1,"t":1,"a":"load","c":"","w":"","s":1,"h":"0"}'
DROP = '\n{"n":2,"t":1,"a":"drop","c":"Red","w":"Anna","p":"piece/x","h":"1"}'


def test_the_record_of_a_game_asks_for_reveal(tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    file.write_text(_text(LuaScriptState=RECORD + DROP), "utf-8")
    with pytest.raises(WorkbenchError, match="say --reveal"):
        unpack(file, tmp_path / "text")
    unpack(file, tmp_path / "text", reveal=True)
    assert _packed(tmp_path / "text") == file.read_text("utf-8")


def test_a_save_that_nobody_played_yet_does_not(tmp_path: Path) -> None:
    assert _packed(_unpacked(tmp_path, _text(LuaScriptState=RECORD))).count("broadside") == 1


def _broken(folder: Path, change: str) -> None:
    bag = folder / "objects/Cup_ 1_2 aaaaaa.json"
    match change:
        case "no JSON":
            bag.write_text('{"GUID": }', "utf-8")
        case "gone":
            (folder / "objects/Deck ffffff.json").unlink()
        case "twice" | "outside":
            names = {
                "twice": '"Cup_ 1_2 aaaaaa/U-47 bbbbbb.json"',
                "outside": '"../../save.json"',
            }
            old = bag.read_text("utf-8")
            bag.write_text(
                old.replace('"Cup_ 1_2 aaaaaa/u-47 bbbbbb (2).json"', names[change]), "utf-8"
            )
        case "bytes":
            (folder / "global.lua").write_bytes(b"ok\n\xff")
        case "ends":
            save = folder / "save.json"
            save.write_text(save.read_text("utf-8").replace('"CRLF"', '"LF"'), "utf-8")
        case "style":
            (folder / "tabletop.json").write_text('{"broadside": 1, "style": {"ident": ""}}')
        case "departure":
            (folder / "tabletop.json").write_text(
                '{"broadside": 1, "departures": {"save.json": {"/Note": {"before": "x"}}}}'
            )
        case "layout":
            (folder / "tabletop.json").write_text('{"broadside": 2}')


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("no JSON", "aaaaaa.json:1:10: a value is missing"),
        ("gone", "save.json: names 'objects/Deck ffffff.json', which is not there"),
        ("twice", "which stands elsewhere too"),
        ("outside", "is not a path inside the folder"),
        ("bytes", "global.lua:2: byte ff is not UTF-8"),
        ("ends", "is no {"),
        ("style", "unknown key 'ident' of 'style'; did you mean 'indent'?"),
        ("departure", "'before' is not spaces"),
        ("layout", "no 'broadside': 1"),
    ],
)
def test_mistakes_in_the_texts_are_told_and_nothing_is_written(
    tmp_path: Path, change: str, told: str
) -> None:
    folder = _unpacked(tmp_path, _text())
    _broken(folder, change)
    with pytest.raises(BroadsideError) as trouble:
        pack(folder, tmp_path / "again.json")
    assert told in str(trouble.value)
    assert not (tmp_path / "again.json").exists()


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    folder = _unpacked(tmp_path, _text())
    for change in ("no JSON", "gone", "bytes"):
        _broken(folder, change)
    with pytest.raises(PackError) as trouble:
        pack(folder, tmp_path / "again.json")
    assert len(str(trouble.value).splitlines()) == 3


def test_bent_texts_are_packed_or_refused() -> None:
    base = texts_of(_text(), spelled.parse_spelled(_text().replace("0,", "0 ,"), "f.json"))
    refused = 0
    for seed in range(300):
        dice = random.Random(seed)
        texts = dict(base)
        name = dice.choice([*texts, "tabletop.json", "save.json"])
        bend = dice.choice([bent_bytes, bent_text, bent_values])
        texts[name] = (
            bend(texts[name], dice) if bend != bent_values or name[-5:] == ".json" else b""
        )
        try:
            text = packed(Drawer(texts))
        except BroadsideError:
            refused += 1
            continue
        assert packed(Drawer(texts_of(text, spelled.parse_spelled(text, "again")))) == text
    assert 20 < refused < 280
