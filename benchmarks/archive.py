"""How an archive grows: ``python -m benchmarks.archive --games 200 [--cluster]``.

Plays so many games of the bundled rules that read logs, writes each as one log or as two, some of
them twice, and has ``broadside archive`` look at them: with one process, with two, again with
nothing new, and with two workers of a cluster. Prints games a minute, and the size of the results.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from generator.definition.reader import load_game
from generator.packaging.building import build
from validator.archive.page import write_page
from validator.archive.running import run
from validator.archive.stores import store_of
from validator.archive.working import Limits, Work, over_processes
from validator.playing.logbook import play_as_log

GAMES = ("graf_spee", "under_ten_flags")
EVERY = 10
"""Every so many-th log is there twice."""


def make(folder: Path, count: int) -> None:
    """The logs of so many games, by seed, in a folder for each game."""
    for number in range(count):
        name = GAMES[number % len(GAMES)]
        game = load_game(name)
        module = build(game, folder.parent).module
        out = folder / name / f"game-{number}.vlog"
        out.parent.mkdir(parents=True, exist_ok=True)
        play_as_log(game, module, out, seed=number, players=("random", None)[number % 3 == 0])
        if number % EVERY == 0:
            shutil.copy(out, out.with_name(f"sent again {number}.vlog"))


def measured(folder: Path, out: Path, limits: Limits, work: Work) -> tuple[float, int, int]:
    """Seconds, games, and bytes of tables and page."""
    begun = time.perf_counter()
    summary, rows = run([str(folder)], str(out), limits, work=work)
    write_page(store_of(str(out)), rows)
    took = time.perf_counter() - begun
    written = [*(out / "tables").rglob("*.parquet"), out / "index.html"]
    return took, summary.games, sum(path.stat().st_size for path in written)


def ways(cluster: bool) -> Iterator[tuple[str, str, Limits, Work]]:
    """What is compared: its name, the folder of its results, its limits, who works."""
    yield "one process", "one", Limits(jobs=1), over_processes
    yield "two processes", "two", Limits(jobs=2), over_processes
    yield "again, nothing new", "two", Limits(jobs=2), over_processes
    if cluster:
        from distributed import LocalCluster

        from validator.archive.cluster import over_cluster

        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as made:
            yield "two workers", "workers", Limits(), over_cluster(made.scheduler_address)


def main() -> None:
    """Make the archive, measure each way, print a line for each."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--cluster", action="store_true", help="measure two workers too")
    told = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="archive-") as place:
        club = Path(place) / "club"
        make(club, told.games)
        for name, out, limits, work in ways(told.cluster):
            took, games, size = measured(club, Path(place) / out, limits, work)
            pace = f"{60 * games / took:,.0f} games a minute"
            print(f"{name:20} {took:8.1f} s  {pace:>24}  {size / 1024:10,.0f} KiB")


if __name__ == "__main__":
    main()
