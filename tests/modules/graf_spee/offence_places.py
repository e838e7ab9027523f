"""Where in a self-played game an offence fits, and how it is put in.

A plant is cut at the end of its turn so that nothing but the offence can be found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from modules.graf_spee.facts import pieces_allowed, pieces_moved
from modules.graf_spee.state import COMBAT, ROYAL_NAVY, VOYAGE_LOG
from modules.graf_spee.tables import Tables
from tests.modules.graf_spee.played_logs import (
    PUBLIC,
    REVEALED,
    Fingers,
    Moment,
    Plant,
    PlayedGame,
    the_tables,
)

Offence = Callable[[PlayedGame], Iterator[Plant]]


def planted(
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
    alone = fingers if not skip else None
    verbs = at.verbs, end.verbs
    return Plant(game, steps, at.steps + 1, len(steps), tuple(pieces), eyes, alone, verbs)


def without(game: PlayedGame, first: int, last: int, until: Moment, **more: Any) -> Plant:
    """The game without some steps (from ``first``, up to before ``last``)."""
    steps = [*game.steps[:first], *game.steps[last : until.steps]]
    return Plant(game, steps, first, len(steps), **more)


def kind_of(verb: Any) -> str:
    return type(verb).__name__


def concerned(game: PlayedGame, moment: Moment) -> set[str]:
    """Pieces that the rest of the turn is about."""
    found = set()
    for verb in game.verbs_left(moment):
        for field in ("piece", "cv", "shooter", "target"):
            found.add(getattr(verb, field, None))
    return {one for one in found if one}


def moving(game: PlayedGame) -> Iterator[tuple[Moment, Any, set[str]]]:
    """Moments in the Royal Navy's step with moves left, and the pieces that are not needed."""
    for moment in game.moments:
        state = moment.state
        if state.step != ROYAL_NAVY or state.pending or state.outcome or not state.ship:
            continue
        if pieces_moved(state) >= pieces_allowed(the_tables(), state):
            continue
        later = [kind_of(verb) for verb in game.verbs_left(moment)]
        if "EndTurn" not in later:
            continue
        room = pieces_allowed(the_tables(), state) - pieces_moved(state)
        if sum(one in ("MovePiece", "Draw") for one in later) >= room:
            continue
        yield moment, state, concerned(game, moment)


def free(state: Any, others: set[str]) -> Iterator[Any]:
    """Pieces on the map that nothing happens to this turn, away from the ship."""
    for piece in state.pieces.values():
        here = the_tables().on_map(piece.at) and piece.at not in state.ship
        if here and piece.id not in others and not piece.face_up:
            yield piece


def goals(tables: Tables, state: Any, here: str, far: int) -> list[str]:
    """Hexes so far away, without the ship and without a counter of its own meaning."""
    return [
        place
        for place in sorted(tables.neighbours)
        if tables.hexes_between(here, place) == far and place not in state.ship
    ]


def quiet_ends(game: PlayedGame) -> Iterator[tuple[Moment, Moment, Any]]:
    """Moments after the searches of a turn in which the ship was not found and does not raid,
    with the moment its end has come."""
    for moment in game.moments:
        state = moment.state
        if state.step != COMBAT or state.outcome or state.pending or state.raid:
            continue
        if state.discovered or not state.contact or state.shown:
            continue
        left = [kind_of(verb) for verb in game.verbs_left(moment)]
        if left[-1:] == ["EndTurn"] and not {"Raid", "AirSearch", "Answer", "Scuttle"} & set(left):
            yield moment, game.end_of_turn(moment), state


def turn_starts(game: PlayedGame) -> Iterator[tuple[Moment, str, Any]]:
    """Moments at which a turn has just begun, with the ship's hex; nobody pursues."""
    for moment in game.moments:
        state = moment.state
        last = game.verbs[moment.verbs - 1 : moment.verbs]
        begun = state.step == VOYAGE_LOG and bool(last) and kind_of(last[0]) == "EndTurn"
        if begun and not (state.outcome or state.late or state.pursued):
            yield moment, next(iter(state.ship)), state
