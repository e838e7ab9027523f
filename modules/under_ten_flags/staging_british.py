"""How the British verbs of Under Ten Flags are played out: sets, routes, cruisers' plots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from validator.rules.performing import FORGOTTEN
from validator.rules.staging import Played
from validator.rules.verbs import Verb

from .staging_hands import (
    BRITISH_SHEET,
    DISPLAY,
    FREE_MARKERS,
    PLOT,
    PORT_CUP,
    SHIP_CUP,
    Hands,
    Play,
)
from .state import BRITISH
from .tables import OCEANS
from .verbs import (
    DrawSet,
    ExitMap,
    JoinEscort,
    LeaveEscort,
    MoveACVM,
    PlaceACVM,
    PlaceCruiser,
    PlotCruiser,
    ReturnSet,
    RollRecycle,
    SetAside,
)

AS_A_STACK = 0.7
MARKER_HANDLED_FIRST = 0.3
"""How often a map marker is turned over before it is moved."""


def place_cruiser(hands: Hands, verb: PlaceCruiser, one: Played) -> None:
    """Its plot goes to the sheet; an escort's counter lies on its ship besides."""
    assert verb.hex is not None
    hex_id = verb.hex
    if not verb.escorts:
        hands.stage.drag(BRITISH, [f"{PLOT}{verb.ca}"], BRITISH_SHEET, hex_id)
        return
    ship = hands.ship_of(one, verb.escorts)
    hands.in_either_order(
        lambda: hands.board(verb.ca, ship),
        lambda: hands.stage.drag(BRITISH, [f"{PLOT}{verb.ca}"], BRITISH_SHEET, hex_id),
    )


def draw_set(hands: Hands, verb: DrawSet, one: Played) -> None:
    """Two markers come from one cup, a ship from the other, each to its box of the row."""
    assert verb.origin and verb.destination and verb.ship
    row = verb.acvm.upper()
    hands.stage.drag(BRITISH, [verb.origin], DISPLAY, f"{row} Origin")
    hands.stage.drag(BRITISH, [verb.destination], DISPLAY, f"{row} Destination")
    hands.stage.drag(BRITISH, [verb.ship], DISPLAY, f"{row} Ship")


def place_acvm(hands: Hands, verb: PlaceACVM, one: Played) -> None:
    _marker_to(hands, verb.acvm, verb.hex, verb.arrow, verb.face)


def move_acvm(hands: Hands, verb: MoveACVM, one: Played) -> None:
    """A map marker sails on, at times with those beside it that go the same way."""
    here = one.before.voyages[verb.acvm].at
    together = [verb]
    for later in hands.played[hands.at :]:
        move = later.verb
        if not isinstance(move, MoveACVM) or move.hex != verb.hex:
            break
        if later.before.voyages[move.acvm].at != here:
            break
        together.append(move)
    if len(together) > 1 and hands.sometimes(AS_A_STACK):
        hands.at += len(together) - 1
        hands.stage.drag(BRITISH, [move.acvm for move in together], OCEANS, verb.hex)
        for move in together:
            _look(hands, move.acvm, move.arrow, move.face)
    else:
        together = [verb]
        _marker_to(hands, verb.acvm, verb.hex, verb.arrow, verb.face)
    for move in together:
        for ca in hands.escorts(one.before, move.acvm):
            hands.plot_to(ca, verb.hex)


def _marker_to(hands: Hands, acvm: str, hex_id: str, arrow: str | None, face: str | None) -> None:
    """A map marker goes to a hex, its arrow is turned and its colour shown."""
    first = hands.sometimes(MARKER_HANDLED_FIRST)
    if first:
        _look(hands, acvm, arrow, face)
    here = hands.stage.where(acvm)
    if here in hands.tables.neighbours:
        hands.go(BRITISH, acvm, OCEANS, here, hex_id, hands.tables.hexes_a_card)
    else:
        hands.stage.drag(BRITISH, [acvm], OCEANS, hex_id)
    if not first:
        _look(hands, acvm, arrow, face)


