"""``broadside demo``, ``play`` and ``rules``: a game and its rules engine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.commands.building import built_module, folder_of, read_game
from generator.terminal import FINDINGS, examples, overlay_option, print_json


@click.command(epilog=examples("broadside demo", "broadside demo -o /tmp/demo --seed 11"))
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

    game = read_game("graf_spee")
    built = built_module(game.id, game, out)
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


@click.command(
    epilog=examples(
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
@overlay_option
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

    definition = read_game(game, overlays)
    with tempfile.TemporaryDirectory() as folder:
        built = built_module(game, definition, Path(folder))
        played = play_as_log(
            definition,
            built.module,
            out,
            seed=seed,
            players=players,
            by_hand=by_hand,
            folder=folder_of(game),
        )
    if as_json:
        print_json(played.to_json())
    else:
        click.echo(f"{out}: {played.says}")


@click.command(epilog=examples("broadside rules graf_spee", "broadside rules graf_spee --json"))
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print the cases as JSON.")
def rules(game: str, as_json: bool) -> None:
    """List every rule case of GAME: enforced by the engine, or only stated, and why."""
    from validator.rules.caselist import rules_report
    from validator.rules.loading import load_rules

    report = rules_report(load_rules(read_game(game), folder_of(game)))
    if as_json:
        print_json(report)
        return
    for case in report["cases"]:
        click.echo(f"{case['id']:<12} {case['status']:<9} {case['says']}")
        if case["status"] == "stated":
            click.echo(f"{'':<22} ({case['why']})")
