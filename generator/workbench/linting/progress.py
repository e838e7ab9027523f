"""How far a lint has come, for whoever waits."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, str], None]
"""Called with (done, total, what is looked at now)."""


def silent(done: int, total: int, doing: str) -> None:
    """Progress that nobody sees."""
