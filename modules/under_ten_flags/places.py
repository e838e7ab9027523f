"""Converts places, texts and pieces in a log to the values of this game's verbs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any

from validator.explaining import facts as seen
from validator.explaining.parts import Boxes, Part, a_hex, when, words_of
from validator.explaining.settling import opens
from validator.rules.scenes import Token

from . import state as st
from .facts import may_roll, owed
from .state import State
from .tables import Tables

ACTIVATION_DECK, CRUISER_DECK = "Activation Deck", "Cruiser Deck"
PORT_CUP, SHIP_CUP = "O/D Cup", "Ship Cup"
ORIGIN, DESTINATION, SHIP = "Origin", "Destination", "Ship"
DISPLAYS = (st.BRITISH_SIGHTING, st.GUNS, st.PRIZES, st.OUT)
"""Boxes where cargo ships may be placed."""
RAIDERS_BOXES = ("Atlantis Sighting", st.GUNS, st.OUT)
MARKS = (st.INTACT, st.SLASHED, st.CROSSED)
"""The faces of a mark; the first one is its face at the start."""
RAIDERS_PLOT, FATIGUE, COLUMN = "plot_atlantis", "fatigue", "column_german"
HEX = re.compile(r"\d{4}")


# --- Places -------------------------------------------------------------------------------

WAITING = Boxes.called("Waiting {}")
SHIPS = Boxes.called(f"{{}} {SHIP}")
"""The box for the ship of a set on the O/D display."""


def in_phase(phase: str, part: Part = a_hex) -> Part:
    """A part that fits only in the set-up, or in an activation of one side."""
    return when(lambda tables, state: state.phase == phase, part)


def in_play(part: Part = a_hex) -> Part:
    """A part that fits only after the set-up."""
    return when(lambda tables, state: state.phase != st.SET_UP, part)


def leaves_by(tables: Tables, state: State, place: str) -> bool:
    """Whether a place is the waiting box of a set whose ship is not lost."""
    return bool(WAITING.owner(place)) and not lost_to(tables, state, place)


def lost_to(tables: Tables, state: State, place: str) -> bool:
    """Whether a place is the waiting box of a set whose ship is lost, or may be."""
    marker, hunt = WAITING.owner(place), state.raiders_hunt
    hunted = hunt is not None and hunt.target == marker
    return bool(marker) and (hunted or owed(state, st.ASIDE, marker) is not None)


def row_of(place: str) -> tuple[str, str]:
    """The set and the kind of a box of the O/D display: (c3, Ship) for ``C3 Ship``; empty for other
    places."""
    marker, _, box = place.partition(" ")
    return (marker.lower(), box) if box in (ORIGIN, DESTINATION, SHIP) else ("", "")


def in_row(tables: Tables, state: State, place: str) -> str | None:
    return row_of(place)[0] or None


def of_another_set(context: Any, piece: str, before: str, after: str) -> bool:
    """Whether a marker or ship that was with one set when the last card was turned is moved to
    another set, and does not come back."""
    own, stays = row_of(before)[0], row_of(context.place(piece, context.settled))[0]
    leaves = bool(own) and own not in (row_of(after)[0], stays) and bool(stays)
    return leaves and context.place(piece, context.opened) == before


def with_a_set(tables: Tables, state: State, place: str) -> bool:
    """Whether a place is for the markers of a set: its row, or its waiting box."""
    return bool(row_of(place)[0] or WAITING.owner(place))


def free(tables: Tables, state: State, place: str) -> bool:
    return not WAITING.owner(place) and not tables.on_map(place)


def no_row(tables: Tables, state: State, place: str) -> bool:
    return not row_of(place)[0] and not tables.on_map(place)


def hex_where_due(tables: Tables, state: State, place: str) -> bool:
    """Whether a place is a hex, while a cruiser's search waits for its answer."""
    hunt = state.hunt
    due = hunt is not None and hunt.by != st.ATLANTIS and hunt.answer is None
    return tables.on_map(place) and due


