"""The command line: one group, each command's work imported only when it is called."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator import __version__
from generator.errors import BroadsideError

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.packaging import Built
    from validator.audit.result import AuditResult

FINDINGS = 1
UNUSABLE = 2


class People(click.Group):
    """A group whose troubles end in one line on standard error and exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; turn every trouble into one line for a person."""
        for stream in (sys.stdout, sys.stderr):
            # A terminal or pipe that cannot hold a letter gets its number instead of a failure;
            # in JSON that is an escape.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except BroadsideError as trouble:
            _stop(str(trouble))
        except BrokenPipeError:
            # The reader of our output went away (| head): that is no trouble of ours.
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123
            sys.exit(0)
        except OSError as trouble:
            _stop(f"{trouble.filename or 'file'}: {trouble.strerror or trouble}")
        except (RecursionError, MemoryError) as trouble:
            _stop(
                f"this input is nested too deeply or too large to read ({type(trouble).__name__})"
            )
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as defect:
            if os.environ.get("BROADSIDE_DEBUG"):
                raise
            _stop(
                f"a defect of Broadside, not of your file: {type(defect).__name__}: {defect} "
                "(BROADSIDE_DEBUG=1 shows where; please report it)"
            )


def _stop(message: str) -> None:
    """One line for one trouble; a definition with several troubles has a line for each."""
    for line in message.splitlines():
        click.echo(f"broadside: {' '.join(line.split())}", err=True)
    sys.exit(UNUSABLE)


def _examples(*lines: str) -> str:
    """The example block at the foot of a command's help, kept line by line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


@contextmanager
def _progress(title: str) -> Iterator[Callable[[int, int, str], None]]:
    """A progress bar on standard error; silent when that is not a terminal.

    Yields ``report(done, total, doing)``.
    """
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


def _game(name: str, overlays: tuple[Path, ...] = ()) -> Game:
    from generator.definition import load_game

    return load_game(name, overlays)


def _folder(name: str) -> Path:
    from generator.definition.reader import game_folder

    return game_folder(name)


def _built(
    name: str, game: Game, out: Path, dpi: int | None = None, pictures: bool = False
) -> Built:
    """Build a game's module with a progress bar; a game may bring art of its own."""
    from generator.packaging import build as build_package

    art = _folder(name) / "art"
    with _progress(f"Building {game.name}") as report:
        return build_package(
            game,
            out,
            dpi=dpi,
            keep_pictures=pictures,
            art=(art,) if art.is_dir() else (),
            progress=report,
        )


_overlay = click.option(
    "--overlay",
    "overlays",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Replace data of the definition by this YAML file (may be repeated).",
)


@click.group(cls=People, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="broadside")
def main() -> None:
    """Build wargame modules from one plain-text definition, and audit the games played with them.

    \b
    Examples:
      broadside demo                         the whole line on one game, in ./broadside-demo
      broadside build graf_spee -o dist      a VASSAL module
      broadside audit game.vlog              what broke which rule, and where
      broadside log game.vlog                what happened on the table
    """


@main.command(
    epilog=_examples("broadside build graf_spee -o dist", "broadside build ./my_game --dpi 300")
)
@click.argument("game")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), default=Path("dist"), show_default=True
)
@click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=None,
    help="Dots per inch of the boards (default: the map's own).",
)
@click.option(
    "--pictures", is_flag=True, help="Keep every picture as SVG and PNG beside the module."
)
@click.option("--json", "as_json", is_flag=True, help="Print what was built as JSON.")
@_overlay
def build(
    game: str, out: Path, dpi: int | None, pictures: bool, as_json: bool, overlays: tuple[Path, ...]
) -> None:
    """Build GAME (a bundled game's name, or a folder) as a VASSAL module."""
    built = _built(game, _game(game, overlays), out, dpi, pictures)
    if as_json:
        _print_json(built.to_json())
        return
    for line in built.lines():
        click.echo(line)


@main.command(epilog=_examples("broadside demo", "broadside demo -o /tmp/demo --seed 11"))
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path("broadside-demo"),
    show_default=True,
)
@click.option("--seed", type=int, default=7, show_default=True, help="Which game is played.")
def demo(out: Path, seed: int) -> None:
    """Build a module, play a game, write its log, audit it, and write the report."""
    from validator.audit import audit as audit_log
    from validator.playing import play_as_log
    from validator.reporting import write_page

    game = _game("graf_spee")
    built = _built(game.id, game, out)
    log_file = out / f"{game.id}-seed-{seed}.vlog"
    page = out / f"{game.id}-seed-{seed}.html"
    played = play_as_log(
        game, built.module, log_file, seed=seed, players="purposeful", by_hand=False
    )
    result = audit_log([log_file], game=game.id, reveal=True)
    write_page(result, page)
    click.echo(f"{game.name}: built, played and audited\n")
    click.echo(f"  module   {built.module}\n           open it in VASSAL 3.7 (File > Open Module)")
    click.echo(
        f"  log      {log_file}\n           {played.says}; load it in the module (File > Load Game)"
    )
    click.echo(
        f"  report   {page}\n           open it in a browser; the slider walks through the game"
    )
    click.echo(f"\n{result.headline()}")
    sys.exit(FINDINGS if result.has_findings else 0)


