"""Functions that all commands of the command line share: reports, exit statuses, progress."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from generator.errors import BroadsideError

FINDINGS = 1
"""Exit status: there are findings to look at."""
UNUSABLE = 2
"""Exit status: the input cannot be used."""
INTERRUPTED = 130
"""Exit status: ended by Ctrl-C, as shells say it."""


def examples(*lines: str) -> str:
    """The examples at the end of a command's help, one on each line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def print_json(value: object) -> None:
    """One JSON value on standard output, for programs."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


class OutputError(BroadsideError):
    """An output file that must not be overwritten."""


def spare(out: Path, inputs: Iterable[Path], endings: tuple[str, ...] = ()) -> None:
    """Check that output overwrites neither an input nor an archive of another kind. ``endings`` are
    the suffixes of the output's own kind. Raises `OutputError`."""
    if not out.exists():
        return
    if any(one.exists() and out.samefile(one) for one in inputs):
        raise OutputError(f"{out}: this file is read; name another for what is written")
    if out.is_file() and out.suffix.lower() not in endings:
        with out.open("rb") as opened:
            if opened.read(4) == b"PK\x03\x04":
                raise OutputError(f"{out}: a module, save or log lies there; name another file")


def named_as(out: Path, what: str, *endings: str, hint: str = "") -> None:
    """Check that the name of an output ends as files of its kind do: ``what`` they are, and a hint
    for who wants another kind. Raises `OutputError`."""
    if out.suffix.lower() not in endings:
        raise OutputError(f"{out}: {what} ends in {' or '.join(endings)}{hint and f'; {hint}'}")


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int, str], None]]:
    """A progress bar on standard error, if that is a terminal. Yields ``report(done, total,
    doing)``."""
    if not sys.stderr.isatty():
        yield lambda done, total, doing: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        bar = bars.add_task(title, total=None)

        def report(done: int, total: int, doing: str) -> None:
            bars.update(bar, completed=done, total=total, description=f"{title}: {doing}")

        yield report


file_argument = click.argument("file", type=click.Path(path_type=Path))
as_json_option = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


def exclusive(*params: str) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """A callback for options that cannot be combined; ``params`` name their parameters."""

    def checked(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        if value and any(ctx.params.get(name) for name in params if name != param.name):
            asked = {one.name: one.opts[0] for one in ctx.command.params}
            named = [asked[name] for name in params if name in asked]
            raise click.UsageError(f"{' and '.join(named)} do not go together; name one.")
        return value

    return checked


_VIEWS = exclusive("side", "reveal")
side_option = click.option(
    "--as", "side", metavar="SIDE", callback=_VIEWS, help="Show what this side may know."
)
reveal_option = click.option(
    "--reveal",
    is_flag=True,
    callback=_VIEWS,
    help="Show everything in the file: for the end of a game.",
)
scenario_option = click.option(
    "--scenario",
    metavar="ID",
    help="The set-up to play, by the name of its file in scenarios/ (default: the game's own).",
)

cluster_option = click.option(
    "--cluster", metavar="TCP", help="Let a Dask cluster do the work: the address of its scheduler."
)

overlay_option = click.option(
    "--overlay",
    "overlays",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Replace data of the definition by this YAML file (may be repeated).",
)

policy_option = click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME=POLICY",
    help="For a table that the rules do not have: accept declared results, or check them "
    "against the reconstructed table (huff_duff=declared, all=reconstructed; may be "
    "repeated).",
)
