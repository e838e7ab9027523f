"""How long the replay of a long game of a large module takes, and how quick its page is.

``python -m benchmarks.replay [MODULE SAVE] [--steps 2000]``

Takes the table of a module's save, or makes a module of 60 MB, and writes a log in which its
pieces are moved at random. Tells the seconds and the memory of `broadside replay`, the size of
its page, and, in a Chromium slowed as a phone is: when the first picture of the table stands, when
all its pieces are there, and how long jumps to other steps take.
"""

from __future__ import annotations

import io
import random
import shutil
import statistics
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
from PIL import Image

from benchmarks.preview import CHROMIUMS, FLAGS
from benchmarks.streaming import most_memory
from generator.vassal import modules, saves, traits, trees
from generator.vassal.commands import AddPiece, Chat, Command, GameUnderWay, MovePiece
from generator.vassal.saves import Save
from generator.vassal.traits import trait
from validator.reading import reader

SECONDS, MEMORY, PAGE, FIRST, JUMP = 15.0, 600.0, 8.0, 1.0, 0.1
"""Ceilings: seconds and megabytes of the replay, megabytes of its page, seconds in it."""
PHONE = {"width": 390, "height": 844}
SLOWER = 4
"""A phone's processor takes so many times as long."""
_STANDS = """
const glimpse = () => {
  const picture = document.getElementById("glimpse");
  if (window.stands || picture?.complete) {
    requestAnimationFrame(() => setTimeout(() => { window.first = performance.now(); }, 0));
  } else requestAnimationFrame(glimpse);
};
requestAnimationFrame(glimpse);
const look = () => {
  const ready = document.documentElement?.dataset.ready === "yes";
  const ground = document.querySelector("#ground img");
  const pieces = document.getElementById("pieces");
  const there = pieces?.dataset.waits === "0" && (!ground || ground.complete);
  if (ready && there && !document.getElementById("glimpse")) {
    requestAnimationFrame(() => setTimeout(() => { window.stands = performance.now(); }, 0));
  } else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
_JUMP = """(step) => new Promise((done) => {
  const begun = performance.now();
  addEventListener("hashchange", () => requestAnimationFrame(() => setTimeout(
    () => done(performance.now() - begun), 0)), { once: true });
  location.hash = `#step=${step}`;
})"""


class Quickness(NamedTuple):
    """Seconds in the page."""

    first: float
    """Until the table is seen, as one small picture."""
    whole: float
    """Until all its pieces are there."""
    jumps: list[float]


def _noise(chance: random.Random, size: tuple[int, int]) -> bytes:
    """A picture that packs badly."""
    out = io.BytesIO()
    Image.frombytes("RGB", size, chance.randbytes(size[0] * size[1] * 3)).save(out, "PNG")
    return out.getvalue()


def made_module(path: Path) -> list[Command]:
    """Write a module of about 60 MB: a map of 12 million pixels, 600 counters; its pieces."""
    chance = random.Random(1)
    inside = "VASSAL.build.module."
    build = (
        f'<VASSAL.build.GameModule name="Large" version="1" VassalVersion="3.7.26">'
        f'<{inside}Map mapName="Sea"><{inside}map.BoardPicker>'
        f'<{inside}map.boardPicker.Board name="Sea" image="sea.png"/>'
        f"<setup>SeaBoardPicker\tSea\t0\t0</setup></{inside}map.BoardPicker></{inside}Map>"
        "</VASSAL.build.GameModule>"
    )
    pieces: list[Command] = []
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("buildFile.xml", build)
        packed.writestr("images/sea.png", _noise(chance, (4000, 3000)))
        for number in range(600):
            packed.writestr(f"images/{number}.png", _noise(chance, (115, 115)))
            basic = trait("piece;", imageName=f"{number}.png", commonName=f"Unit {number}")
            state = traits.basic_state("Sea", chance.randrange(4000), chance.randrange(3000))
            chain = (basic.with_state(state),)
            pieces.append(
                AddPiece(str(number), traits.piece_type(chain), traits.piece_state(chain))
            )
    return pieces


def write_log(module: Path, pieces: Sequence[Command] | Path, out: Path, steps: int) -> None:
    """Write a log of so many moves, from a table of these pieces or that of a save."""
    if isinstance(pieces, Path):
        start = saves.read(pieces)
        text = start.text
    else:
        text = saves.compose(pieces, [GameUnderWay()])
        start = Save(text)
    table = reader.read(start, modules.read(module)).table()
    decks = {one.id for one in table.decks()}
    lying = [one for one in table.pieces.values() if one.map and one.parent not in decks]
    chance = random.Random(2)
    busiest = statistics.mode(str(one.map) for one in lying)
    movers = [one for one in lying if one.map == busiest]
    places = {one.id: (one.x, one.y) for one in movers}
    points = sorted(set(places.values()))

    def moves() -> Iterator[trees.Node]:
        for number in range(steps):
            one = chance.choice(movers)
            old, (x, y) = places[one.id], chance.choice(points)
            places[one.id] = (x, y)
            moved = MovePiece(one.id, busiest, x, y, None, busiest, *old, None, "pw")
            yield trees.step(moved, Chat(f"* <Ann> {one.name} moves, the {number}th *"))

    root = trees.parse(text)
    log = trees.node(root.command, *root.children, *moves())
    saves.write(out, Save(trees.encode(log).encode(), moduledata=start.moduledata))


def quickness(page_file: Path, steps: int, jumps: int = 40) -> Quickness:
    """The page in a Chromium as slow as a phone's."""
    from playwright.sync_api import sync_playwright

    chromium = next((path for name in CHROMIUMS if (path := shutil.which(name))), None)
    chance = random.Random(3)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport=PHONE, bypass_csp=True)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(_STANDS)
        page.goto(page_file.as_uri())
        page.wait_for_function("window.stands > 0", timeout=60_000)
        page.wait_for_function("window.first > 0")
        first, whole = page.evaluate("[window.first / 1000, window.stands / 1000]")
        found = [
            page.evaluate(_JUMP, step) / 1000
            for step in (chance.randrange(1, steps) for _ in range(jumps))
        ]
        browser.close()
    return Quickness(first, whole, found)


