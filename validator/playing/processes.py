"""Many games at a time: work in chunks over several processes, its results in order."""

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
"""Case to how often it was asked, and how often it refused."""

_loaded: tuple[Callable[[GameRules, Any], Any], GameRules] | None = None
"""The work and the rules in a process that works for `processes`."""


class Over(Protocol):
    """Whoever does work in chunks: `processes`, or the workers of a cluster."""

    def __call__(
        self, work: Callable[[GameRules, T], R], game: Any, folder: Path, chunks: Sequence[T], /
    ) -> Iterator[tuple[R, Counts]]:
        """What ``work`` makes of every chunk, in their order, and how often its cases spoke.

        ``work`` is a function of a module, or holds what all chunks need; whoever does it loads
        the game's rules once. Leaving the iterator early gives up what is not begun.
        """


def cores() -> int:
    """How many processes can work at a time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(jobs: int) -> Over:
    """An `Over`: so many processes of this machine; with one job everything is done here."""

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
"""In this process."""


def worked(work: Callable[[GameRules, T], R], rules: GameRules, chunk: T) -> tuple[R, Counts]:
    """One unit of work, wherever it is done."""
    return work(rules, chunk), _spoken(rules)


def _load(work: Callable[[GameRules, Any], Any], game: Any, folder: Path) -> None:
    global _loaded
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process reports it, once
    _loaded = work, load_rules(game, folder)


def _worked(chunk: Any) -> tuple[Any, Counts]:
    assert _loaded is not None
    return worked(*_loaded, chunk)


def _spoken(rules: GameRules) -> Counts:
    """How often every case spoke since this was last asked."""
    counts = {case_id: (count.asked, count.refused) for case_id, count in rules.exercise.items()}
    for count in rules.exercise.values():
        count.asked = count.refused = 0
    return counts
