"""``broadside edit``: changes in bulk to a module or extension."""

from __future__ import annotations

import os
from pathlib import Path

import click

from generator.terminal import as_json_option, examples, file_argument, print_json


@click.command(
    epilog=examples(
        "broadside edit my.vmod --changes changes.yaml            what would change",
        "broadside edit my.vmod --changes changes.yaml -o new.vmod",
        "broadside edit my.vmod --script edit.py --in-place",
    )
)
@file_argument
@click.option("--script", type=click.Path(path_type=Path), help="Python with edit(module).")
@click.option("--changes", type=click.Path(path_type=Path), help="A YAML list of changes.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write the edited module here.")
@click.option("--in-place", is_flag=True, help="Write it over FILE.")
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@as_json_option
def edit(
    file: Path,
    script: Path | None,
    changes: Path | None,
    out: Path | None,
    in_place: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Change the module or extension FILE in bulk, and show every difference.

    A script is code, which can do whatever you can: run only scripts that you wrote or read. A list
    of changes can only change FILE. Without -o or --in-place nothing is written.
    """
    from generator.differences import lines
    from generator.workbench.editing.running import (
        differences,
        run_changes,
        run_script,
        untouched,
    )
    from generator.workbench.opened import open_module

    if script is not None and changes is not None:
        raise click.UsageError("either --script or --changes, not both.")
    if out is not None and in_place:
        raise click.UsageError("either -o or --in-place, not both.")
    if out is not None and os.path.realpath(out) == os.path.realpath(file):
        raise click.UsageError("-o names FILE itself; say --in-place for that.")
    module = open_module(file)
    before = untouched(module)
    if script is not None:
        edited = run_script(module, script)
    elif changes is not None:
        edited = run_changes(module, changes)
    else:
        raise click.UsageError("name --script FILE or --changes FILE.")
    found = differences(before, edited)
    target = file if in_place else out
    writes = target is not None and not dry_run
    if target is not None and writes:
        module.write(target)
    if as_json:
        written = str(target) if writes else None
        print_json({**found.to_json(), "edit_notes": edited.notes, "written": written})
        return
    for line in lines(found):
        click.echo(line.text)
    for note in edited.notes:
        click.echo(f"note: {note}")
    click.echo(f"{target} written" if writes else "nothing written (give -o FILE or --in-place)")
