"""Damage to ships (pp. 11, 50, 52, 58): Hits, Damage, sinking."""

from __future__ import annotations

from validator.rules.states import Pending

from . import state as st
from .owing import earned, owed
from .state import Ship, State
from .tables import CONVOY, DESTROYERS, Tables

DAMAGE_IN_HITS = 2
"""The number of Hits that Damage means for a ship that is never damaged (AC-50.5)."""


def never_damaged(t: Tables, ship: str) -> bool:
    """Whether a ship is a Convoy or a DD Squadron, for which Damage counts as two Hits
    (AC-50.5)."""
    return t.ships[ship].kind in (CONVOY, DESTROYERS)


def hit(t: Tables, state: State, ship_id: str, hits: int) -> State:
    """The state after a ship suffers Hits: at its Defence number it is damaged, and further Hits
    count on (AC-52.2 to AC-52.4); Hits on a Convoy are points (AC-11.2)."""
    ship = state.ship(ship_id)
    if not ship_id or ship_id not in t.ships:
        return state
    if t.ships[ship_id].kind == CONVOY:
        worth = t.convoy_hit * hits
        new = state.with_ship(ship.changed(hits=ship.hits + hits))
        return earned(new, st.OTHER[t.ships[ship_id].side], worth, "AC-11.2")
    return _counted(t, state, ship.changed(hits=ship.hits + hits))


def damage(t: Tables, state: State, ship_id: str) -> State:
    """The state after a ship is damaged, or sinks if it already was (AC-50.4); Hits on it stay
    (AC-50.6)."""
    ship = state.ship(ship_id)
    if ship_id not in t.ships:
        return state
    if never_damaged(t, ship_id):
        hits = 1 if ship.dispersed else DAMAGE_IN_HITS
        return state.owing(Pending(st.HITS, "", "AC-50.5", ship_id, hits))
    if ship.damaged:
        return sunk(t, state, ship)
    return _counted(t, _leaderless(t, state, ship.id), ship.changed(damaged=True))


def _leaderless(t: Tables, state: State, ship: str) -> State:
    """The state with leaders who must leave a ship: a damaged one if there is another, or one that
    sank (AC-50.7)."""
    gone = state.ship(ship).at == st.OUT
    others = any(one.id != ship for one in state.ships_of(state.ship(ship).at)) and not gone
    return state.owing(
        *(
            Pending(st.LEADER, t.leaders[one][0], "AC-50.7", one)
            for one, at in state.leaders.items()
            if one in t.leaders
            if at == ship and (gone or others) and owed(state, st.LEADER, one) is None
        )
    )


def _counted(t: Tables, state: State, ship: Ship) -> State:
    """The state after a ship's Hits are compared with its Defence."""
    kind = t.ships[ship.id]
    if kind.kind == DESTROYERS:
        lost = ship.hits >= t.dd_hits
        return sunk(t, state, ship) if lost else state.with_ship(ship)
    if not ship.damaged and ship.hits >= kind.front.defence:
        ship = ship.changed(damaged=True, hits=ship.hits - kind.front.defence)
        state = _leaderless(t, state, ship.id)
    if ship.damaged and ship.hits >= kind.damaged.defence:
        return sunk(t, state, ship)
    return state.with_ship(ship)


def sunk(t: Tables, state: State, ship: Ship) -> State:
    """The state after a ship is lost; a task force without ships leaves the map (AC-62.5)."""
    force = ship.at
    new = _leaderless(t, state.with_ship(ship.changed(at=st.OUT, lost_with=force)), ship.id)
    worth = t.sunk_points.get(t.ships[ship.id].kind, 0)
    new = earned(new, st.OTHER[t.ships[ship.id].side], worth, "AC-50.4")
    if any(new.ships_of(force)) or not new.force(force).in_play:
        return new
    return new.without(force).owing(Pending(st.WITHDRAW, t.side_of(force), "AC-62.5", force))
