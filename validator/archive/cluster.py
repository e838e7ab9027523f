"""The same work done by a Dask cluster: other machines, or other processes of this one.

A worker that is lost costs nothing: the scheduler gives its tasks to another. Each task runs there
within its own time and memory, as it does here (`validator.archive.working.limited`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from typing import Any

from generator.errors import BroadsideError
from validator.archive.judging import Task
from validator.archive.keeping import Failed
from validator.archive.working import Limits, Work, limited

_PATIENCE = 20
"""Seconds until a scheduler that does not answer is not there."""
_AHEAD = 1000
"""So many tasks are given to the scheduler at a time, at most."""


class ClusterError(BroadsideError):
    """A cluster that is out of reach."""


def over_cluster(address: str) -> Work:
    """What does tasks on the workers of the scheduler at ``tcp://host:port``.

    Raises `ClusterError` when it is not there, or goes away; what was done till then is kept.
    """
    try:
        from dask.distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise ClusterError("--cluster needs more: python -m pip install '.[cluster]'") from None
    gone = (OSError, TimeoutError, CancelledError)

    def work(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any | Failed]]:
        if not tasks:
            return
        try:
            client = Client(  # type: ignore[no-untyped-call]
                address, timeout=_PATIENCE, set_as_default=False
            )
        except (*gone, ValueError) as trouble:
            raise ClusterError(
                f"--cluster {address}: no scheduler answers there ({trouble})"
            ) from None
        with client:
            for first in range(0, len(tasks), _AHEAD):
                part = tasks[first : first + _AHEAD]
                futures = client.map(limited, part, [limits] * len(part), pure=False)
                for task, future in zip(part, futures, strict=True):
                    try:
                        yield task, future.result()
                    except KilledWorker:
                        yield task, Failed("ended several workers", limits.seconds, limits.memory)
                    except gone:
                        raise ClusterError(
                            f"--cluster {address}: the scheduler is gone; the same command goes on "
                            "where this one ended"
                        ) from None
                    future.release()  # type: ignore[no-untyped-call]

    return work
