"""The state of the pieces while a recorder's log is read: where each is, and how it is turned.

The methods that change a piece return the commands that VASSAL would log. A pile is kept like a
stack of VASSAL: the pieces on one pixel, from the bottom up.
"""

from __future__ import annotations

from typing import Final

from generator.light import dataclass
from generator.packaging.scene import Piece, Scene, look_of, shown_by
from generator.packaging.vassal.pieces import chain, gpid
from generator.packaging.vassal.setup import piece_id
from generator.vassal import traits
from generator.vassal.commands import AddPiece, ChangePiece, Command, MovePiece, RemovePiece
from validator.reading.tabletop.entries import Point
from validator.reading.tabletop.places import Spot
from validator.table import Deck, Stack, Table
from validator.table import Piece as Standing

PIECE: Final = "piece/"
"""Prefix of the log's names of pieces."""
IDENTITY: Final = "UnitId"
"""The marker trait that holds a counter's id in the definition."""
_OPEN: Final = "null;"
"""State of a mask that is off."""
_FULL: Final = 360


class StateError(ValueError):
    """A piece does not have the state that the log names."""


@dataclass(slots=True, eq=False)
class Counter:
    """One piece."""

    id: str
    """The id that commands use."""
    piece: Piece
    """The piece in the definition."""
    standing: Standing
    """The piece at the start of the game, with its traits."""
    states: list[str]
    """The state of each trait, outermost first."""
    map: str
    x: int
    y: int
    deck: str = ""
    """The deck it is in; empty outside decks."""
    state: int = 1
    """The number of its current state in Tabletop Simulator, from 1."""
    face_down: bool = False
    inside: str = ""
    """The container it is in; empty outside."""
    hand: str = ""
    """The hand it is in."""
    dropped: Point | None = None
    """Where it was last put down while it was in a hand."""
    spare: bool = False
    """Whether it is in a tray of spare counters, that is, not in play."""
    gone: bool = False
    """Whether it was deleted."""

    @property
    def masked(self) -> bool:
        """Whether only the mask's owner sees what it is."""
        masks = self.standing.model.masks
        return bool(masks) and not self.states[masks[0].at].startswith("null")

    @property
    def look(self) -> int:
        """Which face it shows, from 0."""
        layers = self.standing.model.layers
        return int(self.states[layers[0].at].split(";", 1)[0]) - 1 if layers else 0

    @property
    def facing(self) -> str:
        """The name of the direction it points to; empty if it has none."""
        at = _rotator(self.standing)
        return self.piece.facings[int(self.states[at] or 0)] if at is not None else ""

    @property
    def hidden(self) -> bool:
        """Whether the other sides do not see it at all."""
        return any(self.states[veil.at] not in ("", "null") for veil in self.standing.model.veils)

    @property
    def name(self) -> str:
        """The name that everybody may see."""
        if self.masked and self.piece.face_down is not None:
            return self.piece.face_down.name
        return self.piece.looks[self.look].name


