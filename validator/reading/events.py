"""The events of a log: one dataclass for each kind.

`validator.reading.reader` makes them from a log; `validator.reading.views` shows of them what a
side may know. Steps are counted from 1. No event holds a player's password.
"""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, NamedTuple

from generator.light import dataclass

OBSERVER = "<observer>"
"""The side of somebody who plays none, as VASSAL writes it."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who did something, as far as the file says."""

    name: str = ""
    """The display name; empty if only the side is known."""
    side: str = ""
    """The side at that time; ``<observer>`` for none."""
    mark: str = ""
    """The mark that replaces the player's password; a player keeps it throughout."""
    by: str = "password"
    """How it is known: ``password`` (the command names it), ``side`` (a mask or veil names the
    side), ``report`` (the module's report names the player)."""

    @property
    def plays(self) -> bool:
        """Whether the player has a known side; an observer has none."""
        return self.side not in ("", OBSERVER)

    def __str__(self) -> str:
        return " ".join(part for part in (self.name or self.side, self.mark) if part)


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a mask or veil."""

    kind: str
    """``player``, ``side`` or ``sides``."""
    who: Who
    sides: tuple[str, ...] = ()
    """For ``sides``: all sides that see through it."""

    def admits(self, side: str | None) -> bool:
        """Whether a side sees through it."""
        if side is None:
            return False
        return side in self.sides if self.kind == "sides" else side == self.who.side


@dataclass(frozen=True, slots=True)
class Cover:
    """The mask and veil over a piece at a moment."""

    mask: Owner | None = None
    mask_name: str = ""
    """The piece's name for those who may not see it."""
    mask_at: int = -1
    """The index of the mask in the chain of traits; the inner traits are covered."""
    veil: Owner | None = None
    """The owner who made it invisible."""


OPEN = Cover()


class Place(NamedTuple):
    """A point of a map, or off all maps."""

    map: str = ""
    x: int = 0
    y: int = 0
    location: str = ""
    """The name in VASSAL's reports (``F6``, ``offboard``); empty if no module is at hand."""
    zone: str = ""
    deck: str = ""
    """The name of the deck that holds the piece; empty outside decks."""
    seen: bool = True
    """False if the viewer may only know the map; then there is no point."""

    def __str__(self) -> str:
        if not self.map:
            return "off the map"
        if not self.seen:
            return "?"
        return self.deck or self.location or f"{self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events."""

    kind: ClassVar[str] = ""
    step: int
    player: Who | None


@dataclass(frozen=True, slots=True)
class PieceEvent(Event):
    """The base of all events about one piece."""

    piece: str
    """Its id: VASSAL's own, or a stand-in if that would reveal a masked piece."""
    name: str
    """Its name, as far as the reader may know it."""
    before: Cover = field(repr=False)
    """Its cover before; `OPEN` in a view that may not know."""
    cover: Cover = field(repr=False)
    """Its cover afterwards."""


@dataclass(frozen=True, slots=True)
class Placed(PieceEvent):
    """A piece came into the game."""

    kind: ClassVar[str] = "place"
    to: Place
    how: str
    """``created``, ``cloned`` or ``replaced`` (it took the place of another)."""
    source: str = ""
    """The piece that was cloned or replaced."""


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
    """Whether the others could not see it."""


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
    """The old level, from 1; negative if switched off."""
    new: int
    at: int = field(repr=False)
    """The index of the trait, from the outside."""


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
    """The index of the trait, from the outside."""


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
    """``shuffle``, ``reverse``, ``reshuffle`` (another deck's cards came in), ``turn`` (turned
    face up or down) or ``change`` (it has other cards)."""


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
    """Each die if the file shows it; else only the total."""
    result: str
    """The result as in the file: ``3,4,6``, a total, or a text."""
    text: str
    """The report in the chat; empty if there is none."""
    recorded: bool = field(default=True, repr=False)
    """Whether the step records the result; else only the chat reports it."""


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A line typed in the chat, or one by the program."""

    kind: ClassVar[str] = "say"
    text: str
    speaker: str = ""
    """The name in the line, which VASSAL does not verify."""


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A declaration by a button of the module: a report that begins with ``* !``."""

    kind: ClassVar[str] = "say-declare"
    text: str
    """The line without the ``* !``."""


@dataclass(frozen=True, slots=True)
class Reported(Event):
    """A line that the module printed; what it reports usually has its own event."""

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
    """A turn tracker was set forward or back."""

    kind: ClassVar[str] = "turn"
    text: str
    """The report in the chat; empty if there is none."""
    tracker: str
    state: str
    old: str
    """The state before; empty if the file had none."""


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """An earlier step was undone; its effects are gone from the table."""

    kind: ClassVar[str] = "undo"
    undone: int | None
    """The undone step; None if no earlier step matches."""
    text: str
    """The chat line about it."""


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
    """The only reader; None if everybody may read it."""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Pointed(Event):
    """A flare was shown or a line of sight checked."""

    kind: ClassVar[str] = "point"
    what: str
    """``flare`` or ``line``."""
    points: tuple[tuple[int, int], ...]
