"""What it costs to audit a whole game, start-up included.

    python -m benchmarks.audit [--games 5]

Plays games by seed, writes their logs and audits each in a process of its own, side by side with
a Python that does nothing, so that the machine's own speed can be read off the same run.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def seconds(command: list[str], status: tuple[int, ...] = (0,)) -> float:
    """Wall-clock time of one process. Raises RuntimeError when it ends otherwise than expected."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in status:
        raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return time.perf_counter() - start


def main() -> None:
    """Print the median times and their ratio to an idle start of Python."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BROADSIDE_CACHE"] = str(Path(folder) / "cache")
        door = [sys.executable, str(ROOT / "broadside.py")]
        logs = [Path(folder) / f"game-{seed}.vlog" for seed in range(1, games + 1)]
        for seed, log in enumerate(logs, 1):
            seconds([*door, "play", "graf_spee", "--seed", str(seed), "-o", str(log)])
        idle = [seconds([sys.executable, "-c", "pass"]) for _ in logs]
        shown = [seconds([*door, "--help"]) for _ in logs]
        audited = [seconds([*door, "audit", str(log), "--reveal"], (0, 1)) for log in logs]
    base = statistics.median(idle)
    for name, times in (("python -c pass", idle), ("--help", shown), ("audit", audited)):
        middle = statistics.median(times)
        print(f"{name:<16} {middle:6.3f} s  (most {max(times):.3f} s)  {middle / base:5.1f} x idle")


if __name__ == "__main__":
    main()
