"""A self-played game of any module as steps of its log that can be changed, and written again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from generator.definition import load_game
from generator.definition.schema import Game
from generator.vassal import modules, saves, trees
from generator.vassal.saves import Save
from generator.vassal.trees import Node
from tests.blank_module import write_blank_module
from validator.playing import logbook
from validator.playing.gestures import Seat
from validator.playing.position import position
from validator.reading import reader
from validator.reading.reader import Reading
from validator.table import Table

PLAYED = (
    "graf_spee",
    "under_ten_flags",
    "atlantic_chase",
    "red_flags@first_shots",
    "uboat_variant@first_patrol",
)
"""A game of each module that is soon played."""

_FOLDER = TemporaryDirectory(prefix="recorded-")
"""Modules and games of this run; gone when it ends."""


@cache
def defined(game_id: str) -> Game:
    """The definition of a game; ``uboat_variant@first_patrol`` begins with that set-up."""
    name, _, setup = game_id.partition("@")
    game = load_game(name)
    return game.begun_at(setup) if setup else game


@cache
def module_file(game_id: str) -> Path:
    """Its module, with blank pictures: drawing has tests of its own."""
    return write_blank_module(defined(game_id), Path(_FOLDER.name))


@cache
def read_module(game_id: str) -> modules.Module:
    """The same, read."""
    return modules.read(module_file(game_id))


@dataclass(frozen=True)
class Moment:
    """A point of a game at which the table shows what the engine's verbs have done."""

    verbs: int
    steps: int
    state: Any


class RecordedGame:
    """One game: as the engine played it, and the steps of its log."""

    def __init__(self, game_id: str, seed: int, style: str, by_hand: bool) -> None:
        self.id, self.seed, self.style, self.by_hand = game_id, seed, style, by_hand
        module = read_module(game_id)
        self.logged: logbook.Logged = logbook.played_out(
            defined(game_id), module, seed=seed, players=style, by_hand=by_hand
        )
        self.path = module_file(game_id).with_name(f"{game_id}-{style}-{seed}-{by_hand}.vlog")
        saves.write(self.path, logbook.save_of(module, self.logged))
        self.save: Save = saves.read(self.path)
        self.root = self.save.tree()
        ended = next(at for at, row in enumerate(self.root.children) if row.text == "end_save")
        self.head = self.root.children[: ended + 1]
        self.steps = list(self.root.children[ended + 1 :])
        self.verbs = [one.verb for one in self.logged.record.played]
        self.states = [one.before for one in self.logged.record.played] + [self.logged.record.final]
        self.at = dict(self.logged.shown)
        self.moments = [
            Moment(done, steps, self.states[done]) for done, steps in sorted(self.at.items())
        ]

    def __str__(self) -> str:
        return f"{self.style}-{self.seed}{'-by-hand' if self.by_hand else ''}"

    @cached_property
    def reading(self) -> Reading:
        return reader.read_file(self.path)

    @property
    def seats(self) -> dict[str, Seat]:
        return {seat.side: seat for seat in self.logged.seats}

    def table(self, step: int) -> Table:
        return self.reading.table(step)

    def head_at(self, step: int) -> tuple[Node, ...]:
        """The save part of a log begun after a step."""
        return trees.parse(saves.compose(*position(self.table(step)))).children

    def write(self, path: Path, steps: Sequence[Node], head: Sequence[Node] | None = None) -> Path:
        """A log with these steps, from this game's set-up or from another position."""
        root = Node(self.root.text, (*(head if head is not None else self.head), *steps))
        text = trees.encode(root).encode("utf-8")
        saves.write(path, Save(text, self.save.veil, self.save.savedata, self.save.moduledata))
        return path


@cache
def recorded(
    game_id: str, seed: int, style: str = "purposeful", by_hand: bool = False
) -> RecordedGame:
    """A game by seed; played once for all tests."""
    return RecordedGame(game_id, seed, style, by_hand)
