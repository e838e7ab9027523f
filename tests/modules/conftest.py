"""Logs written command by command, and what the audit says of them."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from generator.definition import load_game
from generator.geography.layout import layout_of
from validator.audit import audit
from validator.audit.findings import Finding, Severity


@pytest.fixture(scope="session")
def log_builder() -> ModuleType:
    """The module that writes logs as VASSAL does."""
    path = Path(__file__).parent / "graf_spee" / "log_builder.py"
    spec = importlib.util.spec_from_file_location("log_builder", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["log_builder"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def pixels() -> dict[tuple[str, str], tuple[int, int]]:
    """Where the module of this game puts a counter on each place."""
    found = {}
    for one in load_game("graf_spee").maps:
        layout = layout_of(one)
        for place in (*layout.places, *layout.decks):
            found[one.name, place] = layout.pixels(place)
    return found


@pytest.fixture
def log(log_builder: ModuleType, pixels: dict[tuple[str, str], tuple[int, int]]) -> Any:
    """An empty log of a game that has not begun."""
    return log_builder.LogBuilder(pixels, {"GermanScore": "0"})


class Audited:
    """Findings of a log, as everybody or as one who may see everything."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def findings(self, log: Any, *, reveal: bool = False, **options: Any) -> list[Finding]:
        """All findings but notes."""
        path = log.save(self._folder / "game.vlog")
        found = audit([path], reveal=reveal, **options).findings
        return [one for one in found if one.severity is not Severity.NOTE]

    def codes(self, log: Any, *, reveal: bool = False, **options: Any) -> list[str]:
        """The codes of all findings but notes, in order."""
        return [one.code for one in self.findings(log, reveal=reveal, **options)]


@pytest.fixture
def audited(tmp_path: Path) -> Audited:
    """Audit a log that is being built."""
    return Audited(tmp_path)


@pytest.fixture
def codes(audited: Audited) -> Callable[..., list[str]]:
    """The codes of what an audit finds."""
    return audited.codes
