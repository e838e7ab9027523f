"""Many games at a time: work in chunks over several processes, its results in order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

T = TypeVar("T")
R = TypeVar("R")

Counts = dict[str, tuple[int, int]]
"""Case to how often it was asked, and how often it refused."""

_loaded: GameRules | None = None
"""The rules in a process that works for `over_processes`."""


def cores() -> int:
    """How many processes can work at a time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def over_processes(
    work: Callable[[GameRules, T], R], game: Any, folder: Path, chunks: Sequence[T], jobs: int
) -> Iterator[tuple[R, Counts]]:
    """What ``work`` makes of every chunk, in their order, and how often its cases spoke.

    ``work`` is a function of a module; every process loads the game's rules once. With one job
    everything is done here. Leaving the iterator early gives up what is not begun.
    """
    if jobs == 1:
        rules = load_rules(game, folder)
        for chunk in chunks:
            yield work(rules, chunk), _spoken(rules)
        return
    pool = ProcessPoolExecutor(
        min(jobs, len(chunks)) or 1, initializer=_load, initargs=(game, folder)
    )
    try:
        yield from pool.map(_worked, [work] * len(chunks), chunks)
    finally:
        pool.shutdown(cancel_futures=True)


def _load(game: Any, folder: Path) -> None:
    global _loaded
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is told once, not by everybody
    _loaded = load_rules(game, folder)


def _worked(work: Callable[[GameRules, T], R], chunk: T) -> tuple[R, Counts]:
    assert _loaded is not None
    return work(_loaded, chunk), _spoken(_loaded)


def _spoken(rules: GameRules) -> Counts:
    """How often every case spoke since this was last asked."""
    counts = {case_id: (count.asked, count.refused) for case_id, count in rules.exercise.items()}
    for count in rules.exercise.values():
        count.asked = count.refused = 0
    return counts
