"""The log of any module, told by what happened to its pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal import saves, trees
from generator.vassal.commands import AddPiece, Chat, Command, MovePiece, Player, SetTurn
from generator.vassal.saves import Save
from validator.narrating import narrate


def moved(ident: str, to: int, back: int, who: str = "hush-hush") -> MovePiece:
    return MovePiece(ident, "Main", to, 1, None, "Main", back, 1, None, who)


def story(folder: Path, *steps: list[Command]) -> list[str]:
    file = folder / "game.vlog"
    text = saves.compose(
        [
            AddPiece("7", "piece;;;a.png;Ship*", "Main;0;1;1;0"),
            AddPiece("8", "piece;;;a.png;Boat", "Main;0;1;1;0"),
        ],
        [Player("hush-hush", "Ann", "Red"), Player("psst", "Bob", "Blue")],
        [trees.step(*step) for step in steps],
    )
    saves.write(file, Save(text))
    lines = list(narrate([file]).markdown())
    assert "hush-hush" not in "".join(lines)
    return [line for line in lines[1:] if line]


LEAD = "At the table: Ann (Red), Bob (Blue). Told as everybody may know it."


def test_who_moved_what_where(tmp_path: Path) -> None:
    assert story(tmp_path, [moved("7", 5, 0), moved("8", 5, 0)], [moved("8", 9, 5)]) == [
        LEAD,
        "Ann moves Ship\\* from 0,1 to 5,1 and Boat from 0,1 to 9,1.",
    ]


def test_a_paragraph_for_each_player_and_a_chapter_for_each_turn(tmp_path: Path) -> None:
    turn: list[Command] = [
        Chat("* Turn updated from Turn 1 to Turn 2"),
        SetTurn("TurnTracker0", "1"),
    ]
    assert story(
        tmp_path, [moved("7", 5, 0)], [moved("8", 5, 0, "psst")], turn, [moved("7", 9, 5)]
    ) == [
        LEAD,
        "Ann moves Ship\\* from 0,1 to 5,1.",
        "Bob moves Boat from 0,1 to 5,1.",
        "## Turn 2",
        "Ann moves Ship\\* from 5,1 to 9,1.",
    ]


def test_what_went_back_again_was_no_move(tmp_path: Path) -> None:
    assert story(tmp_path, [moved("7", 5, 0)], [moved("7", 0, 5)]) == [LEAD]


def test_talk_is_quoted(tmp_path: Path) -> None:
    assert story(tmp_path, [Chat("<Ann> - well, [so] it goes")]) == [
        LEAD,
        "Ann says: “well, \\[so\\] it goes”.",
    ]


@pytest.mark.parametrize("text", ["1. Ann", "# Ann", "*Ann*", "<b>Ann</b>"])
def test_nothing_in_a_log_is_taken_for_a_mark(tmp_path: Path, text: str) -> None:
    line = story(tmp_path, [Chat(f"* {text}")])[-1]
    assert not line.startswith(("1. ", "#", "*", "<"))


def test_a_file_without_steps_has_no_chapters(tmp_path: Path) -> None:
    assert story(tmp_path) == [LEAD]


def test_a_player_without_a_name_is_called_by_side_and_mark(tmp_path: Path) -> None:
    file = tmp_path / "game.vlog"
    saves.write(file, Save(saves.compose([], [Player("hush-hush", "", "Red")], [])))
    assert "At the table: Red P1." in " ".join(narrate([file]).text())


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    file = tmp_path / "game.vlog"
    pieces = [
        AddPiece("7", "piece;;;a.png;Ship", "Main;0;1;1;0"),
        AddPiece("8", "piece;;;a.png;Spy", "Safe;0;1;1;0"),
    ]
    saves.write(file, Save(saves.compose(pieces, [], [trees.step(moved("7", 5, 0))])))
    report = narrate([file])
    assert "Spy" not in "".join(report.text())
    assert "What lies on Safe is left out" in report.lead


REFERENCE = {
    "10-layer-up-down": "The Damage of Bismarck (light damage) goes from 1 to 2",
    "11-label": "Bismarck (Köln; a/b\\c \"q\" 'p') is labelled “Köln; a/b\\c \"q\" 'p'”.",
    "13-dynamic-property": "U-47 in F6: Use fuel (German).",
    "21-draw-to-hand": "three Event card from Event Deck to where nobody sees it (German Hand).",
    "36-secret-note": "The secret note Order 1 is written and the secret note Order 1 reads: “Sail",
    "35-notes": "The scenario note reads: “Weather is fine”",
}


@pytest.mark.parametrize("log", REFERENCE)
def test_what_vassal_writes_is_told_in_sentences(log: str, shared: Path) -> None:
    folder = shared / "vassal" / "reference"
    report = narrate([folder / "logs" / f"{log}.vlog"], module=folder / "reference.vmod")
    told = " ".join(part for chapter in report.chapters for part in chapter.paragraphs)
    assert REFERENCE[log] in told


@pytest.mark.parametrize("log", ["random-seed-1", "17-hide-move-show-by-owner"])
def test_no_story_has_an_arrow_or_a_place_without_a_name(log: str, shared: Path) -> None:
    folder = shared / "vassal" / "reference"
    report = narrate([folder / "logs" / f"{log}.vlog"], module=folder / "reference.vmod")
    told = " ".join(part for chapter in report.chapters for part in chapter.paragraphs)
    assert told and not any(one in told for one in ("->", "offboard", " ? "))
