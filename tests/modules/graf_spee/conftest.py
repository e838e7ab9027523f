"""A bench on which positions of the Graf Spee game are set up and cases tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from generator.definition.reader import load_game
from generator.places import games_folder
from modules.graf_spee.state import (
    ATLANTIC,
    COMBAT,
    ROYAL_NAVY,
    VOYAGE_LOG,
    State,
    Supply,
)
from modules.graf_spee.verbs import EndMovement, EndTurn, NoContact, RevealPiece, ShowShip
from validator.hidden.whereabouts import Whereabouts
from validator.rules import bench
from validator.rules.engine import GameRules
from validator.rules.loading import load_rules

SUPPLIES = {"supply_1": "B3", "supply_2": "D3", "supply_3": "C5"}


class Bench(bench.Bench):
    """The rules with a few words to set up positions and to hold cases."""

    # --- positions ---

    def position(
        self,
        step: str = ROYAL_NAVY,
        *,
        ship: str = "C3",
        at: Mapping[str, str] | None = None,
        up: Iterable[str] = (),
        turn: int = 3,
        supplies: Mapping[str, str] = SUPPLIES,
        used: Iterable[str] = (),
        **fields: Any,
    ) -> State:
        """A turn under way: pieces not named in ``at`` wait in the Atlantic box."""
        start: State = self.rules.start()
        pieces = {}
        for piece in start.pieces.values():
            where = (at or {}).get(piece.id, ATLANTIC)
            on_map = self.rules.tables.on_map(where)
            pieces[piece.id] = piece.changed(
                at=where, face_up=piece.id in up, entered=int(on_map), drawn=int(on_map)
            )
        values: dict[str, Any] = {
            "step": step,
            "turn": turn,
            "placed": True,
            "split": True,
            "ship": Whereabouts.at(ship),
            "course_known": step != VOYAGE_LOG,
            "supplies": {name: Supply(place, name in used) for name, place in supplies.items()},
            "pieces": pieces,
        }
        return start.changed(**{**values, **fields})

    def searching(self, **words: Any) -> State:
        """Step 3 after a turn's movement, the German having said that there was no contact."""
        return self.after(self.position(COMBAT, **words), NoContact())

    def contact(self, *names: str, ship: str = "B4", **words: Any) -> State:
        """The ship and the named pieces met and were shown; nobody has fired."""
        at = {**dict.fromkeys(names, ship), **words.pop("at", {})}
        state = self.after(self.position(COMBAT, ship=ship, at=at, **words), ShowShip(ship))
        for name in names:
            state = self.after(state, RevealPiece(name, self.rules.tables.units[name]))
        return state

    def unseen(self, step: str = ROYAL_NAVY, **fields: Any) -> State:
        """A turn as everybody may know it: all pieces unknown, the ship anywhere."""
        start: State = self.rules.start_unseen()
        values: dict[str, Any] = {
            "step": step,
            "turn": 3,
            "placed": True,
            "split": True,
            "ship": Whereabouts.among(self.rules.tables.neighbours),
            "supplies": {name: Supply() for name in SUPPLIES},
        }
        return start.changed(**{**values, **fields})

    # --- play ---

    def next_turn(self, state: State) -> State:
        """The next turn's first step, whatever this turn still owes."""
        return self.forced(state, EndMovement(), EndTurn())


@pytest.fixture(scope="session")
def graf_spee_rules() -> GameRules:
    return load_rules(load_game("graf_spee"), games_folder() / "graf_spee")


@pytest.fixture(name="bench")
def graf_spee_bench(graf_spee_rules: GameRules) -> Bench:
    return Bench(graf_spee_rules)
