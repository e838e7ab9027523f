"""What a log shows: one fact for each thing that changed, in words every game shares.

A game's bridge takes these as they are and adds its own where a counter of the game means more
than that it was moved or turned.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any

from generator.light import dataclass
from validator.rules.bridging import Change, Scene, Seen

NOWHERE = ""
"""No place of the definition, or none that the reader sees."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something the log shows; ``seen`` is the step it stands in."""

    seen: Seen


@dataclass(frozen=True, slots=True)
class PieceMoved(Fact):
    """A piece went from a hex, box, cell or deck to another."""

    piece: str
    """Its key; see `validator.rules.bridging.Token`."""
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PieceTurned(Fact):
    """A piece was turned to another of its faces, counted from 1."""

    piece: str
    level: int


@dataclass(frozen=True, slots=True)
class PieceShown(Fact):
    """A piece was turned face up."""

    piece: str
    kind: str
    unit: str | None


@dataclass(frozen=True, slots=True)
class PieceHidden(Fact):
    """A piece was turned face down."""

    piece: str


@dataclass(frozen=True, slots=True)
class PieceCame(Fact):
    """A piece appeared out of no box."""

    piece: str
    after: str
    kind: str | None
    unit: str | None


@dataclass(frozen=True, slots=True)
class PieceWent(Fact):
    """A piece disappeared into no box."""

    piece: str
    before: str


@dataclass(frozen=True, slots=True)
class DrawTakenBack(Fact):
    """A piece was drawn, and the draw undone: its owner has seen what it was."""

    piece: str
    cup: str


@dataclass(frozen=True, slots=True)
class ScoreMoved(Fact):
    """The points marker was put on a cell of its track."""

    points: int


@dataclass(frozen=True, slots=True)
class PointsSet(Fact):
    """The points window was set."""

    points: int


@dataclass(frozen=True, slots=True)
class TurnSet(Fact):
    """The turn marker stands on a turn."""

    turn: int


@dataclass(frozen=True, slots=True)
class TrackerSet(Fact):
    """The turn tracker shows a turn and a step (from 0)."""

    turn: int
    phase: int


@dataclass(frozen=True, slots=True)
class Rolled(Fact):
    """Dice were thrown by a button of the module."""

    button: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Declared(Fact):
    """A button of the module declared an action."""

    action: str
    detail: str
    turn: int | None
    """The turn that the line names."""


@dataclass(frozen=True, slots=True)
class SealPosted(Fact):
    """A plot kept on paper was sealed in the chat."""

    name: str
    """What it is of: ``plot``, ``devonshire``."""
    number: int | None
    """Which entry of it."""
    text: str | None
    """What it says, if that is ever shown."""


def facts_of(
    scene: Scene,
    of_change: Callable[[Seen, Change], Iterable[Fact]],
    *,
    points: str,
    cups: Container[str],
    drawn: Callable[[Change], bool],
) -> Iterator[Fact]:
    """Every fact of the scene in order; steps that were taken back leave only what was learnt.

    ``of_change`` names what a change of one piece means; ``points`` is the property that counts
    them; what comes out of one of the ``cups`` and is ``drawn`` has been seen by its owner.
    """
    for seen in scene.steps:
        if seen.taken_back:
            yield from _learnt(seen, cups, drawn)
            continue
        for seal in seen.seals:
            yield SealPosted(seen, seal.name, seal.number, seal.text)
        for declaration in seen.declarations:
            yield Declared(seen, declaration.action, declaration.detail, declaration.turn)
        for roll in seen.rolls:
            yield Rolled(seen, roll.button, roll.dice)
        for change in seen.changes:
            yield from of_change(seen, change)
        if points in seen.properties:
            yield PointsSet(seen, seen.properties[points])
        if seen.turn is not None:
            yield TrackerSet(seen, *seen.turn)


def points_by_hand(
    facts: Sequence[Fact],
    window: int,
    track: tuple[int, int],
    marked: Callable[[Fact], int | None],
) -> Iterator[Fact]:
    """The facts of a log with a points window, where the markers were also moved by hand.

    What was set last counts: a marker that a player puts on another cell sets the points as the
    window does. Modules since 2026-11 set the window by that; in older ones it stayed behind.
    ``window`` is what it shows at first, ``track`` the first and last number that the markers
    can show, ``marked`` what they show after a fact, `None` where it moves none of them.
    """
    low, high = track
    told = {fact.seen.step for fact in facts if isinstance(fact, PointsSet)}
    for fact in facts:
        yield fact
        shown = marked(fact)
        if isinstance(fact, PointsSet):
            window = fact.points
        elif not told or shown is None or fact.seen.step in told:
            continue
        elif shown != max(low, min(high, window)):
            window = shown
            yield PointsSet(fact.seen, shown)


def _learnt(seen: Seen, cups: Container[str], drawn: Callable[[Change], bool]) -> Iterator[Fact]:
    for change in seen.changes:
        before, after = change.before, change.after
        if before is None or after is None or not drawn(change):
            continue
        if before.place in cups and after.place not in cups:
            yield DrawTakenBack(seen, after.key, before.place)


def cell_number(place: str) -> int | None:
    """The number of a track's cell: ``Score 7`` is 7; ``None`` for any other place."""
    word, _, digits = place.rpartition(" ")
    return int(digits) if word and digits.isdecimal() else None


def drags(facts: Sequence[Any]) -> dict[str, list[PieceMoved]]:
    """The moves of each piece in a stretch of facts, the piece moved last at the end."""
    found: dict[str, list[PieceMoved]] = {}
    for fact in facts:
        if isinstance(fact, PieceMoved):
            moves = found.pop(fact.piece, [])
            moves.append(fact)
            found[fact.piece] = moves
    return found
