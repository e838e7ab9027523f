"""What the players of Pursuit of the Graf Spee can do: one frozen value for each verb.

A verb is as small as a hand's gesture. Its fields stand in the order in which a player
decides them; dice and draws come last. ``None`` in a field means that the log does not
show it (a secret hex, a face-down piece's kind, dice rolled beside the computer).

Pieces, hexes and boxes are named by the ids of the definition: ``exeter``, ``B3``,
``Atlantic Ocean``. In an audit of what everybody may know, a Royal Navy piece has any id
that stays the same while it is on the map.
"""

from __future__ import annotations

from dataclasses import field

from generator.light import dataclass
from validator.rules.verbs import CHANCE, Verb, said

# --- Set-up ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseStart(Verb):
    """The German writes down the hex where the ship starts (GS-2(3))."""

    hex: str | None


@dataclass(frozen=True, slots=True)
class PlaceSupply(Verb):
    """The German writes down where one supply ship waits (GS-2(4))."""

    supply: str
    hex: str | None


@dataclass(frozen=True, slots=True)
class Split(Verb):
    """The British put ``indian`` of the nine pieces into the Indian box, unseen (GS-2(5)).

    ``pieces`` names them where the log tells; ``blind`` is false when faces were seen.
    """

    indian: int
    pieces: tuple[str, ...] | None = field(default=None, metadata=CHANCE)
    blind: bool = field(default=True, metadata=said("drawn unseen", "with their faces seen"))


# --- Step 1: the voyage log ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LogCourse(Verb):
    """The German writes down in secret the hex where this turn's move ends (GS-4)."""

    hex: str | None
    refuel: bool | None = field(default=None, metadata=said("refuelled", "not refuelled"))


@dataclass(frozen=True, slots=True)
class OpenCourse(Verb):
    """The pursued ship's move: its hex is shown at once (GS-6(6)b)."""

    hex: str
    refuel: bool | None = field(default=None, metadata=said("refuelled", "not refuelled"))


@dataclass(frozen=True, slots=True)
class Escape(Verb):
    """The ship leaves the map from an exit hex into an ocean; the game ends (GS-8(1)b, c).

    ``hex`` is ``None`` when only the ocean was shown.
    """

    ocean: str
    hex: str | None = None
    refuel: bool | None = field(default=None, metadata=said("refuelled", "not refuelled"))


# --- Step 2: the Royal Navy moves ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollExtra(Verb):
    """The British give a point and roll for more pieces to move (GS-5(3))."""

    die: int | None = field(default=None, metadata=CHANCE)


@dataclass(frozen=True, slots=True)
class Draw(Verb):
    """A piece is drawn from an off-map box (GS-5(2)c); ``Enter`` must follow.

    ``blind`` is false when the log shows that the piece was picked and not drawn. ``kind``
    is what the draw told (the British view), ``None`` where it stays unknown.
    """

    ocean: str
    piece: str = field(metadata=CHANCE)
    kind: str | None = None
    blind: bool = field(default=True, metadata=said("drawn unseen", "with their faces seen"))


@dataclass(frozen=True, slots=True)
class PutBack(Verb):
    """A drawn piece goes back into a box unplayed: never legal (GS-5(2)d)."""

    piece: str
    ocean: str


@dataclass(frozen=True, slots=True)
class Enter(Verb):
    """A drawn piece is put on the map; ``hex`` is where its move ends (GS-5(2)d, DG-1)."""

    piece: str
    hex: str


@dataclass(frozen=True, slots=True)
class MovePiece(Verb):
    """A piece on the map moves; ``to`` is where its whole move ends (GS-5(4))."""

    piece: str
    to: str


@dataclass(frozen=True, slots=True)
class EndMovement(Verb):
    """The British have done moving; step 3 begins."""


# --- Step 3: searches, combat, raid, pursuit -------------------------------------------


@dataclass(frozen=True, slots=True)
class NoContact(Verb):
    """The German says, or shows by silence, that no piece is in the ship's hex (GS-5(5)a)."""


@dataclass(frozen=True, slots=True)
class ShowShip(Verb):
    """The German puts the ship on the map: a British piece is in its hex (GS-5(5)a)."""

    hex: str


