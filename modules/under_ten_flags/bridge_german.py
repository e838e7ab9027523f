"""The German side of a stretch read as verbs: the plot, rests, U-boats, morale, marks on boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.hidden.whereabouts import Whereabouts
from validator.rules.facts import (
    Declared,
    Fact,
    PieceMoved,
    PieceTurned,
    PointsSet,
    Rolled,
    cell_number,
)
from validator.rules.states import owed

from .bridge_sealed import entries_in
from .state import (
    ATLANTIS,
    CANCELLED,
    CHECK,
    CROSSED,
    GERMAN,
    GERMAN_PHASE,
    INTACT,
    MORALE,
    REST,
    SECRET,
    SLASHED,
)
from .verbs import ChangeMorale, MarkBox, MoraleCheck, PlotAtlantis, Rest, UseUBoat

if TYPE_CHECKING:
    from .bridge_reader import StretchReader

PLOT, COLUMN, FATIGUE = "plot_atlantis", "column_german", "fatigue"
MARKS = (INTACT, SLASHED, CROSSED)
"""Faces of a mark, the first one as it lies at the start."""
_MARK = "mark_"


class Raider:
    """What the German does besides searching in the stretch that a reader is reading."""

    def __init__(self, reader: StretchReader) -> None:
        self.reader = reader
        self.draft = reader.draft
        self.plotted = False
        self.hex: str | None = None
        """The hex that was written."""
        self.moves: list[PieceMoved] = []
        """Moves of the plot since the last settled point."""
        self.supplied: list[str] = []
        self.fatigue: PieceMoved | None = None
        """The last move of the fatigue marker."""

    @property
    def sees(self) -> bool:
        """Whether the reader may see the plot."""
        return GERMAN in self.reader.setting.sees

    # --- the plot -----------------------------------------------------------------------

    def plot_moved(self, fact: PieceMoved) -> None:
        """The plot was moved on the plotting sheet."""
        self.moves.append(fact)

    def settle(self, fact: Fact | None) -> None:
        """The entry of this activation is written, unless there is no sign of one yet."""
        if self.draft.state.phase != GERMAN_PHASE:
            self._out_of_turn()
            return
        if self.plotted:
            self._again()
        elif fact is not None:
            self._write(fact)

    def _write(self, fact: Fact | None) -> None:
        self.plotted = True
        moves, self.moves = self.moves, []
        entry = entries_in(self.reader.facts, self.reader.tables, start=False).get(ATLANTIS)
        sealed = entry.fact if entry is not None else None
        sign = self._declared("rest", "plotted") or sealed or fact
        if self._rests() or (entry is not None and entry.rests):
            rise = self._unexplained_rise() - self.reader.tables.morale_rest
            self.draft.emit(Rest(), sign or self.fatigue, implied=sign is None)
            self._morale_due()
            self._uboat_unseen(rise)
            return
        self.hex = self._plot(moves) if self.sees else None
        if entry is not None and entry.hex is not None:
            self.hex = entry.hex
        shown = moves[-1] if moves else None
        column = self._column() if self.sees else None
        rise = self._unexplained_rise() if self.sees else 0
        self.draft.emit(PlotAtlantis(self.hex, column), shown or sign, implied=not (shown or sign))
        self._morale_due()
        self._uboat_unseen(rise)

    def _plot(self, moves: list[PieceMoved]) -> str | None:
        """Where the plot stands; by hand a move that a check stopped is back already."""
        place = self.reader.board.place(PLOT)
        before = self.reader.began.place(PLOT)
        if moves and place == before and not self.reader.setting.has_dice and self._grey():
            away = [move.after for move in moves if move.after != before]
            place = away[-1] if away else place
        return place if place in self.reader.words.hexes else None

    def _grey(self) -> bool:
        return self.reader.tables.grey(self.draft.state.column + 1)

    def _column(self) -> int | None:
        """The column that was filled, if its counter went on in this stretch."""
        before, after = (
            cell_number(board.place(COLUMN)) for board in (self.reader.began, self.reader.ended)
        )
        if after is None or after == before:
            return None
        # A click forgotten earlier leaves the counter behind: only how far it goes counts.
        return int(self.draft.state.column) + after - (before or 0)

    def _again(self) -> None:
        """The plot was moved once more: back, because the check failed, or too late."""
        moves, self.moves = self.moves, []
        if not moves:
            return
        place = moves[-1].after
        known = self.draft.state.atlantis
        if place == self.hex and place in known:
            return
        stood = place in known or place in self.draft.state.stood
        if stood and self._may_be_cancelled():
            self.draft.assume(atlantis=Whereabouts.at(place))
            return
        self.draft.emit(PlotAtlantis(place), moves[-1])
        self.hex = place

    def _may_be_cancelled(self) -> bool:
        state = self.draft.state
        return bool(state.checked or owed(state, CHECK))

    def _out_of_turn(self) -> None:
        """The plot was moved in a stretch that is not the German's: on or before his next card."""
        moves, self.moves = self.moves, []
        if moves and moves[-1].after not in self.draft.state.atlantis:
            self.draft.emit(PlotAtlantis(moves[-1].after), moves[-1])

    # --- rests and morale ---------------------------------------------------------------

    def _declared(self, *actions: str) -> Declared | None:
        found = [f for f in self.reader.facts if isinstance(f, Declared) and f.action in actions]
        return found[-1] if found else None

    def _rests(self) -> bool:
        """Whether the German rests: he says so, or morale rises and nothing else explains it."""
        declared = self._declared("rest", "plotted")
        if declared is not None:
            return declared.action == "rest"
        if self._unexplained_rise() <= 0:
            return False
        if self.sees:
            return self.reader.ended.place(PLOT) == self.reader.began.place(PLOT)
        # A U-boat may have left its box as it is; but one alone is used in an activation.
        no_uboat = not self._uboats_left() or self._uboats_used() > 0
        return self.reader.setting.has_dice or no_uboat

    def _unexplained_rise(self) -> int:
        """By how many levels morale has risen beyond what a U-boat gave."""
        levels = self.reader.tables.morale
        place = self.reader.ended.place(FATIGUE)
        if place not in levels or self.draft.state.morale not in levels:
            return 0
        level = levels.index(self.draft.state.morale)
        if self._grey():
            level = min(level + self.reader.tables.morale_lost, len(levels) - 1)
        level -= self._uboats_used() * self.reader.tables.uboat_gain
        return max(level, 0) - levels.index(place)

    def _uboats_used(self) -> int:
        rolls = [f for f in self.reader.facts if isinstance(f, Rolled) and f.button == "uboat"]
        boxes = {
            f.piece for f in self.reader.facts if isinstance(f, PieceTurned) and self._is_uboat(f)
        }
        return max(len(rolls), len(boxes))

    def _is_uboat(self, fact: PieceTurned) -> bool:
        return fact.piece.removeprefix(_MARK) in self.reader.tables.uboats

    def _uboats_left(self) -> bool:
        boxes = self.draft.state.boxes
        return any(boxes.get(one, INTACT) != CROSSED for one in self.reader.tables.uboats)

    def fatigue_moved(self, fact: PieceMoved) -> None:
        """The fatigue marker was moved; what was due is told when it becomes due."""
        self.fatigue = fact
        if not self.draft.choice.morale_as_shown:
            return
        levels = self.reader.tables.morale
        self.settle(fact)
        if fact.before in levels and fact.after in levels:
            delta = levels.index(fact.before) - levels.index(fact.after)
            self.draft.emit(ChangeMorale(delta), fact)

    def _morale_due(self) -> None:
        """The fatigue marker goes as it must; whether it does, its last place tells."""
        while not self.draft.choice.morale_as_shown:
            due = owed(self.draft.state, MORALE)
            if due is None:
                return
            moves = [f for f in self.reader.facts if self._is_fatigue(f)]
            fact = moves[-1] if moves else None
            self.draft.emit(ChangeMorale(due.points), fact, implied=fact is None)

    def _is_fatigue(self, fact: Fact) -> bool:
        return isinstance(fact, PieceMoved) and fact.piece == FATIGUE

    @property
    def morale_is_wrong(self) -> bool:
        """Whether the fatigue marker lies elsewhere than everything that was due brings it."""
        place = self.reader.ended.place(FATIGUE)
        levels = self.reader.tables.morale
        return place in levels and self.draft.state.morale != place

    def _rise_unseen(self) -> None:
        """Morale rose by a rest or by a U-boat whose box stays as it is: nobody can say which."""
        unseen = self.plotted and not self.sees and not self.reader.setting.has_dice
        if unseen and self.morale_is_wrong and self._unexplained_rise() == 1:
            self.draft.assume(morale=self.reader.ended.place(FATIGUE))

    # --- U-boats, checks ----------------------------------------------------------------

    def rolled(self, fact: Rolled) -> None:
        """The die for a U-boat's box, or the dice of a morale check."""
        if fact.button == "morale_check":
            self.draft.emit(MoraleCheck(fact.dice), fact)
            return
        self._uboat(self._box(fact), fact.dice[0] if fact.dice else None, fact)

    def _uboat(self, box: str, die: int | None, fact: Fact) -> None:
        self.supplied.append(box)
        self.draft.emit(UseUBoat(box, die), fact)
        self._morale_due()

    def _uboat_unseen(self, rise: int) -> None:
        """Morale rose by a U-boat whose die nobody saw, and whose box stays as it is."""
        if rise < self.reader.tables.uboat_gain or self.reader.setting.has_dice:
            return
        boxes = self.draft.state.boxes
        left = [one for one in self.reader.tables.uboats if boxes.get(one, INTACT) != CROSSED]
        if left and not self.supplied:
            self.supplied.append(left[0])
            self.draft.emit(UseUBoat(left[0], None), self.fatigue, implied=True)
            self._morale_due()

    def _box(self, fact: Rolled) -> str:
        """Which box was used: the one that is marked then, else one that can still be used."""
        facts = self.reader.facts
        for later in facts[facts.index(fact) :]:
            if isinstance(later, PieceTurned) and self._is_uboat(later):
                return later.piece.removeprefix(_MARK)
        boxes, names = self.draft.state.boxes, self.reader.tables.uboats
        named = [one for one in names if one.endswith(_number_in(fact, facts))]
        left = [one for one in names if boxes.get(one, INTACT) != CROSSED]
        return [*named, *left, *names][0]

    def marked(self, fact: PieceTurned) -> None:
        """A mark on a disguise or U-boat box was turned over."""
        box = fact.piece.removeprefix(_MARK)
        if not 0 < fact.level <= len(MARKS) or self._turned_again(fact):
            return
        self.reader.settle(fact)
        if box in self.reader.tables.uboats:
            if box not in self.supplied and not self.reader.setting.has_dice:
                self._uboat(box, None, fact)
        else:
            self.reader.hunts.before_results(fact)
            self.reader.hunts.countered_unseen(fact)
        self.draft.emit(MarkBox(box, MARKS[fact.level - 1]), fact)

    def _turned_again(self, fact: PieceTurned) -> bool:
        """Whether a mark is turned on at once: its faces come one after the other."""
        facts = self.reader.facts
        for later in facts[facts.index(fact) + 1 :]:
            if isinstance(later, PieceTurned):
                if later.piece == fact.piece:
                    return True
            elif not isinstance(later, PointsSet):
                return False
        return False

    def check_unseen(self, fact: Fact | None) -> None:
        """Dice thrown beside the computer: a check that was due was made."""
        state = self.draft.state
        grey = self.reader.tables.grey(state.column)
        secret = state.plot == SECRET and grey and not state.checked
        if (owed(state, CHECK) or secret) and not self.reader.setting.has_dice:
            self.draft.emit(MoraleCheck(None), fact, implied=True)

    # --- the end ------------------------------------------------------------------------

    def close(self) -> None:
        """Nothing more follows in this stretch."""
        state = self.draft.state
        if state.phase == GERMAN_PHASE:
            if not self.plotted and (self.reader.stretch.closed is not None or self.moves):
                self._write(None)
            self.check_unseen(None)
        self.settle(None)
        self._rise_unseen()
        self._plot_as_it_lies()

    def _plot_as_it_lies(self) -> None:
        """A move that a failed check cancels is not made; of an unseen check the plot tells."""
        state, place = self.draft.state, self.reader.ended.place(PLOT)
        if not self.sees or not self.plotted or place not in self.reader.words.hexes:
            return
        at = state.atlantis
        if at.place == place or not at:
            return
        last = [f for f in self.reader.facts if isinstance(f, PieceMoved) and f.piece == PLOT]
        fact = last[-1] if last else None
        if state.plot == CANCELLED and place == self.hex:
            did = f"Atlantis was plotted to {place} although the check had cancelled the move"
            self.draft.remark("violation", "UTF-9.1e", did, fact, at.told())
        elif state.plot == REST:
            did = f"Atlantis rested and was plotted to {place}"
            self.draft.remark("violation", "UTF-9.1g", did, fact, at.told())
        self.draft.assume(atlantis=Whereabouts.at(place))


def _number_in(fact: Rolled, facts: list[Fact]) -> str:
    """The number of the box that a declaration of the same step names, if one does."""
    for other in facts:
        if isinstance(other, Declared) and other.seen is fact.seen and other.detail[-1:].isdigit():
            return other.detail[-1]
    return "?"
