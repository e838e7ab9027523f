"""One stretch of a log, from a card to the next, read as verbs."""

from __future__ import annotations

from validator.rules.facts import (
    Declared,
    Fact,
    PieceMoved,
    PieceTurned,
    PointsSet,
    Rolled,
    SealPosted,
)
from validator.rules.states import owed

from .bridge_british import Convoys
from .bridge_cards import Stretch, ends_turn, is_points
from .bridge_draft import RESULTS, Draft
from .bridge_facts import (
    CARGO,
    CUPS,
    DESTINATION,
    ORIGIN,
    CardBack,
    CargoMoved,
    CargoShown,
    CruiserCardDrawn,
    row_of,
    waiting_for,
)
from .bridge_german import Raider
from .bridge_hunt import Hunts
from .state import BRITISH_PHASE, DISGUISE, GERMAN_PHASE, JOKER, POINTS, SET_UP, WALRUS
from .tables import JOKER_CARD
from .verbs import DrawCard, DrawCruiserCard, EndActivation, EndTurn, ReturnJoker


class StretchReader:
    """Reads the facts of one stretch into a draft.

    Moves are drafts until something settles them: a die, a declaration, a counter drawn or shown,
    the next card.
    """

    def __init__(self, draft: Draft, stretch: Stretch) -> None:
        self.draft = draft
        self.stretch = stretch
        self.setting = draft.setting
        self.tables = draft.setting.tables
        self.words = draft.setting.words
        self.facts = stretch.facts
        self.board = draft.board
        self.began = draft.board.copy()
        """The table when the stretch began."""
        self.ended = draft.board.copy()
        """The table when it is over."""
        for fact in stretch.facts:
            self.ended.apply(fact)
        self.at = 0
        """The fact that is being read, by its place in the stretch."""
        self.convoys = Convoys(self)
        self.raider = Raider(self)
        self.hunts = Hunts(self)

    def read(self) -> None:
        """The card, and what followed it."""
        if self.stretch.drawn is not None:
            self.draft.emit(DrawCard(self.stretch.card), self.stretch.drawn)
        self.look_ahead_to_points()
        for at, fact in enumerate(self.facts):
            self.at = at
            self._fact(at, fact)
            self.board.apply(fact)
        self._close()

    def settle(self, fact: Fact | None) -> None:
        """What was moved until now stands."""
        self.convoys.settle(fact)
        self.raider.settle(fact)

    # --- one fact -----------------------------------------------------------------------

    def _fact(self, at: int, fact: Fact) -> None:
        match fact:
            case CargoMoved():
                self._cargo(fact)
            case CargoShown(role=role):
                if role == CARGO:
                    self.hunts.ship_shown(fact)
            case CruiserCardDrawn(card=card):
                self.settle(fact)
                self.hunts.lost_unseen()
                self.draft.emit(DrawCruiserCard(card), fact)
            case CardBack(card=card):
                if card == JOKER_CARD and self._joker_turned_up():
                    self.draft.emit(ReturnJoker(), fact)
            case PieceMoved():
                self._moved(fact)
            case PieceTurned(piece=piece):
                if self.words.kinds.get(piece) == "mark":
                    self.raider.marked(fact)
            case SealPosted():
                self.settle(fact)
            case Rolled():
                self._rolled(fact)
            case Declared():
                self._declared(fact)

    def _cargo(self, fact: CargoMoved) -> None:
        if fact.before in CUPS or fact.after in CUPS:
            if fact.before in CUPS:
                self.hunts.before_results(fact)
            self.convoys.cup(fact)
        elif row_of(fact.after)[1] in (ORIGIN, DESTINATION) or waiting_for(fact.after):
            return  # read with the map marker of its set
        elif fact.role == CARGO:
            self.hunts.ship_moved(fact)

    def _moved(self, fact: PieceMoved) -> None:
        kind = self.words.kinds.get(fact.piece, "")
        match kind:
            case "ACVM":
                self.convoys.marker_moved(fact)
            case "plot":
                if fact.piece == "plot_atlantis":
                    self.raider.plot_moved(fact)
                else:
                    self.convoys.plot_moved(fact)
            case "CA":
                self.hunts.cruiser_moved(fact)
            case "raider":
                self.hunts.raider_moved(fact)
            case "fatigue":
                self.raider.fatigue_moved(fact)
        if fact.piece in (DISGUISE, WALRUS):
            self.hunts.laid(fact)

    def _rolled(self, fact: Rolled) -> None:
        if fact.button == "recycle":
            self.settle(fact)
            self.convoys.recycle(fact)
        elif fact.button in ("uboat", "morale_check"):
            self.settle(fact)
            self.raider.rolled(fact)
        else:
            self.settle(fact)
            self.hunts.rolled(fact)

    def _declared(self, fact: Declared) -> None:
        match fact.action:
            case "joker_back":
                if owed(self.draft.state, JOKER):
                    self.draft.emit(ReturnJoker(), fact)
            case "here" | "not_here":
                self.settle(fact)
                self.hunts.answered(fact)
            case "end_of_turn":
                return
            case _:
                self.settle(fact)

    def _joker_turned_up(self) -> bool:
        over = ends_turn(self.stretch, self.began.turn) is not None
        return not over and owed(self.draft.state, JOKER) is not None

    # --- points -------------------------------------------------------------------------

    def look_ahead_to_points(self) -> None:
        """Where the points stand when the stretch is over: a marker is often moved in two drags,
        and the points of a side go one way only in one activation."""
        shown = [fact for fact in self.facts if self._shows_points(fact)]
        if shown:
            self.draft.points_fact = shown[-1]
            self.draft.points_shown(self._points_on(self.ended), shown[-1])

    def _shows_points(self, fact: Fact) -> bool:
        return isinstance(fact, PointsSet) if self.setting.has_window else is_points(fact)

    def _points_on(self, board: object) -> int:
        assert isinstance(board, type(self.board))
        return board.window if self.setting.has_window else board.marked_points

    def _late_points(self) -> None:
        """What is still owed may have been marked when the next card lay there already."""
        late = [fact for fact in self.stretch.late_points if self._shows_points(fact)]
        if not late or not owed(self.draft.state, POINTS):
            return
        board = self.ended.copy()
        for fact in self.stretch.late_points:
            board.apply(fact)
        self.draft.points_fact = late[-1]
        self.draft.points_shown(self._points_on(board), late[-1])

    # --- the end ------------------------------------------------------------------------

    def _close(self) -> None:
        end = self.stretch.closed
        self.convoys.settle(None)
        self.raider.close()
        self.hunts.close()
        self.convoys.close()
        self._late_points()
        self.draft.book_late()
        self.draft.close_points(self.draft.points_fact)
        self._window_and_markers(end)
        self._turn()
        if end is not None and self.draft.state.phase in (BRITISH_PHASE, GERMAN_PHASE):
            self.draft.emit(EndActivation(), end, implied=True)

    def _turn(self) -> None:
        if self.draft.state.phase == SET_UP:
            return
        sign = ends_turn(self.stretch, self.began.turn)
        if sign is not None:
            if self.draft.state.phase in (BRITISH_PHASE, GERMAN_PHASE):
                self.draft.emit(EndActivation(), sign, implied=True)
            self.draft.emit(EndTurn(), sign)

    def _window_and_markers(self, end: Fact | None) -> None:
        """The points window and its markers must say the same."""
        if not self.setting.has_window:
            return
        apart = self.board.window - self.board.marked_points
        if apart and apart != self.draft.memory.apart:
            did = f"the points window shows {self.board.window}, its markers "
            did += str(self.board.marked_points)
            self.draft.remark("suspicious", "table.score", did, end, leans=RESULTS)
        self.draft.memory.apart = apart
