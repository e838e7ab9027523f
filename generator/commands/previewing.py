"""``broadside preview``: a page that shows a game while it is edited."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from generator.errors import BroadsideError, nearest
from generator.terminal import examples, overlay_option

if TYPE_CHECKING:
    from generator.preview.desk import Desk
    from generator.preview.serving import Server

PORT = 4680

EDITORS = {
    "vscode": "vscode://file/{path}:{line}:{column}",
    "vscodium": "vscodium://file/{path}:{line}:{column}",
    "cursor": "cursor://file/{path}:{line}:{column}",
    "zed": "zed://file/{path}:{line}:{column}",
    "idea": "idea://open?file={path}&line={line}&column={column}",
    "sublime": "subl://open?url=file://{path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file://{path}&line={line}&column={column}",
    "none": "",
}
"""Editors that open a file from a link, and how the link is made."""


class PreviewError(BroadsideError):
    """A preview that cannot be served."""


@click.command(
    epilog=examples(
        "broadside preview ./my_game",
        "broadside preview graf_spee --overlay spread --no-open",
        "broadside preview ./my_game --editor idea",
    )
)
@click.argument("game")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    help=f"The port of the page (default: {PORT}, or a free one when that is taken).",
)
@click.option("--no-open", is_flag=True, help="Do not open the page in the browser.")
@click.option(
    "--editor",
    default="vscode",
    show_default=True,
    envvar="BROADSIDE_EDITOR",
    metavar="NAME|LINK",
    help=f"The editor that a click on the page opens: {', '.join(EDITORS)}, or a link with "
    "{path}, {line} and {column}.",
)
@overlay_option
def preview(
    game: str, port: int | None, no_open: bool, editor: str, overlays: tuple[Path, ...]
) -> None:
    """Show GAME on a local page, which is updated after every save.

    It has counters, maps, charts and sheets, and every problem with its file and line. Only this
    machine can see the page, and it changes nothing. Ctrl-C ends it.
    """
    from generator.definition.reader import game_folder
    from generator.preview.desk import Desk

    link = editor_link(editor)
    desk = Desk(game_folder(game), overlays)
    server = bound(desk, port, link)
    desk.read()
    for work in (desk.watch, desk.proof_all):
        Thread(target=work, daemon=True).start()
    click.echo(f"{server.url}  (Ctrl-C ends it)")
    for problem in desk.edition.errors:
        place = f"{problem.file}:{problem.line}:{problem.column}: " if problem.line else ""
        click.echo(f"{place}{problem.message}", err=True)
    if not no_open:
        import webbrowser

        Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        click.echo()
    finally:
        desk.close()
        server.server_close()


def editor_link(editor: str) -> str:
    """The link that opens a file in an editor. Raises `PreviewError`."""
    if editor in EDITORS:
        return EDITORS[editor]
    scheme = editor.partition(":")[0].lower()
    if "{path}" in editor and ":" in editor and scheme not in ("javascript", "data", "vbscript"):
        return editor
    raise PreviewError(
        f"no editor {editor!r}; accepted: {', '.join(EDITORS)}, or a link such as "
        f"{EDITORS['vscode']}{nearest(editor, EDITORS)}"
    )


def bound(desk: Desk, port: int | None, editor: str) -> Server:
    """A server on the port, on ours, or on any free one. Raises `PreviewError`."""
    from generator.preview.serving import Server

    for wanted in (port,) if port else (PORT, 0):
        try:
            return Server(desk, wanted, editor)
        except OSError as trouble:
            told = trouble.strerror
    raise PreviewError(f"port {port or PORT} cannot be used ({told}); name another with --port")
