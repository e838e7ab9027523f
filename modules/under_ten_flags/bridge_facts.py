"""What a log shows of this game: cards turned, cargo drawn and shown, counters moved and turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.rules import facts
from validator.rules.bridging import Change, Scene, Seen, Token
from validator.rules.facts import NOWHERE, Fact, PieceMoved, PieceTurned, TurnSet, cell_number

from .tables import CARD_KINDS, OCEANS, Tables

if TYPE_CHECKING:
    from generator.definition.schema import Game

POINTS = "Points"
ACTIVATION_DECK, CRUISER_DECK = "Activation Deck", "Cruiser Deck"
PORT_CUP, SHIP_CUP = "O/D Cup", "Ship Cup"
CUPS = frozenset({PORT_CUP, SHIP_CUP})
WAITING_BOX = "Waiting "
ORIGIN, DESTINATION, SHIP = "Origin", "Destination", "Ship"

CARD, CRUISER_CARD = CARD_KINDS
PORT, CARGO = "OD", "cargo"
"""Roles of what comes out of the cups: an O/D marker; a cargo ship or a ghost."""
_ROLES = {"ACV": CARGO, "ghost": CARGO}


@dataclass(frozen=True, slots=True)
class CardDrawn(Fact):
    """A card left the activation deck; ``None`` while nobody can see which."""

    card: str | None


@dataclass(frozen=True, slots=True)
class CardBack(Fact):
    """A card went back into the activation deck."""

    card: str | None


@dataclass(frozen=True, slots=True)
class CruiserCardDrawn(Fact):
    """A card left the cruiser deck."""

    card: str | None


@dataclass(frozen=True, slots=True)
class CargoMoved(Fact):
    """An O/D marker or a cargo ship went from one place to another; ``NOWHERE`` = out of sight."""

    piece: str
    role: str
    unit: str | None
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class CargoShown(Fact):
    """An O/D marker or a cargo ship was turned face up for all to see."""

    piece: str
    role: str
    unit: str


@dataclass(frozen=True, slots=True)
class Pointed(Fact):
    """A map marker's arrow points at another spine."""

    piece: str
    arrow: str


@dataclass(frozen=True)
class Words:
    """The names this game gives to pieces and places of the table."""

    hexes: frozenset[str]
    kinds: Mapping[str, str]
    """A counter's id to what part it plays: its kind, ships and ghosts being `CARGO`."""
    masks: Mapping[str, str]
    """What a face-down piece is called to what part it plays."""
    decks: Mapping[str, str]
    """A deck to what part its pieces play."""
    arrows: Mapping[str, tuple[str, ...]]
    """A map marker to the spines of its facings, in their order."""
    sea: str
    """Name of the main map."""

    def role(self, token: Token) -> str:
        """What part a piece plays, as far as it can be told."""
        if token.unit is not None:
            return self.kinds.get(token.unit, "")
        return self.masks.get(token.name) or self.decks.get(token.place, "")


def words_of(game: Game, tables: Tables) -> Words:
    """Gather the names from the definition."""
    kinds = {one.id: _ROLES.get(one.kind, one.kind) for one in game.counters}
    masks = {one.mask.name: kinds[one.id] for one in game.counters if one.mask is not None}
    decks = {
        deck.id: _ROLES.get(deck.kinds[0], deck.kinds[0])
        for map_ in game.maps
        for deck in map_.decks
        if deck.kinds
    }
    arrows = {one.id: tuple(one.facings) for one in game.counters if one.facings}
    return Words(frozenset(tables.neighbours), kinds, masks, decks, arrows, game.map(OCEANS).name)


def facts_of(scene: Scene, words: Words) -> Iterator[Fact]:
    """Every fact of the scene in order; steps that were taken back leave only what was learnt."""
    return facts.facts_of(
        scene,
        lambda seen, change: _facts(seen, change, words),
        points=POINTS,
        cups=CUPS,
        drawn=lambda change: words.role(change.token) in (PORT, CARGO),
    )


def row_of(place: str) -> tuple[str, str]:
    """Whose box of the O/D display a place is, and which: ``C3 Ship`` is (c3, Ship)."""
    marker, _, box = place.partition(" ")
    return (marker.lower(), box) if box in (ORIGIN, DESTINATION, SHIP) else ("", "")


def waiting_for(place: str) -> str:
    """The map marker whose set waits in a box; empty for any other place."""
    return place.removeprefix(WAITING_BOX).lower() if place.startswith(WAITING_BOX) else ""


def _facts(seen: Seen, change: Change, words: Words) -> Iterator[Fact]:
    role = words.role(change.token)
    if role == CARD:
        yield from _card(seen, change)
    elif role == CRUISER_CARD:
        if _left(change, CRUISER_DECK):
            yield CruiserCardDrawn(seen, change.token.unit)
    elif role in (PORT, CARGO):
        yield from _cargo(seen, change, role)
    elif role == "turn":
        number = cell_number(_place(change.after))
        if number is not None and _place(change.before) != _place(change.after):
            yield TurnSet(seen, number)
    elif role:
        yield from _counter(seen, change, words)


def _left(change: Change, deck: str) -> bool:
    return _place(change.before) == deck != _place(change.after)


def _place(token: Token | None) -> str:
    return token.place if token is not None else NOWHERE


def _card(seen: Seen, change: Change) -> Iterator[Fact]:
    before, after = change.before, change.after
    if _place(after) == ACTIVATION_DECK != _place(before):
        yield CardBack(seen, before.unit if before is not None else None)
    elif _left(change, ACTIVATION_DECK):
        yield CardDrawn(seen, change.token.unit)


def _cargo(seen: Seen, change: Change, role: str) -> Iterator[Fact]:
    before, after = change.before, change.after
    token = change.token
    if _place(before) != _place(after):
        unit = token.unit or (before.unit if before is not None else None)
        yield CargoMoved(seen, token.key, role, unit, _place(before), _place(after))
    if after is None or after.unit is None or after.face_down or after.place in CUPS:
        return
    if before is None or before.face_down:
        yield CargoShown(seen, token.key, role, after.unit)


def _counter(seen: Seen, change: Change, words: Words) -> Iterator[Fact]:
    before, after = change.before, change.after
    piece = change.token.unit or change.token.key
    if _place(before) != _place(after):
        yield PieceMoved(seen, piece, _place(before), _place(after))
    if after is None:
        return
    if before is None or before.level != after.level:
        yield PieceTurned(seen, piece, after.level)
    arrows = words.arrows.get(piece, ())
    if arrows and (before is None or before.facing != after.facing):
        yield Pointed(seen, piece, arrows[after.facing % len(arrows)])
