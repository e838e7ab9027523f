"""How long audits take in two checkouts of this project, side by side.

    python -m benchmarks.beside OTHER [LOG ...]

OTHER is the folder of another checkout (`git worktree add OTHER ee196eb`). Without logs, games of
the bundled wargames are played and recorded by seed, each with buttons and by hand. Every log is
audited in a process of each checkout in turn, so that both meet the same machine; what is counted
is the processor's time inside the process, the least of several audits.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import click

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("graf_spee", "under_ten_flags")
FLOOR = 2.0
"""So many times as long as in the checkout ee196eb an audit may take."""
_AUDITS = """
import json, sys, time
from validator.audit import audit
least = []
for at in range(1 + int(sys.argv[2])):
    begun = time.process_time()
    audit([sys.argv[1]], reveal=True)
    least.append(time.process_time() - begun)
print(json.dumps(min(least[1:])))
"""


def seconds(checkout: Path, log: Path, times: int) -> float:
    """The processor's time for an audit, once everything is loaded."""
    command = [sys.executable, "-c", _AUDITS, str(log.resolve()), str(times)]
    known = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}
    said = subprocess.run(
        command, cwd=checkout, env=known, capture_output=True, text=True, check=True
    )
    return float(json.loads(said.stdout))


def recorded(folder: Path, games: int) -> list[Path]:
    """Logs of games played by seed, as this checkout records them."""
    door = [sys.executable, str(ROOT / "broadside.py"), "play"]
    logs = []
    for game in GAMES:
        for seed in range(1, games + 1):
            for name, how in (("buttons", ()), ("hand", ("--by-hand",))):
                log = folder / f"{game}-{seed}-{name}.vlog"
                played = [*door, game, "--seed", str(seed), "-o", str(log), *how]
                subprocess.run(played, cwd=ROOT, capture_output=True, check=True)
                logs.append(log)
    return logs


@click.command()
@click.argument("other", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("logs", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--games", default=5, show_default=True, help="How many are played of each.")
@click.option("--times", default=2, show_default=True, help="How often each log is audited.")
def main(other: Path, logs: tuple[Path, ...], games: int, times: int) -> None:
    """Print what each audit took in OTHER and here, and how many times as long it takes here."""
    with tempfile.TemporaryDirectory() as folder:
        ratios = []
        for log in logs or recorded(Path(folder), games):
            there, here = (seconds(one, log, times) for one in (other.resolve(), ROOT))
            ratios.append(here / there)
            click.echo(f"{there:7.3f} s {here:7.3f} s {ratios[-1]:6.2f} times  {log.name}")
    within = sum(one <= FLOOR for one in ratios)
    click.echo(
        f"{len(ratios)} logs: {median(ratios):.2f} times in the middle, {max(ratios):.2f} at most, "
        f"{within} within {FLOOR:g}"
    )


if __name__ == "__main__":
    main()
