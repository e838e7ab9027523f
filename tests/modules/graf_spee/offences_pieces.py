"""What hands may do to the pieces themselves, planted into self-played games.

Each is a function from a game to the plants it allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from generator.vassal import commands, sequences, traits, trees
from generator.vassal.commands import Command
from generator.vassal.trees import Node
from tests.modules.graf_spee.offence_places import (
    concerned,
    free,
    goals,
    moving,
    quiet_ends,
)
from tests.modules.graf_spee.played_logs import (
    BRITISH,
    GERMAN,
    SEA,
    Moment,
    Plant,
    PlayedGame,
    changed,
    the_tables,
)
from validator.table import Piece


def _on_the_sea(game: PlayedGame) -> Iterator[tuple[Moment, Moment, Any]]:
    """Quiet ends of turns with a face-down piece that the rest of the turn is not about."""
    for moment, end, state in quiet_ends(game):
        for piece in free(state, concerned(game, moment)):
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
        others = {getattr(verb, "piece", "") for verb in game.verbs_left(moment)}
        if piece.id not in others:
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
    for moment, state, others in moving(game):
        for piece in free(state, others):
            for place in goals(the_tables(), state, piece.at, 1):
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