@dataclass(frozen=True, slots=True)
class RevealPiece(Verb):
    """A British piece is turned face up (GS-5(5)b, GS-5(6)b).

    ``kind`` is the kind it shows: BB, CV, CA or dummy; ``unit`` the definition's id of the
    named ship, where the log tells.
    """

    piece: str
    kind: str
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class RemoveDummy(Verb):
    """A dummy that met the ship leaves the game (GS-5(5)d)."""

    piece: str


@dataclass(frozen=True, slots=True)
class AirSearch(Verb):
    """A carrier turned face up searches one adjacent hex (GS-5(6))."""

    cv: str
    hex: str


@dataclass(frozen=True, slots=True)
class Answer(Verb):
    """The German's answer to the carrier search that waits for one (GS-5(6)d)."""

    found: bool = field(metadata=said("found", "not found"))


@dataclass(frozen=True, slots=True)
class AirAttack(Verb):
    """The carrier that found the ship attacks it (GS-6(2)e)."""

    cv: str
    dice: tuple[int, ...] | None = field(default=None, metadata=CHANCE)


@dataclass(frozen=True, slots=True)
class Fire(Verb):
    """One ship fires: ``shooter`` and ``target`` are piece ids, the raider's is ``graf_spee``."""

    shooter: str
    target: str
    dice: tuple[int, ...] | None = field(default=None, metadata=CHANCE)


@dataclass(frozen=True, slots=True)
class DamageShip(Verb):
    """The Graf Spee is marked damaged (GS-6(2)f)."""


@dataclass(frozen=True, slots=True)
class SinkPiece(Verb):
    """A sunk British piece is removed (GS-6(5)a)."""

    piece: str


@dataclass(frozen=True, slots=True)
class ReturnPiece(Verb):
    """A damaged British piece goes to the Atlantic box (GS-6(5)b)."""

    piece: str
    ocean: str


@dataclass(frozen=True, slots=True)
class Raid(Verb):
    """The ship raids commerce and is shown (GS-7); ``hex`` is ``None`` if it was not shown."""

    hex: str | None


@dataclass(frozen=True, slots=True)
class RollRaid(Verb):
    """The die of a raid off the icons (GS-7(5))."""

    die: int | None = field(default=None, metadata=CHANCE)


@dataclass(frozen=True, slots=True)
class Pursue(Verb):
    """An undamaged cruiser that fought will pursue (GS-6(6)a)."""

    piece: str


@dataclass(frozen=True, slots=True)
class HidePiece(Verb):
    """A British piece is turned face down again (GS-10(Q5))."""

    piece: str


@dataclass(frozen=True, slots=True)
class HideShip(Verb):
    """The ship's counter goes off the map again."""


@dataclass(frozen=True, slots=True)
class EndTurn(Verb):
    """The turn closes: what it demanded must have been done."""


# --- Any time --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangeScore(Verb):
    """The German score moves by ``delta`` points (down if negative)."""

    delta: int


@dataclass(frozen=True, slots=True)
class Scuttle(Verb):
    """The German sinks the ship (GS-8(3)b); ``RollScuttling`` follows."""


@dataclass(frozen=True, slots=True)
class RollScuttling(Verb):
    """The die for the points lost by scuttling (GS-8(3)c)."""

    die: int | None = field(default=None, metadata=CHANCE)


@dataclass(frozen=True, slots=True)
class RollSinking(Verb):
    """The die for the points lost when the ship is sunk (GS-8(3)a)."""

    die: int | None = field(default=None, metadata=CHANCE)


VERBS: tuple[type[Verb], ...] = (
    ChooseStart,
    PlaceSupply,
    Split,
    LogCourse,
    OpenCourse,
    Escape,
    RollExtra,
    Draw,
    PutBack,
    Enter,
    MovePiece,
    EndMovement,
    NoContact,
    ShowShip,
    RevealPiece,
    RemoveDummy,
    AirSearch,
    Answer,
    AirAttack,
    Fire,
    DamageShip,
    SinkPiece,
    ReturnPiece,
    Raid,
    RollRaid,
    Pursue,
    HidePiece,
    HideShip,
    EndTurn,
    ChangeScore,
    Scuttle,
    RollScuttling,
    RollSinking,
)
"""Every verb of the game, in the order of the sequence of play."""
