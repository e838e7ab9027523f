"""Tasks done by programs of their own, each within its time and memory.

A file that is endless or a bomb costs its own limit and is told; the program that met it is ended,
another takes its place, and nothing else suffers.
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
"""A program does so many tasks, then another takes its place: memory stays what it was."""
_LENGTH = 8
"""Bytes before a message that tell its length."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one task may cost."""

    seconds: float = 120
    memory: int = 2 << 30
    """Bytes of a process; not held on Windows."""
    jobs: int = 1
    unpacked: int = archive.Limits().unpacked
    """Bytes that a file may unpack to."""
    spelled: int = spelled.Limits().size
    """Bytes that JSON may have."""


Work = Callable[[Sequence[Task], Limits], Iterator[tuple[Task, Any | Failed]]]
"""Whoever does tasks, each within its limits: each task and its result, as they are done."""


def over_processes(tasks: Sequence[Task], limits: Limits) -> Iterator[tuple[Task, Any | Failed]]:
    """A `Work`: processes of this machine. Leaving the iterator gives up what is not done."""
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
    """One task done within its limits by a program of its own, whoever's process this is."""
    return _programs.attempted(task, limits)


class _Programs:
    """Programs that wait for tasks; so many as there are tasks at a time."""

    def __init__(self) -> None:
        self._idle: list[_Program] = []
        self._busy: set[_Program] = set()
        self._ended = False

    def attempted(self, task: Task, limits: Limits) -> Any | Failed:
        """The result of a task, or why there is none."""
        try:
            program = self._idle.pop()
        except IndexError:  # asked first it could be gone: others take them too
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
        """End all of them, whatever they do."""
        self._ended = True
        for program in (*self._busy, *self._idle):
            program.end()


_programs = _Programs()
"""Those of a worker of a cluster."""


class _Program:
    """Another Python, that does one task after the other within so much memory."""

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
            start_new_session=True,  # an interruption is told once, not by everybody
        )

    @property
    def is_fit(self) -> bool:
        """Whether it can do another task."""
        return not self._late and self._process.poll() is None and self._tasks < _RECYCLED

    def serves(self, limits: Limits) -> bool:
        """Whether it was begun with these limits."""
        return self._held == (limits.memory, limits.unpacked, limits.spelled)

    def done(self, task: Task, limits: Limits) -> Any | Failed:
        """The result of a task, or why there is none; it may have ended the program."""
        self._tasks += 1

        def end() -> None:
            self._late = True
            self._process.kill()

        timer = Timer(limits.seconds, end)
        timer.start()
        try:
            told = self._asked(task)
        finally:
            timer.cancel()
        held = limits.seconds, limits.memory
        if told is None:
            code = self._process.wait()
            if self._late:
                return Failed(f"took more than {limits.seconds:g} seconds", *held)
            return Failed(f"ended its process (exit code {code})", *held)
        if isinstance(told, MemoryError):
            self.end()
            return Failed(f"needs more memory than {limits.memory >> 20:,} MB", *held)
        return told

    def _asked(self, task: Task) -> Any | None:
        """The answer of the program; None: it is no more."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            _send(self._process.stdin, task)
        except OSError:
            return None
        return _received(self._process.stdout)

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()


def serve(memory: int, unpacked: int, size: int) -> None:
    """The other end of `_Program`: tasks on the standard input, their results on the output.

    It ends when nobody can ask it any more, whatever it does.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    archive.LIMITS.unpacked, spelled.LIMITS.size = unpacked, size
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints is no answer
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
    except Exception as defect:  # one file's defect is told, the others go on
        return Failed(f"a defect of Broadside: {type(defect).__name__}: {defect}")


def _send(out: IO[bytes], value: Any) -> None:
    data = pickle.dumps(value)
    out.write(len(data).to_bytes(_LENGTH, "big") + data)
    out.flush()


def _received(source: IO[bytes]) -> Any | None:
    """The next message; None: there will be none."""
    length = source.read(_LENGTH)
    data = source.read(int.from_bytes(length, "big"))
    return pickle.loads(data) if len(length) == _LENGTH and data else None
