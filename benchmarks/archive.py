"""How an archive grows: ``python -m benchmarks.archive --games 2000 --out archive-2000``.

Makes a club's games (`benchmarks.club`) and has ``broadside archive`` look at a tenth of them: with
one process, with two, with two workers of a cluster, and again with nothing new; and at all, where
one process is left out: it would tell nothing new for the longest wait. What is made and measured
stands in ``--out``: given again, the command goes on where it was. Prints what was measured, and by
arithmetic what 100,000 games need; exit status 1 if two ways differ in a byte.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread
from typing import Any

import click

from benchmarks import club
from generator.light import dataclass
from generator.terminal import progress
from validator.playing.edition import edition
from validator.playing.processes import cores

ONE, TWO, WORKERS, AGAIN = "one process", "two processes", "two workers", "again, nothing new"
OF_FEW, OF_MANY = (ONE, AGAIN, TWO, WORKERS), (TWO, AGAIN, WORKERS)
"""The ways that few and many games are looked at, in this order; again is the way before it."""
MANY = 100_000
_SAMPLED = 0.1
"""Seconds between two looks at the memory of all processes."""
_MB = 1 << 20


@dataclass(frozen=True, slots=True)
class Measured:
    """What one way of looking at so many games took."""

    way: str
    games: int
    seconds: float
    busy: float
    """Seconds of processors, of this machine's processes without those of a cluster."""
    worker: float
    """Memory of the largest process that works, MB."""
    main: float
    """Memory of the one that gathers, MB."""
    tables: float
    """MB of tables and page."""
    kept: float
    """MB of what is kept to go on from."""
    digest: str
    """Of tables and page."""

    def line(self) -> str:
        """For people."""
        pace = "" if self.way == AGAIN else f"{60 * self.games / self.seconds:.0f}"
        return (
            f"{self.games:>8,}  {self.way:<20}{self.seconds:>9.1f}{self.busy:>10.1f}{pace:>10}"
            f"{self.worker:>12.0f}{self.main:>10.0f}{self.tables:>10.2f}{self.kept:>9.1f}"
        )


HEAD = (
    f"{'games':>8}  {'':<20}{'seconds':>9}{'busy':>10}{'a minute':>10}{'worker MB':>12}"
    f"{'main MB':>10}{'tables MB':>10}{'kept MB':>9}"
)


def looked_at(way: str, games: int, folders: Sequence[Path], out: Path) -> Measured:
    """Have ``broadside archive`` look at some folders, and measure it."""
    if way != AGAIN:
        shutil.rmtree(out, ignore_errors=True)
    words = [sys.executable, "-m", "broadside", "archive", *map(str, folders), "-o", str(out)]
    words += ["--seconds", "600", "--json"]
    with _cluster(way) as address:
        words += ["--cluster", address] if address else ["--jobs", "2" if way == TWO else "1"]
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        running = subprocess.Popen(words, stdout=subprocess.PIPE)
        with _most_memory(running.pid) as most:
            told, _ = running.communicate()
        took, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    if running.returncode:
        raise SystemExit(f"{way}: {' '.join(words)} failed")
    summary = json.loads(told)
    for row in summary["unread"]:
        click.echo(f"not read: {row['name']}: {row['reason']}", err=True)
    if summary["games"] != games:
        click.echo(f"{way}: {summary['games']} games were told apart, not {games}", err=True)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    made = sorted([*(out / "tables").rglob("*.parquet"), out / "index.html"])
    digest = sha256(b"".join(path.read_bytes() for path in made)).hexdigest()
    return Measured(
        way,
        games,
        took,
        busy,
        most["worker"] / _MB,
        most["main"] / _MB,
        _size(made),
        _size(path for path in (out / "kept").rglob("*") if path.is_file()),
        digest,
    )


def _size(paths: Any) -> float:
    return float(sum(path.stat().st_size for path in paths)) / _MB


@contextmanager
def _cluster(way: str) -> Iterator[str]:
    """The address of a scheduler with two workers, where a way needs one; else nothing."""
    if way != WORKERS:
        yield ""
        return
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as made:
        yield made.scheduler_address


