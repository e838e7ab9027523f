"""What the recorder in a save writes down, played by the fake of the game."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lupa.lua52 import LuaRuntime

from generator.tabletop_simulator.recorder import (
    Declaration,
    Recording,
    code,
    code_digest,
    code_of,
    header_line,
    interface,
    script,
)
from tests.recorded_table import HEADER, RECORDING, chain_holds, lines_of, small_world, told
from validator.playing.tabletop.world import Options, World
from validator.reading.tabletop.log import read_log

SOURCE = code()


def part(until: str, gives: str) -> Any:
    """A function of the recorder by itself: its source up to a section, and the function."""
    lua = LuaRuntime(encoding=None)
    return lua.execute(f"{SOURCE[: SOURCE.index(f'-- {until} -')]}\nreturn {gives}".encode())


# --- the file and its data ----------------------------------------------------------------


def test_the_file_is_ascii_and_what_the_game_calls_is_all_it_leaves_behind() -> None:
    lua = LuaRuntime()
    before = set(lua.globals())
    lua.execute(SOURCE)
    left = {str(name) for name in set(lua.globals()) - before}
    assert all(name.startswith(("on", "try", "broadside_")) for name in left)
    assert {"onLoad", "onSave", "onChat", "onObjectDrop", "broadside_press"} <= left


@pytest.mark.skipif(shutil.which("luacheck") is None, reason="no luacheck here")
def test_luacheck_finds_nothing(tmp_path: Path) -> None:
    (tmp_path / "recorder.lua").write_text(SOURCE, "ascii")
    globals_ = ["printToAll", "printToColor", "Player", "getObjects", "getObjectFromGUID", "Wait"]
    handlers = re.findall(r"^function (\w+)\(", SOURCE, re.MULTILINE)
    known = ["--read-globals", *globals_, "UI", "JSON", "--globals", "string.unicode", *handlers]
    done = subprocess.run(
        ["luacheck", "--std", "lua52", "--no-color", str(tmp_path / "recorder.lua"), *known,
         "--max-line-length", "100"],
        capture_output=True, check=False, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_the_code_of_any_script_is_the_recorders_own_file() -> None:
    assert code_of(script(RECORDING)) == SOURCE
    assert code_of(script(RECORDING).replace("\n", "\r\n")) == SOURCE
    assert code_digest() == hashlib.sha256(SOURCE.encode()).hexdigest()
    assert code_of(script(RECORDING).replace("log.going", "log.Going")) != SOURCE


@pytest.mark.parametrize(
    "more",
    [
        "\nprint('more')",
        " print('more')",
        ", a = print('more')",
        ", print'more'",
        '\n;print"more"',
        ", a = (1)",
        ", function() end",
        ", a = -x",
        " -- a remark",
        ", a = {os.time{}}",
        "\nx = 1 y()",
        "}\nlocal x = {",
        "}\npcall = {",
        "} {",
    ],
)
def test_nothing_hides_among_the_data(more: str) -> None:
    text = script(RECORDING)
    hidden = text.replace("\n}\n-- code", f"{more}\n}}\n-- code", 1)
    behind = text.replace("\n}\n-- code", f"\n}}{more}\n-- code", 1)
    assert text != hidden and text != behind
    assert code_of(hidden) != SOURCE
    assert code_of(behind) != SOURCE


@pytest.mark.parametrize(
    "word", ['a "b"', "back\\slash", "two\nlines", "end", "]]", "ä €", "\x00", "-- data", "-- code"]
)
def test_any_word_can_stand_in_the_data(word: str) -> None:
    recording = Recording(
        header=HEADER, seats={word: word}, actions=(Declaration("a", word, word, says=word),)
    )
    lua = LuaRuntime()
    game = lua.execute(
        script(recording).replace("\n-- code", "\nreturn GAME\n-- code", 1).split("\n-- code")[0]
    )
    assert game["seats"][word] == word
    assert game["actions"][1]["keyword"] == word


def test_the_same_game_gives_the_same_bytes() -> None:
    assert script(RECORDING) == script(replace(RECORDING))
    assert interface(RECORDING) == interface(replace(RECORDING))


# --- hashes and spelling ------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 128, 1000])
def test_hashes_are_those_of_hashlib(length: int) -> None:
    text = bytes(32 + at * 7 % 95 for at in range(length))
    assert (
        part("Text and numbers as the log has them", "sha256")(text)
        == hashlib.sha256(text).hexdigest().encode()
    )


@settings(max_examples=60, deadline=None)
@given(
    st.text(st.characters(), max_size=60)
    | st.text(st.sampled_from('"\\\n\r\t\x00\x7f~ é€🚢\ud83d\ude00'), max_size=9)
)
def test_text_is_ascii_json_of_the_same_text(text: str) -> None:
    spelled = _spelled()
    written = spelled(text.encode("utf-8", "surrogatepass"), 4000).decode("ascii")
    assert json.loads(written).encode("utf-16", "surrogatepass") == text.encode(
        "utf-16", "surrogatepass"
    )


_KEPT: list[Any] = []


def _spelled() -> Any:
    if not _KEPT:
        _KEPT.append(part("The log", "spelled"))
    return _KEPT[0]


@pytest.mark.parametrize(
    "broken", [b"\xff", b"a\xc3", b"\xe2\x82", b"\xf0\x9f", b"\xc0\x80", b"\xf5\x80\x80\x80"]
)
def test_what_is_no_text_is_told_by_question_marks(broken: bytes) -> None:
    written = _spelled()(broken, 80).decode("ascii")
    assert "?" in json.loads(written)


def test_a_name_of_100_kilobytes_is_cut() -> None:
    world = small_world(Red="\U0001f6a2" * 50_000)
    world.say("Red", "x" * 100_000)
    entry = told(world, "chat")[0]
    assert entry["w"] == "\U0001f6a2" * 90
    assert len(entry["x"]) == 3000
    assert chain_holds(world.state())


def test_numbers_are_whole_and_within_reason() -> None:
    digits = part("The log", "digits")
    for number, written in [
        (1.5, b"2"),
        (-0.2, b"0"),
        (float("nan"), b"0"),
        (1e300, b"1000000000000"),
    ]:
        assert digits(number) == written
    assert digits(float("-inf")) == b"-1000000000000"


# --- the log ------------------------------------------------------------------------------


def test_a_fresh_save_begins_with_its_header() -> None:
    world = small_world()
    lines = world.state().split("\n")
    assert lines[0] == header_line(HEADER)
    assert [entry["a"] for entry in told(world)] == ["load", "seat", "seat"]
    assert told(world)[0]["k"] == "fresh"
    assert chain_holds(world.state())


def test_every_entry_has_its_fields_in_their_order() -> None:
    world = small_world()
    world.pick_up("Red", "piece/ajax")
    world.drop("Red", "piece/ajax", 3, -1.5)
    world.wait()
    line = lines_of(world.state())[-1]
    assert list(json.loads(line)) == ["n", "t", "a", "c", "w", "p", "f", "o", "r", "d", "s", "h"]
    assert (
        '"a":"drop","c":"Red","w":"Anna","p":"piece/ajax","f":[0,1060,0],"o":[3000,1060,-1500],"r":180,"d":0,"s":1'
        in line
    )


def test_a_drop_is_told_once_the_piece_rests() -> None:
    world = small_world()
    world.pick_up("Red", "piece/ajax")
    world.drop("Red", "piece/ajax", 2, 0)
    world.wait()
    assert [entry["a"] for entry in told(world, "pick", "drop", "settle")] == ["pick", "drop"]
    assert told(world, "drop")[0]["o"] == [2000, 1160, 0]  # on the other piece


def test_a_save_in_mid_air_holds_the_drop() -> None:
    world = small_world()
    world.pick_up("Red", "piece/ajax")
    world.drop("Red", "piece/ajax", 2, 0)
    assert [entry["a"] for entry in told(world, "pick", "drop")] == ["pick", "drop"]


def test_what_is_said_while_a_piece_falls_comes_after_its_drop() -> None:
    world = small_world()
    world.pick_up("Red", "piece/ajax")
    world.drop("Red", "piece/ajax", 2, 0)
    world.say("Blue", "seen")
    assert [entry["a"] for entry in told(world)][-2:] == ["drop", "chat"]


def test_several_pieces_give_a_drop_each_in_the_order_they_were_let_go() -> None:
    world = small_world()
    for piece in ("piece/ajax", "piece/exeter"):
        world.pick_up("Red", piece)
    for piece in ("piece/exeter", "piece/ajax"):
        world.drop("Red", piece, 9, 9)
    world.wait()
    assert [entry["p"] for entry in told(world, "drop")] == ["piece/exeter", "piece/ajax"]


def test_a_flick_is_a_drop_without_a_pick() -> None:
    world = small_world()
    world.flick("Blue", "piece/ajax", 5, 5)
    world.wait()
    assert [(e["a"], e["c"], e["o"][0]) for e in told(world)[3:]] == [("drop", "Blue", 5000)]


def test_a_flip_and_a_turn() -> None:
    world = small_world()
    world.flip("Red", "piece/ajax")
    world.rotate("Blue", "piece/ajax", 60)
    assert [(e["a"], e["c"], e.get("d"), e.get("r")) for e in told(world, "flip", "rotate")] == [
        ("flip", "Red", 1, None), ("rotate", "Blue", None, 240),
    ]  # fmt: skip


def test_another_state_is_one_entry_with_who_chose_it() -> None:
    for first in (False, True):
        world = small_world(Options(destroy_before_spawn=first, late_guids=not first))
        world.set_state("Blue", "piece/supply", 2)
        world.wait()
        assert [entry["a"] for entry in told(world)][3:] == ["state"]
        entry = told(world, "state")[0]
        assert (entry["c"], entry["f"], entry["s"]) == ("Blue", 1, 2)


def test_a_state_that_a_script_chose_tells_what_it_was_before() -> None:
    world = small_world()
    world.set_state("Red", "piece/supply", 2)
    save = world.save()
    save["LuaScript"] += "\nfunction other() getObjectFromGUID(GUID).setState(1) end"
    supply = next(one for one in save["ObjectStates"] if one["Memo"] == "piece/supply")
    save["XmlUI"] += "<Button id='other' onClick='other'/>"
    save["LuaScript"] = save["LuaScript"].replace("GUID)", f"'{supply['GUID']}')")
    again = World(save, {"Red": "Anna"})
    again.wait(3)
    again.press("Red", "other")
    again.wait()
    assert [(e["f"], e["s"]) for e in told(again, "state")] == [(1, 2), (2, 1)]


def test_a_thing_flung_out_of_the_world_lies_no_farther_than_can_be_read() -> None:
    world = small_world()
    world.pick_up("Red", "piece/ajax")
    world.drop("Red", "piece/ajax", 1e30, float("nan"))
    world.wait()
    assert told(world, "drop")[0]["o"][::2] == [10**9, 0]
    assert not read_log(world.state(), "log").damages


@pytest.mark.parametrize("before", [True, False])
def test_a_piece_into_the_cup_and_out_of_it(before: bool) -> None:
    world = small_world(Options(enter_before_drop=before))
    world.pick_up("Red", "piece/ajax")
    world.drop("Red", "piece/ajax", -8, 0)
    world.wait()
    acts = [entry["a"] for entry in told(world)][3:]
    assert acts in (["pick", "enter"], ["pick", "drop", "enter"])
    assert told(world, "enter")[0]["c"] == "Red"
    guid = world.take("Blue", "deck/cup", "piece/ajax")
    world.drop("Blue", guid, 0, 0)
    world.wait()
    assert [entry["a"] for entry in told(world)][3 + len(acts) :] == ["leave", "pick", "drop"]
    assert told(world, "leave")[0]["i"] == "deck/cup"


@pytest.mark.parametrize("leaves", [True, False])
def test_a_deck_that_dissolves_is_told_by_what_leaves_it(leaves: bool) -> None:
    world = small_world(Options(remainder_leaves=leaves, late_guids=leaves))
    for at in range(4):
        guid = world.take("Red", "deck/cards")
        world.drop("Red", guid, 20.0 + 3 * at, 20)
        world.wait()
    assert sorted(e["p"] for e in told(world, "leave")) == [f"piece/card{n}" for n in range(5)]
    assert not told(world, "destroy", "spawn")


@pytest.mark.parametrize("late", [False, True])
def test_two_cards_become_a_deck_without_a_spawn(late: bool) -> None:
    world = small_world(Options(late_guids=late))
    world.pick_up("Red", "piece/card5")
    world.drop("Red", "piece/card5", -18, -14)
    world.wait()
    entered = told(world, "enter")
    assert [entry["p"] for entry in entered] == ["piece/card6", "piece/card5"]
    assert len({entry["i"] for entry in entered}) == 1 and entered[0]["i"].startswith("~")
    assert not told(world, "spawn", "destroy")


def test_cards_dealt_by_a_number_have_who_typed_it_and_where_they_came_to_lie() -> None:
    world = small_world()
    world.type_number("Blue", "deck/cards", 2, 30, 30)
    world.wait()
    assert [entry["c"] for entry in told(world, "leave")] == ["Blue", "Blue"]
    assert [entry["o"][0] for entry in told(world, "settle")] == [30000, 30000]


def test_shuffles_searches_and_peeks() -> None:
    world = small_world()
    world.shuffle("Red", "deck/cards")
    world.search("Blue", "deck/cup")
    world.peek("Blue", "piece/spy")
    entries = told(world, "shuffle", "search", "peek")
    assert [(e["a"], e["c"], e.get("s")) for e in entries[-3:]] == [
        ("search", "Blue", "start"), ("search", "Blue", "end"), ("peek", "Blue", None),
    ]  # fmt: skip
    assert entries[0]["i"] == "deck/cards"


def test_dice_are_told_when_they_rest_and_shaking_is_one_roll() -> None:
    world = small_world(Options(randomize_repeats=True))
    world.cast([3, 4])
    world.roll("Red", ["die/6/1", "die/6/2"])
    assert not told(world, "roll")
    world.wait()
    assert told(world, "roll")[0]["d"] == [["die/6/1", 3], ["die/6/2", 4]]
    assert len(told(world, "roll")) == 1


def test_two_players_throw_at_the_same_time() -> None:
    world = small_world()
    world.cast([3, 4])
    world.roll("Red", ["die/6/1"])
    world.roll("Blue", ["die/6/2"])
    world.wait()
    assert [(e["c"], e["d"]) for e in told(world, "roll")] == [
        ("Red", [["die/6/1", 3]]), ("Blue", [["die/6/2", 4]]),
    ]  # fmt: skip


def test_a_die_flung_out_of_the_hand_is_a_roll_if_it_shows_another_face() -> None:
    world = small_world()
    world.cast([5])
    world.fling("Red", "die/6/1", 25, 3)
    world.wait()
    assert told(world, "roll")[0]["d"] == [["die/6/1", 5]]
    world.pick_up("Red", "die/6/1")
    world.drop("Red", "die/6/1", 26, 3)
    world.wait()
    assert len(told(world, "roll")) == 1  # laid down as it was


def test_copies_pastes_deletions_and_what_they_make() -> None:
    world = small_world()
    world.copy("Red", ["piece/ajax"])
    copies = world.paste("Red", 11, 11)
    world.wait()
    world.delete("Blue", copies)
    world.wait()
    acts = ["copy", "paste", "spawn", "delete", "destroy"]
    found = told(world, *acts)
    assert [entry["a"] for entry in found] == acts
    assert (found[2]["p"], found[2]["q"]) == ("piece/ajax", "Custom_Tile")
    assert found[4]["c"] == "Blue"


def test_what_just_came_or_went_stands_in_a_save_of_that_moment() -> None:
    world = small_world()
    world.copy("Red", ["piece/ajax"])
    copies = world.paste("Red", 11, 11)
    assert [entry["a"] for entry in told(world)][-1] == "spawn"
    world.wait()
    world.delete("Blue", copies)
    assert [entry["a"] for entry in told(world)][-1] == "destroy"
    world.wait()
    assert len(told(world, "spawn", "destroy")) == 2


def test_a_push_nobody_made_is_told_at_the_next_save() -> None:
    world = small_world()
    world.push("piece/exeter", 2.2, 0)
    assert not told(world, "settle")  # no more than things settle by themselves
    world.push("piece/exeter", 7, 7)
    entry = told(world, "settle")[0]
    assert (entry["p"], entry["o"], entry["c"]) == ("piece/exeter", [7000, 1060, 7000], "")


def test_hands_and_zones_where_a_piece_ends() -> None:
    world = small_world()
    for x, z in ((15, -15), (0, 0), (-15, 15), (0, -25), (0, 0)):
        world.pick_up("Red", "piece/ajax")
        world.move("piece/ajax", 15, -15)  # across the port each time
        world.move("piece/ajax", x, z)
        world.drop("Red", "piece/ajax", x, z)
        world.wait()
    assert [(e["a"], e["s"], e["i"]) for e in told(world, "hand", "zone")] == [
        ("zone", "in", "zone/sea/port"), ("zone", "out", "zone/sea/port"),
        ("zone", "in", "hidden/log"), ("zone", "out", "hidden/log"),
        ("hand", "in", "hand/German"), ("hand", "out", "hand/German"),
    ]  # fmt: skip
    assert {entry["o"][1] for entry in told(world, "drop")} == {1060}  # each at rest


def test_seats_turns_and_heads() -> None:
    world = small_world()
    world.connect("Green", "Cleo")
    world.change_colour("Green", "White")
    world.disconnect("White")
    world.take_turn("Blue")
    assert [(e["s"], e["c"], e["w"]) for e in told(world, "seat")][2:] == [
        ("connect", "Green", "Cleo"), ("colour", "White", "Cleo"), ("disconnect", "White", "Cleo"),
        ("colour", "Grey", ""),
    ]  # fmt: skip
    turn, head = told(world, "turn", "head")
    assert (turn["c"], turn["w"], turn["f"]) == ("Blue", "Bert", "Red")
    assert head["x"] == turn["h"]
    assert ("all", f"Broadside: entry {turn['n']}, head {turn['h']}") in world.messages


def test_nobodys_steam_id_is_asked_for() -> None:
    world = small_world()
    world.connect("Green", "Cleo")
    world.say("Green", "hello")
    assert world.steam_ids_read == 0
    assert "steam_id" not in SOURCE
