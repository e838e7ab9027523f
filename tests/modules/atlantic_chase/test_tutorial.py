"""The episodes of the tutorial are played from their scripts, and keep the rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.places import games_folder
from tests.modules.recorded import recorded
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Severity
from validator.playing.logbook import PlayedOutError
from validator.playing.scripted import ScriptError, play_script
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

HOME = games_folder() / "atlantic_chase"
EPISODES = ("tutorial_1", "tutorial_2")


@pytest.mark.parametrize("episode", one_in(2, reversed(EPISODES)))
def test_an_episode_is_played_and_keeps_the_rules(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, episode: str
) -> None:
    log, script = tmp_path / "episode.vlog", HOME / "scenarios" / f"{episode}.txt"
    game = atlantic_chase_rules.game.begun_at(episode)
    steps = play_script(game, HOME, module, script, log)
    told = [line for line in script.read_text("utf-8").splitlines() if line and line[0] != "#"]
    assert steps == len(told)
    found = audit([log]).findings
    assert [one for one in found if one.severity is not Severity.NOTE] == []


def test_evasive_maneuvers_of_a_set_up_are_the_task_force_s(
    atlantic_chase_rules: GameRules,
) -> None:
    game = atlantic_chase_rules.game
    start = load_rules(game.begun_at("tutorial_2"), HOME).start()
    assert start.force("G1").evasive
    assert not load_rules(game.begun_at("tutorial_1"), HOME).start().force("G1").evasive


@pytest.mark.slow
def test_a_log_of_another_edition_says_so_and_is_judged_by_what_both_share(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path
) -> None:
    other = tmp_path / "newer"
    shutil.copytree(HOME, other, ignore=shutil.ignore_patterns("__pycache__"))
    game = other / "game.yaml"
    game.write_text(game.read_text("utf-8").replace('version: "1.0"', 'version: "1.1"'), "utf-8")
    log = tmp_path / "episode.vlog"
    begun = atlantic_chase_rules.game.begun_at("tutorial_1")
    play_script(begun, HOME, module, HOME / "scenarios" / "tutorial_1.txt", log)
    found = [one for one in audit([log], game=other).findings if one.severity is not Severity.NOTE]
    assert [one.code for one in found] == ["log.definition"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("German drags g1_segmnt_1 to 2408", "no counter 'g1_segmnt_1'"),
        ("German drags g1_segment_1 to 9999", "no map has a place '9999'"),
        ("Germn says hello", "did you mean 'German'"),
        ("German dragged g1_segment_1 to 2408", "did you mean 'drags'"),
        ("German drags", "does not say what or where"),
        ("German picks Fly of g1_station", "has no 'Fly'"),
        ("German rolls Actoin: 3 4", "did you mean 'Action'"),
        ("German rolls Action: 3", "does not roll 1 dice"),
        ("German rolls Action: 3 7", "a die shows 1 to 6"),
        ("German presses Weather Check", "say what falls"),
        ("German presses Total: 3", "rolls no dice"),
    ],
)
def test_what_cannot_be_played_is_told_with_its_line(
    atlantic_chase_rules: GameRules, module: Path, tmp_path: Path, line: str, told: str
) -> None:
    script = tmp_path / "bad.txt"
    script.write_text(f"# a remark\n> a comment\n{line}\n", "utf-8")
    game = atlantic_chase_rules.game.begun_at("tutorial_1")
    with pytest.raises(ScriptError, match=rf"bad\.txt, line 3: .*{told}"):
        play_script(game, HOME, module, script, tmp_path / "bad.vlog")
    assert not (tmp_path / "bad.vlog").exists()


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_set_up_with_too_few_sticks_cannot_be_played_without_its_script(by_hand: bool) -> None:
    """Else the log would lack Trajectories, and honest players would be accused."""
    with pytest.raises(PlayedOutError, match=r"tutorial_2 does not lay out .*'b2_segment_5'"):
        recorded("atlantic_chase@tutorial_2", 5, "random", by_hand)