@contextmanager
def _most_memory(main: int) -> Iterator[Mapping[str, int]]:
    """The most memory that the process which gathers has at a time, and any that works: all other
    processes that descend from this one and do tasks."""
    import psutil

    most, ended = {"main": 0, "worker": 0}, Event()

    def look() -> None:
        while not ended.wait(_SAMPLED):
            for process in psutil.Process().children(recursive=True):
                try:
                    held = process.memory_info().rss
                    if process.pid == main:
                        most["main"] = max(most["main"], held)
                    elif any("working import serve" in word for word in process.cmdline()):
                        most["worker"] = max(most["worker"], held)
                except psutil.Error:
                    continue  # it has just ended

    looking = Thread(target=look)
    looking.start()
    try:
        yield most
    finally:
        ended.set()
        looking.join()


def needed(few: Mapping[str, Measured], many: Mapping[str, Measured]) -> Iterator[str]:
    """What `MANY` games need: each figure a straight line through both sizes that were measured;
    with one process as much longer than with two as it was for few. Nothing takes less than it did
    for many games."""

    def line(way: str, name: str) -> float:
        low, high = few[way], many[way]
        a, b = getattr(low, name), getattr(high, name)
        return float(b + max(b - a, 0) / (high.games - low.games) * (MANY - high.games))

    two, workers = (line(way, "seconds") / 3600 for way in (TWO, WORKERS))
    one = two * few[ONE].seconds / few[TWO].seconds
    night = 10
    yield f"{MANY:,} games, by a straight line through what was measured"
    yield f"  one process                {one:8.1f} hours"
    yield f"  two processes              {two:8.1f} hours"
    yield f"    both of them at work     {line(TWO, 'busy') / 3600:8.1f} hours of one processor"
    yield f"  two workers                {workers:8.1f} hours"
    count = -(-2 * workers // night)
    yield f"  in a night of {night} hours     {count:8.0f} workers, each as fast as one of two"
    yield f"  again with nothing new     {line(AGAIN, 'seconds'):8.0f} seconds"
    yield f"  memory of each worker      {many[WORKERS].worker:8.0f} MB, as now: it holds one game"
    yield f"  memory of the main process {line(TWO, 'main'):8.0f} MB"
    yield f"  tables and page            {line(TWO, 'tables'):8.0f} MB"
    yield f"  kept to go on from         {line(TWO, 'kept'):8.0f} MB"


def _growth(few: Mapping[str, Measured], many: Mapping[str, Measured]) -> Iterator[str]:
    """Whether a game takes as long among many as it does among few."""
    for way in (TWO, WORKERS):
        low, high = few[way], many[way]
        per_game = (high.seconds / high.games) / (low.seconds / low.games)
        yield f"growth, {way}: {per_game:.2f} times as long a game"


def _done(path: Path) -> dict[tuple[int, str], Measured]:
    """What was measured before, with this edition."""
    found = {}
    for text in path.read_text("utf-8").splitlines() if path.is_file() else ():
        row = json.loads(text)
        if row.pop("edition") == edition():
            found[row["games"], row["way"]] = Measured(**row)
    return found


@click.command()
@click.option("--games", type=click.IntRange(20), default=2000, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("archive-benchmark"))
@click.option("--jobs", type=click.IntRange(1), default=cores(), help="Processes that make games.")
@click.option("--make-only", is_flag=True, help="Make the games, measure nothing.")
def main(games: int, out: Path, jobs: int, make_only: bool) -> None:
    """Make a club's games and measure how an archive of them grows."""
    place = out / "club"
    with progress("Making games") as report:
        for done, left in club.make(place, games, jobs):
            report(done, left, f"{done:,} of {left:,}")
    if make_only:
        return
    path, done = out / "measured.jsonl", _done(out / "measured.jsonl")
    click.echo(HEAD)
    sizes = [club.folders(place, games, 1), club.folders(place, games, club.PARTS)]
    for (count, folders), ways in zip(sizes, (OF_FEW, OF_MANY), strict=True):
        results = out
        for way in ways:
            results = results if way == AGAIN else out / f"{count} games, {way}"
            if (count, way) not in done:
                found = looked_at(way, count, folders, results)
                done[count, way] = found
                row = {name: getattr(found, name) for name in Measured.__slots__}
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({**row, "edition": edition()}) + "\n")
            click.echo(done[count, way].line())
    few, many = ({way: one for (n, way), one in done.items() if n == size} for size, _ in sizes)
    for line in (*_growth(few, many), *needed(few, many)):
        click.echo(line)
    alike = all(len({one.digest for one in found.values()}) == 1 for found in (few, many))
    click.echo(f"the results of all ways are {'the same to the byte' if alike else 'NOT the same'}")
    sys.exit(not alike)


if __name__ == "__main__":
    main()
