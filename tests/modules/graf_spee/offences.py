"""Offences planted into self-played games, each in the places of a game where it fits.

An offence is a function from a game to the plants it allows: the steps with the offence in them,
cut at the end of its turn so that nothing but the offence can be found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from generator.vassal import commands, sequences, traits, trees
from generator.vassal.commands import Command
from generator.vassal.trees import Node
from modules.graf_spee.facts import allowance, pieces_allowed, pieces_moved
from modules.graf_spee.state import COMBAT, OUT, ROYAL_NAVY, VOYAGE_LOG
from modules.graf_spee.tables import Tables
from tests.modules.graf_spee.played_logs import (
    BRITISH,
    GERMAN,
    LOG,
    PUBLIC,
    REVEALED,
    SEA,
    Fingers,
    Moment,
    Plant,
    PlayedGame,
    changed,
    dice_of,
    leaves,
    the_tables,
    with_dice,
)
from validator.table import Piece

Offence = Callable[[PlayedGame], Iterator[Plant]]

PIECES = ("renown", "ark_royal", "hermes", "exeter", "cumberland", "sussex", "shropshire")


# --- where a plant fits ---------------------------------------------------------------


def _planted(
    game: PlayedGame,
    at: Moment,
    fingers: Fingers,
    until: Moment | None = None,
    pieces: Sequence[str] = (),
    eyes: Any = (PUBLIC, REVEALED),
    skip: int = 0,
) -> Plant:
    """What the fingers did after a moment; the game then goes on to the end of the turn."""
    end = until if until is not None else game.end_of_turn(at)
    rest = game.steps[at.steps + skip : end.steps]
    steps = [*game.steps[: at.steps], *fingers.steps, *rest]
    return Plant(game, steps, at.steps + 1, len(steps), tuple(pieces), eyes)


def _without(game: PlayedGame, first: int, last: int, until: Moment, **more: Any) -> Plant:
    """The game without some steps (from ``first``, up to before ``last``)."""
    steps = [*game.steps[:first], *game.steps[last : until.steps]]
    return Plant(game, steps, first, len(steps), **more)


def _name(verb: Any) -> str:
    return type(verb).__name__


def _concerned(game: PlayedGame, moment: Moment) -> set[str]:
    """Pieces that the rest of the turn is about."""
    found = set()
    for verb in game.verbs_left(moment):
        for field in ("piece", "cv", "shooter", "target"):
            found.add(getattr(verb, field, None))
    return {one for one in found if one}


def _moving(game: PlayedGame) -> Iterator[tuple[Moment, Any, set[str]]]:
    """Moments in the Royal Navy's step with moves left, and the pieces that are not needed."""
    for moment in game.moments:
        state = moment.state
        if state.step != ROYAL_NAVY or state.pending or state.outcome or not state.ship:
            continue
        if pieces_moved(state) >= pieces_allowed(the_tables(), state):
            continue
        later = [_name(verb) for verb in game.verbs_left(moment)]
        if "EndTurn" not in later:
            continue
        room = pieces_allowed(the_tables(), state) - pieces_moved(state)
        if sum(one in ("MovePiece", "Draw") for one in later) >= room:
            continue
        yield moment, state, _concerned(game, moment)


def _free(state: Any, concerned: set[str]) -> Iterator[Any]:
    """Pieces on the map that nothing happens to this turn, away from the ship."""
    for piece in state.pieces.values():
        if the_tables().on_map(piece.at) and piece.id not in concerned:
            if piece.at not in state.ship and not piece.face_up:
                yield piece


def _goals(tables: Tables, state: Any, here: str, far: int) -> list[str]:
    """Hexes so far away, without the ship and without a counter of its own meaning."""
    return [
        place
        for place in sorted(tables.neighbours)
        if tables.hexes_between(here, place) == far and place not in state.ship
    ]