class Counters:
    """All pieces of a game, by their names in the log, and the piles they are in."""

    def __init__(self, scene: Scene, table: Table, upright: float) -> None:
        self._upright = upright
        self._piles: dict[tuple[str, int, int], list[str]] = {}
        self._decks: dict[str, list[str]] = {deck.name: [] for deck in scene.decks}
        self.decks: dict[str, Deck] = {}
        """The decks at the start, by name."""
        self._counters: dict[str, Counter] = {}
        self._looks: dict[tuple[str, int, bool], int] = {}
        """Cache: (piece, state, face down) to the look that is up."""
        for holder in table.containers.values():
            if isinstance(holder, Deck):
                self.decks[holder.name] = holder
                self._decks[holder.name] = list(holder.members)
            elif isinstance(holder, Stack):
                self._piles[holder.map or "", holder.x, holder.y] = list(holder.members)
        known = {piece.id: piece for piece in scene.pieces}
        for standing in table.pieces.values():
            piece = known[standing.marker(IDENTITY) or ""]
            around = table.container(standing)
            counter = Counter(
                standing.id,
                piece,
                standing,
                list(standing.states),
                standing.map or "",
                standing.x,
                standing.y,
                around.name if isinstance(around, Deck) else "",
            )
            self._add(counter)
        for piece in scene.pieces:
            if f"{PIECE}{piece.id}" not in self._counters:
                self._add(_spare(scene, piece))

    def _add(self, counter: Counter) -> None:
        piece = counter.piece
        counter.state, counter.face_down = shown_by(piece, counter.look, counter.masked)
        self._counters[f"{PIECE}{piece.id}"] = counter

    def get(self, memo: str) -> Counter | None:
        """The piece with a name in the log; None if there is none, or it was deleted."""
        found = self._counters.get(memo)
        return found if found is not None and not found.gone else None

    def known(self, memo: str) -> bool:
        """Whether the game ever had such a piece."""
        return memo in self._counters

    def in_deck(self, name: str) -> list[str]:
        """The ids of the pieces in a deck, from the bottom up."""
        return self._decks[name]

    def inside(self, container: str) -> list[Counter]:
        """The pieces in a container, in the order of the definition."""
        return [one for one in self._counters.values() if one.inside == container]

    # --- what is done to a piece ----------------------------------------------------------

    def move(self, counter: Counter, spot: Spot, player: str | None) -> MovePiece:
        """Put a piece on a point, on top of what lies there, or into a deck."""
        old = counter.map, counter.x, counter.y
        old_under = self._take(counter)
        counter.map, counter.x, counter.y, counter.deck = spot.map, spot.x, spot.y, spot.deck
        under = self._put(counter)
        return MovePiece(counter.id, *spot[:3], under, *old, old_under, player)

    def bring(self, counter: Counter, spot: Spot, player: str | None) -> tuple[AddPiece, MovePiece]:
        """Put a piece that was not in play on a point, as it is turned now."""
        added = self._added(counter, counter.id, spot)
        counter.map, counter.x, counter.y, counter.deck = spot.map, spot.x, spot.y, spot.deck
        counter.spare = counter.gone = False
        under = self._put(counter)
        return added, MovePiece(counter.id, *spot[:3], under, None, 0, 0, None, player)

    def remove(self, counter: Counter) -> RemovePiece:
        """Take a piece out of the game."""
        self._take(counter)
        counter.map, counter.deck = "", ""
        return RemovePiece(counter.id)

    def cover(self, counter: Counter, owner: str) -> Command | None:
        """Mask a piece, or unmask it if ``owner`` is empty; None if nothing changes."""
        masks = counter.standing.model.masks
        if not masks or counter.masked == bool(owner):
            return None
        return self._change(counter, {masks[0].at: f"{owner};false|0" if owner else _OPEN})

    def show(self, counter: Counter, angle: int | None) -> Command | None:
        """Let a piece show the look of its current state, and point to ``angle`` (degrees; None
        keeps the direction); None if nothing changes. Raises `StateError`."""
        look = self._look(counter)
        states = {layer.at: str(look + 1) for layer in counter.standing.model.layers[:1]}
        facings = len(counter.piece.facings)
        if angle is not None and facings:
            facing = round((angle - self._upright) * facings / _FULL) % facings
            at = _rotator(counter.standing)
            states |= {at: str(facing)} if at is not None else {}
        differing = {at: state for at, state in states.items() if counter.states[at] != state}
        return self._change(counter, differing) if differing else None

    def _look(self, counter: Counter) -> int:
        key = counter.piece.id, counter.state, counter.face_down
        found = self._looks.get(key)
        if found is None:
            try:
                found = self._looks[key] = look_of(counter.piece, *key[1:])[0]
            except ValueError:
                raise StateError(f"the piece has no state {counter.state}") from None
        return found

    def _change(self, counter: Counter, states: dict[int, str]) -> ChangePiece:
        old = traits.nest(counter.states)
        for at, state in states.items():
            counter.states[at] = state
        return ChangePiece(counter.id, traits.nest(counter.states), old)

    def again(self, memo: str, ident: str, spot: Spot) -> tuple[AddPiece, MovePiece]:
        """Add a piece under the new id ``ident``: a copy of one in play, or one that was
        deleted."""
        counter = self._counters[memo]
        if not counter.gone:
            # In VASSAL a clone lies on the piece it was cloned from.
            copied = MovePiece(ident, *spot[:3], counter.id, spot.map, *spot[1:3], None)
            pile = self._pile(counter, spot)
            if pile is not None:
                pile.insert(pile.index(counter.id) + 1 if counter.id in pile else len(pile), ident)
            return self._added(counter, ident, spot), copied
        counter.id, counter.inside, counter.hand = ident, "", ""
        return self.bring(counter, spot, None)

    def _added(self, counter: Counter, ident: str, spot: Spot) -> AddPiece:
        basic = traits.basic_state(spot.map, spot.x, spot.y, counter.standing.gpid)
        state = traits.nest([*counter.states[:-1], basic])
        return AddPiece(ident, counter.standing.type, state)

    # --- piles ----------------------------------------------------------------------------

    def _take(self, counter: Counter) -> str | None:
        """Take a piece out of its pile. Returns the id of the piece below it."""
        spot = counter.map, counter.x, counter.y
        pile = self._decks[counter.deck] if counter.deck else self._piles.get(spot)
        if pile is None or counter.id not in pile:
            return None
        at = pile.index(counter.id)
        del pile[at]
        if not pile and not counter.deck:
            del self._piles[spot]
        return pile[at - 1] if at else None

    def _put(self, counter: Counter) -> str | None:
        """Put a piece on top of the pile at its point. Returns the id of the piece below it."""
        pile = self._pile(counter, Spot(counter.map, counter.x, counter.y, counter.deck))
        if pile is None:
            return None
        below = pile[-1] if pile else None
        pile.append(counter.id)
        return below

    def _pile(self, counter: Counter, spot: Spot) -> list[str] | None:
        """The pile at a point; None for a piece that does not stack."""
        if spot.deck:
            return self._decks[spot.deck]
        if not counter.standing.model.stacks:
            return None
        return self._piles.setdefault((spot.map, spot.x, spot.y), [])


def _spare(scene: Scene, piece: Piece) -> Counter:
    """A counter in a tray, like the one in the module's palette."""
    number = gpid(scene, piece, "palette")
    kind, state = chain(scene, piece).texts(traits.basic_state(gpid=number))
    standing = Standing(piece_id(scene, piece.id), kind, state, None, 0, 0, None, number)
    return Counter(standing.id, piece, standing, list(standing.states), "", 0, 0, spare=True)


def _rotator(standing: Standing) -> int | None:
    """The index of the trait that rotates a piece; None if it has none."""
    chain = standing.model.traits
    return next((at for at, one in enumerate(chain) if one.id == "rotate;"), None)
