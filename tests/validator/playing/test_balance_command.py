"""``broadside play --stats`` as a person meets it."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from broadside import main
from generator.definition.reader import load_game
from generator.places import games_folder
from validator.playing.processes import processes
from validator.playing.selfplay import play_game
from validator.rules.loading import load_rules


def play(*words: object):
    return CliRunner().invoke(main, ["play", *map(str, words)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("balance") / "new" / "folder"
    assert play("graf_spee", "--stats", "--games", 4, "--jobs", 1, "-o", out).exit_code == 0
    return out


def test_a_folder_gets_the_report_in_four_forms(folder):
    names = {file.name for file in folder.iterdir()}
    assert names == {f"balance-graf_spee.{ending}" for ending in ("txt", "json", "svg", "png")}
    assert json.loads((folder / "balance-graf_spee.json").read_text("utf-8"))["games"] == 4
    with Image.open(folder / "balance-graf_spee.png") as picture:
        assert picture.width > 1500


def test_the_drawing_needs_no_typeface_of_ours(folder):
    assert "<text" not in (folder / "balance-graf_spee.svg").read_text("utf-8")


def test_the_same_seed_writes_the_same_bytes(folder, tmp_path):
    again = play("graf_spee", "--stats", "--games", 4, "--jobs", 2, "-o", tmp_path)
    assert again.exit_code == 0
    for file in folder.iterdir():
        assert (tmp_path / file.name).read_bytes() == file.read_bytes(), file.name


def test_without_a_folder_the_report_is_only_printed():
    told = play("graf_spee", "--stats", "--games", 1, "--jobs", 1, "--players", "random")
    assert told.exit_code == 0
    assert told.stdout.startswith("Pursuit of the Graf Spee: 1 game, seeds from 1")


def test_json_is_one_value():
    words = ("--stats", "--games", 1, "--jobs", 1, "--players", "random", "--json")
    assert len(json.loads(play("graf_spee", *words).stdout)["pairings"]) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--stats", "--games", 0], "0 is not in the range"),
        (["--stats", "--games", "many"], "not a valid integer"),
        (["--stats", "--jobs", 0], "0 is not in the range"),
        (["--stats", "--by-hand"], "--stats writes none"),
        (["--games", 5, "-o", "x.vlog"], "--games goes with --stats"),
        (["--jobs", 2, "-o", "x.vlog"], "--jobs goes with --stats"),
        ([], "say with -o which log to write"),
    ],
)
def test_options_that_make_no_sense_are_refused_in_words(words, told):
    refused = play("graf_spee", *words)
    assert refused.exit_code == 2
    assert told in refused.output


def test_a_file_is_not_taken_for_a_folder(tmp_path):
    file = tmp_path / "report"
    file.write_text("kept")
    refused = play("graf_spee", "--stats", "-o", file)
    assert refused.exit_code == 2
    assert "a file lies there" in refused.output
    assert file.read_text() == "kept"


def test_an_interrupted_run_writes_nothing(tmp_path, monkeypatch):
    out = tmp_path / "out"
    games = iter(range(3))

    def interrupted(rules, seed, styles):
        if next(games, None) is None:
            raise KeyboardInterrupt
        return play_game(rules, seed, styles)

    monkeypatch.setattr("validator.playing.balance.play_game", interrupted)
    stopped = play("graf_spee", "--stats", "--games", 8, "--jobs", 1, "-o", out)
    assert stopped.exit_code == 130
    assert "interrupted" in stopped.output
    assert not out.exists()


def test_leaving_the_work_early_ends_the_processes():
    chunks = [range(seed, seed + 1) for seed in range(200)]
    game, folder = load_game("graf_spee"), games_folder() / "graf_spee"
    working = processes(2)(_played, game, folder, chunks)
    (first, counts) = next(working)
    working.close()
    assert first == len(play_game(load_rules(game, folder), 0, "random").played)
    assert sum(asked for asked, _ in counts.values()) > 0
    assert not multiprocessing.active_children()


def _played(rules, seeds):
    return sum(len(play_game(rules, seed, "random").played) for seed in seeds)