def _quiet_ends(game: PlayedGame) -> Iterator[tuple[Moment, Moment, Any]]:
    """Moments after the searches of a turn in which the ship was not found and does not raid,
    with the moment its end has come."""
    for moment in game.moments:
        state = moment.state
        if state.step != COMBAT or state.outcome or state.pending or state.raid:
            continue
        if state.discovered or not state.contact or state.shown:
            continue
        left = [_name(verb) for verb in game.verbs_left(moment)]
        if left[-1:] == ["EndTurn"] and not {"Raid", "AirSearch", "Answer", "Scuttle"} & set(left):
            yield moment, game.end_of_turn(moment), state


def _turn_starts(game: PlayedGame) -> Iterator[tuple[Moment, str, Any]]:
    """Moments at which a turn has just begun, with the ship's hex; nobody pursues."""
    for moment in game.moments:
        state = moment.state
        if state.step == VOYAGE_LOG and state.turn > 1 and not state.outcome and not state.late:
            if not state.pursued and game.verbs[moment.verbs - 1 : moment.verbs]:
                if _name(game.verbs[moment.verbs - 1]) == "EndTurn":
                    yield moment, next(iter(state.ship)), state


# --- GS-5: the Royal Navy moves -------------------------------------------------------


def moved_too_far(game: PlayedGame) -> Iterator[Plant]:
    for moment, state, concerned in _moving(game):
        for piece in _free(state, concerned):
            if piece.moved is None and piece.kind != "BB":
                for place in _goals(the_tables(), state, piece.at, 3):
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield _planted(game, moment, hand, pieces=[piece.id])


def moved_twice(game: PlayedGame) -> Iterator[Plant]:
    """A piece that has moved two hexes moves on after another piece has moved."""
    tables = the_tables()
    for moment, state, concerned in _moving(game):
        if pieces_moved(state) + 1 >= pieces_allowed(tables, state):
            continue
        movers = [p for p in _free(state, concerned) if p.moved is None and p.kind != "BB"]
        for first in movers:
            for other in movers:
                if other is first:
                    continue
                for half in _goals(tables, state, first.at, 2)[:2]:
                    ends = [
                        place
                        for place in _goals(tables, state, half, 1)
                        if tables.hexes_between(first.at, place) == 3
                    ]
                    step = _goals(tables, state, other.at, 1)
                    if ends and step:
                        hand = game.fingers(moment.steps)
                        hand.drag(BRITISH, first.id, half).drag(BRITISH, other.id, step[0])
                        hand.drag(BRITISH, first.id, ends[0])
                        yield _planted(game, moment, hand, pieces=[first.id])


def too_many_pieces(game: PlayedGame) -> Iterator[Plant]:
    """A fourth piece moves and no point is paid."""
    tables = the_tables()
    for moment in game.moments:
        state = moment.state
        left = [_name(verb) for verb in game.verbs_left(moment)]
        if state.step != ROYAL_NAVY or state.pending or state.outcome or state.extra:
            continue
        if pieces_moved(state) != 3 or {"RollExtra", "MovePiece", "Draw"} & set(left):
            continue
        if left[-1:] != ["EndTurn"] or (game.by_hand and "ChangeScore" in left):
            continue
        for piece in _free(state, _concerned(game, moment)):
            for place in _goals(tables, state, piece.at, 1):
                if piece.moved is None:
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield _planted(game, moment, hand, pieces=[piece.id])


def battleship_two_hexes(game: PlayedGame) -> Iterator[Plant]:
    for moment, state, concerned in _moving(game):
        for piece in _free(state, concerned):
            if piece.moved is None and piece.kind == "BB":
                for place in _goals(the_tables(), state, piece.at, 2):
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield _planted(game, moment, hand, pieces=[piece.id], eyes=(REVEALED,))


def battleship_two_hexes_shown_later(game: PlayedGame) -> Iterator[Plant]:
    """The same, found by everybody when the piece is turned up at last."""
    for moment, state, concerned in _moving(game):
        for piece in _free(state, concerned):
            if piece.moved is None and piece.kind == "BB":
                for place in _goals(the_tables(), state, piece.at, 2):
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    hand.choose(BRITISH, piece.id, "Turn over").choose(
                        BRITISH, piece.id, "Turn over"
                    )
                    yield _planted(game, moment, hand, pieces=[piece.id], eyes=(PUBLIC,))


