"""What players of Under Ten Flags do at the table besides the signs of their verbs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from validator.explaining.facts import cell_number
from validator.rules.staging import SMALL_TALK, Along, Besides, Habits, Occasions, Played

from . import places as at
from . import state as st
from . import verbs as v
from .hunting import laid_for
from .state import State
from .tables import OCEANS, Tables

DISPLAY, BRITISH_SHEET = "od_display", "british_plot"
"""Ids of the private maps of the British."""
DISCARDS = "Activation Discards"
COLUMN = "column_british"
ESCORT_FACE, FREE_CRUISER_FACE = "escort", "free"

WRONG_HEX = 0.08
"""How often a vessel is put on a wrong hex first."""
NO_COLUMN = 0.08
"""How often the British forget to fill the next column of their sheet; no rule needs it."""
LATE = 0.1
"""How often a used counter is put away only when the next card is turned."""
TURNED_TO_USE = 0.5
"""How often the disguise and aircraft counter is turned to the side that is used."""

Plotting = v.PlotCruiser | v.Switch
Parts = Sequence[Callable[[], None]]
before, along, after = Occasions[Besides](), Occasions[Along](), Occasions[Besides]()


@after
def _catch_up(hands: Any, verb: v.DrawCard, one: Played) -> None:
    """Put away everything that was postponed, at the latest at a new card."""
    hands.catch_up()


@after
def _gathered(hands: Any, verb: v.EndTurn, one: Played) -> None:
    """Shuffle the discards: the button does it by itself, without buttons the pile's menu does.
    After the last turn nothing else needs to be done."""
    if any(hands.stage.where(card) == DISCARDS for card in hands.tables.cards):
        words = f"Shuffle all into the {at.ACTIVATION_DECK}"
        hands.stage.choose_of_deck(hands.either(), DISCARDS, words)


# --- Sets ---------------------------------------------------------------------------------


def _drawn_to(tables: Tables, verb: Any, piece: str) -> tuple[str, str] | None:
    """Place the markers and the ship of a drawn set in its row; the map does not say which of two
    is which."""
    if not isinstance(verb, v.DrawSet):
        return None
    boxes = {verb.origin: at.ORIGIN, verb.destination: at.DESTINATION, verb.ship: at.SHIP}
    return DISPLAY, f"{verb.acvm.upper()} {boxes[piece]}"


@along
def _as_it_sails(hands: Any, verb: v.PlaceACVM | v.MoveACVM, one: Played) -> Parts:
    """Turn a marker to its colour and arrow. They are no signs: they count as they are when play
    goes on."""

    def turned() -> None:
        if verb.face is not None:
            hands.show_face(st.BRITISH, verb.acvm, verb.face)
        if verb.arrow is not None:
            hands.turn_to(st.BRITISH, verb.acvm, verb.arrow)

    return [turned]


@after
def _escorts_follow(hands: Any, verb: v.MoveACVM, one: Played) -> None:
    """Move the plot of an escort with its convoy, so that the sheet shows where it is."""
    for ca in _escorts(hands, one.before, verb.acvm):
        _plot_to(hands, ca, verb.hex)


@before
def _escorts_leave(hands: Any, verb: v.ExitMap | v.SetAside, one: Played) -> None:
    """Put a cruiser whose escorted set is gone back on its own, at its last hex."""
    for ca in _escorts(hands, one.before, verb.acvm):
        _go_home(hands, ca)
        _plot_to(hands, ca, one.before.voyages[verb.acvm].at)


@along
def _set_waits(hands: Any, verb: v.ExitMap, one: Played) -> Parts:
    """Move the whole set to its waiting box, with the destination shown, and a ghost."""
    voyage = one.before.voyage(verb.acvm)
    rows = [(piece, True) for piece in voyage.destination]
    rows += [(piece, False) for piece in voyage.origin]
    rows += [(ship, hands.tables.ships[ship].ghost) for ship in voyage.ship]
    return [partial(_lay, hands, verb.acvm, piece, shown) for piece, shown in rows]


@along
def _pair_waits(hands: Any, verb: v.SetAside, one: Played) -> Parts:
    """Move the O/D pair of a lost ship to the waiting box, shown."""
    pair = (verb.origin, verb.destination)
    return [partial(_lay, hands, verb.acvm, piece, True) for piece in pair if piece is not None]


def _lay(hands: Any, acvm: str, piece: str, shown: bool) -> None:
    """Move a marker of a set to its waiting box, and turn it up if it is shown."""
    box = f"Waiting {acvm.upper()}"
    parts = [partial(hands.stage.drag, st.BRITISH, [piece], OCEANS, box)]
    if shown and hands.stage.face_down(piece):
        parts.append(partial(hands.stage.choose, st.BRITISH, piece, "Turn over"))
    hands.in_either_order(*parts)


# --- Cruisers -----------------------------------------------------------------------------


def _escorts(hands: Any, state: State, acvm: str) -> list[str]:
    return [ca for ca in hands.tables.cruisers if state.cruisers[ca].at.place == acvm]


def _plot_to(hands: Any, ca: str, hex_id: str) -> None:
    """Move a cruiser's plot to a hex of the sheet."""
    plot = f"plot_{ca}"
    here = hands.stage.where(plot)
    if here in hands.tables.neighbours:
        hands.go(st.BRITISH, plot, BRITISH_SHEET, here, hex_id, hands.tables.hexes_a_card)
    else:
        hands.stage.drag(st.BRITISH, [plot], BRITISH_SHEET, hex_id)


