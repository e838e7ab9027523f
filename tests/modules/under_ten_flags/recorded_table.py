"""The table of the tests in Tabletop Simulator: what is done on it, the recorder writes down."""

from __future__ import annotations

import random
from pathlib import Path

from generator.files import replace_file
from generator.tabletop_simulator.save import to_bytes
from modules.under_ten_flags.tables import Tables
from tests.modules.under_ten_flags.table import Voyages, the_game
from validator.playing.tabletop.savegame import set_table
from validator.rules.staging import Stage


class RecordedVoyages(Voyages):
    """The words of the game, spoken at a table of Tabletop Simulator."""

    ending = ".json"

    def _stage(self, tables: Tables, rng: random.Random) -> Stage:
        stage, self.world = set_table(the_game(), tables, seed=self.seed, by_hand=self.by_hand)
        return stage

    @property
    def steps(self) -> int:
        """Entries written so far."""
        return self.world.entries

    def save(self, path: Path) -> Path:
        """Write the save."""
        replace_file(path, to_bytes(self.world.save()))
        return path
