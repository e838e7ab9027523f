"""What gunfire, prizes and points do to the state, legal or not: section 8."""

from __future__ import annotations

from dataclasses import replace

from validator.rules.points import booked
from validator.rules.states import Pending

from . import state as st
from .book import effect
from .facts import cruiser_cards_left, judged, let_go, owed, settled, told_apart
from .hunting import prize_shown, worths
from .state import State
from .tables import Tables
from .verbs import ChangePoints, GunRange, SetAside, ShowShip

# --- The gun range ---------------------------------------------------------------------


@effect
def gun_range(tables: Tables, state: State, fire: GunRange) -> State:
    new = state.changed(pending=settled(state, st.GUN, fire.target))
    if state.hunt is not None:
        new.hunt = state.hunt.changed(under_fire=fire.target, gun=fire.die)
    if fire.target == st.ATLANTIS:
        sunk = fire.die in tables.atlantis_sunk_on
        return judged(tables, new.changed(sunk=True)) if sunk else new
    new.step = st.GUNNERY
    voyage = state.voyages.get(fire.target)
    if voyage is None or fire.die is None:
        return new
    lost = fire.die in tables.acv_lost_on
    case, box = ("UTF-8.1e", st.PRIZES) if lost else ("UTF-8.1d", st.ROW)
    goes = Pending(st.DISPLAY, st.BRITISH, case, f"{voyage.id}={box}")
    new.pending = (*new.pending, *shown(new, voyage.id, case), goes)
    return taken(tables, new, voyage) if lost else new


def taken(tables: Tables, state: State, voyage: st.Voyage) -> State:
    """A cargo ship is lost: its set waits, points are paid, a cruiser card is drawn.

    The cruiser deck is not shuffled again (DU-22): after its last card there is none to draw.
    """
    die = state.hunt.gun if state.hunt is not None else None
    prize = st.Prize(voyage.id, voyage.origin, voyage.destination, voyage.ship, die)
    most = max(worths(tables, prize), default=0)
    owing = [Pending(st.POINTS, st.GERMAN, "UTF-8.2.5", voyage.id, most)]
    if tables.on_map(voyage.at):
        owing.insert(0, Pending(st.ASIDE, st.BRITISH, "DU-14", voyage.id))
    if cruiser_cards_left(tables, state):
        owing.append(Pending(st.CRUISER_CARD, st.BRITISH, "UTF-5.3b"))
    return state.changed(prize=prize, pending=(*state.pending, *owing))


def shown(state: State, acvm: str, case: str) -> tuple[Pending, ...]:
    """A ship whose name is not known yet must be shown."""
    known = state.voyage(acvm).known
    return () if known else (Pending(st.SHOW, st.BRITISH, case, acvm),)


def discovered(state: State, acvm: str) -> tuple[Pending, ...]:
    """A ghost that was discovered is shown and leaves the game (UTF-8.2.3, DU-14)."""
    return (
        *shown(state, acvm, "UTF-8.2.3"),
        Pending(st.DISPLAY, st.BRITISH, "UTF-8.2.3", f"{acvm}={st.OUT}"),
        Pending(st.ASIDE, st.BRITISH, "DU-14", acvm),
    )


# --- What comes to light ---------------------------------------------------------------


@effect
def show_ship(tables: Tables, state: State, showing: ShowShip) -> State:
    new = state.changed(pending=settled(state, st.SHOW, showing.acvm))
    voyage = state.voyages.get(showing.acvm)
    cargo = tables.ships.get(showing.ship)
    if voyage is None or cargo is None:
        return new
    if not voyage.ship:  # it has left its set already
        new.gone = {**state.gone, showing.ship: st.OUT if cargo.ghost else st.PRIZES}
    else:
        known = voyage.changed(ship=frozenset({showing.ship}), known=True)
        new.voyages = told_apart({**state.voyages, voyage.id: known})
        if cargo.ghost and _was_beaten(state, voyage):
            owing = (p for p in discovered(new, voyage.id) if p not in state.pending)
            new.pending = (*new.pending, *owing)
    return _prize_shown(tables, new, showing)


def _prize_shown(tables: Tables, state: State, act: ShowShip | SetAside) -> State:
    """What is shown tells what the prize is worth."""
    if state.prize is None or state.prize.acvm != act.acvm:
        return state
    return _still_to_pay(tables, state.changed(prize=prize_shown(state.prize, act)))


def _was_beaten(state: State, voyage: st.Voyage) -> bool:
    """Whether the counter-search of its ship has failed, as far as one knows."""
    counter, leaves = state.counter(voyage.id), owed(state, st.DISPLAY, f"{voyage.id}={st.OUT}")
    return counter is not None and not counter.found and leaves is None


@effect
def set_aside(tables: Tables, state: State, aside: SetAside) -> State:
    new = state.changed(pending=settled(state, st.ASIDE, aside.acvm))
    voyage = state.voyages.get(aside.acvm)
    if voyage is None:
        return new
    new.cruisers = let_go(state, voyage.id)
    waiting = voyage.changed(at=st.WAITING, waits=state.serial)
    if aside.origin is not None:
        waiting.origin = frozenset({aside.origin})
    if aside.destination is not None:
        waiting.destination = frozenset({aside.destination})
    new.voyages = told_apart({**state.voyages, voyage.id: waiting})
    return _prize_shown(tables, new, aside)


# --- Points ----------------------------------------------------------------------------


@effect
def change_points(tables: Tables, state: State, change: ChangePoints) -> State:
    new = state.changed(points=state.points + change.delta)
    new.pending, rest = booked(state.pending, change.delta)
    new.late, _ = booked(state.late, rest)
    if state.prize is not None and change.delta > 0:
        prize = replace(state.prize, paid=state.prize.paid + change.delta)
        new = _still_to_pay(tables, new.changed(prize=prize))
    return judged(tables, new)


def _still_to_pay(tables: Tables, state: State) -> State:
    """What is owed when one knows better what the prize is worth, or has paid some of it."""
    prize = state.prize
    assert prize is not None
    rest = max(worths(tables, prize), default=0) - prize.paid
    kept = [p for p in state.pending if not (p.what == st.POINTS and p.piece == prize.acvm)]
    if rest > 0:
        kept.append(Pending(st.POINTS, st.GERMAN, "UTF-8.2.5", prize.acvm, rest))
    return state.changed(pending=tuple(kept))
