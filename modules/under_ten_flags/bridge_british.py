"""The British side of a stretch read as verbs: waiting sets, arrivals, cruisers' plots, voyages."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from validator.rules.facts import NOWHERE, Fact, PieceMoved, Rolled

from .bridge_facts import (
    CARGO,
    CUPS,
    DESTINATION,
    ORIGIN,
    PORT,
    SHIP,
    CargoMoved,
    row_of,
    waiting_for,
)
from .bridge_sealed import entries_in
from .state import ASIDE, BRITISH, BRITISH_PHASE, FREE, SET_UP, WAITING, Voyage
from .verbs import (
    DrawSet,
    ExitMap,
    JoinEscort,
    LeaveEscort,
    MoveACVM,
    PlaceACVM,
    PlotCruiser,
    ReturnSet,
    RollRecycle,
    SetAside,
)

if TYPE_CHECKING:
    from .bridge_reader import StretchReader

FACES = ("brown", "red")
_PLOT = "plot_"


class Convoys:
    """What the British move in the stretch that a reader is reading."""

    def __init__(self, reader: StretchReader) -> None:
        self.reader = reader
        self.draft = reader.draft
        self.markers: dict[str, list[PieceMoved]] = {}
        """Moves of map markers since the last settled point."""
        self.plots: dict[str, list[PieceMoved]] = {}
        """Moves of the cruisers' plots since then."""
        self.drawn: list[CargoMoved] = []
        """What was drawn from the cups for a set that is not on the map yet."""
        self.looked = False
        """Something drawn was put back: the next is picked, not drawn."""
        self.returned: dict[str, Fact] = {}
        """Sets whose markers went back into the cups, and what showed it."""
        self.rolled_for: list[str] = []
        self.rolls = 0
        self.sealed: list[Fact] = []
        """Seals that have been read."""
        self.done: set[str] = set()
        """Sets that have been returned, have left or were set aside."""

    # --- drafts -------------------------------------------------------------------------

    def marker_moved(self, fact: PieceMoved) -> None:
        """A map marker was moved."""
        self.markers.setdefault(fact.piece, []).append(fact)

    def plot_moved(self, fact: PieceMoved) -> None:
        """A cruiser's plot was moved."""
        self.plots.setdefault(fact.piece.removeprefix(_PLOT), []).append(fact)

    def cup(self, fact: CargoMoved) -> None:
        """Something came out of a cup, or went into one."""
        if fact.before in CUPS and fact.after not in CUPS:
            self.settle(fact)
            self.drawn.append(fact)
        elif fact.after in CUPS:
            mine = [one for one in self.drawn if one.piece == fact.piece]
            if mine:
                self.drawn.remove(mine[0])
                self.looked = True
                return
            lying = self.reader.board.cargo.get(fact.piece)
            marker = waiting_for(fact.before) or (lying.marker if lying is not None else "")
            if marker:
                self.returned.setdefault(marker, fact)

    def settle(self, fact: Fact | None) -> None:
        """What was moved until now stands, in the order of the steps of an activation."""
        markers, self.markers = self.markers, {}
        ends = {
            marker: (path[0].before, path[-1].after, path[-1]) for marker, path in markers.items()
        }
        hexes = self.reader.words.hexes
        for marker, (before, after, last) in ends.items():
            if waiting_for(before) and not waiting_for(after):
                self.returned.setdefault(marker, last)
        self._return_sets()
        for marker, (before, after, last) in ends.items():
            if waiting_for(after) and before in hexes:
                self._on_its_way_out(marker, before, markers[marker])
                self._leaves(marker, last)
        self._cruisers()
        for marker, (before, after, last) in ends.items():
            if before in hexes and after in hexes and before != after:
                arrow, face = self._look_of(marker)
                steps = tuple(move.seen.step for move in markers[marker][:-1])
                self.draft.emit(MoveACVM(marker, after, arrow, face), last, steps=steps)
            elif before in hexes and after not in hexes and not waiting_for(after):
                self._vanishes(marker, after, last)
        for marker, (before, after, last) in ends.items():
            if before not in hexes and after in hexes:
                self._comes(marker, after, last)

    def _on_its_way_out(self, marker: str, before: str, path: list[PieceMoved]) -> None:
        """A map marker that was sailed first and taken off the map then."""
        between = [move for move in path if move.after in self.reader.words.hexes]
        if between and between[-1].after != before:
            self.draft.emit(MoveACVM(marker, between[-1].after), between[-1])

    def _look_of(self, marker: str) -> tuple[str | None, str | None]:
        """The arrow and the colour that a map marker has when the stretch is over."""
        ended = self.reader.ended
        level = ended.levels.get(marker, 0)
        face = FACES[level - 1] if 0 < level <= len(FACES) else None
        return ended.arrows.get(marker), face

    def _voyage(self, marker: str) -> Voyage:
        return self.draft.state.voyages.get(marker, Voyage(marker))

    def _vanishes(self, marker: str, after: str, fact: Fact) -> None:
        did = f"{marker} was taken off the map to {after or 'where no box is'}"
        self.draft.remark("violation", "UTF-6.1c", did, fact, "its next hex, or its waiting box")
        self.draft.assume(
            voyages={**self.draft.state.voyages, marker: self._voyage(marker).changed(at=FREE)}
        )

    # --- waiting sets -------------------------------------------------------------------

    def recycle(self, fact: Rolled) -> None:
        """A die was thrown for a waiting set."""
        die = fact.dice[0] if fact.dice else None
        marker = self._set_rolled_for(fact, die)
        self.rolls += 1
        self.rolled_for.append(marker)
        self.draft.emit(RollRecycle(marker, die), fact)

    def _set_rolled_for(self, fact: Rolled, die: int | None) -> str:
        """Whose set a die was for: the one that comes back next, else one that stays."""
        tables, facts = self.reader.tables, self.reader.facts
        coming = [m for m in self._coming_back() if m not in self.rolled_for]
        waiting = [m for m in self._waiting() if m not in self.rolled_for]
        after = facts[facts.index(fact) + 1 :]
        at_once = self._back_before_next_roll(after, coming)
        if at_once:
            return at_once
        needed = tables.recycle_needs - self.rolls * tables.recycle_more
        staying = [m for m in waiting if m not in coming]
        first, second = (
            (coming, staying) if die is not None and die >= needed else (staying, coming)
        )
        every = [*first, *second, *self._waiting(), *tables.markers]
        return every[0]

    def _waiting(self) -> list[str]:
        return [m for m, one in self.draft.state.voyages.items() if one.at == WAITING]

    def _coming_back(self) -> list[str]:
        """Sets that wait when the stretch begins and no more when it ends, as they went."""
        found: dict[str, None] = {}
        for fact in self.reader.facts:
            if isinstance(fact, PieceMoved) and waiting_for(fact.before) == fact.piece:
                found[fact.piece] = None
            elif isinstance(fact, CargoMoved) and waiting_for(fact.before) and fact.after in CUPS:
                found[waiting_for(fact.before)] = None
        return [m for m in found if not waiting_for(self.reader.ended.place(m))]

    def _back_before_next_roll(self, facts: list[Fact], coming: list[str]) -> str:
        for fact in facts:
            if isinstance(fact, Rolled) and fact.button == "recycle":
                return ""
            before = getattr(fact, "before", NOWHERE)
            if isinstance(fact, PieceMoved | CargoMoved) and waiting_for(before) in coming:
                return waiting_for(before)
        return ""

    def _return_sets(self) -> None:
        for marker, fact in self.returned.items():
            if marker in self.done:
                continue
            self.done.add(marker)
            if marker not in self.rolled_for and not self.reader.setting.has_dice:
                self.draft.emit(RollRecycle(marker, None), fact, implied=True)
            self.draft.emit(ReturnSet(marker), fact)

    # --- leaving the map ----------------------------------------------------------------

    def _leaves(self, marker: str, fact: Fact) -> None:
        """A map marker goes to its waiting box: at the end of its route, or its ship is gone."""
        self.done.add(marker)
        state = self.draft.state
        ports = [one for one in self.reader.ended.waiting(marker) if one.role == PORT]
        shown = [one.unit for one in ports if one.shown and one.unit is not None]
        if any(p.what == ASIDE and p.piece == marker for p in state.pending) or (
            state.phase != BRITISH_PHASE
        ):
            self.set_aside(marker, shown, fact)
            return
        ends = [one for one in shown if one not in self._origins(marker)]
        destination = ends[-1] if ends else self._secret(marker, DESTINATION)
        self.draft.emit(ExitMap(marker, destination, self._ghost(marker)), fact)

    def set_aside(self, marker: str, shown: list[str], fact: Fact) -> None:
        """The markers of a lost ship wait; which of two is the origin, its first hex tells, or the
        way it sailed."""
        voyage = self._voyage(marker)
        start, end = self._secret(marker, ORIGIN), self._secret(marker, DESTINATION)
        if start is None and end is None and shown:
            likely = [one for one in shown if one in voyage.destination] or shown
            others = [one for one in shown if one in voyage.origin and one != likely[-1]]
            sure = len(voyage.origin) == 1 and likely[-1] in voyage.origin and len(shown) == 1
            start = likely[-1] if sure else next(iter(others), None)
            end = None if sure else likely[-1]
        self.draft.emit(SetAside(marker, start, end), fact)

    def _origins(self, marker: str) -> frozenset[str]:
        known = self._voyage(marker).origin
        return known if len(known) == 1 else frozenset()

    def _secret(self, marker: str, box: str) -> str | None:
        """What lay in a set's row, for a reader who may look there."""
        return self.reader.began.set_of(marker).get(box)

    def _ghost(self, marker: str) -> bool | None:
        """Whether the ship of a set that leaves is a ghost; ``None`` if it was not shown."""
        cargo = [one for one in self.reader.ended.waiting(marker) if one.role == CARGO]
        unit = next((one.unit for one in cargo if one.unit is not None), None)
        unit = unit or self._secret(marker, SHIP)
        if unit is None or unit not in self.reader.tables.ships:
            return None
        return self.reader.tables.ships[unit].ghost

    # --- cruisers -----------------------------------------------------------------------

    def _cruisers(self) -> None:
        if self.draft.state.phase == SET_UP:
            return  # read when all is placed
        for ca in self.reader.tables.cruisers:
            self._escort(ca)
        plots, self.plots = self.plots, {}
        for ca, path in plots.items():
            before, after, last = path[0].before, path[-1].after, path[-1]
            if before != after and after in self.reader.words.hexes:
                self._plotted(ca, after, last)
        self._sealed()

    def _sealed(self) -> None:
        """Plots on paper that were sealed since the last settled point, once each."""
        facts = self.reader.facts[: self.reader.at + 1]
        for ca, entry in entries_in(facts, self.reader.tables, start=False).items():
            if ca in self.reader.tables.cruisers and entry.fact not in self.sealed:
                self.sealed.append(entry.fact)
                if entry.hex is not None and not entry.escorts:
                    self._plotted(ca, entry.hex, entry.fact)

    def _plotted(self, ca: str, place: str, fact: Fact) -> None:
        """A cruiser's plot lies on another hex; an escort's only follows its convoy."""
        cruiser = self.draft.state.cruisers.get(ca)
        convoy = cruiser.at.place if cruiser is not None else None
        if convoy in self.draft.state.voyages:
            ended, now = self.reader.ended, self._voyage(convoy)
            if place in (ended.place(convoy), now.at):
                return
        self.draft.emit(PlotCruiser(ca, place), fact)

    def _escort(self, ca: str) -> None:
        """A cruiser's counter lies on the ship of a set, or does so no more."""
        if BRITISH not in self.reader.setting.sees:
            return
        place = self.reader.board.place(ca)
        if place in self.reader.words.hexes:
            return  # it searches; where it goes then tells
        convoy, _ = row_of(place)
        cruiser = self.draft.state.cruisers.get(ca)
        known = cruiser.at.place if cruiser is not None else None
        escorts = known if known in self.draft.state.voyages else ""
        if convoy == escorts or self._returns_to(ca, escorts or ""):
            return
        if convoy and self._voyage(convoy).at not in self.reader.words.hexes:
            return  # it still lies where its ship was
        moves = [f for f in self.reader.facts if isinstance(f, PieceMoved) and f.piece == ca]
        fact = moves[-1] if moves else None
        if convoy:
            self.draft.emit(JoinEscort(ca, convoy), fact)
        elif moves:
            self.draft.emit(LeaveEscort(ca), fact)

    def _returns_to(self, ca: str, convoy: str) -> bool:
        """Whether a cruiser's counter lies on the same ship again when the stretch is over."""
        return bool(convoy) and row_of(self.reader.ended.place(ca))[0] == convoy

    # --- new sets -----------------------------------------------------------------------

    def _comes(self, marker: str, place: str, fact: Fact) -> None:
        """A map marker comes onto the map: what was drawn is its set."""
        if waiting_for(self.reader.began.place(marker)) and marker not in self.done:
            self.done.add(marker)
        self._draw(marker, fact)
        arrow, face = self._look_of(marker)
        self.draft.emit(PlaceACVM(marker, place, arrow, face), fact)

    def _draw(self, marker: str, fact: Fact | None) -> None:
        """The set that was drawn, as far as it can be seen."""
        drawn, self.drawn = self.drawn, []
        if not drawn:
            return
        rows = self.reader.ended.set_of(marker)
        now = self.reader.board.set_of(marker)
        origin, destination, ship = (
            rows.get(box) or now.get(box) for box in (ORIGIN, DESTINATION, SHIP)
        )
        counted = Counter(one.role for one in drawn)
        several = counted[PORT] > len((ORIGIN, DESTINATION)) or counted[CARGO] > 1
        blind, self.looked = not (self.looked or several), False
        self.draft.emit(DrawSet(marker, origin, destination, ship, blind), drawn[-1])
        self._drawn_in_order(marker, drawn)

    def _drawn_in_order(self, marker: str, drawn: list[CargoMoved]) -> None:
        """The first marker drawn is the origin (UTF-5.2b)."""
        ports = [one for one in drawn if one.role == PORT]
        apart = len({one.seen.step for one in ports}) == len(ports)
        if len(ports) > 1 and apart and row_of(ports[0].after) == (marker, DESTINATION):
            did = f"the marker of {marker} drawn first was made its destination"
            self.draft.remark("violation", "UTF-5.2b", did, ports[0], "its origin")

    def close(self) -> None:
        """What was drawn and not put on the map, and escorts left behind."""
        for ca in self.reader.tables.cruisers:
            self._left_behind(ca)
        if self.drawn:
            rows = [row_of(one.after)[0] for one in self.drawn]
            free = [m for m, one in self.draft.state.voyages.items() if one.at == FREE]
            named = [m for m in rows if m]
            self._draw((named or free or [self.reader.tables.markers[0]])[0], self.drawn[-1])

    def _left_behind(self, ca: str) -> None:
        """An escort whose plot was in its convoy's hex and did not go along."""
        state, hexes = self.draft.state, self.reader.words.hexes
        cruiser = state.cruisers.get(ca)
        convoy = cruiser.at.place if cruiser is not None else None
        if convoy not in state.voyages or BRITISH not in self.reader.setting.sees:
            return
        began, ended = self.reader.began, self.reader.ended
        plot = f"{_PLOT}{ca}"
        together = began.place(plot) == began.place(convoy) and began.place(plot) in hexes
        place = ended.place(convoy)
        if together and place in hexes and ended.place(plot) not in (place, NOWHERE):
            did = f"{ca} escorts {convoy} to {place} and is plotted in {ended.place(plot)}"
            moves = [
                f for f in self.reader.facts if isinstance(f, PieceMoved) and f.piece == convoy
            ]
            self.draft.remark("missing", "UTF-6.1d", did, moves[-1] if moves else None, place)
