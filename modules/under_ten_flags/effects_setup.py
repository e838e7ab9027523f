"""What the set-up and the drawing of new sets do to the state, legal or not."""

from __future__ import annotations

from validator.hidden.whereabouts import Whereabouts
from validator.rules.states import Pending

from .book import effect
from .facts import ports_in_cup, settled, ships_in_cup, told_apart
from .state import BRITISH, DRAWN, NEW_VOYAGE, PLACE, SET_UP, Cruiser, State, Voyage
from .tables import Tables
from .verbs import ChooseStart, DrawSet, PlaceACVM, PlaceCruiser


@effect
def choose_start(tables: Tables, state: State, choose: ChooseStart) -> State:
    here = anywhere(tables) if choose.hex is None else Whereabouts.at(choose.hex)
    return state.changed(atlantis=here, stood=here)


def anywhere(tables: Tables) -> Whereabouts:
    """Atlantis may start on every numbered hex."""
    return Whereabouts.among(tables.neighbours)


@effect
def place_cruiser(tables: Tables, state: State, place: PlaceCruiser) -> State:
    cruiser = state.cruisers.get(place.ca, Cruiser(place.ca))
    if place.escorts:
        here = Whereabouts.at(place.escorts)
    elif place.hex is not None:
        here = Whereabouts.at(place.hex)
    else:
        here = starts(tables, state)
    return state.with_cruiser(cruiser.changed(at=here, idle=here, start=here))


def starts(tables: Tables, state: State) -> Whereabouts:
    """Where a cruiser may start: at the entry hex or beside it, or as the first convoy's escort."""
    convoys = [one.id for one in state.voyages.values() if tables.on_map(one.at)]
    return Whereabouts.among((*sorted(tables.entry_hexes), *convoys))


@effect
def draw_set(tables: Tables, state: State, draw: DrawSet) -> State:
    ports, ships = ports_in_cup(tables, state), ships_in_cup(tables, state)
    voyage = Voyage(
        draw.acvm,
        DRAWN,
        origin=ports if draw.origin is None else frozenset((draw.origin,)),
        destination=ports if draw.destination is None else frozenset((draw.destination,)),
        ship=ships if draw.ship is None else frozenset((draw.ship,)),
    )
    new = state.with_voyage(voyage)
    case = "UTF-3.3.2c" if state.phase == SET_UP else "UTF-5.2d"
    new.pending = (*state.pending, Pending(PLACE, BRITISH, case, draw.acvm))
    new.sets_drawn = state.sets_drawn + 1
    if state.phase != SET_UP:
        new.step = NEW_VOYAGE
    return new


@effect
def place_acvm(tables: Tables, state: State, place: PlaceACVM) -> State:
    voyage = state.voyages.get(place.acvm, Voyage(place.acvm))
    origin = tables.port_at.get(place.hex, "")
    known = frozenset((origin,)) & voyage.origin or voyage.origin
    placed = voyage.changed(
        at=place.hex,
        origin=known,
        destination=(voyage.destination - known) or voyage.destination,
        placed=state.serial,
        arrow=place.arrow,
        face=place.face,
    )
    new = state.with_voyage(placed)
    new.voyages = told_apart(new.voyages)
    new.pending = settled(state, PLACE, place.acvm)
    return new
