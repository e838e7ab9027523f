"""Offences of the sequence of play and of movement, planted into self-played games.

Each is a function from a game to the plants it allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from modules.graf_spee.facts import allowance, pieces_allowed, pieces_moved
from modules.graf_spee.state import ROYAL_NAVY
from tests.modules.graf_spee.offence_places import (
    concerned,
    free,
    goals,
    kind_of,
    moving,
    planted,
    quiet_ends,
    turn_starts,
)
from tests.modules.graf_spee.played_logs import (
    BRITISH,
    GERMAN,
    LOG,
    PUBLIC,
    REVEALED,
    Fingers,
    Moment,
    Plant,
    PlayedGame,
    the_tables,
)

# --- GS-5: the Royal Navy moves -------------------------------------------------------


def moved_too_far(game: PlayedGame) -> Iterator[Plant]:
    for moment, state, others in moving(game):
        for piece in free(state, others):
            if piece.moved is None and piece.kind != "BB":
                for place in goals(the_tables(), state, piece.at, 3):
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield planted(game, moment, hand, pieces=[piece.id])


def moved_twice(game: PlayedGame) -> Iterator[Plant]:
    """A piece that has moved two hexes moves on after another piece has moved."""
    tables = the_tables()
    for moment, state, others in moving(game):
        later = sum(kind_of(verb) in ("MovePiece", "Draw") for verb in game.verbs_left(moment))
        if pieces_moved(state) + 2 + later > pieces_allowed(tables, state):
            continue
        movers = [p for p in free(state, others) if p.moved is None and p.kind != "BB"]
        for first in movers:
            for other in movers:
                if other is first:
                    continue
                for half in goals(tables, state, first.at, 2)[:2]:
                    ends = [
                        place
                        for place in goals(tables, state, half, 1)
                        if tables.hexes_between(first.at, place) == 3
                    ]
                    step = goals(tables, state, other.at, 1)
                    if ends and step:
                        hand = game.fingers(moment.steps)
                        hand.drag(BRITISH, first.id, half).drag(BRITISH, other.id, step[0])
                        hand.drag(BRITISH, first.id, ends[0])
                        yield planted(game, moment, hand, pieces=[first.id])


def too_many_pieces(game: PlayedGame) -> Iterator[Plant]:
    """A fourth piece moves and no point is paid."""
    tables = the_tables()
    for moment in game.moments:
        state = moment.state
        left = [kind_of(verb) for verb in game.verbs_left(moment)]
        if state.step != ROYAL_NAVY or state.pending or state.outcome or state.extra:
            continue
        if pieces_moved(state) != 3 or {"RollExtra", "MovePiece", "Draw"} & set(left):
            continue
        if left[-1:] != ["EndTurn"] or (game.by_hand and "ChangeScore" in left):
            continue
        for piece in free(state, concerned(game, moment)):
            for place in goals(tables, state, piece.at, 1):
                if piece.moved is None:
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield planted(game, moment, hand, pieces=[piece.id])


def battleship_two_hexes(game: PlayedGame) -> Iterator[Plant]:
    for moment, state, others in moving(game):
        for piece in free(state, others):
            if piece.moved is None and piece.kind == "BB":
                for place in goals(the_tables(), state, piece.at, 2):
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield planted(game, moment, hand, pieces=[piece.id], eyes=(REVEALED,))


def battleship_two_hexes_shown_later(game: PlayedGame) -> Iterator[Plant]:
    """The same, found by everybody when the piece is turned up at last."""
    for moment, state, others in moving(game):
        for piece in free(state, others):
            if piece.moved is None and piece.kind == "BB":
                for place in goals(the_tables(), state, piece.at, 2):
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    hand.choose(BRITISH, piece.id, "Turn over").choose(
                        BRITISH, piece.id, "Turn over"
                    )
                    yield planted(game, moment, hand, pieces=[piece.id], eyes=(PUBLIC,))


def drawn_and_put_back(game: PlayedGame) -> Iterator[Plant]:
    """A piece is drawn, looked at and put back into its cup."""
    for moment, state, others in moving(game):
        for piece in state.pieces.values():
            if piece.at == "Atlantic Ocean" and piece.id not in others:
                hand = game.fingers(moment.steps).drag(BRITISH, piece.id, "Atlantic Ocean")
                hand.drag(BRITISH, piece.id, "Atlantic Cup")
                yield planted(game, moment, hand)


def entered_at_the_wrong_gate(game: PlayedGame) -> Iterator[Plant]:
    for moment, state, others in moving(game):
        for piece in state.pieces.values():
            if piece.at == "Atlantic Ocean" and piece.id not in others:
                for place in ("B6", "C6", "E4"):
                    if place not in state.ship:
                        hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                        yield planted(game, moment, hand)


def searched_two_hexes_away(game: PlayedGame) -> Iterator[Plant]:
    for moment, _, state in quiet_ends(game):
        for piece in state.pieces.values():
            shown = the_tables().on_map(piece.at) and not piece.face_up and not state.searches
            if piece.kind == "CV" and shown:
                for place in goals(the_tables(), state, piece.at, 2):
                    hand = game.fingers(moment.steps)
                    hand.choose(BRITISH, piece.id, "Turn over")
                    if not game.by_hand:
                        hand.choose(BRITISH, piece.id, "Air search")
                    hand.drag(BRITISH, "search_1", place).press(GERMAN, "Not found")
                    hand.choose(BRITISH, piece.id, "Turn over")
                    hand.drag(BRITISH, "search_1", "Markers")
                    yield planted(game, moment, hand)


# --- GS-3: the sequence ---------------------------------------------------------------


def moved_before_the_course(game: PlayedGame) -> Iterator[Plant]:
    """The Royal Navy moves while the German has not yet written."""
    for moment, _, state in turn_starts(game):
        logged = game.after(moment, "LogCourse")
        if logged is None or logged.steps == moment.steps:
            continue
        if (
            not any(
                "Voyage Log" in n.text
                for s in game.steps[moment.steps : logged.steps]
                for n in s.walk()
            )
            or game.by_hand
        ):
            continue
        room = 3 - sum(kind_of(v) in ("MovePiece", "Draw") for v in game.verbs_left(moment))
        for piece in free(state, concerned(game, moment)):
            for place in goals(the_tables(), state, piece.at, 1):
                if room > 0 and place not in logged.state.ship:
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield planted(game, moment, hand, eyes=(REVEALED,))


def moved_after_the_combat(game: PlayedGame) -> Iterator[Plant]:
    """A piece moves when movement has been declared over and the searches are made."""
    for moment, _, state in quiet_ends(game):
        if game.by_hand or pieces_moved(state) >= pieces_allowed(the_tables(), state):
            continue
        declared = any(
            "END OF MOVEMENT" in n.text and f"turn {state.turn}" in n.text
            for s in game.steps[: moment.steps]
            for n in s.walk()
        )
        for piece in free(state, concerned(game, moment)):
            for place in goals(the_tables(), state, piece.at, 1):
                if declared and piece.moved is None:
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield planted(game, moment, hand, pieces=[piece.id])


def sailed_after_the_navy(game: PlayedGame) -> Iterator[Plant]:
    """The plot is moved again when the Royal Navy has moved."""
    tables = the_tables()
    for moment in game.moments:
        state = moment.state
        if state.step != ROYAL_NAVY or not pieces_moved(state) or state.outcome or state.pending:
            continue
        if game.by_hand or state.shown:
            continue
        (here,) = state.ship
        done = game.after(moment, "EndMovement")
        occupied = {piece.at for piece in (done or moment).state.pieces.values()}
        for place in goals(tables, state, here, 1):
            if done is not None and place not in occupied and here not in occupied:
                hand = game.fingers(moment.steps).drag(GERMAN, "plot", place, LOG)
                yield planted(game, moment, hand, until=done, eyes=(REVEALED,))


# --- GS-4 and GS-6(4): the ship moves -------------------------------------------------


def _sailing_on(
    game: PlayedGame, far: Callable[[Any, str], Sequence[str]]
) -> Iterator[tuple[Moment, Fingers, Any, str]]:
    """A turn begins; the plot goes to a hex of ``far(state, here)`` and the turn is played out."""
    for moment, here, state in turn_starts(game):
        occupied = {piece.at for piece in state.pieces.values()}
        for place in far(state, here):
            if place not in occupied:
                hand = game.fingers(moment.steps)
                yield moment, hand, state, place


def sailed_too_far(game: PlayedGame) -> Iterator[Plant]:
    def far(state: Any, here: str) -> Sequence[str]:
        refuels = any(ship.hex == here for ship in state.supplies.values())
        slow = state.damaged or refuels
        return () if slow else goals(the_tables(), state, here, 3)

    for moment, hand, state, place in _sailing_on(game, far):
        hand.sail(place).press(BRITISH, "End of movement").press(GERMAN, "No contact")
        hand.end_turn(state.turn)
        yield planted(game, moment, hand, until=moment, eyes=(REVEALED, {"side": "german"}))


def damaged_ship_two_hexes(game: PlayedGame) -> Iterator[Plant]:
    def far(state: Any, here: str) -> Sequence[str]:
        refuels = any(ship.hex == here for ship in state.supplies.values())
        fit = state.damaged and not refuels and allowance(the_tables(), state) == 1
        return goals(the_tables(), state, here, 2) if fit else ()

    for moment, hand, state, place in _sailing_on(game, far):
        hand.sail(place).press(BRITISH, "End of movement").press(GERMAN, "No contact")
        hand.end_turn(state.turn)
        yield planted(game, moment, hand, until=moment, eyes=(REVEALED,))


def refuelled_twice(game: PlayedGame) -> Iterator[Plant]:
    """The ship goes back to a supply ship that has served, and takes the third hex again."""
    tables = the_tables()
    for moment, here, state in turn_starts(game):
        occupied = {piece.at for piece in state.pieces.values()}
        for ship in state.supplies.values():
            if state.damaged or not ship.used or ship.hex is None or ship.hex in occupied:
                continue
            if tables.hexes_between(here, ship.hex) > 2:
                continue
            for place in goals(tables, state, ship.hex, 3):
                if place in occupied:
                    continue
                hand = game.fingers(moment.steps)
                hand.sail(ship.hex).press(BRITISH, "End of movement").end_turn(state.turn)
                hand.sail(place).press(BRITISH, "End of movement").end_turn(state.turn + 1)
                yield planted(game, moment, hand, until=moment, eyes=(REVEALED,))


def shown_where_it_cannot_be(game: PlayedGame) -> Iterator[Plant]:
    """A raid shows the ship farther away than it can have come since it was last shown."""
    tables = the_tables()
    for moment, here, state in turn_starts(game):
        turn = [m for m in game.moments if m.state.turn == state.turn - 1 and m.state.shown]
        if game.by_hand or not any(m.state.raid or m.state.discovered for m in turn):
            continue
        occupied = {piece.at for piece in state.pieces.values()}
        far = [p for p in sorted(tables.neighbours) if tables.hexes_between(here, p) >= 4]
        for place in far:
            if place in occupied or place.endswith("1") or place in tables.icons:
                continue
            hand = game.fingers(moment.steps).sail(here)
            hand.press(BRITISH, "End of movement").press(GERMAN, "No contact")
            hand.drag(GERMAN, "graf_spee", place).press(GERMAN, "Raid")
            hand.roll(GERMAN, "commerce_raid", 1).put_away().end_turn(state.turn)
            yield planted(game, moment, hand, until=moment, eyes=(PUBLIC, {"side": "british"}))


def raided_elsewhere_than_written(game: PlayedGame) -> Iterator[Plant]:
    """The ship is shown one hex from where its plot stands."""
    tables = the_tables()
    for moment, _end, state in quiet_ends(game):
        (here,) = state.ship
        occupied = {piece.at for piece in state.pieces.values()}
        for place in goals(tables, state, here, 1):
            if place.endswith("1") or place in tables.icons or place in occupied or game.by_hand:
                continue
            hand = game.fingers(moment.steps).drag(GERMAN, "graf_spee", place)
            hand.press(GERMAN, "Raid").roll(GERMAN, "commerce_raid", 2).put_away()
            yield planted(game, moment, hand, eyes=(REVEALED,))
