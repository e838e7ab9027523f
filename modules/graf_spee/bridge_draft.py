"""A reading of one turn in the making: acts in order, the state they lead to, points to book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.light import dataclass
from validator.rules import drafting
from validator.rules.drafting import Manner, Remembered
from validator.rules.engine import GameRules

from .bridge_facts import Words
from .bridge_turns import Board
from .facts import bookable
from .state import State
from .tables import Tables
from .verbs import (
    AirAttack,
    ChangeScore,
    DamageShip,
    EndTurn,
    Fire,
    HidePiece,
    HideShip,
    Raid,
    RemoveDummy,
    ReturnPiece,
    RevealPiece,
    RollRaid,
    RollScuttling,
    RollSinking,
    SinkPiece,
)

POINTS_OF_THE_TURN = ("points of the turn",)
"""When a result was not honoured, wrong points of the same turn tell nothing new."""

_SCORING = (
    "GS-5(3)a",
    "GS-7(4)",
    "GS-7(5)",
    "GS-7(6)",
    "GS-8(2)a",
    "GS-8(2)b",
    "GS-8(2)c",
    "GS-8(2)d",
    "GS-8(3)a",
    "GS-8(3)c",
)
_LEANS: Mapping[str, tuple[str, ...]] = dict.fromkeys(_SCORING, POINTS_OF_THE_TURN)
_RESULTS = (
    AirAttack,
    ChangeScore,
    Fire,
    Raid,
    RemoveDummy,
    ReturnPiece,
    RollRaid,
    RollScuttling,
    RollSinking,
    SinkPiece,
)
MANNER = Manner(
    bookable,
    ChangeScore,
    "score",
    ("piece", "cv", "shooter", "target", "supply"),
    leans=dict.fromkeys((ChangeScore, EndTurn, Raid, RollRaid), _LEANS),
    doubts=dict.fromkeys(_RESULTS, POINTS_OF_THE_TURN),
    tidying=(HidePiece, HideShip, RevealPiece, EndTurn),
    aftermath=(DamageShip, RemoveDummy, ReturnPiece, SinkPiece),
    end=frozenset({"GS-8(1)a", "GS-8(1)b", "GS-8(1)c", "GS-8(1)e"}),
)


@dataclass(frozen=True)
class Setting:
    """What does not change from turn to turn."""

    rules: GameRules
    tables: Tables
    words: Words
    has_dice: bool
    """The module's buttons are used in this log, so its dice are thrown by them too; else any
    result is taken that fits what followed."""
    sees_plot: bool
    """The reader may see the voyage log."""
    sees_all: bool
    """The reader may know every piece."""
    has_window: bool
    """The points window is in use in this log; else the marker alone says the points."""
    track: tuple[int, int]
    """First and last cell of the points track."""
    units: Mapping[str, str]
    """The name of a Royal Navy ship to its id."""


@dataclass(slots=True)
class Memory(Remembered):
    """What the bridge remembers from turn to turn besides the state of the rules."""

    apart: int = 0
    """By how much the points window and its marker differed when that was last told."""
    fought: bool = False
    """A search has found the ship in an earlier turn."""


@dataclass(slots=True)
class Choice:
    """What the table leaves open in a turn."""

    target: str | None = None
    """At which piece the ship fired."""
    extra: str = ""
    """The British bought more moves, with dice thrown elsewhere: ``first``, or ``then``, when the
    point was marked; empty: they did not."""
    split: bool = False
    """The ship's dice were divided between the pieces that were lost."""
    start: int | None = None
    """Which of the plot's first places is the start."""


@dataclass(slots=True, kw_only=True)
class Draft(drafting.Draft):
    """The acts read so far of a turn."""

    setting: Setting
    state: State
    board: Board
    memory: Memory
    choice: Choice
    borrowed: bool = False
    """Points that were marked after the turn was closed have been counted in."""

    def book_before_loss(self) -> None:
        """What was earned comes first when the ship is lost, though the marker moved only once."""
        up, _ = bookable(self.state)
        worst = max(self.setting.tables.loss_sunk.values())
        if up > 0 and -worst <= self.wallet - up < 0:
            self.change_points(up)


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
