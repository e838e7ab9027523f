"""The game's files as the cases look them up: what stands in a chart stands in no Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.rules.marching import Marches, marches_over

from .state import State, Unit

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Game, Table

FIRST, SECOND = "Soviet", "German"
OTHER = {FIRST: SECOND, SECOND: FIRST, "": ""}
STEPS = {"soviet_turn": FIRST, "german_turn": SECOND, "end": ""}
"""The steps of game.yaml that the turn tracker stops at, and whose they are."""
TOWN = ("0806", "0906")
RESERVE, ENTRY = "Reinforcements", "0106"
"""The box of units to come, and the hex where their road reaches the map."""
LOSSES = {FIRST: "Soviet losses", SECOND: "German losses"}
STACK = 2


@dataclass(frozen=True, eq=False, repr=False)
class Tables:
    """Everything that is looked up."""

    marches: Marches
    left: Mapping[str, int]
    """By kind of ground: an attack on it is worked out so many columns to the left."""
    counters: Mapping[str, Counter]
    results: Table
    last_turn: int
    set_up: Mapping[str, Unit]

    def side(self, unit: str) -> str:
        """Whose unit it is."""
        return self.counters[unit].side or ""

    def value(self, state: State, unit: str, name: str) -> int:
        """``attack``, ``defence`` or ``movement``, as the face that is up shows it."""
        counter, shown = self.counters[unit], {}
        if state.units[unit].reduced and "reduced" in counter.words:
            shown = dict(counter.words["reduced"].values)
        return int(str(shown.get(name, counter.values[name])))

    def units(self, state: State, side: str, places: Iterable[str] | None = None) -> list[str]:
        """A side's units on the map, or in some places."""
        wanted = self.marches.near if places is None else tuple(places)
        return [u for u, one in state.units.items() if one.at in wanted and self.side(u) == side]


def tables(game: Game) -> Tables:
    """Look everything up once."""
    units = {one.id: one for one in game.counters if one.kind == "unit"}
    rows = game.scenario().placements
    kinds = game.map("map").terrain.kinds  # type: ignore[union-attr]
    lefts = {kind: str(one.values.get("combat")).partition(" ") for kind, one in kinds.items()}
    return Tables(
        marches_over(game.map("map")),
        {kind: int(columns) for kind, (columns, _, way) in lefts.items() if way == "left"},
        units,
        game.table("crt"),
        game.turns.last or 0,
        {one: Unit(row.at or "") for row in rows for one in row.pieces if one in units},
    )