def morale_to(tables: Tables, state: State, place: str) -> int | None:
    """The number of levels that morale rises when the fatigue marker moves to a place."""
    levels = tables.morale
    if place not in levels or state.morale not in levels:
        return None
    return (levels.index(state.morale) - levels.index(place)) or None


# --- Ships on the displays ----------------------------------------------------------------


def ship_at(tables: Tables, state: State, place: str) -> str | None:
    """The set of the cargo ship in a place, or of the ship that leaves the hidden display."""
    marker = row_of(place)[0]
    if marker:
        return marker
    for voyage in state.voyages.values():
        if voyage.box == place != st.ROW:
            return voyage.id
    if state.prize is not None and place in (st.PRIZES, st.GUNS):
        return state.prize.acvm
    hunt = state.raiders_hunt
    return hunt.target if hunt is not None and place == seen.NOWHERE else None


def ship_shown(tables: Tables, state: State, place: str) -> str | None:
    """The set of a cargo ship that is turned up where it is, or in its waiting box."""
    return WAITING.owner(place) or ship_at(tables, state, place)


def away(tables: Tables, state: State, place: str) -> str | None:
    """`HELD` if Atlantis' counter is put away."""
    return None if tables.on_map(place) or place in RAIDERS_BOXES else st.HELD


def help_box(tables: Tables, state: State, place: str) -> str | None:
    """The box for the disguise and aircraft counter, or for the Walrus."""
    return None if tables.on_map(place) else place or st.HELD


# --- What players mean --------------------------------------------------------------------


def ship_on_display(tables: Tables, state: State, place: str) -> str | None:
    return ship_at(tables, state, place) if place in DISPLAYS else None


def back_in_row(tables: Tables, state: State, place: str) -> str | None:
    return st.ROW if place == seen.NOWHERE or row_of(place)[0] else None


def own_row(tables: Tables, state: State, verb: Any) -> str | None:
    return SHIPS.of(verb.piece) if verb.box == st.ROW else None


def own_ship(tables: Tables, state: State, verb: Any) -> str | None:
    """The ship of the set that a verb names, even if it is a prize already."""
    return next(iter(state.ship_of(verb.piece)), None)


def cruisers_home(tables: Tables, state: State, place: str) -> str | None:
    return None if tables.on_map(place) else st.CRUISER_MARKERS


def hunted(tables: Tables, state: State, verb: Any) -> str | None:
    return (state.hunt.hex or None) if state.hunt is not None else None


ships_row, own_waiting_box = SHIPS.named_by("acvm"), WAITING.named_by("acvm")
escorted_ship = SHIPS.named_by("escorts")
"""The place for the counter of an escorting cruiser; nowhere for one that sails alone."""


# --- Paper --------------------------------------------------------------------------------


def hex_in_text(tables: Tables, state: State, text: str | None) -> Mapping[str, Any]:
    """The hex in an entry on paper; unknown until it is revealed."""
    return {"hex": next((word for word in words_of(text) if HEX.fullmatch(word)), None)}


def entry_in_text(tables: Tables, state: State, text: str | None) -> Mapping[str, Any] | None:
    """The hex of a plot on paper; ``None`` for a rest."""
    return None if rest_in_text(tables, state, text) else hex_in_text(tables, state, text)


def rest_in_text(tables: Tables, state: State, text: str | None) -> bool:
    return "rest" in words_of(text)


def start_in_text(tables: Tables, state: State, text: str | None) -> Mapping[str, Any]:
    """The hex where a cruiser starts, and the set that it escorts."""
    found = dict(hex_in_text(tables, state, text))
    if found["hex"] is not None:
        found["escorts"] = next((word for word in words_of(text) if word in tables.markers), "")
    return found


# --- What the table shows where no sign does ----------------------------------------------


def start_written(context: Any, state: Any) -> Mapping[str, Any] | None:
    """The hex of Atlantis' plot when the log began; unknown to readers who may not see it."""
    place = context.hex_of(RAIDERS_PLOT, context.scene.start)
    if not context.sees(st.GERMAN):
        return {"hex": None}
    return {"hex": place} if place else None


