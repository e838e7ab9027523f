"""Offences planted into played games: one thing done wrong, everything else as it was.

A plant takes a game as the engine played it and gives back the same game with one verb changed,
left out, doubled or moved, cut off after the turn in which that happens, and the codes of which one
must be cited. The game is then played out at the table and written as a log like any other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from modules.graf_spee.state import SHIP, State
from modules.graf_spee.tables import Tables
from modules.graf_spee.verbs import (
    AirSearch,
    Answer,
    ChangeScore,
    ChooseStart,
    DamageShip,
    Draw,
    EndMovement,
    EndTurn,
    Fire,
    HidePiece,
    HideShip,
    LogCourse,
    MovePiece,
    NoContact,
    OpenCourse,
    Pursue,
    Raid,
    ReturnPiece,
    RevealPiece,
    RollExtra,
    RollRaid,
    RollSinking,
    ShowShip,
    SinkPiece,
)
from validator.playing.selfplay import Played

SCORING = frozenset(
    {"GS-5(3)a", "GS-7(4)", "GS-7(5)", "GS-7(6)", "GS-8(2)a", "GS-8(2)b", "GS-8(2)c", "GS-8(2)d"}
)
RAIDING = frozenset({"GS-7(5)", "GS-7(6)"})


@dataclass(frozen=True)
class Planted:
    """A game with one offence in it."""

    name: str
    played: tuple[Played, ...]
    cites: frozenset[str]
    """At least one of these must be found, and nothing else."""
    public: bool | None = True
    """Whether everybody can see it; ``None``: that depends on what lies open at the time."""
    by_hand: bool = True
    """Whether it shows when counters alone are moved."""


Plant = Callable[[Tables, Sequence[Played]], Iterator[Planted]]
PLANTS: list[Plant] = []


def plant(function: Plant) -> Plant:
    """Add a plant to the list."""
    PLANTS.append(function)
    return function


def turn_end(played: Sequence[Played], at: int) -> int:
    """Behind the end of the turn in which something stands; 0 if the game ends in that turn."""
    for number in range(at, len(played)):
        if isinstance(played[number].verb, EndTurn):
            return number + 1
    return 0


def turn_start(played: Sequence[Played], at: int) -> int:
    """Where the turn begins in which something stands."""
    for number in range(at - 1, -1, -1):
        if isinstance(played[number].verb, EndTurn):
            return number + 1
    return next(n for n, one in enumerate(played) if isinstance(one.verb, LogCourse | OpenCourse))


def cut(played: Sequence[Played], at: int, *changed: Played, skip: int = 0) -> tuple[Played, ...]:
    """The game up to the end of a turn, with ``changed`` in place of ``skip`` verbs at ``at``."""
    end = turn_end(played, at)
    return (*played[:at], *changed, *played[at + skip : end])


def as_verb(one: Played, verb: Any) -> Played:
    """The same moment with another verb."""
    return replace(one, verb=verb)


def ship_hexes(played: Sequence[Played], first: int, last: int) -> set[str]:
    """Where the ship is between two verbs."""
    found: set[str] = set()
    for one in played[first:last]:
        found |= one.before.ship.keys()
        if isinstance(one.verb, LogCourse | OpenCourse):
            found.add(one.verb.hex)
    return found


def touches(verb: Any, piece: str) -> bool:
    """Whether a verb is about a piece."""
    return piece in (getattr(verb, name, None) for name in ("piece", "cv", "shooter", "target"))


def quiet_turn(played: Sequence[Played], at: int) -> bool:
    """Whether nobody finds the ship and it does not show itself in this turn."""
    turn = played[turn_start(played, at) : turn_end(played, at)]
    shows = (ShowShip, Raid, OpenCourse, Pursue)
    found = any(isinstance(one.verb, Answer) and one.verb.found for one in turn)
    return bool(turn) and not found and not any(isinstance(one.verb, shows) for one in turn)


def free_hexes(
    tables: Tables, played: Sequence[Played], at: int, start: str, hexes: int
) -> list[str]:
    """Hexes just so far away where the ship is not until the turn ends."""
    taken = ship_hexes(played, turn_start(played, at), turn_end(played, at))
    near = tables.distance[start]
    return sorted(there for there, far in near.items() if far == hexes and there not in taken)


# --- The Royal Navy --------------------------------------------------------------------


@plant
def a_piece_moves_too_far(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if not isinstance(verb, MovePiece) or not quiet_turn(played, at):
            continue
        piece = one.before.pieces[verb.piece]
        later = played[at + 1 : turn_end(played, at)]
        if piece.kind == "BB" or any(touches(other.verb, piece.id) for other in later):
            continue
        for there in free_hexes(tables, played, at, piece.at, 3)[:1]:
            changed = as_verb(one, MovePiece(piece.id, there))
            cites = frozenset({"GS-5(4)a"})
            yield Planted("too far", cut(played, at, changed, skip=1), cites)


@plant
def the_battleship_moves_two(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if not isinstance(verb, MovePiece) or not quiet_turn(played, at):
            continue
        piece = one.before.pieces[verb.piece]
        if piece.kind == "BB":
            for there in free_hexes(tables, played, at, piece.at, 2)[:1]:
                changed = as_verb(one, MovePiece(piece.id, there))
                game = cut(played, at, changed, skip=1)
                yield Planted("battleship", game, frozenset({"GS-5(4)b"}), public=False)


@plant
def a_piece_moves_twice(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if not isinstance(verb, RollExtra) or not quiet_turn(played, at):
            continue
        earlier = [
            p for p in one.before.pieces.values() if p.moved is not None and tables.on_map(p.at)
        ]
        later = played[at + 1 : turn_end(played, at)]
        booked = next(
            (
                n
                for n in range(at + 1, len(played))
                if n and not isinstance(played[n].verb, ChangeScore)
            ),
            at + 1,
        )
        for piece in earlier:
            if piece.kind == "BB" or any(touches(other.verb, piece.id) for other in later):
                continue
            began = played[turn_start(played, at)].before.pieces.get(piece.id)
            if began is None or began.at == piece.at:
                continue
            for there in free_hexes(tables, played, at, piece.at, 1)[:1]:
                if there == began.at:
                    continue
                changed = as_verb(played[booked], MovePiece(piece.id, there))
                state = played[booked].before
                if state.extra_die and _moved(state) + _still(later) < 3 + state.extra_die:
                    game = cut(played, booked, changed)
                    # By hand no roll is seen, so nothing stands between the two moves.
                    yield Planted("twice", game, frozenset({"GS-5(2)b"}), by_hand=False)


def _elsewhere(turn: Sequence[Played]) -> set[str]:
    """Pieces that were drawn, or moved to another hex."""
    drawn = {one.verb.piece for one in turn if isinstance(one.verb, Draw)}
    moved = {
        one.verb.piece
        for one in turn
        if isinstance(one.verb, MovePiece) and one.before.pieces[one.verb.piece].at != one.verb.to
    }
    return drawn | moved


def _moved(state: State) -> int:
    return sum(piece.moved is not None for piece in state.pieces.values())


def _still(later: Sequence[Played]) -> int:
    return sum(isinstance(one.verb, MovePiece | Draw) for one in later)


@plant
def a_fourth_piece_unpaid(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        state = one.before
        if not isinstance(one.verb, EndMovement) or not quiet_turn(played, at) or state.extra:
            continue
        lacking = 4 - len(_elsewhere(played[turn_start(played, at) : at]))
        later = played[at : turn_end(played, at)]
        added = []
        for piece in state.pieces.values():
            standing = tables.on_map(piece.at) and piece.moved is None
            if not standing or any(touches(other.verb, piece.id) for other in later):
                continue
            near = free_hexes(tables, played, at, piece.at, 1)[:1]
            added += [as_verb(one, MovePiece(piece.id, there)) for there in near]
        if lacking > 0 and len(added) >= lacking:
            cites = frozenset({"GS-5(2)a", "GS-5(3)a"})
            yield Planted("fourth", cut(played, at, *added[:lacking]), cites)


@plant
def more_than_the_die_allows(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        if not isinstance(one.verb, RollExtra) or not turn_end(played, at):
            continue
        end = next(n for n in range(at, len(played)) if isinstance(played[n].verb, EndMovement))
        if len(_elsewhere(played[turn_start(played, at) : end])) >= 5:
            changed = as_verb(one, RollExtra(1))
            game = cut(played, at, changed, skip=1)
            yield Planted("above the die", game, frozenset({"GS-5(3)b"}), by_hand=False)


@plant
def a_move_after_the_search(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        state = one.before
        if not isinstance(one.verb, NoContact) or not quiet_turn(played, at) or _moved(state) > 2:
            continue
        later = played[at + 1 : turn_end(played, at)]
        for piece in state.pieces.values():
            standing = tables.on_map(piece.at) and piece.moved is None
            if not standing or any(touches(other.verb, piece.id) for other in later):
                continue
            for there in free_hexes(tables, played, at, piece.at, 1)[:1]:
                changed = as_verb(played[at + 1], MovePiece(piece.id, there))
                game = cut(played, at + 1, changed)
                yield Planted("after search", game, frozenset({"GS-3(3)"}), by_hand=False)
                break


@plant
def the_navy_before_the_course(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        if not isinstance(one.verb, LogCourse) or not turn_end(played, at):
            continue
        following = played[at + 1] if at + 1 < len(played) else one
        verb = following.verb
        if isinstance(verb, MovePiece) and following.before.pieces[verb.piece].at != verb.to:
            game = cut(played, at, following, one, skip=2)
            yield Planted("navy first", game, frozenset({"GS-3(2)"}), by_hand=False)


# --- The raider ------------------------------------------------------------------------


@plant
def the_raider_sails_too_far(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb, state = one.verb, one.before
        if not isinstance(verb, LogCourse) or not quiet_turn(played, at) or verb.refuel:
            continue
        here = next(iter(state.ship))
        if any(supply.hex == here for supply in state.supplies.values()):
            continue
        occupied = {
            piece.at
            for moment in played[at : turn_end(played, at)]
            for piece in moment.before.pieces.values()
        }
        searched = {m.verb.hex for m in played[at:] if isinstance(m.verb, AirSearch)}
        far = 2 if state.damaged else 3
        for there, hexes in sorted(tables.distance[here].items()):
            if hexes == far and there not in occupied | searched:
                changed = as_verb(one, LogCourse(there, False))
                case = "GS-6(4)b" if state.damaged else "GS-4(1)a"
                game = cut(played, at, changed, skip=1)
                yield Planted("course", game, frozenset({case}), public=False)
                break


@plant
def a_start_outside_its_rows(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    at = next(n for n, one in enumerate(played) if isinstance(one.verb, ChooseStart))
    first = next((one.verb for one in played if isinstance(one.verb, LogCourse)), None)
    supplies = {s.hex for one in played[:30] for s in one.before.supplies.values()}
    if first is None or first.hex is None or first.refuel or not turn_end(played, at):
        return
    for there, hexes in sorted(tables.distance[first.hex].items()):
        if 0 < hexes <= 2 and there not in tables.start_hexes and there not in supplies:
            changed = as_verb(played[at], ChooseStart(there))
            game = cut(played, at, changed, skip=1)
            yield Planted("start", game, frozenset({"GS-2(3)a"}), public=False)
            return


@plant
def silence_at_contact(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        end = turn_end(played, at)
        if not isinstance(one.verb, ShowShip) or not end or one.before.shown is not None:
            continue
        game = (*played[:at], as_verb(one, NoContact()), played[end - 1])
        yield Planted("silence", game, frozenset({"GS-5(5)a"}), public=None)


@plant
def a_false_answer(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        end = turn_end(played, at)
        if not isinstance(one.verb, Answer) or not one.verb.found or not end:
            continue
        if one.before.shown is not None:
            continue
        rest = [
            other for other in played[at + 1 : end] if isinstance(other.verb, HidePiece | EndTurn)
        ]
        game = (*played[:at], as_verb(one, Answer(False)), *rest)
        yield Planted("false answer", game, frozenset({"GS-5(6)d"}), public=None)


# --- Dice and points -------------------------------------------------------------------


@plant
def a_raid_die_not_honoured(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        if isinstance(one.verb, RollRaid) and turn_end(played, at):
            other = 2 if tables.raid[one.verb.die or 1] else 5
            game = cut(played, at, as_verb(one, RollRaid(other)), skip=1)
            yield Planted("raid die", game, RAIDING, by_hand=False)


@plant
def a_raid_die_left_out(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        missed = isinstance(one.verb, RollRaid) and not tables.raid[one.verb.die or 1]
        if missed and turn_end(played, at):
            game = cut(played, at, skip=1)
            yield Planted("raid die left out", game, RAIDING, by_hand=False)


@plant
def a_raid_die_rolled_again(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        # The second die counts, or the first could be a click too many.
        paid = isinstance(one.verb, RollRaid) and tables.raid[one.verb.die or 1]
        if paid and turn_end(played, at):
            game = cut(played, at, as_verb(one, RollRaid(1)))
            yield Planted("raid die again", game, RAIDING, by_hand=False)


@plant
def a_ship_fires_twice(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if isinstance(verb, Fire) and verb.dice and turn_end(played, at):
            turn = [m.verb for m in played[turn_start(played, at) : turn_end(played, at)]]
            others = [m for m in turn if isinstance(m, Fire) and m.target == verb.target]
            lost = (SinkPiece, ReturnPiece) if verb.shooter == SHIP else (DamageShip, RollSinking)
            if len(others) > 1 or not any(isinstance(m, lost) for m in turn):
                continue  # the second dice do nothing: they may be a click too many
            first = as_verb(one, replace(verb, dice=(1,) * len(verb.dice)))
            game = cut(played, at, first)
            yield Planted("fires twice", game, frozenset({"GS-6(2)a"}), by_hand=False)


@plant
def a_ship_does_not_fire(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if not isinstance(verb, Fire) or not verb.dice or not turn_end(played, at):
            continue
        turn = played[turn_start(played, at) : turn_end(played, at)]
        pursued = any(isinstance(m.verb, Pursue) for m in turn)
        if max(verb.dice) < 5 and not pursued:
            game = cut(played, at, skip=1)
            cites = frozenset({"GS-6(2)a", "GS-5(5)c"})
            yield Planted("does not fire", game, cites, by_hand=False)


@plant
def hits_that_were_none(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if not isinstance(verb, Fire) or verb.shooter != SHIP or not turn_end(played, at):
            continue
        later = played[at : turn_end(played, at)]
        if any(isinstance(other.verb, SinkPiece | ReturnPiece) for other in later):
            changed = as_verb(one, replace(verb, dice=(1, 2, 3)))
            cites = frozenset({"GS-6(2)b", "GS-6(2)c"})
            game = cut(played, at, changed, skip=1)
            yield Planted("no hit", game, cites, by_hand=False)


@plant
def a_wrong_score(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if isinstance(verb, ChangeScore) and verb.delta > 0 and turn_end(played, at):
            if isinstance(played[at - 1].verb, RollExtra):
                continue
            game = cut(played, at, as_verb(one, ChangeScore(verb.delta + 1)), skip=1)
            shifted = tuple(
                as_verb(m, m.verb)
                if n <= at
                else replace(m, before=m.before.changed(score=m.before.score + 1))
                for n, m in enumerate(game)
            )
            yield Planted("score", shifted, SCORING, by_hand=False)


# --- Searches, combat, raids -----------------------------------------------------------


@plant
def a_raid_where_none_is_allowed(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        here = next(iter(one.before.ship), "")
        if not isinstance(one.verb, NoContact) or not quiet_turn(played, at):
            continue
        if here.endswith("1"):
            last = turn_end(played, at) - 1
            added = [as_verb(played[last], verb) for verb in (Raid(here), RollRaid(2), HideShip())]
            yield Planted("raid in 1", cut(played, last, *added), frozenset({"GS-7(2)"}))


@plant
def a_raid_in_spite_of_contact(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if not isinstance(verb, ShowShip) or not turn_end(played, at):
            continue
        if verb.hex in tables.icons or verb.hex.endswith("1"):
            continue
        last = turn_end(played, at) - 1
        if played[last].before.shown is None:
            continue
        added = [as_verb(played[last], v) for v in (Raid(verb.hex), RollRaid(2))]
        game = cut(played, last, *added)
        yield Planted("raid found", game, frozenset({"GS-7(1)"}), by_hand=False)


@plant
def a_dummy_fights(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if not isinstance(verb, RevealPiece) or verb.kind != "dummy" or not turn_end(played, at):
            continue
        turn = played[turn_start(played, at) : turn_end(played, at)]
        quiet = one.before.discovered == "contact" and not one.before.damaged
        if quiet and not any(isinstance(m.verb, Fire) for m in turn):
            # A roll alone may be a click too many: the ship bears what it did.
            done = (Fire(verb.piece, SHIP, (2, 6)), DamageShip())
            game = cut(played, at + 1, *(as_verb(played[at + 1], added) for added in done))
            yield Planted("dummy fights", game, frozenset({"GS-5(5)d"}), by_hand=False)


@plant
def damage_not_marked(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        if isinstance(one.verb, DamageShip) and turn_end(played, at):
            game = cut(played, at, skip=1)
            cites = frozenset({"GS-6(2)f"})
            yield Planted("not marked", game, cites, public=None, by_hand=False)


@plant
def a_damaged_piece_stays(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    for at, one in enumerate(played):
        verb = one.verb
        if isinstance(verb, ReturnPiece) and turn_end(played, at):
            last = turn_end(played, at) - 1
            hide = as_verb(played[last], HidePiece(verb.piece))
            game = (*played[:at], *played[at + 1 : last], hide, played[last])
            yield Planted("stays", game, frozenset({"GS-6(5)b"}), by_hand=False)


@plant
def play_goes_on_after_the_end(tables: Tables, played: Sequence[Played]) -> Iterator[Planted]:
    last = played[-1]
    if not isinstance(last.verb, ChangeScore) and type(last.verb).__name__ != "Escape":
        return
    for piece in last.before.pieces.values():
        if tables.on_map(piece.at) and not piece.face_up:
            there = tables.neighbours[piece.at][0]
            game = (*played, as_verb(last, MovePiece(piece.id, there)))
            cites = frozenset({"GS-8(1)a", "GS-8(1)b", "GS-8(1)c", "GS-8(1)e"})
            yield Planted("after the end", game, cites)
            return


def planted_in(
    tables: Tables, played: Sequence[Played], rng: random.Random, most: int = 1
) -> Iterator[Planted]:
    """Up to so many examples of each kind of offence that this game has room for."""
    for function in PLANTS:
        found = list(function(tables, played))
        yield from rng.sample(found, min(most, len(found)))


__all__ = ["PLANTS", "Planted", "planted_in"]