def drawn_and_put_back(game: PlayedGame) -> Iterator[Plant]:
    """A piece is drawn, looked at and put back into its cup."""
    for moment, state, concerned in _moving(game):
        for piece in state.pieces.values():
            if piece.at == "Atlantic Ocean" and piece.id not in concerned:
                hand = game.fingers(moment.steps).drag(BRITISH, piece.id, "Atlantic Ocean")
                hand.drag(BRITISH, piece.id, "Atlantic Cup")
                yield _planted(game, moment, hand)


def entered_at_the_wrong_gate(game: PlayedGame) -> Iterator[Plant]:
    for moment, state, concerned in _moving(game):
        for piece in state.pieces.values():
            if piece.at == "Atlantic Ocean" and piece.id not in concerned:
                for place in ("B6", "C6", "E4"):
                    if place not in state.ship:
                        hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                        yield _planted(game, moment, hand)


def searched_two_hexes_away(game: PlayedGame) -> Iterator[Plant]:
    for moment, _, state in _quiet_ends(game):
        for piece in state.pieces.values():
            shown = the_tables().on_map(piece.at) and not piece.face_up and not state.searches
            if piece.kind == "CV" and shown:
                for place in _goals(the_tables(), state, piece.at, 2):
                    hand = game.fingers(moment.steps)
                    hand.choose(BRITISH, piece.id, "Turn over")
                    if not game.by_hand:
                        hand.choose(BRITISH, piece.id, "Air search")
                    hand.drag(BRITISH, "search_1", place).press(GERMAN, "Not found")
                    hand.choose(BRITISH, piece.id, "Turn over")
                    hand.drag(BRITISH, "search_1", "Markers")
                    yield _planted(game, moment, hand)


# --- GS-3: the sequence ---------------------------------------------------------------


def moved_before_the_course(game: PlayedGame) -> Iterator[Plant]:
    """The Royal Navy moves while the German has not yet written."""
    for moment, _, state in _turn_starts(game):
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
        room = 3 - sum(_name(v) in ("MovePiece", "Draw") for v in game.verbs_left(moment))
        for piece in _free(state, _concerned(game, moment)):
            for place in _goals(the_tables(), state, piece.at, 1):
                if room > 0 and place not in logged.state.ship:
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield _planted(game, moment, hand, eyes=(REVEALED,))


def moved_after_the_combat(game: PlayedGame) -> Iterator[Plant]:
    """A piece moves when movement has been declared over and the searches are made."""
    for moment, _, state in _quiet_ends(game):
        if game.by_hand or pieces_moved(state) >= pieces_allowed(the_tables(), state):
            continue
        declared = any(
            "END OF MOVEMENT" in n.text and f"turn {state.turn}" in n.text
            for s in game.steps[: moment.steps]
            for n in s.walk()
        )
        for piece in _free(state, _concerned(game, moment)):
            for place in _goals(the_tables(), state, piece.at, 1):
                if declared and piece.moved is None:
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    yield _planted(game, moment, hand, pieces=[piece.id])


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
        for place in _goals(tables, state, here, 1):
            if done is not None and place not in occupied and here not in occupied:
                hand = game.fingers(moment.steps).drag(GERMAN, "plot", place, LOG)
                yield _planted(game, moment, hand, until=done, eyes=(REVEALED,))


# --- GS-4 and GS-6(4): the ship moves -------------------------------------------------


def _sailing_on(
    game: PlayedGame, far: Callable[[Any, str], Sequence[str]]
) -> Iterator[tuple[Moment, Fingers, Any, str]]:
    """A turn begins; the plot goes to a hex of ``far(state, here)`` and the turn is played out."""
    for moment, here, state in _turn_starts(game):
        occupied = {piece.at for piece in state.pieces.values()}
        for place in far(state, here):
            if place not in occupied:
                hand = game.fingers(moment.steps)
                yield moment, hand, state, place


