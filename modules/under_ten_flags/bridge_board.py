"""What lies where on the table, as far as it can be seen; changed fact by fact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from generator.light import dataclass
from validator.rules.bridging import Scene
from validator.rules.facts import (
    NOWHERE,
    Fact,
    PieceMoved,
    PieceTurned,
    PointsSet,
    TurnSet,
    cell_number,
)

from .bridge_facts import (
    CARGO,
    CUPS,
    DESTINATION,
    ORIGIN,
    PORT,
    SHIP,
    CargoMoved,
    CargoShown,
    Pointed,
    Words,
    row_of,
    waiting_for,
)

TENS, UNITS = "vp_tens", "vp_units"
_TEN = 10
MOST_POINTS = _TEN * _TEN - 1
"""The most that the two markers can show."""


@dataclass(slots=True)
class Lying:
    """An O/D marker or a cargo ship outside the cups."""

    role: str
    unit: str | None
    """The definition's id; ``None`` while the reader may not know it."""
    place: str
    shown: bool = False
    """It lies face up for all to see."""
    marker: str = ""
    """The map marker of its set, once it lay in that set's row or waiting box."""


@dataclass(slots=True)
class Board:
    """The table."""

    places: dict[str, str] = field(default_factory=dict)
    """Counters to their hex, box or cell."""
    levels: dict[str, int] = field(default_factory=dict)
    """Counters to the face that is up."""
    arrows: dict[str, str] = field(default_factory=dict)
    """Map markers to the spine they point at."""
    cargo: dict[str, Lying] = field(default_factory=dict)
    """O/D markers and cargo ships outside the cups, by key."""
    turn: int = 1
    window: int = 0
    """Points in the window."""

    def apply(self, fact: Fact) -> None:
        """What a fact changes."""
        match fact:
            case PieceMoved(piece=piece, after=after):
                self.places[piece] = after
            case PieceTurned(piece=piece, level=level):
                self.levels[piece] = level
            case Pointed(piece=piece, arrow=arrow):
                self.arrows[piece] = arrow
            case CargoMoved():
                self._cargo_moved(fact)
            case CargoShown(piece=piece, role=role, unit=unit):
                lying = self.cargo.setdefault(piece, Lying(role, unit, NOWHERE))
                lying.unit, lying.shown = unit, True
            case TurnSet(turn=turn):
                self.turn = turn
            case PointsSet(points=points):
                self.window = points

    def _cargo_moved(self, fact: CargoMoved) -> None:
        if fact.after in CUPS or (fact.after == NOWHERE and fact.unit is None):
            self.cargo.pop(fact.piece, None)
            return
        lying = self.cargo.setdefault(fact.piece, Lying(fact.role, fact.unit, fact.after))
        lying.place, lying.unit = fact.after, fact.unit or lying.unit
        lying.marker = row_of(fact.after)[0] or waiting_for(fact.after) or lying.marker

    def copy(self) -> Board:
        """A board that later facts do not touch."""
        cargo = {
            key: Lying(one.role, one.unit, one.place, one.shown, one.marker)
            for key, one in self.cargo.items()
        }
        return Board(
            dict(self.places),
            dict(self.levels),
            dict(self.arrows),
            cargo,
            self.turn,
            self.window,
        )

    # --- questions --------------------------------------------------------------------

    def place(self, piece: str) -> str:
        """Where a counter lies; ``NOWHERE`` when it is out of sight."""
        return self.places.get(piece, NOWHERE)

    @property
    def marked_points(self) -> int:
        """The points that the two markers show together."""
        tens, units = (cell_number(self.place(one)) or 0 for one in (TENS, UNITS))
        return tens * _TEN + units

    def in_row(self, marker: str, box: str) -> Lying | None:
        """What lies in a box of a set's row of the O/D display, the last one put there."""
        found = [one for one in self.cargo.values() if row_of(one.place) == (marker, box)]
        return found[-1] if found else None

    def set_of(self, marker: str) -> dict[str, str | None]:
        """The units in a set's row, by box; boxes nobody can see into are left out."""
        found = {}
        for box in (ORIGIN, DESTINATION, SHIP):
            lying = self.in_row(marker, box)
            if lying is not None:
                found[box] = lying.unit
        return found

    def waiting(self, marker: str) -> Iterator[Lying]:
        """What lies in a set's waiting box besides its map marker."""
        for one in self.cargo.values():
            if waiting_for(one.place) == marker:
                yield one


def board_of(scene: Scene, words: Words) -> Board:
    """The board on which a scene begins."""
    board = Board()
    for token in scene.start.values():
        role = words.role(token)
        if role in (PORT, CARGO):
            if token.place not in CUPS:
                marker = row_of(token.place)[0] or waiting_for(token.place)
                shown = token.unit is not None and not token.face_down
                board.cargo[token.key] = Lying(role, token.unit, token.place, shown, marker)
        elif token.unit is not None:
            board.places[token.unit] = token.place
            board.levels[token.unit] = token.level
            arrows = words.arrows.get(token.unit, ())
            if arrows:
                board.arrows[token.unit] = arrows[token.facing % len(arrows)]
            if role == "turn":
                board.turn = cell_number(token.place) or 1
    return board
