"""Fuzz a game's rules: ``python -m benchmarks.fuzz graf_spee --games 10000``.

Exit status 1 when something was found; the file it names plays it again with ``--replay``.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

import click

from generator.definition.reader import game_folder, load_game
from validator.playing.fuzzing import Failure, fuzz_game, replay
from validator.playing.processes import cores, over_processes
from validator.playing.selfplay import pairings
from validator.rules.caselist import read_cases
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

CHUNK = 50
MIXED = 10
"""Of so many games one is played by another pairing of styles, the others at random."""


def _some(rules: GameRules, seeds: range) -> list[Failure]:
    failures = []
    for seed in seeds:
        mixes = pairings(rules)
        found = fuzz_game(rules, seed, mixes[0 if seed % MIXED else seed // MIXED % len(mixes)])
        if found is not None:
            failures.append(found)
    return failures


@click.command()
@click.argument("game")
@click.option("--games", default=1000, show_default=True, help="Games to play.")
@click.option("--seed", default=0, show_default=True, help="Seed of the first game.")
@click.option("--jobs", default=cores(), show_default=True, help="Processes.")
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
    folder = game_folder(game)
    if again is not None:
        click.echo(replay(load_rules(load_game(game), folder), again))
        return
    begun = time.perf_counter()
    end = seed + games
    chunks = [range(at, min(at + CHUNK, end)) for at in range(seed, end, CHUNK)]
    asked: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    failures: list[Failure] = []
    for found, exercised in over_processes(_some, load_game(game), folder, chunks, jobs):
        failures += found
        for case_id, (times, noes) in exercised.items():
            asked[case_id] += times
            refused[case_id] += noes
    click.echo(f"{'case':<12}{'judged':>12}{'refused':>12}")
    for case_id in asked:
        click.echo(f"{case_id:<12}{asked[case_id]:>12}{refused[case_id]:>12}")
    seldom = {entry.id: entry.seldom for entry in read_cases(folder)}
    idle = [case_id for case_id in asked if not refused[case_id]]
    click.echo(f"cases that refused nothing: {len(idle) or 'none'}")
    for case_id in idle:
        click.echo(f"{case_id:<12}{seldom.get(case_id) or 'no reason is known'}")
    for failure in failures:
        click.echo(f"{failure.what}: {failure.told}: {failure.write(out)}")
    took = time.perf_counter() - begun
    click.echo(f"{games} games, {len(failures)} failures, {took:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
