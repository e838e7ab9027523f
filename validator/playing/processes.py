"""Distribute work in chunks over several processes; the results come in order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

T = TypeVar("T")
R = TypeVar("R")

Counts = dict[str, tuple[int, int]]
"""Case to (how often it was asked, how often it refused)."""

_loaded: tuple[Callable[[GameRules, Any], Any], GameRules] | None = None
"""In a worker process of `processes`: the work and the rules."""


class Over(Protocol):
    """A way to do work in chunks: `processes`, or the workers of a cluster."""

    def __call__(
        self, work: Callable[[GameRules, T], R], game: Any, folder: Path, chunks: Sequence[T], /
    ) -> Iterator[tuple[R, Counts]]:
        """Yield ``work(rules, chunk)`` for each chunk, in order, with the counts of the cases.

        ``work`` must be picklable; each worker loads the game's rules once. Closing the iterator
        early cancels the chunks that have not begun.
        """


def cores() -> int:
    """The number of processor cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(jobs: int) -> Over:
    """An `Over` with ``jobs`` processes on this machine; with one job, this process does it all."""

    def at_work(
        work: Callable[[GameRules, T], R], game: Any, folder: Path, chunks: Sequence[T]
    ) -> Iterator[tuple[R, Counts]]:
        if jobs == 1:
            rules = load_rules(game, folder)
            for chunk in chunks:
                yield worked(work, rules, chunk)
            return
        count = min(jobs, len(chunks)) or 1
        pool = ProcessPoolExecutor(count, initializer=_load, initargs=(work, game, folder))
        try:
            yield from pool.map(_worked, chunks)
        finally:
            pool.shutdown(cancel_futures=True)

    return at_work


HERE = processes(1)
"""Works in this process."""


def worked(work: Callable[[GameRules, T], R], rules: GameRules, chunk: T) -> tuple[R, Counts]:
    """Do one chunk of work, and return its result with the counts of the cases."""
    return work(rules, chunk), _spoken(rules)


def _load(work: Callable[[GameRules, Any], Any], game: Any, folder: Path) -> None:
    global _loaded
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the main process reports it
    _loaded = work, load_rules(game, folder)


def _worked(chunk: Any) -> tuple[Any, Counts]:
    assert _loaded is not None
    return worked(*_loaded, chunk)


def _spoken(rules: GameRules) -> Counts:
    """The counts of the cases since the last call; resets them."""
    counts = {case_id: (count.asked, count.refused) for case_id, count in rules.exercise.items()}
    for count in rules.exercise.values():
        count.asked = count.refused = 0
    return counts
