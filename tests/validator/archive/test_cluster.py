"""A real scheduler with two workers in processes of their own says what this machine says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.validator.archive.conftest import here
from validator.archive.cluster import ClusterError, over_cluster
from validator.archive.judging import Task
from validator.archive.running import run
from validator.archive.working import Limits

LIMITS = Limits(seconds=300)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def expected(club: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("local") / "results"
    run([str(club)], str(out), LIMITS, work=here)
    return tables_of(out)


def tables_of(folder: Path) -> dict[str, bytes]:
    found = (folder / "tables").rglob("*.parquet")
    return {str(one.relative_to(folder)): one.read_bytes() for one in found}


def test_a_cluster_says_the_same(
    cluster: Any, club: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    run([str(club)], str(tmp_path), LIMITS, work=over_cluster(cluster.scheduler_address))
    assert tables_of(tmp_path) == expected


def test_a_worker_that_is_killed_loses_nothing(
    cluster: Any, club: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    killed: list[int] = []

    def report(done: int, total: int, doing: str) -> None:
        if not killed:
            nanny = next(iter(cluster.workers.values()))
            killed.append(nanny.pid)
            nanny.process.process.kill()

    work = over_cluster(cluster.scheduler_address)
    summary, _ = run([str(club)], str(tmp_path), LIMITS, work=work, report=report)
    assert killed and summary.new == 7
    assert tables_of(tmp_path) == expected


def test_a_scheduler_that_is_lost_is_told_and_the_next_run_goes_on(
    cluster: Any, club: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    def report(done: int, total: int, doing: str) -> None:
        if done == 2:
            cluster.close()

    with pytest.raises(ClusterError, match=r"scheduler"):
        run(
            [str(club)],
            str(tmp_path),
            LIMITS,
            work=over_cluster(cluster.scheduler_address),
            report=report,
        )
    summary, _ = run([str(club)], str(tmp_path), LIMITS, work=here)
    assert 0 < summary.new <= 5
    assert tables_of(tmp_path) == expected


def test_no_scheduler_is_told(club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validator.playing.cluster._PATIENCE", 1)

    def asked(tasks: Sequence[Task], limits: Limits) -> Any:
        return over_cluster("tcp://127.0.0.1:9")(tasks, limits)

    with pytest.raises(ClusterError, match="no scheduler answers"):
        run([str(club)], str(tmp_path), LIMITS, work=asked)
