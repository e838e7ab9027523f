"""The effects of searches, gunfire and prizes, legal or not: sections 7 and 8."""

from __future__ import annotations

from dataclasses import replace

from validator.hidden.whereabouts import Whereabouts
from validator.rules.points import having_booked
from validator.rules.states import Pending

from . import hunting
from . import state as st
from . import verbs as v
from .book import effect
from .facts import acted, cruiser_cards_left, judged, let_go, named, owed, told_apart
from .hunting import prize_shown, worths
from .state import State
from .tables import Tables

# --- The gun range ---------------------------------------------------------------------


@effect
def gun_range(tables: Tables, state: State, fire: v.GunRange) -> State:
    new = state.done(st.GUN, fire.target)
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
    if not lost and state.hunt is None:
        return new  # rolled for nobody: a ship in its row goes nowhere
    case, box = ("UTF-8.1e", st.PRIZES) if lost else ("UTF-8.1d", st.ROW)
    goes = Pending(st.DISPLAY, st.BRITISH, case, voyage.id, to=box)
    new = new.owing(*shown(new, voyage.id, case), goes)
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
    return state.changed(prize=prize).owing(*owing)


def shown(state: State, acvm: str, case: str) -> tuple[Pending, ...]:
    """Pending: a ship whose name is not known yet must be shown."""
    known = state.voyage(acvm).known
    return () if known else (Pending(st.SHOW, st.BRITISH, case, acvm),)


def discovered(state: State, acvm: str) -> tuple[Pending, ...]:
    """Pending: a discovered ghost is shown and leaves the game (UTF-8.2.3, DU-14)."""
    return (
        *shown(state, acvm, "UTF-8.2.3"),
        Pending(st.DISPLAY, st.BRITISH, "UTF-8.2.3", acvm, to=st.OUT),
        Pending(st.ASIDE, st.BRITISH, "DU-14", acvm),
    )


# --- What comes to light ---------------------------------------------------------------


@effect
def show_ship(tables: Tables, state: State, showing: v.ShowShip) -> State:
    new = state.done(st.SHOW, showing.acvm)
    voyage = state.voyages.get(showing.acvm)
    cargo = tables.ships.get(showing.ship)
    if voyage is None or cargo is None:
        return new
    if not voyage.ship:  # it has left its set already
        new.gone = {**state.gone, showing.ship: st.OUT if cargo.ghost else st.PRIZES}
    else:
        known = voyage.changed(ship=frozenset({showing.ship}), known=True)
        new.voyages = told_apart(state.with_voyage(known).voyages)
        if cargo.ghost and _was_beaten(state, voyage):
            new = new.owing(*(p for p in discovered(new, voyage.id) if p not in state.pending))
    return _prize_shown(tables, new, showing)


def _prize_shown(tables: Tables, state: State, act: v.ShowShip | v.SetAside) -> State:
    """A revealed identity determines the value of the prize."""
    if state.prize is None or state.prize.acvm != act.acvm:
        return state
    return _still_to_pay(tables, state.changed(prize=prize_shown(tables, state.prize, act)))


def _was_beaten(state: State, voyage: st.Voyage) -> bool:
    """Whether the counter-search of its ship has failed, as far as known."""
    counter, leaves = state.counter(voyage.id), owed(state, st.DISPLAY, voyage.id, st.OUT)
    return counter is not None and not counter.found and leaves is None


@effect
def set_aside(tables: Tables, state: State, aside: v.SetAside) -> State:
    new = state.done(st.ASIDE, aside.acvm)
    voyage = state.voyages.get(aside.acvm)
    if voyage is None:
        return new
    new.cruisers = let_go(state, voyage.id)
    waiting = voyage.changed(at=st.WAITING, waits=state.serial)
    waiting.origin = named(aside.origin, tables.ports, voyage.origin)
    waiting.destination = named(aside.destination, tables.ports, voyage.destination)
    new.voyages = told_apart(state.with_voyage(waiting).voyages)
    return _prize_shown(tables, new, aside)


