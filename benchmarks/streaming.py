"""How much memory a very large save takes: ``python -m benchmarks.streaming [SAVE ...]``.

Makes saves and logs of 465 MB of text (the largest in the field), lists, searches and audits each
in a process of its own, and tells the most memory it had as a multiple of the text. With real
saves named, one more is made of their pieces, repeated.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, cycle, islice
from multiprocessing import get_context
from pathlib import Path

import click

from generator.vassal import commands, saves, traits
from generator.vassal.commands import AddPiece, Chat, Command, Log, MovePiece, Player
from generator.vassal.traits import Trait, trait

ROOT = Path(__file__).resolve().parent.parent
FLOOR = 6
"""Most memory, in multiples of the text."""
_KEY = 0x5C
_CLOAK = bytes(byte ^ _KEY for byte in range(256))
_SEARCH = """
import sys
from pathlib import Path
from generator.vassal import saves
print(sum("Exeter" in text for _, text in saves.read(Path(sys.argv[1])).leaves()))
"""
WORK = {
    "list": ["broadside.py", "log", "{}", "--table"],
    "story": ["broadside.py", "log", "{}"],
    "search": ["-c", _SEARCH, "{}"],
    "audit": ["broadside.py", "audit", "{}"],
}
"""What is done with each file."""

Row = tuple[int, str]
"""Depth and text of a command."""


def _ship(name: str, notes: str) -> list[Trait]:
    return [
        trait("obs;", access="side:", maskName="ship", imageName="back.png"),
        trait("emb2;", name="Damage", imageNames=("", "a.png"), levelNames=("", "+ (hit)")),
        trait("footprint;"),
        trait("PROP;", key="Notes", state=notes),
        trait("mark;", keys=("UnitId", "Kind"), state={"values": ("unit", "Ship")}),
        trait("piece;", commonName=name),
    ]


def _added(number: int, chain: list[Trait]) -> Iterator[Row]:
    """A ship on a point of its own; every third in a stack with the two before it."""
    x, y = number // 3 % 4000, number // 12000
    state = traits.piece_state(
        [*chain[:-1], chain[-1].with_state(traits.basic_state("Sea", x, y, "7"))]
    )
    ident = 1_795_000_000_000 + 2 * number
    yield 2, commands.encode(AddPiece(str(ident), traits.piece_type(chain), state))
    if number % 3 == 2:
        members = [str(ident - 4), str(ident - 2), str(ident)]
        stack = traits.stack_state("Sea", x, y, members)
        yield 2, commands.encode(AddPiece(str(ident + 1), "stack", stack))


def alike() -> Iterator[Row]:
    """Pieces of a hundred types."""
    ships = [_ship(f"Exeter {number}", "x" * 100) for number in range(100)]
    for number in range(1 << 40):
        yield from _added(number, ships[number % 100])


def unlike() -> Iterator[Row]:
    """Pieces each of a type of its own."""
    for number in range(1 << 40):
        yield from _added(number, _ship(f"Exeter {number}", f"{number:0100}"))


def played() -> Iterator[Row]:
    """A log: ships that move, with a stack and a report each."""
    chance = random.Random(1)
    fleet = 5000
    for number in range(fleet):
        yield from _added(3 * number, _ship(f"Exeter {number}", "ready"))
    yield from (
        (1, commands.encode(one)) for one in (Player("pw", "Ann", "Red"), commands.EndSave())
    )
    for number in range(1 << 40):
        ship = str(1_795_000_000_000 + 6 * chance.randrange(fleet))
        x, y = chance.randrange(4000), chance.randrange(4000)
        moved = MovePiece(ship, "Sea", x, y, None, "Sea", 1, 1, None, "pw")
        stack = AddPiece(str(number + 9), "stack", traits.stack_state("Sea", x, y, [ship]))
        told = Chat(f"* [Red Ann] Exeter moves to {x},{y} " + "and reports " * 55 + "*")
        for depth, act in enumerate((moved, stack, told)):
            yield 1 + (depth > 0), commands.encode(Log(act))


def few() -> Iterator[Row]:
    """A handful of commands, ten megabytes each and more."""
    for number in range(1 << 40):
        yield from _added(3 * number, _ship("Exeter", "x" * 10_000_000))
        yield 2, commands.encode(Chat("* Exeter " * 2_000_000))


def repeated(files: tuple[Path, ...]) -> Iterator[Row]:
    """The pieces of real saves, again and again, under ids of their own."""
    real = [
        found
        for file in files
        for found in saves.read(file).position()
        if isinstance(found, AddPiece) and found.id is not None
    ]
    for number, one in enumerate(cycle(real)):
        turn = str(number // len(real))
        state = one.state
        if one.type == traits.STACK:
            place, *rest = state.split(";", 3)
            state = ";".join([place, *rest])
        yield 2, commands.encode(AddPiece(turn + (one.id or ""), one.type, state))


def text_of(rows: Iterator[Row], size: int) -> Iterator[bytes]:
    """The text of a save of these commands, ``size`` bytes of it."""
    begin: list[Command] = [commands.BeginSave(), commands.Nothing(), commands.Nothing()]
    done = 0
    yield commands.encode(begin[0]).encode()
    for depth, text in chain(((1, commands.encode(one)) for one in begin[1:]), rows):
        piece = b"\\" * (depth - 1) + b"\x1b" + text.encode()
        done += len(piece)
        if done > size:
            return
        yield piece


def write(path: Path, rows: Iterator[Row], size: int) -> int:
    """Write a save with ``size`` bytes of text; how many commands it has."""
    count = 0
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made,
        made.open("savedGame", "w", force_zip64=True) as stream,
    ):
        stream.write(b"!VCSK%02x" % _KEY)
        texts = text_of(rows, size)
        while waiting := list(islice(texts, 4096)):
            count += len(waiting)
            stream.write(b"".join(waiting).translate(_CLOAK).hex().encode())
    return count


def most_memory(command: list[str]) -> tuple[int, float]:
    """Bytes and seconds a process took at most. Raises RuntimeError when it fails."""
    begun = time.perf_counter()
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        process = subprocess.Popen(command, cwd=ROOT, stdout=nowhere)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return used.ru_maxrss * unit, time.perf_counter() - begun


KINDS: dict[str, Callable[[], Iterator[Row]]] = {
    "alike": alike,
    "unlike": unlike,
    "played": played,
    "few": few,
}


def make(kind: str, files: tuple[Path, ...], path: Path, size: int) -> int:
    """Write a save of one kind; how many commands it has."""
    return write(path, KINDS[kind]() if kind in KINDS else repeated(files), size)


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--megabytes", default=465, show_default=True)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)))
@click.option("--work", "wanted", multiple=True, type=click.Choice(list(WORK)))
def main(
    files: tuple[Path, ...], megabytes: int, kinds: tuple[str, ...], wanted: tuple[str, ...]
) -> None:
    """List, search and audit saves of so many MEGABYTES of text."""
    idle, _ = most_memory([sys.executable, "-c", "import generator.vassal.saves"])
    click.echo(f"Python that does nothing: {idle / 1e6:.0f} MB; floor {FLOOR} times the text")
    for name in (*(kinds or KINDS), *(["repeated"] if files else [])):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{name}.vlog"
            # Made in a process of its own: the memory of this one would count as its children's.
            with ProcessPoolExecutor(1, get_context("spawn")) as maker:
                size = megabytes * 1_000_000
                count = maker.submit(make, name, files, path, size).result()
            click.echo(f"{name}: {count:,} commands, {megabytes} MB of text")
            for work in wanted or WORK:
                command = [sys.executable, *(part.format(path) for part in WORK[work])]
                most, took = most_memory(command)
                click.echo(
                    f"  {work:<8}{most / 1e6:8,.0f} MB {most / 1e6 / megabytes:6.2f} times"
                    f" {took:7.1f} s"
                )


if __name__ == "__main__":
    main()
