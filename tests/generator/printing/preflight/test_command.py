"""The command: what it prints, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from generator.commands.preflighting import preflight

Sound = Callable[..., Any]


def run(*words: str) -> Result:
    return CliRunner().invoke(preflight, words)


def made(sound: Sound, folder: Path, content: bytes = b"", name: str = "made.pdf") -> str:
    sound(content)[0].save(folder / name)
    return str(folder / name)


def test_a_sound_file_ends_with_0(sound: Sound, tmp_path: Path) -> None:
    found = run(made(sound, tmp_path))
    assert found.exit_code == 0
    assert "trim 148.0 × 210.0 mm (A5 portrait)" in found.output
    assert "Sound (TrueType, a subset)" in found.output


def test_errors_end_with_1_and_warnings_when_strict(sound: Sound, tmp_path: Path) -> None:
    small = made(sound, tmp_path, b"BT /F1 3 Tf (x) Tj ET")
    assert run(small).exit_code == 0
    assert run(small, "--strict").exit_code == 1
    missing = made(sound, tmp_path, b"BT /F9 9 Tf (x) Tj ET")
    assert run(missing).exit_code == 1


def test_what_cannot_be_read_ends_with_2_and_the_others_are_told(
    sound: Sound, tmp_path: Path
) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 and no more")
    found = run(str(tmp_path / "broken.pdf"), made(sound, tmp_path))
    assert found.exit_code == 2
    assert "broken.pdf: is damaged beyond reading" in found.stderr
    assert "made.pdf: nothing found" in found.stdout


def test_json_holds_it_all(sound: Sound, tmp_path: Path) -> None:
    small = made(sound, tmp_path, b"1 0 0 rg BT /F1 3 Tf (x) Tj ET")
    told = json.loads(run(small, "--json").stdout)
    assert told["pages"][0]["trim"] == [10, 10, 158, 220]
    assert told["pages"][0]["bleedMargin"] == 3
    assert told["fonts"][0]["leastSize"] == 3
    assert told["findings"][0]["code"] == "text.small"
    two = json.loads(run(small, small, "--json").stdout)
    assert [one["file"] for one in two] == [small, small]
