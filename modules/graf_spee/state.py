"""The state of a game of Pursuit of the Graf Spee, as far as it is known.

One state serves the truth and what a reader of a public log may know. What is unknown is
``None`` (a piece's kind, a supply ship's hex, a die), a count (pieces in a box), or a set
(where the ship may be).
"""

from __future__ import annotations

from dataclasses import field

from generator.light import dataclass
from validator.hidden.whereabouts import NOWHERE, Whereabouts
from validator.rules.points import MAYBE as MAYBE
from validator.rules.points import POINTS as POINTS
from validator.rules.states import THIS_TURN as THIS_TURN
from validator.rules.states import ScoredPlay, Value, lasting

ATLANTIC = "Atlantic Ocean"
INDIAN = "Indian Ocean"
OUT = "Out of the Game"
TURN = "turn"
"""The lifetime of fields that are reset when the next turn begins."""
LATE = "turned late"
"""In doubt: whether the ship, which was under fire by unseen dice a turn ago, is still to be
turned."""
DRAWN = "drawn"
"""The place of a piece between its draw from a box and its entry on the map."""

SHIP = "graf_spee"
GERMAN = "German"
BRITISH = "British"

# What can be pending.
PLACE = "place"
"""A drawn piece waits to be put on the map."""
REVEAL = "reveal"
"""A British piece in the ship's hex must be shown."""
DUMMY = "dummy"
"""A dummy that met the ship must leave the game."""
FIRE = "fire"
"""A ship in combat has not fired yet."""
ANSWER = "answer"
"""A carrier search waits for its answer."""
ROLL_RAID = "roll_raid"
ROLL_SINKING = "roll_sinking"
ROLL_SCUTTLING = "roll_scuttling"
LOSSES = (ROLL_SINKING, ROLL_SCUTTLING)
"""The roll for the loss is made after all have fired and the German's points are booked (DG-14)."""
DAMAGE = "damage"
"""The ship must be marked damaged."""
SINK = "sink"
"""A sunk British piece must be removed."""
RETURN = "return"
"""A damaged British piece must go to the Atlantic box."""

SET_UP = "set_up"
VOYAGE_LOG = "voyage_log"
ROYAL_NAVY = "royal_navy"
COMBAT = "combat"
OVER = "over"


@dataclass(slots=True)
class Piece(Value):
    """A Royal Navy piece that is known individually (on the map, out, or, for the truth,
    anywhere)."""

    id: str
    at: str
    """A hex, an ocean box, ``OUT`` or ``DRAWN``."""
    kind: str | None = None
    """BB, CV, CA, dummy, or ``None`` while unknown."""
    unit: str | None = None
    """The definition's id of the ship, ``None`` while unknown."""
    face_up: bool = False
    left_up: bool = False
    """Whether it was already face up at the end of the last turn."""
    moved: int | None = None
    """Hexes moved this turn (an entry counts from 1); ``None``: not moved."""
    furthest: int = 0
    """The longest move on the map in one turn since the draw, in hexes."""
    furthest_turn: int = 0
    """The turn of that longest move."""
    entered: int = 0
    """Hexes its entry took, 1 for the entry hex itself; 0: not yet on the map."""
    drawn: int = 0
    """The serial number of its draw; 0: never drawn."""
    fought: int = 0
    """The last turn in which it took part in combat; 0: never."""
    has_to_go: bool = False
    """Whether it is a dummy that met the ship."""
    returned: int = 0
    """How often it went to the Atlantic box damaged."""
    box: str = ""
    """The box it was last drawn from; empty: never drawn."""


NOBODY = Piece("", "")
"""The values of a piece that is not in play."""


@dataclass(slots=True)
class Supply(Value):
    """A supply ship: its hex if known, and whether it has refuelled the raider (if known)."""

    hex: str | None = None
    used: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """One ship's fire, or one air attack, of this turn; ``hits`` is ``None`` if the dice are
    unknown."""

    shooter: str
    target: str
    dice: tuple[int, ...] | None
    hits: int | None


@dataclass(slots=True)
class State(ScoredPlay):
    """Everything the rules remember."""

    step: str = SET_UP
    turn: int = 0
    """0 during set-up."""

    pieces: dict[str, Piece] = field(default_factory=dict)
    cups: dict[str, int] = field(default_factory=dict)
    """Pieces in each ocean box that are not known individually; empty for the truth."""
    draws: int = 0
    """Pieces drawn from the boxes so far."""
    returns: tuple[tuple[str, int], ...] = ()
    """Known kinds that went back into the Atlantic box, each with the number of pieces that had
    been drawn from it by then."""
    drawn_from: dict[str, int] = field(default_factory=dict)
    """Pieces drawn from each box so far."""

    ship: Whereabouts = NOWHERE
    """The hexes where the ship may be, with the fewest refuellings for each; empty before the
    start."""
    placed: bool = False
    """The start hex has been written."""
    course_known: bool = lasting(TURN, False)
    """This turn's hex is known for sure from the log itself (a written or an open course)."""
    supplies: dict[str, Supply] = field(default_factory=dict)
    """The supply ships that have been placed."""
    split: bool = False
    """The British pieces have been divided between the boxes."""
    damaged: bool = False
    """The ship is marked damaged."""
    hits: int = 0
    """Hits the ship is known to have taken in the whole game."""
    shown: str | None = None
    """The hex where the ship's counter stands on the map."""
    stood: str | None = lasting(TURN, None)
    """The hex from which it was removed in this turn."""

    score: int = 0
    scored: str = lasting(TURN, "")
    """The case of the last event of this turn that could score; empty: none."""
    taken: frozenset[str] = frozenset()
    """Icon hexes that have paid."""

    extra: bool = lasting(TURN, False)
    """The British have bought more moves this turn."""
    extra_die: int | None = lasting(TURN, None)
    contact: str = lasting(TURN, "")
    """Contact search of this turn: empty (not yet), ``none`` or ``shown``."""
    discovered: str = lasting(TURN, "")
    """How a British search found the ship this turn: empty, ``contact`` or ``air``."""
    searches: tuple[tuple[str, str], ...] = lasting(TURN, ())
    """Carrier searches of this turn: (carrier, hex)."""
    shots: tuple[Shot, ...] = lasting(TURN, ())
    raid: str | None = lasting(TURN, None)
    """The hex raided this turn."""
    raid_rolled: bool = lasting(TURN, False)
    pursuers: tuple[str, ...] = lasting(TURN, ())
    """Cruisers that declared pursuit this turn."""
    pursued: bool = False
    """The ship must move openly this turn."""
    scuttled: bool = False
    loss_rolled: bool = False
    """The die for the points lost with the ship has been rolled."""

    def piece(self, piece_id: str) -> Piece:
        """A piece in play, or `NOBODY`."""
        return self.pieces.get(piece_id, NOBODY)

    def pieces_at(self, hex_id: str) -> list[Piece]:
        """The Royal Navy pieces on one hex."""
        return [piece for piece in self.pieces.values() if piece.at == hex_id]

    def with_piece(self, piece: Piece) -> State:
        """A copy with one piece replaced or added."""
        return self.changed(pieces={**self.pieces, piece.id: piece})
