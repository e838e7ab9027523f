"""One game played to both formats: a log of VASSAL and a save of Tabletop Simulator.

``python -m benchmarks.fuzz GAME --tts --games 50`` plays so many and compares what an audit finds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.definition.schema import Game
from generator.files import replace_file
from generator.tabletop_simulator.save import to_bytes
from generator.vassal import saves
from generator.vassal.modules import Module
from validator.audit import audit
from validator.audit.findings import Finding
from validator.playing import logbook
from validator.playing.tabletop.savegame import recorded_game

PUBLIC: dict[str, Any] = {}
REVEALED: dict[str, Any] = {"reveal": True}

ONE_FORMAT_ONLY = ("log.passwords", "log.limits", "tts.limits", "dice.spread")
"""Notes on the format itself, and on all dice of a game."""

Told = tuple[int, str, str]
"""A finding, by what both formats have in common: verbs done, severity, code."""


@dataclass(frozen=True)
class PlayedTwice:
    """The files of one game, and when each shows what so many verbs have done."""

    game: Path | str
    """Its folder or name."""
    log: Path
    steps: Sequence[tuple[int, int]]
    """(verbs, steps) of the log."""
    save: Path
    entries: Sequence[tuple[int, int]]
    """(verbs, entries) of the save."""

    def findings(self, eyes: dict[str, Any]) -> tuple[list[Told], list[Told]]:
        """What an audit with somebody's eyes finds in the log, and in the save."""
        log = audit([self.log], self.game, **eyes)
        save = audit([self.save], self.game, **eyes)
        return (
            _told(((one.step, one) for one in log.findings), self.steps),
            _told(((one.entry or 0, one) for one in save.findings), self.entries),
        )


def _told(found: Iterable[tuple[int, Finding]], shown: Sequence[tuple[int, int]]) -> list[Told]:
    verbs, ends = [row[0] for row in shown], [row[1] for row in shown]
    return sorted(
        (verbs[min(bisect_left(ends, at), len(verbs) - 1)], one.severity.value, one.code)
        for at, one in found
        if one.code not in ONE_FORMAT_ONLY
    )


def played_twice(
    out: Path, game: Game, folder: Path, module: Module, seed: int, style: str, by_hand: bool
) -> PlayedTwice:
    """Play a game by its rules in ``folder``, and write it to both formats into ``out``."""
    how: dict[str, Any] = {"seed": seed, "players": style, "by_hand": by_hand, "folder": folder}
    name = f"{game.id}-{style}-{seed}{'-by-hand' if by_hand else ''}"
    log, save = out / f"{name}.vlog", out / f"{name}.json"
    logged = logbook.played_out(game, module, **how)
    saves.write(log, logbook.save_of(module, logged))
    recorded = recorded_game(game, **how)
    replace_file(save, to_bytes(recorded.save))
    return PlayedTwice(folder, log, logged.shown, save, recorded.shown)


def eyes_of(game: Game) -> list[dict[str, Any]]:
    """Everybody's eyes, each player's, and those that see all."""
    sides = [{"side": side.id} for side in game.sides if side.role == "player"]
    return [PUBLIC, *sides, REVEALED]


def differences(played: PlayedTwice, game: Game) -> list[str]:
    """Where an audit finds one thing in the log and another in the save."""
    found = []
    for eyes in eyes_of(game):
        log, save = played.findings(eyes)
        only = [f"log {one}" for one in log if one not in save]
        only += [f"save {one}" for one in save if one not in log]
        found += [f"{played.save.name} {eyes}: {one}" for one in only]
    return found
