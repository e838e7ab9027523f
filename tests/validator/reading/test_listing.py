"""What ``broadside log`` prints: lines, and one JSON value each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.errors import BroadsideError
from generator.vassal import archive
from generator.vassal.commands import AddPiece
from tests.validator.audit.planting import Planted
from validator.reading import events as ev
from validator.reading import listing
from validator.reading.views import ViewError

PLAIN_WORDS = {
    *("place", "move", "flip", "mask", "hide", "draw", "shuffle", "roll", "say"),
    *("property", "turn", "undo", "join"),
}


def test_the_table_is_vassals_own_in_every_field(shared: Path) -> None:
    reference = shared / "vassal/reference"
    for log in sorted((reference / "logs").glob("*.vlog")):
        told = json.loads((reference / f"tables/{log.stem}.json").read_text())
        state = listing.table_of(log, module=reference / "reference.vmod", reveal=True)
        assert state["step"] == told["steps"]
        ours = {row["id"]: row for row in state["pieces"]}
        holders = {row["id"]: row for row in told["pieces"] if "contents" in row}
        for row in told["pieces"]:
            if row["id"] not in ours:  # a stack VASSAL made anew, named for the hour
                assert row.get("contents") == []
                continue
            mine = ours[row["id"]]
            assert all(mine[key] == row[key] for key in ("map", "x", "y"))
            if "contents" in row:
                assert mine["contents"] == row["contents"]
                continue
            assert (mine["location"], mine["zone"]) == (row["location"], row["zone"])
            held = holders.get(row.get("parent"), {}).get("contents")
            assert (ours[mine["in"]]["contents"] if mine["in"] else None) == held
        assert state["properties"].items() <= told["properties"].items()
        assert len(state["properties"]) == 3


def test_the_table_of_an_earlier_step_is_the_earlier_one(shared: Path) -> None:
    log = shared / "vassal/reference/logs/44-undo-twice-and-redo-by-hand.vlog"
    module = shared / "vassal/reference/reference.vmod"
    where = []
    for step in range(6):
        rows = listing.table_of(log, at=step, module=module)["pieces"]
        where.append(next(row["location"] for row in rows if row["name"].startswith("U-47")))
    assert where == ["F6", "G5", "G5", "G5", "F6", "G5"]
    with pytest.raises(ViewError, match="no step 6"):
        listing.table_of(log, at=6)


def test_every_event_has_its_step_kind_and_player_and_says_a_plain_word(shared: Path) -> None:
    kinds = set()
    for log in sorted((shared / "vassal/reference/logs").glob("*.vlog")):
        for value in listing.events_of(log, reveal=True):
            json.dumps(value)
            assert {"step", "kind", "player"} <= set(value)
            kinds.add(value["kind"])
    assert all(any(word in kind for kind in kinds) for word in PLAIN_WORDS)


def rows(shared: Path, log: str, **how: Any) -> list[dict[str, Any]]:
    reference = shared / "vassal/reference"
    file = reference / f"logs/{log}.vlog"
    return list(listing.events_of(file, module=reference / "reference.vmod", **how))


def test_a_move_as_json(shared: Path) -> None:
    (row,) = rows(shared, "02-move-hex-to-hex")
    assert row == {
        "step": 1,
        "kind": "move",
        "player": "German Player P1",
        "side": "German",
        "piece": "1795210401475",
        "name": "U-47",
        "from": "F6",
        "to": "G5",
        "map": "Main Map",
        "x": 372,
        "y": 296,
        "text": "* U-47 moves F6 -> G5 *",
    }


@pytest.mark.parametrize(
    ("log", "lines"),
    [
        ("02-move-hex-to-hex", ["    1  U-47 moves F6 -> G5  [German Player P1]"]),
        (
            "44-undo-twice-and-redo-by-hand",
            [
                "    1  U-47 moves F6 -> G5  [German Player P1]",
                "    2  U-47 (reduced): layer Face 1 -> 2",
                "    3  takes back step 2: * UNDO: * U-47 (reduced) in G5: Flip (German)",
                "    4  takes back step 1: * UNDO: * U-47 moves F6 -> G5 *  [German Player P1]",
                "    5  U-47 moves F6 -> G5  [German Player P1]",
            ],
        ),
        (
            "18-hide-to-private-map",
            ["    1  * ? moves ? (Main Map) -> ? (German Plot) *"],
        ),
        ("28-dice", ["    1  Search die rolls 5  [German Player P1]"]),
        (
            "21-draw-to-hand",
            ["    1  Event card is drawn from Event Deck -> ? (German Hand)  [German Player P1]"],
        ),
        ("30-declaration-button", ["    1  German declares a SEARCH in turn 1"]),
        (
            "12-rotate",
            [
                "    1  U-47 is turned from facing 1 to facing 2",
                "    2  U-47 is turned from facing 2 to facing 1",
                "    3  U-47 is turned from facing 1 to facing 6",
            ],
        ),
    ],
)
def test_events_as_lines(shared: Path, log: str, lines: list[str]) -> None:
    found = [listing.event_line(row) for row in rows(shared, log)]
    assert found[: len(lines)] == lines


def test_a_card_is_named_once_it_lies_on_the_discards(shared: Path) -> None:
    told = [row["name"] for row in rows(shared, "26-discard-and-reshuffle")]
    assert told[:3] == ["Tanker met", "Event card", "Radio silence"]


def test_a_roll_is_told_with_what_was_added() -> None:
    text = "** Search = 4 -1 (Scout) = 3 ** <Ann>"
    value = {"step": 1, "kind": "roll", "player": None, "name": "Search", "result": "4"}
    assert listing.line_of({**value, "text": text}) == "Search rolls 4 -1 (Scout) = 3"
    assert listing.line_of({**value, "text": "** Search = 4 ** <Ann>"}) == "Search rolls 4"


@pytest.mark.parametrize(
    ("text", "who"),
    [("*** (IFT DR) 3,1 *** <Alice>", "Alice"), ("*** (IFT DR) 3,1 ***", None)],
)
def test_who_is_on_no_roster_is_named_by_the_report_of_the_roll(text: str, who: str | None) -> None:
    rolled = ev.Rolled(4, None, "IFT DR", (3, 1), "3,1", text, recorded=False)
    value = listing.event_value(rolled)
    assert value["player"] == who
    named = f"  [{who}]" if who else ""
    assert listing.event_line(value) == f"    4  IFT DR rolls 3,1{named}"


def test_every_event_has_a_line_of_its_own(shared: Path) -> None:
    for log in sorted((shared / "vassal/reference/logs").glob("*.vlog")):
        for value in listing.events_of(log, reveal=True):
            line = listing.event_line(value)
            assert "\n" not in line and len(line) > 7


def test_the_table_as_lines(shared: Path) -> None:
    reference = shared / "vassal/reference"
    view = listing.view_of(
        reference / "logs/14-mask-and-unmask-by-owner.vlog",
        module=reference / "reference.vmod",
    )
    lines = list(listing.table_lines(view.scene(2)))
    assert lines[:4] == [
        "after step 2",
        "player German Player (P1), German",
        "player British Player (P2), British",
        "Main Map:",
    ]
    assert "  E5                   German ship (masked)" in lines
    assert "  Event Deck           [Event Deck: 6 cards]" in lines
    assert "GermanVP = 0" in lines


def test_a_save_is_a_log_without_steps(shared: Path) -> None:
    save = shared / "corpus/vassal/ragnarok-start.vsav"
    assert list(listing.events_of(save)) == []
    assert listing.table_of(save)["step"] == 0
    assert len(listing.table_of(save, reveal=True)["pieces"]) > 50
    # Without the module nobody knows who may look at its other maps.
    seen = listing.table_of(save)["pieces"]
    assert {row["map"] for row in seen} == {"Main Map"} and len(seen) >= 20


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "an empty file, not a log"),
        (archive.pack({"savedGame": b""}), "empty"),
        (archive.pack({"savedGame": b"!VCSKqq"}), "hex digits"),
        (archive.pack({"../savedGame": b"x"}), "not a log or save of VASSAL"),
        (
            archive.pack(
                {
                    "savedGame": b"begin_save"
                    + b"".join(b"\\" * level + b"\x1bx" for level in range(5100))
                }
            ),
            "nested more than 5,000 deep",
        ),
    ],
)
def test_a_bad_file_is_one_line_that_names_it(tmp_path: Path, data: bytes, told: str) -> None:
    file = tmp_path / "bad.vlog"
    file.write_bytes(data)
    with pytest.raises(BroadsideError, match=told) as caught:
        list(listing.events_of(file))
    assert "bad.vlog" in str(caught.value) and "\n" not in str(caught.value)


def test_a_hundred_thousand_commands_beside_each_other_are_read(tmp_path: Path) -> None:
    text = b"begin_save" + b"\x1b+/7/piece;;;;A/Sea;1;1;1;0" * 50_000 + b"\x1bCHATx" * 50_000
    file = tmp_path / "wide.vsav"
    file.write_bytes(text)
    assert len(listing.table_of(file)["pieces"]) == 1


def test_what_a_stack_brings_to_its_place_is_a_move(shared: Path, tmp_path: Path) -> None:
    log = Planted(shared / "vassal/reference/logs/02-move-hex-to-hex.vlog")
    ship = log.piece("U-47")
    log.then(AddPiece("1700000000000", "stack", f"Main Map;483;296;{ship.id};@@1"))
    edited = log.write(tmp_path / "edited.vlog")
    *_, last = listing.events_of(edited, reveal=True)
    assert (last["kind"], last["name"], last["x"], last["y"]) == ("move", "U-47", 483, 296)


def test_a_piece_that_has_no_name_is_told_as_such() -> None:
    moved = {"kind": "move", "piece": "1", "name": "", "from": "A1", "to": "A2", "from_map": "Sea"}
    assert listing.line_of({**moved, "map": "Sea"}).startswith("a piece without a name moves A1")
