"""What a first visit to a site brings, and how long an audit in the browser takes after it.

``python -m benchmarks.site PYODIDE`` writes a site of one game with the Pyodide in that folder
(``npm pack pyodide``, unpacked), serves it on this machine as any web server does, and opens it in
Chromium. Tells the megabytes until Python is ready, as they are and as a server that compresses
sends them, and the seconds from *Audit* to the replay: the first time, and again.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import click

from benchmarks.preview import CHROMIUMS, FLAGS
from generator.definition import load_game
from generator.packaging import build
from validator.playing import play_as_log
from validator.site.building import build_site

LOAD, AUDIT = 15.0, 5.0
"""Ceilings: megabytes of the first visit, seconds of an audit after it."""
_LONG = 240_000


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder on a port of this machine: its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def audited(page: Any, log: Path, times: int) -> float:
    """Seconds from the click on *Audit* until the replay shows the game."""
    page.set_input_files("#files", log)
    begin = time.perf_counter()
    page.click("#start")
    page.wait_for_selector(f"html[data-done='{times}']", timeout=_LONG)
    page.frame_locator("#report").locator("html[data-ready=yes]").wait_for(timeout=_LONG)
    return time.perf_counter() - begin


@click.command(help=__doc__)
@click.argument("pyodide", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", "name", default="graf_spee", show_default=True)
def main(pyodide: Path, name: str) -> None:
    """Measure and print."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as work, sync_playwright() as programs:
        site, log = Path(work) / "site", Path(work) / "game.vlog"
        build_site(site, [name], pyodide)
        game = load_game(name)
        play_as_log(game, build(game, Path(work)).module, log, seed=5)
        found = next((one for one in map(shutil.which, CHROMIUMS) if one), None)
        browser = programs.chromium.launch(executable_path=found, args=FLAGS)
        with served(site) as address:
            page = browser.new_page()
            asked: dict[str, None] = {}
            page.context.on("request", lambda one: asked.setdefault(one.url))
            begin = time.perf_counter()
            page.goto(address)
            page.wait_for_selector("html[data-python=ready]", timeout=_LONG)
            ready = time.perf_counter() - begin
            names = [one.removeprefix(address) or "index.html" for one in asked]
            first, again = audited(page, log, 1), audited(page, log, 2)
        browser.close()
        files = [site / one.partition("?")[0] for one in names]
        brought = [one.read_bytes() for one in files if one.is_file()]
    load = sum(map(len, brought)) / 1e6
    packed = sum(len(gzip.compress(one)) for one in brought) / 1e6
    click.echo(f"{'first visit, MB':<28}{load:>7.1f}   ceiling {LOAD:g}")
    click.echo(f"{'the same compressed, MB':<28}{packed:>7.1f}")
    click.echo(f"{'until Python is ready, s':<28}{ready:>7.1f}")
    click.echo(f"{'first audit, s':<28}{first:>7.1f}   ceiling {AUDIT:g}")
    click.echo(f"{'another audit, s':<28}{again:>7.1f}")
    if load > LOAD or first > AUDIT:
        raise SystemExit("above the ceiling")


if __name__ == "__main__":
    main()
