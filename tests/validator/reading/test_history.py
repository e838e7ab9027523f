"""The table after a step is the one the commands up to it make."""

from __future__ import annotations

import random
from pathlib import Path

from generator.vassal import saves
from validator.reading import reader
from validator.table import Table


def same(one: Table, other: Table) -> bool:
    return all(
        getattr(one, part) == getattr(other, part)
        for part in ("pieces", "containers", "properties", "players", "boards", "turns")
    )


def test_the_tables_of_real_logs_are_those_their_commands_make(shared: Path) -> None:
    dice = random.Random(5)
    logs = sorted((shared / "vassal/reference/logs").glob("*.vlog"))
    for file in [*dice.sample(logs, 12), shared / "corpus/vassal/hex-n-counters-engine.vlog"]:
        save = saves.read(file)
        reading = reader.read(save)
        tables = [Table().apply_all(save.position())]
        for given in save.steps():
            tables.append(tables[-1].copy().apply_all(given))
        assert len(tables) == len(reading.steps) + 1
        for step in dice.choices(range(len(tables)), k=30):
            assert same(reading.table(step), tables[step]), (file.name, step)
        assert same(reading.start, tables[0]) and same(reading.table(), tables[-1])
        for (step, table), expected in zip(reading.replay(), tables[1:], strict=True):
            assert same(table, expected), (file.name, step.number)
