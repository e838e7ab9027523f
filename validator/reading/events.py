"""What happened on the table: one frozen value for each kind of happening.

`validator.reading.reader` makes them from a log; `validator.reading.views` shows of them what a
side may know. Steps count from 1, as the log's own. No event holds a player's password.
"""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, NamedTuple

from generator.light import dataclass

OBSERVER = "<observer>"
"""The side of who plays none, as VASSAL writes it."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who did something, as far as the file says."""

    name: str = ""
    """Display name; empty when only the side is known."""
    side: str = ""
    """The side at that time; ``<observer>`` for none."""
    mark: str = ""
    """Stands for the player's password: the same player, the same mark throughout."""
    by: str = "password"
    """How we know: ``password`` (the command says so), ``side`` (a mask or veil names the side),
    ``report`` (the module's own report names the player)."""

    @property
    def plays(self) -> bool:
        """Whether a side is known that he plays: an observer has none."""
        return self.side not in ("", OBSERVER)

    def __str__(self) -> str:
        return " ".join(part for part in (self.name or self.side, self.mark) if part)


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose mask or veil it is."""

    kind: str
    """``player``, ``side`` or ``sides``."""
    who: Who
    sides: tuple[str, ...] = ()
    """For ``sides``: all that may see through it."""

    def admits(self, side: str | None) -> bool:
        """Whether a side sees through it."""
        if side is None:
            return False
        return side in self.sides if self.kind == "sides" else side == self.who.side


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers a piece at a moment."""

    mask: Owner | None = None
    mask_name: str = ""
    """What those who may not look call it."""
    mask_at: int = -1
    """Which trait of the chain the mask is; what lies further in is covered."""
    veil: Owner | None = None
    """Who made it invisible."""


OPEN = Cover()


class Place(NamedTuple):
    """A point of a map, or off all maps."""

    map: str = ""
    x: int = 0
    y: int = 0
    location: str = ""
    """As VASSAL reports it (``F6``, ``offboard``); empty when no module was at hand."""
    zone: str = ""
    deck: str = ""
    """Name of the deck the piece is in; empty outside decks."""
    seen: bool = True
    """False where the viewer may know the map only: then there is no point."""

    def __str__(self) -> str:
        if not self.map:
            return "off the map"
        if not self.seen:
            return "?"
        return self.deck or self.location or f"{self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Event:
    """Anything that happened; see the subclasses."""

    kind: ClassVar[str] = ""
    step: int
    player: Who | None


@dataclass(frozen=True, slots=True)
class PieceEvent(Event):
    """Anything that happened to one piece."""

    piece: str
    """Its id: VASSAL's own, or a stand-in where that would tell who a masked piece is."""
    name: str
    """What the reader may call it."""
    before: Cover = field(repr=False)
    """What covered it before; `OPEN` in a view that may not know."""
    cover: Cover = field(repr=False)
    """What covers it afterwards."""


@dataclass(frozen=True, slots=True)
class Placed(PieceEvent):
    """A piece came into the game."""

    kind: ClassVar[str] = "place"
    to: Place
    how: str
    """``created``, ``cloned`` or ``replaced`` (it took the place of another)."""
    source: str = ""
    """The piece it was cloned from or took the place of."""


@dataclass(frozen=True, slots=True)
class Removed(PieceEvent):
    """A piece left the game."""

    kind: ClassVar[str] = "remove"
    from_: Place
    how: str
    """``deleted`` or ``replaced``."""


@dataclass(frozen=True, slots=True)
class Moved(PieceEvent):
    """A piece went from one point to another."""

    kind: ClassVar[str] = "move"
    from_: Place
    to: Place


@dataclass(frozen=True, slots=True)
class Drawn(PieceEvent):
    """A piece was taken out of a deck or cup."""

    kind: ClassVar[str] = "draw"
    from_: Place
    to: Place
    face_down: bool
    """Whether it came out unseen by the others."""


@dataclass(frozen=True, slots=True)
class Returned(PieceEvent):
    """A piece was put into a deck or cup."""

    kind: ClassVar[str] = "move-return"
    from_: Place
    to: Place


@dataclass(frozen=True, slots=True)
class Flipped(PieceEvent):
    """A layer of a piece changed: flipped, damaged, switched on or off."""

    kind: ClassVar[str] = "flip"
    layer: str
    old: int
    """Level before, from 1; negative: switched off."""
    new: int
    at: int = field(repr=False)
    """Which trait of the chain it is, from the outside."""


