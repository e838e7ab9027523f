"""How long a save of Tabletop Simulator takes to be unpacked and packed.

``python -m benchmarks.tts_saves [SAVE ...] [--megabytes 10] [--repeat 3]`` makes a save of that
size in the game's own style and one in another, takes those that are named besides, runs the
command line in processes of their own, each figure the best of the repeats, and sees that the
bytes come back.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from generator.tabletop_simulator import objects
from generator.tabletop_simulator.objects import Place, Sheet, Thing

FLOOR = 2.0
"""Seconds that unpacking or packing 10 MB in the game's style may take, start-up included."""
_SHEET = Sheet(1, "https://example.org/front.png", "https://example.org/back.png", 10, 7)
_SCRIPT = "function onLoad()\r\n  local turns = {}\r\n  print('Größe \\u2028')\r\nend\r\n"


def made(size: int, seed: int = 7) -> dict[str, Any]:
    """A save of about so many bytes: counters with states, bags, decks, scripts."""
    dice = random.Random(seed)
    numbers = iter(range(1 << 24))
    held: list[dict[str, Any]] = []
    save: dict[str, Any] = {"SaveName": "Large", "LuaScript": _SCRIPT * 200, "ObjectStates": held}
    length = 0
    while length < size:
        one = _object(dice, numbers)
        length += len(json.dumps(one, indent=2)) + 2000
        held.append(one)
    return save


def _object(dice: random.Random, numbers: Any) -> dict[str, Any]:
    def thing(name: str) -> Thing:
        place = Place(*(round(dice.uniform(-40, 40), 7) for _ in range(3)))
        return Thing(f"{next(numbers):06x}", place, memo=f"piece/{name}", nickname=name)

    def tile(name: str) -> dict[str, Any]:
        url = f"https://example.org/{name}.png"
        return objects.custom_tile(thing(f"{name} {dice.randrange(1000)}"), url, url)

    match dice.randrange(8):
        case 0:
            return objects.bag(thing("Cup"), [tile("ship") for _ in range(dice.randrange(20))])
        case 1:
            cards = [objects.card(thing(f"card {at}"), _SHEET, at) for at in range(2, 30)]
            return objects.deck(thing("Events"), cards)
        case 2:
            return objects.with_states([tile("whole"), tile("damaged"), tile("sunk")], 1)
        case 3:
            return tile("scripted") | {"LuaScript": _SCRIPT * dice.randrange(1, 60)}
    return tile("unit")


def _seconds(*words: str) -> float:
    """Wall time of one command. CalledProcessError when it fails."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "broadside", *words], check=True, capture_output=True)
    return time.perf_counter() - begun


def measured(save: Path, work: Path, repeat: int) -> dict[str, float]:
    """The best times of unpacking into a new folder, into that one again, and of packing."""
    folder, again = work / "text", work / "again.json"
    times: dict[str, list[float]] = {"unpack": [], "unpack again": [], "pack": []}
    for _ in range(repeat):
        shutil.rmtree(folder, ignore_errors=True)
        for name in ("unpack", "unpack again"):
            times[name].append(_seconds("unpack", str(save), str(folder), "--reveal"))
        times["pack"].append(_seconds("pack", str(folder), "-o", str(again)))
        if again.read_bytes() != save.read_bytes():
            raise click.ClickException(f"{save}: packed to other bytes")
    return {name: min(found) for name, found in times.items()}


@click.command()
@click.argument("saves", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--megabytes", default=10, show_default=True)
@click.option("--repeat", default=3, show_default=True)
def main(saves: tuple[Path, ...], megabytes: int, repeat: int) -> None:
    """Measure SAVES and two made ones; exit status 1 where the game's own style takes too long."""
    late = False
    with tempfile.TemporaryDirectory(prefix="tts-saves-") as name:
        work = Path(name)
        data = made(megabytes * 1_000_000)
        own, other = work / "own.json", work / "other.json"
        text = json.dumps(data, indent=2, ensure_ascii=False)
        own.write_text(text, "utf-8", newline="\r\n")
        other.write_text(text.replace("0.0,", "0.0 ,").replace("/", "\\/"), "utf-8")
        for save in (own, other, *saves):
            times = measured(save, work, repeat)
            told = ", ".join(f"{what} {seconds:.2f} s" for what, seconds in times.items())
            click.echo(f"{save.name}: {save.stat().st_size / 1e6:.1f} MB, {told}")
            late = late or (save == own and max(times["unpack"], times["pack"]) > FLOOR)
    sys.exit(1 if late else 0)


if __name__ == "__main__":
    main()
