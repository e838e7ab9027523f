"""Tasks done by processes of their own, each within its time and memory.

A file that is endless or a bomb costs its own limit and is told; the process that met it is
replaced, and nothing else suffers.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import TimeoutError as TooLong
from multiprocessing import get_context
from typing import Any

from pebble import ProcessExpired, ProcessPool

from generator.errors import BroadsideError
from generator.light import dataclass
from validator.archive.judging import Task, done
from validator.archive.keeping import Failed

_RECYCLED = 200
"""A process does so many tasks, then another takes its place: memory stays what it was."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one task may cost."""

    seconds: float = 120
    memory: int = 2 << 30
    """Bytes of a process; not held on Windows."""
    jobs: int = 1


def over_processes(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any | Failed]]:
    """Each task and its result, in their order. Leaving the iterator gives up what is not done."""
    if not tasks:
        return
    pool = ProcessPool(
        max_workers=min(limits.jobs, len(tasks)),
        max_tasks=_RECYCLED,
        initializer=_begin,
        initargs=(limits.memory,),
        context=get_context("spawn"),
    )
    try:
        results = pool.map(attempted, tasks, timeout=limits.seconds).result()
        for task in tasks:
            yield task, _next(results, limits)
        pool.close()  # type: ignore[no-untyped-call]
    finally:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()


def attempted(task: Task) -> Any | Failed:
    """The result of a task, or why there is none."""
    try:
        return done(task)
    except BroadsideError as trouble:
        return Failed(" ".join(str(trouble).split()))
    except OSError as trouble:
        return Failed(f"cannot be read ({trouble.strerror or trouble})")
    except RecursionError:
        return Failed("nested too deeply")


def _next(results: Iterator[Any], limits: Limits) -> Any | Failed:
    held = (limits.seconds, limits.memory)
    try:
        return next(results)
    except TooLong:
        return Failed(f"took more than {limits.seconds:g} seconds", *held)
    except MemoryError:
        return Failed(f"needs more memory than {limits.memory >> 20:,} MB", *held)
    except ProcessExpired as gone:
        return Failed(f"ended its process (exit code {gone.exitcode})", *held)
    except Exception as defect:  # one file's defect is told, the others go on
        return Failed(f"a defect of Broadside: {type(defect).__name__}: {defect}")


def _begin(memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is told once, not by everybody
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
