"""How fast pictures come: counters of text and symbol, through the whole line.

``python -m benchmarks.pictures [--count 3000] [--dpi 150] [--repeat 3]`` writes a game with so
many different counters (one CSV row each), and in processes of their own, start-up included,
reads it, draws every counter as SVG and renders it as PNG: cold (empty cache), then with nothing
changed. Every figure is the best of the repeats.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from generator.definition.reader import game_folder, load_game
from generator.drawing.counters import counter_pictures
from generator.drawing.themes import load_theme
from generator.pictures.rendering import render

PER_SECOND = 500
"""Floor: pictures a second, cold."""

WARM = 1.5
"""Floor: seconds with nothing changed."""

_SHIPS = (
    ("cruiser", "cruiser_two_funnels"),
    ("cruiser", "cruiser_three_funnels"),
    ("carrier", "carrier_hermes"),
    ("battleship", "battlecruiser"),
)


def write_game(folder: Path, count: int) -> None:
    """The Graf Spee with ``count`` more ships, no two of one name."""
    shutil.copytree(game_folder("graf_spee"), folder)
    table = folder / "royal_navy.csv"
    rows = []
    for number in range(count):
        template, profile = _SHIPS[number % len(_SHIPS)]
        rows.append(f"ship_{number},Unit {number},{template},{profile}")
    table.write_text(table.read_text("utf-8") + "\n".join(rows) + "\n", "utf-8")


def run(folder: Path, dpi: int) -> dict[str, float]:
    """The whole line once: seconds of each stage, and how many pictures came out."""
    begun = time.perf_counter()
    game = load_game(folder)
    read = time.perf_counter()
    theme = load_theme(game.theme)
    pictures = [
        next(counter_pictures(one, theme)) for one in game.counters if one.id.startswith("ship_")
    ]
    drawn = time.perf_counter()
    pngs = render(pictures, dpi)
    done = time.perf_counter()
    return {
        "pictures": len(pngs),
        "reading": read - begun,
        "drawing": drawn - read,
        "rendering": done - drawn,
    }


def timed(folder: Path, dpi: int, cache: Path) -> dict[str, float]:
    """``run`` in a process of its own; ``total`` is its wall time with start-up."""
    begun = time.perf_counter()
    found = subprocess.run(
        [sys.executable, "-m", "benchmarks.pictures", "--run", str(folder), "--dpi", str(dpi)],
        env=os.environ | {"BROADSIDE_CACHE": str(cache)},
        check=True,
        capture_output=True,
        text=True,
    )
    stages: dict[str, float] = json.loads(found.stdout)
    return stages | {"total": time.perf_counter() - begun}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--dpi", type=int, default=150)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--run", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        print(json.dumps(run(options.run, options.dpi)))
        return
    best: dict[str, dict[str, float]] = {}
    for _ in range(options.repeat):
        with tempfile.TemporaryDirectory() as work:
            folder, cache = Path(work, "game"), Path(work, "cache")
            write_game(folder, options.count)
            for state in ("cold", "nothing changed"):
                found = timed(folder, options.dpi, cache)
                if state not in best or found["total"] < best[state]["total"]:
                    best[state] = found
    print(f"{options.count} counters at {options.dpi} dpi, seconds")
    heads = ("reading", "drawing", "rendering", "total")
    print(f"{'':<18}" + "".join(f"{head:>11}" for head in heads) + f"{'a second':>11}")
    for state, found in best.items():
        rate = found["pictures"] / found["total"]
        print(f"{state:<18}" + "".join(f"{found[h]:>11.2f}" for h in heads) + f"{rate:>11.0f}")
    cold = best["cold"]["pictures"] / best["cold"]["total"]
    print(f"floors: cold {PER_SECOND} a second, nothing changed {WARM} s")
    if cold < PER_SECOND or best["nothing changed"]["total"] > WARM:
        raise SystemExit("below the floor")


if __name__ == "__main__":
    main()
