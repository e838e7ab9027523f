"""A reading of one card's activation in the making: acts in order, the state they lead to."""

from __future__ import annotations

from dataclasses import replace

from generator.light import dataclass
from validator.rules import drafting
from validator.rules.bridging import Seen
from validator.rules.drafting import Manner, Remembered
from validator.rules.engine import GameRules
from validator.rules.facts import Fact

from .bridge_board import Board
from .bridge_facts import Words
from .facts import bookable
from .state import ASIDE, SHOW, State
from .tables import Tables
from .verbs import (
    ACVCounter,
    AtlantisCounter,
    ChangePoints,
    EndActivation,
    GunRange,
    MarkBox,
    PlaceOnDisplay,
    SetAside,
    ShowShip,
)


def due_now(state: State) -> tuple[int, int]:
    """The most points that this activation may book, those owed of earlier ones left out.

    A prize is counted when its markers have been shown: then it is known what it is worth.
    """
    up, down = bookable(state.changed(late=()))
    unshown = any(pending.what in (ASIDE, SHOW) for pending in state.pending)
    return 0 if unshown else up, down


RESULTS = ("results of the activation",)
"""When a result was not honoured, what is wrong after it in the same activation tells nothing
new."""
_RESULTING = (ACVCounter, AtlantisCounter, GunRange, PlaceOnDisplay, SetAside, ShowShip)
_SCORING = ("UTF-8.2.1", "UTF-8.2.2a", "UTF-8.2.3", "UTF-8.2.4", "UTF-8.2.5", "UTF-4.2.3b")
MANNER = Manner(
    due_now,
    ChangePoints,
    "points",
    ("acvm", "ca", "piece", "target"),
    leans=dict.fromkeys((ChangePoints, EndActivation), dict.fromkeys(_SCORING, RESULTS)),
    doubts=dict.fromkeys(_RESULTING, RESULTS),
    tidying=(EndActivation, MarkBox, SetAside, ShowShip),
    aftermath=(PlaceOnDisplay,),
    end=frozenset({"UTF-1.1d", "UTF-5.1e", "UTF-8.0"}),
)


@dataclass(frozen=True)
class Setting:
    """What does not change from card to card."""

    rules: GameRules
    tables: Tables
    words: Words
    has_dice: bool
    """The module's buttons are used in this log, so its dice are thrown by them too; else any
    result is taken that fits what followed."""
    sees: frozenset[str]
    """The sides whose secrets the reader may know."""
    has_window: bool
    """The points window is in use in this log; else the markers alone say the points."""


@dataclass(slots=True)
class Memory(Remembered):
    """What the bridge remembers from card to card besides the state of the rules."""

    apart: int = 0
    """By how much the points window and its markers differed when that was last told."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the table leaves open in an activation."""

    target: str = ""
    """The map marker for whose ship Atlantis searched; empty: the likeliest."""
    morale_as_shown: bool = False
    """The fatigue marker is read move by move, whatever was due."""


@dataclass(slots=True, kw_only=True)
class Draft(drafting.Draft):
    """The acts read so far of an activation."""

    setting: Setting
    state: State
    board: Board
    memory: Memory
    choice: Choice
    points_fact: Fact | None = None
    """What showed the points of this stretch."""

    def change_points(self, delta: int, fact: Fact | Seen | None = None) -> None:
        """Book points at the step that shows them, whenever they were earned."""
        drafting.Draft.change_points(self, delta, fact or self.points_fact)

    def book_late(self) -> None:
        """What is shown beyond what this activation earned may pay what earlier ones did."""
        up, down = bookable(self.state)
        delta = max(-down, min(self.wallet, up))
        if delta:
            self.change_points(delta)


def begin_draft(
    setting: Setting, state: State, board: Board, memory: Memory, choice: Choice, track: int
) -> Draft:
    """A draft that starts from copies."""
    return Draft(
        rules=setting.rules,
        manner=MANNER,
        setting=setting,
        state=state,
        board=board.copy(),
        memory=replace(memory),
        choice=choice,
        track=track,
    )
