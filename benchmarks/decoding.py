"""How fast a save is decoded: ``python -m benchmarks.decoding``.

Beside it stands pywargame 0.8.0, the one other library that reads VASSAL's saves. It needs
Python 3.12 and is not installed here: its figure is quoted, measured on this class of machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import click

from generator.vassal import commands, obfuscation, saves, traits, trees
from generator.vassal.commands import AddPiece, Chat, GameUnderWay, MovePiece
from generator.vassal.traits import trait
from validator.reading import reader, views

PYWARGAME = 3.7
"""Megabytes of text a second."""
FLOOR = 20
"""Times faster than pywargame, at least."""

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


def big_log(steps: int) -> bytes:
    """The text of a log with so many moves, each with its stack and its line in the chat."""
    piece = AddPiece("1", traits.piece_type(_SHIP), traits.piece_state(_SHIP))
    done = []
    for number in range(steps):
        there = MovePiece("1", "Sea", number, 5, None, "Sea", number - 1, 5, None, "password")
        stack = AddPiece(str(number + 9), "stack", traits.stack_state("Sea", number, 5, ["1"]))
        done.append(trees.step(there, stack, Chat("* [Red Ann] Ship moves A1 -> A2 *")))
    return saves.compose([piece], [commands.Player("password", "Ann", "Red")], done)


def timed(work: Callable[[], object]) -> float:
    """Seconds of the processor, the best of three runs."""
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best


@click.command()
@click.option("--megabytes", default=40, show_default=True)
@click.option("--steps", default=5000, show_default=True)
def main(megabytes: int, steps: int) -> None:
    """Decode a save of so many MEGABYTES, and read a log of so many STEPS into events."""
    text = big_save(megabytes)
    size = len(text) / 1_000_000
    payload = obfuscation.veil(text)
    unveiling = timed(lambda: obfuscation.unveil(payload))
    splitting = timed(lambda: sum(1 for _ in trees.leaves(text)))
    speed = size / (unveiling + splitting)
    click.echo(f"obfuscation: {size / unveiling:,.0f} MB of text a second")
    click.echo(f"command split: {size / splitting:,.0f} MB of text a second")
    click.echo(
        f"both: {speed:,.0f} MB of text a second, {speed / PYWARGAME:,.0f} times pywargame 0.8.0 "
        f"({PYWARGAME} MB/s, quoted; floor {FLOOR} times)"
    )
    save = saves.Save(text)
    count = sum(1 for _ in save.position())
    typing = timed(lambda: sum(1 for _ in save.position()))
    click.echo(f"typed commands: {count / typing:,.0f} a second, split included")
    log = saves.Save(big_log(steps))
    reading = timed(lambda: reader.read(log))
    read = reader.read(log)
    viewing = timed(lambda: views.view(read))
    click.echo(
        f"log of {len(log.text) / 1e6:.1f} MB, {steps:,} steps: "
        f"events in {reading:.2f} s, the public view in {viewing:.2f} s"
    )


if __name__ == "__main__":
    main()
