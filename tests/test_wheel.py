"""The wheel alone, in an empty environment and with no checkout near, builds and audits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment's scripts folder, Broadside installed there from its wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", folder, ROOT], check=True)
    (wheel,) = folder.glob("broadside-*.whl")
    venv.create(folder / "env", with_pip=True)
    scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([scripts / "python", "-m", "pip", "--quiet", "install", wheel], check=True)
    return scripts


def test_the_wheel_builds_plays_and_audits_without_the_checkout(
    installed: Path, tmp_path: Path
) -> None:
    def run(*words: str) -> str:
        return subprocess.run(
            [installed / "broadside", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            env={**os.environ, "PYTHONPATH": "", "BROADSIDE_CACHE": str(tmp_path / "cache")},
        ).stdout

    built = json.loads(run("build", "graf_spee", "-o", "dist", "--json"))
    assert (tmp_path / built["module"]).stat().st_size > 100_000
    run("new", "begun", "--like", "cards")
    begun = json.loads(run("build", "begun", "--dpi", "50", "-o", "dist", "--json"))
    assert (tmp_path / begun["module"]).is_file() and begun.get("warnings", []) == []
    run("play", "graf_spee", "--seed", "3", "-o", "game.vlog")
    result = json.loads(run("audit", "game.vlog", "--reveal", "--json"))
    assert result["game"] == "graf_spee"
    assert [f for f in result["findings"] if f["severity"] in ("violation", "missing")] == []


def test_the_page_of_the_preview_is_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    missing = subprocess.run(
        [
            installed / "python",
            "-c",
            "from generator.preview.serving import PAGE, PAGE_FILES\n"
            "print([one for one in PAGE_FILES if not (PAGE / one).is_file()])",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": ""},
    ).stdout
    assert missing.strip() == "[]"