def _go_home(hands: Any, ca: str) -> None:
    """Put a cruiser's counter back in its box, with its free side up."""
    hands.in_either_order(
        lambda: hands.show_face(st.BRITISH, ca, FREE_CRUISER_FACE),
        lambda: hands.stage.put_away(st.BRITISH, ca),
    )


def _board(hands: Any, ca: str, ship: str) -> None:
    """Put a cruiser's counter on the ship that it escorts, with its escort side up."""
    hands.in_either_order(
        lambda: hands.show_face(st.BRITISH, ca, ESCORT_FACE),
        lambda: hands.stage.drag_onto(st.BRITISH, ca, ship),
    )


@after
def _all_plotted(hands: Any, verb: Plotting, one: Played) -> None:
    """When the last cruiser is plotted, fill the sheet's next column, and declare it, even if the
    last cruiser stays."""
    if hands.at < len(hands.played) and isinstance(hands.played[hands.at].verb, Plotting):
        return
    if not hands.sometimes(NO_COLUMN):
        _next_column(hands, st.BRITISH, COLUMN)
    if isinstance(verb, v.PlotCruiser) and one.before.cruisers[verb.ca].at.place == verb.hex:
        hands.declare(st.BRITISH, "cruisers_plotted")


def _next_column(hands: Any, side: str, marker: str) -> None:
    """Move a sheet's marker on by one from where it is, even if a column was forgotten."""
    map_id, track = hands.track_of(marker)
    number = cell_number(hands.stage.where(marker))
    column = track.first if number is None else min(number + 1, track.last)
    hands.stage.drag(side, [marker], map_id, f"{track.prefix} {column}")


# --- Searches -----------------------------------------------------------------------------


@before
def _raider_helped(hands: Any, verb: v.AtlantisSearch | v.AtlantisCounter, one: Played) -> None:
    _helped(hands, st.GERMAN, st.DISGUISE, verb.modifier)


@before
def _cruiser_helped(hands: Any, verb: v.CruiserSearch | v.React, one: Played) -> None:
    """Turn a cruiser's counter whose free side is not used."""
    _helped(hands, st.BRITISH, st.WALRUS, verb.modifier)
    if not verb.modifier:
        hands.show_face(st.BRITISH, verb.ca, ESCORT_FACE)


def _helped(hands: Any, side: str, piece: str, modifier: str) -> None:
    """Place a modifier's counter in its box if the modifier is used, and put it away if not."""
    box = laid_for(hands.tables, modifier)[1] or st.HELD
    if hands.stage.where(piece) in (box, st.OUT):
        return
    if box == st.HELD:
        hands.stage.put_away(side, piece)  # before the die, not when the table is tidied
    else:
        hands.stage.drag(side, [piece], OCEANS, box)


@before
def _turned_to_use(hands: Any, verb: v.PlaceOnDisplay, one: Played) -> None:
    """Turn the disguise and aircraft counter to the side that is used; only its place counts."""
    if verb.piece == st.DISGUISE and verb.box != st.HELD and hands.sometimes(TURNED_TO_USE):
        face = "aircraft" if verb.box == st.ATLANTIS_AIRCRAFT else "disguise"
        hands.show_face(st.GERMAN, st.DISGUISE, face)


@after
def _stopped(hands: Any, verb: v.MoraleCheck, one: Played) -> None:
    """Take back, on the sheet, a move that the check cancels."""
    after: State | None = hands.played[hands.at].before if hands.at < len(hands.played) else None
    stands = after.atlantis.place if after is not None else None
    if stands is not None and stands != hands.stage.where(at.RAIDERS_PLOT):
        hands.stage.drag(st.GERMAN, [at.RAIDERS_PLOT], "german_plot", stands)


def _carried(hands: Any, one: Played, move: Any) -> bool:
    """Move vessels onto the map, cruisers onto their ships, and put counters away; return whether
    the move was made."""
    side, on_map = hands.side_of(one), hands.tables.on_map(move.place)
    match hands.role(move.piece):
        case "raider" | "cruiser" if on_map:
            if hands.sometimes(WRONG_HEX):
                wrong = hands.rng.choice(sorted(hands.tables.neighbours[move.place]))
                hands.stage.drag(side, [move.piece], OCEANS, wrong)
                if hands.sometimes(0.5):
                    hands.stage.undo()
            return False
        case "cruiser":
            convoy = one.before.cruisers[move.piece].at.place
            row = at.row_of(move.place)[0] or (convoy if convoy in one.before.voyages else "")
            row = "" if isinstance(one.verb, v.LeaveEscort) else row
            here = at.SHIPS.of(row) if row else None
            ships = (one for one in hands.with_role("cargo") if hands.stage.where(one) == here)
            ship = next(ships, None)
            if ship is not None:
                _board(hands, move.piece, ship)
            else:
                _go_home(hands, move.piece)
            return True
        case "column":
            _next_column(hands, st.GERMAN, move.piece)
            return True
        case "raider" | "help" if move.place == st.HELD:
            # From the displays at once: play waits for it.
            waited_for = move.piece == st.ATLANTIS and not hands.tables.on_map(move.start)
            put_away = partial(hands.stage.put_away, side, move.piece)
            if hands.sometimes(LATE) and not waited_for:
                hands.late.append(put_away)
            else:
                put_away()
            return True
    return False


HABITS = Habits(
    (*SMALL_TALK, "your card", "where is she?", "nice cruise so far"),
    *(before, along, after),
    points=lambda state: state.points,
    carried=_carried,
    drawn_to=_drawn_to,
    maps={"cruiser": OCEANS},
    clicked=frozenset({"column"}),
)
