"""``broadside log``: what happened in a log or save."""

from __future__ import annotations

import json
from pathlib import Path

import click

from generator.terminal import examples, print_json, reveal_option, side_option


@click.command(
    epilog=examples(
        "broadside log game.vlog",
        "broadside log game.vlog --table --at 40 --module game.vmod --json",
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--table", is_flag=True, help="Print the table instead of what happened.")
@click.option(
    "--at",
    type=click.IntRange(0),
    metavar="STEP",
    help="The table after this step (default: last).",
)
@click.option(
    "--module", type=click.Path(path_type=Path), metavar="VMOD", help="Names locations and zones."
)
@side_option
@reveal_option
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object a line (with --table: one object)."
)
def log(
    file: Path,
    table: bool,
    at: int | None,
    module: Path | None,
    side: str | None,
    reveal: bool,
    as_json: bool,
) -> None:
    """Print what happened in any VASSAL log or save, as everybody may know it."""
    from validator.reading import listing

    if at is not None and not table:
        raise click.UsageError("--at goes with --table")
    if table:
        state = listing.table_of(file, at=at, module=module, side=side, reveal=reveal)
        if as_json:
            print_json(state)
        else:
            for line in listing.table_lines(state):
                click.echo(line)
        return
    for happened in listing.events_of(file, module=module, side=side, reveal=reveal):
        if as_json:
            click.echo(json.dumps(happened, ensure_ascii=False))
        elif listing.worth_a_line(happened):
            click.echo(listing.event_line(happened))
