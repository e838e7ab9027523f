"""The effects of the set-up, cards, points and the steps of an activation, legal or not."""

from __future__ import annotations

from validator.hidden.whereabouts import Whereabouts
from validator.rules.states import THIS_TURN, Pending

from . import facts
from . import state as st
from . import verbs as v
from .book import does, effect
from .facts import acted, hex_of, judged, named, owed, told_apart
from .hunting import ghosts, mark_on, passes
from .state import State
from .tables import BLACK, JOKER_CARD, RED, Tables


@effect
def roll_recycle(tables: Tables, state: State, roll: v.RollRecycle) -> State:
    voyage = state.voyage(roll.acvm)
    new = state.with_voyage(voyage.changed(rolled=state.serial))
    new.rolls, new.step = state.rolls + 1, st.RECYCLING
    what = st.MAYBE_RETURN if roll.die is None else st.RETURN
    needed = tables.recycle_needs - tables.recycle_more * state.rolls  # UTF-5.4b, d
    if roll.die is None or roll.die >= needed:
        return new.owing(Pending(what, st.BRITISH, "UTF-5.4c", roll.acvm))
    return new


@effect
def return_set(tables: Tables, state: State, back: v.ReturnSet) -> State:
    new = state.with_voyage(st.Voyage(back.acvm))
    return new.done(st.RETURN, back.acvm).done(st.MAYBE_RETURN, back.acvm)


@effect
def exit_map(tables: Tables, state: State, leaving: v.ExitMap) -> State:
    voyage = state.voyage(leaving.acvm)
    here = frozenset((tables.port_at.get(voyage.at, ""),)) & voyage.destination
    ship = voyage.ship
    if leaving.ghost is not None:
        ship = frozenset(one for one in ship if tables.ships[one].ghost == leaving.ghost) or ship
    new = state.changed(cruisers=facts.let_go(state, voyage.id), step=st.ARRIVALS)
    ends = named(leaving.destination, tables.ports, here or voyage.destination)
    waiting = voyage.changed(at=st.WAITING, waits=state.serial, ship=ship, destination=ends)
    new.voyages = told_apart(state.with_voyage(waiting).voyages)
    which = ghosts(tables, ship)
    points = tables.points_exit if False in which else tables.points_ghost_exit
    if len(which) > 1 or not here:  # its name, or whether it arrived, may be shown in another way
        return new.owing(Pending(st.MAYBE, st.BRITISH, "UTF-4.1.2b", leaving.acvm, points))
    return facts.points_owed(tables, new, points, st.BRITISH, "UTF-4.1.2b", leaving.acvm)


@effect
def plot_cruiser(tables: Tables, state: State, plot: v.PlotCruiser) -> State:
    cruiser = state.cruiser(plot.ca)
    new = state.changed(step=st.CRUISERS)
    if plot.hex is None:
        at = cruiser.at if st.BRITISH not in state.sees else facts.at_sea(tables, state, cruiser).at
        return new.with_cruiser(cruiser.changed(at=at, plotted=state.serial))
    if plot.hex not in cruiser.at:
        new.cruisers = acted(tables, state, plot.ca)
    cruiser = new.cruisers.get(plot.ca, cruiser)
    return new.with_cruiser(cruiser.changed(at=Whereabouts.at(plot.hex), plotted=state.serial))


@effect
def switch(tables: Tables, state: State, switch: v.Switch) -> State:
    if isinstance(switch, v.JoinEscort):
        at = Whereabouts.at(switch.acvm)
    else:
        at = Whereabouts.among(hex_of(state, place) for place in state.cruiser(switch.ca).at)
    new = state.changed(cruisers=acted(tables, state, switch.ca), step=st.CRUISERS)
    cruiser = new.cruiser(switch.ca)
    return new.with_cruiser(cruiser.changed(at=at, switched=state.serial))


# --- Routes ----------------------------------------------------------------------------


