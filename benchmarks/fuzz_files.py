"""Mutated real files through every command: ``python -m benchmarks.fuzz_files FILES...``.

A saved game, log, module or extension of VASSAL is bent somewhere (the zip file, the hidden text,
the text itself), or a save of Tabletop Simulator (its bytes, its values, its text), and given to
the commands of ``WORK``. Each must end within ``--patience`` seconds with an ordinary exit status,
or with one line that says what is wrong; none may write outside its folder. Mutation number N
bends the same file in the same way again: ``--seed N --mutations 1``.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import io
import itertools
import json
import os
import random
import shlex
import shutil
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import click

import broadside
from generator.errors import BroadsideError
from generator.vassal import archive, obfuscation
from generator.vassal.modules import BUILD_FILES
from generator.vassal.obfuscation import PLAIN, Veil
from generator.vassal.saves import MEMBER

WORK = {
    "log": "log {file} --reveal",
    "table": "log {file} --table",
    "export": "log export {file} -o {out}/game.json",
    "scrub": "log scrub {file} -o {out}/clean.vlog",
    "audit": "audit {file}",
    "lint": "lint {file} --json",
    "unpack": "unpack {file} {out}/text --reveal",
    "pack": "pack {out}/text -o {out}/again{ending}",
    "inspect": "inspect {file}",
    "diff": "diff {origin} {file}",
    "textconv": "diff --text {file}",
    "replay": "replay {file} -o {out}/replay.html",
    "import": "import {file} {new}/game",
    "build": "build {new}/game -o {new}/dist",
    "tts": "build {new}/game --target tts -o {new}/dist",
    "print": "build {new}/game --target print -o {new}/dist",
}
"""What is done with every file: command lines. One that does not fit a kind of file refuses it;
``new`` is a folder that each mutation finds empty."""
CHUNK = 250
MODES = ("zip", "payload", "text")

Bend = Callable[[bytes, random.Random], bytes]

_PIECES = [
    *("\x1b", "\\", "\\\x1b", "\t", "/", ";", "'", "|", ",", "$", "+", ":", "\n", "\x00", "Ä"),
    *("null", "true", "-1", "0", "99999999999999999999", "1e9", "stack", "deck;", "piece;;;;"),
    *("LOG\t", "D/", "M/", "+/", "-/", "CHAT", "UNDO\ttrue", "PLAYER\t", "TURN", "\x85", "_result"),
    *("obs;", "hide;", "emb2;", "label;", "mark;", "rotate;1", "prototype;", "macro;", "replace;"),
    *("MutableProperty\t", "GlobalProperty\t;", "SHOW_RESULTS\t", "PNOTE\t", "* ", "<a> - "),
    *("begin_save", "end_save", "LOG\tnull", "SETUP_STACK\t", "BoardPicker", "* UNDO: ", "../"),
    *("<", ">", "&", "&#27;", "]]>", "<!--", '="', "VASSAL.build.", "<!DOCTYPE a [", "C:\\"),
]
_ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        0.5,
        1e308,
        -1e-308,
        10**25,
        10**400,
        "",
        "NaN",
        "0",
        "x" * 2000,
        "\ud800",
    ),
    *("../../x", "a\nb", "\r\nx", '{"broadside":1}', '{"broadside":', "\u2028", "Black", "CON"),
    *([], {}, [[]], [{}], [None], [1, "2", []], {"": {}}, {"verbatim": 1}, {"file": "save.json"}),
    *({"2": 3}, {"1": {}}, {"States": []}, {"posX": "NaN"}, [{"GUID": 1, "Name": [], "Memo": {}}]),
)
"""Values that nobody expects under any key of a save."""
_NUMBERS = (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"PK\1\2", b"PK\5\6", b"\0\x08")
_VEILS = (Veil(key=3), Veil(key=0x9C, upper=True), Veil(b"VOBS", 200), Veil(b"!VOXZ", 7), PLAIN)


class HangError(BaseException):
    """A command that did not end in time."""


@dataclass(frozen=True)
class Failure:
    """What went wrong, with which mutation."""

    what: str
    """Alike for alike failures: work, kind of trouble, place in the code."""
    told: str
    number: int
    file: str
    data: bytes


# --- Bending ------------------------------------------------------------------------------


def bent_bytes(data: bytes, dice: random.Random) -> bytes:
    """Bytes with something flipped, cut out, put in, repeated or moved."""
    made = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        size = len(made)
        at = dice.randrange(size) if size else 0
        if dice.random() < 0.2:
            at = max(0, size - dice.randrange(1, 200))  # the directory of a zip file
        far = at + dice.choice((1, 2, 4, 30, 500))
        match dice.randrange(7):
            case 0 | 1 if size:
                made[at] ^= 1 << dice.randrange(8)
            case 2:
                del made[at:far]
            case 3:
                made[at:at] = dice.randbytes(dice.choice((1, 4, 100)))
            case 4:
                made[at:at] = made[at:far] * dice.choice((1, 1, 50))
            case 5:
                number = dice.choice(_NUMBERS)
                made[at : at + len(number)] = number
            case 6 if dice.random() < 0.2:
                del made[at:]
    return bytes(made)


def bent_text(data: bytes, dice: random.Random) -> bytes:
    """A text with words of the formats put in, taken out, swapped."""
    text = data.decode("utf-8", "surrogateescape")
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        at = dice.randrange(len(text) + 1)
        piece = dice.choice(_PIECES)
        far = at + dice.choice((1, 5, 50, 500))
        match dice.randrange(6):
            case 0:
                text = text[:at] + piece + text[at + 1 :]
            case 1:
                text = text[:at] + piece * dice.choice((1, 1, 1, 40)) + text[at:]
            case 2:
                text = text[:at] + text[far:]
            case 3:
                start = dice.randrange(len(text) + 1)
                text = text[:at] + text[start : start + dice.choice((1, 10, 100, 1000))] + text[at:]
            case 4:
                text = text.replace(piece, dice.choice(_PIECES), dice.choice((1, 3, -1)))
            case 5:
                mark = dice.choice(("\x1b", "\t", ";", "/", "\n"))
                parts = text.split(mark)
                one, other = dice.randrange(len(parts)), dice.randrange(len(parts))
                parts[one], parts[other] = parts[other], parts[one]
                text = mark.join(parts)
        text = text[: 4 * len(data) + 10_000]
    return text.encode("utf-8", "surrogateescape")


def bent_values(data: bytes, dice: random.Random) -> bytes:
    """JSON in which values are others, or in other places."""
    value = json.loads(data)
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        holders = [one for one in _holders(value) if one]
        if not holders:
            break
        holder = dice.choice(holders)
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        key = dice.choice(keys)
        match dice.randrange(7):
            case 0 | 1:
                holder[key] = dice.choice(_ODD)
            case 2:
                del holder[key]
            case 3:
                holder[key] = copy.deepcopy(dice.choice(holders[:500]))
            case 4:
                for _ in range(dice.choice((3, 60, 150))):
                    holder[key] = {"ContainedObjects": [holder[key]]}
            case 5 if isinstance(holder[key], str):
                holder[key] = bent_text(holder[key].encode("utf-8", "replace"), dice).decode(
                    "utf-8", "replace"
                )
            case 6 if isinstance(holder, dict):
                holder[dice.choice(keys)] = holder.pop(key)
    return json.dumps(value, indent=dice.choice((None, 1, 2))).encode()


def _holders(value: Any) -> Iterator[Any]:
    """Every list and object in a value, as far as they are not too many."""
    waiting = [value]
    for _ in range(20_000):
        if not waiting:
            return
        one = waiting.pop()
        if isinstance(one, dict | list):
            yield one
            waiting += one.values() if isinstance(one, dict) else one


@functools.cache
def _opened(path: Path) -> tuple[bytes, dict[str, bytes]]:
    """A file, and its members when it is a zip file."""
    data = path.read_bytes()
    try:
        with archive.Archive(data, name=path.name) as opened:
            return data, {name: opened.read(name) for name in opened}
    except BroadsideError:
        return data, {}


def _zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name, data in members.items():
            made.writestr(name, data)
    return buffer.getvalue()


def bent(path: Path, mode: str, dice: random.Random) -> bytes:
    """A file, bent as the dice say."""
    data, members = _opened(path)
    if path.suffix == ".json" and mode != "zip":
        return bent_values(data, dice) if mode == "payload" else bent_text(data, dice)
    if mode == "zip" or not members:
        return bent_bytes(data, dice)
    main = next((name for name in (MEMBER, *BUILD_FILES) if name in members), next(iter(members)))
    if dice.random() < 0.1:
        main = dice.choice(list(members))
    raw = members[main]
    if mode == "payload":
        return _zipped({**members, main: bent_bytes(raw, dice)})
    if main != MEMBER:
        return _zipped({**members, main: bent_text(raw, dice)})
    text, how = obfuscation.unveil(raw)
    if dice.random() < 0.2:
        how = dice.choice(_VEILS)
    return _zipped({**members, main: obfuscation.veil(bent_text(text, dice), how)})


# --- Working ------------------------------------------------------------------------------


class Sandbox:
    """A folder to work in, and a watch over what is written elsewhere."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.strayed: list[str] = []
        self.watching = False
        (self.folder / "out").mkdir()
        os.environ["BROADSIDE_CACHE"] = str(self.folder / "out" / "cache")
        os.environ["BROADSIDE_DEBUG"] = "1"
        # Python's bytecode is not written by a command.
        sys.dont_write_bytecode = True
        sys.addaudithook(self._watch)

    def _watch(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.watching:
            return
        if event == "open":
            path, mode, flags = args
            writes = any(letter in mode for letter in "wax+") if mode else flags & os.O_WRONLY
        else:
            writes, path = event in ("os.mkdir", "os.rename", "os.symlink", "os.link"), args[-2:]
            path = path[0]
        if writes and isinstance(path, str | os.PathLike):
            place = Path(os.fsdecode(path)).resolve()
            if not place.is_relative_to(self.folder / "out") and place != Path(os.devnull):
                self.strayed.append(f"{event} {place}")

    @contextlib.contextmanager
    def watched(self, patience: float) -> Iterator[None]:
        """Watch what is written, and for how long."""
        signal.signal(signal.SIGALRM, _hang)
        signal.setitimer(signal.ITIMER_REAL, patience)
        self.strayed.clear()
        tempfile.tempdir = str(self.folder / "out")
        self.watching = True
        try:
            yield
        finally:
            self.watching = False
            tempfile.tempdir = None
            signal.setitimer(signal.ITIMER_REAL, 0)


def _hang(_: int, __: FrameType | None) -> None:
    raise HangError


def trouble_of(line: str, sandbox: Sandbox, patience: float) -> tuple[str, str] | None:
    """What a command did that no command may: a kind of trouble, and more about it."""
    told = io.StringIO()
    try:
        with (
            sandbox.watched(patience),
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(told),
        ):
            broadside.main.main(shlex.split(line), prog_name="broadside", standalone_mode=False)
    except SystemExit as ended:
        if ended.code not in (None, 0, 1, 2):
            return f"exit {ended.code}", told.getvalue()
        words = told.getvalue().splitlines()
        if ended.code == 2 and not any(one.startswith("broadside: ") for one in words):
            return "no word", told.getvalue()
    except click.UsageError as trouble:
        raise RuntimeError(f"no command line: {line} ({trouble.message})") from None
    except (Exception, HangError) as trouble:
        frames = traceback.extract_tb(trouble.__traceback__)
        own = [one for one in frames if str(broadside.__file__)[:-12] in one.filename] or frames
        place = f"{Path(own[-1].filename).name}:{own[-1].lineno}"
        return f"{type(trouble).__name__} in {place}", "".join(traceback.format_exception(trouble))
    if sandbox.strayed:
        return "wrote elsewhere", "; ".join(sandbox.strayed)
    return None


def run(
    files: Sequence[Path],
    first: int,
    mutations: int,
    patience: float = 20,
    work: Sequence[str] = tuple(WORK),
) -> tuple[list[Failure], Counter[str]]:
    """Bend files and work on them; the failures, one of a kind, and how often each came."""
    found: dict[str, Failure] = {}
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        sandbox = Sandbox(Path(folder))
        for number in range(first, first + mutations):
            dice = random.Random(number)
            source = files[number % len(files)]
            mode = MODES[number // len(files) % len(MODES)]
            data = bent(source, mode, dice)
            file = Path(folder) / f"bent{source.suffix}"
            file.write_bytes(data)
            for name in work:
                line = WORK[name].format(
                    file=shlex.quote(str(file)),
                    out=shlex.quote(f"{folder}/out"),
                    new=shlex.quote(f"{folder}/out/new"),
                    origin=shlex.quote(str(source)),
                    ending=source.suffix,
                )
                trouble = trouble_of(line, sandbox, patience)
                if trouble is not None:
                    what = f"{name}: {trouble[0]}"
                    counted[what] += 1
                    found.setdefault(what, Failure(what, trouble[1], number, source.name, data))
            shutil.rmtree(f"{folder}/out/new", ignore_errors=True)
    return list(found.values()), counted


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--mutations", default=1000, show_default=True)
@click.option("--seed", default=0, show_default=True, help="Number of the first mutation.")
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option("--patience", default=20.0, show_default=True, help="Seconds a command may take.")
@click.option("--work", multiple=True, type=click.Choice(list(WORK)), help="Only this.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("fuzz-failures"),
    show_default=True,
    help="Folder for the files that failed.",
)
def main(
    files: tuple[Path, ...],
    mutations: int,
    seed: int,
    jobs: int,
    patience: float,
    work: tuple[str, ...],
    out: Path,
) -> None:
    """Bend FILES (saves, logs, modules, extensions, saves of Tabletop Simulator; folders of them)
    and look for what breaks."""
    begun = time.perf_counter()
    folders = [
        sorted((*file.rglob("*.v*"), *file.rglob("*.json"))) if file.is_dir() else [file]
        for file in files
    ]
    paths = list(itertools.chain.from_iterable(folders))
    starts = range(seed, seed + mutations, CHUNK)
    sizes = [min(CHUNK, seed + mutations - start) for start in starts]
    failures: dict[str, Failure] = {}
    counted: Counter[str] = Counter()
    chosen = work or tuple(WORK)
    with ProcessPoolExecutor(jobs) as pool:
        many = len(sizes)
        for found, counts in pool.map(
            run, [paths] * many, starts, sizes, [patience] * many, [chosen] * many
        ):
            counted += counts
            for one in found:
                if one.what not in failures:
                    failures[one.what] = one
                    click.echo(f"{one.what}: mutation {one.number} of {one.file}\n{one.told}")
    for number, (what, failure) in enumerate(sorted(failures.items()), 1):
        out.mkdir(parents=True, exist_ok=True)
        place = out / f"{number:02}-{failure.number}-{failure.file}"
        place.write_bytes(failure.data)
        click.echo(f"{counted[what]:>6} times {what}: {place}")
    took = time.perf_counter() - begun
    click.echo(f"{mutations:,} mutations of {len(paths)} files in {took:.0f} s")
    click.echo(f"{sum(counted.values())} failures, {len(failures)} of them different")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
