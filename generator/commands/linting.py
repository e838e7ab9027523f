"""``broadside lint``: what in a module or save fails in play, or hardly does what was meant."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.errors import BroadsideError
from generator.terminal import FINDINGS, as_json_option, examples, print_json, progress, spare

if TYPE_CHECKING:
    from generator.workbench.linting import Report
    from generator.workbench.linting.running import Tell
    from generator.workbench.opened import OpenModule


class LintError(BroadsideError):
    """Options that cannot be combined."""


@click.command(
    epilog=examples(
        "broadside lint my.vmod",
        "broadside lint my.vmod --ignore report,image.unused",
        "broadside lint my.vmod --fix -o mended.vmod",
        "broadside lint more.vmdx --module my.vmod --sarif lint.sarif",
        "broadside lint TS_Save_12.json --ignore url",
    )
)
@click.argument("files", nargs=-1, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--game", metavar="GAME", help="Lint the module that `broadside build GAME` makes.")
@click.option(
    "--module",
    "base",
    metavar="VMOD",
    type=click.Path(path_type=Path),
    help="The module that an extension belongs to, so that its contents are known.",
)
@click.option(
    "--select", metavar="CODES", default="", help="Report only these codes: key.unheard,image"
)
@click.option("--ignore", metavar="CODES", default="", help="Report all codes but these.")
@click.option("--all", "everything", is_flag=True, help="Show every finding with all its places.")
@click.option("--fix", is_flag=True, help="Fix what can be fixed safely.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="With --fix: the file to write.")
@click.option("--in-place", is_flag=True, help="With --fix: overwrite the file.")
@click.option(
    "--sarif", metavar="OUT", type=click.Path(path_type=Path), help="Write SARIF 2.1.0, for CI."
)
@as_json_option
def lint(
    files: tuple[Path, ...],
    game: str | None,
    base: Path | None,
    select: str,
    ignore: str,
    everything: bool,
    fix: bool,
    out: Path | None,
    in_place: bool,
    sarif: Path | None,
    as_json: bool,
) -> None:
    """Report the faults of a module or extension for VASSAL, or of a save for Tabletop Simulator:
    what will fail, what hardly works as meant, what is worth knowing. FILE is a .vmod or .vmdx, a
    bare buildFile, a save's .json, a folder of saves, or the folder of an unpacked module or save.

    docs/lint.md lists the codes.
    """
    from generator.workbench.linting import lint as lint_module
    from generator.workbench.linting.saves import lint_save, saves_of

    _check(files, game, fix, out, in_place)
    if sarif is not None:
        spare(sarif, files)
    chosen, ignored = _codes(select), _codes(ignore)
    reports: list[Report] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        ExitStack() as held,
        progress("lint") as told,
    ):
        adds_to = held.enter_context(_opened(base))[0] if base is not None else None
        for path in [*files, *([_built(game, Path(folder))] if game else [])]:
            saves = saves_of(path)
            if saves and (fix or base is not None):
                raise LintError(f"{path}: --fix and --module are for modules of VASSAL")
            reports += [lint_save(save, select=chosen, ignore=ignored) for save in saves]
            if saves:
                continue
            told(0, 1, path.name)
            with _held(path) if fix else _opened(path) as (module, tell):
                if fix:
                    _mend(module, adds_to, out if out is not None else path, chosen, ignored)
                reports.append(
                    lint_module(
                        module, adds_to, select=chosen, ignore=ignored, tell=tell, progress=told
                    )
                )
    _tell(reports, everything, sarif, as_json)
    if any(report.calls_for_attention for report in reports):
        click.get_current_context().exit(FINDINGS)


def _check(
    files: tuple[Path, ...], game: str | None, fix: bool, out: Path | None, in_place: bool
) -> None:
    if not files and not game:
        raise click.UsageError("Missing argument 'FILE...', or --game.")
    if (out is not None or in_place) and not fix:
        raise LintError("-o and --in-place say where the result of --fix goes: add --fix")
    if fix and (out is None) is not in_place:
        raise LintError("--fix needs either -o OUT or --in-place")
    if fix and game:
        raise LintError("--fix mends a file: mend the definition of a game instead")
    if fix and any(path.is_dir() for path in files):
        raise LintError("--fix mends a packed file: mend the texts of a folder by hand")
    if out is not None and len(files) > 1:
        raise LintError("-o is for one file; use --in-place for several")


def _codes(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _built(game: str | None, folder: Path) -> Path:
    from generator.commands.building import built_module, read_game

    assert game is not None
    return built_module(game, read_game(game), folder).module


@contextmanager
def _opened(path: Path) -> Iterator[tuple[OpenModule, Tell | None]]:
    """A module, and, if it is unpacked, how its places are reported."""
    if path.is_dir():
        from generator.workbench.linting.unpacked import Unpacked

        unpacked = Unpacked(path)
        yield unpacked.module, unpacked.tell
        return
    from generator.workbench.sources import looked_into

    with looked_into(path) as module:
        yield module, None


@contextmanager
def _held(path: Path) -> Iterator[tuple[OpenModule, Tell | None]]:
    """A module in memory, with its file closed, so that it may be replaced."""
    from generator.workbench.sources import open_source

    yield open_source(path), None


def _mend(
    module: OpenModule,
    base: OpenModule | None,
    out: Path,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
) -> None:
    from generator.files import replace_file
    from generator.vassal import patching
    from generator.workbench.linting.fixing import mend
    from generator.workbench.sources import is_build_file

    mended = mend(module, base, select=select, ignore=ignore)
    changes = dict(mended.changes)
    written = module.document.to_bytes()
    if written != module.members[module.build_file]:
        changes[module.build_file] = written
    if is_build_file(module.path):
        replace_file(out, written)
    else:
        replace_file(out, patching.changed(module.path, changes))
    module.members.update(changes)
    for line in mended.done:
        click.echo(f"mended  {line}", err=True)
    if not mended.done:
        click.echo("nothing can be fixed safely", err=True)


def _tell(reports: list[Report], everything: bool, sarif: Path | None, as_json: bool) -> None:
    from generator.workbench.linting import telling

    if sarif is not None:
        import json

        from generator.files import as_utf8, replace_file
        from generator.workbench.linting.sarif import document

        text = json.dumps(document(reports), ensure_ascii=False, indent=1) + "\n"
        replace_file(sarif, as_utf8(text))
    if as_json:
        told = [telling.to_json(report) for report in reports]
        print_json(told[0] if len(told) == 1 else told)
        return
    for at, report in enumerate(reports):
        if len(reports) > 1:
            click.echo(f"{chr(10) if at else ''}{report.path}")
        for line in telling.lines(report, everything=everything):
            click.echo(line)
