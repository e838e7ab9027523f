"""The memory that large saves take, as a multiple of their text; see ``benchmarks.streaming``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import streaming
from tests.sampling import one_in

ROOT = Path(__file__).resolve().parent.parent
SIZE = 8_000_000
MOST = streaming.FLOOR + 2.5
"""In so small a file what each run needs anyway weighs more than in those of the benchmark, and a
step that everybody sees under another number than the file's is held twice."""
WATCHED = """
import contextlib, io, re, sys
import broadside

def most():
    with open("/proc/self/status") as status:
        return int(re.search(r"VmHWM:\\s+(\\d+) kB", status.read())[1]) * 1024

def work(words):
    with open("/dev/null", "w") as nowhere, contextlib.redirect_stdout(nowhere):
        with contextlib.suppress(SystemExit):
            broadside.main.main(words, standalone_mode=False)

small, large, *words = sys.argv[1:]
work([word.format(small) for word in words])
idle = most()
work([word.format(large) for word in words])
print(most() - idle)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell")
@pytest.mark.parametrize("kind", one_in(3, ["alike", "played", "few"]))
@pytest.mark.parametrize("work", one_in(3, ["audit", "list", "story"]))
@pytest.mark.slow
def test_a_large_save_takes_a_few_times_its_text(tmp_path: Path, kind: str, work: str) -> None:
    small, large = tmp_path / "small.vlog", tmp_path / "large.vlog"
    streaming.make(kind, (), small, 20_000)
    streaming.make(kind, (), large, SIZE)
    command = [sys.executable, "-c", WATCHED, str(small), str(large)]
    words = [word for word in streaming.WORK[work] if word != "broadside.py"]
    ended = subprocess.run([*command, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(ended.stdout) < MOST * SIZE
