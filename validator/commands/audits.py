"""``broadside audit``: a played game held against its rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.collecting import no_collection
from generator.terminal import (
    FINDINGS,
    examples,
    exclusive,
    overlay_option,
    policy_option,
    print_json,
    progress,
    reveal_option,
    side_option,
    spare,
)

if TYPE_CHECKING:
    from validator.audit.result import AuditResult

_FORMS = exclusive("as_json", "as_text")


@click.command(
    epilog=examples(
        "broadside audit game.vlog",
        "broadside audit our-game/ --as german --html report.html",
        "broadside audit game.vlog --reveal --json",
        "broadside audit game.vlog --as british --belief",
        "broadside audit our-game/ --module game.vmod",
        "broadside audit game.vlog --policy huff_duff=reconstructed",
        "broadside audit Saves/our-game.json Saves/TS_AutoSave.json --head 4f1c09aa27b3e5d0",
    )
)
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--game",
    "game_name",
    metavar="NAME|DIR",
    help="The game (default: the one that the log names).",
)
@click.option(
    "--module",
    "modules",
    multiple=True,
    metavar="VMOD",
    type=click.Path(path_type=Path),
    help="The module of the game, and its extensions, for the names of places, dice and "
    "pieces (default: a module beside the log with the name that the log states).",
)
@click.option(
    "--head",
    "heads",
    multiple=True,
    metavar="HEX",
    help="A head that was announced in Tabletop Simulator's chat: the log must contain it.",
)
@side_option
@reveal_option
@click.option(
    "--belief",
    is_flag=True,
    help="Show where the hidden pieces of other sides could be, step by step.",
)
@click.option(
    "--explain",
    type=int,
    metavar="STEP",
    help="Only show how the log is read around a step, and why (of a recorded game: an entry, as "
    "findings name it).",
)
@click.option(
    "--trial",
    is_flag=True,
    help="For a game whose reading is not proven yet: report the full severity of each "
    "finding, which may accuse wrongly.",
)
@click.option(
    "--json", "as_json", is_flag=True, callback=_FORMS, help="Print the findings as JSON."
)
@click.option(
    "--text", "as_text", is_flag=True, callback=_FORMS, help="Print the findings as text (default)."
)
@click.option(
    "--html", type=click.Path(path_type=Path), metavar="OUT", help="Write a page with a replay."
)
@overlay_option
@policy_option
@no_collection()
def audit(
    paths: tuple[Path, ...],
    game_name: str | None,
    modules: tuple[Path, ...],
    heads: tuple[str, ...],
    side: str | None,
    reveal: bool,
    belief: bool,
    explain: int | None,
    trial: bool,
    as_json: bool,
    as_text: bool,
    html: Path | None,
    overlays: tuple[Path, ...],
    policies: tuple[str, ...],
) -> None:
    """Check a played game (logs, saves, or a folder of them) against its rules.

    Logs of any module are checked for dice, secrets, undos, acts by hand and the order of the
    files, and by the rules of their game if these are known. A save of Tabletop Simulator built by
    Broadside contains a log: it is also checked against the table and earlier saves.

    Uses public knowledge, unless --as or --reveal says otherwise. Exit status: 0 clean, 1 findings,
    2 unusable input.
    """
    from validator.audit.auditing import audited
    from validator.audit.logs import files_of
    from validator.audit.played import played
    from validator.reading.module_at_hand import module_at_hand

    if html is not None:
        spare(html, [*paths, *modules])
    at_hand = module_at_hand(files_of(paths), modules)
    if at_hand.said:
        click.echo(at_hand.said, err=True)
    with progress("audit") as tell:
        tell(0, 1, "reading the files")
        read = played(
            paths,
            game_name,
            side,
            reveal=reveal,
            overlays=overlays,
            module=at_hand.paths or None,
            heads=heads,
            policies=policies,
        )
        tell(0, 1, "looking for its rules' breaches")
        result: AuditResult = audited(read, belief=belief, explain=explain, trial=trial)
    if html is not None:
        from validator.reporting import not_shown, write_page

        with progress("page") as tell:
            replay = write_page(result, html, read=read, modules=at_hand.paths, tell=tell)
        for told in not_shown(replay):
            click.echo(told, err=True)
    if as_json:
        print_json(result.to_json())
    else:
        from validator.reporting import explained_lines, text_lines

        for line in text_lines(result) if explain is None else explained_lines(result):
            click.echo(line)
        if html is not None:
            click.echo(f"The report with its replay: {html}")
    sys.exit(FINDINGS if result.has_findings else 0)
