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
    """A step of the turn; the turn tracker shows ``f"{number} {name}"``."""

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
    """Whether the turn tracker stops at it."""
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
    """A formula, if it is not stored but computed from other properties whenever it is used:
    ``max(0, Own + Target - Less)``."""
    words: bool = False
    """Whether it is a text that an action stores about a piece, and not a number."""


class NumberFrom(Model):
    """A whole number from a chart: a cell of a table, or an entry of named values."""

    chart: Id
    row: Id
    """The row, or the entry."""
    column: Id | None = None


class Modifier(Sourced):
    """A modifier of a roll, by the table at the time of the click.

    Either ``change``, while one of ``pieces`` is in one of the places ``at`` of a map (with
    ``face`` up); or the value of a ``property`` times ``change``.
    """

    text: Id
    """Its reason, as in the report: ``Japanese disguise``."""
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
    """A text with values filled in for their names in braces; other names stay."""
    return _FIELD.sub(lambda name: str(values.get(name[1], name[0])), text)


class DiceButton(Sourced):
    """A button that rolls; its name is the prefix of the VASSAL properties."""

    id: Id
    name: Line
    count: int = Field(ge=1, le=100)
    sides: int = Field(default=6, ge=2, le=1000)
    side: Id | None = None
    each: str = ""
    """``cruiser``: one click for each cruiser."""
    menu: Line = ""
    """Its menu of the toolbar; empty: Dice."""
    chart: Id | None = None
    tells: bool = False
    """Whether the report includes the chart's result for the roll, column by column."""
    modifiers: tuple[Modifier, ...] = ()
    """The modifiers in the report; the dice themselves are unchanged."""
    together: bool = False
    """Whether all modifiers that apply count, and not only the first."""
    counted_in: Id | None = None
    """The property that counts the rolls; it is raised after each roll."""
    counted_until: Id | None = None
    """The deck whose next card resets that count, whether turned by a button or by hand."""
    icon: str = ""
    tooltip: Line = ""
    case: CaseId | None = None

    @model_validator(mode="after")
    def _counted(self) -> Self:
        if self.counted_until is not None and self.counted_in is None:
            raise ValueError("counted_until: needs counted_in: (the property that counts)")
        return self


class Draw(Model):
    """A card that moves from one deck to another: a random one from a deck that is always shuffled,
    else the top one."""

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
    """A property that is set to a number of counters: those of some kinds on the grid of a map that
    have a value in common with the piece whose menu is used; ``here``: only in its place."""

    into: Line = Field(min_length=1)
    """The property; its name may contain values of the piece, or its ``{side}``."""
    kinds: tuple[str, ...] = Field(min_length=1)
    map: Id
    alike: Name
    """The value in common, such as the task force."""
    here: bool = False
    faces: tuple[Id, ...] = ()
    """Only counters that show one of these faces."""


class Reminder(Model):
    """A text for declarations after which a property is a multiple of ``every``."""

    property: Id
    every: int = Field(ge=2, le=1000)
    text: Id