@effect
def change_points(tables: Tables, state: State, change: v.ChangePoints) -> State:
    new = having_booked(state, change.delta).changed(points=state.points + change.delta)
    if state.prize is not None and change.delta > 0:
        prize = replace(state.prize, paid=state.prize.paid + change.delta)
        new = _still_to_pay(tables, new.changed(prize=prize))
    return judged(tables, new)


def _still_to_pay(tables: Tables, state: State) -> State:
    """The state with the points that are still due after the prize's value became known, or was
    booked in part."""
    prize = state.prize
    assert prize is not None
    rest = max(worths(tables, prize), default=0) - prize.paid
    kept = [p for p in state.pending if not (p.what == st.POINTS and p.piece == prize.acvm)]
    if rest > 0:
        kept.append(Pending(st.POINTS, st.GERMAN, "UTF-8.2.5", prize.acvm, rest))
    return state.changed(pending=tuple(kept))


# --- Who searches ----------------------------------------------------------------------


@effect
def atlantis_search(tables: Tables, state: State, search: v.AtlantisSearch) -> State:
    throw = hunting.thrown(tables, st.ATLANTIS, search.modifier, search.die)
    new = state.changed(
        step=st.SEARCHING,
        atlantis=state.atlantis.shown(search.hex),
        searched=state.searched | {st.ATLANTIS},
        cvm={**state.cvm, st.ATLANTIS: search.hex},
        hunt=st.Hunt(st.ATLANTIS, search.hex, search.acvm, throw),
    )
    if throw.found and hunting.is_there(new, search.acvm):
        new = new.owing(*_found(state, st.BRITISH, search.acvm))
    return _worn(tables, new, throw)


@effect
def cruiser_search(tables: Tables, state: State, search: v.CruiserSearch) -> State:
    throw = hunting.thrown(tables, search.ca, search.modifier, search.die)
    new = state.changed(
        step=st.CRUISER_SEARCH,
        searched=state.searched | {search.ca},
        hunt=st.Hunt(search.ca, search.hex, st.ATLANTIS, throw),
        pending=tuple(p for p in state.pending if p.what not in st.OF_A_SEARCH),
    )
    if search.hex:
        new = _shown_there(tables, new, search.ca, search.hex, active=True)
    if search.hex and search.modifier == st.FREE_FACE:
        new = _sails(new, search.ca, search.hex, free=True, escort=False)
    if throw.found:
        new = new.owing(Pending(st.ANSWER, st.GERMAN, "UTF-7.5b"))
    return _worn(tables, new, throw)


@effect
def answer_search(tables: Tables, state: State, reply: v.AnswerSearch) -> State:
    new = state.done(st.ANSWER)
    hunt = state.hunt
    if hunt is None or hunt.by == st.ATLANTIS:
        return new
    new.hunt = hunt.changed(answer=reply.found)
    if reply.found:
        new.hunt = _forced(new.hunt)
        new.atlantis = state.atlantis.shown(hunt.hex) if hunt.hex else state.atlantis
        return new.owing(*_found(state, st.GERMAN, st.ATLANTIS))
    if hunt.roll.found and hunt.hex:
        new.atlantis = state.atlantis.said_not_in((hunt.hex,))
        new.denied = state.denied | {hunt.hex}
    return new


@effect
def react(tables: Tables, state: State, reaction: v.React) -> State:
    throw = hunting.thrown(tables, reaction.ca, reaction.modifier, reaction.die)
    hunt = state.hunt
    if hunt is None or hunt.by != st.ATLANTIS:
        return _worn(tables, state, throw)
    escorted = _reacts_as_escort(state, reaction, hunt.hex)
    new = _shown_there(tables, state, reaction.ca, hunt.hex, active=escorted is False)
    if escorted is not None:
        new = _sails(new, reaction.ca, hunt.hex, free=not escorted, escort=escorted)
    new.hunt = hunt.changed(reactor=reaction.ca, escorted=escorted, reaction=throw)
    if escorted is not False or throw.found is not False:
        new.pending = _no_more(new, hunt.target, st.BRITISH_SIGHTING)
    if escorted or throw.found:
        new = new.owing(*_back(new, hunt.target, "UTF-7.2.1e"))
    if throw.found:
        new = new.owing(*_found(state, st.GERMAN, st.ATLANTIS))
    return _worn(tables, new, throw)