@dataclass(frozen=True, slots=True)
class Changed(PieceEvent):
    """Something else about a piece changed."""

    kind: ClassVar[str] = "change"
    what: str
    """``property``, ``label``, ``rotation``, ``trail``, ``moved mark``, ``marker`` or the trait's
    name in the editor."""
    title: str
    """For a property: its name."""
    old: str
    new: str
    at: int = field(repr=False)
    """Which trait of the chain it is, from the outside."""


@dataclass(frozen=True, slots=True)
class Masked(PieceEvent):
    """A piece was turned face down."""

    kind: ClassVar[str] = "mask"


@dataclass(frozen=True, slots=True)
class Unmasked(PieceEvent):
    """A piece was turned face up."""

    kind: ClassVar[str] = "unmask"


@dataclass(frozen=True, slots=True)
class Hidden(PieceEvent):
    """A piece was made invisible to the others."""

    kind: ClassVar[str] = "hide"
    at: Place


@dataclass(frozen=True, slots=True)
class Shown(PieceEvent):
    """A piece was made visible again."""

    kind: ClassVar[str] = "unhide"
    at: Place


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """A deck got a new order."""

    kind: ClassVar[str] = "shuffle"
    deck: str
    """The deck's name."""
    deck_id: str
    map: str
    how: str
    """``shuffle``, ``reverse``, ``reshuffle`` (another deck's cards came in), ``turn`` (the deck
    was turned face up or down) or ``change`` (its cards are others)."""


@dataclass(frozen=True, slots=True)
class Reordered(Event):
    """The pieces of a stack changed places in it."""

    kind: ClassVar[str] = "reorder"
    stack: str
    at: Place
    pieces: tuple[str, ...]
    """Ids from the bottom up."""
    names: tuple[str, ...]
    covers: tuple[Cover, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """A button rolled dice, or drew a text at random."""

    kind: ClassVar[str] = "roll"
    button: str
    dice: tuple[int, ...]
    """Each die where the file shows it; else the total alone."""
    result: str
    """As the file has it: ``3,4,6``, a total, or a text."""
    text: str
    """The report in the chat; empty when there was none."""
    recorded: bool = field(default=True, repr=False)
    """Whether the step records the result; else the chat alone tells of it."""


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A line typed in the chat, or one by the program."""

    kind: ClassVar[str] = "say"
    text: str
    speaker: str = ""
    """The name the line itself claims; not verified by VASSAL."""


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A declaration by a button of the module: a report that begins with ``* !``."""

    kind: ClassVar[str] = "say-declare"
    text: str
    """The line without the ``* !``."""


@dataclass(frozen=True, slots=True)
class Reported(Event):
    """A line the module printed about something that has, as a rule, its own event."""

    kind: ClassVar[str] = "report"
    text: str


@dataclass(frozen=True, slots=True)
class PropertyChanged(Event):
    """A global property changed."""

    kind: ClassVar[str] = "property"
    name: str
    old: str
    new: str
    container: str = "Module"
    """``Module``, a map, or ``map:zone``."""


@dataclass(frozen=True, slots=True)
class TurnAdvanced(Event):
    """A turn tracker was set, on or back."""

    kind: ClassVar[str] = "turn"
    text: str
    """The report in the chat; empty when there was none."""
    tracker: str
    state: str
    old: str
    """The state before; empty when the file had none."""


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """An earlier step was taken back; its effects are gone from the table."""

    kind: ClassVar[str] = "undo"
    undone: int | None
    """The step, or none where no earlier step matches."""
    text: str
    """The chat's line about it."""


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A player took a side."""

    kind: ClassVar[str] = "join"
    side: str


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player gave up a side."""

    kind: ClassVar[str] = "leave"
    side: str


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """A note was written."""

    kind: ClassVar[str] = "note"
    what: str
    """``scenario``, ``public``, ``private`` or ``secret``."""
    title: str
    text: str
    owner: Owner | None = field(repr=False)
    """Who alone may read it; none when all may."""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Pointed(Event):
    """A flare was shown or a line of sight checked."""

    kind: ClassVar[str] = "point"
    what: str
    """``flare`` or ``line``."""
    points: tuple[tuple[int, int], ...]
