"""What a log shows of this game: one fact for each thing that changed, in the game's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.rules import facts
from validator.rules.bridging import Change, Scene, Seen, Token
from validator.rules.facts import (
    NOWHERE,
    Declared,
    Fact,
    PieceCame,
    PieceHidden,
    PieceMoved,
    PieceShown,
    PieceWent,
    PointsSet,
    ScoreMoved,
    SealPosted,
    TurnSet,
    cell_number,
)

from .state import GERMAN
from .tables import SEA_MAP, Tables

if TYPE_CHECKING:
    from generator.definition.schema import Game


@dataclass(frozen=True, slots=True)
class PlotMoved(Fact):
    """The plot on the voyage log was moved."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SupplyMoved(Fact):
    """A supply ship was moved on the voyage log."""

    supply: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SupplyTurned(Fact):
    """A supply ship was turned to its used or to its fresh side."""

    supply: str
    used: bool


@dataclass(frozen=True, slots=True)
class ShipMoved(Fact):
    """The ship's counter was put somewhere; ``NOWHERE`` = off the map."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ShipTurned(Fact):
    """The ship's counter was turned to its damaged or to its sound side."""

    damaged: bool


@dataclass(frozen=True, slots=True)
class SearchMarkerMoved(Fact):
    """An air search marker was put somewhere."""

    marker: str
    after: str


@dataclass(frozen=True, slots=True)
class PursuitMarkerMoved(Fact):
    """The pursuit marker was put somewhere."""

    after: str


@dataclass(frozen=True, slots=True)
class TakenMarkerMoved(Fact):
    """A marker of a troopship hex that has paid was put somewhere."""

    marker: str
    after: str


@dataclass(frozen=True, slots=True)
class CourseSealed(Declared):
    """The course of a turn was sealed in the chat: a declaration that may also say where it ends.

    ``hex`` and ``refuel`` are ``None`` as long as nobody has shown them.
    """

    hex: str | None
    refuel: bool | None


@dataclass(frozen=True, slots=True)
class PlaceSealed(Fact):
    """The start, or where a supply ship waits, was sealed in the chat."""

    what: str
    """``start`` or the supply ship."""
    hex: str | None


START = "start"
PLOT = "plot"
_HEX = re.compile(r"[A-Z]\d")
POINTS = "GermanScore"
_TURNS = 20
"""Cells of the turn track; turned over, the marker counts from there."""


@dataclass(frozen=True)
class Words:
    """The names this game gives to pieces and places of the table."""

    hexes: frozenset[str]
    oceans: Mapping[str, str]
    """Cup or box to the ocean box it belongs to."""
    cups: frozenset[str]
    roles: Mapping[str, str]
    """Counter id to its role: ``ship``, ``plot``, ``supply``, ``navy``, ``score_marker``, ..."""
    sea: str
    """Name of the main map."""

    def ocean(self, place: str) -> str | None:
        """The ocean box of a cup or box, if it is one."""
        return self.oceans.get(place)

    def role(self, token: Token) -> str:
        """What part a piece plays; a face-down piece is one of the Royal Navy's."""
        if token.unit is not None:
            return self.roles.get(token.unit, "")
        return "navy" if token.face_down else ""


def words_of(game: Game, tables: Tables) -> Words:
    """Gather the names from the definition."""
    sea = game.map(SEA_MAP)
    oceans = {ocean: ocean for ocean in tables.entries}
    cups = {deck.id: deck.box for deck in sea.decks if deck.box and deck.box in tables.entries}
    roles = {}
    for counter in game.counters:
        if counter.roles:
            roles[counter.id] = counter.roles[0]
        elif counter.id in tables.units:
            roles[counter.id] = "navy"
    return Words(frozenset(tables.neighbours), {**oceans, **cups}, frozenset(cups), roles, sea.name)