@effect
def move_acvm(tables: Tables, state: State, move: v.MoveACVM) -> State:
    voyage = state.voyage(move.acvm)
    goals = facts.goals_of_step(tables, voyage, move.hex)
    arrow, face = move.arrow or voyage.arrow, move.face or voyage.face
    turned = facts.is_turned(voyage, move.face)
    moved = voyage.changed(at=move.hex, moved=state.serial, arrow=arrow, face=face, turned=turned)
    new = state.with_voyage(moved).changed(step=st.SAILING)
    if goals and len(goals) < len(voyage.destination):
        new.voyages = told_apart(new.with_voyage(moved.changed(destination=goals)).voyages)
    return new


@effect
def choose_start(tables: Tables, state: State, choose: v.ChooseStart) -> State:
    here = Whereabouts.among(tables.neighbours if choose.hex is None else (choose.hex,))
    return state.changed(atlantis=here, stood=here)


@effect
def place_cruiser(tables: Tables, state: State, place: v.PlaceCruiser) -> State:
    cruiser = state.cruiser(place.ca)
    where = place.escorts or place.hex
    here = starts(tables, state) if where is None else Whereabouts.at(where)
    return state.with_cruiser(cruiser.changed(at=here, idle=here, start=here))


def starts(tables: Tables, state: State) -> Whereabouts:
    """Where a cruiser may start: at the entry hex or beside it, or as the first convoy's escort."""
    convoys = [one.id for one in state.voyages.values() if tables.on_map(one.at)]
    return Whereabouts.among((*sorted(tables.entry_hexes), *convoys))


@effect
def draw_set(tables: Tables, state: State, draw: v.DrawSet) -> State:
    new = state.changed(sets_drawn=state.sets_drawn + 1)
    if state.phase != st.SET_UP:
        new.step = st.NEW_VOYAGE
    if tables.on_map(state.voyage(draw.acvm).at):
        return new  # it sails on with the set it has
    ports, ships = facts.ports_in_cup(tables, state), facts.ships_in_cup(tables, state)
    origin = named(draw.origin, tables.ports, ports)
    destination = named(draw.destination, tables.ports, ports)
    ship = named(draw.ship, tables.ships, ships)
    drawn = st.Voyage(draw.acvm, st.DRAWN, origin, destination, ship)
    new.voyages = new.with_voyage(drawn).voyages
    case = "UTF-3.3.2c" if state.phase == st.SET_UP else "UTF-5.2d"
    return new.owing(Pending(st.PLACE, st.BRITISH, case, draw.acvm))


@effect
def place_acvm(tables: Tables, state: State, place: v.PlaceACVM) -> State:
    voyage = state.voyage(place.acvm)
    if voyage.at == st.FREE:  # nobody saw its set being drawn
        ports, ships = facts.ports_in_cup(tables, state), facts.ships_in_cup(tables, state)
        voyage = st.Voyage(voyage.id, st.DRAWN, ports, ports, ships)
    origin = tables.port_at.get(place.hex, "")
    known = frozenset((origin,)) & voyage.origin or voyage.origin
    ends = (voyage.destination - known) or voyage.destination
    placed = voyage.changed(at=place.hex, origin=known, destination=ends, placed=state.serial)
    placed.arrow, placed.face = place.arrow, place.face
    sets = told_apart(state.with_voyage(placed).voyages)
    return state.done(st.PLACE, place.acvm).changed(voyages=sets)


SIDE_OF = {RED: st.BRITISH, BLACK: st.GERMAN}
"""The side that a colour activates (UTF-4.0c)."""


@effect
def draw_card(tables: Tables, state: State, draw: v.DrawCard) -> State:
    new = _ready_for_a_card(tables, state)
    if draw.card is None:  # nobody knows whose activation it begins
        return new.changed(doubt=new.doubt | {THIS_TURN})
    new.drawn = new.drawn | {draw.card}
    colour = tables.cards.get(draw.card, "")
    if colour == JOKER_CARD:
        return _joker(tables, new)
    side = SIDE_OF.get(colour)
    if side is None:
        return new
    last, often = new.streak
    new.streak = (side, often + 1 if side == last else 1)
    return new if new.streak[1] > tables.in_a_row else _activated(tables, new, side)


