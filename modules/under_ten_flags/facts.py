"""Questions about a state that several cases and effects ask."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable

from generator.counting import counted
from validator.hidden import exclusive
from validator.hidden.exclusive import only as only
from validator.rules.cases import Broken, Fault, Verdict
from validator.rules.points import bookable as bookable
from validator.rules.states import Outcome, Pending
from validator.rules.states import owed as owed

from . import state as st
from .state import State
from .tables import FAR, RED, Tables

# --- Sets of markers -------------------------------------------------------------------


def named(thing: str | None, every: Container[str], otherwise: frozenset[str]) -> frozenset[str]:
    """What a piece can be once a log names it; ``otherwise`` if the game has no such piece."""
    return frozenset((thing,)) if thing is not None and thing in every else otherwise


def port_of(tables: Tables, ports: frozenset[str]) -> str:
    """The hex of an O/D marker if it is known; else empty."""
    od = only(ports)
    return "" if od is None else tables.ports[od].hex


def in_use(state: State) -> list[st.Voyage]:
    """The sets that hold markers: on the map, waiting, or just drawn."""
    return [voyage for voyage in state.voyages.values() if voyage.at != st.FREE]


def sailing(tables: Tables, state: State) -> list[st.Voyage]:
    """The sets whose map marker is on the map."""
    return [voyage for voyage in state.voyages.values() if tables.on_map(voyage.at)]


def ports_in_cup(tables: Tables, state: State) -> frozenset[str]:
    """The O/D markers that may be in their cup: all but those known to be elsewhere."""
    out = {only(ends) for one in in_use(state) for ends in (one.origin, one.destination)}
    return frozenset(tables.ports) - out


def ships_in_cup(tables: Tables, state: State) -> frozenset[str]:
    """The ships (and ghosts) that may be in their cup."""
    out = {only(one.ship) for one in in_use(state)}
    return frozenset(tables.ships) - out - state.gone.keys()


def can_draw_set(tables: Tables, state: State) -> bool:
    """Whether a map marker, two O/D markers and a ship are left (DU-7)."""
    used = in_use(state)
    ships = len(tables.ships) - len(state.gone) - sum(bool(one.ship) for one in used)
    ports = len(tables.ports) - 2 * len(used)
    return len(used) < len(state.voyages) and ports >= 2 and ships >= 1


MARKERS = ("origin", "destination", "ship")
"""The markers of a set."""


def told_apart(voyages: dict[str, st.Voyage]) -> dict[str, st.Voyage]:
    """Remove markers that are known to be in one set from all others: each exists once."""
    sets = voyages.values()
    left = exclusive.told_apart({(x.id, name): getattr(x, name) for x in sets for name in MARKERS})
    return {x.id: x.changed(**{name: left[x.id, name] for name in MARKERS}) for x in sets}


def ends_at(tables: Tables, voyage: st.Voyage, hex_id: str) -> bool:
    """Whether a set's destination may be a hex."""
    return tables.port_at.get(hex_id, "") in voyage.destination


def has_arrived(tables: Tables, voyage: st.Voyage) -> bool:
    """Whether a map marker is certainly on its destination."""
    return len(voyage.destination) == 1 and ends_at(tables, voyage, voyage.at)


def may_roll(tables: Tables, state: State, voyage: st.Voyage) -> bool:
    """Whether no die has been rolled yet in this activation for a set that waits."""
    return voyage.at == st.WAITING and voyage.rolled < state.serial


def must_exit(tables: Tables, state: State, voyage: st.Voyage) -> bool:
    """Whether a set certainly reached its destination in an earlier activation (UTF-4.1.2a)."""
    return voyage.moved < state.serial and has_arrived(tables, voyage)


def must_sail(tables: Tables, state: State, voyage: st.Voyage) -> bool:
    """Whether a map marker still has to move in this activation (UTF-6.1c)."""
    return (
        tables.on_map(voyage.at)
        and max(voyage.moved, voyage.placed) < state.serial
        and not has_arrived(tables, voyage)
    )


