"""The card game of docs/rules-of-your-own.md, with mistakes in its rules."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from broadside import main

_PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules-of-your-own.md"
_FILE = re.compile(r"^```(?:yaml|python|text) deal/(\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def deal(to: Path, *changes: tuple[str, str], file: str = "rules.py") -> Path:
    """The game in a folder; ``changes`` to one of its files are what stands there, and what takes
    its place."""
    folder = to / "deal"
    for name, text in _FILE.findall(_PAGE.read_text("utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        for was, now in changes if name == file else ():
            assert was in text, was
            text = text.replace(was, now, 1)
        path.write_text(text, "utf-8")
    return folder


def ran(*words: object) -> tuple[int, str]:
    """What a command exits with, and what it says."""
    done = CliRunner().invoke(main, [str(one) for one in words])
    return done.exit_code, done.output