def _reacts_as_escort(state: State, reaction: v.React, hex_id: str) -> bool | None:
    """Whether a cruiser reacts as an escort; ``None`` if nobody has seen it."""
    cruiser = state.cruisers.get(reaction.ca)
    if cruiser is None:
        return False
    escort = hunting.may_escort_in(state, cruiser, hex_id)
    if escort and hex_id in cruiser.at and cruiser.active is not False:
        return False if reaction.modifier == st.FREE_FACE else None
    return escort  # an escort that uses the -1 of its other face is still an escort


# --- What follows ----------------------------------------------------------------------


def _found(state: State, side: str, piece: str) -> tuple[Pending, ...]:
    """Pending: a ship that was found goes to its sighting box, unless it is still there from
    another search, and rolls its counter-search."""
    box = hunting.SIGHTING_OF[piece == st.ATLANTIS]
    what = st.ATLANTIS_COUNTER if piece == st.ATLANTIS else st.ACV_COUNTER
    counter = Pending(what, side, "UTF-7.5c", piece)
    if state.cvm.get(piece) == box:
        return (counter,)
    return (Pending(st.DISPLAY, side, "UTF-7.5b", piece, to=box), counter)


def _no_more(state: State, acvm: str, *boxes: str, but: str = "") -> tuple[Pending, ...]:
    """What stays pending if a ship no longer goes to some boxes, nor does what it owes."""
    over = ("", *boxes)
    return tuple(p for p in state.pending if p.piece != acvm or p.to not in over or p.what == but)


def _back(state: State, acvm: str, case: str) -> tuple[Pending, ...]:
    """Pending: a ship on the displays must go back to its row."""
    lies = state.voyage(acvm).box != st.ROW
    return (Pending(st.DISPLAY, st.BRITISH, case, acvm, to=st.ROW),) if lies else ()


def _forced(hunt: st.Hunt) -> st.Hunt:
    """The search after somebody was treated as found against the dice: the audit continues from
    there."""
    if hunt.by == st.ATLANTIS and hunt.reaction is not None and hunt.reaction.found is False:
        return hunt.changed(reaction=st.Throw(hunt.reaction.modifier))
    if hunt.by != st.ATLANTIS and hunt.roll.found is False:
        return hunt.changed(roll=st.Throw(hunt.roll.modifier))
    return hunt


def _worn(tables: Tables, state: State, throw: st.Throw) -> State:
    """The state after a throw with a disguise or an aeroplane: its counter or box may have to be
    moved or marked."""
    counter, box = hunting.laid_for(tables, throw.modifier)
    if not counter:
        return state
    new = state.changed(laid=state.laid - {counter})
    side = st.BRITISH if counter == st.WALRUS else st.GERMAN
    if throw.die is None:
        if state.committed.get(counter) != box and box not in state.laid_on:
            case = "UTF-7.4a" if throw.modifier in tables.disguises else "UTF-7.3c"
            new = new.owing(Pending(st.DISPLAY, side, case, counter, to=box))
        return new.owing(Pending(st.MAYBE_WORN, side, "", throw.modifier))
    mark = hunting.worn(tables, state, throw)
    if mark is not None:
        return new.owing(Pending(st.BOX, side, mark[1], throw.modifier, to=mark[0]))
    if throw.modifier not in tables.disguises and throw.die >= tables.fails_on:
        new.planes_lost = state.planes_lost | {throw.modifier}
        if counter == st.WALRUS:
            return new.owing(Pending(st.DISPLAY, side, "UTF-7.3d", st.WALRUS, to=st.OUT))
    return new


def _shown_there(tables: Tables, state: State, ca: str, hex_id: str, *, active: bool) -> State:
    """The state after a cruiser's counter is seen on the map: everybody knows its hex, or that it
    is active."""
    new = state.changed(cvm={**state.cvm, ca: hex_id})
    if active:
        new.cruisers = acted(tables, new, ca)
    return _sails(new, ca, hex_id, free=True, escort=True)


