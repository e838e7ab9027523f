"""Games that keep every rule audit clean: whole, without their declarations, cut, in two files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.modules.graf_spee.played_logs import (
    ALL_EYES,
    PUBLIC,
    REVEALED,
    STYLES,
    Eyes,
    PlayedGame,
    Severity,
    grave,
    looked_at,
    played,
    told,
    without_declarations,
)
from tests.sampling import one_in
from validator.audit import audit

GAMES = [
    (seed, style, by_hand) for seed in (1, 2, 4, 9) for style in STYLES for by_hand in (False, True)
]
BUTTONS = [(seed, style, False) for seed in (1, 2, 4, 5, 7) for style in STYLES]

ONCE_ACCUSED = [
    *((3014, "random"), (3015, "random"), (3034, "random"), (3131, "random")),
    (20319, "random"),
]
"""Games by hand. Nobody sees a die, so points are owed for certain or perhaps, now or since the
last turn; and all that is seen of a combat is a piece that is turned up and down."""
MOVEMENT = ("GS-4", "GS-5(1)", "GS-5(2)", "GS-5(3)", "GS-5(4)", "GS-3", "DG-1", "DG-6", "DG-11")


def _eyes(eyes: Eyes) -> str:
    return eyes.get("side") or ("revealed" if eyes else "public")


def _name(key: tuple[int, str, bool]) -> str:
    seed, style, by_hand = key
    return f"{style}-{seed}{'-by-hand' if by_hand else ''}"


@pytest.mark.parametrize("eyes", one_in(2, ALL_EYES), ids=_eyes)
@pytest.mark.parametrize("key", one_in(10, GAMES), ids=_name)
def test_a_game_that_keeps_the_rules_is_clean(key: tuple[int, str, bool], eyes: Eyes) -> None:
    game = played(*key)
    result = looked_at(game.path, eyes)
    assert not grave(result), told(grave(result))
    assert {one.code for one in result.findings} <= {"log.passwords", "log.limits", "dice.spread"}
    assert 0 < result.steps <= len(game.steps)
    assert result.steps == len(game.steps) or not result.reveal
    assert not result.has_findings


@pytest.mark.slow
@pytest.mark.parametrize("seed, style", ONCE_ACCUSED, ids=str)
def test_a_game_by_hand_in_which_somebody_was_once_accused_is_clean(seed: int, style: str) -> None:
    """And the ship is always where it is believed to be."""
    game = played(seed, style, by_hand=True)
    for eyes in ALL_EYES:
        assert not looked_at(game.path, eyes).has_findings
    found = audit([game.path], reveal=True, belief=True).beliefs or ()
    assert all(one.holds for quarry in found for one in quarry.thoughts)


@pytest.mark.parametrize("eyes", one_in(2, ALL_EYES), ids=_eyes)
@pytest.mark.parametrize("key", one_in(6, BUTTONS), ids=_name)
def test_declarations_change_nothing_about_movement(
    key: tuple[int, str, bool], eyes: Eyes, tmp_path: Path
) -> None:
    game = played(*key)
    silent = without_declarations(game.steps)
    assert len(silent) < len(game.steps)
    result = looked_at(game.write(tmp_path / "silent.vlog", silent), eyes)
    found = [one for one in grave(result) if one.code.startswith(MOVEMENT)]
    assert not found, told(found)


@pytest.mark.slow
@pytest.mark.parametrize("by_hand", one_in(2, [False, True]), ids=["buttons", "by-hand"])
@pytest.mark.parametrize("seed", one_in(3, [4, 9, 11]))
def test_a_log_that_begins_in_the_middle_breaks_nothing(
    seed: int, by_hand: bool, tmp_path: Path
) -> None:
    game = played(seed, by_hand=by_hand)
    for cut in _cuts(game):
        head = game.head_at(cut)
        file = game.write(tmp_path / f"from-{cut}.vlog", game.steps[cut:], head)
        for eyes in (PUBLIC, REVEALED):
            result = looked_at(file, eyes)
            assert not grave(result), f"from step {cut}, {_eyes(eyes)}:\n{told(grave(result))}"
            assert result.steps <= len(game.steps) - cut
            assert result.steps == len(game.steps) - cut or not result.reveal


def _cuts(game: PlayedGame) -> list[int]:
    """Points at which somebody saves the game: between turns, and within steps of play."""
    whole = len(game.steps)
    ends = [m.steps for m in game.moments if m.state.step == "voyage_log" and m.state.turn > 1]
    return sorted({*ends[:: max(1, len(ends) // 3)], whole // 3, whole // 2, whole - 3} - {0})


@pytest.mark.slow
@pytest.mark.parametrize("by_hand", [False, True], ids=["buttons", "by-hand"])
@pytest.mark.parametrize("seed", [4, 9])
def test_two_files_of_a_folder_say_the_same_as_one(
    seed: int, by_hand: bool, tmp_path: Path
) -> None:
    game = played(seed, by_hand=by_hand)
    whole = [looked_at(game.path, eyes) for eyes in (PUBLIC, REVEALED)]
    for cut in _cuts(game):
        folder = tmp_path / str(cut)
        folder.mkdir()
        first = game.write(folder / "1.vlog", game.steps[:cut])
        second = game.write(folder / "2.vlog", game.steps[cut:], game.head_at(cut))
        for eyes, one in zip((PUBLIC, REVEALED), whole, strict=True):
            both = looked_at([first, second], eyes)
            assert both.findings == one.findings, f"cut at {cut}:\n{told(grave(both))}"
            assert [one.name for one in both.files] == ["1.vlog", "2.vlog"]
            assert both.where(both.files[0].steps + 1) == ("2.vlog", 1)
            assert both.steps == one.steps


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 4])
def test_findings_in_a_second_file_count_their_steps_through_both(
    seed: int, tmp_path: Path
) -> None:
    """A point booked for nothing at the end of the game stands in the file that holds it."""
    game = played(seed)
    last = next(m for m in reversed(game.moments) if m.state.step == "voyage_log")
    cut = last.steps // 2
    extra = game.fingers(last.steps).score(2).steps
    steps = [*game.steps[: last.steps], *extra]
    first = game.write(tmp_path / "1.vlog", steps[:cut])
    second = game.write(tmp_path / "2.vlog", steps[cut:], game.head_at(cut))
    both = looked_at([first, second], PUBLIC)
    whole = looked_at(game.write(tmp_path / "whole.vlog", steps), PUBLIC)
    assert grave(both) == grave(whole)
    assert {one.code for one in grave(both)} == {"GS-8(2)a"}
    (found,) = grave(both)
    assert both.where(found.step) == ("2.vlog", found.step - both.files[0].steps)


@pytest.mark.slow
def test_a_save_between_two_logs_is_part_of_the_chain(tmp_path: Path) -> None:
    game = played(1)
    cut = len(game.steps) // 2
    files = [
        game.write(tmp_path / "1.vlog", game.steps[:cut]),
        game.write(tmp_path / "2.vsav", [], game.head_at(cut)),
        game.write(tmp_path / "3.vlog", game.steps[cut:], game.head_at(cut)),
    ]
    for eyes in (PUBLIC, REVEALED):
        result = looked_at(files, eyes)
        assert not grave(result), told(grave(result))
        assert result.steps == looked_at(game.path, eyes).steps


def test_an_audit_looks_at_nothing_but_the_files(tmp_path: Path) -> None:
    """Nothing is left over from one audit to the next, and nothing is written beside the log."""
    game = played(2)
    copy = tmp_path / "game.vlog"
    copy.write_bytes(game.path.read_bytes())
    first = looked_at(copy, REVEALED).to_json()
    assert looked_at(copy, REVEALED).to_json() == first
    assert [one.name for one in tmp_path.iterdir()] == ["game.vlog"]


@pytest.mark.parametrize("style", STYLES)
def test_notes_are_all_that_a_clean_game_leaves(style: str) -> None:
    result = looked_at(played(4, style).path, REVEALED)
    assert result.headline().startswith("Clean")
    assert all(one.severity is Severity.NOTE for one in result.findings)
