"""``broadside import``: an existing module as a definition."""

from __future__ import annotations

from pathlib import Path

import click

from generator.terminal import as_json_option, examples, file_argument, print_json, progress


@click.command(
    name="import",
    epilog=examples("broadside import old.vmod my_game", "broadside build my_game -o dist"),
)
@file_argument
@click.argument("folder", type=click.Path(path_type=Path))
@as_json_option
def import_command(file: Path, folder: Path, as_json: bool) -> None:
    """Turn the module FILE into a definition in FOLDER, which builds the same module again.

    Boards with their grids, counters with all their sides, decks, charts, dice and set-ups become
    text that you can change. Parts that a definition cannot express are kept unchanged, and are
    listed here and in FOLDER/IMPORT.md.
    """
    from generator.files import new_folder
    from generator.workbench.importing import imported
    from generator.workbench.opened import open_module

    with progress(f"Importing {file.name}") as report:
        made = imported(open_module(file), report)
    new_folder(folder, made.files)
    if as_json:
        print_json(made.report.to_json())
        return
    for line in made.report.lines():
        click.echo(line)
    click.echo(f"{folder} written; broadside build {folder} makes a module of it")
