"""Work done by a Dask cluster: other machines, or other processes of this one.

A worker that is lost costs nothing: the scheduler gives its tasks to another.
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
"""Seconds until a scheduler that does not answer is not there."""
_AHEAD = 1000
"""So many tasks are with the scheduler at a time, at most."""


class ClusterError(BroadsideError):
    """A cluster that is out of reach, or does not fit."""


@dataclass(frozen=True, slots=True)
class Killed:
    """What stands for the result of a task that ended several workers."""


@dataclass(frozen=True, slots=True)
class _Raised:
    """A task's own exception."""

    trouble: Exception


def on_cluster(
    address: str, work: Callable[[T, Any], R], tasks: Sequence[T], shared: Any = None
) -> Iterator[R | Killed]:
    """What ``work(task, shared)`` makes of every task on the workers of the scheduler at
    ``tcp://host:port``, in their order; ``shared`` goes to each worker once.

    Raises `ClusterError` when the scheduler is not there, or goes away; or a worker has another
    edition of Broadside; and what ``work`` raises.
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
        # As a task of its own it is made again when the worker that holds it is lost.
        given = client.submit(_same, shared, pure=False)

        def begun(task: T) -> Any:
            return client.submit(_answer, edition(), work, task, given, pure=False)

        left = iter(tasks)
        waiting = deque(begun(task) for task in islice(left, _AHEAD))
        while waiting:
            future = waiting.popleft()
            try:
                told = future.result()
            except KilledWorker:
                told = Killed()
            except gone:
                raise ClusterError(
                    f"--cluster {address}: the scheduler is gone; start it, then give the same "
                    "command again"
                ) from None
            except Exception as trouble:  # whatever work itself raises comes as `_Raised`
                raise ClusterError(
                    f"--cluster {address}: the work cannot be done there; see that scheduler and "
                    f"workers have Broadside {edition()} ({str(trouble).partition('. ')[0]})"
                ) from None
            future.release()
            if isinstance(told, _Raised):
                raise told.trouble
            waiting.extend(begun(task) for task in islice(left, 1))
            yield told


def _same(shared: Any) -> Any:
    return shared


def _answer(asked: str, work: Callable[[T, Any], R], task: T, shared: Any) -> R | _Raised:
    """What a worker does."""
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
    """Who plays games, as a command asks for it: processes, one a core; or a cluster."""
    return workers(cluster) if cluster is not None else processes(jobs or cores())


def workers(address: str) -> Over:
    """An `Over`: the workers of a cluster. A game of one's own lies in a folder that all reach."""

    def at_work(
        work: Callable[[GameRules, T], R], game: Any, folder: Path, chunks: Sequence[T]
    ) -> Iterator[tuple[R, Counts]]:
        import cloudpickle  # comes with Dask

        bundled = folder.resolve() == (games_folder() / game.id).resolve()
        shared = cloudpickle.dumps((work, game, None if bundled else folder.resolve()))
        for told in on_cluster(address, _worked, chunks, shared):
            if isinstance(told, Killed):
                raise ClusterError(f"--cluster {address}: a game of {game.name} ended its workers")
            yield told

    return at_work


_one_at_a_time = Lock()
"""Rules count how often their cases speak: two threads of a worker would count together."""


def _worked(chunk: Any, shared: bytes) -> tuple[Any, Counts]:
    with _one_at_a_time:
        return worked(*_rules(shared), chunk)


@lru_cache(1)
def _rules(shared: bytes) -> tuple[Callable[[GameRules, Any], Any], GameRules]:
    import cloudpickle

    work, game, folder = cloudpickle.loads(shared)
    return work, load_rules(game, folder or games_folder() / game.id)