class Action(Sourced):
    """A declaration: a button or a piece's key, the line that it writes, and its other effects."""

    id: Id
    keyword: Line
    """The words in the chat after "declares", in capitals."""
    side: Id | None = None
    """Who may declare it; None: any player."""
    name: Line
    """The text on the button or in the menu."""
    on: Literal["toolbar", "piece"] = "toolbar"
    menu: Line = ""
    """The menu of the toolbar with the button (empty: its side's, or none), or the part of a
    piece's menu with the entry."""
    pieces: tuple[str, ...] = ()
    """Ids or kinds of the counters that have it in their menu."""
    having: Condition = ""
    """Only those of them whose values fulfil this condition: ``rifles >= 3``; the reader removes
    the others from ``pieces``."""
    says: Line = ""
    """The text after the keyword; ``{name}`` is the piece's name, ``{place}`` its location, and its
    values have their own names. On a button, ``{Points}`` is the property Points after the
    click."""
    heard: Line = ""
    """The pattern of the line that an imported module already writes for it, so that it gets no
    button: ``...`` matches any words, ``{detail}`` those that matter."""
    reminders: tuple[Reminder, ...] = ()
    silent: bool = False
    """Writes nothing in the chat (a secret)."""
    flips_to: Id | None = None
    """The face to which the piece is turned."""
    sends_to: Line = ""
    """The box to which the piece is sent; its name may contain values of the piece: ``{force}
    Pieces``."""
    dice: Id | None = None
    """The dice button that the click rolls."""
    score: Mapping[str, int] = Field(default_factory=dict)
    """By property: its change by the click; in the menu of a piece the name may contain values of
    the piece: ``{tag}Fuel``."""
    sets: Mapping[str, int] = Field(default_factory=dict)
    """By property: its new value after the click."""
    notes: Mapping[str, Line] = Field(default_factory=dict)
    """By text property: the text about the piece that it stores, for later actions: ``{Target:
    "{name}"}``. It may contain the piece's values, too."""
    counts: tuple[Counting, ...] = ()
    """What the click counts, in the menu of a piece."""
    keeps_place: Line = ""
    """The property that stores the place of the piece, for ``distance`` in a formula; its name may
    contain values of the piece, or its ``{side}``."""
    draw: Draws = ()
    """The card that the click moves to another deck; a list moves one from each."""
    reshuffles: tuple[Id, ...] = ()
    """Discard piles that the click returns to their decks."""
    tracker: Literal["none", "next_step", "next_turn"] = "none"
    """How the click moves the turn tracker (and the turn marker)."""
    key: KeyStroke = ""
    """Keyboard shortcut, such as ``CTRL+R``."""
    icon: str = ""
    tooltip: Line = ""
    help: str = ""
    """When it is used, in our words, for the help page."""
    by_hand: str = ""
    """How to do the same by only moving counters."""
    steps: tuple[Id, ...] = ()
    """Steps of the sequence it belongs to; empty: any time."""
    case: CaseId | None = None
    cases: tuple[CaseId, ...] = ()

    def changes(self, values: Mapping[str, object]) -> dict[str, int]:
        """The changes of properties, in the menu of a piece with these values."""
        return {filled(name, values): change for name, change in self.score.items()}

    @model_validator(mode="after")
    def _one_detail(self) -> Self:
        if self.heard.count("{detail}") > 1:
            raise ValueError("heard: holds {detail} once; use ... for other words")
        return self


class ScoreButton(Sourced):
    """A button that changes a property and moves its marker along the track."""

    id: Id
    property: Id
    change: int
    name: Line
    side: Id | None = None
    icon: str = ""
    tooltip: Line = ""
    case: CaseId | None = None


class Placement(Sourced):
    """The places of counters at the start, from the bottom up. ``pieces`` are ids; ``at`` is a
    place or a deck, or ``x`` and ``y`` are a point on the board."""

    pieces: tuple[Id, ...] = Field(min_length=1)
    """Ids of counters, from the bottom of the stack up."""
    map: Id
    at: Id | None = None
    """A hex, a box, a cell of a track (`Turn 1`) or a deck."""
    x: Length | None = None
    y: Length | None = None
    face: Id | None = None
    facing: Id | None = None
    """Their direction, one of the counters' ``facings``; None: the first of them."""
    masked: bool = False
    """Whether they lie face down."""
    hidden: bool = False
    """Whether others do not see them at all."""

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
    """Values for the engine in this scenario only."""
    policies: Mapping[str, Literal["declared", "reconstructed"]] = Field(default_factory=dict)
    """The policies of charts in this scenario, for charts that have one."""
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
    """The credits of the game."""

    design: str
    """The designer; empty if unknown: then it is not mentioned."""
    publisher: str = ""
    year: int | None = None
    edition: str
    """"unofficial edition"."""
    notice: str
    sources: tuple[str, ...] = ()

    @property
    def is_unofficial(self) -> bool:
        """Whether this is an unofficial edition of somebody else's game."""
        return "unofficial" in self.edition.lower()

    @property
    def published(self) -> str:
        """Publisher and year, as far as they are known."""
        return ", ".join(str(part) for part in (self.publisher, self.year) if part)