def sailed_too_far(game: PlayedGame) -> Iterator[Plant]:
    def far(state: Any, here: str) -> Sequence[str]:
        refuels = any(ship.hex == here for ship in state.supplies.values())
        slow = state.damaged or refuels
        return () if slow else _goals(the_tables(), state, here, 3)

    for moment, hand, state, place in _sailing_on(game, far):
        hand.sail(place).press(BRITISH, "End of movement").press(GERMAN, "No contact")
        hand.end_turn(state.turn)
        yield _planted(game, moment, hand, until=moment, eyes=(REVEALED, {"side": "german"}))


def damaged_ship_two_hexes(game: PlayedGame) -> Iterator[Plant]:
    def far(state: Any, here: str) -> Sequence[str]:
        refuels = any(ship.hex == here for ship in state.supplies.values())
        fit = state.damaged and not refuels and allowance(the_tables(), state) == 1
        return _goals(the_tables(), state, here, 2) if fit else ()

    for moment, hand, state, place in _sailing_on(game, far):
        hand.sail(place).press(BRITISH, "End of movement").press(GERMAN, "No contact")
        hand.end_turn(state.turn)
        yield _planted(game, moment, hand, until=moment, eyes=(REVEALED,))


def refuelled_twice(game: PlayedGame) -> Iterator[Plant]:
    """The ship goes back to a supply ship that has served, and takes the third hex again."""
    tables = the_tables()
    for moment, here, state in _turn_starts(game):
        occupied = {piece.at for piece in state.pieces.values()}
        for ship in state.supplies.values():
            if state.damaged or not ship.used or ship.hex is None or ship.hex in occupied:
                continue
            if tables.hexes_between(here, ship.hex) > 2:
                continue
            for place in _goals(tables, state, ship.hex, 3):
                if place in occupied:
                    continue
                hand = game.fingers(moment.steps)
                hand.sail(ship.hex).press(BRITISH, "End of movement").end_turn(state.turn)
                hand.sail(place).press(BRITISH, "End of movement").end_turn(state.turn + 1)
                yield _planted(game, moment, hand, until=moment, eyes=(REVEALED,))


def shown_where_it_cannot_be(game: PlayedGame) -> Iterator[Plant]:
    """A raid shows the ship farther away than it can have come since it was last shown."""
    tables = the_tables()
    for moment, here, state in _turn_starts(game):
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
            yield _planted(game, moment, hand, until=moment, eyes=(PUBLIC, {"side": "british"}))


def raided_elsewhere_than_written(game: PlayedGame) -> Iterator[Plant]:
    """The ship is shown one hex from where its plot stands."""
    tables = the_tables()
    for moment, end, state in _quiet_ends(game):
        (here,) = state.ship
        occupied = {piece.at for piece in state.pieces.values()}
        for place in _goals(tables, state, here, 1):
            if place.endswith("1") or place in tables.icons or place in occupied or game.by_hand:
                continue
            hand = game.fingers(moment.steps).drag(GERMAN, "graf_spee", place)
            hand.press(GERMAN, "Raid").roll(GERMAN, "commerce_raid", 2).put_away()
            yield _planted(game, moment, hand, eyes=(REVEALED,))


# --- GS-7: raids ----------------------------------------------------------------------


def raided_on_a_closed_hex(game: PlayedGame) -> Iterator[Plant]:
    for moment, _, state in _quiet_ends(game):
        (here,) = state.ship
        if here.endswith("1"):
            hand = game.fingers(moment.steps).drag(GERMAN, "graf_spee", here)
            hand.press(GERMAN, "Raid").roll(GERMAN, "commerce_raid", 2).put_away()
            yield _planted(game, moment, hand)


