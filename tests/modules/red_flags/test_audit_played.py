"""Battles that are played out at the table are read again as they were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.definition.schema import Game
from generator.places import games_folder
from generator.vassal import modules, saves
from tests.blank_module import write_blank_module
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.playing import logbook
from validator.playing.scripted import play_script
from validator.rules.engine import GameRules


@pytest.fixture(scope="session")
def first_shots(red_flags_rules: GameRules) -> Game:
    """The small set-up."""
    return red_flags_rules.game.begun_at("first_shots")


@pytest.fixture(scope="session")
def module(red_flags_rules: GameRules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module of the game; its pictures do not matter here."""
    return write_blank_module(red_flags_rules.game, tmp_path_factory.mktemp("module"))


def found(game: Game, module: Path, log: Path, seed: int, **how: object) -> list[Finding]:
    """What is found in the log of a battle."""
    logbook.play_as_log(game, module, log, seed=seed, **how)  # type: ignore[arg-type]
    told = audit([log]).findings
    return [one for one in told if one.severity is not Severity.NOTE]


@pytest.mark.parametrize("seed", one_in(3, [1, 2, 3]))
@pytest.mark.parametrize("players", one_in(2, ["random", "purposeful"]))
@pytest.mark.parametrize("by_hand", one_in(2, [False, True]), ids=["buttons", "by-hand"])
def test_first_shots_are_read_without_a_finding(
    first_shots: Game, module: Path, tmp_path: Path, players: str, by_hand: bool, seed: int
) -> None:
    log = tmp_path / "game.vlog"
    assert found(first_shots, module, log, seed, players=players, by_hand=by_hand) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "players"),
    [
        *((seed, players) for players in ("random", "purposeful") for seed in (1, 3, 11)),
        (420, "random"),  # paratroops land where their aircraft flies
        (427, "random"),  # one says that he lays wire, another lays some and says nothing
        (467, "random"),  # a half-track drives at the enemy and is put away at once
        (2502, "purposeful"),  # the line of a fighter names an earlier target
    ],
)
def test_a_battle_is_read_without_a_finding(
    red_flags_rules: GameRules, module: Path, tmp_path: Path, seed: int, players: str
) -> None:
    log = tmp_path / "game.vlog"
    assert found(red_flags_rules.game, module, log, seed, players=players) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "players"),
    [
        *((seed, "random") for seed in (410, 414, 420)),
        (9004, "random"),  # who laid which wire shows with the last one
        (425, "purposeful"),
        (426, "random"),  # a commander leaves between two drags of one whom he led
        (468, "random"),  # an aircraft is turned aside and back
        (2500, "random"),  # of two units that work on a card, one could have done either work
    ],
)
def test_a_battle_by_hand_is_read_without_a_finding(
    red_flags_rules: GameRules, module: Path, tmp_path: Path, seed: int, players: str
) -> None:
    log = tmp_path / "game.vlog"
    assert found(red_flags_rules.game, module, log, seed, players=players, by_hand=True) == []


def test_the_battle_that_teaches_is_played_and_keeps_the_rules(
    first_shots: Game, module: Path, tmp_path: Path
) -> None:
    log, home = tmp_path / "game.vlog", games_folder() / "red_flags"
    script = home / "scenarios" / "first_shots.txt"
    steps = play_script(first_shots, home, module, script, log)
    told = [line for line in script.read_text("utf-8").splitlines() if line and line[0] != "#"]
    assert steps == len(told)
    said = audit([log]).findings
    assert [one for one in said if one.severity is not Severity.NOTE] == []


def test_a_suit_that_is_drawn_by_hand_and_taken_back_is_no_act(
    red_flags_rules: GameRules, module: Path, tmp_path: Path
) -> None:
    log, read = tmp_path / "game.vlog", modules.read(module)
    stage = logbook.laid_out(red_flags_rules, read, seed=1, by_hand=False)
    stage.drag("Soviet", ["card_S1"], "battlefield", "Active Group")
    stage.drag("Soviet", ["hearts_2"], "battlefield", "Suits")
    stage.undo()
    stage.drag("Soviet", ["hearts_2"], "battlefield", "Suits")
    stage.press("Soviet", "Next card", {}, ["card_S4", "hearts_4"])
    saves.write(log, logbook.saved(read, stage.hand, stage.seats, 1, "Played by hand"))
    told = audit([log]).findings
    assert [one for one in told if one.severity is not Severity.NOTE] == []
