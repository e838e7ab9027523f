"""Where the legal values of searches, combat, morale and the displays are looked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from validator.rules.dice import Dice, one_die
from validator.rules.verbs import Verb

from .book import choices, choose_from
from .facts import cruiser_hexes, sailing
from .state import (
    ATLANTIS,
    ATLANTIS_AIRCRAFT,
    ATLANTIS_SIGHTING,
    BOX,
    BRITISH_AIRCRAFT,
    BRITISH_SIGHTING,
    CROSSED,
    CRUISER_MARKERS,
    DISGUISE,
    DISPLAY,
    GUNS,
    HELD,
    INTACT,
    OUT,
    OVER,
    PRIZES,
    ROW,
    SLASHED,
    WALRUS,
    State,
)
from .tables import Tables
from .verbs import (
    ACVCounter,
    AnswerSearch,
    AtlantisCounter,
    AtlantisSearch,
    ChangeMorale,
    CruiserSearch,
    GunRange,
    MarkBox,
    MoraleCheck,
    PlaceOnDisplay,
    React,
    SetAside,
    ShowShip,
    UseUBoat,
)


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
    (CruiserSearch, "die"),
    (React, "die"),
    (ACVCounter, "die"),
    (UseUBoat, "die"),
    (AtlantisSearch, "die"),
    (AtlantisCounter, "die"),
    (GunRange, "die"),
)
choose_from(_cruisers, (CruiserSearch, "ca"), (React, "ca"))
choose_from(_cruisers_modifiers, (CruiserSearch, "modifier"), (React, "modifier"))
choose_from(_raiders_modifiers, (AtlantisSearch, "modifier"), (AtlantisCounter, "modifier"))
choose_from(_markers, (ACVCounter, "acvm"), (ShowShip, "acvm"), (SetAside, "acvm"))


# --- Searches --------------------------------------------------------------------------


@choices(CruiserSearch, "hex")
def hexes_of_the_cruiser(tables: Tables, state: State, made: CruiserSearch) -> Iterable[str]:
    cruiser = state.cruisers.get(made.ca)
    return tables.neighbours if cruiser is None else sorted(cruiser_hexes(state, cruiser))


@choices(AtlantisSearch, "hex")
def hexes_of_ships(tables: Tables, state: State, made: AtlantisSearch) -> Iterable[str]:
    hexes = dict.fromkeys(voyage.at for voyage in sailing(tables, state))
    return [there for there in hexes if there in state.atlantis]


@choices(AtlantisSearch, "acvm")
def ships_in_the_hex(tables: Tables, state: State, made: AtlantisSearch) -> Iterable[str]:
    return [voyage.id for voyage in sailing(tables, state) if voyage.at == made.hex]


@choices(AnswerSearch, "found")
def yes_or_no(tables: Tables, state: State, made: AnswerSearch) -> Iterable[bool]:
    return (True, False)


@choices(GunRange, "target")
def targets(tables: Tables, state: State, made: GunRange) -> Iterable[str]:
    return (ATLANTIS, *tables.markers)


# --- The displays ----------------------------------------------------------------------


@choices(PlaceOnDisplay, "piece")
def pieces_of_the_displays(tables: Tables, state: State, made: PlaceOnDisplay) -> Iterable[str]:
    return (ATLANTIS, DISGUISE, WALRUS, *tables.cruisers, *tables.markers)


@choices(PlaceOnDisplay, "box")
def boxes(tables: Tables, state: State, made: PlaceOnDisplay) -> Iterable[str]:
    """What is owed comes first."""
    owed = [
        p.piece.partition("=")[2]
        for p in state.pending
        if p.what == DISPLAY and p.piece.startswith(f"{made.piece}=")
    ]
    shown = tables.neighbours if state.phase == OVER else ()
    return dict.fromkeys((*owed, *_boxes_of(tables, made.piece), *shown))


def _boxes_of(tables: Tables, piece: str) -> tuple[str, ...]:
    if piece == DISGUISE:
        return (ATLANTIS_AIRCRAFT, *map(tables.box_of, tables.disguises), HELD)
    if piece == WALRUS:
        return (BRITISH_AIRCRAFT, HELD, OUT)
    if piece == ATLANTIS:
        return (ATLANTIS_SIGHTING, GUNS, HELD, PRIZES, OUT)
    if piece in tables.cruisers:
        return (CRUISER_MARKERS,)
    return (BRITISH_SIGHTING, GUNS, ROW, PRIZES, OUT)


@choices(ShowShip, "ship")
def ships_it_may_be(tables: Tables, state: State, made: ShowShip) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    if voyage is not None and voyage.ship:
        return sorted(voyage.ship)
    if state.prize is not None and state.prize.acvm == made.acvm:
        return sorted(state.prize.ship)
    return tables.ships


@choices(SetAside, "origin")
def origins(tables: Tables, state: State, made: SetAside) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    return () if voyage is None else sorted(voyage.origin)


@choices(SetAside, "destination")
def destinations(tables: Tables, state: State, made: SetAside) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    return () if voyage is None else sorted(voyage.destination)


@choices(MarkBox, "box")
def boxes_to_mark(tables: Tables, state: State, made: MarkBox) -> Iterable[str]:
    return (*tables.disguises, *tables.uboats)


@choices(MarkBox, "state")
def marks(tables: Tables, state: State, made: MarkBox) -> Iterable[str]:
    owed = [
        p.piece.partition("=")[2]
        for p in state.pending
        if p.what == BOX and p.piece.startswith(f"{made.box}=")
    ]
    return dict.fromkeys((*owed, INTACT, SLASHED, CROSSED))


# --- Morale ----------------------------------------------------------------------------


@choices(UseUBoat, "box")
def uboats(tables: Tables, state: State, made: UseUBoat) -> Iterable[str]:
    return tables.uboats


@choices(MoraleCheck, "dice")
def two_dice(tables: Tables, state: State, made: MoraleCheck) -> Sequence[tuple[int, ...]]:
    return Dice(tables.morale_dice)


@choices(ChangeMorale, "delta")
def steps(tables: Tables, state: State, made: ChangeMorale) -> Iterable[int]:
    return (-1, 1, -2, 2)