def starts_unseen(context: Any, state: State) -> Mapping[str, Any] | None:
    """The start of a cruiser that was placed before the log began, or in secret."""
    if not context.sees(st.BRITISH):
        return {"hex": None, "escorts": None}
    for ca in (one.id for one in state.cruisers.values() if not one.at):
        convoy, place = _start_of(context, ca, context.scene.start)
        if context.tables.on_map(place):
            return {"ca": ca, "hex": place, "escorts": convoy}
    return None


def _start_of(context: Any, ca: str, table: Mapping[str, Token]) -> tuple[str, str]:
    """The convoy on whose ship a cruiser's counter is, and the cruiser's start hex: that of its
    plot, else that of the convoy."""
    convoy = row_of(context.place(ca, table))[0]
    return convoy, context.hex_of(f"plot_{ca}", table) or context.place(convoy, table)


def escorts_at_start(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    return _start_of(context, known["ca"], context.settled)[:1]


def convoys_hex(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    return _start_of(context, known["ca"], context.settled)[1:]


def set_lies_there(context: Any, state: State) -> Mapping[str, Any] | None:
    """A set that was drawn before the log began."""
    start = context.scene.start
    drawn = (one for one in _drawn_before(context) if state.voyages[one].at == st.FREE)
    marker = next(drawn, None) if state.phase == st.SET_UP else None
    if marker is None:
        return None
    rows = lies_in_rows(context.tables, start, marker)
    named = {box.lower(): rows.get(box) for box in (ORIGIN, DESTINATION, SHIP)}
    return {"acvm": marker, "blind": True, **named}


def _drawn_before(context: Any) -> list[str]:
    """The sets that were drawn before the log began: those on the map or in their rows; and if more
    ships are missing from the cup, the sets that come on the map first."""
    tables, start = context.tables, context.scene.start
    lying = [
        marker
        for marker in tables.markers
        if context.hex_of(marker, start) or lies_in_rows(tables, start, marker)
    ]
    every = len(tables.ships)
    gone = every - context.scene.decks.get(SHIP_CUP, every) - len(lying)
    coming = (fact.piece for fact in context.facts if _comes(context, fact))
    more = [marker for marker in dict.fromkeys(coming) if marker not in lying]
    return [*lying, *more[: max(gone, 0)]]


def marker_lies_there(context: Any, state: State) -> Mapping[str, Any] | None:
    """The map marker of a set that was drawn before the log began."""
    due = owed(state, st.PLACE)
    place = context.hex_of(due.piece, context.scene.start) if due is not None else None
    if state.phase != st.SET_UP or due is None or place is None:
        return None
    arrow = next(iter(arrows(context, state, {"acvm": due.piece})), None)
    return {"acvm": due.piece, "hex": place, "arrow": arrow, "face": None}


def lies_in_rows(tables: Tables, table: Mapping[str, Token], marker: str) -> dict[str, str | None]:
    """The units in a set's row of the O/D display, by box."""
    found = {}
    for token in table.values():
        owner, box = row_of(token.place)
        if owner == marker and (token.unit in tables.ports or token.unit in tables.ships):
            found[box] = token.unit
    return found


def arrows(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str | None]:
    """The direction of a map marker's arrow when the next card is turned."""
    return (None if _is_last(context) else context.facing(known["acvm"], context.settled),)


def _is_last(context: Any) -> bool:
    """Whether the log ends with the move of this marker, which may still be turned."""
    piece = context.facts[context.at].about
    return all(fact.about in ("", piece) for fact in context.later)


def faces(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str | None]:
    """The colour of a map marker when the next card is turned."""
    return (None if _is_last(context) else context.face(known["acvm"], context.settled),)


# --- New sets and waiting ones ------------------------------------------------------------


def drawn_for(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The map marker for which a set is drawn: the one in whose row it is placed, or the one that
    comes on the map."""
    rows = [
        row_of(context.place(fact.piece, context.settled))[0]
        for fact in _draws(context)
        if isinstance(fact, seen.Drawn)
    ]
    coming = [fact.piece for fact in context.ahead if _comes(context, fact)]
    free = [one.id for one in state.voyages.values() if one.at == st.FREE]
    return [*filter(None, rows), *coming, *free, context.tables.markers[0]][:1]


def _comes(context: Any, fact: seen.Fact) -> bool:
    """Whether a map marker comes on the map."""
    on_map = context.tables.on_map
    if not isinstance(fact, seen.Moved) or fact.key != "marker":
        return False
    return on_map(fact.after) and not on_map(fact.before)


def _draws(context: Any) -> list[seen.Fact]:
    """The facts of pieces drawn from the cups, or put back, for the set that is drawn now."""
    here = context.facts[context.at]
    before = list(takewhile(lambda fact: not _comes(context, fact), context.behind))
    after = takewhile(lambda fact: not _comes(context, fact), context.ahead)
    found = (*reversed(before), here, *after)
    return [
        f for f in found if isinstance(f, seen.Drawn | seen.PutIn) and f.key in ("port", "cargo")
    ]


def drawn_now(context: Any, piece: str) -> bool:
    """Whether a piece was drawn since the last card was turned."""
    return any(isinstance(fact, seen.Drawn) and fact.piece == piece for fact in context.behind)


def drawn_to(box: str) -> Any:
    """A guess for a box of the set's row after the draw: the piece just drawn, or else the one that
    was there before.

    It is unknown if nobody saw it; `st.NOTHING` for the second O/D marker if only one was drawn,
    and for the ship if two O/D markers and no ship were drawn.
    """

    def drawn(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str | None]:
        rows = lies_in_rows(context.tables, context.settled, known["acvm"])
        act = (*context.behind, *context.from_here)
        for fact in act:
            if isinstance(fact, seen.Drawn) and fact.unit is not None:
                marker, there = row_of(context.place(fact.piece, context.settled))
                if marker == known["acvm"]:
                    rows[there] = fact.unit
        ports = len({ORIGIN, DESTINATION} & rows.keys())
        lacks = box not in rows and ports == (2 if box == SHIP else 1)
        return (st.NOTHING if lacks and _is_all(context, act, ports) else rows.get(box),)

    return drawn


def _is_all(context: Any, act: Iterable[seen.Fact], ports: int) -> bool:
    """Whether at most this many O/D markers were drawn between two cards, and all are visible."""
    drawn = sum(isinstance(fact, seen.Drawn) and fact.key == "port" for fact in act)
    over = any(opens(fact, context.opening) for fact in context.facts[context.at :])
    return context.sees(st.BRITISH) and drawn == ports and over


def drawn_blind(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[bool]:
    """Whether no drawn piece was exchanged for another, and not more was drawn than needed."""
    drawn: list[seen.Fact] = []
    back = False
    for fact in _draws(context):
        if isinstance(fact, seen.Drawn):
            if not _goes_to_another(context, fact.about, known["acvm"]):
                drawn.append(fact)
        else:
            back = back or any(one.about == fact.about for one in drawn)
    ports = sum(fact.key == "port" for fact in drawn)
    return (not back and ports <= len((ORIGIN, DESTINATION)) and len(drawn) - ports <= 1,)


def _goes_to_another(context: Any, piece: str, acvm: str) -> bool:
    """Whether a marker that was drawn ends with another set."""
    place = context.place(piece, context.settled)
    return (row_of(place)[0] or WAITING.owner(place)) not in ("", acvm)


def rolled_for(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str]:
    """The set that a die was for. After a success, the set that comes back next, else one that
    stays; after a failure, one that stays, else the one that comes back last. Which of several that
    stay does not matter."""
    tables, die = context.tables, known.get("die")
    every = [one for one in state.voyages.values() if one.at == st.WAITING]
    waiting = [one.id for one in every if may_roll(tables, state, one)]
    coming = [m for m in coming_back(context) if m in waiting]
    staying = [m for m in waiting if m not in coming]
    needed = tables.recycle_needs - state.rolls * tables.recycle_more
    succeeds = die is not None and die >= needed
    likely = [*coming[:1], *staying[:1]] if succeeds else [*staying[:1], *coming[-1:]]
    return likely or [*(one.id for one in every), *tables.markers][:1]


def coming_back(context: Any) -> list[str]:
    """The sets that leave their waiting boxes before the next card, in order; if the log ends
    before that, the sets of which a piece has left."""
    left = (
        fact.before
        for fact in context.from_here
        if isinstance(fact, seen.Moved | seen.PutIn | seen.Went)
    )
    found = dict.fromkeys(filter(None, map(WAITING.owner, left)))
    over = all(opening <= context.at for opening in context.openings)
    return [m for m in found if over or not WAITING.owner(context.place(m, context.settled))]


def marked_late(context: Any, state: State) -> Mapping[str, Any] | None:
    """By hand, the turn marker may be moved when the first card of the next turn lies there."""
    late = context.unseen_dice and context.is_marked_late(state.turn + 1, (context.at,))
    return {} if late else None


def thrown_for_a_set(context: Any, state: State) -> Mapping[str, Any] | None:
    """A set that comes back although the log shows no die."""
    sets = (state.voyages[marker] for marker in coming_back(context))
    waiting = (one.id for one in sets if may_roll(context.tables, state, one))
    marker = next(waiting, None)
    return None if marker is None else {"acvm": marker, "die": None}


def _lying(context: Any, marker: str, units: Iterable[str]) -> list[Token]:
    """Which of these units are in a set's waiting box when the next card is turned."""
    table = context.settled.values()
    return [one for one in table if WAITING.owner(one.place) == marker and one.unit in units]


def _shown_ports(context: Any, marker: str) -> list[str | None]:
    """The O/D markers that are face up in the waiting box."""
    lying = _lying(context, marker, context.tables.ports)
    return [token.unit for token in lying if not token.face_down]


def shown_destination(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[str | None]:
    """The destination of a set that leaves the map: the marker that is shown, or the one in its
    row."""
    marker = known["acvm"]
    origin = state.voyages[marker].origin
    shown = _shown_ports(context, marker)
    ends = [one for one in shown if len(origin) > 1 or one not in origin]
    secret = lies_in_rows(context.tables, context.opened, marker).get(DESTINATION)
    return (ends[-1] if ends else secret,)


def is_a_ghost(context: Any, state: State, known: Mapping[str, Any]) -> Iterable[bool | None]:
    """Whether the ship of a set that leaves the map is a ghost; ``None`` if it was not shown."""
    marker = known["acvm"]
    ships = context.tables.ships
    lying = [token.unit for token in _lying(context, marker, ships)]
    unit = lying[0] if lying else lies_in_rows(context.tables, context.opened, marker).get(SHIP)
    return (ships[unit].ghost if unit in ships else None,)


def pair_shown(context: Any, state: State, known: Mapping[str, Any]) -> tuple[Any, Any]:
    """The origin and destination of a lost ship: those in its row, unless another is shown in the
    place of one; or those that are shown and fit."""
    marker = known["acvm"]
    rows = lies_in_rows(context.tables, context.opened, marker)
    start, end = rows.get(ORIGIN), rows.get(DESTINATION)
    shown = _shown_ports(context, marker)
    strange = [one for one in shown if one not in (start, end)]
    if len(shown) == 2 and len(strange) == 1:
        return (start, strange[0]) if start in shown else (strange[0], end)
    if start is not None or end is not None or not shown:
        return start, end
    voyage = state.voyages[marker]
    likely = [one for one in shown if one in voyage.destination] or shown
    others = [one for one in shown if one in voyage.origin and one != likely[-1]]
    if len(voyage.origin) == 1 and likely[-1] in voyage.origin and len(shown) == 1:
        return likely[-1], None
    return next(iter(others), None), likely[-1]


def shown_of_pair(which: int) -> Any:
    """One marker of the pair of a lost ship."""
    return lambda context, state, known: (pair_shown(context, state, known)[which],)
