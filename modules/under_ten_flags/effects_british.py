"""What the steps of a British activation do to the state, legal or not; searches stand apart."""

from __future__ import annotations

from validator.hidden.whereabouts import Whereabouts
from validator.rules.states import Pending

from .book import effect
from .facts import acted, at_sea, goals_of_step, hex_of, let_go, points_owed, settled, told_apart
from .state import (
    ARRIVALS,
    BRITISH,
    CRUISERS,
    MAYBE,
    MAYBE_RETURN,
    RECYCLING,
    RETURN,
    SAILING,
    WAITING,
    Cruiser,
    State,
    Voyage,
)
from .tables import Tables
from .verbs import (
    ExitMap,
    JoinEscort,
    LeaveEscort,
    MoveACVM,
    PlotCruiser,
    ReturnSet,
    RollRecycle,
)

# --- Waiting sets ----------------------------------------------------------------------


@effect
def roll_recycle(tables: Tables, state: State, roll: RollRecycle) -> State:
    voyage = state.voyages.get(roll.acvm, Voyage(roll.acvm))
    new = state.with_voyage(voyage.changed(rolled=state.serial))
    new.rolls = state.rolls + 1
    new.step = RECYCLING
    what = MAYBE_RETURN if roll.die is None else RETURN
    if roll.die is None or comes_back(tables, state.rolls, roll.die):
        back = Pending(what, BRITISH, "UTF-5.4c", roll.acvm)
        new.pending = (*state.pending, back)
    return new


def comes_back(tables: Tables, earlier: int, die: int) -> bool:
    """Whether a die brings a set back after so many rolls in the activation (UTF-5.4b, d)."""
    return die + tables.recycle_more * earlier >= tables.recycle_needs


@effect
def return_set(tables: Tables, state: State, back: ReturnSet) -> State:
    new = state.with_voyage(Voyage(back.acvm))
    for what in (RETURN, MAYBE_RETURN):
        new.pending = settled(new, what, back.acvm)
    return new


# --- Leaving the map -------------------------------------------------------------------


@effect
def exit_map(tables: Tables, state: State, leaving: ExitMap) -> State:
    voyage = state.voyages.get(leaving.acvm, Voyage(leaving.acvm))
    end = leaving.destination or tables.port_at.get(voyage.at, "")
    known = leaving.destination is not None or end in voyage.destination
    ship = voyage.ship
    if leaving.ghost is not None:
        ship = frozenset(one for one in ship if _is_ghost(tables, one) == leaving.ghost) or ship
    new = state.changed(cruisers=let_go(state, voyage.id), step=ARRIVALS)
    waiting = voyage.changed(
        at=WAITING,
        waits=state.serial,
        ship=ship,
        destination=frozenset((end,)) if known else voyage.destination,
    )
    new.voyages = told_apart({**state.voyages, voyage.id: waiting})
    ghost = all(_is_ghost(tables, one) for one in ship)
    points = tables.points_ghost_exit if ghost else tables.points_exit
    if not ghost and any(_is_ghost(tables, one) for one in ship):
        owing = Pending(MAYBE, BRITISH, "UTF-4.1.2b", leaving.acvm, points)
        new.pending = (*new.pending, owing)
        return new
    return points_owed(tables, new, points, BRITISH, "UTF-4.1.2b", leaving.acvm)


def _is_ghost(tables: Tables, ship: str) -> bool:
    return ship in tables.ships and tables.ships[ship].ghost


# --- Cruisers --------------------------------------------------------------------------


@effect
def plot_cruiser(tables: Tables, state: State, plot: PlotCruiser) -> State:
    cruiser = state.cruisers.get(plot.ca, Cruiser(plot.ca))
    new = state.changed(step=CRUISERS)
    if plot.hex is None:
        at = cruiser.at if BRITISH not in state.sees else at_sea(tables, state, cruiser).at
        return new.with_cruiser(cruiser.changed(at=at, plotted=state.serial))
    if plot.hex not in cruiser.at:
        new.cruisers = acted(tables, state, plot.ca)
    return new.with_cruiser(
        new.cruisers.get(plot.ca, cruiser).changed(
            at=Whereabouts.at(plot.hex), plotted=state.serial
        )
    )


@effect
def join_escort(tables: Tables, state: State, join: JoinEscort) -> State:
    return _switched(tables, state, join.ca, Whereabouts.at(join.acvm))


@effect
def leave_escort(tables: Tables, state: State, leave: LeaveEscort) -> State:
    cruiser = state.cruisers.get(leave.ca, Cruiser(leave.ca))
    return _switched(
        tables,
        state,
        leave.ca,
        Whereabouts.among(hex_of(state, place) for place in cruiser.at),
    )


def _switched(tables: Tables, state: State, ca: str, at: Whereabouts) -> State:
    new = state.changed(cruisers=acted(tables, state, ca), step=CRUISERS)
    cruiser = new.cruisers.get(ca, Cruiser(ca))
    return new.with_cruiser(cruiser.changed(at=at, switched=state.serial))


# --- Routes ----------------------------------------------------------------------------


@effect
def move_acvm(tables: Tables, state: State, move: MoveACVM) -> State:
    voyage = state.voyages.get(move.acvm, Voyage(move.acvm))
    goals = goals_of_step(tables, voyage, move.hex)
    moved = voyage.changed(
        at=move.hex,
        moved=state.serial,
        arrow=move.arrow or voyage.arrow,
        face=move.face or voyage.face,
    )
    new = state.with_voyage(moved)
    new.step = SAILING
    if goals and len(goals) < len(voyage.destination):
        new.voyages = told_apart({**new.voyages, move.acvm: moved.changed(destination=goals)})
    return new
