"""Bent files through every command: refused in a line or read, never a crash; nothing astray."""

from __future__ import annotations

import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from benchmarks import fuzz_files
from tests.generator.workbench.tts import tables

ROOT = Path(__file__).resolve().parent.parent
LONG = ("diff", "textconv", "replay", "import", "build", "tts", "print")
"""Work on files of VASSAL that is left to ``python -m benchmarks.fuzz_files``."""


@pytest.mark.slow
def test_real_files_bent_anywhere_break_nothing(shared: Path, tmp_path: Path) -> None:
    files = [shared / "corpus/vassal", *sorted((shared / "vassal/reference/logs").glob("*.vlog"))]
    command = [sys.executable, "-m", "benchmarks.fuzz_files", "--mutations", "40", "--jobs", "2"]
    work = [f"--work={name}" for name in fuzz_files.WORK if name not in LONG]
    ended = subprocess.run(
        [*command, *work, "--out", str(tmp_path), *map(str, files)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.slow
def test_saves_of_tabletop_simulator_bent_anywhere_break_nothing(tmp_path: Path) -> None:
    table = tables.save(
        tables.thing("Ajax", Memo="piece/ajax", States={"2": tables.thing("Ajax sunk")}),
        tables.thing("Cup", Name="Bag", ContainedObjects=[tables.thing("Exeter")]),
        tables.thing("Hand", Name="HandTrigger", FogColor="Red"),
        LuaScript="function onLoad()\r\nend",
        TabStates={"0": {"title": "Rules", "body": "1\n2", "color": "Grey"}},
    )
    played = table | {"LuaScriptState": tables.PLAYED}
    files = [
        tables.write(tmp_path / name, save)
        for name, save in (("mod.json", table), ("played.json", played))
    ]
    command = [sys.executable, "-m", "benchmarks.fuzz_files", "--mutations", "40", "--jobs", "2"]
    ended = subprocess.run(
        [*command, "--out", str(tmp_path / "failed"), *map(str, files)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_same_number_bends_a_file_in_the_same_way(shared: Path) -> None:
    file = shared / "corpus/vassal/ragnarok-start.vsav"
    for mode in fuzz_files.MODES:
        made = [fuzz_files.bent(file, mode, random.Random(seed)) for seed in (3, 3, 4)]
        assert made[0] == made[1] != made[2]


def test_what_breaks_strays_or_hangs_is_told(tmp_path: Path) -> None:
    file = tmp_path / "x.vsav"
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("savedGame", "begin_save\x1bend_save")
    script = f"""
import time
from pathlib import Path
import click, broadside
from benchmarks import fuzz_files
from tests.generator.workbench.tts import tables

def works(what):
    @click.command()
    def work():
        if what == "breaks":
            raise ValueError("broken")
        if what == "hangs":
            time.sleep(60)
        Path({str(tmp_path / "elsewhere")!r}).write_text("x")
    return work

for name in ("breaks", "hangs", "strays"):
    globals()[name] = works(name)
    broadside.COMMANDS[name] = "__main__"
fuzz_files.WORK.update(breaks="breaks", hangs="hangs", strays="strays")
found, counted = fuzz_files.run([Path({str(file)!r})], 0, 2, 0.5, ("breaks", "hangs", "strays"))
print(sorted(one.what for one in found), sorted(counted.values()))
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "breaks: ValueError" in ended.stdout and "hangs: HangError" in ended.stdout
    assert "strays: wrote elsewhere" in ended.stdout and "[2, 2, 2]" in ended.stdout
