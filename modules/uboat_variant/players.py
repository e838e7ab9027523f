"""Players who want to win: boats go for convoys, the Barbarigo for a harbour; escorts and aircraft
go for boats, and convoys get away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from validator.hidden.ways import FAR
from validator.rules.players import Player
from validator.rules.sequence import Due
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .grids import may_act
from .state import ALLIED, AXIS, BARBARIGO, State, Unit
from .tables import Tables

WORTH: dict[type[Verb], float] = {
    **dict.fromkeys((v.Torpedo, v.AswAttack, v.Gunfire, v.AirAttack), 4.0),
    **dict.fromkeys((v.FrogmanAttack, v.Arrive), 6.0),
    **dict.fromkeys((v.Enter, v.FlyAsw, v.HuffDuff, v.AirDetect, v.Detect), 3.0),
    **dict.fromkeys((v.TryEntry, v.Repair, v.PlaceCap, v.DetermineConvoy, v.RandomEvent), 1.0),
    **dict.fromkeys((v.Rebase, v.AirCombat, v.ExitMap), -1.0),
    **dict.fromkeys((v.Bomb, v.Ferry, v.Bombard), 1.5),
}
"""What most verbs are worth, whatever their fields say."""


LONG = 4
"""So many rounds a hunt on a grid lasts."""


class Admiral(Player):
    """Either side."""

    tables: Tables

    def worth(self, state: State, decision: Verb) -> float:
        match decision:
            case v.NavalMove(unit=name, to=to, depth=depth):
                return self._nearer(state, name, to) + 0.3 * (depth == st.SURFACED)
            case v.SecondMove(boat=name, to=to):
                return self._nearer(state, name, to)
            case v.GridMove(unit=name, to=to, exits=exits):
                return self._on_grid(state, state.unit(name), to, exits)
            case v.ExitMap(boat=name):
                spent = state.unit(name).damage >= 3 or self._is_spent(state.unit(name))
                return 2.0 if spent else -1.0
            case v.Refuel(boat=name, fuel=fuel):
                return float(fuel) if state.unit(name).fuel < 8 else -1.0
            case v.Torpedo(torpedoes=number):
                return 4.0 + number / 4
            case v.Patrol(zone=zone):
                return 1.0 + sum(self.tables.is_boat(one.id) for one in state.in_zone(zone))
            case v.FixRole(role=role):
                return float(role == st.FERRY)
            case v.FillContainer(markers=markers):
                hits = sum(self.tables.strikes_hit.get(one, 0) for one in markers or ())
                return float(hits if self.side == AXIS else -hits)
        return WORTH.get(type(decision), 0.0)

    def _is_spent(self, boat: Unit) -> bool:
        return not boat.torpedoes and not boat.cargo and boat.id != BARBARIGO

    def answers(self, state: State, due: Due) -> Iterator[Verb]:
        """Of moves those of one unit, the first that has something to do."""
        (kind, *_) = due.verbs
        if due.piece or kind not in (v.NavalMove, v.SecondMove, v.GridMove):
            yield from self.rules.answers(state, due)
            return
        field = "boat" if kind is v.SecondMove else "unit"
        for name in self.tables.of_side(self.side):
            unit = state.unit(name)
            done = unit.moved if kind is v.NavalMove else unit.again
            if unit.gone or (not may_act(state, unit) if kind is v.GridMove else done):
                continue
            found = [*self.rules.answers(state, replace(due, piece=name, field=field))]
            yield from found
            if any(self.worth(state, one) > 0 for one in found):
                return

    # --- Over the areas

    def _nearer(self, state: State, name: str, to: str) -> float:
        """By how many areas a unit comes nearer to what it is after; not worth it: it stays."""
        t, unit = self.tables, state.unit(name)
        goals = set(self._goals(state, unit))
        if not goals or to == unit.at:
            return -1.0
        far, near = (min(t.areas_between(at, goal) for goal in goals) for at in (unit.at, to))
        return float(far - near) if far > near else -1.0

    def _goals(self, state: State, unit: Unit) -> Iterable[str]:
        t = self.tables
        if t.is_convoy(unit.id):
            return (unit.goal,) if unit.goal else ()
        if unit.id == BARBARIGO and state.role == st.FERRY:
            return (one.area for one in t.places.values() if one.american)
        if t.is_boat(unit.id) and self._is_spent(unit):
            return t.german_exits if unit.cargo == 0 else ()
        wanted = t.is_convoy if self.side == AXIS else t.is_boat
        there = (one for one in state.units.values() if wanted(one.id) and not one.gone)
        return (one.at for one in there if one.at in t.neighbours)

    # --- On the grids

    def _on_grid(self, state: State, unit: Unit, to: str, exits: bool) -> float:
        """Nearer to what is hunted, or away from who hunts."""
        t = self.tables
        foes = [o for o in state.units.values() if o.square and t.side_of(o.id) != self.side]
        prey = [o for o in foes if self.side == ALLIED or t.is_convoy(o.id)]
        hunts = bool(prey) and not t.is_convoy(unit.id) and not self._is_spent(unit)
        if exits:
            return -1.0 if hunts and state.contact.round < LONG else 2.0
        near, far = (
            min((t.squares_between(at, o.square) for o in (prey if hunts else foes)), default=FAR)
            for at in (to, unit.square)
        )
        return float(far - near) if hunts else float(near - far) / 2


PLAYERS = {"purposeful": {AXIS: Admiral, ALLIED: Admiral}}
"""Styles of play, and who plays each side so."""
