"""What a file is, in a page: saves of Tabletop Simulator, and in short files of VASSAL."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import broadside
from generator.workbench.tts.inspecting import inspect
from generator.workbench.tts.reading import read_save
from tests.generator.workbench.tts.tables import HEADER, PLAYED, save, thing, write


def _told(*words: object) -> str:
    done = CliRunner().invoke(broadside.main, ["inspect", *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.output


def test_objects_are_counted_by_kind_on_the_table_and_in_others() -> None:
    cup = thing("Cup", Name="Bag", ContainedObjects=[thing("a"), thing("b")])
    found = inspect(save(cup, thing("Ajax", Tags=["Counter"], Memo="piece/ajax")))
    assert (found.on_table, found.inside) == (2, 2)
    assert found.kinds == {"Custom_Tile": 3, "Bag": 1}
    assert [(one.what, one.guid, one.holds) for one in found.containers] == [
        ("Bag [Cup]", "g-Cup", 2)
    ]
    assert (found.tags, found.memos, found.with_states) == ({"Counter": 1}, 1, 0)


def test_where_files_come_from_is_counted_and_what_is_missing_is_named(tmp_path: Path) -> None:
    there = write(tmp_path / "there.png", {})
    addresses = [
        *("https://A.example.org/1.png", "http://a.example.org/2.png", "a.png", "http://[x"),
        *(there.as_uri(), (tmp_path / "gone.png").as_uri(), "//server/share/x.png"),
        *("pictures/a.png", "../a.png"),
    ]
    found = inspect(save(*(thing(one, CustomImage={"ImageURL": one}) for one in addresses)))
    assert found.images == {
        "this computer": 3,
        "a.example.org": 2,
        "the game's own folders": 1,
        "(no address)": 3,
    }
    assert found.missing == [(tmp_path / "gone.png").as_uri()]


def test_scripts_are_told_with_their_lengths_and_where_they_are() -> None:
    inner = thing("Ajax", LuaScript="a\r\nb", LuaScriptState="äx", XmlUI="<a/>")
    bag = thing("Cup", Name="Bag", ContainedObjects=[inner])
    rows = inspect(save(bag, LuaScript="a\nb\nc")).scripts
    assert [(row.where, row.lines, row.xml_lines, row.state) for row in rows] == [
        ("Global", 3, 0, 0),
        ("Custom_Tile [Ajax] g-Ajax, in Bag [Cup]", 2, 1, 3),
    ]


def test_a_recorder_s_log_is_told_by_its_header_and_length(tmp_path: Path) -> None:
    assert inspect(save()).recorded is None
    fresh = inspect(save(LuaScriptState=HEADER))
    assert fresh.recorded is not None and not fresh.is_public
    assert (fresh.recorded.entries, fresh.recorded.head) == (0, "")
    told = _told(write(tmp_path / "x.json", save(LuaScriptState=PLAYED)))
    for words in ("Chase (chase, set-up standard)", "2 entries", "head abcdef0123456789\n"):
        assert words in told
    assert "seats: Red Raider, Blue Hunter" in told and "--reveal tells all" in told


def test_settings_hands_turns_notebook_and_snap_points_are_told(tmp_path: Path) -> None:
    data = save(
        thing("hand", Name="HandTrigger", FogColor="Red"),
        thing("board", AttachedSnapPoints=[{}, {}]),
        Hands={"HandTransforms": [{"Color": "Blue"}]},
        Turns={"Enable": True, "TurnOrder": ["Red", "Blue"]},
        TabStates={"0": {"title": "Rules", "body": "x"}, "1": {"title": "White", "body": ""}},
        SnapPoints=[{}],
        Table="Table_RPG",
        VersionNumber="v13.2",
    )
    told = _told(write(tmp_path / "x.json", data))
    for row in ("table         Table_RPG", "seats         Blue, Red", "turns         Red, Blue"):
        assert row in told
    for row in ("notebook      Rules\n", "snap points   3\n", "game version  v13.2\n"):
        assert row in told


def test_control_characters_of_a_save_do_not_reach_the_terminal(tmp_path: Path) -> None:
    odd = save(thing("\x1b[31mred\x07", Name="\x1b]0;x", Tags=["\x1b"]), SaveName="\x1b[2J")
    assert "\x1b" not in _told(write(tmp_path / "x.json", odd))


def test_long_lists_are_cut_in_text_and_whole_in_json(tmp_path: Path) -> None:
    file = write(tmp_path / "x.json", save(*(thing(f"t{at}", Name=f"K{at}") for at in range(20))))
    assert "and 8 kinds more" in _told(file)
    whole: dict[str, Any] = json.loads(_told(file, "--json"))
    assert len(whole["kinds"]) == 20


@pytest.mark.parametrize(
    ("name", "on_table", "inside"), [("agricola", 180, 475), ("coinche", 1, 32)]
)
def test_real_saves_are_summed_up(shared: Path, name: str, on_table: int, inside: int) -> None:
    found = inspect(read_save(shared / f"corpus/tts/{name}.json"))
    assert (found.on_table, found.inside) == (on_table, inside)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hex-n-counters-template.vmod", ("VASSAL module", "3.7.9", "4 Map Window", "images")),
        ("ragnarok-buildFile.xml", ("VASSAL module",)),
        ("hex-n-counters-engine.vlog", ("VASSAL log", "139", "24 pieces", "left out")),
        ("arnhem-setup.vsav", ("VASSAL save", "Westwall Quad", "198 pieces")),
    ],
)
def test_files_of_vassal_are_told_in_short(shared: Path, name: str, words: tuple[str, ...]) -> None:
    told = _told(shared / "corpus/vassal" / name)
    assert all(word in told for word in words)
    assert "oracle-pw" not in told
    assert json.loads(_told(shared / "corpus/vassal" / name, "--json"))["kind"] in words
