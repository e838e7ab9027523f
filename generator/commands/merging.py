"""``broadside merge``: two builders' versions of a module made one."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.counting import counted
from generator.terminal import FINDINGS, print_json

_EPILOG = """\b
Examples:
  broadside merge base.vmod mine.vmod theirs.vmod -o merged.vmod
  broadside merge base.vmod mine.vmod theirs.vmod -o merged.vmod --theirs
\b
As git's merge driver of modules (a module kept unpacked: its buildFile.xml too):
  git config merge.vassal.driver 'broadside merge %O %A %B -o %A'
  echo '*.vmod merge=vassal' >> .gitattributes
"""


@click.command(epilog=_EPILOG)
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("ours", type=click.Path(path_type=Path))
@click.argument("theirs", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="The file to write; it may be OURS.",
)
@click.option("--ours", "prefer", flag_value="ours", help="In conflicts, take OURS.")
@click.option("--theirs", "prefer", flag_value="theirs", help="In conflicts, take THEIRS.")
@click.option("--json", "as_json", is_flag=True, help="Print conflicts and notes as JSON.")
def merge(
    base: Path, ours: Path, theirs: Path, out: Path, prefer: str | None, as_json: bool
) -> None:
    """Merge the modules OURS and THEIRS, which both began as BASE.

    Components, traits and their fields are merged one by one. A part that both sides changed in
    different ways is a conflict; then nothing is written, unless --ours or --theirs decides it.
    Exit status: 0 merged, 1 conflicts, 2 unusable input.
    """
    from generator.differences import visible
    from generator.files import replace_file
    from generator.workbench.merging import merge_files

    merged, data = merge_files(base, ours, theirs, prefer)
    written = prefer is not None or not merged.conflicts
    if written and not (out == ours and data == ours.read_bytes()):
        replace_file(out, data)
    if as_json:
        print_json(
            {
                "merged": written,
                "conflicts": [row._asdict() for row in merged.conflicts],
                "notes": list(merged.notes),
            }
        )
    else:
        for row in merged.conflicts:
            click.echo(f"conflict: {visible(row.where)}: {visible(row.what)}")
            for name, value in (("base", row.base), ("ours", row.ours), ("theirs", row.theirs)):
                told = "(not there)" if value is None else visible(value) or '""'
                click.echo(f"  {name + ':':<8}{told}")
        for note in merged.notes:
            click.echo(f"note: {visible(note)}")
        if written:
            settled = f", {counted(len(merged.conflicts), 'conflict')} settled for {prefer}"
            click.echo(f"{out}: merged{settled if merged.conflicts else ''}")
        else:
            clashes = counted(len(merged.conflicts), "conflict")
            click.echo(f"{out}: {clashes}, nothing is written; --ours or --theirs settles them all")
    if not written:
        sys.exit(FINDINGS)