def _ready_for_a_card(tables: Tables, state: State) -> State:
    """The state before a new card: whatever should have been done before counts as done."""
    new = state.changed()
    if new.phase == st.SET_UP:
        new = _begun(tables, new)
    elif new.phase != st.CARDS:
        new = _closed(new)
    if owed(new, st.JOKER):
        new = _joker_back(new)
    return _next_turn(tables, new) if owed(new, st.TURN) else new


def _begun(tables: Tables, state: State) -> State:
    """The state when turn 1 begins; units whose placing nobody saw may be anywhere that they may
    start."""
    cruisers = {}
    for one in state.cruisers.values():
        at = one.at or starts(tables, state)
        cruisers[one.id] = one.changed(at=at, idle=at, start=one.start or at)
    new = state.changed(phase=st.CARDS, turn=1, pending=(), cruisers=cruisers)
    return new.changed(atlantis=state.atlantis or Whereabouts.among(tables.neighbours))


def _activated(tables: Tables, state: State, side: str) -> State:
    """The state when an activation begins."""
    cruisers = state.cruisers
    if side == st.BRITISH and side not in state.sees:  # they sail in secret
        cruisers = {one.id: facts.at_sea(tables, state, one) for one in cruisers.values()}
    return state.begun(
        st.ACTIVATION,
        phase=st.PHASE_OF[side],
        step=(st.BRITISH_STEPS if side == st.BRITISH else st.GERMAN_STEPS)[0],
        serial=state.serial + 1,
        activated={**state.activated, side: state.activated.get(side, 0) + 1},
        cruisers=cruisers,
        stood=state.atlantis,
    )


def _joker(tables: Tables, state: State) -> State:
    """The state after a Joker: it ends the turn if both sides were activated (UTF-5.1b, 5.1c), and
    the last one ends the game."""
    if any(state.activated.get(side, 0) < tables.at_least for side in SIDE_OF.values()):
        return state.owing(Pending(st.JOKER, "", "UTF-5.1b"))
    if state.turn >= tables.last_turn:
        return judged(tables, state.changed(last_joker=True))
    return state.owing(Pending(st.TURN, "", "UTF-5.1d"))


def _joker_back(state: State) -> State:
    return state.done(st.JOKER).changed(drawn=state.drawn - {JOKER_CARD})


does(v.ReturnJoker, lambda tables, state, back: _joker_back(state))
does(v.EndTurn, lambda tables, state, end: _next_turn(tables, _closed(state)))
does(v.EndActivation, lambda tables, state, end: judged(tables, _closed(state)))


def _next_turn(tables: Tables, state: State) -> State:
    """The next turn, all cards shuffled (DU-5)."""
    if state.outcome is not None or state.last_joker:
        return state
    return state.begun(
        st.TURN_OF_PLAY,
        phase=st.CARDS,
        turn=state.turn + 1,
        activated={},
        pending=tuple(p for p in state.pending if p.what not in (st.TURN, st.JOKER)),
        doubt=state.doubt - {THIS_TURN},
    )


def _closed(state: State) -> State:
    """The state after the end of an activation.

    Points that were not booked may still be booked; all else that was pending is dropped. Morale
    that was not marked stays known for one more activation, in which the marker may be lowered
    late. If the German plots in secret in a grey column and no check is seen, Atlantis may have
    stayed (UTF-4.2.1c) or the dice may have been rolled on the desk: where it is stays open.
    """
    late = tuple(p for p in (*state.late, *state.pending) if p.what in (st.POINTS, st.MAYBE))
    late += tuple(p for p in state.pending if p.what == st.MORALE)
    kept = tuple(p for p in state.pending if p.what in (st.TURN, st.JOKER))
    new = state.changed(lies={}, step="", pending=kept, late=late, hunt=None, plot="")
    new.phase = state.phase if state.outcome is not None else st.CARDS
    return new