def raided_when_discovered(game: PlayedGame) -> Iterator[Plant]:
    tables = the_tables()
    for moment in game.moments:
        state = moment.state
        left = [_name(verb) for verb in game.verbs_left(moment)]
        if state.step != COMBAT or not state.discovered or state.outcome or state.pending:
            continue
        if left[-1:] != ["EndTurn"] or {"AirAttack", "Fire", "HideShip"} - set(left) == set():
            continue
        if {"AirAttack", "Fire", "ShowShip"} & set(left) or state.shown is None or game.by_hand:
            continue
        if not state.shown.endswith("1") and state.shown not in tables.icons:
            hand = game.fingers(moment.steps).press(GERMAN, "Raid")
            hand.roll(GERMAN, "commerce_raid", 2)
            yield _planted(game, moment, hand)


def icon_taken_twice(game: PlayedGame) -> Iterator[Plant]:
    """Two points without a die, in a troopship hex that has paid."""
    for moment, _, state in _quiet_ends(game):
        (here,) = state.ship
        if here in state.taken and not game.by_hand:
            hand = game.fingers(moment.steps).drag(GERMAN, "graf_spee", here)
            hand.press(GERMAN, "Raid").score(2).put_away()
            yield _planted(game, moment, hand)
    for moment, here, state in _turn_starts(game):
        occupied = {piece.at for piece in state.pieces.values()}
        if here in state.taken and here not in occupied and not game.by_hand:
            hand = game.fingers(moment.steps).sail(here)
            hand.press(BRITISH, "End of movement").press(GERMAN, "No contact")
            hand.drag(GERMAN, "graf_spee", here).press(GERMAN, "Raid").score(2).put_away()
            hand.end_turn(state.turn)
            yield _planted(game, moment, hand, until=moment)


def raid_die_not_honoured(game: PlayedGame) -> Iterator[Plant]:
    """A die of four or more and no points, or a lower one and two points."""
    for number, verb in enumerate(game.verbs):
        steps = game.steps_of(number)
        if _name(verb) != "RollRaid" or steps is None:
            continue
        rolled = [at for at in range(*steps) if dice_of(game.steps[at])]
        moment = next(m for m in game.moments if m.verbs == number + 1)
        if len(rolled) == 1:
            other = 2 if (verb.die or 0) > 3 else 5
            end = game.end_of_turn(moment)
            made = with_dice(game.steps[rolled[0]], [other])
            steps_ = [*game.steps[: rolled[0]], made, *game.steps[rolled[0] + 1 : end.steps]]
            if end.state.step == VOYAGE_LOG:
                yield Plant(game, steps_, rolled[0] + 1, len(steps_))


def raid_not_rolled(game: PlayedGame) -> Iterator[Plant]:
    """Two points are booked for a raid and the die is not rolled."""
    for number, verb in enumerate(game.verbs):
        steps = game.steps_of(number)
        if _name(verb) != "RollRaid" or steps is None or (verb.die or 0) < 4:
            continue
        moment = next(m for m in game.moments if m.verbs == number + 1)
        end = game.end_of_turn(moment)
        if steps[1] > steps[0] and end.state.step == VOYAGE_LOG:
            yield _without(game, *steps, end)


def raid_rolled_until_it_pleased(game: PlayedGame) -> Iterator[Plant]:
    """The die is rolled once more before the roll that pays."""
    for number, verb in enumerate(game.verbs):
        steps = game.steps_of(number)
        if _name(verb) == "RollRaid" and steps is not None and (verb.die or 0) > 3:
            if game.by_hand:
                continue
            moment = next(m for m in game.moments if m.verbs == number)
            hand = game.fingers(moment.steps).roll(GERMAN, "commerce_raid", 1)
            yield _planted(game, moment, hand)


def raid_roll_taken_back(game: PlayedGame) -> Iterator[Plant]:
    """A roll is undone, and made again until it pays."""
    for plant in raid_rolled_until_it_pleased(game):
        at = plant.first
        undo = undone(plant.steps[at - 1])
        steps = [*plant.steps[:at], undo, *plant.steps[at:]]
        yield Plant(game, steps, at, len(steps))


