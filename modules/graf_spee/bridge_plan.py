"""What a turn's facts are about, seen from its end: the course, contact, searches, the raid.

A log is read when the turn is over, so an act is understood with what followed it: a counter put
on the map and moved again before anything else is a slip of the hand, a piece turned up and down
again a look at it, and a search marker without a carrier only a marker.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from itertools import islice, permutations

from generator.light import dataclass
from validator.rules.facts import (
    NOWHERE,
    Declared,
    DrawTakenBack,
    Fact,
    PieceHidden,
    PieceMoved,
    PieceShown,
    PointsSet,
    Rolled,
    ScoreMoved,
    TrackerSet,
)

from .bridge_draft import Setting
from .bridge_facts import PlotMoved, SearchMarkerMoved, ShipMoved, ShipTurned
from .bridge_turns import COURSE_WORDS, Board
from .state import OUT, State

COMBAT_PHASE = 2
"""Third step of the turn tracker, counted from 0."""
_ORDERS = 1000
"""So many ways of pairing carriers and searched hexes are tried."""
EXTRA = "extra_moves"
FIRES = frozenset({"graf_spee_fires", "battleship_fires", "cruiser_fires"})
OPEN, CONTACT, FOUND, RAID, SLIP = "open", "contact", "found", "raid", "slip"
"""Why the ship's counter was put on the map."""


@dataclass(frozen=True, slots=True)
class Search:
    """A carrier search: at which fact it is complete, who searched where, and the answer."""

    at: int
    cv: str
    hex: str
    found: bool


@dataclass(frozen=True, slots=True)
class _Carrier:
    """A carrier that may have searched: because it said so, or only because it was turned up."""

    piece: str
    at: int
    declared: bool


@dataclass(slots=True)
class Plan:
    """How the facts of one turn belong together; numbers are places in the list of facts."""

    acts_from: int
    """The first act of the Royal Navy, of combat or raiding; after the last fact if none."""
    course: int | None
    """Before which fact the course is written; ``None``: no sign of one."""
    escape: int | None
    ocean: str = NOWHERE
    opened: str = NOWHERE
    """The hex of an open course."""
    live: str = NOWHERE
    """Where the ship's counter stands for all to see when step 3 begins."""
    peeks: set[int] = field(default_factory=set)
    """Pieces turned up and down again with nothing between."""
    shows: dict[int, str] = field(default_factory=dict)
    """Why the ship's counter was put on a hex."""
    contact: int | None = None
    contact_hex: str = NOWHERE
    places: dict[int, str] = field(default_factory=dict)
    """Where each piece that is turned up stands then."""
    searches: list[Search] = field(default_factory=list)
    raid_hex: str | None = None


def plan_of(
    setting: Setting,
    state: State,
    board: Board,
    facts: Sequence[Fact],
    first: int,
    closed: bool,
) -> Plan:
    """Make the plan of a turn that begins with this state and board; play begins at ``first``."""
    return _Planner(setting, state, board, facts, first).plan(closed)


def contact_follows(facts: Sequence[Fact], at: int) -> bool:
    """Whether a contact denied is declared at once, with nothing between: a slip of the hand."""
    for fact in islice(facts, at + 1, None):
        if not isinstance(fact, TrackerSet):
            return isinstance(fact, Declared) and fact.action == "contact"
    return False


def may_be_pursued(setting: Setting, state: State) -> bool:
    """Whether a cruiser fought last turn and was not hit: pursuit may be declared by word."""
    pursuing = {kind.id for kind in setting.tables.kinds.values() if kind.pursues}
    return any(
        piece.kind in pursuing
        and piece.fought == state.turn - 1 > 0
        and setting.tables.on_map(piece.at)
        for piece in state.pieces.values()
    )


