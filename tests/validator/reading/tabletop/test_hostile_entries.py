"""Whatever a log tells, it is read: as steps, or as doubts."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from generator.definition.schema import Game
from tests.validator.reading.tabletop.written_logs import WrittenLog
from validator.reading import listing
from validator.reading.tabletop.entries import ACTS
from validator.reading.tabletop.pieces import Counters
from validator.table import Deck


class Chaos:
    """Entries that are well formed, and mean anything."""

    def __init__(self, log: WrittenLog, seed: int) -> None:
        self.log = log
        self.rng = random.Random(seed)
        pieces = [f"piece/{one.id}" for one in log.scene.pieces]
        self.things = [*pieces, *pieces, "piece/none", "~0000aa", "~0000bb", "deck/Cup", "", "?\t;"]
        self.boxes = ["deck/Cup", "deck/Cards", "deck/None", "tray/1", "~0000aa", "~0000bb", "\x1b"]
        self.points = [
            log.point(map_.id, place)
            for map_ in log.game.maps
            for place in (*log.scene.map(map_.name).layout.places, *[d.id for d in map_.decks])
        ]
        self.values: dict[str, Callable[[], Any]] = {
            "p": lambda: self.rng.choice(self.things),
            "i": lambda: self.rng.choice([*self.boxes, "hand/Red", "hand/Blue", "hand/<x>\t"]),
            "o": self.point,
            "r": lambda: self.rng.randrange(360),
            "x": lambda: self.rng.choice(
                ["", "hello", "* ! Red declares FIRE", "a\x1bLOG\tb", "\\"]
            ),
            "g": lambda: "0000aa",
            "q": lambda: "Custom_Tile",
        }

    def point(self) -> list[int]:
        far = [self.rng.randint(-(10**9), 10**9) for _ in range(3)]
        return self.rng.choice([*self.points, *self.points[:3], far])

    def add(self) -> None:
        word = self.rng.choice(sorted(ACTS))
        number = self.rng.randint(0, 3)
        lies = {"p": ..., "o": ..., "r": ..., "d": number % 2, "s": number + 1}
        own: dict[str, dict[str, Any]] = {
            "load": {"s": number, "k": "load"},
            "seat": {"s": self.rng.choice(["connect", "disconnect", "colour", "side"])},
            "pick": {"p": ..., "f": self.point()},
            "drop": {"p": ..., "f": [0, 0, 0], **lies},
            "settle": lies,
            "flip": {"p": ..., "d": number % 2},
            "rotate": {"p": ..., "r": ...},
            "state": {"p": ..., "f": 1, "s": number + 1},
            "leave": {"p": ..., "i": ..., "o": ..., "d": number % 2},
            "enter": {"p": ..., "i": ..., "o": ...},
            "shuffle": {"i": ..., "o": ...},
            "search": {"i": ..., "s": "end"},
            "roll": {
                "k": self.rng.choice(["guns", "luck", "", "none"]),
                "d": [[self.rng.choice(["die/6/1", "die/0/1", "~"]), number]] * number,
            },
            "hand": {"p": ..., "s": self.rng.choice(["in", "out"]), "i": ...},
            "zone": {"p": ..., "s": "in", "i": "zone/field/Camp"},
            "spawn": {"p": ..., "g": ..., "q": ..., "o": ...},
            "destroy": {"p": ..., "o": ...},
            "chat": {"x": ...},
            "declare": {
                "k": self.rng.choice([*[one.id for one in self.log.game.actions], "none"]),
                "x": ...,
                "p": ...,
            },
            "property": {
                "k": self.rng.choice(["Points", "none"]),
                "f": number,
                "v": self.rng.choice([number, -(10**15), 10**15]),
            },
            "step": {"f": [1, 0], "v": [self.rng.randint(-2, 10**7), number - 1]},
            "turn": {"f": "Red"},
            "head": {"x": ""},
        }
        values = own.get(word, {"p": ...})
        who = self.rng.choice(["Red", "Blue", "Judge", "Pink", "Grey", "", "\x1b\t;"])
        self.log.add(
            word,
            who,
            self.rng.choice(["Anna", "Ben", "", "<x> [y] (z)\t\x1b", "P1"]),
            **{key: self.values[key]() if one is ... else one for key, one in values.items()},
        )


@pytest.mark.parametrize("seed", range(12))
def test_any_entries_are_read_and_shown_to_everybody(table_game: Game, seed: int) -> None:
    log = WrittenLog(table_game)
    chaos = Chaos(log, seed)
    for _ in range(400):
        chaos.add()
    reading = log.reading()
    assert len(reading.steps) > 50
    for side in (None, "Red"):
        view = log.view(side)
        assert [step.number for step in view.steps] == list(range(1, len(view.steps) + 1))
        assert all(step.events for step in view.steps)
        for value in listing.event_values(view):
            assert "\n" not in listing.event_line(value)
        list(listing.table_lines(view.scene()))


@pytest.mark.parametrize("seed", range(12))
def test_what_the_lowering_remembers_is_what_lies_on_the_table(
    table_game: Game, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Counters] = []
    monkeypatch.setattr(
        "validator.reading.tabletop.lowering.Counters",
        lambda *given: kept.append(Counters(*given)) or kept[-1],
    )
    log = WrittenLog(table_game)
    chaos = Chaos(log, seed)
    for _ in range(400):
        chaos.add()
    table = log.reading().table()
    for piece in log.scene.pieces:
        counter = kept[0].get(f"piece/{piece.id}")
        if counter is None or counter.spare:
            continue
        standing = table.pieces[counter.id]
        holder = table.container(standing)
        assert (standing.map, standing.x, standing.y) == (counter.map, counter.x, counter.y)
        assert (holder.name if isinstance(holder, Deck) else "") == counter.deck
        assert list(standing.states)[:-1] == counter.states[:-1]
    for name, deck in kept[0].decks.items():
        holder = table.containers[deck.id]
        assert list(holder.members) == kept[0].in_deck(name)
