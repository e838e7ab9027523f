"""docs/lint.md tells what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from generator.workbench.linting.codes import codes
from generator.workbench.linting.fixing import FIXED

PAGE = Path(__file__).resolve().parents[4] / "docs" / "lint.md"


def _section(title: str) -> str:
    return PAGE.read_text("utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_page_lists_every_code_with_its_severity_and_meaning() -> None:
    rows = re.findall(
        r"^\| `([a-z.-]+)` \| (\w+) \| (.*) \|$", _section("Every code"), re.MULTILINE
    )
    assert rows == [(one.id, one.severity.value, one.says) for one in codes().values()]


def test_the_page_lists_what_is_mended() -> None:
    rows = re.findall(r"^\| `([a-z.-]+)` \|", _section("Mending"), re.MULTILINE)
    assert rows == list(FIXED)
