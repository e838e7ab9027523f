"""A Battle of its own at a table: the logs of which the tests ask what the audit finds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from generator.definition.schema import Game
from generator.places import games_folder
from generator.vassal import saves
from generator.vassal.modules import Module
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.playing import logbook
from validator.playing.selfplay import Record
from validator.proving.subject import Log, Subject
from validator.rules.loading import load_rules

GERMAN, BRITISH = "German", "British"
GF, GN, CLOSE, BN, BF = "German Far", "German Near", "Close", "British Near", "British Far"


class Sitting:
    """Two players at a Battle of its own."""

    def __init__(self, game: Game, module: Module, scenario: str, log: Path) -> None:
        self.rules = load_rules(game.begun_at(scenario), games_folder() / game.id)
        self.module, self.log = module, log
        self.stage = logbook.laid_out(self.rules, module, seed=1, by_hand=False)
        self.record = Record(game.id, 1, "random", (), self.rules.start(), None)

    def fire(self, side: str, ship: str, target: str, *dice: int) -> None:
        """A shot, announced and thrown by its button."""
        self.stage.choose(side, ship, "Fires")
        self.stage.choose(side, target, "Is fired at")
        self.stage.roll(side, "Gunnery" if len(dice) == 2 else FAR_GUNS, dice)

    def hit(self, side: str, ship: str) -> None:
        self.stage.choose(side, ship, "Flip")

    def move(self, side: str, zone: str, *ships: str) -> None:
        self.stage.drag(side, ships, "battle", zone)

    def next_round(self) -> None:
        self.stage.press(BRITISH, "Next round")

    def end(self) -> None:
        self.stage.press(GERMAN, "Battle ends")

    def findings(self) -> list[Finding]:
        """What an audit says above a note."""
        return _findings(self._written().path)

    def findings_from(self, step: int) -> list[Finding]:
        """What an audit says of a log that begins after a step."""
        subject = Subject(self.rules, self.module, self.log.parent)
        return _findings(subject.cut(self._written(), step)[1])

    @property
    def steps(self) -> int:
        return len(self.stage.hand.steps)

    def _written(self) -> Log:
        logged = logbook.Logged(self.record, self.stage.hand, self.stage.seats, ())
        save = logbook.save_of(self.module, logged)
        saves.write(self.log, save)
        return Log(self.log, (), save, tuple(self.stage.hand.steps))


def _findings(log: Path) -> list[Finding]:
    found = audit([log], game="atlantic_chase").findings
    return [one for one in found if one.severity is not Severity.NOTE]


FAR_GUNS = "Gunnery, Extreme"
Begin = Callable[[str], Sitting]


def cruisers(sit: Begin) -> Sitting:
    """A first round of gunnery: Köln and the Shore Battery fire, one Hit on the Sheffield."""
    table = sit("battle_shore_battery")
    table.fire(GERMAN, "battery_german", "sheffield", 5, 5)
    table.fire(GERMAN, "koln", "manchester", 1, 2, 2)
    return table


def accused(table: Sitting) -> set[tuple[str, str | None]]:
    grave = (Severity.VIOLATION, Severity.MISSING)
    return {(one.code, one.side) for one in table.findings() if one.severity in grave}
