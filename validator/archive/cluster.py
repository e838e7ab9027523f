"""The archive's tasks run on a Dask cluster (`validator.playing.cluster`).

Each task has its own limits of time and memory there too
(`validator.archive.working.limited`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from validator.archive.judging import Task
from validator.archive.keeping import Failed
from validator.archive.working import Limits, Work, limited
from validator.playing.cluster import ClusterError, Killed, on_cluster


def over_cluster(address: str) -> Work:
    """A `Work` that runs tasks on the workers of the scheduler at ``tcp://host:port``.

    Raises `ClusterError` when the scheduler is not there or goes away; results until then are
    kept.
    """

    def work(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any | Failed]]:
        crashed = Failed("ended several workers", limits.seconds, limits.memory)
        done = on_cluster(address, limited, tasks, limits)
        for task, result in zip(tasks, done, strict=True):
            yield task, crashed if isinstance(result, Killed) else result

    return work


__all__ = ["ClusterError", "over_cluster"]
