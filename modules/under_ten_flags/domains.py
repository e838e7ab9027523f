"""Where the legal values of each verb's fields are looked for; the cases prune them.

The fields of searches, combat and morale are looked for in ``domains_search.py``.
"""

from __future__ import annotations

from collections.abc import Iterable

from validator.rules.dice import one_die
from validator.rules.verbs import Verb

from . import verbs as v
from .book import choices, choose_from
from .facts import (
    bookable,
    goals_of_step,
    headings,
    hex_of,
    owed,
    ports_in_cup,
    sailing,
    ships_in_cup,
)
from .state import BRITISH, FREE, PLACE, WAITING, State
from .tables import Tables


def _cruisers(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return state.cruisers


def _waiting(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [one.id for one in state.voyages.values() if one.at == WAITING]


def _on_map(tables: Tables, state: State, made: Verb) -> Iterable[str]:
    return [one.id for one in sailing(tables, state)]


choose_from(one_die, (v.RollRecycle, "die"))
choose_from(
    _cruisers,
    (v.PlaceCruiser, "ca"),
    (v.PlotCruiser, "ca"),
    (v.JoinEscort, "ca"),
    (v.LeaveEscort, "ca"),
)
choose_from(_waiting, (v.RollRecycle, "acvm"), (v.ReturnSet, "acvm"))
choose_from(_on_map, (v.ExitMap, "acvm"), (v.MoveACVM, "acvm"), (v.JoinEscort, "acvm"))


# --- Set-up ----------------------------------------------------------------------------


@choices(v.ChooseStart, "hex")
def hexes(tables: Tables, state: State, made: v.ChooseStart) -> Iterable[str]:
    return tables.neighbours


@choices(v.PlaceCruiser, "hex")
def hexes_to_start_from(tables: Tables, state: State, made: v.PlaceCruiser) -> Iterable[str]:
    convoys = {one.at for one in sailing(tables, state)}
    return sorted(tables.entry_hexes | convoys)


@choices(v.PlaceCruiser, "escorts")
def convoys_in_the_hex(tables: Tables, state: State, made: v.PlaceCruiser) -> Iterable[str]:
    return ("", *(one.id for one in sailing(tables, state) if one.at == made.hex))


# --- New sets --------------------------------------------------------------------------


@choices(v.DrawSet, "acvm")
def free_markers(tables: Tables, state: State, made: v.DrawSet) -> Iterable[str]:
    return [one.id for one in state.voyages.values() if one.at == FREE]


@choices(v.DrawSet, "origin")
def first_markers(tables: Tables, state: State, made: v.DrawSet) -> Iterable[str | None]:
    return _drawn(state, ports_in_cup(tables, state))


@choices(v.DrawSet, "destination")
def second_markers(tables: Tables, state: State, made: v.DrawSet) -> Iterable[str | None]:
    return _drawn(state, ports_in_cup(tables, state) - {made.origin})


@choices(v.DrawSet, "ship")
def ships(tables: Tables, state: State, made: v.DrawSet) -> Iterable[str | None]:
    return _drawn(state, ships_in_cup(tables, state))


def _drawn(state: State, cup: Iterable[str]) -> Iterable[str | None]:
    """What is in a cup, where its draws are seen."""
    return sorted(cup) if BRITISH in state.sees else (None,)


@choices(v.DrawSet, "blind")
def blind(tables: Tables, state: State, made: v.DrawSet) -> Iterable[bool]:
    return (True,)


@choices(v.PlaceACVM, "acvm")
def drawn_sets(tables: Tables, state: State, made: v.PlaceACVM) -> Iterable[str]:
    waiting = owed(state, PLACE)
    return () if waiting is None else (waiting.piece,)


@choices(v.PlaceACVM, "hex")
def origins(tables: Tables, state: State, made: v.PlaceACVM) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    ports = voyage.origin if voyage is not None else tables.every_port
    return [tables.ports[od].hex for od in sorted(ports) if od in tables.ports]


@choices(v.PlaceACVM, "arrow")
def first_headings(tables: Tables, state: State, made: v.PlaceACVM) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    return () if voyage is None else sorted(headings(tables, voyage, made.hex))


@choices(v.PlaceACVM, "face")
def faces(tables: Tables, state: State, made: v.PlaceACVM) -> Iterable[str]:
    return tables.marker_faces


@choices(v.MoveACVM, "face")
def other_faces(tables: Tables, state: State, made: v.MoveACVM) -> Iterable[str]:
    return tables.marker_faces


@choices(v.MoveACVM, "hex")
def nearer_hexes(tables: Tables, state: State, made: v.MoveACVM) -> Iterable[str]:
    """The next hexes on the shortest ways to the ports that a set may make for."""
    voyage = state.voyages.get(made.acvm)
    if voyage is None:
        return ()
    ports = [tables.ports[od].hex for od in sorted(voyage.destination) if od in tables.ports]
    nearer = (tables.steps[port].get(voyage.at, frozenset()) for port in ports)
    return dict.fromkeys(there for steps in nearer for there in sorted(steps))


@choices(v.MoveACVM, "arrow")
def later_headings(tables: Tables, state: State, made: v.MoveACVM) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    if voyage is None:
        return ()
    goals = goals_of_step(tables, voyage, made.hex)
    return sorted(headings(tables, voyage.changed(destination=goals), made.hex))


@choices(v.ExitMap, "destination")
def destinations(tables: Tables, state: State, made: v.ExitMap) -> Iterable[str]:
    voyage = state.voyages.get(made.acvm)
    port = tables.port_at.get(voyage.at) if voyage is not None else None
    return () if port is None else (port,)


@choices(v.ExitMap, "ghost")
def ghost_or_not(tables: Tables, state: State, made: v.ExitMap) -> Iterable[bool]:
    return (False, True)


# --- Cards and points ------------------------------------------------------------------


@choices(v.DrawCard, "card")
def cards_left(tables: Tables, state: State, made: v.DrawCard) -> Iterable[str]:
    return [card for card in tables.cards if card not in state.drawn]


@choices(v.DrawCruiserCard, "card")
def cruiser_cards_left(tables: Tables, state: State, made: v.DrawCruiserCard) -> Iterable[str]:
    return [card for card in tables.cruiser_cards if card not in state.cruiser_cards]


@choices(v.ChangePoints, "delta")
def changes(tables: Tables, state: State, made: v.ChangePoints) -> Iterable[int]:
    """The largest first: what is owed at once is booked at once by who does not haggle."""
    up, down = bookable(state)
    return (*range(up, 0, -1), *range(-down, 0))


# --- Plots -----------------------------------------------------------------------------


@choices(v.PlotCruiser, "hex")
def hexes_near_a_cruiser(tables: Tables, state: State, made: v.PlotCruiser) -> Iterable[str]:
    cruiser = state.cruisers.get(made.ca)
    if cruiser is None:
        return ()
    starts = [hex_of(state, place) for place in cruiser.at]
    return _near(tables, starts)


@choices(v.PlotAtlantis, "hex")
def hexes_near_atlantis(tables: Tables, state: State, made: v.PlotAtlantis) -> Iterable[str]:
    return _near(tables, state.atlantis)


def _near(tables: Tables, starts: Iterable[str]) -> Iterable[str]:
    near: dict[str, None] = {}
    for start in starts:
        near.update(dict.fromkeys(tables.within(start, tables.hexes_a_card)))
    return near or tables.neighbours


@choices(v.PlotAtlantis, "column")
def next_column(tables: Tables, state: State, made: v.PlotAtlantis) -> Iterable[int]:
    return (state.column + 1,)
