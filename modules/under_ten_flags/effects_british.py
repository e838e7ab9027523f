"""What the set-up and the steps of a British activation do to the state, legal or not."""

from __future__ import annotations

from validator.hidden.whereabouts import Whereabouts
from validator.rules.states import Pending

from . import state as st
from . import verbs as v
from .book import effect
from .facts import (
    acted,
    at_sea,
    goals_of_step,
    hex_of,
    let_go,
    points_owed,
    ports_in_cup,
    settled,
    ships_in_cup,
    told_apart,
)
from .state import State
from .tables import Tables

# --- Waiting sets ----------------------------------------------------------------------


@effect
def roll_recycle(tables: Tables, state: State, roll: v.RollRecycle) -> State:
    voyage = state.voyages.get(roll.acvm, st.Voyage(roll.acvm))
    new = state.with_voyage(voyage.changed(rolled=state.serial))
    new.rolls, new.step = state.rolls + 1, st.RECYCLING
    what = st.MAYBE_RETURN if roll.die is None else st.RETURN
    needed = tables.recycle_needs - tables.recycle_more * state.rolls  # UTF-5.4b, d
    if roll.die is None or roll.die >= needed:
        new.pending = (*state.pending, Pending(what, st.BRITISH, "UTF-5.4c", roll.acvm))
    return new


@effect
def return_set(tables: Tables, state: State, back: v.ReturnSet) -> State:
    new = state.with_voyage(st.Voyage(back.acvm))
    for what in (st.RETURN, st.MAYBE_RETURN):
        new.pending = settled(new, what, back.acvm)
    return new


# --- Leaving the map -------------------------------------------------------------------


@effect
def exit_map(tables: Tables, state: State, leaving: v.ExitMap) -> State:
    voyage = state.voyages.get(leaving.acvm, st.Voyage(leaving.acvm))
    end = leaving.destination or tables.port_at.get(voyage.at, "")
    known = leaving.destination is not None or end in voyage.destination
    ship = voyage.ship
    if leaving.ghost is not None:
        ship = frozenset(one for one in ship if _is_ghost(tables, one) == leaving.ghost) or ship
    new = state.changed(cruisers=let_go(state, voyage.id), step=st.ARRIVALS)
    ends = frozenset((end,)) if known else voyage.destination
    waiting = voyage.changed(at=st.WAITING, waits=state.serial, ship=ship, destination=ends)
    new.voyages = told_apart({**state.voyages, voyage.id: waiting})
    ghost = all(_is_ghost(tables, one) for one in ship)
    points = tables.points_ghost_exit if ghost else tables.points_exit
    if not ghost and any(_is_ghost(tables, one) for one in ship):
        owing = Pending(st.MAYBE, st.BRITISH, "UTF-4.1.2b", leaving.acvm, points)
        return new.changed(pending=(*new.pending, owing))
    return points_owed(tables, new, points, st.BRITISH, "UTF-4.1.2b", leaving.acvm)


def _is_ghost(tables: Tables, ship: str) -> bool:
    return ship in tables.ships and tables.ships[ship].ghost


# --- Cruisers --------------------------------------------------------------------------


@effect
def plot_cruiser(tables: Tables, state: State, plot: v.PlotCruiser) -> State:
    cruiser = state.cruisers.get(plot.ca, st.Cruiser(plot.ca))
    new = state.changed(step=st.CRUISERS)
    if plot.hex is None:
        at = cruiser.at if st.BRITISH not in state.sees else at_sea(tables, state, cruiser).at
        return new.with_cruiser(cruiser.changed(at=at, plotted=state.serial))
    if plot.hex not in cruiser.at:
        new.cruisers = acted(tables, state, plot.ca)
    cruiser = new.cruisers.get(plot.ca, cruiser)
    return new.with_cruiser(cruiser.changed(at=Whereabouts.at(plot.hex), plotted=state.serial))


