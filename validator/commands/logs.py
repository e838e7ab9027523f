"""``broadside log``: what happened in a log or save, searched, exported, cleaned."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.counting import counted
from generator.terminal import (
    FINDINGS,
    examples,
    file_argument,
    print_json,
    progress,
    reveal_option,
    side_option,
    spare,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from validator.reading.views import View

module_option = click.option(
    "--module",
    type=click.Path(path_type=Path),
    metavar="VMOD",
    help="The module, for names of locations and zones (default: a fitting one beside the log).",
)
game_option = click.option(
    "--game",
    metavar="NAME|DIR",
    help="The game, for names of locations, if the file does not name a bundled one.",
)


class LogGroup(click.Group):
    """``broadside log FILE`` is short for ``broadside log show FILE``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put in ``show`` where no command of the group is named."""
        first = next((word for word in args if not word.startswith("-")), None)
        if first is not None and first not in self.commands:
            args = ["show", *args]
        return super().parse_args(ctx, args)


@click.group(
    cls=LogGroup,
    epilog=examples(
        "broadside log game.vlog",
        "broadside log game.vlog --table --at 40 --module game.vmod --json",
        "broadside log game.vlog --narrative",
        "broadside log grep 'Exeter' game.vlog",
        "broadside log export game.vlog -o game.csv",
        "broadside log scrub game.vlog -o clean.vlog",
    ),
)
def log() -> None:
    """Print what happened in any VASSAL log or save; search, export or clean it.

    "log FILE" is short for "log show FILE". Only public knowledge is printed, unless --as SIDE or
    --reveal is given.
    """


@log.command(
    "show",
    epilog=examples(
        "broadside log game.vlog",
        "broadside log game.vlog --table --at 40 --module game.vmod --json",
        "broadside log game.vlog --narrative",
        "broadside log our-game/ --narrative --markdown --as german",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--table", is_flag=True, help="Print the table instead of what happened.")
@click.option(
    "--narrative",
    is_flag=True,
    help="Print the game as a story, turn by turn (FILE may be a folder of its files).",
)
@click.option("--markdown", is_flag=True, help="With --narrative: use headings of Markdown.")
@click.option(
    "--at",
    type=click.IntRange(0),
    metavar="NUMBER",
    help="The table after this step, or after this entry of a recorded game (default: the "
    "last one); implies --table.",
)
@module_option
@game_option
@side_option
@reveal_option
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One JSON object for each line (with --table: one object).",
)
def show(
    file: Path,
    table: bool,
    narrative: bool,
    markdown: bool,
    at: int | None,
    module: Path | None,
    game: str | None,
    side: str | None,
    reveal: bool,
    as_json: bool,
) -> None:
    """Print what happened in any VASSAL log or save, or in a save of Tabletop Simulator with our
    recorder, from public knowledge."""
    from validator.reading import listing

    table = table or at is not None
    if markdown and not narrative:
        raise click.UsageError("--markdown goes with --narrative")
    if narrative:
        if table or as_json:
            other = "--table" if table else "--json"
            raise click.UsageError(f"--narrative and {other} do not go together; name one.")
        from validator.narrating import narrate

        module = _module_of([file], module)
        with progress("story") as tell:
            tell(0, 1, "reading the game")
            report = narrate([file], game, side, reveal=reveal, module=module)
        for line in report.markdown() if markdown else report.text():
            click.echo(line)
        return
    module = _module_of([file], module)
    if table:
        view = listing.view_of(file, module=module, side=side, reveal=reveal, game=game)
        scene = view.scene_at(at)
        _left_out(view)
        if as_json:
            print_json(listing.scene_value(scene))
        else:
            for line in listing.table_lines(scene):
                click.echo(line)
        return
    happened = None
    view = listing.view_of(file, module=module, side=side, reveal=reveal, game=game)
    _left_out(view)
    for happened in listing.event_values(view):
        if as_json:
            click.echo(json.dumps(happened, ensure_ascii=False))
        elif listing.worth_a_line(happened):
            click.echo(listing.event_line(happened))
    if happened is None and not as_json:
        click.echo(f"{file}: no steps; --table shows what lies on the table", err=True)


def _module_of(paths: Sequence[Path], named: Path | None) -> Path | None:
    """The module of some logs, with a note if it was found and not named."""
    from validator.audit.logs import files_of
    from validator.reading.module_at_hand import module_at_hand

    found = module_at_hand(files_of(paths), [named] if named is not None else [])
    if found.said:
        click.echo(found.said, err=True)
    return found.paths[0] if found.paths else None


def _left_out(view: View) -> None:
    """Print which maps are not shown because the module is missing."""
    from validator.reading.maps import left_out

    if view.unknown_maps:
        click.echo(f"{view.name}: {left_out(view.unknown_maps)}", err=True)


@log.command(
    epilog=examples(
        "broadside log grep Exeter game.vlog",
        "broadside log grep --kind roll --player Ann '' turn-1.vlog turn-2.vlog",
        "broadside log grep --raw --reveal 'D/179' game.vlog",
    )
)
@click.argument("pattern")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-i", "--ignore-case", is_flag=True, help="Ignore case.")
@click.option("--kind", metavar="KIND", help="Only this kind of event: move, roll, draw, say, ...")
@click.option("--player", metavar="NAME", help="Only what this player did, by name, side or mark.")
@click.option("--raw", is_flag=True, help="Search the raw commands of the file; needs --reveal.")
@module_option
@game_option
@side_option
@reveal_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each line.")
def grep(
    pattern: str,
    files: tuple[Path, ...],
    ignore_case: bool,
    kind: str | None,
    player: str | None,
    raw: bool,
    module: Path | None,
    game: str | None,
    side: str | None,
    reveal: bool,
    as_json: bool,
) -> None:
    """Print the events of FILES that match the regular expression PATTERN.

    Exit status: 0 found, 1 not found, 2 unusable input.
    """
    from validator.reading import searching

    if raw and not reveal:
        raise click.UsageError("--raw shows everything the file holds: say --reveal too")
    wanted = searching.Wanted(searching.compiled(pattern, ignore_case), kind, player)
    found = False
    for file in files:
        hits = (
            searching.commands_of(file, wanted)
            if raw
            else searching.events_of(
                file,
                wanted,
                module=_module_of([file], module),
                side=side,
                reveal=reveal,
                game=game,
            )
        )
        for hit in hits:
            found = True
            if as_json:
                click.echo(json.dumps({"file": str(file), **hit.value}, ensure_ascii=False))
            else:
                click.echo(f"{file}:{hit.line}" if len(files) > 1 else hit.line)
    sys.exit(0 if found else FINDINGS)


@log.command(
    epilog=examples(
        "broadside log export game.vlog -o game.csv",
        "broadside log export our-game/ -o story.md",
        "broadside log export game.vlog -o game.json --as German",
    )
)
@click.argument("path", type=click.Path(path_type=Path))
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="File to write.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["csv", "json", "story"]),
    help="The format (default: by the suffix of the file: .csv, .json, .md).",
)
@module_option
@game_option
@side_option
@reveal_option
def export(
    path: Path,
    out: Path,
    form: str | None,
    module: Path | None,
    game: str | None,
    side: str | None,
    reveal: bool,
) -> None:
    """Write what happened in PATH (a log, a save, a folder of them) as CSV, as JSON, or as the
    story of --narrative, in Markdown."""
    from validator.reporting import exporting

    chosen = exporting.form_of(out, form)
    spare(out, [path])
    module = _module_of([path], module)
    if chosen == "story":
        from validator.narrating import narrate

        with progress("story") as tell:
            tell(0, 1, "reading the game")
            report = narrate([path], game, side, reveal=reveal, module=module)
        click.echo(f"{out}: {counted(report.write(out), 'paragraph')}")
        return
    views = exporting.views_of([path], side, module=module, reveal=reveal, game=game)
    click.echo(f"{out}: {counted(exporting.export(views, out, chosen), 'event')}")


@log.command(
    epilog=examples(
        "broadside log scrub game.vlog -o clean.vlog",
        "broadside log scrub game.vlog -o clean.vlog --talk --names",
    )
)
@file_argument
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="File to write.")
@click.option("--talk", is_flag=True, help="Remove what players typed, and their notes.")
@click.option("--names", is_flag=True, help="Call the players Player 1, Player 2, ...")
@click.option(
    "--header",
    type=click.Choice(["!VCSK", "VOBS", "plain"]),
    help="The format of the copy: as of VASSAL 2 to 3.7, as of 3.8, or plain (default: "
    "that of the file).",
)
def scrub(file: Path, out: Path, talk: bool, names: bool, header: str | None) -> None:
    """Write a copy of FILE (a log or save) without the players' passwords.

    VASSAL opens the copy like the original; steps keep their numbers.
    """
    from generator.tabletop_simulator import spelled
    from generator.vassal import saves, scrubbing
    from validator.reading.tabletop.recorded import TabletopError

    spare(out, [file], (".vlog", ".vsav"))
    if spelled.looks_like_json(file):
        raise TabletopError(
            f"{file}: a save of Tabletop Simulator, or no save; only VASSAL's hold passwords"
        )
    scrubbed = scrubbing.scrub(saves.read(file), talk=talk, names=names)
    cleaned = scrubbed.save
    if header is not None:
        cleaned = saves.reveiled(cleaned, header)
    saves.write(out, cleaned)
    passwords, places = counted(scrubbed.players, "password"), counted(scrubbed.places, "command")
    said = f"{out}: {passwords} taken out of {places}"
    click.echo(said + (f", {counted(scrubbed.lines, 'line')} of talk too" if talk else ""))
    if scrubbed.doubtful:
        who = ", ".join(scrubbed.doubtful)
        click.echo(f"  the password of {who} is also an ordinary word: in texts it may still stand")
