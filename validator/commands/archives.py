"""``broadside archive``: folders of played games audited, and asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.counting import counted
from generator.differences import visible
from generator.errors import BroadsideError
from generator.files import a_file
from generator.terminal import cluster_option, examples, print_json, progress, reveal_option

if TYPE_CHECKING:
    from validator.archive.running import Summary

_NEEDED = ("pyarrow", "duckdb", "matplotlib")
_MB = 1 << 20
_SQLITE = b"SQLite format 3\0"
"""What such a file begins with."""


class ArchiveError(BroadsideError):
    """An archive that cannot be made as asked."""


@click.command(
    epilog=examples(
        "broadside archive club/ -o results",
        "broadside archive club/ mails/ -o results --jobs 4 --csv tables/",
        "broadside archive -o results --query 'select code, count(*) from findings group by code'",
    )
)
@click.argument("folders", metavar="FOLDER...", nargs=-1)
@click.option(
    "-o", "out", metavar="RESULTS", required=True,
    help="The folder of the results; a run continues where the last one ended.",
)  # fmt: skip
@click.option("--query", metavar="SQL", help="Query the results: DuckDB's SQL over their tables.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option(
    "--game", "own", multiple=True, metavar="FOLDER",
    help="The folder of a game of your own: games played with its module are checked by "
    "its rules (may be repeated).",
)  # fmt: skip
@reveal_option
@click.option("--names", is_flag=True, help="Keep the names of players, instead of pseudonyms.")
@click.option(
    "--replays", is_flag=True, help="Also write each game's page with its replay; needs --names."
)
@click.option(
    "--jobs", type=click.IntRange(1), help="The number of processes (default: one for each core)."
)
@click.option(
    "--seconds", type=click.FloatRange(1), default=120.0, show_default=True,
    help="The most time one game may take.",
)  # fmt: skip
@click.option(
    "--memory", type=click.IntRange(256), default=2048, show_default=True, metavar="MB",
    help="The most memory one process may take.",
)  # fmt: skip
@cluster_option
@click.option(
    "--csv", "csv_folder", type=click.Path(path_type=Path), metavar="DIR",
    help="Also write the tables as CSV.",
)  # fmt: skip
@click.option(
    "--sqlite", type=click.Path(path_type=Path), metavar="FILE",
    help="Also write the tables as one SQLite file.",
)  # fmt: skip
def archive(
    folders: tuple[str, ...],
    out: str,
    query: str | None,
    as_json: bool,
    own: tuple[str, ...],
    reveal: bool,
    names: bool,
    replays: bool,
    jobs: int | None,
    seconds: float,
    memory: int,
    cluster: str | None,
    csv_folder: Path | None,
    sqlite: Path | None,
) -> None:
    """Audit every game in folders of logs, and write the results as tables and a page.

    Zips and mails are searched too. Files are put together into games by their positions; each game
    is audited once, from public knowledge, within limits of time and memory. The results are
    Parquet files and a page; --query queries them. Exit status: 0 done, 2 unusable input.
    """
    _see_that_all_is_there()
    if query is not None:
        _answer(out, query, as_json)
        return
    if not folders:
        also = " (--csv and --sqlite are written by such a run)" if csv_folder or sqlite else ""
        raise click.UsageError(f"name a folder of logs{also}, or ask its results with --query")
    if replays and not names:
        raise click.UsageError("a replay shows the names of players: --replays needs --names")
    _spare(csv_folder, sqlite)
    from generator.tabletop_simulator import spelled
    from generator.vassal import archive as archives
    from validator.archive import tables
    from validator.archive.running import archived
    from validator.archive.stores import store_of
    from validator.archive.working import Limits, Work, over_processes
    from validator.playing.processes import cores

    work: Work = over_processes
    if cluster is not None:
        from validator.archive.cluster import over_cluster

        work = over_cluster(cluster)
    sizes = archives.LIMITS.unpacked, spelled.LIMITS.size  # as --max-size has them
    limits = Limits(seconds, memory * _MB, jobs or cores(), *sizes)
    with _going_on(), progress("archive") as report:
        summary, rows = archived(
            folders,
            out,
            limits,
            reveal=reveal,
            names=names,
            own=own,
            replays=replays,
            report=report,
            tell=_tell,
            work=work,
        )
    if csv_folder is not None:
        tables.write_csv(csv_folder, rows)
    if sqlite is not None:
        tables.write_sqlite(sqlite, rows)
    if as_json:
        unread = [{"name": name, "reason": reason} for name, reason in summary.unread]
        told = {"files": summary.files, "games": summary.games, "new": summary.new}
        print_json({**told, "unread": unread})
        return
    click.echo(
        f"{counted(summary.files, 'file')}, {counted(summary.games, 'game')}; {_new(summary)}."
    )
    for name, reason in summary.unread:
        click.echo(visible(f"Not read: {name}: {reason}"))
    for place in summary.others:
        click.echo(f"Kept apart: results of an earlier version or of other options: {out}/{place}")
    click.echo(f"The page: {store_of(out).name}/index.html")


@contextmanager
def _going_on() -> Iterator[None]:
    """Tell whoever ends a run by Ctrl-C that nothing of it is lost."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nThe same command goes on where this run was.", err=True)
        raise


def _new(summary: Summary) -> str:
    """What this run had to do."""
    if not summary.new:
        return "nothing had to be read again"
    done = (
        ("read", summary.new - summary.new_games, "file"),
        ("audited", summary.new_games, "game"),
    )
    return "; ".join(f"{verb} now: {counted(n, noun)}" for verb, n, noun in done if n)


def _tell(line: str) -> None:
    """Print failures above the progress bar; all are listed at the end of the run."""
    if sys.stderr.isatty():
        click.echo(visible(f"Not read: {line}"), err=True)


def _answer(out: str, query: str, as_json: bool) -> None:
    from validator.archive import tables
    from validator.archive.stores import store_of

    columns, rows = tables.ask(store_of(out), query)
    if as_json:
        print_json([dict(zip(columns, map(_plain, row), strict=True)) for row in rows])
        return
    click.echo("\t".join(columns))
    for row in rows:
        click.echo("\t".join("" if one is None else visible(str(one)) for one in row))


def _spare(csv_folder: Path | None, sqlite: Path | None) -> None:
    """Check before the work that the tables can be written, and that no log is overwritten."""
    if csv_folder is not None and csv_folder.exists() and not csv_folder.is_dir():
        raise ArchiveError(f"{csv_folder}: a file lies there; name a folder for the tables")
    if sqlite is None or not sqlite.exists():
        return
    if sqlite.is_dir():
        raise ArchiveError(f"{sqlite}: a folder lies there; name a file for the tables")
    with a_file(sqlite).open("rb") as opened:
        if opened.read(len(_SQLITE)) not in (_SQLITE, b""):
            raise ArchiveError(f"{sqlite}: no file of SQLite lies there; name another")


def _plain(value: Any) -> Any:
    """A value of SQL for JSON; dates and other types that JSON does not have as text."""
    if isinstance(value, dict):
        return {str(key): _plain(held) for key, held in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if (
        value is None
        or isinstance(value, str | int)
        or (isinstance(value, float) and isfinite(value))
    ):
        return value
    return str(value)


def _see_that_all_is_there() -> None:
    """Check that the packages of the extra ``archive`` are installed."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in _NEEDED):
        raise ArchiveError(
            "archives need more parts than the rest: python -m pip install '.[archive]', in the "
            "copy of the repository that Broadside was installed from"
        )
