"""A reading of one turn in the making: acts in order, the state they lead to, points to book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from validator.rules.bridging import Act, Remark, Seen
from validator.rules.engine import GameRules
from validator.rules.facts import Fact
from validator.rules.verbs import Verb

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
_AFTERMATH = (DamageShip, RemoveDummy, ReturnPiece, SinkPiece)
"""What may still be done on the table when the points have ended the game."""
_END = frozenset({"GS-8(1)a", "GS-8(1)b", "GS-8(1)c", "GS-8(1)e"})
"""After the end only that play went on is of interest."""
_TIDYING = (HidePiece, HideShip, RevealPiece, EndTurn)


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
class Memory:
    """What the bridge remembers from turn to turn besides the state of the rules."""

    overbooked: int = 0
    """Points that a finding has called wrong and that may still be taken back."""
    apart: int = 0
    """By how much the points window and its marker differed when that was last told."""
    fought: bool = False
    """A search has found the ship in an earlier turn."""
    went_on: bool = False
    """It has been told that play went on after the end."""


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


@dataclass(slots=True)
class Draft:
    """The acts read so far."""

    setting: Setting
    state: State
    board: Board
    memory: Memory
    choice: Choice = field(default_factory=Choice)
    acts: list[Act] = field(default_factory=list)
    wallet: int = 0
    """Points that the track shows and no act has booked yet."""
    track: int = 0
    """Points as last shown, by the window or the marker."""
    last: Seen | None = None
    """The step of the last act."""
    borrowed: bool = False
    """Points that were marked after the turn was closed have been counted in."""

    def emit(
        self,
        verb: Verb,
        fact: Fact | Seen | None,
        *,
        implied: bool = False,
        only: frozenset[str] | None = None,
        steps: tuple[int, ...] = (),
        book: bool = True,
    ) -> None:
        """Add an act; an ``implied`` one is dropped once the game is over.

        After the end one act is enough to say that play went on.
        """
        if self.state.outcome is not None and not isinstance(verb, _TIDYING):
            if implied or self.memory.went_on or isinstance(verb, _AFTERMATH):
                return
            self.memory.went_on = True
            only = _END
        seen = fact.seen if isinstance(fact, Fact) else fact or self.last
        self.acts.append(
            Act(
                verb,
                seen.step if seen is not None else 0,
                None if implied or seen is None else seen.player,
                None if implied or seen is None else seen.side,
                _pieces(verb),
                steps,
                only,
                _LEANS if isinstance(verb, ChangeScore | EndTurn | Raid | RollRaid) else {},
                POINTS_OF_THE_TURN if isinstance(verb, _RESULTS) else (),
            )
        )
        self.last = seen
        self.state = self.setting.rules.apply(self.state, verb)
        if book:
            self.book()

    def assume(self, **fields: object) -> None:
        """Set fields of the state that the table shows and no verb explains."""
        self.acts.append(Act(None, assumed=fields))
        self.state = self.state.changed(**fields)

    def remark(
        self,
        severity: str,
        code: str,
        did: str,
        fact: Fact | Seen | None,
        legal: str = "",
        leans: tuple[str, ...] = (),
    ) -> None:
        """Add a finding that no verb expresses."""
        seen = fact.seen if isinstance(fact, Fact) else fact or self.last
        self.acts.append(
            Act(
                None,
                seen.step if seen is not None else 0,
                seen.player if seen is not None else None,
                seen.side if seen is not None else None,
                leans={code: leans} if leans else {},
                remark=Remark(severity, code, did, legal),
            )
        )

    # --- points ----------------------------------------------------------------------

    def points_shown(self, points: int, fact: Fact) -> None:
        """The track or the window shows so many points."""
        self.wallet += points - self.track
        self.track = points
        self.last = fact.seen
        self.book()

    def book(self) -> None:
        """Book what is earned and shown."""
        up, down = bookable(self.state)
        if self.wallet > 0 and up > 0:
            self._change(min(self.wallet, up))
        elif self.wallet < 0 and down > 0:
            self._change(max(self.wallet, -down))

    def book_before_loss(self) -> None:
        """What was earned comes first when the ship is lost, though the marker moved only once."""
        up, _ = bookable(self.state)
        worst = max(self.setting.tables.loss_sunk.values())
        if up > 0 and -worst <= self.wallet - up < 0:
            self._change(up)

    def close_points(self, fact: Fact | Seen | None) -> None:
        """What the track shows beyond what was earned is wrong, or mends an earlier wrong."""
        if not self.wallet:
            return
        if self.wallet * self.memory.overbooked < 0:
            mended = min(abs(self.wallet), abs(self.memory.overbooked))
            mended = mended if self.wallet > 0 else -mended
            self.memory.overbooked += mended
            self.wallet -= mended
            self.assume(score=self.state.score + mended)
        if self.wallet:
            self.memory.overbooked += self.wallet
            self._change(self.wallet, fact)

    def _change(self, delta: int, fact: Fact | Seen | None = None) -> None:
        self.wallet -= delta
        up, down = bookable(self.state)
        if self.state.outcome is not None and -down <= delta <= up:
            return  # the rest of what ended the game
        self.emit(ChangeScore(delta), fact, book=False)


def _pieces(verb: Verb) -> tuple[str, ...]:
    """The keys of the pieces a verb is about."""
    named = (getattr(verb, name, None) for name in ("piece", "cv", "shooter", "target", "supply"))
    return tuple(dict.fromkeys(key for key in named if isinstance(key, str)))


def begin_draft(
    setting: Setting, state: State, board: Board, memory: Memory, choice: Choice, track: int
) -> Draft:
    """A draft that starts from copies."""
    return Draft(setting, state, board.copy(), replace(memory), choice, track=track)
