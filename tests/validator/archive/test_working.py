"""A task costs its own time and memory; nothing else suffers, and everybody ends with who asked."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.validator.archive.conftest import sources
from validator.archive import working
from validator.archive.judging import CARD, Task
from validator.archive.keeping import Failed
from validator.archive.sources import Source
from validator.archive.working import Limits, over_processes


@pytest.fixture(scope="module")
def source(club: Path) -> Source:
    (found,) = sources(club / "ann and bob" / "1.vlog")
    assert isinstance(found, Source)
    return found


def test_a_program_that_ends_is_told_and_another_does_what_is_left(
    source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[working._Program] = []
    ask = working._Program._asked

    def asked(program: working._Program, task: Task) -> object:
        begun.append(program)
        if task.key == "1":
            program._process.kill()
        return ask(program, task)

    monkeypatch.setattr(working._Program, "_asked", asked)
    tasks = [Task(CARD, str(number), (source,)) for number in range(3)]
    told = {task.key: result for task, result in over_processes(tasks, Limits())}
    assert isinstance(told["1"], Failed) and "ended its process" in told["1"].reason
    assert told["0"] == told["2"] and told["0"]["kind"] == "log"
    assert len({id(one) for one in begun}) == 2
    assert all(one._process.poll() is not None for one in begun)


def test_a_file_that_needs_too_much_memory_is_told(source: Source, tmp_path: Path) -> None:
    low, huge = Limits(memory=1 << 30), tmp_path / "huge.vlog"
    with huge.open("wb") as file:
        file.truncate(2 << 30)
    tasks = [Task(CARD, "huge", (Source("huge.vlog", str(huge)),)), Task(CARD, "1", (source,))]
    told = {task.key: result for task, result in over_processes(tasks, low)}
    assert told["huge"] == Failed("needs more memory than 1,024 MB", low.seconds, low.memory)
    assert told["1"]["kind"] == "log"


def test_programs_end_with_who_asked_them(source: Source) -> None:
    program = working._Program(Limits())
    program.done(Task(CARD, "1", (source,)), Limits())
    assert program._process.stdin is not None
    program._process.stdin.close()
    until = time.monotonic() + 60
    while program._process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    assert program._process.poll() is not None
    program.end()
