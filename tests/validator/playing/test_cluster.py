"""The workers of a cluster play, prove and fuzz games as this machine does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from benchmarks import fuzz
from broadside import main
from generator.definition.reader import load_game
from generator.places import games_folder
from validator.playing import cluster as clusters
from validator.playing.balance import play_balance
from validator.playing.cluster import ClusterError, workers

FOLDER = games_folder() / "graf_spee"


def printed(*words: object) -> str:
    told = CliRunner().invoke(main, [str(word) for word in words])
    assert told.exit_code == 0, told.output
    return told.output


@pytest.mark.slow
def test_a_cluster_plays_and_proves_as_this_machine_does(cluster: Any) -> None:
    there = ("--cluster", cluster.scheduler_address)
    stats = ("play", "graf_spee", "--stats", "--games", 120, "--seed", 3, "--json")
    assert printed(*stats, *there) == printed(*stats, "--jobs", 1)
    proof = ("rules", "graf_spee", "--proof", "--only", "clean", "--games", 2, "--seed", 320)
    assert printed(*proof, *there) == printed(*proof, "--jobs", 1)
    told = CliRunner().invoke(fuzz.main, ["graf_spee", "--games", "60", *there])
    assert told.exit_code == 0, told.output
    assert "60 games, 0 failures" in told.output


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_no_game(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("validator.playing.balance.CHUNK", 4)
    game, killed = load_game("graf_spee"), []

    def report(done: int, total: int, doing: str) -> None:
        if done and not killed:
            nanny = next(iter(cluster.workers.values()))
            killed.append(nanny.pid)
            nanny.process.process.kill()

    told = play_balance(game, FOLDER, 96, over=workers(cluster.scheduler_address), report=report)
    assert killed and told == play_balance(game, FOLDER, 96)


@pytest.mark.slow
def test_a_worker_of_another_edition_is_told(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "edition", lambda: "another one")
    with pytest.raises(ClusterError, match=r"a worker has Broadside .*, here is another one"):
        play_balance(load_game("graf_spee"), FOLDER, 4, over=workers(cluster.scheduler_address))


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(clusters, "_PATIENCE", 2)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as made,
        pytest.raises(ClusterError, match="no workers; start one: dask worker tcp://"),
    ):
        play_balance(load_game("graf_spee"), FOLDER, 4, over=workers(made.scheduler_address))


def test_a_cluster_is_for_many_games() -> None:
    for words in (["play", "graf_spee", "-o", "game.vlog"], ["rules", "graf_spee"]):
        told = CliRunner().invoke(main, [*words, "--cluster", "tcp://127.0.0.1:9"])
        assert told.exit_code == 2 and "--cluster goes with" in told.output


def test_without_dask_it_is_told_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with pytest.raises(ClusterError, match=r"pip install '\.\[cluster\]'"):
        play_balance(load_game("graf_spee"), FOLDER, 4, over=workers("tcp://127.0.0.1:9"))
