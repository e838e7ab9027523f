"""``broadside new``: a small complete game to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from generator.counting import counted
from generator.starting import STARTERS, begin
from generator.terminal import as_json_option, examples, print_json
from validator.starting import rules_for

KINDS = "\n".join(f"  {name:17}{has}" for name, has in STARTERS.items())


@click.command(
    epilog=f"\b\nKinds:\n{KINDS}\n\n"
    + examples(
        "broadside new mygame --like naval",
        "broadside new mygame --like hex-and-counter --rules",
        "broadside preview mygame",
    )
)
@click.argument("folder", type=click.Path(path_type=Path), metavar="NAME")
@click.option(
    "--like",
    default="hex-and-counter",
    show_default=True,
    metavar="|".join(STARTERS),
    help="The kind of game.",
)
@click.option("--title", metavar="WORDS", help="The title of the game (default: from NAME).")
@click.option(
    "--rules",
    "with_rules",
    is_flag=True,
    help="Include rules in Python, to play and audit the game.",
)
@as_json_option
def new(folder: Path, like: str, title: str | None, with_rules: bool, as_json: bool) -> None:
    """Begin a game in the folder NAME: small, complete, and explained file by file.

    It can be built at once as a VASSAL module and as a print kit; change it from there.
    """
    files = begin(folder, like, title, rules_for(like) if with_rules else None)
    if as_json:
        print_json({"folder": folder.as_posix(), "like": like, "files": files})
        return
    click.echo(f"{folder} written ({counted(len(files), 'file')}); next:")
    name = folder.as_posix()
    by_rules = (
        (f"play {name} -o game.vlog", "play a game by its rules, as a log"),
        (f"audit game.vlog --game {name}", "hold a log against them"),
    )
    for command, does in (
        (f"preview {name}", "look at it while you change it"),
        (f"build {name}", "make a VASSAL module"),
        (f"build {name} --target print", "make a print kit"),
        *(by_rules if with_rules else ()),
    ):
        click.echo(f"  broadside {command}  # {does}")
