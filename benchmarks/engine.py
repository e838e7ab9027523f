"""How many actions a second the engine checks and applies: ``python -m benchmarks.engine``."""

from __future__ import annotations

import time

import click

from generator.definition.reader import load_game
from generator.places import games_folder
from validator.playing.selfplay import play_game
from validator.rules.loading import load_rules

FLOOR = 20_000


def checked_actions_per_second(game: str, games: int) -> tuple[int, float]:
    """Actions of recorded games, and how many of them a second pass check and apply."""
    rules = load_rules(load_game(game), games_folder() / game)
    records = [play_game(rules, seed, "random") for seed in range(games)]
    count = 0
    begun = time.perf_counter()
    for record in records:
        state = rules.start()
        for played in record.played:
            rules.check(state, played.verb)
            state = rules.apply(state, played.verb)
            count += 1
    return count, count / (time.perf_counter() - begun)


@click.command()
@click.argument("game", default="graf_spee")
@click.option("--games", default=300, show_default=True)
def main(game: str, games: int) -> None:
    """Replay recorded games of GAME through check and apply, in one process."""
    count, speed = checked_actions_per_second(game, games)
    click.echo(f"{game}: {count} actions, {speed:,.0f} checked actions a second (floor {FLOOR:,})")


if __name__ == "__main__":
    main()
