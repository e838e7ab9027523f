"""Every sign, with its parts, stands in the table of docs/rules-of-your-own.md."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from validator.explaining import signs
from validator.explaining.signs import Sign

PAGE = Path(__file__).resolve().parents[3] / "docs" / "rules-of-your-own.md"
WORDS = [
    name
    for name, made in vars(signs).items()
    if inspect.isfunction(made) and not name.startswith("_")
    if inspect.signature(made).return_annotation == Sign.__name__
]


def test_there_are_signs() -> None:
    assert {"moved", "drawn", "declared", "sealed"} <= {*WORDS}


@pytest.mark.parametrize("name", WORDS)
def test_a_sign_stands_on_the_page_with_all_its_parts(name: str) -> None:
    parts = inspect.signature(getattr(signs, name)).parameters
    found = re.search(rf"`{name}\((.*?)\)`", PAGE.read_text("utf-8"))
    assert found is not None and found[1] == ", ".join(parts)