def undone(step: Node) -> Node:
    """VASSAL's undo of a roll: the properties as they were, in brackets."""
    inverse = []
    for command in leaves(step):
        if isinstance(command, commands.Chat):
            inverse.insert(0, commands.Chat(f"* UNDO: {command.text}"))
        elif isinstance(command, commands.ChangeProperty):
            inverse.append(
                commands.ChangeProperty(command.name, command.new, command.old, command.container)
            )
    first, *others = inverse
    return trees.node(
        commands.Log(commands.Undo(True)),
        trees.node(commands.Log(first), *[commands.Log(one) for one in others]),
        commands.Log(commands.Undo(False)),
    )


# --- GS-8: points ---------------------------------------------------------------------


def points_for_nothing(game: PlayedGame) -> Iterator[Plant]:
    for moment, _, _state in _quiet_ends(game):
        moved = pieces_moved(moment.state)
        if not (game.by_hand and moved):
            yield _planted(game, moment, game.fingers(moment.steps).score(2))


def points_left_out(game: PlayedGame) -> Iterator[Plant]:
    """Two points for a troopship hex are never booked."""
    for number, verb in enumerate(game.verbs):
        steps = game.steps_of(number)
        if _name(verb) != "ChangeScore" or verb.delta != 2 or steps is None:
            continue
        moment = next(m for m in game.moments if m.verbs == number + 1)
        if moment.state.scored == "GS-7(4)" and moment.state.raid and not moment.state.extra:
            end = game.end_of_turn(moment)
            if end.state.step == VOYAGE_LOG and steps[1] > steps[0]:
                yield _without(game, *steps, end)


# --- GS-6: combat ---------------------------------------------------------------------


def _combats(game: PlayedGame) -> Iterator[tuple[int, Any, Moment]]:
    for number, verb in enumerate(game.verbs):
        if game.steps_of(number) is not None and not game.by_hand:
            yield number, verb, next(m for m in game.moments if m.verbs == number + 1)


def ship_fired_not(game: PlayedGame) -> Iterator[Plant]:
    """A cruiser in contact does not roll its dice."""
    for number, verb, moment in _combats(game):
        if _name(verb) == "Fire" and verb.shooter != "graf_spee" and 6 not in (verb.dice or ()):
            end = game.end_of_turn(moment)
            steps = game.steps_of(number)
            others = [s for s in moment.state.shots if s.shooter != verb.shooter]
            pursued = any(_name(one) == "Pursue" for one in game.verbs_left(moment))
            if end.state.step == VOYAGE_LOG and steps and others and not pursued:
                yield _without(game, *steps, end)


def fired_until_it_pleased(game: PlayedGame) -> Iterator[Plant]:
    """The raider rolls its three dice a second time."""
    for _, verb, moment in _combats(game):
        if _name(verb) == "Fire" and verb.shooter == "graf_spee":
            hand = game.fingers(moment.steps).roll(GERMAN, "graf_spee_fires", 1, 2, 3)
            if game.end_of_turn(moment).state.step == VOYAGE_LOG:
                yield _planted(game, moment, hand)


def hit_not_marked(game: PlayedGame) -> Iterator[Plant]:
    """A six was rolled against the sound ship, and its counter is not turned."""
    for number, verb, moment in _combats(game):
        steps = game.steps_of(number)
        end = game.end_of_turn(moment)
        if _name(verb) == "DamageShip" and steps and end.state.step == VOYAGE_LOG:
            yield _without(game, *steps, end)


def damage_for_nothing(game: PlayedGame) -> Iterator[Plant]:
    """The sound ship is turned to damaged and no die showed a six."""
    for number, verb, moment in _combats(game):
        state = moment.state
        if _name(verb) == "Fire" and not state.damaged and not state.pending and state.shown:
            end = game.end_of_turn(moment)
            if end.state.step == VOYAGE_LOG and not state.hits and not end.state.damaged:
                hand = game.fingers(moment.steps).choose(GERMAN, "graf_spee", "Flip")
                yield _planted(game, moment, hand)


