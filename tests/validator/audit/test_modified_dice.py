"""Rolls whose report says what was added to the dice, and reports that somebody has touched up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.definition import load_game
from generator.definition.schema import Game
from generator.vassal import locations, saves, trees
from generator.vassal.archive import Archive
from generator.vassal.trees import Node
from tests.blank_module import write_blank_module
from tests.validator.playing.small_game import write_small_game
from validator.audit import dice
from validator.audit.findings import Finding
from validator.audit.observing import observe
from validator.playing.gestures import Hand, Seat
from validator.playing.gestures_module import PlayedModule
from validator.reading import reader, rolls
from validator.reading.views import View, view
from validator.rules.scenes import Roll

RED = Seat("Red", "Ann", "word-1")
TOLD = "Spy = 6,1 +1 (earlier tries) = 8"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load_game(write_small_game(tmp_path_factory.mktemp("small")))


@pytest.fixture(scope="module")
def log(small: Game, tmp_path_factory: pytest.TempPathFactory) -> saves.Save:
    """The spy tries twice."""
    path = write_blank_module(small, tmp_path_factory.mktemp("module"))
    module = PlayedModule.read(path)
    with Archive(path) as archive:
        setup = saves.from_bytes(archive.read(module.setup()), "set-up")
    hand = Hand(module, locations.read(module.module), setup.position())
    hand.roll(RED, "Spy", [3, 4])
    hand.roll(RED, "Spy", [6, 1])
    root = setup.tree()
    text = trees.encode(Node(root.text, (*root.children, *hand.steps)))
    assert TOLD in text
    return replace(setup, text=text.encode())


def read(log: saves.Save, said: str, tmp_path: Path) -> View:
    """The log with another report of the second roll."""
    told = log.text.decode().replace(TOLD, said)
    path = tmp_path / "game.vlog"
    saves.write(path, replace(log, text=told.encode()))
    return view(reader.read_file(path))


def findings(game: Game, log: saves.Save, said: str, tmp_path: Path) -> list[Finding]:
    return list(dice.findings(game, read(log, said, tmp_path), 0))


def test_a_report_is_read_with_its_modifiers() -> None:
    found = rolls.modified_in("** Search = 4 -1 (Scout) +2 (earlier tries) = 5 ** <Ann> [Red]")
    assert found == rolls.Modified("Search", "4", ((-1, "Scout"), (2, "earlier tries")), 5)
    assert rolls.reported_in("*** Search = 4 -1 (Scout) = 3 ** <Ann>") == ("Search", (4,), "4")
    assert rolls.modified_in("** Search = 4 ** <Ann>") is None


def test_a_bridge_is_told_the_dice_and_what_was_added(
    small: Game, log: saves.Save, tmp_path: Path
) -> None:
    scene = observe(small, [read(log, TOLD, tmp_path)])
    assert [roll for seen in scene.steps for roll in seen.rolls] == [
        Roll("spy", (3, 4)),
        Roll("spy", (6, 1), 1, ("earlier tries",)),
    ]


def test_an_honest_report_is_no_finding(small: Game, log: saves.Save, tmp_path: Path) -> None:
    assert findings(small, log, TOLD, tmp_path) == []


@pytest.mark.parametrize(
    ("said", "did"),
    [
        ("Spy = 6,1 +1 (earlier tries) = 9", "the chat makes 9 of what adds up to 8"),
        ("Spy = 5,1 +1 (earlier tries) = 7", "the chat says 5,1"),
        ("Spy = 6,1 +1 (friends) = 8", "the chat tells of a modifier +1 (friends)"),
        ("Spy = 6,1 -2 (Scout) = 5", "the chat tells of a modifier -2 (Scout)"),
    ],
)
def test_a_report_that_was_touched_up_is_found(
    said: str, did: str, small: Game, log: saves.Save, tmp_path: Path
) -> None:
    (found,) = findings(small, log, said, tmp_path)
    assert (found.code, found.step) == ("dice.altered", 2)
    assert did in found.did
