"""Tasks run in worker processes, each with a limit of time and memory.

A file that never ends or unpacks to gigabytes only fails itself, with a message: its process is
killed and another takes its place.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from threading import Thread, Timer
from typing import IO, Any

from generator.errors import BroadsideError
from generator.light import dataclass
from generator.tabletop_simulator import spelled
from generator.vassal import archive
from validator.archive.judging import Task, done
from validator.archive.keeping import Failed

_RECYCLED = 200
"""A process does this many tasks, then another takes its place, so that memory does not grow."""
_LENGTH = 8
"""How many bytes before a message hold its length."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one task."""

    seconds: float = 120
    memory: int = 2 << 30
    """Bytes of a process; without effect on Windows."""
    jobs: int = 1
    unpacked: int = archive.Limits().unpacked
    """How many bytes a file may unpack to."""
    spelled: int = spelled.Limits().size
    """How many bytes of JSON a file may hold."""


Work = Callable[[Sequence[Task], Limits], Iterator[tuple[Task, Any | Failed]]]
"""A function that does tasks within limits, and yields each task and its result when done."""


def over_processes(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any | Failed]]:
    """A `Work` of this machine's processes. Leaving the iterator gives up the remaining tasks."""
    if not tasks:
        return
    programs = _Programs()
    threads = ThreadPoolExecutor(min(limits.jobs, len(tasks)))
    try:
        begun = {threads.submit(programs.attempted, task, limits): task for task in tasks}
        for future in as_completed(begun):
            yield begun[future], future.result()
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        programs.end()
        threads.shutdown()


def limited(task: Task, limits: Limits) -> Any | Failed:
    """The result of one task, done by a worker process within its limits."""
    return _programs.attempted(task, limits)


class _Programs:
    """A pool of worker processes, as many as there are tasks at a time."""

    def __init__(self) -> None:
        self._idle: list[_Program] = []
        self._busy: set[_Program] = set()
        self._ended = False

    def attempted(self, task: Task, limits: Limits) -> Any | Failed:
        """The result of a task, or why there is none."""
        try:
            program = self._idle.pop()
        except IndexError:  # no test before pop: another thread could take it in between
            program = _Program(limits)
        if not program.serves(limits):
            program.end()
            program = _Program(limits)
        self._busy.add(program)
        try:
            return Failed("interrupted") if self._ended else program.done(task, limits)
        finally:
            self._busy.discard(program)
            if program.is_fit:
                self._idle.append(program)
            else:
                program.end()

    def end(self) -> None:
        """Kill all processes."""
        self._ended = True
        for program in (*self._busy, *self._idle):
            program.end()


_programs = _Programs()
"""The pool of a worker of a cluster."""


class _Program:
    """A Python process that does one task after the other, with a limit of memory."""

    def __init__(self, limits: Limits) -> None:
        self._held = limits.memory, limits.unpacked, limits.spelled
        self._tasks = 0
        self._late = False
        serving = f"from validator.archive.working import serve; serve{self._held}"
        self._process = subprocess.Popen(
            [sys.executable, "-c", serving],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # Ctrl-C then reaches this process only, and is reported once
        )

    @property
    def is_fit(self) -> bool:
        """Whether it can do another task."""
        return not self._late and self._process.poll() is None and self._tasks < _RECYCLED

    def serves(self, limits: Limits) -> bool:
        """Whether it was started with these limits."""
        return self._held == (limits.memory, limits.unpacked, limits.spelled)

    def done(self, task: Task, limits: Limits) -> Any | Failed:
        """The result of a task, or why there is none; the process may have ended over it."""
        self._tasks += 1

        def end() -> None:
            self._late = True
            self._process.kill()

        timer = Timer(limits.seconds, end)
        timer.start()
        try:
            answer = self._asked(task)
        finally:
            timer.cancel()
        held = limits.seconds, limits.memory
        if answer is None:
            code = self._process.wait()
            if self._late:
                return Failed(f"took more than {limits.seconds:g} seconds", *held)
            return Failed(f"ended its process (exit code {code})", *held)
        if isinstance(answer, MemoryError):
            self.end()
            return Failed(f"needs more memory than {limits.memory >> 20:,} MB", *held)
        return answer

    def _asked(self, task: Task) -> Any | None:
        """The process's answer; None if it has ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            _send(self._process.stdin, task)
        except OSError:
            return None
        return _received(self._process.stdout)

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.wait()


def serve(memory: int, unpacked: int, size: int) -> None:
    """The other end of `_Program`: reads tasks from standard input, writes results to output.

    It exits when its input is closed, even in the middle of a task.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    archive.LIMITS.unpacked, spelled.LIMITS.size = unpacked, size
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing printed is taken for an answer
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    tasks: SimpleQueue[Task] = SimpleQueue()

    def listen() -> None:
        while (task := _received(sys.stdin.buffer)) is not None:
            tasks.put(task)
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    while True:
        try:
            _send(out, attempted(tasks.get()))
        except MemoryError as trouble:
            _send(out, trouble)


def attempted(task: Task) -> Any | Failed:
    """The result of a task, or why there is none. Raises MemoryError."""
    try:
        return done(task)
    except BroadsideError as trouble:
        return Failed(" ".join(str(trouble).split()))
    except MemoryError:
        raise
    except OSError as trouble:
        return Failed(f"cannot be read ({trouble.strerror or trouble})")
    except RecursionError:
        return Failed("nested too deeply")
    except Exception as defect:  # a defect that one file meets must not stop the others
        return Failed(f"a defect of Broadside: {type(defect).__name__}: {defect}")


def _send(out: IO[bytes], value: Any) -> None:
    data = pickle.dumps(value)
    out.write(len(data).to_bytes(_LENGTH, "big") + data)
    out.flush()


def _received(source: IO[bytes]) -> Any | None:
    """The next message; None at the end."""
    length = source.read(_LENGTH)
    data = source.read(int.from_bytes(length, "big"))
    return pickle.loads(data) if len(length) == _LENGTH and data else None
