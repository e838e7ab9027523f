"""``broadside install``: a built folder into the data folder of Tabletop Simulator."""

from __future__ import annotations

from pathlib import Path

import click

from generator.terminal import as_json_option, examples, print_json


@click.command(
    epilog=examples(
        "broadside install dist/graf_spee-1.0-tts",
        "broadside install dist/graf_spee-1.0-tts game.json       with a game that was played",
        "broadside install dist/graf_spee-1.0-tts --images cache",
        'broadside install dist/graf_spee-1.0-tts --to "/games/Tabletop Simulator"',
    )
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("saves", type=click.Path(path_type=Path), nargs=-1)
@click.option(
    "--to",
    "into",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The data folder of Tabletop Simulator, if it is not in its usual place.",
)
@click.option(
    "--images",
    type=click.Choice(["file", "cache"]),
    default="file",
    show_default=True,
    help="Refer to pictures by their path on this disk, or copy them into the game's cache.",
)
@as_json_option
def install(
    folder: Path, saves: tuple[Path, ...], into: Path | None, images: str, as_json: bool
) -> None:
    """Install FOLDER, as `build --target tts` wrote it, in Tabletop Simulator, with SAVES of games
    that were played with it.

    With --images file only the host sees the pictures; with --images cache every player who has
    installed them does.
    """
    from generator.packaging.tabletop import installing

    done = installing.install(
        folder, into or installing.data_folder(), saves, cached=images == "cache"
    )
    if as_json:
        print_json(done.to_json())
        return
    for line in done.lines():
        click.echo(line)
