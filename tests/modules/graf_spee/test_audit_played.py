"""One offence planted in a played game is found and nothing else, also without declarations."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from generator.definition import load_game
from generator.places import games_folder
from generator.vassal import saves, trees
from generator.vassal.commands import Chat, Log
from generator.vassal.trees import Node
from tests.blank_module import write_blank_module
from tests.sampling import one_in
from validator.audit import audit
from validator.audit.findings import Finding, Severity
from validator.playing import logbook, performing
from validator.playing.selfplay import Record, play_game
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

SEEDS = range(1, 6)
STYLES = ("random", "purposeful")
ENOUGH = 2
"""In so many games each offence is planted."""
PARTS = 8
"""Every so many of a game's offences are one trial."""
MAY_BE_LATE = ("fourth", "silence")
"""By hand, nobody can tell whether the last move before the turn marker is the first of the next
turn, unless the plot shows it."""


@pytest.fixture(scope="session")
def planting() -> ModuleType:
    """The plants."""
    path = Path(__file__).with_name("planting.py")
    spec = importlib.util.spec_from_file_location("planting", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["planting"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def rules() -> GameRules:
    return load_rules(load_game("graf_spee"), games_folder() / "graf_spee")


@pytest.fixture(scope="session")
def module(rules: GameRules, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module of the game; its pictures do not matter here."""
    return write_blank_module(rules.game, tmp_path_factory.mktemp("module"))


Write = Callable[..., Path]


@pytest.fixture
def write(rules: GameRules, module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Play a record out at the table and write its log."""

    def written(record: Record, *, by_hand: bool, name: str = "game") -> Path:
        monkeypatch.setattr(logbook, "play_game", lambda *_: record)
        path = tmp_path / f"{name}.vlog"
        logbook.play_as_log(
            rules.game, module, path, seed=record.seed, players=record.style, by_hand=by_hand
        )
        return path

    return written


def grave(path: Path, *, reveal: bool = False, **options: Any) -> list[Finding]:
    """All findings but notes."""
    found = audit([path], reveal=reveal, **options).findings
    return [one for one in found if one.severity is not Severity.NOTE]


Plants = Callable[[int, str], tuple[Record, list[Any]]]


@pytest.fixture(scope="session")
def plants(rules: GameRules, planting: ModuleType) -> Plants:
    """Of a seed and style: the game, and the offences planted in it, each kind in the first games
    that it grows in."""
    counted: Counter[str] = Counter()

    def grown() -> Iterator[tuple[tuple[int, str], tuple[Record, list[Any]]]]:
        for seed, style in product(SEEDS, STYLES):
            record = play_game(rules, seed, style)
            kept = []
            for planted in planting.planted_in(rules.tables, record.played, random.Random(seed)):
                if counted[planted.name] < ENOUGH:
                    counted[planted.name] += 1
                    kept.append(planted)
            yield (seed, style), (record, kept)

    found: dict[tuple[int, str], tuple[Record, list[Any]]] = {}
    games = grown()

    def of(seed: int, style: str) -> tuple[Record, list[Any]]:
        while (seed, style) not in found:
            found.update([next(games)])
        return found[seed, style]

    return of


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "style", "part"),
    one_in(len(SEEDS) * len(STYLES) * PARTS, product(SEEDS, STYLES, range(PARTS)), arguments=3),
)
def test_one_offence_is_found_and_nothing_else(
    plants: Plants,
    write: Write,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    style: str,
    part: int,
) -> None:
    # Declarations that are left out now and then would hide what is planted in them.
    monkeypatch.setattr(performing, "FORGOTTEN", 0)
    record, here = plants(seed, style)
    for planted in here[part::PARTS]:
        game = replace(record, played=planted.played, final=planted.played[-1].before, outcome=None)
        for by_hand in (False, True) if planted.by_hand else (False,):
            path = write(game, by_hand=by_hand)
            in_doubt = by_hand and planted.name in MAY_BE_LATE
            everything = {one.code for one in grave(path, reveal=True)}
            assert in_doubt or everything & planted.cites, f"{planted.name} was not found"
            assert everything <= planted.cites, planted.name
            seen = {one.code for one in grave(path)}
            assert seen <= planted.cites, planted.name
            if planted.public is not None and not in_doubt:
                assert bool(seen) == planted.public, planted.name


@pytest.mark.slow
def test_every_plant_grows_somewhere(rules: GameRules, planting: ModuleType) -> None:
    wanted = list(planting.PLANTS)
    for seed, style in product(range(1, 40), STYLES):
        record = play_game(rules, seed, style)
        wanted = [one for one in wanted if not any(True for _ in one(rules.tables, record.played))]
        if not wanted:
            break
    assert wanted == []


# --- Chat --------------------------------------------------------------------------------


def without_declarations(path: Path, out: Path) -> Path:
    """The same log with every declaring line blanked out."""
    save = saves.read(path)

    def cleaned(node: Node) -> Node:
        command = node.command
        below = tuple(map(cleaned, node.children))
        said = command.command if isinstance(command, Log) else None
        if isinstance(said, Chat) and said.text.startswith("* !"):
            return replace(trees.node(Log(Chat("<German Player> - ..."))), children=below)
        return replace(node, children=below)

    text = trees.encode(cleaned(save.tree())).encode("utf-8")
    saves.write(out, replace(save, text=text))
    return out


MOVEMENT = ("GS-4", "GS-5(1)", "GS-5(2)", "GS-5(3)", "GS-5(4)")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "style", "part"),
    one_in(3 * len(STYLES) * PARTS, product((1, 2, 3), STYLES, range(PARTS)), arguments=3),
)
def test_without_the_declarations_movement_reads_the_same(
    rules: GameRules,
    planting: ModuleType,
    write: Write,
    tmp_path: Path,
    seed: int,
    style: str,
    part: int,
) -> None:
    record = play_game(rules, seed, style)
    games = [
        record,
        *(
            replace(record, played=one.played, final=one.played[-1].before, outcome=None)
            for one in planting.planted_in(rules.tables, record.played, random.Random(seed))
            if one.cites & {"GS-5(4)a", "GS-5(2)b", "GS-5(3)a", "GS-5(3)b", "GS-4(1)a"}
        ),
    ]
    for game in games[part::PARTS]:
        path = write(game, by_hand=False)
        silent = without_declarations(path, tmp_path / "silent.vlog")
        for reveal in (False, True):
            told = [(f.code, f.step) for f in grave(path, reveal=reveal)]
            untold = [(f.code, f.step) for f in grave(silent, reveal=reveal)]
            said, unsaid = ([t for t in row if t[0].startswith(MOVEMENT)] for row in (told, untold))
            if reveal:
                assert said == unsaid
            else:  # without the plot, the last move may be the next turn's: the marker came late
                assert {*unsaid} <= {*said}
