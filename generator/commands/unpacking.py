"""``broadside unpack`` and ``pack``: a file of VASSAL or Tabletop Simulator as text, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.terminal import (
    as_json_option,
    examples,
    file_argument,
    print_json,
    reveal_option,
    spare,
)

if TYPE_CHECKING:
    from generator.workbench.text.filling import Outcome


@click.command(
    epilog=examples(
        "broadside unpack game.vmod game",
        "broadside unpack game.vmod .",
        "broadside unpack TS_Save_12.json -o mod         a save of Tabletop Simulator",
    )
)
@file_argument
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The folder, as an option.",
)
@reveal_option
@as_json_option
def unpack(file: Path, folder: Path | None, out: Path | None, reveal: bool, as_json: bool) -> None:
    """Write FILE as text into FOLDER, to keep it in git: a module, extension, save or log of
    VASSAL, or a save or saved object of Tabletop Simulator.

    If FILE was unpacked into FOLDER before, only files that differ are written. Saves and logs of
    games contain every secret, so they need --reveal.
    """
    if (folder is None) is (out is None):
        raise click.UsageError("name one FOLDER to unpack into.")
    folder = folder or out
    assert folder is not None
    done = _unpacked(file, folder, reveal)
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


def _unpacked(file: Path, folder: Path, reveal: bool) -> Outcome:
    from generator.tabletop_simulator.spelled import looks_like_json

    if looks_like_json(file):
        from generator.workbench.tts.unpacking import unpack as unpack_save

        return unpack_save(file, folder, reveal=reveal)
    from generator.workbench.text.unpacking import unpack as unpack_file

    return unpack_file(file, folder, reveal=reveal)


@click.command(
    epilog=examples(
        "broadside pack game -o game.vmod",
        "broadside pack turn-3 -o turn-3.vlog",
        "broadside pack mod -o TS_Save_12.json",
    )
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, metavar="FILE")
@click.option(
    "--header",
    metavar="HEADER",
    help="The format of a save or log: !VCSK (every VASSAL), VOBS (from 3.8 on) or plain.",
)
def pack(folder: Path, out: Path, header: str | None) -> None:
    """Pack FOLDER, an unpacked file of VASSAL or Tabletop Simulator, again, with all changes.

    All mistakes in its texts are reported with file and line; then nothing is written.
    """
    from generator.workbench.tts import packing as tts

    if tts.is_unpacked(folder):
        if header is not None:
            raise click.UsageError("--header is for a save or log of VASSAL.")
        spare(out, (), (".json",))
        for name in tts.pack(folder, out):
            click.echo(f"left out, as no other file names it: {name}", err=True)
        click.echo(f"{out}: {out.stat().st_size:,} bytes")
        return
    from generator.workbench.text import packing

    spare(out, (), packing.ENDINGS[packing.kind_of(folder)])
    packing.pack(folder, out, header=header)
    click.echo(f"{out}: {out.stat().st_size:,} bytes")
