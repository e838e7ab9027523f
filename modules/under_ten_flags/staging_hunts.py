"""How searches of Under Ten Flags are played out, and what is laid on the displays for them."""

from __future__ import annotations

from collections.abc import Mapping

from validator.rules.staging import Played
from validator.rules.verbs import Verb

from .hunting import box_of
from .staging_hands import DISPLAY, ESCORT_FACE, Hands, Play
from .state import (
    ATLANTIS,
    ATLANTIS_AIRCRAFT,
    BRITISH,
    CRUISER_MARKERS,
    DISGUISE,
    GERMAN,
    HELD,
    OUT,
    ROW,
    WALRUS,
)
from .tables import OCEANS
from .verbs import (
    ACVCounter,
    AnswerSearch,
    AtlantisCounter,
    AtlantisSearch,
    CruiserSearch,
    GunRange,
    PlaceOnDisplay,
    React,
    ShowShip,
)

TURNED_TO_USE = 0.5
"""How often the counter of disguise and aircraft is turned to the side that is used."""


def atlantis_search(hands: Hands, verb: AtlantisSearch, one: Played) -> None:
    _help(hands, GERMAN, DISGUISE, verb.modifier)
    hands.in_either_order(
        lambda: hands.onto_map(GERMAN, ATLANTIS, verb.hex),
        lambda: hands.declare(GERMAN, "searches"),
    )
    hands.roll(GERMAN, "atlantis_search", verb.die)


def cruiser_search(hands: Hands, verb: CruiserSearch, one: Played) -> None:
    _help(hands, BRITISH, WALRUS, verb.modifier)
    hands.in_either_order(
        lambda: _comes(hands, verb.ca, verb.hex, verb.modifier),
        lambda: hands.declare(BRITISH, "cruiser_searches"),
    )
    hands.roll(BRITISH, "cruiser_search", verb.die)


def react(hands: Hands, verb: React, one: Played) -> None:
    _help(hands, BRITISH, WALRUS, verb.modifier)
    hunt = one.before.hunt
    hands.in_either_order(
        lambda: _comes(hands, verb.ca, hunt.hex, verb.modifier),
        lambda: hands.declare(BRITISH, "reacts"),
    )
    hands.roll(BRITISH, "reaction", verb.die)


def _comes(hands: Hands, ca: str, hex_id: str, modifier: str) -> None:
    """A cruiser's counter is put on a hex. Who does not use what its free side gives turns it."""
    if not modifier:
        hands.show_face(BRITISH, ca, ESCORT_FACE)
    hands.onto_map(BRITISH, ca, hex_id)


def _help(hands: Hands, side: str, piece: str, modifier: str) -> None:
    """A counter that lies on its box helps the die: it lies there just when it is used."""
    box = box_of(hands.tables, modifier) or HELD
    if hands.stage.where(piece) in (box, OUT):
        return
    if box == HELD:
        hands.stage.put_away(side, piece)  # before the die, not when the table is tidied
    else:
        _lay(hands, side, piece, box)


def answer_search(hands: Hands, verb: AnswerSearch, one: Played) -> None:
    """Silence means no; so that nobody waits for it, the answer no is always said."""
    if verb.found:
        hands.declare(GERMAN, "here")
    else:
        hands.click(GERMAN, "not_here")


def acv_counter(hands: Hands, verb: ACVCounter, one: Played) -> None:
    hands.roll(BRITISH, "acv_counter", verb.die)


def atlantis_counter(hands: Hands, verb: AtlantisCounter, one: Played) -> None:
    _help(hands, GERMAN, DISGUISE, verb.modifier)
    hands.roll(GERMAN, "atlantis_counter", verb.die)


def gun_range(hands: Hands, verb: GunRange, one: Played) -> None:
    hands.roll(BRITISH if verb.target == ATLANTIS else GERMAN, "gun_range", verb.die)


def place_on_display(hands: Hands, verb: PlaceOnDisplay, one: Played) -> None:
    if verb.piece == ATLANTIS:
        _lay(hands, GERMAN, ATLANTIS, verb.box)
    elif verb.piece == DISGUISE:
        if verb.box != HELD and hands.sometimes(TURNED_TO_USE):
            face = "aircraft" if verb.box == ATLANTIS_AIRCRAFT else "disguise"
            hands.show_face(GERMAN, DISGUISE, face)
        _lay(hands, GERMAN, DISGUISE, verb.box)
    elif verb.piece == WALRUS:
        _lay(hands, BRITISH, WALRUS, verb.box)
    elif verb.box == CRUISER_MARKERS:
        _cruiser_home(hands, verb.piece, one)
    elif verb.box == ROW:
        ship = hands.ship_of(one, verb.piece)
        hands.stage.drag(BRITISH, [ship], DISPLAY, f"{verb.piece.upper()} Ship")
    else:
        hands.stage.drag(BRITISH, [hands.ship_of(one, verb.piece)], OCEANS, verb.box)


def _lay(hands: Hands, side: str, piece: str, box: str) -> None:
    if hands.stage.where(piece) == box != HELD:
        return  # it was left there
    if box != HELD:
        hands.stage.drag(side, [piece], OCEANS, box)
    elif piece == ATLANTIS and hands.stage.where(piece) not in hands.tables.neighbours:
        hands.stage.put_away(side, piece)  # from a box at once: play waits for it
    else:
        hands.tidy_up(lambda: hands.stage.put_away(side, piece))


def _cruiser_home(hands: Hands, ca: str, one: Played) -> None:
    """A cruiser's counter leaves the map: back onto its ship, or to where it waits."""
    convoy = hands.convoy_of(one.before, ca)
    ship = hands.ship_of(one, convoy) if convoy else ""
    if ship:
        hands.board(ca, ship)
    else:
        hands.go_home(ca)


def show_ship(hands: Hands, verb: ShowShip, one: Played) -> None:
    if hands.stage.face_down(verb.ship):
        hands.stage.choose(BRITISH, verb.ship, "Turn over")


PLAYS: Mapping[type[Verb], Play] = {
    AtlantisSearch: atlantis_search,
    CruiserSearch: cruiser_search,
    React: react,
    AnswerSearch: answer_search,
    ACVCounter: acv_counter,
    AtlantisCounter: atlantis_counter,
    GunRange: gun_range,
    PlaceOnDisplay: place_on_display,
    ShowShip: show_ship,
}
