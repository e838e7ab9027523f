"""Sequence of play, actions, dice buttons, set-ups, decisions, the rules in our words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, Self

from generator.definition.formulas import checked
from generator.definition.layouts import Condition
from generator.definition.measures import (
    CaseId,
    Colour,
    FileId,
    Id,
    KeyStroke,
    Length,
    Line,
    Name,
    Scalar,
    Sourced,
)
from generator.definition.model import (
    AfterValidator,
    BeforeValidator,
    Field,
    Model,
    WithJsonSchema,
    model_validator,
)


class Side(Sourced):
    """A seat at the table."""

    id: Id
    """The VASSAL side's name."""
    name: Line = ""
    role: Literal["player", "referee"] = "player"
    colour: Colour = "neutral"
    emblem: str = ""
    """Symbol on the backs of its counters."""
    text: Line = ""


class SequenceStep(Sourced):
    """A step of the turn; ``f"{number} {name}"`` is what the turn tracker says."""

    id: Id
    number: Line
    name: Line
    side: Id | None = None
    text: str = ""
    cases: tuple[CaseId, ...] = ()
    actions: tuple[Id, ...] = ()
    mandatory: bool = True
    when: str = ""
    """The condition, in our words; empty: always."""
    tracked: bool = False
    """Whether the turn tracker stops here."""
    steps: tuple[SequenceStep, ...] = ()


class Turns(Model):
    """How turns are counted."""

    name: Line = "Turn"
    first: int = 1
    last: int | None = None
    track: Id | None = None
    marker: Id | None = None


class GameProperty(Sourced):
    """A number every module window may show (VASSAL's global property)."""

    name: Name
    initial: int = 0
    least: int = 0
    most: int = 100
    track: Id | None = None
    text: Line = ""
    worth: Annotated[Line, AfterValidator(checked)] = ""
    """A formula, where it is not kept but worked out from other properties whenever it is said:
    ``max(0, Own + Target - Less)``."""
    words: bool = False
    """Whether it holds words that an action notes of a piece, and no number."""


class NumberFrom(Model):
    """A whole number that stands in a chart: a cell of a table, or an entry of named values."""

    chart: Id
    row: Id
    """The row, or the entry."""
    column: Id | None = None


class Modifier(Sourced):
    """What a roll is changed by, as the table stands when its button is clicked.

    Either ``change``, while one of ``pieces`` stands in one of the places ``at`` of a map (with
    ``face`` up); or as much as a ``property`` says, times ``change``.
    """

    text: Id
    """What it is for, as the report says it: ``Japanese disguise``."""
    change: int | NumberFrom = 1
    pieces: tuple[Id, ...] = ()
    map: Id | None = None
    at: tuple[Id, ...] = ()
    """Boxes, or the zone of the grid."""
    face: Id | None = None
    property: Id | None = None
    case: CaseId | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        by_piece = bool(self.pieces and self.at and self.map)
        if by_piece == (self.property is not None):
            raise ValueError(
                "a modifier is told either by pieces: in places (map: and at:) or by a property:"
            )
        return self


_FIELD = re.compile(r"\{(\w+)\}")


def fields_of(text: str) -> list[str]:
    """The names in braces in a text."""
    return _FIELD.findall(text)


def filled(text: str, values: Mapping[str, object]) -> str:
    """A text with the values whose names stand in it in braces; other names stay."""
    return _FIELD.sub(lambda name: str(values.get(name[1], name[0])), text)


