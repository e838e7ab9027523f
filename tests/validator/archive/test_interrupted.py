"""A run that ends at any moment, for any reason: the next one goes on to whole results."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from generator import files
from generator.files import FileError
from tests.validator.archive.conftest import here
from validator.archive.page import write_page
from validator.archive.running import run
from validator.archive.stores import LocalStore
from validator.archive.working import Limits

LIMITS = Limits()


def bytes_of(out: Path) -> dict[str, bytes]:
    """The tables and the page."""
    found = [*(out / "tables").rglob("*"), out / "index.html"]
    return {str(one.relative_to(out)): one.read_bytes() for one in found if one.is_file()}


@pytest.fixture(scope="module")
def whole(club: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("whole") / "results"
    _, rows = run([str(club)], str(out), LIMITS, work=here)
    write_page(LocalStore(out), rows)
    return bytes_of(out)


def started(club: Path, out: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "broadside", "archive", str(club), "-o", str(out), "--jobs", "1"]
    return subprocess.Popen(
        [*words, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        # Begun in the background, a run of the tests ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


ALL = 7
"""Files and games of the club that are looked at."""


def done_in(out: Path) -> list[Path]:
    """What a run has done that is not over."""
    return [path for kind in ("card", "game") for path in out.glob(f"kept/*/{kind}/*/*.json")]


def ended_by(by: str, running: subprocess.Popen[bytes], out: Path, kept: int) -> bool:
    """Whether a signal ended a run when it had done so much; on a busy machine it may be over
    before that is seen."""
    until = time.monotonic() + 120
    while len(done_in(out)) < kept and running.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.01)
    if running.poll() is None:
        os.killpg(running.pid, getattr(signal, by))
    return running.wait(timeout=60) != 0


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes are ended as POSIX does it")
@pytest.mark.parametrize(("kept", "by"), [(1, "SIGKILL"), (4, "SIGKILL"), (2, "SIGINT")])
def test_killed_or_interrupted_it_goes_on_where_it_was(
    club: Path, tmp_path: Path, whole: dict[str, bytes], kept: int, by: str
) -> None:
    for attempt in range(5):
        out = tmp_path / str(attempt)
        if ended_by(by, running := started(club, out), out, kept):
            assert running.returncode == (130 if by == "SIGINT" else -signal.SIGKILL)
            break
    else:
        pytest.fail("every run was over before the signal")
    done = len(done_in(out))
    told, _ = (going_on := started(club, out)).communicate()
    assert going_on.returncode == 0 and bytes_of(out) == whole
    assert json.loads(told)["new"] == ALL - done, "what was done is not done again"
    assert not done_in(out), "and all is packed"


@pytest.mark.slow
def test_on_a_full_disk_it_says_so_and_goes_on_later(
    club: Path, tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "results"
    room, real = [3], files.os.replace

    def full(*args: Any, **kept: Any) -> None:
        if not room[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        room[0] -= 1
        real(*args, **kept)

    with monkeypatch.context() as disk:
        disk.setattr(files.os, "replace", full)
        with pytest.raises(FileError, match="No space left"):
            run([str(club)], str(out), LIMITS, work=here)
    assert not [path for path in out.rglob("*") if path.name.startswith(".")]
    _, rows = run([str(club)], str(out), LIMITS, work=here)
    write_page(LocalStore(out), rows)
    assert bytes_of(out) == whole
