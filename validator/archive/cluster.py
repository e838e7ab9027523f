"""The same work done by a Dask cluster (`validator.playing.cluster`).

Each task runs there within its own time and memory, as it does here
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
    """What does tasks on the workers of the scheduler at ``tcp://host:port``.

    Raises `ClusterError` when it is not there, or goes away; what was done till then is kept.
    """

    def work(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any | Failed]]:
        ended = Failed("ended several workers", limits.seconds, limits.memory)
        done = on_cluster(address, limited, tasks, limits)
        for task, told in zip(tasks, done, strict=True):
            yield task, ended if isinstance(told, Killed) else told

    return work


__all__ = ["ClusterError", "over_cluster"]
