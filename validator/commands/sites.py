"""``broadside site``: a page on which anybody audits a log without Python."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from generator.terminal import examples, overlay_option


@click.command(
    epilog=examples(
        "broadside site -o site",
        "broadside site -o site --game graf_spee --title 'Our club: audit a log'",
        "broadside site -o site --runtime pyodide/package",
        "broadside site -o site --game graf_spee --overlay our-rules.yaml",
    )
)
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="The folder to write.",
)
@click.option(
    "--game", "games", multiple=True, metavar="NAME",
    help="A bundled game whose rules the site has (default: all of them).",
)  # fmt: skip
@click.option(
    "--runtime", default="cdn", show_default=True, metavar="cdn|FOLDER",
    help="Where browsers get Python from: a fixed release on a content delivery network, "
    "or the folder of a copy of Pyodide, which the site then includes.",
)  # fmt: skip
@overlay_option
@click.option("--title", help="The title of the page.")
def site(
    out: Path,
    games: tuple[str, ...],
    runtime: str,
    overlays: tuple[Path, ...],
    title: str | None,
) -> None:
    """Write a static site that audits logs in the browser.

    Players drop a log on the page; their own browser replays it and checks it by the rules of its
    game, with the same Python code. Nothing is uploaded. Put the folder on any web server.
    """
    from validator.site.building import TITLE, build_site
    from validator.site.runtime import BRING_WHEELS

    own = None if runtime == "cdn" else Path(runtime)
    made = build_site(out, games, own, title or TITLE, overlays)
    total = sum(made.sizes.values()) / 1e6
    click.echo(f"{made.folder}: a site of {len(made.sizes)} files, {total:.1f} MB")
    click.echo(f"  games: {', '.join(made.games)}")
    if not made.own_runtime:
        click.echo("  Python: fetched by browsers from the network, each file by its digest")
    if not made.takes_overlays:
        click.echo(
            f"  overlays dropped on it: refused, because {runtime} lacks the packages that read "
            "them; to accept them, add the packages and write the site again:"
        )
        click.echo(f"    {BRING_WHEELS.replace('FOLDER', shlex.quote(runtime))}")
    click.echo(f"Look at it: python -m http.server --directory {made.folder}")
