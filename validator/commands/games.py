"""``broadside demo`` and ``play``: a game and its rules engine."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.building import (
    art_of,
    begun_at,
    built_module,
    folder_of,
    laid_table,
    read_game,
)
from generator.terminal import (
    FINDINGS,
    OutputError,
    cluster_option,
    examples,
    named_as,
    overlay_option,
    policy_option,
    print_json,
    progress,
    scenario_option,
)

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from validator.playing.balance import Balance
    from validator.playing.logbook import Played
    from validator.playing.processes import Over

GAMES = 1_000
"""Games that ``play --stats`` plays when no number is said."""
REPORT_DPI = 200
"""Resolution of the report's picture."""


@click.command(
    epilog=examples(
        "broadside demo",
        "broadside demo -o /tmp/demo --seed 11",
        "broadside demo --to-import -o others",
    )
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path("broadside-demo"),
    show_default=True,
)
@click.option(
    "--seed", type=int, default=7, show_default=True, help="The same seed plays the same game."
)
@click.option(
    "--to-import",
    is_flag=True,
    help="Write a small module without a definition, and the log of a game played with it, "
    "to try import.",
)
def demo(out: Path, seed: int, to_import: bool) -> None:
    """Build a module, play a game, write its log, audit it, and write the report."""
    if to_import:
        _to_import(out)
        return
    from validator.audit.auditing import audited
    from validator.audit.played import played
    from validator.playing import play_as_log
    from validator.reporting import write_page

    game = read_game("graf_spee")
    built = built_module(game.id, game, out)
    log_file = out / f"{game.id}-seed-{seed}.vlog"
    page = out / f"{game.id}-seed-{seed}.html"
    written = play_as_log(
        game, built.module, log_file, seed=seed, players="purposeful", by_hand=False
    )
    read = played([log_file], game.id, reveal=True)
    result = audited(read)
    write_page(result, page, read=read)
    click.echo(f"{game.name}: built, played and audited\n")
    click.echo(f"  module   {built.module}\n           open it in VASSAL 3.7 (File > Open Module)")
    click.echo(
        f"  log      {log_file}\n           {written.says}; load it in the module "
        "(File > Load Game)"
    )
    click.echo(
        f"  report   {page}\n           open it in a browser; the slider walks through the game"
    )
    click.echo(f"\n{result.headline()}")
    sys.exit(FINDINGS if result.has_findings else 0)


def _to_import(out: Path) -> None:
    """A module that no build made, and a log."""
    from validator.starting.others import write_old_log, write_old_module

    out.mkdir(parents=True, exist_ok=True)
    module, log = out / "template.vmod", out / "played.vlog"
    write_old_log(log, write_old_module(module))
    click.echo(f"{module} and {log} written; next:")
    click.echo(f"  broadside import {module.as_posix()} mine  # make a definition of it")
    click.echo(f"  broadside audit {log.as_posix()} --game mine  # when mine has rules")


@click.command(
    epilog=examples(
        "broadside play graf_spee --seed 7 -o game.vlog",
        "broadside play graf_spee --seed 7 --players random --by-hand -o by-hand.vlog",
        "broadside play graf_spee --seed 7 --as-tts -o game.json",
        "broadside play atlantic_chase --script tutorial_1 -o tutorial_1.vlog",
        "broadside play graf_spee --stats --games 1000",
        "broadside play graf_spee --stats --games 10000 -o balance",
    )
)
@click.argument("game")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed plays the same game."
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="The log to write; with --stats the folder for the report.",
)
@click.option(
    "--players",
    type=click.Choice(["random", "purposeful"]),
    help="How both sides play (default: purposeful if the game has such players; with "
    "--stats each way for each side).",
)
@click.option(
    "--by-hand", is_flag=True, help="Move counters only: no buttons, dice or declarations."
)
@click.option(
    "--as-tts",
    is_flag=True,
    help="Play on a table of Tabletop Simulator: write a save with the recorder's log.",
)
@click.option(
    "--script",
    metavar="FILE",
    help="Play the acts in this file, or in a script of the game, by its name.",
)
@click.option("--stats", is_flag=True, help="Play many games, write no log, and report on them.")
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    metavar="N",
    help="With --stats: the number of games (default: 1,000).",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="With --stats: the number of processes (default: one for each core).",
)
@cluster_option
@click.option("--json", "as_json", is_flag=True, help="Print the outcome, or the report, as JSON.")
@scenario_option
@overlay_option
@policy_option
def play(
    game: str,
    seed: int,
    out: Path | None,
    players: str | None,
    by_hand: bool,
    as_tts: bool,
    script: str | None,
    stats: bool,
    games: int | None,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    scenario: str | None,
    overlays: tuple[Path, ...],
    policies: tuple[str, ...],
) -> None:
    """Play GAME with the rules engine and write it as a log of its module, or with --as-tts as a
    played save of Tabletop Simulator.

    With --stats play many games, and report who wins, how long games take, the points, what ends
    games, and how often each rule case applied.
    """
    if stats:
        from validator.playing.cluster import over

        for asked, option in ((by_hand, "--by-hand"), (as_tts, "--as-tts")):
            if asked:
                raise click.UsageError(f"{option} is for one game's log; --stats writes none.")
        definition = begun_at(_read(game, overlays, policies), scenario)
        _report(game, definition, games or GAMES, seed, players, over(jobs, cluster), out, as_json)
        return
    for given, option in ((games, "--games"), (jobs, "--jobs"), (cluster, "--cluster")):
        if given is not None:
            raise click.UsageError(f"{option} goes with --stats; one game is played without it.")
    if out is None:
        raise click.UsageError("say with -o which log to write, or --stats for a report.")
    if as_tts:
        named_as(out, "a save of Tabletop Simulator", ".json", hint="a log needs no --as-tts")
    else:
        hint = "--as-tts writes a save of Tabletop Simulator" if out.suffix == ".json" else ""
        named_as(out, "a log of VASSAL", ".vlog", ".vsav", hint=hint)
    definition = _read(game, overlays, policies)
    if script is not None:
        if by_hand or as_tts or players:
            raise click.UsageError("--script tells every act; only --scenario goes with it.")
        steps = _scripted(game, definition, scenario, script, out)
        click.echo(f"{out}: {steps} steps, played from {script}")
        return
    play_it = _as_save if as_tts else _as_log
    played = play_it(game, definition, scenario, seed, out, players, by_hand)
    if as_json:
        print_json(played.to_json())
    else:
        click.echo(f"{out}: {played.says}")
        if players is None and played.players == "random":
            click.echo("Both sides played at random: players= in its rules.py names no others.")


