"""How fast a print kit comes: sheets of many counters, and the whole kit of a game.

``python -m benchmarks.kit [--count 500] [--repeat 3]`` writes a game with so many counters, each
with a front and a back of its own, and in processes of their own with an empty cache draws them,
lays them out on A4 and binds them as PDF. Then it builds the whole kit of the Graf Spee from the
command line: cold (empty cache, start-up included), then with nothing changed. Every figure is
the best of the repeats.
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
from generator.printing.binding import Binder
from generator.printing.furniture import Desk
from generator.printing.options import Printing
from generator.printing.paper import find_paper
from generator.printing.pieces import counter_pieces
from generator.printing.sheets import outline_pictures, sheets

SHEETS = 1.5
"""Floor: seconds for 500 fronts and backs, from the definition in memory to the PDF."""

WHOLE = 4.0
"""Floor: seconds for the whole kit of the Graf Spee, cold, with start-up."""

_PROFILES = ("cruiser_two_funnels", "cruiser_three_funnels", "carrier_hermes", "battlecruiser")


def write_game(folder: Path, count: int) -> None:
    """The Graf Spee with ``count`` more counters, all of whose fronts and backs differ."""
    shutil.copytree(game_folder("graf_spee"), folder)
    rows = []
    for number in range(count):
        face = (
            f"layout: ship, title: Unit {number}, symbol: {_PROFILES[number % len(_PROFILES)]},"
            f' left: CA, right: "{number % 9}", background: british'
        )
        faces = f"{{id: front, {face}}}, {{id: damaged, {face}, damaged: true}}"
        rows.append(f"  - {{id: ship_{number}, name: Unit {number}, faces: [{faces}]}}\n")
    table = folder / "counters.yaml"
    table.write_text(table.read_text("utf-8").rstrip() + "\n" + "".join(rows), "utf-8")


def run(folder: Path) -> dict[str, float]:
    """Sheets of all counters once: seconds of each stage, and how many places they have."""
    game = load_game(folder)
    begun = time.perf_counter()
    desk = Desk(game, load_theme(game.theme), (), Printing(find_paper("a4")))
    pictures = {
        picture.name: picture
        for counter in game.counters
        if counter.id.startswith("ship_")
        for picture in counter_pictures(counter, desk.theme, bleed=1.5)
    }
    drawn = time.perf_counter()
    pieces = [one for one in counter_pieces(game) if one.front in pictures]
    pictures |= {picture.name: picture for picture in outline_pictures(pieces, desk)}
    component = sheets("counters", "Counters", pieces, desk)
    assert component is not None
    laid = time.perf_counter()
    pdf = Binder(pictures, [component], {}).bind(component, game)
    done = time.perf_counter()
    return {
        "places": sum(len(page.placed) for page in component.pages),
        "drawing": drawn - begun,
        "laying out": laid - drawn,
        "binding": done - laid,
        "total": done - begun,
        "megabytes": len(pdf) / 1e6,
    }


def timed(words: list[str], cache: Path) -> tuple[float, str]:
    """Wall seconds of a command in a process of its own, and what it printed."""
    begun = time.perf_counter()
    found = subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"BROADSIDE_CACHE": str(cache)},
        check=True,
        capture_output=True,
        text=True,
    )
    return time.perf_counter() - begun, found.stdout


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--run", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        print(json.dumps(run(options.run)))
        return
    best: dict[str, float] = {}
    whole: dict[str, float] = {}
    for _ in range(options.repeat):
        with tempfile.TemporaryDirectory() as work:
            folder = Path(work, "game")
            write_game(folder, options.count)
            words = ["-m", "benchmarks.kit", "--run", str(folder)]
            found = json.loads(timed(words, Path(work, "cache"))[1])
            if not best or found["total"] < best["total"]:
                best = found
            for state in ("cold", "nothing changed"):
                words = ["-m", "broadside", "build", "graf_spee", "--target", "print"]
                seconds, _ = timed([*words, "-o", str(Path(work, "dist"))], Path(work, "kits"))
                whole[state] = min(seconds, whole.get(state, seconds))
    print(f"{best.pop('places'):.0f} fronts and backs on A4, seconds")
    print(", ".join(f"{name} {value:.2f}" for name, value in best.items()))
    print(f"floor: {SHEETS} s for 500 of each")
    print("whole kit of the Graf Spee, seconds with start-up")
    print(", ".join(f"{name} {value:.2f}" for name, value in whole.items()))
    print(f"floor: cold {WHOLE} s")
    if best["total"] > SHEETS * max(1.0, options.count / 500) or whole["cold"] > WHOLE:
        raise SystemExit("below the floor")


if __name__ == "__main__":
    main()