def _look(hands: Hands, acvm: str, arrow: str | None, face: str | None) -> None:
    """A map marker's colour and arrow."""
    if face is not None:
        hands.show_face(BRITISH, acvm, face)
    if arrow is not None:
        hands.turn_to(BRITISH, acvm, arrow)


def roll_recycle(hands: Hands, verb: RollRecycle, one: Played) -> None:
    hands.roll(BRITISH, "recycle", verb.die)


def return_set(hands: Hands, verb: ReturnSet, one: Played) -> None:
    """Its markers go back into the cups, the map marker to the free ones."""
    voyage = one.before.voyages[verb.acvm]
    hands.in_either_order(
        lambda: hands.stage.drag(BRITISH, [verb.acvm], OCEANS, FREE_MARKERS),
        *[
            partial(hands.into_cup, port, PORT_CUP)
            for port in (*voyage.origin, *voyage.destination)
        ],
        *[partial(hands.into_cup, ship, SHIP_CUP) for ship in voyage.ship],
    )


def exit_map(hands: Hands, verb: ExitMap, one: Played) -> None:
    """The whole set goes to its waiting box; the destination is shown, and a ghost."""
    voyage = one.before.voyages[verb.acvm]
    box = _waiting(verb.acvm)
    for ca in hands.escorts(one.before, verb.acvm):
        hands.go_home(ca)
        hands.plot_to(ca, voyage.at)
    (origin,), (destination,) = voyage.origin, voyage.destination
    hands.in_either_order(
        lambda: hands.stage.drag(BRITISH, [verb.acvm], OCEANS, box),
        lambda: hands.lay(destination, OCEANS, box, shown=True),
        lambda: hands.lay(origin, OCEANS, box),
        *[partial(hands.lay, ship, OCEANS, box, shown=bool(verb.ghost)) for ship in voyage.ship],
    )


def set_aside(hands: Hands, verb: SetAside, one: Played) -> None:
    """The pair and the map marker of a ship that is gone go to the waiting box, the pair shown."""
    box = _waiting(verb.acvm)
    for ca in hands.escorts(one.before, verb.acvm):
        hands.go_home(ca)
        hands.plot_to(ca, one.before.voyages[verb.acvm].at)
    hands.in_either_order(
        lambda: hands.stage.drag(BRITISH, [verb.acvm], OCEANS, box),
        *[
            partial(hands.lay, port, OCEANS, box, shown=True)
            for port in (verb.origin, verb.destination)
            if port is not None
        ],
    )


def _waiting(acvm: str) -> str:
    return f"Waiting {acvm.upper()}"


def plot_cruiser(hands: Hands, verb: PlotCruiser, one: Played) -> None:
    assert verb.hex is not None
    hands.plot_to(verb.ca, verb.hex)
    _plotted(hands)


def join_escort(hands: Hands, verb: JoinEscort, one: Played) -> None:
    hands.board(verb.ca, hands.ship_of(one, verb.acvm))
    _plotted(hands)


def leave_escort(hands: Hands, verb: LeaveEscort, one: Played) -> None:
    hands.go_home(verb.ca)
    _plotted(hands)


def _plotted(hands: Hands) -> None:
    """When the last cruiser is plotted, the sheet's next column is filled and it is said."""
    if hands.follows(PlotCruiser, JoinEscort, LeaveEscort):
        return
    if not hands.sometimes(FORGOTTEN):
        hands.next_column(BRITISH, BRITISH_SHEET)
    hands.declare(BRITISH, "cruisers_plotted")


PLAYS: Mapping[type[Verb], Play] = {
    PlaceCruiser: place_cruiser,
    DrawSet: draw_set,
    PlaceACVM: place_acvm,
    MoveACVM: move_acvm,
    RollRecycle: roll_recycle,
    ReturnSet: return_set,
    ExitMap: exit_map,
    SetAside: set_aside,
    PlotCruiser: plot_cruiser,
    JoinEscort: join_escort,
    LeaveEscort: leave_escort,
}
