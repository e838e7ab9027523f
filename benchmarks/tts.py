"""What Tabletop Simulator costs: a cold build, the audit of a long game, a large save as text.

``python -m benchmarks.tts [--repeat N]`` runs the command line in processes of their own, each
figure the best of N, and prints them with their floors.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

FLOORS = {"build": 5.0, "audit": 5.0, "unpack": 2.0, "pack": 2.0}
"""Seconds on two cores, start-up included."""
EVENTS = 60_000
LARGE = 10_000_000
"""Bytes of the save that is taken apart."""
_TABLE = 2_300
"""Thousandths of a unit: what lies higher is in somebody's hand or in the air."""
_CHAT = ("hm", "one moment", "sorry", "wait", "no, back again", "your turn?")
_AWAY = frozenset({"pick", "enter", "leave", "delete", "destroy", "hand", "state"})
"""After these a piece lies no more where its last drop left it."""
_QUIET = frozenset({"drop", "zone", "chat"})
"""Behind these nothing is under way at the table."""


def seconds(*arguments: str | Path, status: tuple[int, ...] = (0,)) -> float:
    """Wall time of one command. RuntimeError when it ends otherwise than expected."""
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "broadside", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in status:
        raise RuntimeError(f"{arguments}: exit {done.returncode}\n{done.stderr}")
    return time.perf_counter() - begun


# --- a long game ------------------------------------------------------------------------------


@dataclass
class _Fidgets:
    """Hands that pick pieces up between the acts of a game, and put them back."""

    dice: random.Random
    boards: list[dict[str, Any]]
    """As the log's header places them."""
    lies: dict[str, dict[str, Any]]
    """The last drop of each piece that still lies where it put it."""
    zones: dict[str, set[str]]
    """The zones that each piece is in: boxes, tracks, what is hidden from others."""

    def see(self, entry: dict[str, Any]) -> None:
        """Note where an act of the game leaves a piece."""
        if entry["a"] == "drop" and entry["c"] and entry["o"][1] < _TABLE:
            self.lies[entry["p"]] = entry
        elif entry["a"] in _AWAY:
            self.lies.pop(entry["p"], None)
        elif entry["a"] == "zone":
            inside = self.zones.setdefault(entry["p"], set())
            (inside.add if entry["s"] == "in" else inside.discard)(entry["i"])

    def some(self, clock: int) -> Iterator[dict[str, Any]]:
        """A piece goes to where another lies, and back; now and then somebody says something."""
        free = sorted(piece for piece in self.lies if not self.zones.get(piece))
        if len(free) < 2:
            return
        rest, other = self.dice.sample(free, 2)
        own, away = self.lies[rest], self.lies[other]["o"]
        if self._board(own["o"]) != self._board(away):
            return
        head = {"t": clock, "c": own["c"], "w": own["w"]}
        for start, goal in ((own["o"], away), (away, own["o"])):
            yield {**head, "a": "pick", "p": rest, "f": start}
            moved = {"f": start, "o": goal, "r": own["r"], "d": own["d"], "s": own["s"]}
            yield {**head, "a": "drop", "p": rest, **moved}
        if not self.dice.randrange(8):
            yield {**head, "a": "chat", "x": self.dice.choice(_CHAT)}

    def _board(self, point: list[int]) -> str:
        x, _, z = point
        for one in self.boards:
            if abs(x - one["x"]) * 2 <= one["w"] and abs(z - one["z"]) * 2 <= one["h"]:
                return str(one["id"])
        return ""


def lengthened(log: str, events: int, seed: int = 1) -> str:
    """A recorder's log with so many entries: those of a game, with fidgets between its acts."""
    header, *lines, last = log.rstrip("\n").split("\n")
    given = [json.loads(line) for line in lines]
    hands = _Fidgets(random.Random(seed), json.loads(header)["boards"], {}, {})
    wanted = events - len(given)
    places = sum(one["a"] in _QUIET and two["a"] == "pick" for one, two in pairwise(given))
    made: list[dict[str, Any]] = []
    spent = 0
    for at, entry in enumerate(given):
        if at and given[at - 1]["a"] in _QUIET and entry["a"] == "pick":
            share = wanted // max(1, places)
            begun = len(made)
            for _ in range(share):
                if len(made) - begun >= share or spent >= wanted:
                    break
                fidget = list(hands.some(entry["t"]))
                made += fidget
                spent += len(fidget)
        made.append(entry)
        hands.see(entry)
    return _chained(header, made, json.loads(last))


def _chained(header: str, entries: list[dict[str, Any]], last: dict[str, Any]) -> str:
    """The text of a log, every entry with its number and hash."""
    head = sha256(header.encode()).hexdigest()
    lines = [header]
    for number, entry in enumerate(entries, 1):
        first = {name: entry[name] for name in ("t", "a", "c", "w")}
        own = {k: v for k, v in entry.items() if k not in ("n", "t", "a", "c", "w", "h")}
        if entry["a"] == "head":
            own["x"] = head[:16]
        text = json.dumps({"n": number, **first, **own}, separators=(",", ":"))
        body = text[:-1]
        head = sha256(f"{head}\n{body}".encode()).hexdigest()
        lines.append(f'{body},"h":"{head[:16]}"}}')
    end = {**last, "head": head, "n": len(entries)}
    return "\n".join([*lines, json.dumps(end, separators=(",", ":"))])


def long_game(game: str, path: Path) -> None:
    """Write a played save whose log holds `EVENTS` entries."""
    seconds("play", game, "--seed", "7", "--as-tts", "-o", path)
    save = json.loads(path.read_text("utf-8"))
    save["LuaScriptState"] = lengthened(save["LuaScriptState"], EVENTS)
    path.write_text(json.dumps(save, indent=2, ensure_ascii=False), "utf-8")


# --- a large save -----------------------------------------------------------------------------


def large_save(played: Path, path: Path) -> None:
    """Write a save of `LARGE` bytes: the objects of another, again and again."""
    save = json.loads(played.read_text("utf-8"))
    objects = save["ObjectStates"]
    size = len(json.dumps(objects, indent=2))
    save["ObjectStates"] = [
        {**one, "GUID": f"{number:03x}{at:03x}"}
        for number in range(LARGE // size + 1)
        for at, one in enumerate(objects)
    ]
    path.write_text(json.dumps(save, indent=2, ensure_ascii=False), "utf-8")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    repeat = parser.parse_args().repeat
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        os.environ["BROADSIDE_CACHE"] = str(work / "cache")
        played, large = work / "played.json", work / "large.json"
        long_game("under_ten_flags", played)
        large_save(played, large)

        def built(number: int) -> float:
            os.environ["BROADSIDE_CACHE"] = str(work / f"cache{number}")
            out = work / f"out{number}"
            return seconds("build", "graf_spee", "--target", "tts", "-o", out)

        def unpacked(number: int) -> float:
            return seconds("unpack", large, "-o", work / f"parts{number}", "--reveal")

        def packed(number: int) -> float:
            return seconds("pack", work / f"parts{number}", "-o", work / f"again{number}.json")

        def audited(number: int) -> float:
            return seconds("audit", played, status=(0, 1))

        measured: dict[str, Callable[[int], float]] = {
            "build": built,
            "audit": audited,
            "unpack": unpacked,
            "pack": packed,
        }
        print(f"{'':<10}{'seconds':>9}{'floor':>8}")
        for what, run in measured.items():
            best = min(run(number) for number in range(repeat))
            print(f"{what:<10}{best:>9.2f}{FLOORS[what]:>8.1f}")


if __name__ == "__main__":
    main()