def goals_of_step(tables: Tables, voyage: st.Voyage, hex_id: str) -> frozenset[str]:
    """The possible destinations of a set to which a step is as direct as possible."""
    return frozenset(
        od for od in voyage.destination if tables.nearer(voyage.at, hex_id, tables.ports[od].hex)
    )


def headings(tables: Tables, voyage: st.Voyage, hex_id: str) -> frozenset[str]:
    """The hex spines that point from a hex towards a possible destination of a set (UTF-5.2e)."""
    return tables.headings(hex_id, (tables.ports[od].hex for od in voyage.destination))


def is_turned(voyage: st.Voyage, face: str | None) -> bool | None:
    """Whether a map marker was turned over, by the face it shows now; ``None`` if unknown, or if it
    sails for the first time."""
    fresh = voyage.moved <= voyage.placed
    return None if fresh or None in (voyage.face, face) else voyage.face != face


def wrong_arrow(tables: Tables, voyage: st.Voyage | None, hex_id: str, arrow: str | None) -> Fault:
    """The fault in a map marker's direction."""
    if arrow is None or voyage is None or not tables.on_map(hex_id):
        return None
    known = arrow in tables.spines
    legal = sorted(headings(tables, voyage, hex_id)) if known else tables.spines
    if known and (not legal or arrow in legal):
        return None
    return Broken(f"the arrow points {arrow}", ", ".join(legal))


# --- Cruisers --------------------------------------------------------------------------


def hex_of(state: State, place: str) -> str:
    """The hex of a cruiser's place: a map marker's, or the hex itself."""
    voyage = state.voyages.get(place)
    return place if voyage is None else voyage.at


def cruiser_hexes(state: State, cruiser: st.Cruiser) -> frozenset[str]:
    """The hexes where a cruiser may be."""
    return frozenset(hex_of(state, place) for place in cruiser.at)


def may_sail_alone(state: State, cruiser: st.Cruiser) -> bool:
    """Whether a cruiser may be sailing alone now."""
    return not cruiser.at or any(place not in state.voyages for place in cruiser.at)


def may_escort(state: State, cruiser: st.Cruiser) -> bool:
    """Whether a cruiser may be escorting a set now."""
    return not cruiser.at or any(place in state.voyages for place in cruiser.at)


def reach(tables: Tables, state: State, place: str) -> Iterable[tuple[str, int]]:
    """The possible places of an active cruiser after one secret step 4.1.3: hexes, or convoys
    (DU-17)."""
    here = hex_of(state, place)
    yield place, 0
    for there in tables.within(here, tables.hexes_a_card):
        yield there, 0
    for voyage in state.voyages.values():
        if voyage.at == here:
            yield voyage.id, 0


def at_sea(tables: Tables, state: State, cruiser: st.Cruiser) -> st.Cruiser:
    """A cruiser after a step 4.1.3 in secret; one that is known to be inactive stays."""
    if cruiser.active is False:
        return cruiser
    return cruiser.changed(at=cruiser.at.by(lambda place, spent: reach(tables, state, place)))


def let_go(state: State, acvm: str) -> dict[str, st.Cruiser]:
    """The cruisers after a set leaves the map: its escort stays in the hex (DU-17)."""
    here, cruisers = hex_of(state, acvm), state.cruisers.values()

    def off(place: str, spent: int) -> Iterable[tuple[str, int]]:
        return ((here if place == acvm else place, spent),)

    return {one.id: one.changed(at=one.at.by(off), idle=one.idle.by(off)) for one in cruisers}


def acted(tables: Tables, state: State, ca: str) -> dict[str, st.Cruiser]:
    """The cruisers after one does what only an active one may: it is now known to be active. If
    only one red card was drawn, the other is inactive and has been idle since."""
    cruisers = dict(state.cruisers)
    if ca not in cruisers or cruisers[ca].active:
        return cruisers
    cruisers[ca] = cruisers[ca].changed(active=True)
    if sum(bool(one.active) for one in cruisers.values()) < most_active(tables, state):
        return cruisers
    for other in cruisers.values():
        if other.active is None:
            stayed = other.at.narrowed(other.idle) or other.idle
            cruisers[other.id] = other.changed(active=False, at=stayed)
    return cruisers