@effect
def switch(tables: Tables, state: State, switch: v.JoinEscort | v.LeaveEscort) -> State:
    if isinstance(switch, v.JoinEscort):
        at = Whereabouts.at(switch.acvm)
    else:
        at = Whereabouts.among(hex_of(state, place) for place in state.cruiser(switch.ca).at)
    new = state.changed(cruisers=acted(tables, state, switch.ca), step=st.CRUISERS)
    cruiser = new.cruisers.get(switch.ca, st.Cruiser(switch.ca))
    return new.with_cruiser(cruiser.changed(at=at, switched=state.serial))


# --- Routes ----------------------------------------------------------------------------


@effect
def move_acvm(tables: Tables, state: State, move: v.MoveACVM) -> State:
    voyage = state.voyages.get(move.acvm, st.Voyage(move.acvm))
    goals = goals_of_step(tables, voyage, move.hex)
    arrow, face = move.arrow or voyage.arrow, move.face or voyage.face
    moved = voyage.changed(at=move.hex, moved=state.serial, arrow=arrow, face=face)
    new = state.with_voyage(moved).changed(step=st.SAILING)
    if goals and len(goals) < len(voyage.destination):
        new.voyages = told_apart({**new.voyages, move.acvm: moved.changed(destination=goals)})
    return new


@effect
def choose_start(tables: Tables, state: State, choose: v.ChooseStart) -> State:
    here = anywhere(tables) if choose.hex is None else Whereabouts.at(choose.hex)
    return state.changed(atlantis=here, stood=here)


def anywhere(tables: Tables) -> Whereabouts:
    """Atlantis may start on every numbered hex."""
    return Whereabouts.among(tables.neighbours)


@effect
def place_cruiser(tables: Tables, state: State, place: v.PlaceCruiser) -> State:
    cruiser = state.cruisers.get(place.ca, st.Cruiser(place.ca))
    where = place.escorts or place.hex
    here = starts(tables, state) if where is None else Whereabouts.at(where)
    return state.with_cruiser(cruiser.changed(at=here, idle=here, start=here))


def starts(tables: Tables, state: State) -> Whereabouts:
    """Where a cruiser may start: at the entry hex or beside it, or as the first convoy's escort."""
    convoys = [one.id for one in state.voyages.values() if tables.on_map(one.at)]
    return Whereabouts.among((*sorted(tables.entry_hexes), *convoys))


@effect
def draw_set(tables: Tables, state: State, draw: v.DrawSet) -> State:
    ports, ships = ports_in_cup(tables, state), ships_in_cup(tables, state)
    cups = ((draw.origin, ports), (draw.destination, ports), (draw.ship, ships))
    first, second, ship = (cup if one is None else frozenset((one,)) for one, cup in cups)
    new = state.with_voyage(st.Voyage(draw.acvm, st.DRAWN, first, second, ship))
    case = "UTF-3.3.2c" if state.phase == st.SET_UP else "UTF-5.2d"
    new.pending = (*state.pending, Pending(st.PLACE, st.BRITISH, case, draw.acvm))
    new.sets_drawn = state.sets_drawn + 1
    if state.phase != st.SET_UP:
        new.step = st.NEW_VOYAGE
    return new


@effect
def place_acvm(tables: Tables, state: State, place: v.PlaceACVM) -> State:
    voyage = state.voyages.get(place.acvm, st.Voyage(place.acvm))
    origin = tables.port_at.get(place.hex, "")
    known = frozenset((origin,)) & voyage.origin or voyage.origin
    ends = (voyage.destination - known) or voyage.destination
    placed = voyage.changed(at=place.hex, origin=known, destination=ends, placed=state.serial)
    placed.arrow, placed.face = place.arrow, place.face
    sets = told_apart({**state.voyages, voyage.id: placed})
    return state.changed(voyages=sets, pending=settled(state, st.PLACE, place.acvm))
