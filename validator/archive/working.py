"""Tasks done by processes of their own, each within its time and memory.

A file that is endless or a bomb costs its own limit and is told; the process that met it is
replaced, and nothing else suffers.
"""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
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


Work = Callable[[Sequence[Task], Limits], Iterator[tuple[Task, Any | Failed]]]
"""Whoever does tasks, each within its limits: each task and its result, in their order."""


def over_processes(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any | Failed]]:
    """A `Work`: processes of this machine. Leaving the iterator gives up what is not done."""
    if not tasks:
        return
    pool = _processes(limits, min(limits.jobs, len(tasks)))
    try:
        results = pool.map(attempted, tasks, timeout=limits.seconds).result()
        for task in tasks:
            yield task, _told(limits, results.__next__)
        pool.close()  # type: ignore[no-untyped-call]
    finally:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()


def limited(task: Task, limits: Limits) -> Any | Failed:
    """One task done within its limits by a program of its own, whoever's process this is: workers
    of a cluster may not have children of the usual kind."""
    run = [sys.executable, "-c", "from validator.archive.working import answer; answer()"]
    asked = pickle.dumps((task, limits.memory))

    def told() -> Any:
        ended = subprocess.run(run, input=asked, capture_output=True, timeout=limits.seconds)
        if ended.returncode:
            last = ended.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
            if last and last[0].startswith("MemoryError"):
                raise MemoryError
            return Failed(f"ended its process (exit code {ended.returncode})", *_held(limits))
        return pickle.loads(ended.stdout)

    return _told(limits, told)


def answer() -> None:
    """The other end of `limited`: a task on the standard input, its result on the output."""
    task, memory = pickle.loads(sys.stdin.buffer.read())
    _begin(memory)
    sys.stdout.buffer.write(pickle.dumps(attempted(task)))


def _processes(limits: Limits, count: int) -> ProcessPool:
    return ProcessPool(
        max_workers=count,
        max_tasks=_RECYCLED,
        initializer=_begin,
        initargs=(limits.memory,),
        context=get_context("spawn"),
    )


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


def _told(limits: Limits, result: Callable[[], Any]) -> Any | Failed:
    held = _held(limits)
    try:
        return result()
    except (TooLong, subprocess.TimeoutExpired):
        return Failed(f"took more than {limits.seconds:g} seconds", *held)
    except MemoryError:
        return Failed(f"needs more memory than {limits.memory >> 20:,} MB", *held)
    except ProcessExpired as gone:
        return Failed(f"ended its process (exit code {gone.exitcode})", *held)
    except Exception as defect:  # one file's defect is told, the others go on
        return Failed(f"a defect of Broadside: {type(defect).__name__}: {defect}")


def _held(limits: Limits) -> tuple[float, int]:
    return limits.seconds, limits.memory


def _begin(memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interruption is told once, not by everybody
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
