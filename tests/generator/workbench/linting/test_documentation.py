"""docs/lint.md tells what the code does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from generator.workbench.linting.codes import Code, codes
from generator.workbench.linting.fixing import FIXED
from generator.workbench.linting.saves.running import save_codes

PAGE = Path(__file__).resolve().parents[4] / "docs" / "lint.md"


def _listed(title: str) -> list[tuple[str, str, str]]:
    return re.findall(r"^\| `([a-z.-]+)` \| (\w+) \| (.*) \|$", _section(title), re.MULTILINE)


def _section(title: str) -> str:
    return PAGE.read_text("utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_page_lists_every_code_with_its_severity_and_meaning() -> None:
    assert _listed("Every code") == _told(codes())


def test_the_page_lists_every_code_of_a_save() -> None:
    assert _listed("Every code of a save") == _told(save_codes())


def _told(known: Mapping[str, Code]) -> list[tuple[str, str, str]]:
    return [(one.id, one.severity.value, one.says) for one in known.values()]


def test_the_page_lists_what_is_mended() -> None:
    rows = re.findall(r"^\| `([a-z.-]+)` \|", _section("Automatic fixes"), re.MULTILINE)
    assert rows == list(FIXED)
