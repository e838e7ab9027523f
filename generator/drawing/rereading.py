"""What is read from art folders is kept while the process lasts, unless a preview watches them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_forgetting: list[Callable[[], None]] = []


def reads_art(function: Callable[P, R]) -> Callable[P, R]:
    """Keeps what a function read from art folders, until `forget_art`."""
    kept = cache(function)
    _forgetting.append(kept.cache_clear)

    @wraps(function)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        return kept(*args, **kwargs)  # type: ignore[arg-type]

    return asked


def forget_art() -> None:
    """A file in an art folder has changed: all of them are read again when they are needed."""
    for forget in _forgetting:
        forget()
