"""One played game, audited, for all tests of the reports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.definition import load_game
from generator.packaging import build
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.audit.result import AuditResult
from validator.playing import play_as_log
from validator.reporting import write_page

INVENTED = Finding(
    Severity.VIOLATION,
    "GS-5(4)a",
    20,
    "A Royal Navy piece moves up to two hexes.",
    "<script>alert('moved three')</script>",
    "one or two hexes",
    side="British",
)


@pytest.fixture(scope="session")
def log_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    game = load_game("graf_spee")
    module = build(game, folder).module
    file = folder / "game.vlog"
    play_as_log(game, module, file, seed=7)
    return file


@pytest.fixture(scope="session")
def result(log_file: Path) -> AuditResult:
    """The public audit, with one finding that the log does not deserve."""
    made = audit([log_file])
    return replace(made, findings=(*made.findings, INVENTED))


@pytest.fixture(scope="session")
def page_file(result: AuditResult, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    write_page(result, file)
    return file