def damaged_piece_stays(game: PlayedGame) -> Iterator[Plant]:
    """A piece that was hit stays on the map."""
    for number, verb, moment in _combats(game):
        steps = game.steps_of(number)
        end = game.end_of_turn(moment)
        if _name(verb) == "ReturnPiece" and steps and end.state.step == VOYAGE_LOG:
            back = game.fingers(steps[0])
            if not back.face_down(verb.piece):
                back.choose(BRITISH, verb.piece, "Turn over")
            rest = game.steps[steps[1] : end.steps]
            made = [*game.steps[: steps[0]], *back.steps, *rest]
            yield Plant(game, made, steps[0], len(made), (verb.piece,))


def sunk_without_hits(game: PlayedGame) -> Iterator[Plant]:
    """A British piece that the raider missed is taken off the map."""
    for number, verb, moment in _combats(game):
        steps = game.steps_of(number)
        state = moment.state
        end = game.end_of_turn(moment)
        if _name(verb) != "HidePiece" or steps is None or end.state.step != VOYAGE_LOG:
            continue
        targets = [shot for shot in state.shots if shot.target == verb.piece and not shot.hits]
        pursues = any(
            _name(one.verb) == "Pursue" and one.before.turn == state.turn
            for one in game.logged.record
        )
        if targets and not pursues:
            hand = game.fingers(steps[0]).drag(BRITISH, verb.piece, OUT)
            made = [*game.steps[: steps[0]], *hand.steps, *game.steps[steps[1] : end.steps]]
            yield Plant(game, made, steps[0] + 1, len(made), (verb.piece,))


def dummy_fights(game: PlayedGame) -> Iterator[Plant]:
    """A dummy that met the ship rolls dice as a cruiser would."""
    for number, verb, moment in _combats(game):
        state = game.states[number]
        if _name(verb) != "RemoveDummy":
            continue
        before = next(m for m in game.moments if m.verbs == number)
        others = [p for p in state.pieces_at(state.shown) if p.kind != "dummy"]
        if not others and state.shown:
            hand = game.fingers(before.steps).roll(BRITISH, "cruiser_fires", 2, 3)
            yield _planted(game, before, hand)


def pursued_without_a_fight(game: PlayedGame) -> Iterator[Plant]:
    """A cruiser that did not fight declares pursuit."""
    for moment, _, state in _quiet_ends(game):
        for piece in _free(state, _concerned(game, moment)):
            if piece.kind == "CA" and not piece.fought and not game.by_hand:
                hand = game.fingers(moment.steps).choose(BRITISH, piece.id, "Pursue")
                hand.choose(BRITISH, piece.id, "Turn over")
                yield _planted(game, moment, hand)


# --- pieces by hand -------------------------------------------------------------------


def _on_the_sea(game: PlayedGame) -> Iterator[tuple[Moment, Moment, Any]]:
    """Quiet ends of turns with a face-down piece that the rest of the turn is not about."""
    for moment, end, state in _quiet_ends(game):
        for piece in _free(state, _concerned(game, moment)):
            yield moment, end, piece


def _on_the_table(game: PlayedGame, step: int, unit: str) -> Piece:
    return next(one for one in game.table(step).pieces.values() if one.marker("UnitId") == unit)


def _with_steps(game: PlayedGame, moment: Moment, end: Moment, *made: Node) -> Plant:
    steps = [*game.steps[: moment.steps], *made, *game.steps[moment.steps : end.steps]]
    return Plant(game, steps, moment.steps + 1, len(steps))


def _state(piece: Piece, **markers: str) -> str:
    """A piece's state with its markers set."""
    states = list(piece.states)
    for at, keys in piece.model.markers:
        old = sequences.decode(states[at], ",")
        new = [markers.get(key, value) for key, value in zip(keys, old, strict=False)]
        states[at] = sequences.encode(new, ",")
    return traits.nest(states)


