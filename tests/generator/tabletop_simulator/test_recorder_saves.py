"""The recorder's log through saves and rewinds, damaged states, and its own faults."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.tabletop_simulator.recorder import Recording, Settings, Turns
from tests.recorded_table import HEADER, RECORDING, chain_holds, small_save, small_world, tile, told
from validator.playing.tabletop.world import ScriptError, World

# --- saves and rewinds --------------------------------------------------------------------


def test_a_save_goes_on_where_it_was_left() -> None:
    world = small_world()
    world.press("Red", "score/up")
    world.press("Red", "step/next")
    world.wait()
    again = World(world.save(), {"Red": "Anna"})
    again.wait(3)
    again.press("Red", "score/up")
    entries = told(again)
    assert [e["k"] for e in entries if e["a"] == "load"] == ["fresh", "load"]
    assert [e["s"] for e in entries if e["a"] == "load"] == [1, 2]
    assert [(e["f"], e["v"]) for e in entries if e["a"] == "property"] == [(0, 1), (1, 2)]
    assert again.recorded()["turn"] == [1, 1]
    assert chain_holds(again.state())


def test_a_rewind_loses_what_came_after_and_says_it_was_loaded() -> None:
    world = small_world()
    kept = world.save()
    world.say("Red", "soon forgotten")
    world.load(kept)
    world.say("Red", "instead")
    assert [entry["x"] for entry in told(world, "chat")] == ["instead"]
    assert [entry["s"] for entry in told(world, "load")] == [1, 2]
    assert chain_holds(world.state())


def test_saving_again_and_again_changes_nothing() -> None:
    world = small_world()
    world.say("Red", "hello")
    assert world.state() == world.state()


_PLAYED: list[str] = []


def played() -> str:
    """The state of a game with a few entries."""
    if not _PLAYED:
        world = small_world()
        for words in ("one", "two", "three"):
            world.say("Red", words)
        _PLAYED.append(world.state())
    return _PLAYED[0]


def loaded(state: str) -> World:
    """The small table with that script state."""
    return World(small_save() | {"LuaScriptState": state}, {"Red": "Anna"})


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: "",
        lambda text: "null",
        lambda text: '{"another": "script"}',
        lambda text: text[: len(text) // 2],
        lambda text: text[:-1],
        lambda text: text.rpartition("\n")[0],
        lambda text: text.replace('"game":"small"', '"game":"other"'),
        lambda text: text.replace('"head":"', '"head":"0'),
        lambda text: text.replace('"head":"', '"head":"0', 1)[:-1],
        lambda text: text.rpartition("\n")[0] + '\n{"head":5,"n":"x"}',
        lambda text: text.rpartition("\n")[0] + '\n{"head":"' + "0" * 64 + '","n":6}',
        lambda text: text.rpartition("\n")[0] + "\n[]",
        lambda text: text.replace("three", "four") + "\n",
        lambda text: "\n" * 5000,
        lambda text: text[::-1],
        lambda text: text.replace("\n", "\r\n"),
    ],
)
def test_a_damaged_state_begins_a_new_chain_and_says_so(harm: Any) -> None:
    world = loaded(harm(played()))
    entries = told(world)
    assert (entries[0]["n"], entries[0]["a"], entries[0]["k"]) == (1, "load", "new")
    assert any("damaged" in words for to, words in world.messages if to == "all")
    assert chain_holds(world.state())


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_no_garbled_state_stops_the_game(data: st.DataObject) -> None:
    text = played()
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 40))
    put = data.draw(st.text(st.characters(codec="utf-8"), max_size=6))
    world = loaded(text[:at] + put + text[at + length :])
    world.say("Red", "still here")
    assert told_of_last(world)["x"] == "still here"


def told_of_last(world: World) -> Any:
    """The last entry; those before it may be garbled."""
    return json.loads(world.state().split("\n")[-2])


def test_odd_values_in_the_last_line_are_left() -> None:
    body, _, last = played().rpartition("\n")
    told_ = json.loads(last) | {
        "turn": ["a", {}],
        "properties": {"Points": "x", "Rolls": 1e99},
        "counted": 3,
        "session": -1,
    }
    world = loaded(f"{body}\n{json.dumps(told_)}")
    assert world.recorded()["properties"] == {"Points": 0, "Rolls": 0}
    assert world.recorded()["turn"] == [1, 0]
    assert told(world, "load")[-1]["k"] == "load"


def test_a_full_log_ends_and_says_so() -> None:
    recording = replace(RECORDING, settings=Settings(state_limit=2500))
    world = small_world(recording=recording)
    for at in range(60):
        world.say("Red", f"line {at}")
    assert len(world.state()) < 3200
    assert [words for _, words in world.messages if "full" in words] == [
        "Broadside: the log is nearly full.",
        "Broadside: the log is full and ends here. Save the game and begin a new one.",
    ]
    assert chain_holds(world.state())


# --- faults -------------------------------------------------------------------------------


def test_a_fault_of_the_recorder_is_told_once_and_stops_no_game() -> None:
    broken = small_save()
    broken["LuaScript"] = broken["LuaScript"].replace(
        'write("peek", who(colour)', 'write("peek", nil_function(colour)'
    )
    world = World(broken, {"Red": "Anna"})
    for _ in range(3):
        with pytest.raises(ScriptError, match="there is no global nil_function"):
            world.peek("Red", "piece/ajax")
    assert len([words for _, words in world.messages if "trouble in onObjectPeek" in words]) == 1
    world.say("Red", "the game goes on")
    assert told(world, "chat")


def test_a_fault_before_a_save_loses_no_line() -> None:
    broken = small_save()
    broken["LuaScript"] = broken["LuaScript"].replace(
        "local function catch_up()", "local function catch_up() nil_function()"
    )
    world = World(broken, {"Red": "Anna"})
    world.say("Red", "kept")
    with pytest.raises(ScriptError):
        world.state()
    world = World(broken, {"Red": "Anna"}, strict=False)
    world.say("Red", "kept")
    assert chain_holds(world.state()) and "kept" in world.state()


def test_a_game_without_anything_is_recorded_too() -> None:
    save = small_save(Recording(header=HEADER, turns=Turns()), [tile("piece/only")])
    world = World(save, {"White": "Anna"})
    world.wait(3)
    world.press("White", "step/next")
    world.pick_up("White", "piece/only")
    world.drop("White", "piece/only", 1, 1)
    world.wait()
    assert [entry["a"] for entry in told(world)][2:] == ["step", "head", "pick", "drop"]