def _sails(state: State, ca: str, hex_id: str, *, free: bool, escort: bool) -> State:
    """The state with a cruiser in a hex: on its own, as an escort, or either."""
    cruiser = state.cruisers.get(ca)
    if cruiser is None:
        return state
    escorts = list(hunting.escorted_from(state, cruiser, hex_id))
    left = escorts if escort else []
    if free and hex_id in cruiser.at:
        left = [*left, hex_id]
    if not left and not escorts and hex_id not in cruiser.at:
        left = [hex_id]  # it was thought to be elsewhere
    return state.with_cruiser(cruiser.changed(at=Whereabouts.among(left))) if left else state


# --- Counter-searches ------------------------------------------------------------------


@effect
def acv_counter(tables: Tables, state: State, counter: v.ACVCounter) -> State:
    throw = hunting.thrown(tables, counter.acvm, "", counter.die)
    new = state.done(st.ACV_COUNTER, counter.acvm)
    hunt = state.hunt
    if hunt is None:
        return new
    new.hunt = _believed(tables, new, counter.acvm).changed(
        counters={**hunt.counters, counter.acvm: throw}
    )
    if new.hunt.reaction is not None and new.hunt.escorted is None:
        new.hunt.escorted = False
        new = _sails(new, new.hunt.reactor, hunt.hex, free=True, escort=False)
    if throw.found is None:
        return new
    back = _back(new, counter.acvm, "UTF-7.5i")
    return new.owing(*(back if throw.found else _beaten(tables, new, counter.acvm)))


def _beaten(tables: Tables, state: State, acvm: str) -> tuple[Pending, ...]:
    """The consequences of a cargo ship's failed counter-search."""
    if hunting.is_ghost(tables, state, acvm):
        return discovered(state, acvm)
    # Where it may be one, nobody can say yet whether there will be a fight (DU-26).
    return () if hunting.may_be_ghost(tables, state, acvm) else under_fire(st.BRITISH, acvm)


def under_fire(side: str, piece: str) -> tuple[Pending, Pending]:
    """Pending: a ship whose counter-search failed goes to the gun range box, and the die is
    rolled."""
    case = "UTF-8.1b" if piece == st.ATLANTIS else "UTF-8.1a"
    return (
        Pending(st.DISPLAY, side, case, piece, to=st.GUNS),
        Pending(st.GUN, st.BRITISH if piece == st.ATLANTIS else st.GERMAN, "UTF-8.1c", piece),
    )


@effect
def atlantis_counter(tables: Tables, state: State, counter: v.AtlantisCounter) -> State:
    throw = hunting.thrown(tables, st.ATLANTIS, counter.modifier, counter.die)
    new = state.done(st.ATLANTIS_COUNTER)
    hunt = state.hunt
    if hunt is not None:
        new.hunt = _believed(tables, new, st.ATLANTIS).changed(
            counters={**hunt.counters, st.ATLANTIS: throw}
        )
        if throw.found is False:
            new = new.owing(*under_fire(st.GERMAN, st.ATLANTIS))
    return _worn(tables, new, throw)


def _believed(tables: Tables, state: State, piece: str) -> st.Hunt:
    """The search, with what must be true for this ship to be treated as found."""
    hunt = state.hunt
    assert hunt is not None
    if not hunting.why_not_found(tables, state, piece):
        return hunt
    if piece == st.ATLANTIS:
        return _forced(hunt).changed(answer=hunt.answer or hunt.by != st.ATLANTIS or None)
    if hunt.by != st.ATLANTIS or hunt.target != piece:
        return hunt
    return hunt.changed(roll=st.Throw(hunt.roll.modifier), escorted=False, reaction=None)


# --- The displays ----------------------------------------------------------------------


