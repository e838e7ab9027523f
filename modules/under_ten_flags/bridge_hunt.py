"""Searches of a stretch read as verbs: who searches where, reactions, counter-searches, guns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.rules.facts import NOWHERE, Declared, Fact, PieceMoved, Rolled
from validator.rules.states import owed

from .bridge_facts import CARGO, CargoMoved, CargoShown, row_of, waiting_for
from .hunting import mark_on
from .state import (
    AIRCRAFT,
    ANSWER,
    ATLANTIS,
    ATLANTIS_AIRCRAFT,
    ATLANTIS_COUNTER,
    ATLANTIS_SIGHTING,
    BRITISH_AIRCRAFT,
    BRITISH_PHASE,
    BRITISH_SIGHTING,
    CROSSED,
    CRUISER_MARKERS,
    DISGUISE,
    FREE_FACE,
    GERMAN_PHASE,
    GUN,
    GUNS,
    HELD,
    OUT,
    PRIZES,
    ROW,
    WALRUS,
)
from .verbs import (
    ACVCounter,
    AnswerSearch,
    AtlantisCounter,
    AtlantisSearch,
    CruiserSearch,
    GunRange,
    PlaceOnDisplay,
    React,
    ShowShip,
)

if TYPE_CHECKING:
    from .bridge_reader import StretchReader

_DISPLAYS = (BRITISH_SIGHTING, GUNS, PRIZES, OUT)
_FREE_LEVEL = 1
"""The face of a cruiser that bears the modifier."""


class Hunts:
    """What comes of searches in the stretch that a reader is reading."""

    def __init__(self, reader: StretchReader) -> None:
        self.reader = reader
        self.draft = reader.draft
        self.open: tuple[str, str, Fact] | None = None
        """Who is about to search or to react, in which hex, and what shows it."""
        self._came_at = 0
        """Which fact of the stretch shows it."""
        self._last_throws = {
            fact.button: at for at, fact in enumerate(reader.facts) if isinstance(fact, Rolled)
        }
        """For each dice button, its last throw in the stretch."""
        self.searched: set[str] = set()
        """Vessels whose search or reaction has been entered since they came onto the map."""
        self.face: dict[str, int] = {}
        """The face a cruiser showed while its counter lay on the map."""
        self.laying: dict[str, PieceMoved] = {}
        """Where the disguise counter and the Walrus lie for the next die."""
        self.ships: dict[str, str] = {}
        """Ships on the displays: key to the map marker of the set."""
        self.taken: set[str] = set()
        """Ships whose loss was read before their counters were laid with the prizes."""

    # --- counters that come onto the map ------------------------------------------------

    def raider_moved(self, fact: PieceMoved) -> None:
        """Atlantis' counter was put somewhere."""
        if fact.after in self.reader.words.hexes:
            if self.draft.state.phase == BRITISH_PHASE:
                self._found(fact)
            else:
                self._comes(ATLANTIS, fact)
        elif fact.after in (ATLANTIS_SIGHTING, GUNS, OUT):
            self.reader.settle(fact)
            self._raider_laid(fact.after, fact)
        elif fact.before in (ATLANTIS_SIGHTING, GUNS):
            self.reader.settle(fact)
            self._raider_back(fact)
        elif fact.before in self.reader.words.hexes:
            self._put_away(fact, HELD)

    def cruiser_moved(self, fact: PieceMoved) -> None:
        """A cruiser's counter was put somewhere."""
        if fact.after in self.reader.words.hexes:
            self._comes(fact.piece, fact)
        elif fact.before in self.reader.words.hexes:
            self._put_away(fact, CRUISER_MARKERS)

    def _put_away(self, fact: PieceMoved, box: str) -> None:
        """A combat vessel's counter comes off the map: its search is over, or was none."""
        slip = (
            self.open is not None and self.open[0] == fact.piece and self._rolls_later(fact.piece)
        )
        if slip:
            self.open = None
            return
        self.before_results(fact)
        if fact.piece in self.draft.state.cvm:
            self.draft.emit(PlaceOnDisplay(fact.piece, box), fact)

    def _comes(self, vessel: str, fact: PieceMoved) -> None:
        """A combat vessel is put on a hex; a correction before the die is a slip of the hand."""
        if self.open is not None and self.open[0] != vessel:
            self.before_results(fact)
        self.searched.discard(vessel)
        if vessel != ATLANTIS:
            self.face.pop(vessel, None)
        self.open = (vessel, fact.after, fact)
        self._came_at = self.reader.at

    def laid(self, fact: PieceMoved) -> None:
        """The disguise counter or the Walrus was laid on a box, or taken off one.

        Until a die is thrown it may be laid elsewhere.
        """
        self.reader.settle(fact)
        if fact.after not in (HELD, OUT, NOWHERE):
            self.laying[fact.piece] = fact
            return
        self.before_results(fact)
        self._lay()
        if fact.piece == DISGUISE:
            self.countered_unseen(fact)
        self.draft.emit(PlaceOnDisplay(fact.piece, fact.after or HELD), fact)

    def _lay(self, only: str = "") -> None:
        """What lies for the next die is laid now: one counter, or all."""
        for piece in [only] if only else list(self.laying):
            fact = self.laying.pop(piece, None)
            if fact is not None:
                self.draft.emit(PlaceOnDisplay(piece, fact.after), fact)

    # --- searches -----------------------------------------------------------------------

    def before_results(self, fact: Fact | None) -> None:
        """Something follows from a search: if no die told of it, it was thrown unseen."""
        if self.open is None:
            return
        vessel, hex_id, shown = self.open
        if self.reader.setting.has_dice and self._rolls_later(vessel):
            return
        self.reader.settle(shown)
        self.reader.raider.check_unseen(shown)
        self._enter(vessel, hex_id, None, shown)

    def _rolls_later(self, vessel: str) -> bool:
        """Whether the die of a search is still thrown in this stretch."""
        button = "atlantis_search" if vessel == ATLANTIS else self._cruisers_die()
        return self._last_throws.get(button, -1) >= self._came_at

    def _cruisers_die(self) -> str:
        return "reaction" if self.draft.state.phase == GERMAN_PHASE else "cruiser_search"

    def _enter(self, vessel: str, hex_id: str, die: int | None, fact: Fact) -> None:
        """Enter the search or reaction of a vessel."""
        self.open = None
        if vessel != ATLANTIS and owed(self.draft.state, ATLANTIS_COUNTER):
            self._lay(DISGUISE)
            self._unseen(AtlantisCounter(self._raiders_modifier(), None), fact)
        self._lay()
        self.searched.add(vessel)
        if vessel == ATLANTIS:
            target = self.target(hex_id)
            self.draft.emit(AtlantisSearch(hex_id, target, self._raiders_modifier(), die), fact)
        elif self.draft.state.phase == GERMAN_PHASE:
            self.draft.emit(React(vessel, self._cruisers_modifier(vessel), die), fact)
        else:
            self.draft.emit(
                CruiserSearch(vessel, hex_id, self._cruisers_modifier(vessel), die), fact
            )

    def _raiders_modifier(self) -> str:
        """The box on which the disguise counter lies; one that was lost there helps no more."""
        place, state = self.reader.board.place(DISGUISE), self.draft.state
        left = place == self.reader.began.place(DISGUISE)
        if place == ATLANTIS_AIRCRAFT:
            return "" if left and AIRCRAFT in state.planes_lost else AIRCRAFT
        word = place.lower()
        if word not in self.reader.tables.disguises:
            return ""
        return "" if left and mark_on(state, word) == CROSSED else word

    def _cruisers_modifier(self, ca: str) -> str:
        if self.reader.board.place(WALRUS) == BRITISH_AIRCRAFT:
            return WALRUS
        board = self.reader.board
        if board.place(ca) not in self.reader.words.hexes and self._is_escort(ca):
            return ""
        return FREE_FACE if board.levels.get(ca, _FREE_LEVEL) == _FREE_LEVEL else ""

    def _is_escort(self, ca: str) -> bool:
        cruiser = self.draft.state.cruisers.get(ca)
        return cruiser is not None and cruiser.at.place in self.draft.state.voyages

    def target(self, hex_id: str) -> str:
        """For whose ship Atlantis searches: the one that is found, else the first in the hex."""
        here = [m for m in self.reader.tables.markers if self.reader.board.place(m) == hex_id]
        for told in (self.draft.choice.target, self.reader.stretch.found):
            if told in here:
                return told
        sure = [m for m in self._ships_of_the_stretch() if m in here]
        return [*sure, *here, *self._on_the_map(), *self.reader.tables.markers][0]

    def targets(self, hex_id: str) -> list[str]:
        """The map markers in a hex."""
        return [m for m in self.reader.tables.markers if self.reader.board.place(m) == hex_id]

    def _on_the_map(self) -> list[str]:
        hexes = self.reader.words.hexes
        return [m for m in self.reader.tables.markers if self.reader.board.place(m) in hexes]

    def _ships_of_the_stretch(self) -> list[str]:
        """Sets whose ship is laid on a display or is lost in this stretch."""
        found: list[str] = []
        for fact in self.reader.facts:
            if isinstance(fact, CargoMoved) and fact.role == CARGO and fact.after in _DISPLAYS:
                found.append(row_of(fact.before)[0] or self._marker_of(fact.piece))
            elif isinstance(fact, PieceMoved) and waiting_for(fact.after) == fact.piece:
                found.append(fact.piece)
        return [one for one in found if one]

    def _marker_of(self, piece: str) -> str:
        lying = self.reader.board.cargo.get(piece)
        return lying.marker if lying is not None else ""

    # --- dice ---------------------------------------------------------------------------

    def rolled(self, fact: Rolled) -> None:
        """A die of a search, a counter-search or the gun range."""
        die = fact.dice[0] if fact.dice else None
        match fact.button:
            case "atlantis_search":
                self._enter(ATLANTIS, self._hex_of(ATLANTIS), die, fact)
            case "cruiser_search" | "reaction":
                ca = self._searcher(fact)
                self._enter(ca, self._hex_of(ca), die, fact)
            case "acv_counter":
                self.before_results(fact)
                self.draft.emit(ACVCounter(self._sighted(), die), fact)
            case "atlantis_counter":
                self._found_unsaid(fact)
                self._lay()
                self.draft.emit(AtlantisCounter(self._raiders_modifier(), die), fact)
            case "gun_range":
                self.before_results(fact)
                self.draft.emit(GunRange(self._under_fire(), die), fact)

    def _searcher(self, fact: Rolled) -> str:
        """Which cruiser threw a die: the one just put on the map, or that a declaration names."""
        if self.open is not None and self.open[0] != ATLANTIS:
            return self.open[0]
        cruisers = self.reader.tables.cruisers
        said = [
            f.detail.lower()
            for f in self.reader.facts
            if isinstance(f, Declared) and f.action in ("reacts", "cruiser_searches")
        ]
        named = [ca for ca in cruisers if any(ca in one for one in said)]
        on_map = [ca for ca in cruisers if self.reader.board.place(ca) in self.reader.words.hexes]
        fresh = [ca for ca in (*named, *on_map) if ca not in self.searched]
        escorts = [ca for ca in cruisers if self._is_escort(ca)]
        return [*fresh, *named, *on_map, *escorts, *cruisers][0]

    def _hex_of(self, vessel: str) -> str:
        """The hex a vessel searches: where its counter lies, else where it is known to be."""
        if self.open is not None and self.open[0] == vessel:
            return self.open[1]
        place = self.reader.board.place(vessel)
        if place in self.reader.words.hexes:
            return place
        state = self.draft.state
        if vessel == ATLANTIS:
            return state.atlantis.place or min(state.atlantis, default=NOWHERE)
        hunt = state.hunt
        if hunt is not None and hunt.by == ATLANTIS:
            return str(hunt.hex)
        plotted = self.reader.board.place(f"plot_{vessel}")
        return plotted if plotted in self.reader.words.hexes else self.reader.tables.entry

    def _sighted(self) -> str:
        """The ship whose counter-search it is."""
        hunt = self.draft.state.hunt
        if hunt is not None and hunt.by == ATLANTIS:
            return str(hunt.target)
        return self._on_display(BRITISH_SIGHTING) or self.reader.tables.markers[0]

    def _under_fire(self) -> str:
        due = owed(self.draft.state, GUN)
        if due is not None:
            return due.piece
        if self.reader.board.place(ATLANTIS) == GUNS:
            return ATLANTIS
        return self._on_display(GUNS) or self._sighted()

    def _on_display(self, box: str) -> str:
        for key, lying in self.reader.board.cargo.items():
            if lying.place == box:
                return self.ships.get(key) or lying.marker
        return ""

    # --- the German's answer, Atlantis on the displays ------------------------------------

    def answered(self, fact: Declared) -> None:
        """The German says whether a cruiser has found Atlantis."""
        self.before_results(fact)
        self.draft.emit(AnswerSearch(fact.action == "here"), fact)

    def _found_unsaid(self, fact: Fact) -> None:
        """Atlantis lies open: that is an answer too."""
        self.before_results(fact)
        state = self.draft.state
        hunt = state.hunt
        if hunt is not None and hunt.by != ATLANTIS and hunt.answer is None:
            self.draft.emit(AnswerSearch(True), fact)

    def _found(self, fact: PieceMoved) -> None:
        self.reader.settle(fact)
        self._found_unsaid(fact)

    def _raider_laid(self, box: str, fact: Fact) -> None:
        self._found_unsaid(fact)
        if box in (GUNS, OUT) and not self._countered(ATLANTIS):
            self._lay()
            self._unseen(AtlantisCounter(self._raiders_modifier(), None), fact)
        if box == OUT and not self._fired(ATLANTIS):
            self._unseen(GunRange(ATLANTIS, None), fact)
        self.draft.emit(PlaceOnDisplay(ATLANTIS, box), fact)

    def _raider_back(self, fact: PieceMoved) -> None:
        if not self._countered(ATLANTIS):
            self._lay()
            self._unseen(AtlantisCounter(self._raiders_modifier(), None), fact)
        if fact.before == GUNS and not self._fired(ATLANTIS):
            self._unseen(GunRange(ATLANTIS, None), fact)
        self.draft.emit(PlaceOnDisplay(ATLANTIS, HELD), fact)

    def countered_unseen(self, fact: Fact) -> None:
        """A disguise is marked or taken back: what Atlantis threw with it was thrown before."""
        sighted = self.reader.board.place(ATLANTIS) == ATLANTIS_SIGHTING
        due = sighted or owed(self.draft.state, ATLANTIS_COUNTER)
        if due and not self._countered(ATLANTIS):
            self._lay()
            self._unseen(AtlantisCounter(self._raiders_modifier(), None), fact)

    def _unseen(self, verb: ACVCounter | AtlantisCounter | GunRange, fact: Fact) -> None:
        """A die thrown beside the computer; where the module's dice are used it is missing."""
        if not self.reader.setting.has_dice:
            self.draft.emit(verb, fact, implied=True)

    def _countered(self, piece: str) -> bool:
        hunt = self.draft.state.hunt
        return hunt is None or piece in hunt.counters

    def _fired(self, piece: str) -> bool:
        hunt = self.draft.state.hunt
        return hunt is None or hunt.under_fire == piece

    # --- cargo ships on the displays ------------------------------------------------------

    def ship_moved(self, fact: CargoMoved) -> None:
        """A cargo ship was laid on a display, or went back to its row."""
        self.reader.settle(fact)
        self.before_results(fact)
        if fact.after == PRIZES and fact.piece in self.taken:
            return
        marker = self._marker(fact)
        if fact.after in _DISPLAYS:
            self.ships[fact.piece] = marker
            self._unseen_before(marker, fact.after, fact)
            self.draft.emit(PlaceOnDisplay(marker, fact.after), fact)
        elif fact.before in _DISPLAYS:
            self._unseen_back(marker, fact.before, fact)
            self.draft.emit(PlaceOnDisplay(marker, ROW), fact)

    def lost_unseen(self) -> None:
        """A cruiser card is turned: where no die is seen, it tells that the ship under fire is
        lost, although its counter is laid with the prizes later."""
        if self.reader.setting.has_dice:
            return
        for later in self.reader.facts[self.reader.at :]:
            if not isinstance(later, CargoMoved) or later.after != PRIZES:
                continue
            lying = self.reader.board.cargo.get(later.piece)
            if lying is not None and lying.place == GUNS:
                self.ship_moved(later)
                self.taken.add(later.piece)

    def _marker(self, fact: CargoMoved) -> str:
        """The set of a ship: whose row it came from, or else the one that is searched for."""
        known = row_of(fact.before)[0] or self.ships.get(fact.piece) or self._marker_of(fact.piece)
        return known or row_of(fact.after)[0] or self._sighted()

    def _unseen_before(self, marker: str, box: str, fact: Fact) -> None:
        if box in (GUNS, PRIZES, OUT) and not self._countered(marker):
            self._unseen(ACVCounter(marker, None), fact)
        if box == PRIZES and not self._fired(marker):
            self._unseen(GunRange(marker, None), fact)

    def _unseen_back(self, marker: str, box: str, fact: Fact) -> None:
        if not self._countered(marker):
            self._unseen(ACVCounter(marker, None), fact)
        if box == GUNS and not self._fired(marker):
            self._unseen(GunRange(marker, None), fact)

    def ship_shown(self, fact: CargoShown) -> None:
        """A cargo ship was turned face up."""
        lying = self.reader.board.cargo.get(fact.piece)
        place = lying.place if lying is not None else NOWHERE
        if waiting_for(place) or self._waits_later(fact.piece):
            return  # shown when its set left the map: read with that
        self.reader.settle(fact)
        self.before_results(fact)
        marker = self.ships.get(fact.piece) or (lying.marker if lying is not None else "")
        marker = marker or self._sighted()
        self._unseen_before(marker, GUNS, fact)
        if place == GUNS and not self._fired(marker):
            self._unseen(GunRange(marker, None), fact)
        self.draft.emit(ShowShip(marker, fact.unit), fact)

    def _waits_later(self, piece: str) -> bool:
        lying = self.reader.ended.cargo.get(piece)
        return lying is not None and bool(waiting_for(lying.place))

    # --- the end ------------------------------------------------------------------------

    def close(self) -> None:
        """Nothing more follows in this stretch: a silence is an answer too."""
        if self.open is not None and self.reader.stretch.closed is not None:
            self.before_results(None)
        self._lay()
        if owed(self.draft.state, ANSWER) and self.reader.stretch.closed is not None:
            self.draft.emit(AnswerSearch(False), None, implied=True)
