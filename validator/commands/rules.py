"""``broadside rules``: the cases of a game, and the proof of what its audit makes of them."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from generator.commands.building import begun_at, built_module, folder_of, read_game
from generator.terminal import (
    FINDINGS,
    cluster_option,
    examples,
    policy_option,
    print_json,
    progress,
    scenario_option,
)

PARTS = ("clean", "habits", "offences")


@click.command(
    epilog=examples(
        "broadside rules graf_spee",
        "broadside rules graf_spee --json",
        "broadside rules graf_spee --proof --games 3",
        "broadside rules graf_spee --proof --only offences --seed 40 --games 10 --keep missed",
    )
)
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print the cases, or the proof, as JSON.")
@click.option(
    "--proof",
    is_flag=True,
    help="Test the audit: play clean games, games with people's habits and games with "
    "offences, and audit them.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="With --proof: the number of games (default: 3).",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="S",
    help="With --proof: the seed of the first game (default: 1).",
)
@click.option("--only", type=click.Choice(PARTS), help="With --proof: only this part.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="With --proof: the number of processes (default: one for each core).",
)
@cluster_option
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="With --proof: keep the logs with wrong results in this folder.",
)
@scenario_option
@policy_option
def rules(
    game: str,
    as_json: bool,
    proof: bool,
    games: int | None,
    seed: int | None,
    only: str | None,
    jobs: int | None,
    cluster: str | None,
    keep: Path | None,
    scenario: str | None,
    policies: tuple[str, ...],
) -> None:
    """List every rule case of GAME: enforced by the engine, or only stated, and why.

    With --proof test the audit: play clean games, games with people's habits, and games with one
    offence each, and audit their logs. Exit status 1 if an innocent player is accused.
    """
    if proof:
        first = 1 if seed is None else seed
        _prove(game, games or 3, first, only, jobs, cluster, keep, scenario, policies, as_json)
        return
    given = {"--games": games, "--seed": seed, "--only": only, "--jobs": jobs, "--keep": keep}
    given |= {"--cluster": cluster, "--scenario": scenario, "--policy": next(iter(policies), None)}
    for option, value in given.items():
        if value is not None:
            raise click.UsageError(f"{option} goes with --proof; the cases are listed without it.")
    _list(game, as_json)


def _list(game: str, as_json: bool) -> None:
    """Every case of the rule book."""
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


def _prove(
    game: str,
    games: int,
    seed: int,
    only: str | None,
    jobs: int | None,
    cluster: str | None,
    keep: Path | None,
    scenario: str | None,
    policies: tuple[str, ...],
    as_json: bool,
) -> None:
    """Print the proof of a game, as a table or as JSON."""
    import tempfile

    from validator.playing.cluster import over
    from validator.proving.proof import proof_json, proof_lines, prove
    from validator.rules.loading import load_rules
    from validator.rules.policies import with_policies

    definition = with_policies(read_game(game), policies)
    short = load_rules(definition, folder_of(game)).module.reading.proved_on
    begun = begun_at(definition, scenario or short or None)
    rules = load_rules(begun, folder_of(game))
    with tempfile.TemporaryDirectory(prefix="proof-module-") as out:
        module = built_module(game, definition, Path(out)).module
        with progress(f"Proving {definition.name}") as report:
            found = list(
                prove(
                    begun,
                    folder_of(game),
                    module,
                    range(seed, seed + games),
                    parts=(only,) if only else PARTS,
                    over=over(jobs, cluster),
                    keep=keep,
                    report=report,
                )
            )
    if as_json:
        print_json(proof_json(rules, found))
    else:
        for line in proof_lines(rules, found):
            click.echo(line)
        for _, tally in found:
            for fault in tally.faults:
                click.echo(fault.line())
    sys.exit(FINDINGS if any(tally.accused or tally.failed for _, tally in found) else 0)