class DiceButton(Sourced):
    """A button that rolls; its name is the prefix of the VASSAL properties."""

    id: Id
    name: Line
    count: int = Field(ge=1, le=100)
    sides: int = Field(default=6, ge=2, le=1000)
    side: Id | None = None
    each: str = ""
    """"cruiser": one click for each of them."""
    menu: Line = ""
    """The menu of the toolbar that holds it; empty: Dice."""
    chart: Id | None = None
    tells: bool = False
    """Whether the report says what the chart holds for the roll, column by column."""
    modifiers: tuple[Modifier, ...] = ()
    """What the report adds to the dice, and why; the dice themselves stay as they fell."""
    together: bool = False
    """Whether all modifiers that apply count; else only the first of them."""
    counted_in: Id | None = None
    """The property that goes up by one with each roll, after it."""
    counted_until: Id | None = None
    """The deck whose next card begins that count anew, be it turned by a button or by hand."""
    icon: str = ""
    tooltip: Line = ""
    case: CaseId | None = None

    @model_validator(mode="after")
    def _counted(self) -> Self:
        if self.counted_until is not None and self.counted_in is None:
            raise ValueError("counted_until: needs counted_in: (the property that counts)")
        return self


class Draw(Model):
    """A card that goes from a deck to another: by chance from one that is always shuffled, else
    the top one."""

    deck: Id
    onto: Id


def _draws(value: object) -> object:
    return [value] if isinstance(value, (dict, Draw)) else value


Draws = Annotated[
    tuple[Draw, ...],
    BeforeValidator(_draws),
    WithJsonSchema(
        {"anyOf": [{"$ref": "#/$defs/Draw"}, {"type": "array", "items": {"$ref": "#/$defs/Draw"}}]},
        mode="validation",
    ),
]
"""One draw, or several in one click."""


class Counting(Model):
    """A property that is set to how many counters stand on the grid of a map that are of a kind
    and have a value in common with the piece whose menu is used; ``here``: in its place only."""

    into: Line = Field(min_length=1)
    """The property; it may name values of the piece, or its ``{side}``."""
    kinds: tuple[str, ...] = Field(min_length=1)
    map: Id
    alike: Name
    """The value in common, such as the task force."""
    here: bool = False
    faces: tuple[Id, ...] = ()
    """Only those that show one of these faces."""


class Reminder(Model):
    """Said with a declaration that leaves a property at a multiple of ``every``."""

    property: Id
    every: int = Field(ge=2, le=1000)
    text: Id


class Action(Sourced):
    """A declaration: a button or a piece's key, the line it writes, what else the click does."""

    id: Id
    keyword: Line
    """The words in the chat after "declares", in capitals."""
    side: Id | None = None
    """Who may declare it; None: any player."""
    name: Line
    """On the button or in the menu."""
    on: Literal["toolbar", "piece"] = "toolbar"
    menu: Line = ""
    """The menu of the toolbar that holds the button (empty: its side's, or none), or the part of a
    piece's menu that holds the entry."""
    pieces: tuple[str, ...] = ()
    """Ids or kinds of counters whose menu holds it."""
    having: Condition = ""
    """Only those of them whose values fulfil it: ``rifles >= 3``; the reader leaves the others
    out of ``pieces``."""
    says: Line = ""
    """What follows the keyword; ``{name}`` is the piece's name, ``{place}`` its location, and any
    of its values stands under its own name. On a button, ``{Points}`` is what the click leaves the
    property Points at."""
    heard: Line = ""
    """The line by which a module that was imported says it already, so that it gets no button:
    ``...`` stands for any words, ``{detail}`` for those that count."""
    reminders: tuple[Reminder, ...] = ()
    silent: bool = False
    """Nothing in the chat (a secret)."""
    flips_to: Id | None = None
    """The face the piece is turned to."""
    sends_to: Line = ""
    """The box the piece goes to; it may name values of the piece: ``{force} Pieces``."""
    dice: Id | None = None
    """The dice button rolled in the same click."""
    score: Mapping[str, int] = Field(default_factory=dict)
    """Property -> change in the same click; in the menu of a piece it may name values of the piece:
    ``{tag}Fuel``."""
    sets: Mapping[str, int] = Field(default_factory=dict)
    """Property -> its new value in the same click."""
    notes: Mapping[str, Line] = Field(default_factory=dict)
    """Property of words -> what it says of the piece from this click on, so that the next action
    can say it: ``{Target: "{name}"}``. It may name the piece's values, too."""
    counts: tuple[Counting, ...] = ()
    """What is counted in the same click, in the menu of a piece."""
    keeps_place: Line = ""
    """The property that keeps where the piece stands, for ``distance`` in a formula; it may name
    values of the piece, or its ``{side}``."""
    draw: Draws = ()
    """The card that goes to another deck in the same click; a list of them: one from each."""
    reshuffles: tuple[Id, ...] = ()
    """Piles of discards that go back into their decks in the same click."""
    tracker: Literal["none", "next_step", "next_turn"] = "none"
    """What the click does to the turn tracker (and the turn marker)."""
    key: KeyStroke = ""
    """Keyboard shortcut, such as ``CTRL+R``."""
    icon: str = ""
    tooltip: Line = ""
    help: str = ""
    """For the help page: when it is used, in our words."""
    by_hand: str = ""
    """How the same is done by moving counters only."""
    steps: tuple[Id, ...] = ()
    """Steps of the sequence it belongs to; empty: any time."""
    case: CaseId | None = None
    cases: tuple[CaseId, ...] = ()

    def changes(self, values: Mapping[str, object]) -> dict[str, int]:
        """Property -> change, in the menu of a piece with these values."""
        return {filled(name, values): change for name, change in self.score.items()}

    @model_validator(mode="after")
    def _one_detail(self) -> Self:
        if self.heard.count("{detail}") > 1:
            raise ValueError("heard: holds {detail} once; use ... for other words")
        return self


