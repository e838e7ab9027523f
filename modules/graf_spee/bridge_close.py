"""How a turn closes: silence, points, pieces turned down, what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.rules.bridging import Seen
from validator.rules.facts import NOWHERE, PieceHidden, PointsSet, ScoreMoved

from .bridge_draft import POINTS_OF_THE_TURN
from .bridge_facts import ShipMoved, windows_in
from .facts import owed, settled
from .state import ANSWER, COMBAT, DAMAGE, DUMMY, FIRE, POINTS, ROLL_SINKING, ROYAL_NAVY
from .verbs import EndTurn, HidePiece, HideShip, NoContact

if TYPE_CHECKING:
    from .bridge_turn import TurnReader

_LOSS = frozenset({"GS-8(3)a", "GS-8(3)c"})


def close(reader: TurnReader) -> None:
    """Read the end of a turn; an open one (the log ends in it) owes nothing yet."""
    draft, combat, end = reader.draft, reader.combat, reader.turn.closed
    tables = reader.setting.tables
    combat.all_told()
    if end is not None and draft.state.outcome is None and not combat.ship_is_lost:
        reader.begin_combat(None)
        if draft.state.step in (ROYAL_NAVY, COMBAT) and not draft.state.contact:
            draft.emit(NoContact(), end, implied=True)
    if draft.state.step == COMBAT:
        combat.judge_early_pursuits()
    _points(reader, end)
    if draft.state.outcome is not None:
        return
    if combat.ship_is_lost:
        draft.emit(EndTurn(), end, implied=True, only=_LOSS)
        return
    if end is None:
        return
    draft.memory.fought = draft.memory.fought or bool(draft.state.discovered)
    _turn_down(reader)
    _damage_out_of_sight(reader)
    spared = draft.state.damaged and owed(draft.state, ROLL_SINKING)
    draft.emit(EndTurn(), end)
    if spared:
        # That it did not sink has been told; what follows is judged as the table shows it.
        draft.assume(hits=tables.damaged_at)


def _points(reader: TurnReader, end: Seen | None) -> None:
    draft, tables = reader.draft, reader.setting.tables
    shown = [f for f in reader.facts if isinstance(f, ScoreMoved | PointsSet)]
    last = shown[-1] if shown else None
    open_hex = reader.plan.live or reader.turn.ship_left
    if (
        draft.wallet == tables.icon_points
        and open_hex
        and not draft.state.discovered
        and draft.state.raid is None
        and draft.state.step == COMBAT
    ):
        # The ship stood there for all to see: only its points show that it raided.
        reader.combat.raid_in(open_hex, last)
    _late_points(reader)
    _at_the_end_of_the_track(reader)
    draft.close_points(last)
    _window_and_marker(reader, end)


def _late_points(reader: TurnReader) -> None:
    """What is still owed may have been marked when the turn was closed already."""
    windows = windows_in(reader.turn.late_points)
    for fact in reader.turn.late_points:
        if not any(p.what == POINTS for p in reader.draft.state.pending):
            return
        reader.draft.borrowed = True
        reader.tell_points(fact, windows)


def _at_the_end_of_the_track(reader: TurnReader) -> None:
    """A marker cannot go below the first cell or beyond the last."""
    draft, setting = reader.draft, reader.setting
    if setting.has_window:
        return
    expected = draft.state.score + sum(p.points for p in draft.state.pending if p.what == POINTS)
    low, high = setting.track
    if (draft.track == low and expected < low) or (draft.track == high and expected > high):
        draft.wallet = 0
        draft.assume(
            pending=tuple(p for p in draft.state.pending if p.what != POINTS), score=expected
        )


def _window_and_marker(reader: TurnReader, end: Seen | None) -> None:
    """The points window and its marker must say the same."""
    draft, setting = reader.draft, reader.setting
    if not setting.has_window:
        return
    low, high = setting.track
    apart = max(low, min(high, draft.board.points)) - draft.board.marker
    if apart and apart != draft.memory.apart:
        did = f"the points window shows {draft.board.points}, its marker {draft.board.marker}"
        draft.remark("suspicious", "table.score", did, end, leans=POINTS_OF_THE_TURN)
    draft.memory.apart = apart


def _turn_down(reader: TurnReader) -> None:
    draft, board = reader.draft, reader.draft.board
    for piece in list(draft.state.pieces.values()):
        if piece.face_up and piece.at in reader.words.hexes and piece.id not in board.face_up:
            turned = [f for f in reader.facts if isinstance(f, PieceHidden) and f.piece == piece.id]
            # What it left undone is told by itself, not by its being turned down too early.
            idle = any(owed(draft.state, what, piece.id) for what in (FIRE, DUMMY, ANSWER))
            only = frozenset[str]() if idle else None
            draft.emit(HidePiece(piece.id), turned[-1] if turned else None, only=only)
    if draft.state.shown is not None and board.ship == NOWHERE:
        off = [f for f in reader.facts if isinstance(f, ShipMoved) and f.after == NOWHERE]
        draft.emit(HideShip(), off[-1] if off else None)


def _damage_out_of_sight(reader: TurnReader) -> None:
    """A counter that is back on the voyage log may have been turned there, unseen."""
    draft = reader.draft
    unseen = not reader.setting.sees_plot and draft.board.ship == NOWHERE
    if unseen and owed(draft.state, DAMAGE):
        draft.assume(damaged=True, pending=settled(draft.state, DAMAGE))
