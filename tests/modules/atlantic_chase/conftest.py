"""A bench on which positions of Atlantic Chase are set up and cases tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from generator.vassal import modules
from modules.atlantic_chase.state import GERMAN, OUT, Ship, State, TaskForce
from tests.blank_module import write_blank_module
from tests.modules.atlantic_chase.battle_table import Begin, Sitting
from validator.rules import bench
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

USUAL = {
    "G1": "gneisenau",
    "G2": "scheer",
    "G3": "leipzig",
    "B1": "southampton liverpool",
    "B2": "devonshire glasgow",
    "B3": "victorious kent",
    "B4": "convoy_1 galatea",
    "B5": "montcalm",
}
"""The ships of a task force where a test names none."""


class Bench(bench.Bench):
    """The rules with a few words to set up positions and to hold cases."""

    def sea(self, active: str = GERMAN, **words: Any) -> State:
        """A moment between two actions. Task forces are given by where they are: ``G1="2509"`` is
        a Station, ``G1="2610-2510"`` a line, ``G1="2610-"`` a line of one hex; what else there is
        of them stands in a mapping (see `force`). Other words are fields of the state."""
        start: State = self.rules.start()
        forces = {one: TaskForce(one) for one in self.rules.tables.forces}
        ships = {one: Ship(one, OUT) for one in self.rules.tables.ships}
        ships["tirpitz"] = Ship("tirpitz", "group_german_2")  # or the chase would be over
        fields: dict[str, Any] = {"stealth": dict.fromkeys(start.stealth, OUT)}
        for name, said in words.items():
            if name not in forces:
                fields[name] = {**fields[name], **said} if name == "stealth" else said
                continue
            told = {"at": said} if isinstance(said, str) else dict(said)
            for ship in told.pop("ships", USUAL.get(name, "")).split():
                ships[ship] = Ship(ship, name)
            forces[name] = force(name, **told)
        return start.changed(active=active, forces=forces, ships=ships, **fields)


def force(
    name: str, at: str, intel: str = "", contact: str = "", evasive: bool = False, port: str = ""
) -> TaskForce:
    """A task force; hexes of markers stand with spaces between."""
    line = tuple(at.strip("-").split("-")) if "-" in at else ()
    markers = frozenset(intel.split()), frozenset(contact.split())
    return TaskForce(name, "" if line else at, line, *markers, evasive, port)


@pytest.fixture(scope="session")
def atlantic_chase_rules() -> GameRules:
    return load_rules(load_game("atlantic_chase"), games_folder() / "atlantic_chase")


@pytest.fixture(name="bench")
def atlantic_chase_bench(atlantic_chase_rules: GameRules) -> Bench:
    return Bench(atlantic_chase_rules)


@pytest.fixture(scope="session")
def module(atlantic_chase_rules: GameRules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module of the game; its pictures do not matter here."""
    return write_blank_module(atlantic_chase_rules.game, tmp_path_factory.mktemp("module"))


@pytest.fixture
def sit(atlantic_chase_rules: GameRules, module: Path, tmp_path: Path) -> Begin:
    """A Battle of its own at a table, by its scenario."""
    read = modules.read(module)
    return lambda scenario: Sitting(
        atlantic_chase_rules.game, read, scenario, tmp_path / "battle.vlog"
    )
