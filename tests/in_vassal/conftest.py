"""A VASSAL of the person's own, driven through `Drive.java`.

``BROADSIDE_VASSAL_JAR`` names the jar of an installed VASSAL (``lib/Vengine.jar``, its libraries
beside it) or a class path of jars; Java and, without a screen, ``xvfb-run`` must be there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.vassal import saves
from generator.vassal.trees import Node

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
JAR = "BROADSIDE_VASSAL_JAR"
_ASKED = re.compile(r"Choose side|Logfile\? \||Cancel\] \[Help\]")
"""Dialogs that are VASSAL's ordinary questions."""
_BAD = re.compile(r"Bad Data|\$\w+\$|[{}]")
"""What VASSAL tells in the chat of a trait or button it cannot work out."""
_LOGGED = re.compile(r"\b(WARN|ERROR)\b +(?!.*No Translation)")


@dataclass(frozen=True, slots=True)
class Opened:
    """What VASSAL made of a file."""

    said: tuple[str, ...]
    """Errors and warnings, in dialogs, in its log, in the chat."""
    steps: int
    pressed: tuple[int, ...]
    """Buttons and menu entries, in each save."""
    pieces: frozenset[tuple[str, str, int, int]]
    """Id, map, x and y of every piece, stack and deck on a map."""
    chat: tuple[str, ...]
    listed: tuple[str, ...]
    """What the inventory lists."""
    slots: dict[str, str]
    """The type of each slot's piece as it comes into play, by gpid."""
    points: dict[tuple[str, int, int], tuple[tuple[int, int], str, str]]
    """For each point that was asked about: where it snaps to, what it is called, the range."""


def command_line(*words: object) -> str:
    """What a command of ours prints; it must not fail."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "broadside.py"), *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@dataclass(frozen=True, slots=True)
class _Machine:
    """What runs a Java file beside VASSAL's classes."""

    words: tuple[str, ...]

    def run(self, home: Path, file: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run a file of this folder."""
        screen, path = self.words[:-1], self.words[-1]
        return subprocess.run(
            [
                *screen, "-Xmx1500m", f"-Duser.home={home}", f"-DVASSAL.conf={home / 'conf'}",
                "-Duser.language=en", "-Duser.country=US", "-Dfile.encoding=UTF-8",
                "-cp", path, str(HERE / file), *map(str, arguments),
            ],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=300,
            check=False,
        )  # fmt: skip


@pytest.fixture(scope="session")
def machine() -> _Machine:
    """An installed VASSAL and what it needs; skipped without."""
    jar = os.environ.get(JAR)
    if not jar:
        pytest.skip(f"{JAR} names no VASSAL to drive")
    java = shutil.which("java")
    if java is None:
        pytest.skip("no Java to run VASSAL with")
    screen = [] if os.environ.get("DISPLAY") else [shutil.which("xvfb-run") or "", "-a"]
    if screen and not screen[0]:
        pytest.skip("no screen to open VASSAL on, and no xvfb-run")
    path = jar if os.pathsep in jar else f"{jar}{os.pathsep}{Path(jar).parent / '*'}"
    return _Machine((*screen, java, path))


@pytest.fixture(scope="session")
def flags(machine: _Machine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module of Under Ten Flags."""
    folder = tmp_path_factory.mktemp("flags")
    command_line("build", "under_ten_flags", "-o", folder)
    return next(folder.glob("*.vmod"))


@pytest.fixture(scope="session")
def vassal(machine: _Machine, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Opened]:
    """Opens a module, with extensions and a save or log if named, in the real VASSAL."""

    def opened(*files: Path) -> Opened:
        home = tmp_path_factory.mktemp("vassal")
        out = home / "told.txt"
        done = machine.run(home, "Drive.java", out, *files)
        assert out.exists(), done.stderr
        return _read(out.read_text("utf-8").splitlines(), done.stdout + done.stderr)

    return opened


@pytest.fixture(scope="session")
def acted(
    machine: _Machine, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Path, bytes, list[str]], list[Node]]:
    """Lets VASSAL play a script from a set-up of a module; the steps of the log it writes."""

    def steps(module: Path, setup: bytes, script: list[str]) -> list[Node]:
        home = tmp_path_factory.mktemp("acted")
        (home / "begin.vsav").write_bytes(setup)
        (home / "script.txt").write_text("\n".join(script) + "\n", "utf-8")
        out, log = home / "told.txt", home / "acted.vlog"
        done = machine.run(
            home, "Act.java", out, module, home / "begin.vsav", home / "script.txt", log
        )
        assert out.exists(), done.stderr
        assert out.read_text("utf-8").splitlines() == ["done"]
        return [row for row in saves.read(log).tree().children if row.text.startswith("LOG\t")]

    return steps


def _read(lines: list[str], log: str) -> Opened:
    rows = [line.split("\t") for line in lines]
    assert rows[-1][0] == "done", lines[-3:]
    said = [text for kind, text, *_ in rows if kind == "trouble"]
    said += [text for kind, text, *_ in rows if kind == "dialog" and not _ASKED.search(text)]
    said += [line for line in log.splitlines() if _LOGGED.search(line)]
    chat = tuple(text for kind, text, *_ in rows if kind == "chat")
    said += [text for text in chat if _BAD.search(text)]
    listed = tuple(text for kind, text, *_ in rows if kind == "listed")
    return Opened(
        tuple(said),
        next((int(row[1]) for row in rows if row[0] == "steps"), 0),
        tuple(int(row[1]) for row in rows if row[0] == "pressed"),
        frozenset(
            (row[1], row[2], int(row[3]), int(row[4]))
            for row in rows
            if row[0] == "piece" and row[2]
        ),
        chat,
        listed,
        {row[1]: row[2].replace("<TAB>", "\t") for row in rows if row[0] == "slot"},
        {
            (row[1], int(row[2]), int(row[3])): ((int(row[4]), int(row[5])), row[6], row[7])
            for row in rows
            if row[0] == "point"
        },
    )