class ScoreButton(Sourced):
    """A button that changes a property and sends its marker along the track."""

    id: Id
    property: Id
    change: int
    name: Line
    side: Id | None = None
    icon: str = ""
    tooltip: Line = ""
    case: CaseId | None = None


class Placement(Sourced):
    """Where counters stand at the start, from the bottom up. ``pieces`` are ids; ``at`` is a place
    or a deck, or else ``x`` and ``y`` are a point on the board."""

    pieces: tuple[Id, ...] = Field(min_length=1)
    map: Id
    at: Id | None = None
    x: Length | None = None
    y: Length | None = None
    face: Id | None = None
    facing: Id | None = None
    """The direction they point to, one of the counters' ``facings``; None: the first of them."""
    masked: bool = False
    hidden: bool = False

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.at is None) == (self.x is None or self.y is None):
            raise ValueError("counters stand either at: (a place or a deck) or at x: and y:")
        return self


class SetupStep(Model):
    """What the players do before the first turn, in our words."""

    side: Id | None = None
    text: str
    case: CaseId | None = None


class Scenario(Sourced):
    """A set-up."""

    id: FileId
    name: Line
    text: str = ""
    default: bool = False
    first_turn: int = 1
    first_step: Id | None = None
    last_turn: int | None = None
    properties: Mapping[str, int] = Field(default_factory=dict)
    values: Mapping[str, Scalar] = Field(default_factory=dict)
    """Anything the engine reads for this scenario only."""
    policies: Mapping[str, Literal["declared", "reconstructed"]] = Field(default_factory=dict)
    """For charts that have a ``policy``: which one this scenario is played by."""
    placements: tuple[Placement, ...]
    steps: tuple[SetupStep, ...] = ()


class Decision(Model):
    """A gap of the rules and how this edition fills it."""

    id: Id
    gap: str
    ruling: str
    why: str = ""
    cases: tuple[CaseId, ...] = ()


class RulesSection(Model):
    """A chapter of the rules summary, in our own words."""

    title: str
    text: str
    cases: tuple[CaseId, ...] = ()


class Credits(Model):
    """Whose game it is."""

    design: str
    """Whose design it is; empty where nobody knows: then nothing speaks of it."""
    publisher: str = ""
    year: int | None = None
    edition: str
    """"unofficial edition"."""
    notice: str
    sources: tuple[str, ...] = ()

    @property
    def is_unofficial(self) -> bool:
        """Whether this is an edition of a game that is somebody else's."""
        return "unofficial" in self.edition.lower()

    @property
    def published(self) -> str:
        """Publisher and year, as far as they are known."""
        return ", ".join(str(part) for part in (self.publisher, self.year) if part)
