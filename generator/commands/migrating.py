"""``broadside migrate``: a saved game brought to another version of its module."""

from __future__ import annotations

from pathlib import Path

import click

from generator.terminal import (
    as_json_option,
    examples,
    file_argument,
    print_json,
    reveal_option,
    spare,
)


@click.command(
    epilog=examples(
        "broadside migrate game.vsav --from old.vmod --to new.vmod -o game-new.vsav",
        "broadside migrate game.vsav --from old.vmod --to new.vmod --piece Tank=Panzer -o new.vsav",
        "broadside migrate game.vlog --from old.vmod --to new.vmod --start-only -o start.vsav",
    )
)
@file_argument
@click.option("--from", "old", required=True, type=click.Path(path_type=Path), metavar="MODULE")
@click.option("--to", "new", required=True, type=click.Path(path_type=Path), metavar="MODULE")
@click.option("-o", "--out", required=True, type=click.Path(path_type=Path), metavar="SAVE")
@click.option(
    "--map",
    "maps",
    multiple=True,
    metavar="OLD=NEW",
    help="A map with a new name (may be repeated).",
)
@click.option(
    "--piece",
    "pieces",
    multiple=True,
    metavar="OLD=NEW",
    help="A piece with a new name, or gpid (may be repeated).",
)
@click.option(
    "--start-only", is_flag=True, help="For a log: only the position that it begins with."
)
@reveal_option
@as_json_option
def migrate(
    file: Path,
    old: Path,
    new: Path,
    out: Path,
    maps: tuple[str, ...],
    pieces: tuple[str, ...],
    start_only: bool,
    reveal: bool,
    as_json: bool,
) -> None:
    """Convert the save FILE from one version of its module to another.

    Pieces whose definition changed get the new one and keep their place, their stack and the state
    of every trait that still exists. Pieces that the new module does not have stay as they are; new
    ones are not added. Names of hidden pieces are only shown with --reveal.
    """
    from generator.vassal import saves
    from generator.workbench.migrating import migrated
    from generator.workbench.opened import WorkbenchError, open_module

    spare(out, [file, old, new], (".vsav", ".vlog"))
    given, before_it = saves.read(file), open_module(old)
    played = given.moduledata.name
    if played and played != before_it.name:
        raise WorkbenchError(f"{file}: played with the module {played!r}, not {before_it.name!r}")
    save, account = migrated(
        given,
        before_it,
        open_module(new),
        _renamed("--map", maps),
        pieces=_renamed("--piece", pieces),
        start_only=start_only,
        reveal=reveal,
    )
    saves.write(out, save)
    if as_json:
        print_json({**account.to_json(), "written": str(out)})
        return
    for line in account.lines():
        click.echo(line)
    click.echo(f"{out} written")


def _renamed(option: str, pairs: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for pair in pairs:
        before, equals, after = pair.partition("=")
        if not (before and equals and after):
            raise click.UsageError(f"{option} {pair!r}: write it as OLD=NEW.")
        found[before] = after
    return found
