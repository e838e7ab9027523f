"""Distribute work over a Dask cluster: other machines, or other processes of this one.

If a worker is lost, the scheduler gives its tasks to another one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from functools import lru_cache
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.places import games_folder
from validator.playing.edition import edition
from validator.playing.processes import Counts, Over, R, T, cores, processes, worked
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

_PATIENCE = 20
"""Seconds to wait for an answer of the scheduler."""
_AHEAD = 1000
"""How many tasks are submitted to the scheduler at a time, at most."""


class ClusterError(BroadsideError):
    """The cluster cannot be reached, or runs another edition of Broadside."""


@dataclass(frozen=True, slots=True)
class Killed:
    """The result of a task that killed several workers."""


@dataclass(frozen=True, slots=True)
class _Raised:
    """The exception that a task raised."""

    trouble: Exception


def on_cluster(
    address: str, work: Callable[[T, Any], R], tasks: Sequence[T], shared: Any = None
) -> Iterator[R | Killed]:
    """Yield ``work(task, shared)`` for each task, in order, computed by the workers of the
    scheduler at ``tcp://host:port``; ``shared`` is sent to each worker once.

    Raises `ClusterError` if the scheduler cannot be reached or goes away, or if a worker has
    another edition of Broadside; and whatever ``work`` raises.
    """
    try:
        from dask.distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise ClusterError("--cluster needs more: python -m pip install '.[cluster]'") from None
    if not tasks:
        return
    gone = (OSError, TimeoutError, CancelledError)
    try:
        client = Client(  # type: ignore[no-untyped-call]
            address, timeout=_PATIENCE, set_as_default=False
        )
    except (*gone, ValueError) as trouble:
        raise ClusterError(f"--cluster {address}: no scheduler answers there ({trouble})") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise ClusterError(
                f"--cluster {address}: the scheduler has no workers; start one: dask worker "
                f"{address} --nthreads 1"
            ) from None
        # A task of its own, so that it is recomputed if the worker that holds it is lost.
        given = client.submit(_same, shared, pure=False)

        def begun(task: T) -> Any:
            return client.submit(_answer, edition(), work, task, given, pure=False)

        left = iter(tasks)
        waiting = deque(begun(task) for task in islice(left, _AHEAD))
        while waiting:
            future = waiting.popleft()
            try:
                result = future.result()
            except KilledWorker:
                result = Killed()
            except gone:
                raise ClusterError(
                    f"--cluster {address}: the scheduler is gone; start it, then give the same "
                    "command again"
                ) from None
            except Exception as trouble:  # what `work` raises arrives as `_Raised`
                raise ClusterError(
                    f"--cluster {address}: the work cannot be done there; see that scheduler and "
                    f"workers have Broadside {edition()} ({str(trouble).partition('. ')[0]})"
                ) from None
            future.release()
            if isinstance(result, _Raised):
                raise result.trouble
            waiting.extend(begun(task) for task in islice(left, 1))
            yield result


def _same(shared: Any) -> Any:
    return shared


def _answer(asked: str, work: Callable[[T, Any], R], task: T, shared: Any) -> R | _Raised:
    """Run one task on a worker."""
    try:
        if asked != edition():
            raise ClusterError(
                f"--cluster: a worker has Broadside {edition()}, here is {asked}; install the same "
                "on both, and start the worker anew"
            )
        return work(task, shared)
    except Exception as trouble:
        return _Raised(trouble)


# --- games -------------------------------------------------------------------------------------


def over(jobs: int | None, cluster: str | None) -> Over:
    """The `Over` for a command's options: ``jobs`` processes (one per core if not given), or a
    cluster."""
    return workers(cluster) if cluster is not None else processes(jobs or cores())


def workers(address: str) -> Over:
    """An `Over` that uses the workers of a cluster.

    A game that is not bundled must be in a folder that all workers can read.
    """

    def at_work(
        work: Callable[[GameRules, T], R], game: Any, folder: Path, chunks: Sequence[T]
    ) -> Iterator[tuple[R, Counts]]:
        import cloudpickle  # comes with Dask

        bundled = folder.resolve() == (games_folder() / game.id).resolve()
        shared = cloudpickle.dumps((work, game, None if bundled else folder.resolve()))
        for result in on_cluster(address, _worked, chunks, shared):
            if isinstance(result, Killed):
                raise ClusterError(f"--cluster {address}: a game of {game.name} ended its workers")
            yield result

    return at_work


_one_at_a_time = Lock()
"""The rules count how often their cases are asked; two threads would mix their counts."""


def _worked(chunk: Any, shared: bytes) -> tuple[Any, Counts]:
    with _one_at_a_time:
        return worked(*_rules(shared), chunk)


@lru_cache(1)
def _rules(shared: bytes) -> tuple[Callable[[GameRules, Any], Any], GameRules]:
    import cloudpickle

    work, game, folder = cloudpickle.loads(shared)
    return work, load_rules(game, folder or games_folder() / game.id)
