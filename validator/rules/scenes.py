"""What a log shows, step by step (`Scene`), and the acts that it was read as (`Act`).

The audit makes a `Scene`: the pieces on the table when the log begins and what happens in each
step, as far as the report's reader may know it. `validator.explaining` reads it as verbs of the
game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from generator.light import dataclass
from validator.rules.verbs import Verb

# --- What the audit shows -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Token:
    """A piece as the reader of the report may see it."""

    key: str
    """Identifies the piece as long as it can be followed: the definition's id if the reader knows
    it from the start, else ``piece 3`` for the third piece drawn face down."""
    unit: str | None
    """The definition's id; ``None`` while the reader may not know it."""
    kind: str | None
    """The definition's word (``CA``); ``None`` while the reader may not know it."""
    name: str
    """Its name in reports."""
    map: str
    """The name of the map; empty if it is on none."""
    place: str
    """The definition's id of the hex, box, cell or deck; empty if it is in none."""
    face_down: bool = False
    """Masked: the other side does not know what it is."""
    level: int = 1
    """Which of its faces is up, from 1."""
    facing: int = 0
    """Which way it points: an index into its definition's list of facings."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one step did to one piece; None while it is not on the table (or not seen)."""

    before: Token | None
    after: Token | None

    @property
    def token(self) -> Token:
        """The piece afterwards, or as it was last seen."""
        token = self.after or self.before
        assert token is not None
        return token


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice thrown by a button of the definition."""

    button: str
    """The definition's id of the button."""
    dice: tuple[int, ...]
    """The faces, in the order in which they fell."""
    modifier: int = 0
    """What the report adds to them."""
    reasons: tuple[str, ...] = ()
    """What the dice were for, in the report's words."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A line written by a button of the definition."""

    action: str
    """The definition's id of the action."""
    detail: str = ""
    """What follows the keyword: ``by Ark Royal``."""
    turn: int | None = None
    """The turn that the line names."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A text that was sealed in the chat (`validator.hidden.seals`): a plot kept on paper."""

    name: str
    """The name of the record, in small letters: ``plot``, ``devonshire``."""
    number: int | None
    """Which entry of it."""
    text: str | None
    """The sealed text; None if it is never opened, or another text is shown for it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What happened in one step."""

    step: int
    player: str | None = None
    """Who did it; None if the log does not show it."""
    side: str | None = None
    changes: tuple[Change, ...] = ()
    """In the order in which they happened; one entry for each piece."""
    rolls: tuple[Roll, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    properties: Mapping[str, int] = field(default_factory=dict)
    """Whole-number properties of the game that were set, and their new values."""
    turn: tuple[int, int] | None = None
    """The turn tracker's new turn and step (from 0)."""
    seals: tuple[Sealed, ...] = ()
    """What was sealed in this step, with its text if it is opened anywhere in these files."""
    taken_back: bool = False
    """The step was undone later, or undoes an earlier one, so it has no lasting effect."""
    calls_off: bool = False
    """A chat line that calls something off (no, wait, sorry), in any language we know."""
    recalls: bool = False
    """A chat line that says that something was forgotten, in any language we know."""
    gives_leave: bool = False
    """A chat line that lets the other side go on (go ahead, it is on paper) or says yes to its
    question, in any language we know."""
    agrees: bool = False
    """A chat line that agrees to what the other side just called off or asked for."""
    told_dice: tuple[int, ...] = ()
    """The numbers of a chat line that tells dice."""
    tells: tuple[str, ...] = ()
    """The actions that a chat line names by the words of their buttons: told, not declared."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole game, or the part of it that the logs hold."""

    start: Mapping[str, Token]
    """What lay on the table when the log began, by key."""
    steps: tuple[Seen, ...]
    properties: Mapping[str, int] = field(default_factory=dict)
    """Whole-number properties when the log began."""
    turn: tuple[int, int] | None = None
    """The turn tracker's turn and step (from 0) when the log began."""
    decks: Mapping[str, int] = field(default_factory=dict)
    """How many pieces each deck held when the log began, by the definition's id."""
    sees_all: bool = False
    """Whether the reader may know everything (``--reveal``)."""
    side: str | None = None
    """The side whose view this is; None for the public view, or if everything is revealed."""
    unseen_dice: bool = False
    """Dice were thrown beside the buttons for them: any result counts that fits what followed, and
    the scene shows no roll."""


# --- What it was read as -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding that no verb expresses."""

    severity: str
    code: str
    """A case of the rules, or a general code."""
    did: str
    legal: str = ""
    says: str = ""
    """The rule in words; empty for the case's own."""


@dataclass(frozen=True, slots=True)
class Act:
    """A verb read from a log, or facts that must be assumed."""

    verb: Verb | None
    """None if only ``assumed`` and ``remark`` count."""
    step: int = 0
    """The step of the log that shows it; 0 for the starting save."""
    player: str | None = None
    side: str | None = None
    only: frozenset[str] | None = None
    """Judge by these cases only; None for all."""
    assumed: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the state that are set before the verb."""
    remark: Remark | None = None
    late: bool = False
    """It counted only later than it was seen."""
    nobodys: bool = False
    """It is certain what was broken, but not by which side: nobody is named."""

    @property
    def is_timely(self) -> bool:
        """Whether it is a verb that was done by the step that shows it."""
        return self.verb is not None and not self.late
