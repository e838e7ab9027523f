"""Whatever is done at the table, an audit ends with a report."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.definition.reader import game_folder
from tests.modules.recorded import PLAYED, defined, read_module
from tests.sampling import one_in
from validator.audit import audit
from validator.playing.logbook import TableStage
from validator.proving.gestures import REFUSALS, Gesture, perform
from validator.proving.subject import Subject
from validator.rules.loading import load_rules

ACTS = 40


class Meddler:
    """Does anything at a table, by no rules."""

    def __init__(self, game: Any, stage: TableStage, rng: Random) -> None:
        self.stage = stage
        self.rng = rng
        self.sides = [side.id for side in game.sides if side.role == "player"]
        self.maps = [board.id for board in game.maps]
        self.decks = {deck.id for board in game.maps for deck in board.decks}
        self.counters = {one.id: one for one in game.counters if self._lies_here(one.id)}
        self.actions = game.actions
        self.dice = {one.id: one for one in game.dice}

    def _lies_here(self, piece: str) -> bool:
        """Whether the set-up lays a counter out."""
        with suppress(*REFUSALS):
            return bool(self.stage.counter(piece))
        return False

    def acts(self) -> Iterator[Gesture]:
        """Acts that the table allows, each done at once."""
        ways = (self.dragged, self.dragged, self.drawn, self.chosen, self.pressed, self.undone)
        while True:
            gesture = self.rng.choice(ways)()
            try:
                perform(gesture, self.stage)
            except REFUSALS:
                continue
            yield gesture

    def _do(self, name: str, *args: Any) -> Gesture:
        return Gesture(name, self.rng.choice(self.sides), args)

    def dragged(self) -> Gesture:
        piece = self.rng.choice(list(self.counters))
        return self._to(piece, self.stage.map_of(piece) or self.maps[0])

    def drawn(self) -> Gesture:
        lie = [one for one in self.counters if self.stage.where(one) in self.decks]
        return self._to(self.rng.choice(lie), self.rng.choice(self.maps)) if lie else self.undone()

    def _to(self, piece: str, board: str) -> Gesture:
        place = self.rng.choice(sorted(self.stage.places(board)))
        return self._do("drag", (piece,), board, place)

    def chosen(self) -> Gesture:
        able = [
            (piece.id, action)
            for piece in self.counters.values()
            for action in self.actions
            if action.on == "piece" and {piece.id, piece.kind} & set(action.pieces)
        ]
        if not able:
            return self.undone()
        piece, action = self.rng.choice(able)
        return self._do("choose", piece, action.name, self._rolls(action))

    def pressed(self) -> Gesture:
        action = self.rng.choice([one for one in self.actions if one.on == "toolbar"])
        return self._do("press", action.name, self._rolls(action))

    def undone(self) -> Gesture:
        return self._do("undo")

    def _rolls(self, action: Any) -> dict[str, tuple[int, ...]]:
        if not action.dice:
            return {}
        dice = self.dice[action.dice]
        return {dice.name: tuple(self.rng.randint(1, dice.sides) for _ in range(dice.count))}


@pytest.mark.parametrize(
    ("game", "seed"),
    one_in(10, [(game, seed) for seed in (1, 2) for game in PLAYED], arguments=2),
)
def test_whatever_is_done_an_audit_ends_with_a_report(tmp_path: Path, game: str, seed: int) -> None:
    rules = load_rules(defined(game), game_folder(game.partition("@")[0]))
    subject = Subject(rules, read_module(game), tmp_path)
    played = subject.play(seed, "random", by_hand=False)
    rng = Random(f"{seed}/meddled")
    begun = played.gestures[: rng.randrange(len(played.gestures))]
    meddler = Meddler(rules.game, subject.set_out(played, begun), rng)
    done = [*islice(meddler.acts(), ACTS)]
    log = subject.written(played, [*begun, *done])
    for reveal in (False, True):
        assert audit([log.path], reveal=reveal).findings
