"""How long a large land game takes to build: 300 counters of its own and a map of 30 x 20 hexes.

``python -m benchmarks.land [--counters 300] [--repeat 3]`` writes such a game into a folder that is
thrown away and builds it by the command line, cold and with one counter changed. It prints CPU
time (user and system), which other work on the machine disturbs least, each the best of the
repetitions, and both as shares of the cold build.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.build import rename_one_counter
from generator.starting import begin

COLUMNS, ROWS = 30, 20
KINDS = "....wwffhhxmsaatvro"


def cpu(folder: Path, out: Path, cache: Path) -> float:
    """CPU seconds of one ``broadside build``. CalledProcessError when it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "broadside", "build", str(folder), "-o", str(out)],
        env=os.environ | {"BROADSIDE_CACHE": str(cache)},
        check=True,
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write_game(folder: Path, counters: int) -> None:
    """A game like the hex-and-counter starter, with so many counters and a larger map."""
    begin(folder, "hex-and-counter")
    chance = random.Random(1)
    _enlarge_map(folder / "map.yaml", chance)
    table = folder / "units.csv"
    with table.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    more = list(rows)
    while len(more) < counters:
        row = list(chance.choice(rows))
        number = len(more)
        row[head.index("id")] = f"u_{number}"
        row[head.index("values.unit")] = str(number)
        for factor in ("attack", "defence", "movement"):
            row[head.index(f"values.{factor}")] = str(chance.randint(1, 9))
        more.append(row)
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *more])


def _enlarge_map(path: Path, chance: random.Random) -> None:
    text = path.read_text("utf-8")
    lines = [" ".join(chance.choice(KINDS) for _ in range(COLUMNS)) for _ in range(ROWS)]
    head, _, rest = text.partition("      picture: |\n")
    rest = re.sub(r"\A(        .*\n)+", "".join(f"        {line}\n" for line in lines), rest)
    text = f"{head}      picture: |\n{rest}".replace(
        "extent: [16, 11]", f"extent: [{COLUMNS}, {ROWS}]"
    )
    # The map grows, and what lies beside its hexes moves out with it.
    text = text.replace("width: 420mm", "width: 690mm").replace("height: 297mm", "height: 500mm")
    text = re.sub(r"\bx: (3\d\d)mm", lambda found: f"x: {int(found[1]) + 265}mm", text)
    path.write_text(text, "utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counters", type=int, default=300)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    best: dict[str, float] = {}
    for _ in range(options.repeat):
        with tempfile.TemporaryDirectory() as work:
            folder, out, cache = (Path(work) / name for name in ("game", "out", "cache"))
            write_game(folder, options.counters)
            for what in ("cold", "one counter changed"):
                best[what] = min(cpu(folder, out, cache), best.get(what, 1e9))
                rename_one_counter(folder)
    print(f"{'build':<24}{'CPU s':>9}{'of cold':>9}")
    for what, seconds in best.items():
        print(f"{what:<24}{seconds:>9.2f}{seconds / best['cold']:>9.2f}")


if __name__ == "__main__":
    main()
