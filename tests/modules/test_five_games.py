"""The page that holds the bundled games side by side says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from generator.definition.reader import game_names, load_game
from generator.places import games_folder
from validator.rules.caselist import read_cases
from validator.rules.loading import load_rules

PAGE = Path(__file__).resolve().parents[2] / "docs" / "five-games.md"


def test_the_cases_of_each_game_are_counted_as_they_are() -> None:
    rows = [re.split(r" *\| *", line.strip("| ")) for line in PAGE.read_text("utf-8").splitlines()]
    told = {row[0].strip("*"): row[1:] for row in reversed(rows) if row[0].startswith("*")}
    for name in game_names():
        rules = load_rules(load_game(name), games_folder() / name)
        enforced = len(rules.module.book.ids())
        stated = sum(case.id not in rules.module.book.ids() for case in read_cases(rules.folder))
        reads = "on trial" if rules.module.reading.on_trial else "proven"
        row = told[rules.game.name]
        assert (row[0], row[1], row[2].partition(":")[0]) == (f"{enforced}", f"{stated}", reads)


def test_every_stated_case_has_its_kind() -> None:
    text = PAGE.read_text("utf-8")
    first, second = (
        {row[0]: row[1:] for row in re.findall(r"^\| (\*.+?\*) \| (.*) \|$", part, re.MULTILINE)}
        for part in text.split("## Why a case is only stated")
    )
    for game, (cells,) in second.items():
        kinds = sum(int(cell) for cell in cells.split("|") if cell.strip().isdigit())
        assert kinds == int(first[game][0].split("|")[1])