def most_active(tables: Tables, state: State) -> int:
    """The most cruisers that the red cards drawn so far can have activated."""
    red = sum(colour == RED for colour in tables.cruiser_cards.values())
    return min(red, state.reds + state.unseen_cards, len(tables.cruisers))


def cruiser_cards_left(tables: Tables, state: State) -> int:
    """Cards in the cruiser deck."""
    return len(tables.cruiser_cards) - len(state.cruiser_cards) - state.unseen_cards


def strayed(tables: Tables, who: str, starts: Collection[str], there: str, too_far: str) -> Verdict:
    """The fault of a step to a hex, from whichever of these hexes it began; none of them: anywhere.
    ``too_far`` is the case that forbids a longer step. Staying is a step too."""
    if not tables.on_map(there):
        return "UTF-6.1g", f"{who} moved to {there}, which has no number"
    far = min((tables.hexes_between(here, there) for here in starts), default=0)
    if far <= tables.hexes_a_card:
        return None
    if any(frozenset((here, there)) in tables.closed for here in starts):
        return "UTF-6.1h", f"{who} crossed a closed side to {there}"
    distance = counted(far, "hex") if far < FAR else "by no way there is"
    return too_far, f"{who} moved {distance} to {there}"


def points_owed(
    tables: Tables, state: State, points: int, side: str, case: str, piece: str = ""
) -> State:
    """The state with points to be booked; fewer if they would fall below the minimum (DU-21)."""
    unbooked = (p.points for p in (*state.pending, *state.late) if p.what == st.POINTS)
    points = max(points, tables.points_least - state.points - sum(unbooked))
    return state.owing(Pending(st.POINTS, side, case, piece, points)) if points else state


def judged(tables: Tables, state: State) -> State:
    """The state with the result, if the game has ended and all points are booked (DU-1)."""
    unbooked = any(p.what in (st.POINTS, st.MAYBE) for p in state.pending)
    if not (state.sunk or state.last_joker) or unbooked or state.outcome is not None:
        return state
    score = state.points + (tables.points_sunk if state.sunk else 0)
    winner = st.NOBODY
    if score >= tables.win_at_least:
        winner = st.GERMAN
    elif score <= tables.lose_at_most:
        winner = st.BRITISH
    case = "UTF-8.0" if state.sunk else "UTF-5.1e"
    return state.changed(phase=st.OVER, step="", outcome=Outcome(winner, case, score))


def morale_level(tables: Tables, state: State) -> int:
    """The level of morale after everything owed is done; 0 is the best."""
    owing = sum(p.points for p in state.pending if p.what == st.MORALE)
    level = tables.morale.index(state.morale) if state.morale in tables.morale else 0
    return level - owing


def morale_owed(tables: Tables, state: State, delta: int, case: str) -> State:
    """The state with a step of the fatigue marker to be made, unless the marker is at that end."""
    level = morale_level(tables, state)
    can = level - delta in range(len(tables.morale))
    return state.owing(Pending(st.MORALE, st.GERMAN, case, points=delta)) if can else state


def may_draw_card(tables: Tables, state: State) -> bool:
    """Whether the next card of the activation deck is due; the first one, if everything is placed
    whose placing this state could have seen."""
    if state.phase != st.SET_UP:
        return state.phase == st.CARDS and not state.last_joker
    german = bool(state.atlantis) or st.GERMAN not in state.sees
    cruisers = all(one.at for one in state.cruisers.values()) or st.BRITISH not in state.sees
    return german and cruisers and bool(sailing(tables, state))


def owed_for(state: State, what: str, about: str) -> list[str]:
    """The pending moves of a counter, or marks of a box."""
    return [p.to for p in state.pending if (p.what, p.piece) == (what, about)]


def mark_on(state: State, box: str) -> str:
    """The state of a disguise or U-boat box, including a mark that is still to be made."""
    return next(reversed(owed_for(state, st.BOX, box)), state.boxes.get(box, st.INTACT))
