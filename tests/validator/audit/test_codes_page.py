"""The page of the audit lists every general code as it is declared."""

from __future__ import annotations

import re
from pathlib import Path

from validator.audit.codes import listed

PAGE = Path(__file__).resolve().parents[3] / "docs" / "audit.md"


def test_the_page_lists_every_code() -> None:
    rows = re.findall(r"^\| `([a-z]+\.[a-z]+)` \| (\w+) \| (.*) \|$", PAGE.read_text("utf-8"), re.M)
    assert rows == [(code.id, str(code.severity), code.says) for code in listed()]
