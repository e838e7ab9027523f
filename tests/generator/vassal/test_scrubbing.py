"""Cleaned copies of saves and logs: no password is left, and nothing else has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.vassal import commands, saves, scrubbing, trees
from generator.vassal.commands import (
    AddPiece,
    AllowUnmask,
    ChangePiece,
    Chat,
    MovePiece,
    Nothing,
    Player,
    PrivateNote,
    Unknown,
)
from generator.vassal.saves import Save
from generator.vassal.scrubbing import Scrubbed, scrub
from generator.vassal.traits import nest

MASKED = nest(
    ["obs;77,130;;Mask;I;?;player:;Peek", "hide;73,130;Hide;;side:", "piece;;;a.png;Ship"]
)
PLACE = "Main;0;0;1;0"
START = nest(["null;", "null", PLACE])


def log(*steps: commands.Command, state: str = START) -> Save:
    return Save(
        saves.compose(
            [AddPiece("7", MASKED, state)],
            [Player("hush-hush", "Ann", "Red"), Player("Red", "Bob", "Blue")],
            [trees.step(step) for step in steps],
        )
    )


def steps(scrubbed: Scrubbed) -> list[commands.Command]:
    return [command for step in scrubbed.save.steps() for command in step]


def test_a_player_bears_the_same_mark_everywhere() -> None:
    move = MovePiece("7", "Main", 1, 1, None, "Main", 0, 0, None, "hush-hush")
    scrubbed = scrub(log(move, AllowUnmask(("hush-hush",)), PrivateNote("hush-hush", "plan")))
    assert b"hush-hush" not in scrubbed.save.text
    found = steps(scrubbed)
    assert found[0] == MovePiece("7", "Main", 1, 1, None, "Main", 0, 0, None, "P1")
    assert found[1:] == [AllowUnmask(("P1",)), PrivateNote("P1", "plan")]


def test_masks_keep_their_owners_and_sides_stay_sides() -> None:
    now = nest(["hush-hush;|2|hush-hush|Blue", "Blue", PLACE])
    scrubbed = scrub(log(ChangePiece("7", now, START)))
    assert steps(scrubbed) == [ChangePiece("7", nest(["P1;|2|P1|Blue", "Blue", PLACE]), START)]


def test_a_masked_piece_of_the_start_is_cleaned_too() -> None:
    scrubbed = scrub(log(state=nest(["hush-hush;|0", "null", PLACE])))
    assert b"hush-hush" not in scrubbed.save.text
    assert b"P1;|0" in scrubbed.save.text


def test_a_password_that_is_a_word_goes_where_it_is_one_and_is_told() -> None:
    scrubbed = scrub(log(Chat("<Ann> - Red is mine")))
    players = [c for c in scrubbed.save.position() if isinstance(c, Player)]
    assert players == [Player("P1", "Ann", "Red"), Player("P2", "Bob", "Blue")]
    assert steps(scrubbed) == [Chat("<Ann> - Red is mine")]
    assert scrubbed.doubtful == ("P2",)


def test_a_password_written_out_in_the_chat() -> None:
    scrubbed = scrub(log(Chat("<Ann> - mine is hush-hush, ok?")))
    assert steps(scrubbed) == [Chat("<Ann> - mine is P1, ok?")]


def test_talk_goes_on_request_and_reports_stay() -> None:
    given = log(Chat("<Ann> - hello"), Chat("* Ship moves"), PrivateNote("hush-hush", "plan"))
    scrubbed = scrub(given, talk=True)
    assert steps(scrubbed) == [Nothing(), Chat("* Ship moves"), PrivateNote("P1", "")]
    assert scrubbed.lines == 1


def test_names_go_on_request() -> None:
    scrubbed = scrub(log(Chat("<Ann> - hello Bob")), names=True)
    assert steps(scrubbed) == [Chat("<Player 1> - hello Player 2")]


def test_a_cleaned_log_is_clean() -> None:
    once = scrub(log(Chat("<Ann> - hush-hush")))
    again = scrub(once.save)
    assert (again.players, again.places, again.doubtful) == (0, 0, ())
    assert again.save.text == once.save.text


def test_a_new_password_does_not_take_the_mark_of_another() -> None:
    text = saves.compose([], [Player("be-quiet", "Cid", "Red"), Player("P1", "Ann", "Blue")])
    players = [c for c in scrub(Save(text)).save.position() if isinstance(c, Player)]
    assert players == [Player("P2", "Cid", "Red"), Player("P1", "Ann", "Blue")]


def test_what_needs_no_cleaning_is_the_same_text() -> None:
    plain = Save(saves.compose([AddPiece("7", MASKED, START)], [], [trees.step(Chat("* a"))]))
    assert scrub(plain).save.text == plain.text


def test_a_text_with_quoted_commands_is_cleaned() -> None:
    odd = trees.node(Unknown("'odd'"), Player("hush-hush", "Ann", "Red"), Unknown("\\odd"))
    text = trees.encode(trees.node(Nothing(), odd, Chat("hush-hush"))).encode()
    cleaned = trees.rewritten(text, lambda leaf: leaf.replace("hush-hush", "P1"))
    assert cleaned == text.replace(b"hush-hush", b"P1")
    assert trees.rewritten(text, lambda leaf: leaf) == text


@pytest.mark.parametrize("talk", [False, True])
def test_no_password_is_left_in_a_real_log(shared: Path, talk: bool) -> None:
    words = (b"secret-one", b"secret-two", b"oracle-pw")
    files = [
        *sorted((shared / "vassal/reference/logs").glob("*.vlog")),
        *(shared / "corpus/vassal").glob("*engine.v*"),
    ]
    assert files
    for file in files:
        save = saves.read(file)
        cleaned = scrubbing.scrub(save, talk=talk).save
        assert not any(word in cleaned.text for word in words), file
        before = sum(1 for _ in save.steps())
        assert sum(1 for _ in cleaned.steps()) == before, file
