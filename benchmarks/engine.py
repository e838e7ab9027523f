"""How fast the engine is: ``python -m benchmarks.engine graf_spee``.

Actions a second that are checked and applied, and whole games a second that are played, each in
one process, by the processor's time: other work on the machine does not count.
"""

from __future__ import annotations

import time

import click

from generator.definition.reader import game_folder, load_game
from validator.playing.selfplay import Record, play_game
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

FLOORS = {
    "graf_spee": 50_000,
    "under_ten_flags": 30_000,
    "atlantic_chase": 20_000,
    "red_flags": 30_000,
    "uboat_variant": 25_000,
}
"""Checked actions a second that a bundled game promises."""


def recorded(rules: GameRules, games: int, style: str) -> tuple[list[Record], float]:
    """Games by seed, and how many of them a second are played."""
    begun = time.process_time()
    records = [play_game(rules, seed, style) for seed in range(games)]
    return records, games / (time.process_time() - begun)


def checked_actions_per_second(rules: GameRules, records: list[Record]) -> tuple[int, float]:
    """Actions of recorded games, and how many of them a second pass check and apply."""
    count = 0
    begun = time.process_time()
    for record in records:
        state = rules.start()
        for played in record.played:
            rules.check(state, played.verb)
            state = rules.apply(state, played.verb)
            count += 1
    return count, count / (time.process_time() - begun)


@click.command()
@click.argument("game", default="graf_spee")
@click.option("--games", default=300, show_default=True)
@click.option("--players", default="random", show_default=True)
def main(game: str, games: int, players: str) -> None:
    """Play games of GAME, then replay them through check and apply, in one process."""
    rules = load_rules(load_game(game), game_folder(game))
    records, games_a_second = recorded(rules, games, players)
    click.echo(f"{game}: {games_a_second:,.1f} games a second ({players} players)")
    count, speed = checked_actions_per_second(rules, records)
    floor = f" (floor {FLOORS[game]:,})" if game in FLOORS else ""
    click.echo(f"{game}: {count:,} actions, {speed:,.0f} checked actions a second{floor}")


if __name__ == "__main__":
    main()
