"""``broadside unpack`` and ``pack``: a file of VASSAL as text, and back."""

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


@click.command(epilog=examples("broadside unpack game.vmod game", "broadside unpack game.vmod ."))
@file_argument
@click.argument("folder", type=click.Path(path_type=Path))
@reveal_option
@as_json_option
def unpack(file: Path, folder: Path, reveal: bool, as_json: bool) -> None:
    """Write the module, extension, save or log FILE as text into FOLDER, to keep it in git.

    In a FOLDER that was unpacked before, only the files that differ are written. A save or log
    is shown with every secret in it, and asks for --reveal.
    """
    from generator.workbench.text.unpacking import unpack as unpack_file

    done = unpack_file(file, folder, reveal=reveal)
    if as_json:
        print_json(
            {
                "kind": done.kind,
                "written": done.written,
                "same": done.same,
                "removed": done.removed,
                "left": done.left,
            }
        )
        return
    click.echo(
        f"{folder}: {done.kind}, {len(done.written)} files written, {done.same} as they were, "
        f"{len(done.removed)} removed"
    )
    for name in done.left:
        click.echo(f"left alone, and packed with the rest: {name}")


@click.command(
    epilog=examples("broadside pack game -o game.vmod", "broadside pack turn-3 -o turn-3.vlog")
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, metavar="FILE")
@click.option(
    "--header",
    metavar="HEADER",
    help="Hide the text of a save or log as !VCSK (every VASSAL), VOBS (from 3.8 on) or plain.",
)
def pack(folder: Path, out: Path, header: str | None) -> None:
    """Make the file of VASSAL that FOLDER was unpacked from, or changed to, again.

    All mistakes in its texts are told with file and line; then nothing is written.
    """
    from generator.workbench.text import packing

    spare(out, (), packing.ENDINGS[packing.kind_of(folder)])
    packing.pack(folder, out, header=header)
    click.echo(f"{out}: {out.stat().st_size:,} bytes")
