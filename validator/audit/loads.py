"""Findings about positions loaded in the middle of a log, and extensions added during play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.light import dataclass
from generator.vassal.commands import BeginSave, EndSave, Extension
from validator.audit.codes import found
from validator.audit.findings import Finding
from validator.audit.walking import Moment, Watcher

if TYPE_CHECKING:
    from validator.audit.logs import GameLog

_BEGIN = "begin_save"


def second_position(log: GameLog, first_step: int) -> Iterator[Finding]:
    """A whole position after the log's steps: VASSAL loads it instead of the first.

    Raises `generator.vassal.trees.NestingError`.
    """
    save = log.save
    if save.text.count(_BEGIN.encode()) < 2:
        return
    steps = 0
    for depth, leaf in save.leaves():
        if depth == 1 and leaf.startswith("LOG\t"):
            steps += 1
        elif depth <= 1 and leaf == _BEGIN and steps:
            step = first_step + log.view.number_of(steps)
            did = f"Behind step {step} stands another position than the log began with."
            yield found("log.loaded", step, did)


@dataclass
class Loads(Watcher):
    """Commands that play does not leave in a log: another position, another extension."""

    def look(self, moment: Moment) -> Iterator[Finding]:
        """The findings about a step."""
        if any(isinstance(command, BeginSave | EndSave) for command in moment.commands):
            did = "Another position was loaded in the middle of the log."
            yield found("log.loaded", moment.step, did)
        for command in moment.commands:
            if isinstance(command, Extension):
                did = f"The extension {command.name} {command.version} was added."
                yield found("log.extension", moment.step, did)
