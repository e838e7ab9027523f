"""Fuzz a game's rules: ``python -m benchmarks.fuzz graf_spee --games 10000``.

Exit status 1 when something was found; the file it names plays it again with ``--replay``.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from generator.definition.reader import load_game
from generator.places import games_folder
from validator.playing.fuzzing import Failure, fuzz_game, replay
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

CHUNK = 50
PURPOSEFUL = 20
"""One game in so many is played by the purposeful players, the others at random."""


def _rules(game: str) -> GameRules:
    return load_rules(load_game(game), games_folder() / game)


def _some(game: str, first: int, count: int) -> tuple[list[Failure], dict[str, tuple[int, int]]]:
    rules = _rules(game)
    failures = []
    for seed in range(first, first + count):
        style = "random" if seed % PURPOSEFUL else "purposeful"
        found = fuzz_game(rules, seed, style)
        if found is not None:
            failures.append(found)
    return failures, {id_: (n.asked, n.refused) for id_, n in rules.exercise.items()}


@click.command()
@click.argument("game")
@click.option("--games", default=1000, show_default=True, help="Games to play.")
@click.option("--seed", default=0, show_default=True, help="Seed of the first game.")
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("fuzz-failures"),
    show_default=True,
    help="Folder for failures.",
)
@click.option(
    "--replay", "again", type=click.Path(exists=True, path_type=Path), help="Play a failure again."
)
def main(game: str, games: int, seed: int, jobs: int, out: Path, again: Path | None) -> None:
    """Play games of GAME and look for crashes, dead ends, endless games, disagreement."""
    if again is not None:
        click.echo(replay(_rules(game), again))
        return
    begun = time.perf_counter()
    chunks = [(game, at, min(CHUNK, seed + games - at)) for at in range(seed, seed + games, CHUNK)]
    asked: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    failures: list[Failure] = []
    with ProcessPoolExecutor(jobs) as pool:
        for found, exercised in pool.map(_some, *zip(*chunks, strict=True)):
            failures += found
            for case_id, (times, noes) in exercised.items():
                asked[case_id] += times
                refused[case_id] += noes
    click.echo(f"{'case':<12}{'judged':>12}{'refused':>12}")
    for case_id in asked:
        click.echo(f"{case_id:<12}{asked[case_id]:>12}{refused[case_id]:>12}")
    idle = [case_id for case_id in asked if not refused[case_id]]
    click.echo(f"never refused anything: {', '.join(idle) or 'none'}")
    for failure in failures:
        click.echo(f"{failure.what}: {failure.told}: {failure.write(out)}")
    took = time.perf_counter() - begun
    click.echo(f"{games} games, {len(failures)} failures, {took:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
