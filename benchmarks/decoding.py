"""How fast a save is decoded: ``python -m benchmarks.decoding``.

Beside it stands pywargame 0.8.0, the one other library that reads VASSAL's saves. It needs
Python 3.12: ``--beside PYTHON`` names an interpreter that has it and measures both on one file;
else its figure is quoted, measured on this class of machine when nothing else ran.
"""

from __future__ import annotations

import gc
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import click

from generator.vassal import commands, obfuscation, saves, traits, trees
from generator.vassal.commands import AddPiece, Chat, Command, GameUnderWay, MovePiece
from generator.vassal.traits import trait
from validator.reading import reader, views

PYWARGAME = 3.7
"""Megabytes of text a second."""
FLOOR = 20
"""Times faster than pywargame, at least."""
FLAT = 100
"""Megabytes of text a second of the flat pass, at least."""
MILLION = 20
"""Seconds that a million simple commands may take to become events."""
_BESIDE = """
import sys, time
from pywargame.vassal.save import SaveIO
begun = time.process_time()
SaveIO.readSave(sys.argv[1])
print(time.process_time() - begun)
"""

_SHIP = [
    trait("obs;", access="side:", maskName="ship", imageName="back.png"),
    trait("emb2;", name="Damage", imageNames=("", "a.png"), levelNames=("", "+ (hit)")),
    trait("footprint;"),
    trait("markmoved;"),
    trait("mark;", keys=("UnitId", "Kind"), state={"values": ("unit", "Ship")}),
    trait("piece;", commonName="Ship"),
]


def big_save(megabytes: int) -> bytes:
    """The text of a save with enough pieces for so many megabytes."""
    kind = traits.piece_type(_SHIP)
    pieces: list[AddPiece] = []
    size = 0
    while size < megabytes * 1_000_000:
        number = 2 * len(pieces)
        place = traits.basic_state("Sea", number % 4000, number // 4000, "7")
        state = traits.piece_state([*_SHIP[:-1], _SHIP[-1].with_state(place)])
        pieces.append(AddPiece(str(1_795_000_000_000 + number), kind, state))
        size += len(kind) + len(state) + 20
    return saves.compose(pieces, [GameUnderWay()])


def big_log(count: int) -> bytes:
    """The text of a log with so many simple commands, each a step: moves and lines in the chat."""
    kind = traits.piece_type(_SHIP)
    fleet = []
    for number in range(300):
        place = _SHIP[-1].with_state(traits.basic_state("Sea", number, 5, "7"))
        state = traits.piece_state([*_SHIP[:-1], place])
        fleet.append(AddPiece(str(1_795_000_000_000 + number), kind, state))
    done = []
    for number in range(count):
        ship = fleet[number * 7 % len(fleet)].id
        to = (number * 31 % 400, number * 17 % 400)
        act: Command = MovePiece(ship, "Sea", *to, None, "Sea", 1, 5, None, "password")
        if number % 3 == 1:
            act = Chat("* [Red Ann] Ship moves A1 -> A2 *")
        elif number % 3 == 2:
            act = Chat("<Ann> - shall we go on?")
        done.append(trees.step(act))
    return saves.compose(fleet, [commands.Player("password", "Ann", "Red")], done)


def timed(work: Callable[[], object]) -> float:
    """Seconds of the processor, the best of three runs."""
    best = float("inf")
    for _ in range(3):
        gc.collect()
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best


def beside(python: str, save: saves.Save) -> float:
    """Seconds pywargame takes to read a save, in an interpreter that has it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "big.vsav"
        saves.write(file, save)
        command = [python, "-c", _BESIDE, str(file)]
        times = [
            float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            for _ in range(3)
        ]
        ours = timed(lambda: sum(1 for _ in saves.read(file).leaves()))
    theirs, size = min(times), len(save.text) / 1_000_000
    click.echo(
        f"the same file of {size:.0f} MB: pywargame {size / theirs:.1f} MB/s, "
        f"here {size / ours:,.0f} MB/s, {theirs / ours:,.0f} times (floor {FLOOR} times)"
    )
    return theirs / ours


@click.command()
@click.option("--megabytes", default=40, show_default=True)
@click.option("--count", default=100_000, show_default=True, help="Commands in the log.")
@click.option("--beside", "other", metavar="PYTHON", help="An interpreter with pywargame.")
def main(megabytes: int, count: int, other: str | None) -> None:
    """Decode a save of so many MEGABYTES, and read a log of so many commands into events."""
    text = big_save(megabytes)
    size = len(text) / 1_000_000
    payload = obfuscation.veil(text)
    unveiling = timed(lambda: obfuscation.unveil(payload))
    splitting = timed(lambda: sum(1 for _ in trees.leaves(text)))
    speed = size / (unveiling + splitting)
    click.echo(f"obfuscation: {size / unveiling:,.0f} MB of text a second")
    click.echo(f"command split: {size / splitting:,.0f} MB of text a second")
    click.echo(
        f"both: {speed:,.0f} MB of text a second (floor {FLAT}), {speed / PYWARGAME:,.0f} times "
        f"pywargame 0.8.0 ({PYWARGAME} MB/s, quoted)"
    )
    if other is not None:
        beside(other, saves.Save(text[: text.index(b"\\\x1b", 10_000_000)]))
    save = saves.Save(text)
    typed = sum(1 for _ in save.position())
    typing = timed(lambda: sum(1 for _ in save.position()))
    click.echo(f"typed commands: {typed / typing:,.0f} a second, split included")
    log = saves.Save(big_log(count))
    reading = timed(lambda: reader.read(log))
    million = reading / count * 1_000_000
    click.echo(
        f"log of {len(log.text) / 1e6:.1f} MB, {count:,} commands: events in {reading:.2f} s, "
        f"{million:.1f} s a million (floor {MILLION} s)"
    )
    read = reader.read(log)
    viewing = timed(lambda: views.view(read))
    click.echo(f"the public view of it in {viewing:.2f} s")


if __name__ == "__main__":
    main()
