"""``broadside log export``: the same events as a table and as JSON."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from generator.vassal import saves, trees
from generator.vassal.commands import AddPiece, ChangeProperty, Chat, MovePiece, Player, SetTurn
from generator.vassal.saves import Save
from validator.reporting import exporting
from validator.reporting.exporting import ExportError, form_of


def moved(ident: str, to: int, back: int) -> MovePiece:
    return MovePiece(ident, "Main", to, 1, None, "Main", back, 1, None, "hush-hush")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "game.vlog"
    text = saves.compose(
        [
            AddPiece("7", "piece;;;a.png;=Ship*", "Main;0;1;1;0"),
            AddPiece("8", "piece;;;a.png;Boat", "Main;0;1;1;0"),
        ],
        [Player("hush-hush", "Ann", "Red")],
        [
            trees.step(moved("7", 5, 0), moved("8", 5, 0)),
            trees.step(Chat("* Turn updated from Turn 1 to Turn 2"), SetTurn("TurnTracker0", "1")),
            trees.step(ChangeProperty("Points", "1", "-2", "Module")),
            trees.step(Chat("<Ann> - well, hush-hush")),
        ],
    )
    saves.write(file, Save(text))
    return file


def written(log: Path, name: str) -> str:
    out = log.with_name(name)
    exporting.export(exporting.views_of([log]), out, form_of(out, None))
    text = out.read_text("utf-8")
    assert "hush-hush" not in text
    return text


def test_a_table_with_a_row_an_event(log: Path) -> None:
    rows = list(csv.DictReader(written(log, "game.csv").splitlines()))
    assert [(row["step"], row["kind"]) for row in rows] == [
        ("1", "move"),
        ("1", "move"),
        ("2", "turn"),
        ("3", "property"),
        ("4", "say"),
    ]
    assert rows[0]["name"] == "'=Ship*", "a log must not bring formulas into a spreadsheet"
    assert rows[3]["new"] == "-2"


def test_json_has_the_table_at_both_ends(log: Path) -> None:
    told = json.loads(written(log, "game.json"))
    assert [value["kind"] for value in told["events"]] == [
        "move",
        "move",
        "turn",
        "property",
        "say",
    ]
    before = {row["name"]: row["x"] for row in told["start"]["pieces"]}
    after = {row["name"]: row["x"] for row in told["end"]["pieces"]}
    assert (before["Boat"], after["Boat"]) == (0, 5)
    assert told["view"] == "public"


def test_an_unknown_ending_names_the_known(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"did you mean '\.json'"):
        form_of(tmp_path / "a.jsn", None)
