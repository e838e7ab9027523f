"""``broadside replay``: a played game as one page, or as a picture, still or moving."""

from __future__ import annotations

import re
from pathlib import Path

import click

from generator.collecting import no_collection
from generator.terminal import examples, exclusive, progress, reveal_option, side_option, spare

_FORMS = exclusive("png", "gif", "webp")


@click.command(
    epilog=examples(
        "broadside replay game.vlog",
        "broadside replay our-game/ --module game.vmod -o game.html",
        "broadside replay game.vlog --as german --embed",
        "broadside replay game.vlog --png --at 40",
        "broadside replay game.vlog --gif --steps 30-48 --crop auto",
    )
)
@click.argument("paths", metavar="LOG...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--module",
    "modules",
    multiple=True,
    metavar="VMOD",
    type=click.Path(path_type=Path),
    help="The module of the game, for its pictures (default: a fitting one beside the log).",
)
@click.option(
    "--game",
    "game_name",
    metavar="NAME|DIR",
    help="The game (default: the one that the log names).",
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="The file to write."
)
@side_option
@reveal_option
@click.option("--no-audit", is_flag=True, help="Leave the findings of the audit out.")
@click.option("--embed", is_flag=True, help="A page for a frame: only the board and the time line.")
@click.option("--png", is_flag=True, callback=_FORMS, help="A picture of one step.")
@click.option("--gif", is_flag=True, callback=_FORMS, help="An animated GIF.")
@click.option("--webp", is_flag=True, callback=_FORMS, help="An animated WebP.")
@click.option(
    "--at", type=click.IntRange(0), metavar="STEP", help="With --png: the step (default: last)."
)
@click.option(
    "--steps", metavar="FIRST-LAST", help="With --gif or --webp: the steps (default: all)."
)
@click.option(
    "--map", "map_name", metavar="NAME", help="The map window (default: where something happens)."
)
@click.option(
    "--crop",
    metavar="L,T,R,B|auto",
    help="A part of the map in its pixels; auto: where something happens.",
)
@click.option(
    "--width",
    type=click.IntRange(100, 8000),
    metavar="PIXELS",
    help="The maximum width of a picture.",
)
@no_collection()
def replay(
    paths: tuple[Path, ...],
    modules: tuple[Path, ...],
    game_name: str | None,
    out: Path | None,
    side: str | None,
    reveal: bool,
    no_audit: bool,
    embed: bool,
    png: bool,
    gif: bool,
    webp: bool,
    at: int | None,
    steps: str | None,
    map_name: str | None,
    crop: str | None,
    width: int | None,
) -> None:
    """Write a played game of any module as one page for the browser, which needs no network.

    The page has the boards, a time line, the story, and the findings of an audit (--no-audit leaves
    them out). It shows public knowledge, unless --as or --reveal is given.
    """
    form = "png" if png else "gif" if gif else "webp" if webp else "html"
    _only_with(form, at=at, steps=steps, map=map_name, crop=crop, width=width)
    for path in paths:
        if path.suffix.lower() in _ENDINGS and not path.exists():
            raise click.UsageError(f"{path} is no log; where to is told by -o {path}")
    if out is not None and out.suffix.lower() in (_ENDINGS - {f".{form}"}):
        wanted = out.suffix.lower().removeprefix(".")
        how = f"leave out --{form}" if wanted == "html" else f"add --{wanted}"
        raise click.UsageError(f"{out} is the name of another kind of file: {how}, or name .{form}")
    seen_by = "revealed" if reveal else f"as {side}" if side else ""
    eyes = "." + re.sub(r"\W+", "-", seen_by.lower()) if seen_by else ""
    out = out or Path(f"{paths[0].stem or 'game'}{eyes}.{form}")
    spare(out, [*paths, *modules])
    from validator.reporting.posting import Posting, post

    wish = Posting(form, embed, not no_audit, at, steps, map_name, crop, width)
    with progress("replay") as tell:
        told = list(
            post(
                paths,
                out,
                wish,
                modules=modules,
                game=game_name,
                side=side,
                reveal=reveal,
                tell=tell,
            )
        )
    for line in told:
        click.echo(line)


_ENDINGS = frozenset((".png", ".gif", ".webp", ".html"))
_NEEDS = {
    "at": ("png",),
    "steps": ("gif", "webp"),
    "map": ("png", "gif", "webp"),
    "crop": ("png", "gif", "webp"),
    "width": ("png", "gif", "webp"),
}
"""What goes with which form."""


def _only_with(form: str, **given: object) -> None:
    for name, value in given.items():
        if value is not None and form not in _NEEDS[name]:
            forms = " or ".join(f"--{one}" for one in _NEEDS[name])
            raise click.UsageError(f"--{name} goes with {forms}.")