@click.command(help=__doc__)
@click.argument("module", required=False, type=click.Path(exists=True, path_type=Path))
@click.argument("save", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--steps", default=2000, show_default=True)
def main(module: Path | None, save: Path | None, steps: int) -> None:
    """Measure and print."""
    if module is not None and save is None:
        raise click.UsageError("a module needs a save of it, for what lies on its table")
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        log, out = folder / "long.vlog", folder / "long.html"
        if module is None:
            module = folder / "large.vmod"
            write_log(module, made_module(module), log, steps)
        elif save is not None:
            write_log(module, save, log, steps)
        click.echo(f"{module.name}: {module.stat().st_size / 1e6:.0f} MB, {steps:,} steps")
        command = [sys.executable, "broadside.py", "replay", str(log), "--module", str(module)]
        most, took = most_memory([*command, "-o", str(out)])
        size = out.stat().st_size / 1e6
        seen = quickness(out, steps)
    jump = max(seen.jumps)
    rows = (
        ("replay, seconds", took, SECONDS),
        ("most memory, MB", most / 1e6, MEMORY),
        ("page, MB", size, PAGE),
        ("first picture, seconds", seen.first, FIRST),
        ("longest jump, seconds", jump, JUMP),
    )
    for name, found, ceiling in rows:
        click.echo(f"{name:<24}{found:>9.2f}   ceiling {ceiling:g}")
    click.echo(f"{'all pieces, seconds':<24}{seen.whole:>9.2f}")
    click.echo(f"{'usual jump, seconds':<24}{statistics.median(seen.jumps):>9.2f}")
    if any(found > ceiling for _, found, ceiling in rows):
        raise SystemExit("above the ceiling")


if __name__ == "__main__":
    main()