def _read(game: str, overlays: tuple[Path, ...], policies: tuple[str, ...]) -> Game:
    """A definition with the policies of its unknown tables. Raises `PolicyError`."""
    from validator.rules.policies import with_policies

    chosen: Game = with_policies(read_game(game, overlays), policies)
    return chosen


def _scripted(game: str, definition: Game, scenario: str | None, script: str, out: Path) -> int:
    """A script, written as a log of the game's module; how many steps it has.

    One of the game's own lies beside the set-up of the same name, from which it begins.
    """
    import tempfile

    from validator.playing.scripted import play_script

    file = folder_of(game) / "scenarios" / f"{script}.txt"
    if file.is_file():
        scenario = scenario or script
    else:
        file = Path(script)
    with tempfile.TemporaryDirectory() as folder:
        module = built_module(game, definition, Path(folder)).module
        return play_script(begun_at(definition, scenario), folder_of(game), module, file, out)


def _as_log(
    game: str,
    definition: Game,
    scenario: str | None,
    seed: int,
    out: Path,
    players: str | None,
    by_hand: bool,
) -> Played:
    """One game, written as a log of its module."""
    import tempfile

    from validator.playing import play_as_log

    with tempfile.TemporaryDirectory() as folder:
        built = built_module(game, definition, Path(folder))
        return play_as_log(
            begun_at(definition, scenario),
            built.module,
            out,
            seed=seed,
            players=players,
            by_hand=by_hand,
            folder=folder_of(game),
        )


def _as_save(
    game: str,
    definition: Game,
    scenario: str | None,
    seed: int,
    out: Path,
    players: str | None,
    by_hand: bool,
) -> Played:
    """One game, written as a save of Tabletop Simulator that shows the pictures of a build."""
    from validator.playing.tabletop.savegame import play_as_save

    return play_as_save(
        begun_at(definition, scenario),
        out,
        seed=seed,
        players=players,
        by_hand=by_hand,
        folder=folder_of(game),
        setting=laid_table(game, definition),
    )


def _report(
    game: str,
    definition: Game,
    games: int,
    seed: int,
    players: str | None,
    over: Over,
    out: Path | None,
    as_json: bool,
) -> None:
    """Many games: the report on standard output, and with its picture in a folder."""
    from validator.playing.balance import play_balance
    from validator.reporting.balance import balance_json, balance_lines

    if out is not None and out.exists() and not out.is_dir():
        raise OutputError(f"{out}: a file lies there; with --stats, -o names a folder")
    with progress(f"Playing {definition.name}") as report:
        balance = play_balance(
            definition,
            folder_of(game),
            games,
            seed=seed,
            style=players,
            over=over,
            report=report,
        )
    text = "\n".join(balance_lines(balance))
    if out is not None:
        _write_report(out, definition, game, balance, text)
    if as_json:
        print_json(balance_json(balance))
    else:
        click.echo(text)


def _write_report(out: Path, definition: Game, name: str, balance: Balance, text: str) -> None:
    """The report as text, as JSON, and as a picture of lines and one of pixels."""
    from generator.drawing.themes import load_theme
    from generator.files import replace_file
    from generator.pictures.outlines import outlined
    from generator.pictures.rendering import render
    from validator.reporting.balance import balance_json
    from validator.reporting.balance_plot import balance_picture

    picture = balance_picture(balance, definition, load_theme(definition.theme, art_of(name)))
    files = {
        "txt": f"{text}\n".encode(),
        "json": f"{json.dumps(balance_json(balance), ensure_ascii=False, indent=1)}\n".encode(),
        "svg": outlined(picture.svg).encode(),
        "png": render([picture], dpi=REPORT_DPI)[picture.name],
    }
    for ending, data in files.items():
        replace_file(out / f"{picture.name}.{ending}", data)
        click.echo(f"{out / picture.name}.{ending}", err=True)
