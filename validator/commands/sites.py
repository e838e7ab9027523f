"""``broadside site``: a page on which anybody audits a log without Python."""

from __future__ import annotations

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
    help="The folder to write the site into.",
)
@click.option(
    "--game", "games", multiple=True, metavar="NAME",
    help="A bundled game whose rules it knows; all of them if none is named.",
)  # fmt: skip
@click.option(
    "--runtime", default="cdn", show_default=True, metavar="cdn|FOLDER",
    help="Where browsers get Python from: a pinned release on the network, or a copy of Pyodide "
    "in this folder, which the site then carries.",
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
    """Write a static site on which a log is audited in the browser.

    Somebody drops a log on the page: it is replayed and held to the rules of its game on their own
    machine, by the same Python. Nothing is uploaded. Put the folder on any web server.
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
        click.echo(f"  overlays dropped on it: refused; what reads them: {BRING_WHEELS}")
    click.echo(f"Look at it: python -m http.server --directory {made.folder}")
