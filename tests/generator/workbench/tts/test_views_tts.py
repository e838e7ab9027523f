"""What nobody may know yet of a recorded game is in no line that is told of its save."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import broadside
from tests.generator.workbench.tts.tables import HEADER, LOADED, PLAYED, save, thing, write

Table = dict[str, Any]


def _zone(kind: str, x: float, z: float, turn: float = 0.0) -> Table:
    zone = thing(kind, x, z, turn=turn, Name=kind, FogColor="Red")
    zone["Transform"] |= {"scaleX": 10.0, "scaleZ": 4.0}
    return zone


def _played() -> Table:
    """A table with a secret of every kind."""
    return save(
        thing("Ajax", 1.0, Memo="piece/ajax"),
        thing("Secret face", 2.0, over=180.0, Memo="piece/secret-face", GMNotes="secret-n"),
        thing("Cup", 3.0, Name="Bag", ContainedObjects=[thing("Secret held")]),
        thing("Pile", 4.0, Name="Deck", DeckIDs=[100, 101], CustomDeck={"1": {"FaceURL": "x"}},
              ContainedObjects=[thing("Secret card", CardID=100), thing("b", CardID=101)]),
        _zone("FogOfWarTrigger", 0.0, -20.0),
        thing("Secret plot", 4.0, -19.0, CustomImage={"ImageURL": "file:///secret.png"}),
        _zone("HandTrigger", 30.0, 0.0, turn=90.0),
        thing("Secret hand", 31.0, 4.0, Name="Card", CardID=3),
        thing("Seen", 34.0, 1.0, GMNotes="Secret note", LuaScriptState="Secret state"),
        LuaScriptState=PLAYED.replace("piece/x", "Secret entry"),
        TabStates={"0": {"title": "Red", "body": "Secret tab", "color": "Red"},
                   "1": {"title": "All", "body": "For all", "color": "Grey"}},
    )  # fmt: skip


def _output(tmp_path: Path, *lines: str) -> str:
    """What commands print about the saves x.json and y.json in a folder."""
    told = []
    for line in lines:
        words = [str(tmp_path / word) if word.endswith(".json") else word for word in line.split()]
        told.append(CliRunner().invoke(broadside.main, words).output)
    return "\n".join(told).replace(str(tmp_path), "")


COMMANDS = (
    "inspect x.json",
    "inspect x.json --json",
    "diff y.json x.json",
    "diff x.json y.json --json",
    "diff --text x.json",
)


def test_no_secret_is_told_and_all_are_revealed(tmp_path: Path) -> None:
    write(tmp_path / "x.json", _played())
    write(tmp_path / "y.json", save(LuaScriptState=HEADER + LOADED))
    public = _output(tmp_path, *COMMANDS)
    assert "ecret" not in public
    assert all(word in public for word in ("Ajax", "Seen", "For all", "2 entries", "Chase"))
    whole = _output(tmp_path, *(f"{line} --reveal" for line in COMMANDS))
    for word in ("face", "held", "card", "plot", "hand", "note", "state", "entry", "tab"):
        assert f"Secret {word}" in whole


def _held(table: Table) -> list[Any]:
    held = table["ObjectStates"][3]["ContainedObjects"]
    assert isinstance(held, list)
    return held


def _swap(table: Table) -> None:
    held = _held(table)
    held.reverse()
    table["ObjectStates"][3]["DeckIDs"].reverse()


def _rename(at: int) -> Callable[[Table], None]:
    def change(table: Table) -> None:
        table["ObjectStates"][at] |= {"Nickname": "Other", "GUID": "other", "Memo": "piece/other"}

    return change


def _move_hidden(table: Table) -> None:
    table["ObjectStates"][5]["Transform"] |= {"posX": -4.0, "rotZ": 180.0}


def _sort_backs(table: Table) -> None:
    things = table["ObjectStates"]
    things.append(things.pop(1))


def _write_another_entry(table: Table) -> None:
    table["LuaScriptState"] = table["LuaScriptState"].replace("Secret entry", "piece/a-longer-one")


def _note(table: Table) -> None:
    table["ObjectStates"][8] |= {"GMNotes": "other", "LuaScriptState": "other and longer"}
    table["TabStates"]["0"]["body"] = "other"


def _take_hidden_away(table: Table) -> None:
    del table["ObjectStates"][5]
    table["TabStates"]["0"]["body"] = ""


@pytest.mark.parametrize(
    "change",
    [
        _swap, _rename(1), _rename(5), _rename(7), _move_hidden, _sort_backs,
        _write_another_entry, _note, _take_hidden_away,
    ],
)  # fmt: skip
def test_a_change_of_secrets_alone_changes_nothing_that_is_told(
    tmp_path: Path, change: Callable[[Table], None]
) -> None:
    write(tmp_path / "y.json", save(LuaScriptState=HEADER + LOADED))
    told = []
    for changed in (False, True):
        table = copy.deepcopy(_played())
        if changed:
            change(table)
        write(tmp_path / "x.json", table)
        told.append(_output(tmp_path, *COMMANDS))
    assert told[0] == told[1]


def test_a_change_that_all_can_see_is_told(tmp_path: Path) -> None:
    table = _played()
    table["ObjectStates"][1]["Transform"]["posX"] = 8.0
    write(tmp_path / "x.json", _played())
    write(tmp_path / "y.json", table)
    told = json.loads(_output(tmp_path, "diff x.json y.json --json"))
    assert [row["how"] for row in told["objects"]] == [["removed"], ["added"]]


def test_a_save_that_nobody_played_yet_hides_nothing(tmp_path: Path) -> None:
    write(tmp_path / "x.json", _played() | {"LuaScriptState": HEADER + LOADED})
    write(tmp_path / "y.json", save())
    assert "Secret held" in _output(tmp_path, "diff --text x.json")
    assert "Secret face" in _output(tmp_path, "diff x.json y.json")
