"""Small logs of our module and of other modules, written command by command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.definition import load_game
from generator.definition.schema import Game
from generator.geography.layout import layout_of
from generator.vassal import saves
from tests.modules.graf_spee.log_builder import LogBuilder
from validator.audit import audit
from validator.audit.codes import CODES
from validator.audit.findings import Finding
from validator.audit.result import AuditResult


@pytest.fixture(scope="session")
def game() -> Game:
    return load_game("graf_spee")


@pytest.fixture(scope="session")
def pixels(game: Game) -> dict[tuple[str, str], tuple[int, int]]:
    """Where our module puts a counter on each place."""
    found = {}
    for one in game.maps:
        layout = layout_of(one)
        for place in (*layout.places, *layout.decks):
            found[one.name, place] = layout.pixels(place)
    return found


@pytest.fixture
def ours(pixels: dict[tuple[str, str], tuple[int, int]]) -> Callable[[], Any]:
    """Begin a log of our module in which Exeter and Sussex lie face down on A2 and C3."""

    def begin() -> Any:
        log = LogBuilder(pixels, {"GermanScore": "0"})
        log.move("exeter", "A2").move("sussex", "C3").move("plot", "B4", "Voyage Log")
        for number, place in enumerate(("B3", "D3", "C5"), 1):
            log.move(f"supply_{number}", place, "Voyage Log")
        return log.start()

    return begin


@pytest.fixture
def foreign(ours: Callable[[], Any]) -> Callable[[], Any]:
    """The same, in a module nobody knows."""

    def begin() -> Any:
        log = ours()
        log.module = "Somebody's own module"
        return log

    return begin


QUIET = ("log.passwords", "log.rules", "log.limits")
"""Said of every log, and of every log of a module nobody knows."""


class Desk:
    """Where logs are written and audited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def audit(self, *logs: Any, names: Sequence[str] = (), **eyes: Any) -> AuditResult:
        """The audit of logs in this order."""
        return audit([self.file(log, *names[at : at + 1]) for at, log in enumerate(logs)], **eyes)

    def file(self, log: Any, name: str = "") -> Path:
        """Write a log."""
        if isinstance(log, Path):
            return log
        count = len(list(self.folder.iterdir()))
        path: Path = log.save(self.folder / (name or f"{count}.vlog"))
        return path

    def stamped(self, log: Any, game: Game, **changes: str) -> Path:
        """Write a log as a module of ours stamps it."""
        path = self.file(log)
        save = saves.read(path)
        stamp = {"game": game.id, "definition": game.definition_hash, "ppi": "150", **changes}
        words = " ".join(f"{key}={value}" for key, value in stamp.items())
        data = replace(save.moduledata, extra1=words)
        saves.write(path, saves.Save(save.text, save.veil, save.savedata, data))
        return path

    def general(self, *logs: Any, **eyes: Any) -> list[Finding]:
        """What the audits say that need no rules, notes about passwords left out."""
        found = self.audit(*logs, **eyes).findings
        return [one for one in found if one.code in CODES and one.code not in QUIET]

    def codes(self, *logs: Any, **eyes: Any) -> list[str]:
        """The codes of these."""
        return [one.code for one in self.general(*logs, **eyes)]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)
