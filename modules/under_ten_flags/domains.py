"""Where the legal values of each verb's fields are looked for; the cases prune them. What the
fuzzer tries besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from validator.rules.cases import Choices, always, every
from validator.rules.dice import FACES, Dice, one_die, throws
from validator.rules.verbs import Verb

from . import facts
from . import state as st
from . import verbs as v
from .book import offer
from .facts import headings, owed, sailing
from .state import State
from .tables import Tables

_markers, _cruisers, _faces = every("markers"), every("cruisers"), every("marker_faces")

# --- Sets of markers -------------------------------------------------------------------


def _lying(at: str) -> Choices:
    """The sets that are free, or wait."""
    return lambda tables, state, made: [one.id for one in state.voyages.values() if one.at == at]


def _sailing(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [one.id for one in sailing(tables, state)]


def _in_the_hex(tables: Tables, state: State, made: v.AtlantisSearch) -> Iterable[str]:
    return [one.id for one in sailing(tables, state) if one.at == made.hex]


def _drawn(state: State, cup: Iterable[str]) -> Iterable[str | None]:
    """What is in a cup, where its draws are seen."""
    return sorted(cup) if st.BRITISH in state.sees else (None,)


def _set_to_place(tables: Tables, state: State, made: v.PlaceACVM) -> Iterable[str]:
    waiting = owed(state, st.PLACE)
    return () if waiting is None else (waiting.piece,)


def _origins(tables: Tables, state: State, made: v.PlaceACVM) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    ports = voyage.origin if voyage is not None else tables.every_port
    return [tables.ports[od].hex for od in sorted(ports)]


def _nearer_hexes(tables: Tables, state: State, made: v.MoveACVM) -> Iterable[str]:
    """The next hexes on the shortest ways to the ports that a set may make for."""
    voyage = state.voyage(made.acvm)
    ports = [tables.ports[od].hex for od in sorted(voyage.destination)]
    nearer = (tables.steps[port].get(voyage.at, frozenset()) for port in ports)
    return dict.fromkeys(there for steps in nearer for there in sorted(steps))


def _later_headings(tables: Tables, state: State, made: v.MoveACVM) -> Iterable[str]:
    voyage = state.voyage(made.acvm)
    goals = facts.goals_of_step(tables, voyage, made.hex)
    return sorted(headings(tables, voyage.changed(destination=goals), made.hex))


def _port_here(tables: Tables, state: State, made: v.ExitMap) -> Iterable[str]:
    port = tables.port_at.get(state.voyage(made.acvm).at)
    return () if port is None else (port,)


def _ships_it_may_be(tables: Tables, state: State, made: v.ShowShip) -> Iterable[str]:
    voyage = state.voyage(made.acvm)
    if voyage.ship:
        return sorted(voyage.ship)
    if state.prize is not None and state.prize.acvm == made.acvm:
        return sorted(state.prize.ship)
    return tables.ships


def _changes(tables: Tables, state: State, made: v.ChangePoints) -> Iterable[int]:
    """The largest first: what is owed at once is booked at once by who does not haggle."""
    up, down = facts.bookable(state)
    return (*range(up, 0, -1), *range(-down, 0))


# --- Plots and searches ----------------------------------------------------------------


def _near_a_cruiser(tables: Tables, state: State, made: v.PlotCruiser) -> Iterable[str]:
    cruiser = state.cruisers.get(made.ca)
    places = () if cruiser is None else cruiser.at
    return _near(tables, [facts.hex_of(state, place) for place in places]) if places else ()


def _near(tables: Tables, starts: Iterable[str]) -> Iterable[str]:
    hexes = (there for start in starts for there in tables.within(start, tables.hexes_a_card))
    return dict.fromkeys(hexes) or tables.neighbours


def _of_the_cruiser(tables: Tables, state: State, made: v.CruiserSearch) -> Iterable[str]:
    cruiser = state.cruisers.get(made.ca)
    return tables.neighbours if cruiser is None else sorted(facts.cruiser_hexes(state, cruiser))


def _of_ships(tables: Tables, state: State, made: v.AtlantisSearch) -> Iterable[str]:
    hexes = dict.fromkeys(voyage.at for voyage in sailing(tables, state))
    return [there for there in hexes if there in state.atlantis]


def _modifiers_of(raider: bool) -> Choices:
    """The words of Atlantis, or those of the cruisers, and none."""
    return lambda tables, state, made: (
        "",
        *(word for word in tables.modifiers if (word in tables.raiders_modifiers) == raider),
    )


_raiders, _others = _modifiers_of(True), _modifiers_of(False)

# --- The displays ----------------------------------------------------------------------


def _boxes(tables: Tables, state: State, made: v.PlaceOnDisplay) -> Iterable[str]:
    """What is owed comes first."""
    shown = tables.neighbours if state.phase == st.OVER else ()
    due = facts.owed_for(state, st.DISPLAY, made.piece)
    return dict.fromkeys((*due, *_boxes_of(tables, made.piece), *shown))


def _boxes_of(tables: Tables, piece: str) -> tuple[str, ...]:
    if piece == st.DISGUISE:
        return (st.ATLANTIS_AIRCRAFT, *map(tables.box_of, tables.disguises), st.HELD)
    if piece == st.WALRUS:
        return (st.BRITISH_AIRCRAFT, st.HELD, st.OUT)
    if piece == st.ATLANTIS:
        return (st.ATLANTIS_SIGHTING, st.GUNS, st.HELD, st.PRIZES, st.OUT)
    if piece in tables.cruisers:
        return (st.CRUISER_MARKERS,)
    return (st.BRITISH_SIGHTING, st.GUNS, st.ROW, st.PRIZES, st.OUT)


def _marks(tables: Tables, state: State, made: v.MarkBox) -> Iterable[str]:
    due = facts.owed_for(state, st.BOX, made.box)
    return dict.fromkeys((*due, st.INTACT, st.SLASHED, st.CROSSED))


offer(v.ChooseStart, hex=every("neighbours"))
offer(
    v.PlaceCruiser,
    ca=_cruisers,
    hex=lambda tables, state, made: sorted(
        tables.entry_hexes | {one.at for one in sailing(tables, state)}
    ),
    escorts=lambda tables, state, made: ("", *_in_the_hex(tables, state, made)),
)
offer(
    v.DrawSet,
    acvm=_lying(st.FREE),
    origin=lambda tables, state, made: _drawn(state, facts.ports_in_cup(tables, state)),
    destination=lambda tables, state, made: _drawn(
        state, facts.ports_in_cup(tables, state) - {made.origin}
    ),
    ship=lambda tables, state, made: _drawn(state, facts.ships_in_cup(tables, state)),
    blind=always(True),
)
offer(
    v.PlaceACVM,
    acvm=_set_to_place,
    hex=_origins,
    arrow=lambda tables, state, made: sorted(headings(tables, state.voyage(made.acvm), made.hex)),
    face=_faces,
)
offer(
    v.DrawCard, card=lambda tables, state, made: [x for x in tables.cards if x not in state.drawn]
)
offer(
    v.DrawCruiserCard,
    card=lambda tables, state, made: [
        card for card in tables.cruiser_cards if card not in state.cruiser_cards
    ],
)
offer(v.RollRecycle, acvm=_lying(st.WAITING), die=one_die)
offer(v.ReturnSet, acvm=_lying(st.WAITING))
offer(v.ExitMap, acvm=_sailing, destination=_port_here, ghost=always(False, True))
offer(v.PlotCruiser, ca=_cruisers, hex=_near_a_cruiser)
offer(v.JoinEscort, ca=_cruisers, acvm=_sailing)
offer(v.LeaveEscort, ca=_cruisers)
offer(v.MoveACVM, acvm=_sailing, hex=_nearer_hexes, arrow=_later_headings, face=_faces)
offer(v.CruiserSearch, ca=_cruisers, hex=_of_the_cruiser, modifier=_others, die=one_die)
offer(v.AnswerSearch, found=always(True, False))
offer(v.React, ca=_cruisers, modifier=_others, die=one_die)
offer(v.ACVCounter, acvm=_markers, die=one_die)
offer(v.PlotAtlantis, hex=lambda tables, state, made: _near(tables, state.atlantis))
offer(v.PlotAtlantis, column=lambda tables, state, made: (state.column + 1,))
offer(v.UseUBoat, box=every("uboats"), die=one_die)
offer(v.MoraleCheck, dice=lambda tables, state, made: Dice(tables.morale_dice))
offer(v.AtlantisSearch, hex=_of_ships, acvm=_in_the_hex, modifier=_raiders, die=one_die)
offer(v.AtlantisCounter, modifier=_raiders, die=one_die)
offer(v.GunRange, target=lambda tables, state, made: (st.ATLANTIS, *tables.markers), die=one_die)
offer(
    v.PlaceOnDisplay,
    piece=lambda tables, state, made: (
        *(st.ATLANTIS, st.DISGUISE, st.WALRUS),
        *tables.cruisers,
        *tables.markers,
    ),
    box=_boxes,
)
offer(v.ShowShip, acvm=_markers, ship=_ships_it_may_be)
offer(
    v.SetAside,
    acvm=_markers,
    origin=lambda tables, state, made: sorted(state.voyage(made.acvm).origin),
    destination=lambda tables, state, made: sorted(state.voyage(made.acvm).destination),
)
offer(v.MarkBox, box=lambda tables, state, made: (*tables.disguises, *tables.uboats), state=_marks)
offer(v.ChangeMorale, delta=always(-1, 1, -2, 2))
offer(v.ChangePoints, delta=_changes)

NO_HEX = ("2406", "0401", "9999", "X1")
BOXES = (
    st.ATLANTIS_SIGHTING,
    st.BRITISH_SIGHTING,
    st.GUNS,
    st.ATLANTIS_AIRCRAFT,
    st.BRITISH_AIRCRAFT,
    st.PRIZES,
    st.OUT,
    st.HELD,
    st.CRUISER_MARKERS,
    st.ROW,
)


def fuzz_values(tables: Tables) -> Mapping[str, Sequence[Any]]:
    """Every value worth trying, by the name of the field."""
    markers = (*tables.markers, "c9")
    ports = (*tables.ports, "od_13")
    cards = (*tables.cards, *tables.cruiser_cards, "diamonds_queen")
    marks = (*tables.disguises, *tables.uboats)
    shown = tuple(tables.box_of(one) for one in tables.disguises)
    return {
        "hex": (*tables.neighbours, *NO_HEX),
        "acvm": markers,
        "escorts": ("", *markers),
        "ca": (*tables.cruisers, "exeter"),
        "origin": ports,
        "destination": ports,
        "ship": (*tables.ships, "queen_mary"),
        "arrow": (*tables.spines, "N"),
        "face": tables.marker_faces,
        "card": cards,
        "die": FACES,
        "dice": throws(tables.morale_dice),
        "modifier": ("", *tables.modifiers, "radar"),
        "column": range(0, 12),
        "target": (*markers, st.ATLANTIS),
        "piece": (*markers, st.ATLANTIS, st.DISGUISE, st.WALRUS, *tables.cruisers),
        "PlaceOnDisplay.box": (*BOXES, *shown, "1201"),
        "box": (*marks, "uboat_3"),
        "state": (st.INTACT, st.SLASHED, st.CROSSED, "torn"),
        "delta": range(-4, 10),
        **dict.fromkeys(("found", "ghost", "blind"), (False, True)),
    }
