"""Every example in the README and in docs/ runs, in order, and prints what the page says.

A fenced ``console`` block holds commands after ``$``. A line of output that follows must appear
in what the command prints; ``...`` stands for anything. ``# exit 1`` after a command is its
exit status. A block with a file's name after its language is that file, written in its turn.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import broadside
import generator
import validator

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```(?:yaml|python|text) (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass
class Example:
    command: str
    at: int
    """Where on the page it stands."""
    status: int = 0
    output: list[str] = field(default_factory=list)


def examples(page: Path) -> list[Example]:
    found: list[Example] = []
    for block in BLOCK.finditer(page.read_text("utf-8")):
        for line in block[1].splitlines():
            if line.startswith("$ "):
                command, _, status = line[2:].partition("  # exit ")
                found.append(Example(command.strip(), block.start(), int(status or 0)))
            elif line.strip() and found:
                found[-1].output.append(line.strip())
    return found


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """All our modules, once for all the processes that are forked."""
    for package in (generator, validator):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def ran(words: list[str], folder: Path) -> tuple[int, str, str]:
    """The status, output and errors of a command run in a folder.

    Where a process can be forked it is, from this one: Python and the commands are loaded once.
    """
    if not hasattr(os, "fork"):
        done = subprocess.run(
            [sys.executable, str(ROOT / "broadside.py"), *words],
            cwd=folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=180,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        return done.returncode, done.stdout, done.stderr
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            os._exit(_forked(words, folder, out.fileno(), err.fileno()))
        _, status = os.waitpid(child, 0)
        told = []
        for file in (out, err):
            file.seek(0)
            told.append(file.read().decode("utf-8"))
        return os.waitstatus_to_exitcode(status), told[0], told[1]


def _forked(words: list[str], folder: Path, out: int, err: int) -> int:
    """One command in the child: its output goes into the files, its status comes back."""
    status = 70
    try:
        signal.alarm(180)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.stdin = os.fdopen(0, encoding="utf-8")
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")
        os.chdir(folder)
        sys.argv = ["broadside.py", *words]
        broadside.main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
    return status


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    files = [*FILE.finditer(page.read_text("utf-8"))]
    for example in examples(page):
        while files and files[0].start() < example.at:
            name, text = files.pop(0).groups()
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        words = shlex.split(example.command)
        assert words[0] == "broadside", f"{page.name}: {example.command}: only our own command"
        target = None
        if ">" in words:
            target = tmp_path / words[words.index(">") + 1]
            words = words[: words.index(">")]
        status, out, err = ran(words[1:], tmp_path)
        assert status == example.status, f"{example.command}\n{err}"
        if target:
            target.write_text(out, "utf-8")
        printed = " ".join((out + err).split())
        for line in example.output:
            pattern = ".*?".join(re.escape(" ".join(p.split())) for p in line.split("..."))
            assert re.search(pattern, printed), f"{example.command} does not print: {line}"


def test_the_readme_has_examples() -> None:
    assert len(examples(PAGES[0])) >= 3
