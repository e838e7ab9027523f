"""Every example in the README and in docs/ runs, in order, and prints what the page says.

A fenced ``console`` block holds commands after ``$``. A line of output that follows must appear
in what the command prints; ``...`` stands for anything. ``# exit 1`` after a command is its
exit status. A block with a file's name after its language is that file, written in its turn.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LONG = (
    *("archive", "audit-tabletop-simulator", "balance", "half-known-rules", "maps"),
    *("learning-atlantic-chase", "learning-red-flags", "module-in-git", "narrative", "preflight"),
    *("compare-and-merge", "lint", "print-and-play", "replay", "secrets", "tabletop-simulator"),
    *("tts-saves", "your-own-game"),
    *("audit", "charts-and-cards", "counters", "recorder", "rules-of-your-own", "site"),
    *("the-log-you-got", "proof", "imported-modules"),
)
"""Pages whose examples take many seconds, or are of a kind with those of the README: the slow run
tries them. The tutorial of the README is always tried."""
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


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.name, marks=pytest.mark.slow if page.stem in LONG else ())
        for page in PAGES
    ],
)
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
        shown = subprocess.run(
            [sys.executable, str(ROOT / "broadside.py"), *words[1:]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=180,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        assert shown.returncode == example.status, f"{example.command}\n{shown.stderr}"
        if target:
            target.write_text(shown.stdout, "utf-8")
        printed = " ".join((shown.stdout + shown.stderr).split())
        for line in example.output:
            pattern = ".*?".join(re.escape(" ".join(p.split())) for p in line.split("..."))
            assert re.search(pattern, printed), f"{example.command} does not print: {line}"


def test_the_readme_has_examples() -> None:
    assert len(examples(PAGES[0])) >= 3
