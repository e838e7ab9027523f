"""Which of many trials the default run makes: some of them; the slow run makes the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def one_in(number: int, rows: Iterable[Any], *, arguments: int = 1) -> list[Any]:
    """The rows, all but the first of each ``number`` marked slow; a row is one argument, or a tuple
    of so many.

    Raises ``ValueError`` if there is none: a test that stands above what it tries would try
    nothing.
    """
    tried = [
        row
        if at % number == 0
        else pytest.param(*((row,) if arguments == 1 else row), marks=pytest.mark.slow)
        for at, row in enumerate(rows)
    ]
    if not tried:
        raise ValueError("there is nothing to try: is the test above what it tries?")
    return tried
