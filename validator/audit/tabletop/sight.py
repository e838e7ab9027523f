"""What the reader of a report may know about things on the table: their place and their identity.

The log holds every secret: face-down counters, private boards, hands. Findings name things and
places only through this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.audit.tabletop.standing import UNKNOWN, Point, Standing
from validator.reading.tabletop.places import Places

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Deck, Game
    from generator.packaging.scene import Scene
    from generator.tabletop_simulator.calibration import Calibration
    from validator.reading.tabletop.log import Board, Header

PIECE, DECK, TRAY, DIE = "piece/", "deck/", "tray/", "die/"
BOARD, HIDDEN, HAND = "board/", "hidden/", "hand/"
"""Prefixes of our objects' Memos."""
_FACE_DOWN = "a face-down piece"
_MARGIN = 1000
"""How far the hidden zone of a private board may reach beyond it, in thousandths of a unit."""
_PARTS = 1000


@dataclass(frozen=True)
class Eyes:
    """The knowledge of the reader: public, of one side, or everything."""

    scene: Scene
    header: Header
    calibration: Calibration
    side: str | None = None
    reveal: bool = False

    @property
    def game(self) -> Game:
        """The definition."""
        return self.scene.game

    @cached_property
    def players(self) -> frozenset[str]:
        """The sides that play, without the referee."""
        return frozenset(one.id for one in self.game.sides if one.role == "player")

    def counter(self, ident: str) -> Counter | None:
        """The counter with this id, if it is one."""
        return self._counters.get(ident.removeprefix(PIECE)) if ident.startswith(PIECE) else None

    def deck(self, ident: str) -> Deck | None:
        """The definition's deck or cup with this id, if it is one."""
        return self._decks.get(ident.removeprefix(DECK)) if ident.startswith(DECK) else None

    def lookers(self, one: Standing) -> tuple[str, ...] | None:
        """The sides that may know which thing it is; None for everybody.

        Nobody may know it for things in a cup or face-down pile.
        """
        if one.hand:
            return (one.hand.removeprefix(HAND),)
        owners = self.owners(one.at)
        if owners is not None:
            return owners
        if one.holder and not one.holder.startswith(TRAY):
            deck = self.deck(one.holder)
            return () if deck is None or deck.face_down else None
        counter = self.counter(one.id)
        if counter is not None and counter.mask is not None and one.face_down:
            return counter.mask.access
        return () if one.face_down and self._may_hide(one) else None

    def owners(self, at: Point) -> tuple[str, ...] | None:
        """The sides that see a point of the table; None for everybody.

        A point just beside a private board is hidden with it, unless it is on another board.
        """
        near: tuple[str, ...] | None = None
        for board, sides in self._boards:
            across, down = abs(at[0] - board.x), abs(at[2] - board.z)
            if across * 2 <= board.width and down * 2 <= board.height:
                return sides
            beside = max(across - board.width / 2, down - board.height / 2) <= _MARGIN
            near = sides if beside and sides is not None else near
        return near

    def _may_hide(self, one: Standing) -> bool:
        """Whether the back of a thing hides its identity: that of a card does, and that of a thing
        outside the definition may."""
        counter = self.counter(one.id)
        return counter.shape == "card" if counter is not None else one.id.startswith(UNKNOWN)

    def knows(self, one: Standing) -> bool:
        """Whether the reader may know which thing it is."""
        lookers = self.lookers(one)
        return self.reveal or lookers is None or self.side in lookers

    def sees(self, one: Standing) -> bool:
        """Whether the reader sees its place."""
        if self.reveal:
            return True
        if one.hand and one.hand.removeprefix(HAND) != self.side:
            return False
        owners = self.owners(one.at)
        return owners is None or self.side in owners

    def name(self, *moments: Standing) -> str:
        """The name for the reader: its own name only if the reader knew it in all these moments."""
        first = moments[0]
        if all(map(self.knows, moments)):
            return self.title(first.id)
        counter = self.counter(first.id)
        mask = counter.mask if counter is not None else None
        return mask.name if mask is not None and mask.name else _FACE_DOWN

    def title(self, ident: str) -> str:
        """A thing's own name, for those who may know it."""
        kind, _, rest = ident.partition("/")
        counter, deck = self.counter(ident), self.deck(ident)
        if counter is not None:
            return counter.name or counter.id
        if deck is not None:
            return deck.name or deck.id
        if ident.startswith(TRAY):
            return "the spare counters"
        if ident.startswith((BOARD, HIDDEN)):
            named = next((one.name for one in self.game.maps if one.id == rest.split("/")[0]), rest)
            return f"the board {named}" if kind == "board" else f"the hidden zone of {named}"
        if ident.startswith(HAND):
            return f"the hand of {rest}"
        if ident.startswith(DIE):
            return f"a die of {rest.split('/')[0]} sides"
        if ident.startswith(UNKNOWN):
            return f"an object of no Memo ({ident[1:]})"
        return f"the {kind} {rest}" if rest else ident

    def place(self, one: Standing) -> str:
        """Its place in the game's words; call it only if the reader sees it."""
        if one.holder:
            return f"in {self.title(one.holder)}"
        if one.hand:
            return "in a hand"
        return self.spot(one.at)

    def spot(self, at: Point) -> str:
        """A point of the table in the game's words."""
        point = f"{at[0] / _PARTS:.1f}, {at[2] / _PARTS:.1f}"
        if not any(_lies_on(board, at) for board in self.header.boards):
            return f"beside the boards ({point})"
        spot = self._places.spot(at)
        if spot.deck:
            return f"on {spot.deck}"
        place = self.scene.map(spot.map).layout.locate(spot.x, spot.y)
        where = f"in {place.id}" if place is not None else f"at {point}"
        return where if len(self.game.maps) == 1 else f"{where} ({spot.map})"

    @cached_property
    def _places(self) -> Places:
        return Places(self.scene, self.header.boards, self.calibration)

    @cached_property
    def _counters(self) -> Mapping[str, Counter]:
        return {one.id: one for one in self.game.counters}

    @cached_property
    def _decks(self) -> Mapping[str, Deck]:
        return {deck.id: deck for one in self.game.maps for deck in one.decks}

    @cached_property
    def _boards(self) -> Sequence[tuple[Board, tuple[str, ...] | None]]:
        """Each board, with the sides that see it; None for everybody."""
        private = {
            one.id: (one.private_to, *one.may_look)
            for one in self.game.maps
            if one.private_to is not None
        }
        return [(board, private.get(board.id)) for board in self.header.boards]


def _lies_on(board: Board, at: Point) -> bool:
    across, down = abs(at[0] - board.x), abs(at[2] - board.z)
    return across * 2 <= board.width and down * 2 <= board.height
