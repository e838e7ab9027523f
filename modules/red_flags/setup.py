"""How a battle begins: the places, facings and carriers of its units (RFD-48)."""

from __future__ import annotations

from typing import Any

from .state import State, Unit
from .tables import Kind, Tables


def start(t: Tables) -> State:
    """The state before the first card, as the scenario places the counters."""
    scenario = t.game.scenario()
    where = {piece: one for one in scenario.placements for piece in one.pieces}
    carried = {
        name.removeprefix("carried "): str(carrier)
        for name, carrier in scenario.values.items()
        if name.startswith("carried ")
    }
    ours = [name for units in t.groups.values() for name in units if name in where]
    kinds = {one.id: one.kind for one in t.game.counters}
    lying: dict[str, set[str]] = {"mines": set(), "wire": set()}
    for piece, one in where.items():
        if kinds.get(piece) in lying and t.on_map(one.at or ""):
            lying[kinds[piece]].add(one.at or "")
    return State(
        turn=scenario.first_turn,
        units={name: _placed(t, where.get(name), name, carried) for name in ours},
        mines=frozenset(lying["mines"]),
        wire=frozenset(lying["wire"]),
    )


def _placed(t: Tables, placement: Any, name: str, carried: dict[str, str]) -> Unit:
    at = placement.at if t.on_map(placement.at or "") else ""
    return unit_of(t.units[name]).changed(
        at="" if name in carried else at,
        inside=carried.get(name, ""),
        dug_in=placement.face == "dug_in",
        limbered=placement.face == "limbered",
        facing=placement.facing or "",
        loads=t.loads if t.units[name].row in t.bombs else 0,
    )


def unit_of(kind: Kind) -> Unit:
    """A complete unit that is not placed yet."""
    return Unit(
        kind.id,
        men=kind.men,
        support=kind.support,
        vehicles=kind.vehicles,
        charges=kind.charges,
        shots=kind.shots,
    )
