"""One game played to both formats: a log of VASSAL and a save of Tabletop Simulator."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.files import replace_file
from generator.tabletop_simulator.save import to_bytes
from generator.vassal import saves
from tests.modules.recorded import defined, read_module
from validator.audit import audit
from validator.audit.result import AuditResult
from validator.playing import logbook
from validator.playing.tabletop.savegame import recorded_game
from validator.rules.staging import Staging

ALL_EYES: tuple[dict[str, Any], ...] = ({}, {"reveal": True})

ONE_FORMAT_ONLY = ("log.passwords", "log.limits", "tts.limits", "dice.spread")
"""Notes on the format itself, and on all dice of a game."""

Told = tuple[int, str, str]
"""A finding, by what both formats have in common: verbs done, severity, code."""


@dataclass(frozen=True)
class PlayedTwice:
    """The files, and when each shows what so many verbs have done."""

    game: str
    log: Path
    steps: Sequence[tuple[int, int]]
    """(verbs, steps) of the log."""
    save: Path
    entries: Sequence[tuple[int, int]]
    """(verbs, entries) of the save."""

    def findings(self, eyes: dict[str, Any]) -> tuple[list[Told], list[Told]]:
        """What an audit finds in the log, and in the save."""
        log = audit([self.log], self.game, **eyes)
        save = audit([self.save], self.game, **eyes)
        return (
            _told(log, [(one.step, one) for one in log.findings], self.steps),
            _told(save, [(one.entry or 0, one) for one in save.findings], self.entries),
        )


def _told(
    result: AuditResult, found: Iterable[tuple[int, Any]], shown: Sequence[tuple[int, int]]
) -> list[Told]:
    verbs, ends = [row[0] for row in shown], [row[1] for row in shown]
    told = []
    for at, one in found:
        if one.code not in ONE_FORMAT_ONLY:
            done = verbs[min(bisect_left(ends, at), len(verbs) - 1)]
            told.append((done, one.severity.value, one.code))
    return sorted(told)


def played_twice(
    folder: Path,
    game_id: str,
    seed: int,
    style: str = "purposeful",
    by_hand: bool = False,
    staging: Staging | None = None,
) -> PlayedTwice:
    """Play a game and write it to both formats."""
    game, module = defined(game_id), read_module(game_id)
    how: dict[str, Any] = {
        "seed": seed,
        "players": style,
        "by_hand": by_hand,
        "staging": staging,
    }
    name = f"{game_id}-{style}-{seed}{'-by-hand' if by_hand else ''}"
    logged = logbook.played_out(game, module, **how)
    log = folder / f"{name}.vlog"
    saves.write(log, logbook._save(module, logged, seed))
    recorded = recorded_game(game, **how)
    save = folder / f"{name}.json"
    replace_file(save, to_bytes(recorded.save))
    return PlayedTwice(game_id, log, logged.shown, save, recorded.shown)