@effect
def place_on_display(tables: Tables, state: State, place: v.PlaceOnDisplay) -> State:
    new = state.done(st.DISPLAY, place.piece, place.box)
    if place.piece in (st.DISGUISE, st.WALRUS):
        return _laid(new, place)
    sighted = place.box in hunting.SIGHTING_OF.values() and state.hunt is not None
    if sighted and hunting.why_not_laid(tables, new, place.piece):
        new.hunt = _believed(tables, new, place.piece)
    if place.piece in state.voyages:
        laid = _ship_laid(tables, new, place)
        escorted = sighted and hunting.why_not_found(tables, new, place.piece) == "UTF-7.2.1e"
        return laid.owing(*_back(laid, place.piece, "UTF-7.2.1e")) if escorted else laid
    if place.box in (*hunting.SIGHTING_OF.values(), st.GUNS):
        new.cvm = {**state.cvm, place.piece: place.box}
    else:
        new.cvm = {ship: at for ship, at in state.cvm.items() if ship != place.piece}
    return new


def _laid(state: State, place: v.PlaceOnDisplay) -> State:
    """The state after the disguise counter or the Walrus was placed for a throw, or taken back."""
    if place.box in (st.HELD, st.OUT):
        lost = {st.WALRUS} if (place.piece, place.box) == (st.WALRUS, st.OUT) else set()
        return state.changed(
            committed={one: box for one, box in state.committed.items() if one != place.piece},
            laid=state.laid - {place.piece},
            planes_lost=state.planes_lost | lost,
            pending=(state.done(st.MAYBE_WORN, st.WALRUS) if lost else state).pending,
        )
    return state.changed(
        committed={**state.committed, place.piece: place.box},
        laid=state.laid | {place.piece},
        laid_on=state.laid_on | {place.box},
    )


def _ship_laid(tables: Tables, state: State, place: v.PlaceOnDisplay) -> State:
    """The state after a cargo ship changes its place on the displays; from two of the boxes it
    cannot return."""
    voyage = state.voyages[place.piece].changed(box=place.box)
    new = state.with_voyage(voyage)
    if place.box in (st.PRIZES, st.OUT):
        if len(voyage.ship) == 1:
            new.gone = {**state.gone, **dict.fromkeys(voyage.ship, place.box)}
        new = new.with_voyage(voyage.changed(ship=frozenset(), box=st.ROW, known=False))
        if place.box == st.PRIZES and new.prize is None:
            new = taken(tables, new, voyage)
    elif place.box == st.GUNS and _may_come_under_fire(tables, new, voyage):
        # It goes to fight, so it is no ghost.
        new = new.owing(Pending(st.GUN, st.GERMAN, "UTF-8.1c", voyage.id))
        left = frozenset(one for one in voyage.ship if not tables.ships[one].ghost)
        new = new.with_voyage(voyage.changed(ship=left or voyage.ship))
    elif place.box == st.ROW:
        new.pending = _no_more(new, place.piece, st.BRITISH_SIGHTING, st.GUNS, but=st.SHOW)
    return new


def _may_come_under_fire(tables: Tables, state: State, voyage: st.Voyage) -> bool:
    """Whether the gun range die of a ship may be due although nothing shows it yet."""
    hunt, counter = state.hunt, state.counter(voyage.id)
    if hunt is None or counter is None or counter.found or hunt.under_fire:
        return False
    return not (owed(state, st.GUN, voyage.id) or hunting.is_ghost(tables, state, voyage.id))


@effect
def mark_box(tables: Tables, state: State, mark: v.MarkBox) -> State:
    due = owed(state, st.BOX, mark.box, mark.state)
    boxes = {**state.boxes, mark.box: mark.state}
    new = state.changed(boxes=boxes, pending=_marked(state.pending, mark))
    if mark.state == st.CROSSED:
        new.crossed_by = {**state.crossed_by, mark.box: due.case if due is not None else ""}
    return new


def _marked(pending: tuple[Pending, ...], mark: v.MarkBox) -> tuple[Pending, ...]:
    """What stays pending after a mark; a box with its final mark needs no marks in between."""
    about = [p for p in pending if p.what == st.BOX and p.piece == mark.box]
    done = [p for p in about if p.to == mark.state]
    over = about[: about.index(done[-1]) + 1] if done else []
    over += [p for p in pending if p.what == st.MAYBE_WORN and p.piece == mark.box]
    return tuple(p for p in pending if p not in over)