@main.command(
    epilog=_examples(
        "broadside play graf_spee --seed 7 -o game.vlog",
        "broadside play graf_spee --seed 7 --players random --by-hand -o by-hand.vlog",
    )
)
@click.argument("game")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed plays the same game."
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), required=True, help="The log to write."
)
@click.option(
    "--players",
    type=click.Choice(["random", "purposeful"]),
    default="purposeful",
    show_default=True,
)
@click.option(
    "--by-hand", is_flag=True, help="Move counters only: no buttons, dice or declarations."
)
@click.option("--json", "as_json", is_flag=True, help="Print the game's outcome as JSON.")
@_overlay
def play(
    game: str,
    seed: int,
    out: Path,
    players: str,
    by_hand: bool,
    as_json: bool,
    overlays: tuple[Path, ...],
) -> None:
    """Play GAME through the rules engine and write it as a log of its module."""
    import tempfile

    from validator.playing import play_as_log

    definition = _game(game, overlays)
    with tempfile.TemporaryDirectory() as folder:
        built = _built(game, definition, Path(folder))
        played = play_as_log(
            definition,
            built.module,
            out,
            seed=seed,
            players=players,
            by_hand=by_hand,
            folder=_folder(game),
        )
    if as_json:
        _print_json(played.to_json())
    else:
        click.echo(f"{out}: {played.says}")


@main.command(
    epilog=_examples(
        "broadside audit game.vlog",
        "broadside audit our-game/ --as german --html report.html",
        "broadside audit game.vlog --reveal --json",
    )
)
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--game", "game_name", metavar="NAME|DIR", help="The game; else the log tells which.")
@click.option("--as", "side", metavar="SIDE", help="See what this side may know.")
@click.option(
    "--reveal", is_flag=True, help="See everything the file holds: for the end of a game."
)
@click.option("--json", "form", flag_value="json", help="Print the findings as JSON.")
@click.option("--text", "form", flag_value="text", default=True, help="Print the findings as text.")
@click.option(
    "--html", type=click.Path(path_type=Path), metavar="OUT", help="Write a page with a replay."
)
@_overlay
def audit(
    path: Path,
    game_name: str | None,
    side: str | None,
    reveal: bool,
    form: str,
    html: Path | None,
    overlays: tuple[Path, ...],
) -> None:
    """Hold a played game (a log, a save, or a folder of them) against its rules.

    Shows what everybody may know, unless --as or --reveal says otherwise. Exit status: 0 clean,
    1 findings, 2 unusable input.
    """
    from validator.audit import audit as audit_log

    result: AuditResult = audit_log(
        [path], game=game_name, side=side, reveal=reveal, overlays=overlays
    )
    if html is not None:
        from validator.reporting import write_page

        write_page(result, html)
    if form == "json":
        _print_json(result.to_json())
    else:
        from validator.reporting import text_lines

        for line in text_lines(result):
            click.echo(line)
        if html is not None:
            click.echo(f"The report with its replay: {html}")
    sys.exit(FINDINGS if result.has_findings else 0)


@main.command(
    epilog=_examples(
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
@click.option("--as", "side", metavar="SIDE", help="See what this side may know.")
@click.option("--reveal", is_flag=True, help="See everything the file holds.")
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
            _print_json(state)
        else:
            for line in listing.table_lines(state):
                click.echo(line)
        return
    for happened in listing.events_of(file, module=module, side=side, reveal=reveal):
        if as_json:
            click.echo(json.dumps(happened, ensure_ascii=False))
        elif listing.worth_a_line(happened):
            click.echo(listing.event_line(happened))


@main.command(epilog=_examples("broadside rules graf_spee", "broadside rules graf_spee --json"))
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print the cases as JSON.")
def rules(game: str, as_json: bool) -> None:
    """List every rule case of GAME: enforced by the engine, or only stated, and why."""
    from validator.rules.caselist import rules_report
    from validator.rules.loading import load_rules

    report = rules_report(load_rules(_game(game), _folder(game)))
    if as_json:
        _print_json(report)
        return
    for case in report["cases"]:
        click.echo(f"{case['id']:<12} {case['status']:<9} {case['says']}")
        if case["status"] == "stated":
            click.echo(f"{'':<22} ({case['why']})")


@main.command(epilog=_examples("broadside info graf_spee", "broadside info graf_spee --json"))
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@_overlay
def info(game: str | None, as_json: bool, overlays: tuple[Path, ...]) -> None:
    """Tell what GAME is and which of its data are reconstructed; without GAME, list the games."""
    from generator.definition.information import about, bundled_games

    told = about(_game(game, overlays)) if game else bundled_games()
    if as_json:
        _print_json(told.to_json())
        return
    for line in told.lines():
        click.echo(line)


@main.command(epilog=_examples("broadside schema > game.schema.json"))
def schema() -> None:
    """Print the JSON Schema of a game's definition, for editors that complete and check YAML."""
    from generator.definition.information import json_schema

    _print_json(json_schema())


if __name__ == "__main__":
    main()
