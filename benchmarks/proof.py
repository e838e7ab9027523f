"""The whole proof of a game: ``python -m benchmarks.proof graf_spee``.

As many games as the floors ask for: 1,000 played clean, 100 of them bent by every habit in every
place where it fits, and 100 in which every case is broken that can be. A tenth of the seeds is held
out: they are never used to tune how logs are read, and have a table of their own.

What is done stands in ``--out``, one line a seed: started again, the rest is done. ``--keep`` keeps
the logs of which an audit says what it should not.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click

from generator.definition.reader import game_folder, load_game
from generator.definition.schema import Game
from generator.packaging import build
from generator.terminal import cluster_option
from validator.playing.cluster import over
from validator.proving.proof import HELD_OUT, proof_lines, prove
from validator.proving.tally import Tally
from validator.proving.trying import CLEAN, HABITS, OFFENCES, PARTS, WHOLE
from validator.rules.loading import load_rules

FLOORS = {CLEAN: 1_000, HABITS: 100, OFFENCES: 100}
"""Games of each part."""
HELD = 10
"""One seed of so many is held out."""

Key = tuple[str, int]
"""A part and a seed."""


def seeds_of(games: int, first: int) -> list[int]:
    """So many seeds from the first on, a tenth of them held out."""
    held = games // HELD
    return [*range(first, first + games - held), *range(HELD_OUT, HELD_OUT + held)]


def _done(path: Path) -> dict[Key, Tally]:
    """What an earlier run has written; a line that was cut off is done again."""
    found: dict[Key, Tally] = {}
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        found[row["part"], row["seed"]] = Tally.from_json(row["tally"])
    return found


def _module(game: Game, folder: Path, out: Path) -> Path:
    art = (folder / "art",) if (folder / "art").is_dir() else ()
    return build(game, out, art=art).module


def _table(game: Game, folder: Path, done: dict[Key, Tally], begun: float) -> Iterator[str]:
    yield from proof_lines(load_rules(game, folder), [(seed, t) for (_, seed), t in done.items()])
    yield f"{time.perf_counter() - begun:.0f} s"


@click.command()
@click.argument("game")
@click.option("--only", type=click.Choice(PARTS), help="This part alone.")
@click.option("--games", type=click.IntRange(1), help="Games of each part; else the floors.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The first.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; else one a core.")
@cluster_option
@click.option(
    "--out", type=click.Path(path_type=Path), help="What is done; GAME.proof.jsonl if not said."
)
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False))
def main(
    game: str,
    only: str | None,
    games: int | None,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
    keep: Path | None,
) -> None:
    """Prove GAME at the floors and print the table; exit status 1 if an innocent is accused or
    something failed."""
    definition, folder = load_game(game), game_folder(game)
    path = out or Path(f"{definition.id}.proof.jsonl")
    done = _done(path)
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="proof-module-") as built:
        module = _module(definition, folder, Path(built))
        for part in (only,) if only else PARTS:
            wanted = seeds_of(games or FLOORS[part], seed)
            left = [one for one in wanted if (part, one) not in done]
            tried = prove(
                definition,
                folder,
                module,
                left,
                parts=(part,),
                effort=WHOLE,
                over=over(jobs, cluster),
                keep=keep,
            )
            for number, (one, tally) in enumerate(tried, 1):
                done[part, one] = tally
                with path.open("a", encoding="utf-8") as file:
                    row = {"part": part, "seed": one, "tally": tally.to_json()}
                    file.write(json.dumps(row) + "\n")
                click.echo(f"{part}: {number} of {len(left)}", err=True)
    click.echo("\n".join(_table(definition, folder, done, begun)))
    sys.exit(1 if any(tally.accused or tally.failed for tally in done.values()) else 0)


if __name__ == "__main__":
    main()
