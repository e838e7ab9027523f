"""A bench on which positions of Red Flags are set up and cases tried."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from modules.red_flags import state as st
from modules.red_flags.setup import unit_of
from modules.red_flags.state import State, Unit
from tests.blank_module import write_blank_module
from validator.rules import bench
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

MORE = {
    "SB1": ("S4", "soviet_medium_gun_motor"),
    "SG1": ("S7", "soviet_glider"),
    "SG2": ("S7", "soviet_glider"),
    "SQ2": ("S7", "soviet_para_engineers_4"),
    "SM3": ("S5", "soviet_truck_mines"),
    "SM4": ("S5", "soviet_truck"),
    "SW1": ("S5", "soviet_wagon"),
    "SX4": ("S7", "soviet_pe_2_bomber"),
    "SN1": ("S6", "soviet_scouts_4"),
    "GR1": ("G2", "german_recon_sd_kfz_222_2"),
    "GL1": ("G2", "german_recon_pzkpfw_ii_2"),
}
"""Units that the scenario lacks: their groups and their counters."""


class Bench(bench.Bench):
    """The rules with a few words to set up positions and to hold cases."""

    def __init__(self, rules: GameRules) -> None:
        super().__init__(_with_more(rules))

    def at_night(self) -> None:
        """From here on it is night."""
        tables = replace(self.rules.tables, night=True)
        self.rules = _over(self.rules, tables)

    def field(self, group: str = "S3", suit: str = "club", **words: Any) -> State:
        """A moment in the activation of a group. Units are given by their hex and, after it, the
        way they look, ``dug``, ``limbered``, or ``in`` and what carries them; what else there is
        of them stands in a mapping with ``at``. Other words are fields of the state. Who is not
        named is out of the battle."""
        start: State = self.rules.start()
        kinds = self.rules.tables.units
        units = {name: unit_of(kinds[name]).changed(gone=True) for name in (*start.units, *MORE)}
        fields: dict[str, Any] = {}
        for name, said in words.items():
            if name in units:
                units[name] = _placed(unit_of(kinds[name]), said)
            else:
                fields[name] = said
        fields = {"carded": frozenset({group}), **fields}
        return start.changed(step=st.ACTIVATION, group=group, suit=suit, units=units, **fields)


def _placed(unit: Unit, said: Any) -> Unit:
    told = {"at": said} if isinstance(said, str) else dict(said)
    words = told.pop("at").split()
    found: dict[str, Any] = {"loads": 1}
    if words[0] == "in":
        found["inside"] = words[1]
    elif words[0] != "off":
        found["at"] = words[0]
    for word in words[1:]:
        if word == "dug":
            found["dug_in"] = True
        elif word == "limbered":
            found["limbered"] = True
        elif words[0] != "in":
            found["facing"] = word
    return unit.changed(**{**found, **told})


def _with_more(rules: GameRules) -> GameRules:
    tables = rules.tables
    units = {
        name: replace(tables.units[counter], id=name, group=group)
        for name, (group, counter) in MORE.items()
    }
    groups = {
        group: (*names, *(one for one, (of, _) in MORE.items() if of == group))
        for group, names in tables.groups.items()
    }
    return _over(rules, replace(tables, units={**tables.units, **units}, groups=groups))


def _over(rules: GameRules, tables: Any) -> GameRules:
    return GameRules(rules.game, rules.module, rules.folder, off=rules.off, tables=tables)


@pytest.fixture(scope="session")
def red_flags_rules() -> GameRules:
    return load_rules(load_game("red_flags"), games_folder() / "red_flags")


@pytest.fixture(name="bench")
def red_flags_bench(red_flags_rules: GameRules) -> Bench:
    return Bench(red_flags_rules)


@pytest.fixture
def red_flags_bench_rules(bench: Bench) -> GameRules:
    return bench.rules


@pytest.fixture(scope="session")
def first_shots(red_flags_rules: GameRules) -> GameRules:
    """The rules over the small set-up."""
    return load_rules(red_flags_rules.game.begun_at("first_shots"), red_flags_rules.folder)


@pytest.fixture(scope="session")
def module(first_shots: GameRules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its module; the pictures do not matter here."""
    return write_blank_module(first_shots.game, tmp_path_factory.mktemp("module"))
