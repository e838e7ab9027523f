"""The bundled games side by side: ``python -m benchmarks.games [--games N]``.

For each: rule cases that the engine enforces and those only stated, lines of Python and how many of
them a case takes, checked actions a second, and the audit of its own games. Times are the
processor's, in one process: other work on the machine does not count.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import click

from benchmarks.engine import checked_actions_per_second, recorded
from generator.definition.reader import game_names, load_game
from generator.places import games_folder
from generator.vassal import modules
from tests.blank_module import write_blank_module
from validator.proving.subject import Subject
from validator.rules.caselist import read_cases
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

COLUMNS = (
    "game",
    "enforced",
    "stated",
    "lines",
    "lines per case",
    "actions per second",
    "steps per log",
    "audit of 1,000 steps",
)


def lines_of(game: str) -> int:
    """Lines of Python in a game's folder."""
    files = (games_folder() / game).rglob("*.py")
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


def audited(rules: GameRules, games: int) -> tuple[float, float]:
    """Steps of a log on average, and seconds an audit with all revealed takes for 1,000 of them."""
    with tempfile.TemporaryDirectory() as folder:
        module = modules.read(write_blank_module(rules.game, Path(folder)))
        subject = Subject(rules, module, Path(folder))
        logs = [subject.saved(subject.play(seed, "random", by_hand=False)) for seed in range(games)]
        begun = time.process_time()
        for log in logs:
            subject.audited([log.path], {"reveal": True})
        spent = time.process_time() - begun
    steps = sum(log.ends[-1] for log in logs)
    return steps / games, 1000 * spent / steps


@click.command()
@click.option("--games", default=5, show_default=True, help="So many games of each.")
def main(games: int) -> None:
    """Print one row a game, as a table of Markdown."""
    click.echo(f"| {' | '.join(COLUMNS)} |")
    click.echo("|---" * len(COLUMNS) + "|")
    for name in game_names():
        rules = load_rules(load_game(name), games_folder() / name)
        cases, enforced = read_cases(rules.folder), rules.module.book.ids()
        records, _ = recorded(rules, games, "random")
        _, speed = checked_actions_per_second(rules, records)
        steps, seconds = audited(rules, games)
        row = (
            rules.game.name,
            f"{len(enforced)}",
            f"{len(cases) - len(enforced)}",
            f"{lines_of(name):,}",
            f"{lines_of(name) / len(cases):.0f}",
            f"{speed:,.0f}",
            f"{steps:,.0f}",
            f"{seconds:.1f} s",
        )
        click.echo(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
