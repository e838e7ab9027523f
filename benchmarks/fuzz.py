"""Fuzz a game's rules: ``python -m benchmarks.fuzz graf_spee --games 10000``.

Exit status 1 when something was found; the file it names plays it again with ``--replay``. With
``--tts`` each game is played to both formats instead, by both styles, with buttons and by hand, and
what an audit finds in the log and in the save is compared: ``--tts --games 20`` plays 80.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import click

from benchmarks.both_formats import differences, played_twice
from generator.definition.reader import game_folder, load_game
from generator.packaging import build
from generator.terminal import cluster_option
from generator.vassal import modules
from validator.playing.cluster import over
from validator.playing.fuzzing import Failure, fuzz_game, replay
from validator.playing.processes import Over
from validator.playing.selfplay import pairings, styles_of
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


def _twice(rules: GameRules, seeds: range) -> list[str]:
    """Where the two formats of some games differ."""
    module = _module(rules.folder)
    found: list[str] = []
    for seed, style, by_hand in product(seeds, styles_of(rules), (False, True)):
        with tempfile.TemporaryDirectory() as out:
            played = played_twice(Path(out), rules.game, rules.folder, module, seed, style, by_hand)
            found += differences(played, rules.game)
    return found


@cache
def _module(folder: Path) -> modules.Module:
    """The module of a game, built once a process."""
    art = (folder / "art",) if (folder / "art").is_dir() else ()
    return modules.read(build(load_game(str(folder)), Path(tempfile.mkdtemp()), art=art).module)


def _compare(game: str, games: int, seed: int, at_work: Over) -> int:
    """Play games to both formats; how many differences there were."""
    chunks = [range(at, at + 1) for at in range(seed, seed + games)]
    count = 0
    for found, _ in at_work(_twice, load_game(game), game_folder(game), chunks):
        count += len(found)
        for line in found:
            click.echo(line)
    return count


@click.command()
@click.argument("game")
@click.option("--games", default=1000, show_default=True, help="Games to play.")
@click.option("--seed", default=0, show_default=True, help="Seed of the first game.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; else one a core.")
@cluster_option
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
@click.option("--tts", is_flag=True, help="Play to both formats and compare their audits.")
def main(
    game: str,
    games: int,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    out: Path,
    again: Path | None,
    tts: bool,
) -> None:
    """Play games of GAME and look for crashes, dead ends, endless games, disagreement."""
    folder, at_work = game_folder(game), over(jobs, cluster)
    if tts:
        differing = _compare(game, games, seed, at_work)
        click.echo(f"{games} seeds, {differing} differences")
        sys.exit(1 if differing else 0)
    if again is not None:
        click.echo(replay(load_rules(load_game(game), folder), again))
        return
    begun = time.perf_counter()
    end = seed + games
    chunks = [range(at, min(at + CHUNK, end)) for at in range(seed, end, CHUNK)]
    asked: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    failures: list[Failure] = []
    for found, exercised in at_work(_some, load_game(game), folder, chunks):
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
        click.echo(f"{failure.what}: {failure.message}: {failure.write(out)}")
    took = time.perf_counter() - begun
    click.echo(f"{games} games, {len(failures)} failures, {took:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
