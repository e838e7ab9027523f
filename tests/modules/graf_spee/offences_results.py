"""Offences of combat, raids and points, planted into self-played games.

Each is a function from a game to the plants it allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.vassal import commands, trees
from generator.vassal.trees import Node
from modules.graf_spee.facts import pieces_moved
from modules.graf_spee.state import COMBAT, OUT, VOYAGE_LOG
from tests.modules.graf_spee.offence_places import (
    concerned,
    free,
    kind_of,
    planted,
    quiet_ends,
    turn_starts,
    without,
)
from tests.modules.graf_spee.played_logs import (
    BRITISH,
    GERMAN,
    Moment,
    Plant,
    PlayedGame,
    dice_of,
    leaves,
    the_tables,
    with_dice,
)

# --- GS-6: combat ---------------------------------------------------------------------


def _combats(game: PlayedGame) -> Iterator[tuple[int, Any, Moment]]:
    for number, verb in enumerate(game.verbs):
        if game.steps_of(number) is not None and not game.by_hand:
            yield number, verb, next(m for m in game.moments if m.verbs == number + 1)


def ship_fired_not(game: PlayedGame) -> Iterator[Plant]:
    """A cruiser in contact does not roll its dice."""
    for number, verb, moment in _combats(game):
        if kind_of(verb) == "Fire" and verb.shooter != "graf_spee" and 6 not in (verb.dice or ()):
            end = game.end_of_turn(moment)
            steps = game.steps_of(number)
            others = [s for s in moment.state.shots if s.shooter != verb.shooter]
            pursued = any(kind_of(one) == "Pursue" for one in game.verbs_left(moment))
            if end.state.step == VOYAGE_LOG and steps and others and not pursued:
                yield without(game, *steps, end)


def fired_until_it_pleased(game: PlayedGame) -> Iterator[Plant]:
    """The raider rolls its three dice a second time."""
    for _, verb, moment in _combats(game):
        if kind_of(verb) == "Fire" and verb.shooter == "graf_spee":
            hand = game.fingers(moment.steps).roll(GERMAN, "graf_spee_fires", 1, 2, 3)
            if game.end_of_turn(moment).state.step == VOYAGE_LOG:
                yield planted(game, moment, hand)


def hit_not_marked(game: PlayedGame) -> Iterator[Plant]:
    """A six was rolled against the sound ship, and its counter is not turned."""
    for number, verb, moment in _combats(game):
        steps = game.steps_of(number)
        end = game.end_of_turn(moment)
        if kind_of(verb) == "DamageShip" and steps and end.state.step == VOYAGE_LOG:
            yield without(game, *steps, end)


def damage_for_nothing(game: PlayedGame) -> Iterator[Plant]:
    """The sound ship is turned to damaged and no die showed a six."""
    for _number, verb, moment in _combats(game):
        state = moment.state
        if kind_of(verb) == "Fire" and not state.damaged and not state.pending and state.shown:
            end = game.end_of_turn(moment)
            if end.state.step == VOYAGE_LOG and not state.hits and not end.state.damaged:
                hand = game.fingers(moment.steps).choose(GERMAN, "graf_spee", "Flip")
                yield planted(game, moment, hand)


def damaged_piece_stays(game: PlayedGame) -> Iterator[Plant]:
    """A piece that was hit stays on the map."""
    for number, verb, moment in _combats(game):
        steps = game.steps_of(number)
        end = game.end_of_turn(moment)
        if kind_of(verb) == "ReturnPiece" and steps and end.state.step == VOYAGE_LOG:
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
        if kind_of(verb) != "HidePiece" or steps is None or end.state.step != VOYAGE_LOG:
            continue
        targets = [shot for shot in state.shots if shot.target == verb.piece and not shot.hits]
        pursues = any(
            kind_of(one.verb) == "Pursue" and one.before.turn == state.turn
            for one in game.logged.record.played
        )
        if targets and not pursues:
            hand = game.fingers(steps[0]).drag(BRITISH, verb.piece, OUT)
            made = [*game.steps[: steps[0]], *hand.steps, *game.steps[steps[1] : end.steps]]
            yield Plant(game, made, steps[0] + 1, len(made), (verb.piece,))


def dummy_fights(game: PlayedGame) -> Iterator[Plant]:
    """A dummy that met the ship rolls dice as a cruiser would, and the ship is damaged."""
    for number, verb, _moment in _combats(game):
        state = game.states[number]
        if kind_of(verb) != "RemoveDummy":
            continue
        before = next(m for m in game.moments if m.verbs == number)
        others = [p for p in state.pieces_at(state.shown) if p.kind != "dummy"]
        if not others and state.shown and not state.damaged:
            hand = game.fingers(before.steps).roll(BRITISH, "cruiser_fires", 2, 6)
            hand.choose(GERMAN, "graf_spee", "Flip")
            yield planted(game, before, hand)


def pursued_without_a_fight(game: PlayedGame) -> Iterator[Plant]:
    """A cruiser that did not fight declares pursuit."""
    for moment, _, state in quiet_ends(game):
        for piece in free(state, concerned(game, moment)):
            if piece.kind == "CA" and not piece.fought and not game.by_hand:
                hand = game.fingers(moment.steps).choose(BRITISH, piece.id, "Pursue")
                hand.choose(BRITISH, piece.id, "Turn over")
                yield planted(game, moment, hand)


# --- GS-7: raids ----------------------------------------------------------------------


def raided_on_a_closed_hex(game: PlayedGame) -> Iterator[Plant]:
    for moment, _, state in quiet_ends(game):
        (here,) = state.ship
        if here.endswith("1"):
            hand = game.fingers(moment.steps).drag(GERMAN, "graf_spee", here)
            hand.press(GERMAN, "Raid").roll(GERMAN, "commerce_raid", 2).put_away()
            yield planted(game, moment, hand)


def raided_when_discovered(game: PlayedGame) -> Iterator[Plant]:
    tables = the_tables()
    for moment in game.moments:
        state = moment.state
        left = [kind_of(verb) for verb in game.verbs_left(moment)]
        if state.step != COMBAT or not state.discovered or state.outcome or state.pending:
            continue
        if left[-1:] != ["EndTurn"] or {"AirAttack", "Fire", "HideShip"} - set(left) == set():
            continue
        if {"AirAttack", "Fire", "ShowShip"} & set(left) or state.shown is None or game.by_hand:
            continue
        if not state.shown.endswith("1") and state.shown not in tables.icons:
            hand = game.fingers(moment.steps).press(GERMAN, "Raid")
            hand.roll(GERMAN, "commerce_raid", 2)
            yield planted(game, moment, hand)


def icon_taken_twice(game: PlayedGame) -> Iterator[Plant]:
    """Two points without a die, in a troopship hex that has paid."""
    for moment, _, state in quiet_ends(game):
        (here,) = state.ship
        if here in state.taken and not game.by_hand:
            hand = game.fingers(moment.steps).drag(GERMAN, "graf_spee", here)
            hand.press(GERMAN, "Raid").score(2).put_away()
            yield planted(game, moment, hand)
    for moment, here, state in turn_starts(game):
        occupied = {piece.at for piece in state.pieces.values()}
        if here in state.taken and here not in occupied and not game.by_hand:
            hand = game.fingers(moment.steps).sail(here)
            hand.press(BRITISH, "End of movement").press(GERMAN, "No contact")
            hand.drag(GERMAN, "graf_spee", here).press(GERMAN, "Raid").score(2).put_away()
            hand.end_turn(state.turn)
            yield planted(game, moment, hand, until=moment)


def raid_die_not_honoured(game: PlayedGame) -> Iterator[Plant]:
    """A die of four or more and no points, or a lower one and two points."""
    for number, verb in enumerate(game.verbs):
        steps = game.steps_of(number)
        if kind_of(verb) != "RollRaid" or steps is None:
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
        if kind_of(verb) != "RollRaid" or steps is None or (verb.die or 0) < 4:
            continue
        moment = next(m for m in game.moments if m.verbs == number + 1)
        end = game.end_of_turn(moment)
        if steps[1] > steps[0] and end.state.step == VOYAGE_LOG:
            yield without(game, *steps, end)


def raid_rolled_until_it_pleased(game: PlayedGame) -> Iterator[Plant]:
    """The die is rolled once more before the roll that pays."""
    for number, verb in enumerate(game.verbs):
        steps = game.steps_of(number)
        if kind_of(verb) == "RollRaid" and steps is not None and (verb.die or 0) > 3:
            if game.by_hand:
                continue
            moment = next(m for m in game.moments if m.verbs == number)
            hand = game.fingers(moment.steps).roll(GERMAN, "commerce_raid", 1)
            yield planted(game, moment, hand)


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
    for moment, _, _state in quiet_ends(game):
        moved = pieces_moved(moment.state)
        if not (game.by_hand and moved):
            yield planted(game, moment, game.fingers(moment.steps).score(2))


def points_left_out(game: PlayedGame) -> Iterator[Plant]:
    """Two points for a troopship hex are never booked."""
    for number, verb in enumerate(game.verbs):
        steps = game.steps_of(number)
        if kind_of(verb) != "ChangeScore" or verb.delta != 2 or steps is None:
            continue
        moment = next(m for m in game.moments if m.verbs == number + 1)
        if moment.state.scored == "GS-7(4)" and moment.state.raid and not moment.state.extra:
            end = game.end_of_turn(moment)
            if end.state.step == VOYAGE_LOG and steps[1] > steps[0]:
                yield without(game, *steps, end)