def facts_of(scene: Scene, words: Words) -> Iterator[Fact]:
    """Every fact of the scene in order; steps that were taken back leave only what was learnt."""
    found = facts.facts_of(
        scene,
        lambda seen, change: _facts(seen, change, words),
        points=POINTS,
        cups=words.cups,
        drawn=lambda change: words.role(change.token) == "navy",
    )
    for fact in found:
        if isinstance(fact, SealPosted):
            yield from _sealed(fact, words)
        else:
            yield fact


def windows_in(facts: Iterable[Fact]) -> frozenset[int]:
    """The steps in which the window of the points was set."""
    return frozenset(fact.seen.step for fact in facts if isinstance(fact, PointsSet))


def _sealed(fact: SealPosted, words: Words) -> Iterator[Fact]:
    """A course by the number of its turn (``7: B3 refuel``), the start, a supply ship."""
    if fact.seen.side not in (GERMAN, None):
        return
    said = fact.text.upper().split() if fact.text is not None else []
    where = next((word for word in said if _HEX.fullmatch(word)), None)
    if fact.name == PLOT and fact.number is not None:
        refuel = "REFUEL" in said if where is not None else None
        yield CourseSealed(fact.seen, "course_logged", "", fact.number, where, refuel)
    elif fact.name == START or words.roles.get(fact.name) == "supply":
        yield PlaceSealed(fact.seen, fact.name, where)


def _facts(seen: Seen, change: Change, words: Words) -> Iterator[Fact]:
    role = words.role(change.token)
    if role == "navy":
        yield from _navy(seen, change, words)
    elif role == "ship":
        yield from _ship(seen, change, words)
    elif role:
        yield from _other(seen, change, role)


def _navy(seen: Seen, change: Change, words: Words) -> Iterator[Fact]:
    before, after = change.before, change.after
    if before is None:
        if after is not None:
            yield PieceCame(seen, after.key, after.place, after.kind, after.unit)
        return
    if after is None:
        yield PieceWent(seen, before.key, before.place)
        return
    in_cup = after.place in words.cups
    if before.face_down and not after.face_down and not in_cup and after.kind is not None:
        yield PieceShown(seen, after.key, after.kind, after.unit)
    if before.place != after.place:
        yield PieceMoved(seen, after.key, before.place, after.place)
    if not before.face_down and after.face_down and before.place not in words.cups and not in_cup:
        yield PieceHidden(seen, after.key)


def _ship(seen: Seen, change: Change, words: Words) -> Iterator[Fact]:
    before, after = _on_map(change.before, words), _on_map(change.after, words)
    if before != after:
        yield ShipMoved(seen, before, after)
    if change.after is not None:
        was = change.before.level if change.before is not None else None
        if was != change.after.level:
            yield ShipTurned(seen, change.after.level > 1)


def _on_map(token: Token | None, words: Words) -> str:
    """Where the ship's counter stands for all to see; the voyage log counts as off the map."""
    return token.place if token is not None and token.map == words.sea else NOWHERE


def _other(seen: Seen, change: Change, role: str) -> Iterator[Fact]:
    token = change.token
    before = change.before.place if change.before is not None else NOWHERE
    after = change.after.place if change.after is not None else NOWHERE
    moved = before != after
    number = cell_number(after)
    match role:
        case "plot" if moved:
            yield PlotMoved(seen, before, after)
        case "supply":
            if moved:
                yield SupplyMoved(seen, token.key, before, after)
            if change.before is not None and change.before.level != token.level:
                yield SupplyTurned(seen, token.key, token.level > 1)
        case "search_marker" if moved:
            yield SearchMarkerMoved(seen, token.key, after)
        case "pursuit_marker" if moved:
            yield PursuitMarkerMoved(seen, after)
        case "taken_marker" if moved:
            yield TakenMarkerMoved(seen, token.key, after)
        case "score_marker" if moved and number is not None:
            yield ScoreMoved(seen, number)
        case "turn_marker" if number is not None:
            yield TurnSet(seen, number + (_TURNS if token.level > 1 else 0))