NEW_ID = "1899999999999"
NEW_STACK = "1899999999998"


def piece_added(game: PlayedGame) -> Iterator[Plant]:
    """A second dummy comes out of the palette."""
    for moment, end, piece in _on_the_sea(game):
        model = _on_the_table(game, moment.steps, "dummy_1")
        there = _on_the_table(game, moment.steps, piece.id)
        state = model.states[-1].split(";")
        state[:3] = [SEA, str(there.x), str(there.y)]
        shown = [s if s != f"{BRITISH};|0" else "null;" for s in model.states[:-1]]
        added = commands.AddPiece(NEW_ID, model.model.type, traits.nest([*shown, ";".join(state)]))
        stack = traits.stack_state(SEA, there.x + 9, there.y, [NEW_ID], 1)
        yield _with_steps(
            game, moment, end, trees.step(added, commands.AddPiece(NEW_STACK, "stack", stack))
        )


def piece_removed(game: PlayedGame) -> Iterator[Plant]:
    for moment, end, piece in _on_the_sea(game):
        ident = _on_the_table(game, moment.steps, piece.id).id
        plant = _with_steps(game, moment, end, trees.step(commands.RemovePiece(ident)))
        concerned = {getattr(verb, "piece", "") for verb in game.verbs_left(moment)}
        if piece.id not in concerned:
            yield plant


def piece_swapped(game: PlayedGame) -> Iterator[Plant]:
    """A face-down piece on the map is replaced by one from the palette."""
    for moment, end, piece in _on_the_sea(game):
        there = _on_the_table(game, moment.steps, piece.id)
        added = commands.AddPiece(NEW_ID, there.model.type, _state(there))
        place = traits.stack_state(SEA, there.x, there.y, [NEW_ID], 1)
        yield _with_steps(
            game,
            moment,
            end,
            trees.step(
                added,
                commands.AddPiece(NEW_STACK, "stack", place),
                commands.RemovePiece(there.id),
            ),
        )


def piece_made_another(game: PlayedGame) -> Iterator[Plant]:
    """The identity of a face-down piece is written over."""
    for moment, end, piece in _on_the_sea(game):
        there = _on_the_table(game, moment.steps, piece.id)
        other = "exeter" if piece.id != "exeter" else "sussex"
        made = commands.ChangePiece(there.id, _state(there, UnitId=other), _state(there))
        yield _with_steps(game, moment, end, trees.step(made))


def turned_up_by_the_other_side(game: PlayedGame) -> Iterator[Plant]:
    """The German turns up a British piece, in the step in which he moves it."""
    for moment, end, piece in _on_the_sea(game):
        there = _on_the_table(game, moment.steps, piece.id)
        (mask,) = there.model.masks
        states = list(there.states)
        states[mask.at] = "null;"
        shown = commands.ChangePiece(there.id, traits.nest(states), traits.nest(there.states))
        moved = commands.MovePiece(
            there.id,
            SEA,
            there.x,
            there.y,
            None,
            SEA,
            there.x,
            there.y,
            None,
            game.seats[GERMAN].password,
        )
        back = commands.ChangePiece(there.id, traits.nest(there.states), traits.nest(states))
        yield _with_steps(game, moment, end, trees.step(shown, moved), trees.step(back))


def moved_by_the_other_side(game: PlayedGame) -> Iterator[Plant]:
    """The German moves a British piece one hex."""
    for moment, state, concerned in _moving(game):
        for piece in _free(state, concerned):
            for place in _goals(the_tables(), state, piece.at, 1):
                if piece.moved is None:
                    hand = game.fingers(moment.steps).drag(BRITISH, piece.id, place)
                    german = game.seats[GERMAN].password

                    def change(command: Command, german: str = german) -> Command:
                        if isinstance(command, commands.MovePiece):
                            return replace(command, player=german)
                        return command

                    made = [changed(step, change) for step in hand.steps]
                    end = game.end_of_turn(moment)
                    yield _with_steps(game, moment, end, *[one for one in made if one])
