"""The options of ``broadside build --target print``, and the kit they ask for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.errors import nearest
from generator.terminal import progress

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.printing.building import Printed

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--paper", help="Print: a4, a5, letter, a3, tabloid, or a size such as 330x480mm."
    ),
    click.option(
        "--backs",
        type=click.Choice(["duplex", "fold", "none"]),
        help="Print: backs on the other side, beside a fold, or none.  [default: duplex]",
    ),
    click.option(
        "--duplex",
        type=click.Choice(["long", "short"]),
        help="Print: the edge your printer turns a sheet over.  [default: the paper's]",
    ),
    click.option("--nudge", metavar="X,Y", help="Print: move all backs, such as by 0.5mm,-0.3mm."),
    click.option(
        "--crop",
        type=click.Choice(["full", "corners", "none"]),
        help="Print: crop marks along whole cuts, at corners, or none.  [default: corners]",
    ),
    click.option("--bleed", metavar="LENGTH", help="Print: bleed of counters.  [default: 1.5mm]"),
    click.option("--gutter", metavar="LENGTH", help="Print: space between counters."),
    click.option(
        "--maps",
        type=click.Choice(["tiled", "whole", "both"]),
        help="Print: boards over several sheets, in one piece, or both.  [default: tiled]",
    ),
    click.option(
        "--colour",
        type=click.Choice(["rgb", "cmyk"]),
        help="Print: RGB colours, or the inks of a press. [default: rgb]",
    ),
    click.option("--pdf-a", flag_value="2b", default=None, help="Print: PDF/A-2b, for archives."),
)


def print_options(command: F) -> F:
    """The command with the options of a print kit."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


TARGETS = ("vassal", "tts", "print")
"""What a game can be built as."""


def read_targets(written: tuple[str, ...]) -> list[str]:
    """The targets, separated by commas or repeated, each once. Raises click.BadParameter."""
    names = [name.strip().lower() for part in written for name in part.split(",")]
    for name in names:
        if name not in TARGETS:
            raise click.BadParameter(
                f"{name!r}; accepted: {', '.join(TARGETS)}{nearest(name, TARGETS)}",
                param_hint="--target",
            )
    return list(dict.fromkeys(names))


def refuse_misplaced(targets: list[str], chosen: dict[str, str | None]) -> None:
    """Check that no option of the print kit is given without its target. Raises
    click.UsageError."""
    given = [name for name, value in chosen.items() if value is not None]
    if given and "print" not in targets:
        raise click.UsageError(f"--{given[0].replace('_', '-')} goes with --target print.")


def built_kit(
    game: Game, out: Path, art: tuple[Path, ...], chosen: dict[str, str | None]
) -> Printed:
    """Build a game's print kit with a progress bar. Raises `BroadsideError`."""
    from generator.printing.building import build_kit
    from generator.printing.options import ordered

    printing = ordered(chosen, art)
    with progress(f"Printing {game.name}") as report:
        return build_kit(game, out, printing, art=art, progress=report)
