"""Which of many trials the default run makes: some of them; the slow run makes the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(number: int, rows: Iterable[Any]) -> list[Any]:
    """The rows, all but the first of each ``number`` marked slow; a row is one argument."""
    return [
        row if at % number == 0 else pytest.param(row, marks=pytest.mark.slow)
        for at, row in enumerate(rows)
    ]
