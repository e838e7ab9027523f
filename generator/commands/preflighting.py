"""``broadside preflight``: what a print shop would say of a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from generator.errors import BroadsideError
from generator.terminal import FINDINGS, UNUSABLE, as_json_option, examples, print_json


@click.command(
    epilog=examples(
        "broadside preflight kit.pdf",
        "broadside preflight dist/*.pdf --strict",
        "broadside preflight map.pdf --json",
    )
)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path)
)
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too, not only for errors.")
@as_json_option
def preflight(files: tuple[Path, ...], strict: bool, as_json: bool) -> None:
    """Check any PDF as a print shop would: boxes and bleed, fonts, pictures, colours, blacks,
    hairlines, ink, transparency, layers. Reports what is wrong, why it matters, and what to do.

    Exit status 1: there are errors (with --strict: or warnings).
    """
    from generator.printing.preflight import examine, telling

    reports, unusable = [], []
    for path in files:
        try:
            reports.append(examine(path))
        except BroadsideError as trouble:
            unusable.append(trouble)
    if as_json:
        told = [telling.to_json(report) for report in reports]
        if told:
            print_json(told[0] if len(files) == 1 else told)
    else:
        for at, report in enumerate(reports):
            if at:
                click.echo()
            for line in telling.lines(report):
                click.echo(line)
    for problem in unusable:
        click.echo(f"broadside: {problem}", err=True)
    if unusable:
        click.get_current_context().exit(UNUSABLE)
    if any(report.calls_for_attention(strict) for report in reports):
        click.get_current_context().exit(FINDINGS)
