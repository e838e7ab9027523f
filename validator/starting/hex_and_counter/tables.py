"""The numbers of the definition for the cases: none of them is written in Python."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.rules.marching import Marches, marches_over

from .state import State, Unit

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Game, Table

FIRST, SECOND = "Soviet", "German"
OTHER = {FIRST: SECOND, SECOND: FIRST, "": ""}
STEPS = {"soviet_turn": FIRST, "german_turn": SECOND, "end": ""}
"""The steps of game.yaml at which the turn tracker stops, with their sides."""
TOWN = ("0806", "0906")
RESERVE, ENTRY = "Reinforcements", "0106"
LOSSES = {FIRST: "Soviet losses", SECOND: "German losses"}
STACK = 2


@dataclass(frozen=True, eq=False, repr=False)
class Tables:
    """All values that the cases use."""

    marches: Marches
    left: Mapping[str, int]
    """By kind of terrain: how many columns an attack on it is shifted to the left."""
    counters: Mapping[str, Counter]
    results: Table
    last_turn: int
    set_up: Mapping[str, Unit]

    def side(self, unit: str) -> str:
        """The side of a unit."""
        return self.counters[unit].side or ""

    def value(self, state: State, unit: str, name: str) -> int:
        """``attack``, ``defence`` or ``movement`` on the face that is up."""
        counter = self.counters[unit]
        shown = counter.words["reduced"].values if state.units[unit].reduced else {}
        return int(str(shown.get(name, counter.values[name])))

    def units(self, state: State, side: str, at: Collection[str] | None = None) -> list[str]:
        """A side's units on the map, or in some places."""
        places = self.marches.near if at is None else at
        return [u for u, one in state.units.items() if one.at in places and self.side(u) == side]

    def places(self, state: State, side: str) -> frozenset[str]:
        """The hexes with units of a side."""
        return frozenset(state.units[unit].at for unit in self.units(state, side))


def tables(game: Game) -> Tables:
    """Build the tables, once for each game."""
    units = {one.id: one for one in game.counters if one.kind == "unit"}
    kinds = game.map("map").terrain.kinds  # type: ignore[union-attr]
    lefts = {kind: str(one.values.get("combat")).partition(" left") for kind, one in kinds.items()}
    return Tables(
        marches_over(game.map("map")),
        {kind: int(columns) for kind, (columns, left, _) in lefts.items() if left},
        units,
        game.table("crt"),
        game.turns.last or 0,
        {
            unit: Unit(row.at or "")
            for row in game.scenario().placements
            for unit in row.pieces
            if unit in units
        },
    )
