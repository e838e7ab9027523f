"""What a log shows, step by step, and what it was read as.

The audit lays out a `Scene`: what lay on the table when the log began, and what happened in each
step, as far as the report's reader may know it. `validator.explaining` reads it as verbs of the
game: `Act`.
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
    """Names it as long as it can be followed: the definition's id where that may be known from the
    first, else ``piece 3`` for the third that came face down out of a deck."""
    unit: str | None
    """The definition's id; ``None`` while the reader may not know it."""
    kind: str | None
    """The definition's word (``CA``); ``None`` while the reader may not know it."""
    name: str
    """What a report calls it."""
    map: str
    """Name of the map; empty: on none."""
    place: str
    """Hex, box, cell or deck by the definition's id; empty where it lies in none."""
    face_down: bool = False
    """Masked: the other side does not know what it is."""
    level: int = 1
    """Which of its faces is up, from 1."""
    facing: int = 0
    """Which way it points: the place in its definition's list of facings."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one step did to one piece; ``None`` where it is not on the table (or not seen)."""

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
    """As they fell."""
    modifier: int = 0
    """What the report adds to them."""
    reasons: tuple[str, ...] = ()
    """What for, as the report says it."""


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
    """What it is of, in small letters: ``plot``, ``devonshire``."""
    number: int | None
    """Which entry of it."""
    text: str | None
    """What was sealed; ``None`` where it is never shown, or something else is shown."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What happened in one step."""

    step: int
    player: str | None = None
    """Who did it; ``None`` where the log does not tell."""
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
    """What was sealed in this step, with the text if it is shown anywhere in these files."""
    taken_back: bool = False
    """The step was undone later, or undoes an earlier one: nothing of it is left on the table."""
    calls_off: bool = False
    """Free words of the chat that call something off: no, wait, sorry; in other tongues too."""
    gives_leave: bool = False
    """Free words of the chat that let the other side go on: go ahead, it is on paper, or yes to
    what it asked; in other tongues too."""
    agrees: bool = False
    """Free words that say yes to what the other side just called off, or asked leave for."""


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
    """The side whose view it is; ``None``: everybody's, or all is revealed."""
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
    """Empty: the case's own words."""


@dataclass(frozen=True, slots=True)
class Act:
    """A verb as it was read from a log, or something that has to be taken for granted."""

    verb: Verb | None
    """``None``: only ``assumed`` and ``remark`` count."""
    step: int = 0
    """The step of the log that shows it; 0 = the starting save."""
    player: str | None = None
    side: str | None = None
    only: frozenset[str] | None = None
    """Judge by these cases alone; ``None``: by all."""
    assumed: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the state that are set before the verb."""
    remark: Remark | None = None
