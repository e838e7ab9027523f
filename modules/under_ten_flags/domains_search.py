"""Where the legal values of searches, combat, morale and the displays are looked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from validator.rules.dice import Dice, one_die
from validator.rules.verbs import Verb

from . import state as st
from . import verbs as v
from .book import choices, choose_from
from .facts import cruiser_hexes, sailing
from .state import State
from .tables import Tables


def _cruisers(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return tables.cruisers


def _markers(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return tables.markers


def _raiders_modifiers(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return ("", *(word for word in tables.modifiers if word in tables.raiders_modifiers))


def _cruisers_modifiers(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return ("", *(word for word in tables.modifiers if word not in tables.raiders_modifiers))


choose_from(
    one_die,
    (v.CruiserSearch, "die"),
    (v.React, "die"),
    (v.ACVCounter, "die"),
    (v.UseUBoat, "die"),
    (v.AtlantisSearch, "die"),
    (v.AtlantisCounter, "die"),
    (v.GunRange, "die"),
)
choose_from(_cruisers, (v.CruiserSearch, "ca"), (v.React, "ca"))
choose_from(_cruisers_modifiers, (v.CruiserSearch, "modifier"), (v.React, "modifier"))
choose_from(_raiders_modifiers, (v.AtlantisSearch, "modifier"), (v.AtlantisCounter, "modifier"))
choose_from(_markers, (v.ACVCounter, "acvm"), (v.ShowShip, "acvm"), (v.SetAside, "acvm"))


# --- Searches --------------------------------------------------------------------------


@choices(v.CruiserSearch, "hex")
def hexes_of_the_cruiser(tables: Tables, state: State, made: v.CruiserSearch) -> Iterable[str]:
    cruiser = state.cruisers.get(made.ca)
    return tables.neighbours if cruiser is None else sorted(cruiser_hexes(state, cruiser))


@choices(v.AtlantisSearch, "hex")
def hexes_of_ships(tables: Tables, state: State, made: v.AtlantisSearch) -> Iterable[str]:
    hexes = dict.fromkeys(voyage.at for voyage in sailing(tables, state))
    return [there for there in hexes if there in state.atlantis]


@choices(v.AtlantisSearch, "acvm")
def ships_in_the_hex(tables: Tables, state: State, made: v.AtlantisSearch) -> Iterable[str]:
    return [voyage.id for voyage in sailing(tables, state) if voyage.at == made.hex]


@choices(v.AnswerSearch, "found")
def yes_or_no(tables: Tables, state: State, made: v.AnswerSearch) -> Iterable[bool]:
    return (True, False)


@choices(v.GunRange, "target")
def targets(tables: Tables, state: State, made: v.GunRange) -> Iterable[str]:
    return (st.ATLANTIS, *tables.markers)


# --- The displays ----------------------------------------------------------------------


@choices(v.PlaceOnDisplay, "piece")
def pieces_of_the_displays(tables: Tables, state: State, made: v.PlaceOnDisplay) -> Iterable[str]:
    return (st.ATLANTIS, st.DISGUISE, st.WALRUS, *tables.cruisers, *tables.markers)


@choices(v.PlaceOnDisplay, "box")
def boxes(tables: Tables, state: State, made: v.PlaceOnDisplay) -> Iterable[str]:
    """What is owed comes first."""
    owed = [
        p.piece.partition("=")[2]
        for p in state.pending
        if p.what == st.DISPLAY and p.piece.startswith(f"{made.piece}=")
    ]
    shown = tables.neighbours if state.phase == st.OVER else ()
    return dict.fromkeys((*owed, *_boxes_of(tables, made.piece), *shown))


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


@choices(v.ShowShip, "ship")
def ships_it_may_be(tables: Tables, state: State, made: v.ShowShip) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    if voyage is not None and voyage.ship:
        return sorted(voyage.ship)
    if state.prize is not None and state.prize.acvm == made.acvm:
        return sorted(state.prize.ship)
    return tables.ships


@choices(v.SetAside, "origin")
def origins(tables: Tables, state: State, made: v.SetAside) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    return () if voyage is None else sorted(voyage.origin)


@choices(v.SetAside, "destination")
def destinations(tables: Tables, state: State, made: v.SetAside) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    return () if voyage is None else sorted(voyage.destination)


@choices(v.MarkBox, "box")
def boxes_to_mark(tables: Tables, state: State, made: v.MarkBox) -> Iterable[str]:
    return (*tables.disguises, *tables.uboats)


@choices(v.MarkBox, "state")
def marks(tables: Tables, state: State, made: v.MarkBox) -> Iterable[str]:
    owed = [
        p.piece.partition("=")[2]
        for p in state.pending
        if p.what == st.BOX and p.piece.startswith(f"{made.box}=")
    ]
    return dict.fromkeys((*owed, st.INTACT, st.SLASHED, st.CROSSED))


# --- Morale ----------------------------------------------------------------------------


@choices(v.UseUBoat, "box")
def uboats(tables: Tables, state: State, made: v.UseUBoat) -> Iterable[str]:
    return tables.uboats


@choices(v.MoraleCheck, "dice")
def two_dice(tables: Tables, state: State, made: v.MoraleCheck) -> Sequence[tuple[int, ...]]:
    return Dice(tables.morale_dice)


@choices(v.ChangeMorale, "delta")
def steps(tables: Tables, state: State, made: v.ChangeMorale) -> Iterable[int]:
    return (-1, 1, -2, 2)
