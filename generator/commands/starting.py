"""``broadside new``: a small complete game to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from generator.counting import counted
from generator.starting import STARTERS, begin
from generator.terminal import as_json_option, examples, print_json

KINDS = "\n".join(f"  {name:17}{has}" for name, has in STARTERS.items())


@click.command(
    epilog=f"\b\nKinds:\n{KINDS}\n\n"
    + examples("broadside new mygame --like naval", "broadside preview mygame")
)
@click.argument("folder", type=click.Path(path_type=Path), metavar="NAME")
@click.option(
    "--like",
    default="hex-and-counter",
    show_default=True,
    metavar="|".join(STARTERS),
    help="The kind of game to begin with.",
)
@click.option("--title", metavar="WORDS", help="What the game is called (default: from NAME).")
@as_json_option
def new(folder: Path, like: str, title: str | None, as_json: bool) -> None:
    """Begin a game in the folder NAME: small, complete, and explained file by file.

    It builds at once as a VASSAL module and as a print kit; change it from there.
    """
    files = begin(folder, like, title)
    if as_json:
        print_json({"folder": folder.as_posix(), "like": like, "files": files})
        return
    click.echo(f"{folder} written ({counted(len(files), 'file')}); next:")
    for command, does in (
        (f"preview {folder.as_posix()}", "look at it while you change it"),
        (f"build {folder.as_posix()}", "make a VASSAL module"),
        (f"build {folder.as_posix()} --target print", "make a print kit"),
    ):
        click.echo(f"  broadside {command}  # {does}")
