"""Candidate values for each verb's fields, from which the cases remove the illegal ones, and the
values that the fuzzer tries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from validator.rules.cases import Choices, always, every
from validator.rules.dice import FACES, dice_of, one_die, throws
from validator.rules.points import changes
from validator.rules.verbs import Verb

from . import facts
from . import state as st
from . import verbs as v
from .book import offer, offer_all
from .facts import headings, sailing
from .hunting import boxes_of
from .state import State
from .tables import Tables

# --- Sets of markers -------------------------------------------------------------------


def _lying(at: str) -> Choices:
    """The sets that are free, or wait."""
    return lambda tables, state, made: [one.id for one in state.voyages.values() if one.at == at]


def _sailing(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [one.id for one in sailing(tables, state)]


def _in_the_hex(tables: Tables, state: State, made: v.AtlantisSearch) -> Iterable[str]:
    return [one.id for one in sailing(tables, state) if one.at == made.hex]


def _drawn(cup: Callable[[Tables, State], frozenset[str]]) -> Choices:
    """The pieces in a cup, if its draws are seen, without the origin that was just drawn."""
    return lambda tables, state, made: (
        sorted(cup(tables, state) - {getattr(made, "origin", "")})
        if st.BRITISH in state.sees
        else (None,)
    )


def _of_set(name: str) -> Choices:
    """The possible identities of a marker of a set."""
    return lambda tables, state, made: sorted(getattr(state.voyage(made.acvm), name))


def _left(cards: str, drawn: str) -> Choices:
    """The cards of a deck that were not drawn yet."""
    return lambda tables, state, made: [
        card for card in getattr(tables, cards) if card not in getattr(state, drawn)
    ]


def _origins(tables: Tables, state: State, made: v.PlaceACVM) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    ports = voyage.origin if voyage is not None else tables.ports
    return [tables.ports[od].hex for od in sorted(ports)]


def _nearer_hexes(tables: Tables, state: State, made: v.MoveACVM) -> Iterable[str]:
    """The next hexes on the shortest ways to the ports that a set may be going to."""
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


# --- Plots and searches ----------------------------------------------------------------


def _near_a_cruiser(tables: Tables, state: State, made: v.PlotCruiser) -> Iterable[str]:
    hexes = [facts.hex_of(state, place) for place in state.cruiser(made.ca).at]
    return tables.around(hexes, tables.hexes_a_card) if hexes else ()


def _of_the_cruiser(tables: Tables, state: State, made: v.CruiserSearch) -> Iterable[str]:
    cruiser = state.cruisers.get(made.ca)
    return tables.neighbours if cruiser is None else sorted(facts.cruiser_hexes(state, cruiser))


def _of_ships(tables: Tables, state: State, made: v.AtlantisSearch) -> Iterable[str]:
    hexes = dict.fromkeys(voyage.at for voyage in sailing(tables, state))
    return [there for there in hexes if there in state.atlantis]


def _modifiers_of(raider: bool) -> Choices:
    """The modifiers of Atlantis, or those of the cruisers, and no modifier."""
    return lambda tables, state, made: (
        "",
        *(word for word in tables.modifiers if (word in tables.raiders_modifiers) == raider),
    )


_raiders, _others = _modifiers_of(True), _modifiers_of(False)

# --- The displays ----------------------------------------------------------------------


def _boxes(tables: Tables, state: State, made: v.PlaceOnDisplay) -> Iterable[str]:
    """Pending things come first."""
    shown = tables.neighbours if state.phase == st.OVER else ()
    due = facts.owed_for(state, st.DISPLAY, made.piece)
    return dict.fromkeys((*due, *boxes_of(tables, made.piece), *shown))


COUNTERS = (st.ATLANTIS, st.DISGUISE, st.WALRUS)


def _marks(tables: Tables, state: State, made: v.MarkBox) -> Iterable[str]:
    due = facts.owed_for(state, st.BOX, made.box)
    return dict.fromkeys((*due, st.INTACT, st.SLASHED, st.CROSSED))


offer_all(hex=every("neighbours"), acvm=every("markers"))
offer_all(ca=every("cruisers"), face=every("marker_faces"), blind=always(True), die=one_die)
offer(
    v.PlaceCruiser,
    hex=lambda tables, state, made: sorted(
        tables.entry_hexes | {one.at for one in sailing(tables, state)}
    ),
    escorts=lambda tables, state, made: ("", *_in_the_hex(tables, state, made)),
)
offer(
    v.DrawSet,
    acvm=_lying(st.FREE),
    origin=_drawn(facts.ports_in_cup),
    destination=_drawn(facts.ports_in_cup),
    ship=_drawn(facts.ships_in_cup),
)
offer(
    v.PlaceACVM,
    hex=_origins,
    arrow=lambda tables, state, made: sorted(headings(tables, state.voyage(made.acvm), made.hex)),
)
offer(v.DrawCard, card=_left("cards", "drawn"))
offer(v.DrawCruiserCard, card=_left("cruiser_cards", "cruiser_cards"))
offer(v.RollRecycle, acvm=_lying(st.WAITING))
offer(v.ReturnSet, acvm=_lying(st.WAITING))
offer(v.ExitMap, acvm=_sailing, destination=_port_here, ghost=always(False, True))
offer(v.PlotCruiser, hex=_near_a_cruiser)
offer(v.JoinEscort, acvm=_sailing)
offer(v.MoveACVM, acvm=_sailing, hex=_nearer_hexes, arrow=_later_headings)
offer(v.CruiserSearch, hex=_of_the_cruiser, modifier=_others)
offer(v.AnswerSearch, found=always(True, False))
offer(v.React, modifier=_others)
offer(v.PlotAtlantis, hex=lambda t, state, made: t.around(state.atlantis, t.hexes_a_card))
offer(v.PlotAtlantis, column=lambda tables, state, made: (state.column + 1,))
offer(v.UseUBoat, box=every("uboats"))
offer(v.MoraleCheck, dice=dice_of("morale_dice"))
offer(v.AtlantisSearch, hex=_of_ships, acvm=_in_the_hex, modifier=_raiders)
offer(v.AtlantisCounter, modifier=_raiders)
offer(v.GunRange, target=lambda tables, state, made: (st.ATLANTIS, *tables.markers))
offer(
    v.PlaceOnDisplay,
    piece=lambda tables, state, made: (*COUNTERS, *tables.cruisers, *tables.markers),
    box=_boxes,
)
offer(v.ShowShip, ship=lambda t, state, made: sorted(state.ship_of(made.acvm)) or t.ships)
offer(v.SetAside, origin=_of_set("origin"), destination=_of_set("destination"))
offer(v.MarkBox, box=lambda tables, state, made: (*tables.disguises, *tables.uboats), state=_marks)
offer(v.ChangeMorale, delta=always(-1, 1, -2, 2))
offer(v.ChangePoints, delta=changes(largest_first=True))

NO_HEX = ("2406", "0401", "9999", "X1")


def fuzz_values(tables: Tables) -> Mapping[str, Sequence[Any]]:
    """Every value worth trying, by the name of the field."""
    markers = (*tables.markers, "c9")
    ports = (*tables.ports, "od_13")
    cards = (*tables.cards, *tables.cruiser_cards, "diamonds_queen")
    marks = (*tables.disguises, *tables.uboats)
    counters = (*COUNTERS, *tables.cruisers, *tables.markers)
    boxes = dict.fromkeys(box for one in counters for box in boxes_of(tables, one))
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
        "piece": (*markers, *COUNTERS, *tables.cruisers),
        "PlaceOnDisplay.box": (*boxes, "1201"),
        "box": (*marks, "uboat_3"),
        "state": (st.INTACT, st.SLASHED, st.CROSSED, "torn"),
        "delta": range(-4, 10),
        **dict.fromkeys(("found", "ghost", "blind"), (False, True)),
    }