class _Planner:
    def __init__(
        self, setting: Setting, state: State, board: Board, facts: Sequence[Fact], first: int
    ) -> None:
        self.setting = setting
        self.state = state
        self.board = board
        self.facts = facts
        self.first = first
        self.hexes = setting.words.hexes

    def plan(self, closed: bool) -> Plan:
        peeks = self._peeks()
        acts_from = self._acts_from(peeks)
        escape, ocean = self._escape()
        plan = Plan(acts_from, self._course(acts_from, closed), escape, ocean, peeks=peeks)
        if escape is not None and escape <= acts_from:
            plan.acts_from = max(acts_from, escape)
            plan.course = None
        plan.places = {
            at: self._where(at) for at, f in enumerate(self.facts) if isinstance(f, PieceShown)
        }
        marked = self._marked_hexes()
        for at in self._ship_shows:
            plan.shows[at] = self._cause(at, plan, marked)
        self._find_open_course(plan)
        plan.live = self._live_hex(plan)
        self._find_contact(plan)
        plan.peeks -= {
            at
            for at in plan.peeks
            if plan.contact is not None and self._where(at) == plan.contact_hex
        }
        self._find_searches(plan)
        self._find_raid_hex(plan)
        return plan

    # --- what nothing follows from ----------------------------------------------------

    def _peeks(self) -> set[int]:
        found: set[int] = set()
        for at, fact in enumerate(self.facts):
            if not isinstance(fact, PieceShown):
                continue
            for later in range(at + 1, len(self.facts)):
                other = self.facts[later]
                if isinstance(other, PieceHidden) and other.piece == fact.piece:
                    found |= {at, later}
                    break
                if not isinstance(other, PieceShown | PieceHidden):
                    break
        return found

    def _acts_from(self, peeks: set[int]) -> int:
        for at, fact in enumerate(self.facts):
            if at < self.first:
                continue
            match fact:
                case PieceMoved() | Rolled() | DrawTakenBack():
                    return at
                case Declared(action=action) if action not in (*COURSE_WORDS, "pursue"):
                    return at
                case PieceShown() if at not in peeks:
                    return at
                case ShipMoved(after=after) if after in self.hexes and not self._opens(at):
                    return at
                case TrackerSet(phase=phase) if phase >= COMBAT_PHASE and not self._late(at):
                    return at
        return len(self.facts)

    def _late(self, at: int) -> bool:
        """Whether the course is still declared after a click of the tracker: then it was hasty."""
        return any(isinstance(f, Declared) and f.action in COURSE_WORDS for f in self.facts[at:])

    def _opens(self, at: int) -> bool:
        """Whether a ship put on the map before any other act is on an open course."""
        if self.state.pursued or any(
            isinstance(f, Declared) and f.action == "open_course" for f in self.facts
        ):
            return True
        for fact in self.facts[at:]:
            if isinstance(fact, PieceMoved) and fact.after in self.hexes:
                return True
            if isinstance(fact, Rolled):
                return fact.button == EXTRA
            if isinstance(fact, PieceShown | SearchMarkerMoved):
                return False
            scored = isinstance(fact, ScoreMoved | PointsSet)
            if scored and not may_be_pursued(self.setting, self.state):
                return False
        return False

    # --- step 1 -----------------------------------------------------------------------

    def _escape(self) -> tuple[int | None, str]:
        oceans = self.setting.tables.exits
        at, ocean = None, NOWHERE
        for number, fact in enumerate(self.facts):
            if isinstance(fact, ShipMoved) and fact.after in oceans:
                at, ocean = (number if at is None else at), fact.after
            elif isinstance(fact, Declared) and fact.action == "escape" and at is None:
                at = number
        return at, ocean

    def _course(self, acts_from: int, closed: bool) -> int | None:
        declared = [
            at
            for at, fact in enumerate(self.facts)
            if isinstance(fact, Declared) and fact.action in ("course_logged", "open_course")
        ]
        plotted = [at for at, fact in enumerate(self.facts) if isinstance(fact, PlotMoved)]
        if declared and declared[0] > acts_from:
            return declared[0]
        if declared or not plotted or plotted[0] < acts_from:
            written = min(acts_from, self._first_sign_of_play())
            silent = written == len(self.facts) and not declared and not plotted
            return None if silent and not closed else written
        last = plotted[0]
        while last + 1 in plotted:
            last += 1
        return last + 1

    # --- the ship's counter -----------------------------------------------------------

    @cached_property
    def _ship_shows(self) -> list[int]:
        """Where the ship's counter came to lie on a hex; slips of the hand left out."""
        found: list[int] = []
        for at, fact in enumerate(self.facts):
            if not isinstance(fact, ShipMoved) or fact.after not in self.hexes:
                continue
            for later in self.facts[at + 1 :]:
                if isinstance(later, ShipMoved):
                    slip = later.after in self.hexes
                    break
                if isinstance(later, Declared | Rolled | PieceShown | PieceMoved):
                    slip = False
                    break
            else:
                slip = False
            if not slip:
                found.append(at)
        return found

    def _cause(self, at: int, plan: Plan, marked: set[str]) -> str:
        fact = self.facts[at]
        assert isinstance(fact, ShipMoved)
        declared = {f.action for f in self.facts if isinstance(f, Declared)}
        if at < plan.acts_from and self._opens(at):
            return OPEN
        others = len(self._ship_shows) > 1
        attacked = any(isinstance(f, Rolled) and f.button == "air_attack" for f in self.facts[at:])
        if fact.after in marked and attacked:
            return FOUND
        if not others:
            for action, cause in (("contact", CONTACT), ("found", FOUND), ("raid", RAID)):
                if action in declared:
                    return cause
        if self._pieces_at(fact.after, at) and fact.after not in marked:
            return CONTACT
        if fact.after in marked:
            return FOUND
        return CONTACT if self._shown_later_at(fact.after, at) else RAID

    def _shown_later_at(self, hex_id: str, at: int) -> bool:
        return any(
            isinstance(f, PieceShown) and self._where(number) == hex_id
            for number, f in enumerate(self.facts)
            if number >= at
        )

    def _find_contact(self, plan: Plan) -> None:
        shown = [at for at, cause in plan.shows.items() if cause == CONTACT]
        declared = [
            at
            for at, f in enumerate(self.facts)
            if isinstance(f, Declared) and f.action == "contact"
        ]
        if shown:
            ship = self.facts[shown[0]]
            assert isinstance(ship, ShipMoved)
            plan.contact, plan.contact_hex = min([shown[0], *declared[:1]]), ship.after
            return
        live = plan.live
        if live == NOWHERE:
            if declared:
                plan.contact = declared[0]
            return
        seen = self._shows_contact(plan)
        for at, fact in enumerate(self.facts):
            here = seen and isinstance(fact, PieceShown) and self._where(at) == live
            fires = isinstance(fact, Rolled) and fact.button in FIRES
            if here or fires or at in declared[:1]:
                plan.contact, plan.contact_hex = at, live
                plan.acts_from = min(plan.acts_from, at)
                if plan.course is not None:
                    plan.course = min(plan.course, max(at, self._after_course()))
                return

    def _first_sign_of_play(self) -> int:
        """The first thing after the signs of a course that only follows one."""
        after = self._after_course()
        for at, fact in enumerate(self.facts):
            lost = isinstance(fact, ShipMoved) and fact.after == OUT
            scored = isinstance(fact, ScoreMoved | PointsSet)
            if at >= max(after, self.first) and (lost or scored):
                return at
        return len(self.facts)

    def _shows_contact(self, plan: Plan) -> bool:
        """Whether pieces turned up where the ship stands for all to see mean contact there.

        Not if the German denied it; and a counter left from an earlier turn may be somewhere else
        by now: then it is put elsewhere, or a carrier there was turned up to search.
        """
        denied = [
            at
            for at, f in enumerate(self.facts)
            if isinstance(f, Declared) and f.action == "no_contact"
        ]
        if any(not contact_follows(self.facts, at) for at in denied):
            return False
        if self._surely_there(plan):
            return True
        moved_on = any(isinstance(f, ShipMoved) and f.after in self.hexes for f in self.facts)
        shown = [
            f
            for at, f in enumerate(self.facts)
            if isinstance(f, PieceShown) and self._where(at) == plan.live
        ]
        searched = bool(self._marked_hexes()) and all(f.kind == "CV" for f in shown)
        return not moved_on and not searched

    def _find_open_course(self, plan: Plan) -> None:
        opened = [at for at, cause in plan.shows.items() if cause == OPEN]
        if not opened:
            return
        ship = self.facts[opened[-1]]
        assert isinstance(ship, ShipMoved)
        plan.opened = ship.after
        if plan.course is not None:
            plan.course = min(plan.course, max(opened[-1] + 1, self._after_course()))

    def _after_course(self) -> int:
        """Behind the last sign of a course."""
        signs = [
            at
            for at, f in enumerate(self.facts)
            if isinstance(f, PlotMoved) or (isinstance(f, Declared) and f.action in COURSE_WORDS)
        ]
        return max(signs, default=-1) + 1

    def _live_hex(self, plan: Plan) -> str:
        if plan.opened:
            return plan.opened
        return self.board.ship if self.board.ship in self.hexes else NOWHERE

    def _surely_there(self, plan: Plan) -> bool:
        """Whether the counter was put there this turn, not left from an earlier one."""
        return plan.opened != NOWHERE or self.state.pursued

    # --- carrier searches -------------------------------------------------------------

    def _marked_hexes(self) -> set[str]:
        """Hexes a search marker was put on while a carrier was shown this turn."""
        searched = any(
            (isinstance(f, Declared) and f.action == "air_search")
            or (isinstance(f, PieceShown) and f.kind == "CV")
            for f in self.facts
        )
        if not searched:
            return set()
        return {hex_id for _, hex_id in self._markers()}

    def _markers(self) -> list[tuple[int, str]]:
        """Search markers put on a hex to stay: (fact, hex)."""
        found: list[tuple[int, str]] = []
        unsettled: dict[str, tuple[int, str]] = {}
        for at, fact in enumerate(self.facts):
            if isinstance(fact, SearchMarkerMoved):
                if fact.marker in unsettled:
                    found.remove(unsettled.pop(fact.marker))
                if fact.after in self.hexes:
                    unsettled[fact.marker] = (at, fact.after)
                    found.append((at, fact.after))
            elif isinstance(fact, Rolled | ShipMoved | PieceHidden) or (
                isinstance(fact, Declared) and fact.action != "air_search"
            ):
                unsettled.clear()
        return found

    def _find_searches(self, plan: Plan) -> None:
        declared = [
            (at, self._named(fact.detail))
            for at, fact in enumerate(self.facts)
            if isinstance(fact, Declared) and fact.action == "air_search"
        ]
        shown = [
            (at, fact.piece)
            for at, fact in enumerate(self.facts)
            if isinstance(fact, PieceShown)
            and fact.kind == "CV"
            and at not in plan.peeks
            and not (plan.contact is not None and self._where(at) == plan.contact_hex)
        ]
        markers = self._markers()
        named = {cv for _, cv in declared}
        carriers = [_Carrier(cv, at, True) for at, cv in declared if cv is not None]
        carriers += [_Carrier(cv, at, False) for at, cv in shown if cv not in named]
        for (at, hex_id), carrier in zip(markers, self._paired(markers, carriers), strict=False):
            ready = max(at, carrier.at) if carrier.declared else at
            found = self._is_found(ready, hex_id, plan)
            plan.searches.append(Search(ready, carrier.piece, hex_id, found))
        plan.searches.sort(key=lambda search: search.at)

    def _paired(
        self, markers: Sequence[tuple[int, str]], carriers: Sequence[_Carrier]
    ) -> Sequence[_Carrier]:
        """Which carrier searched which hex: those that said so, hexes beside them, near in time."""
        tables = self.setting.tables
        if not carriers:
            return ()
        several = [*carriers, *([carriers[-1]] * (len(markers) - len(carriers)))]

        def strain(order: Sequence[_Carrier]) -> tuple[int, int, int]:
            pairs = list(zip(order, markers, strict=True))
            unused = sum(one.declared and one not in order for one in carriers)
            strays = sum(
                tables.hexes_between(self._piece_place(one.piece, at), place) != tables.search_range
                for one, (at, place) in pairs
            )
            return unused, strays, sum(abs(one.at - at) for one, (at, _) in pairs)

        return min(islice(permutations(several, len(markers)), _ORDERS), key=strain)

    def _is_found(self, at: int, hex_id: str, plan: Plan) -> bool:
        if plan.live == hex_id and self._surely_there(plan):
            return True
        found = {f.after for n, f in self._shows() if plan.shows.get(n) == FOUND}
        if found:
            return hex_id in found
        if any(f.after == hex_id for _, f in self._shows()):
            return False
        for fact in self.facts[at:]:
            if isinstance(fact, Declared) and fact.action in ("found", "not_found"):
                return fact.action == "found"
            if isinstance(fact, Declared) and fact.action == "air_search":
                return False
        # A counter left there from an earlier turn: only what followed tells.
        elsewhere = any(f.after in self.hexes and f.after != hex_id for _, f in self._shows())
        return plan.live == hex_id and not elsewhere and any(map(self._hits, self.facts[at:]))

    def _hits(self, fact: Fact) -> bool:
        """Whether a fact is of an air attack: its dice, or the ship turned to its damaged side."""
        if isinstance(fact, ShipTurned):
            came = any(f.seen is fact.seen for _, f in self._shows())
            return fact.damaged and not self.state.damaged and not came
        return isinstance(fact, Rolled) and fact.button == "air_attack"

    def _shows(self) -> Iterator[tuple[int, ShipMoved]]:
        """Every time the ship's counter was put somewhere."""
        for at, fact in enumerate(self.facts):
            if isinstance(fact, ShipMoved):
                yield at, fact

    def _named(self, detail: str) -> str | None:
        """The piece that ``by Ark Royal`` names, if it can be followed."""
        name = detail.removeprefix("by ").strip()
        unit = self.setting.units.get(name)
        if unit is None:
            return None
        if unit in self.board.pieces or self.setting.sees_all:
            return unit
        for fact in self.facts:
            if isinstance(fact, PieceShown) and fact.unit == unit:
                return fact.piece
        for piece in self.state.pieces.values():
            if piece.unit == unit:
                return piece.id
        return None

    # --- the raid ---------------------------------------------------------------------

    def _find_raid_hex(self, plan: Plan) -> None:
        for at, cause in plan.shows.items():
            fact = self.facts[at]
            if cause == RAID and isinstance(fact, ShipMoved):
                plan.raid_hex = fact.after
                return
        plan.raid_hex = plan.live or None
        for at in plan.shows:
            fact = self.facts[at]
            if isinstance(fact, ShipMoved):
                plan.raid_hex = fact.after

    # --- where pieces are -------------------------------------------------------------

    def _piece_place(self, piece: str, at: int) -> str:
        moved, places = self._went.get(piece, ((), ()))
        last = bisect_left(moved, at)
        return places[last - 1] if last else self.board.pieces.get(piece, NOWHERE)

    @cached_property
    def _went(self) -> dict[str, tuple[list[int], list[str]]]:
        """Of each piece that is moved: which facts do it, and where it lies after each."""
        found: dict[str, tuple[list[int], list[str]]] = {}
        for at, fact in enumerate(self.facts):
            if isinstance(fact, PieceMoved):
                moved, places = found.setdefault(fact.piece, ([], []))
                moved.append(at)
                places.append(fact.after)
        return found

    def _where(self, at: int) -> str:
        """Where the piece of a fact stands when it happens."""
        fact = self.facts[at]
        assert isinstance(fact, PieceShown | PieceHidden)
        return self._piece_place(fact.piece, at)

    def _pieces_at(self, hex_id: str, at: int) -> list[str]:
        places = dict(self.board.pieces)
        for fact in self.facts[:at]:
            if isinstance(fact, PieceMoved):
                places[fact.piece] = fact.after
        return [piece for piece, place in places.items() if place == hex_id]