@effect
def draw_cruiser_card(tables: Tables, state: State, draw: v.DrawCruiserCard) -> State:
    new = state.done(st.CRUISER_CARD)
    if draw.card is None:
        new.unseen_cards = state.unseen_cards + 1
        return _perhaps_active(new)
    new.cruiser_cards = state.cruiser_cards | {draw.card}
    if tables.cruiser_cards.get(draw.card) != RED:
        return new
    new.reds, new.red_serial = state.reds + 1, state.serial
    if new.reds < len(new.cruisers):
        return _perhaps_active(new)
    new.cruisers = {one.id: one.changed(active=True) for one in new.cruisers.values()}
    return new


def _perhaps_active(state: State) -> State:
    """The cruisers after a red card: one of the inactive ones may be active, and nobody has seen
    which (DU-22)."""
    return state.changed(
        cruisers={
            one.id: one.changed(active=None, idle=one.at) if one.active is False else one
            for one in state.cruisers.values()
        }
    )


@effect
def plot_atlantis(tables: Tables, state: State, plot: v.PlotAtlantis) -> State:
    if plot.hex is None:
        at, entry = state.atlantis.moved(tables, tables.hexes_a_card), st.SECRET
    else:
        at = Whereabouts.at(plot.hex)
        entry = st.STAY if plot.hex == state.atlantis.place else st.MOVE
    new = _written(tables, state, entry, plot.column)
    new.atlantis = at
    new.denied = frozenset()
    if entry == st.MOVE and tables.grey(new.column):
        return new.owing(Pending(st.CHECK, st.GERMAN, "UTF-9.1c"))
    return new


@effect
def rest(tables: Tables, state: State, resting: v.Rest) -> State:
    new = _written(tables, state, st.REST)
    return facts.morale_owed(tables, new, tables.morale_rest, "UTF-9.1g")


def _written(tables: Tables, state: State, entry: str, column: int | None = None) -> State:
    """The state after one more column of the sheet is filled; every fifth one costs a level of
    morale. A column out of order counts as written on the sheet, and the count goes on from
    there."""
    filled = state.column + 1 if column is None else column
    new = state.changed(column=filled, plot=entry, stood=state.atlantis)
    if tables.grey(new.column):
        return facts.morale_owed(tables, new, -tables.morale_lost, "UTF-9.1a")
    return new


@effect
def use_uboat(tables: Tables, state: State, supply: v.UseUBoat) -> State:
    new = facts.morale_owed(
        tables, state.changed(supplied=supply.box), tables.uboat_gain, "UTF-9.2c"
    )
    before = mark_on(state, supply.box)
    wear = tables.uboat_wear.get(before)
    if wear is None or supply.box not in tables.uboats:
        return new
    if supply.die is None:
        return new.owing(Pending(st.MAYBE_WORN, st.GERMAN, "UTF-9.2d", supply.box))
    after = wear.get(supply.die, before)
    if after == before:
        return new
    at_once = tables.uboat_wear[st.INTACT].get(supply.die) == st.CROSSED
    case = "UTF-9.2f" if at_once else "UTF-9.2e"
    return new.owing(Pending(st.BOX, st.GERMAN, case, supply.box, to=after))


@effect
def morale_check(tables: Tables, state: State, check: v.MoraleCheck) -> State:
    new = state.done(st.CHECK).changed(checked=True, check_dice=check.dice)
    if check.dice is None:
        new.atlantis = state.atlantis.joined(state.stood)
    elif not passes(tables, state, check.dice):
        new.atlantis = state.stood or state.atlantis
        new.plot = st.CANCELLED
    return new


@effect
def change_morale(tables: Tables, state: State, change: v.ChangeMorale) -> State:
    levels = tables.morale
    place = levels.index(state.morale) if state.morale in levels else 0
    level = levels[min(max(place - change.delta, 0), len(levels) - 1)]
    return state.changed(morale=level, pending=_moved(state.pending, change.delta))


def _moved(pending: tuple[Pending, ...], delta: int) -> tuple[Pending, ...]:
    """What the fatigue marker still owes after a move; the oldest step in its direction is done
    first."""
    left = []
    for entry in pending:
        if entry.what == st.MORALE and entry.points * delta > 0:
            delta -= entry.points
        else:
            left.append(entry)
    return tuple(left)
