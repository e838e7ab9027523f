"""How long a build takes: cold, with nothing changed, and with one counter changed.

``python -m benchmarks.build [GAME] [--repeat N]`` runs the command line in processes of their
own, each figure the best of N, with a cache of its own, and prints them side by side.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from generator.definition.reader import game_folder

FLOORS = {"cold": 4.0, "nothing changed": 0.6, "one counter changed": 1.2}
"""Seconds on two cores, start-up included."""


def seconds(folder: Path, out: Path, cache: Path) -> float:
    """Wall time of one ``broadside build``. CalledProcessError when it fails."""
    environment = os.environ | {"BROADSIDE_CACHE": str(cache)}
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "broadside", "build", str(folder), "-o", str(out)],
        env=environment,
        check=True,
        capture_output=True,
    )
    return time.perf_counter() - begun


def measured(game: str, work: Path) -> dict[str, float]:
    """The three figures of one run, in a folder that is thrown away."""
    folder, out, cache = work / "game", work / "out", work / "cache"
    shutil.copytree(game_folder(game), folder)
    times = {
        "cold": seconds(folder, out, cache),
        "nothing changed": seconds(folder, out, cache),
    }
    rename_one_counter(folder)
    times["one counter changed"] = seconds(folder, out, cache)
    return times


def rename_one_counter(folder: Path) -> None:
    """Another name for the first ship of the first table of counters."""
    table = sorted(folder.glob("*.csv"))[0]
    head, first, *rest = table.read_text(encoding="utf-8").splitlines()
    column = head.split(",").index("name")
    cells = first.split(",")
    cells[column] = "HMS " + cells[column]
    table.write_text("\n".join([head, ",".join(cells), *rest]) + "\n", encoding="utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="graf_spee")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    best: dict[str, float] = {}
    for _ in range(options.repeat):
        with tempfile.TemporaryDirectory() as work:
            for what, time_ in measured(options.game, Path(work)).items():
                best[what] = min(time_, best.get(what, time_))
    print(f"{'build of ' + options.game:<24}{'seconds':>9}{'of cold':>9}{'floor':>8}")
    for what, time_ in best.items():
        ratio = time_ / best["cold"]
        print(f"{what:<24}{time_:>9.2f}{ratio:>9.2f}{FLOORS[what]:>8.1f}")


if __name__ == "__main__":
    main()
