"""One turn of a log read as verbs: moves netted between settled points, then the acts in order."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property
from itertools import pairwise

from validator.rules.facts import (
    NOWHERE,
    Declared,
    DrawTakenBack,
    Fact,
    PieceCame,
    PieceHidden,
    PieceMoved,
    PieceShown,
    PieceWent,
    PointsSet,
    Rolled,
    ScoreMoved,
    TrackerSet,
    drags,
)

from .bridge_close import close
from .bridge_combat import SIGHT, Combat
from .bridge_draft import Draft
from .bridge_facts import (
    CourseSealed,
    PlotMoved,
    PursuitMarkerMoved,
    SearchMarkerMoved,
    ShipMoved,
    ShipTurned,
    SupplyMoved,
    SupplyTurned,
    windows_in,
)
from .bridge_plan import COMBAT_PHASE, OPEN, Plan, may_be_pursued
from .bridge_turns import Turn
from .facts import allowance, owed, supply_at
from .state import COMBAT, DRAWN, OUT, PLACE, ROYAL_NAVY, Piece
from .verbs import (
    Draw,
    EndMovement,
    Enter,
    Escape,
    LogCourse,
    MovePiece,
    OpenCourse,
    PlaceSupply,
    PutBack,
    RemoveDummy,
    ReturnPiece,
    RevealPiece,
    RollExtra,
    SinkPiece,
)


class TurnReader:
    """Reads the facts of one turn into a draft."""

    def __init__(self, draft: Draft, turn: Turn, plan: Plan) -> None:
        self.draft = draft
        self.turn = turn
        self.plan = plan
        self.setting = draft.setting
        self.words = draft.setting.words
        self.facts = turn.facts
        self.moves: list[PieceMoved] = []
        """Moves since the last settled point: still drafts."""
        self.peeks: list[PieceShown] = []
        """Looks at pieces whose moves are not settled yet."""
        self.midway = draft.state.step in (ROYAL_NAVY, COMBAT)
        """The log begins in this turn, after its first step: what came before is not judged."""
        self.written = self.midway
        self.left_map = False
        self.course: str | None = None
        """The hex that was written in step 1."""
        self.combat = Combat(self)
        self.supplies_before: dict[str, str] = {}
        self.points_seen = 0
        """How many of the facts have told their points."""

    def read(self, first: int = 0) -> None:
        """All facts from ``first`` on; what came before belongs to the set-up."""
        for fact in self.facts[:first]:
            self.draft.board.apply(fact)
        self.supplies_before = dict(self.draft.board.supplies)
        for at in range(first, len(self.facts)):
            self._course_at(at)
            self.fact(at, self.facts[at])
            self.draft.board.apply(self.facts[at])
        self._course_at(len(self.facts))
        self.settle(None)
        self._supplies_moved()
        close(self)

    def fact(self, at: int, fact: Fact) -> None:
        """One fact."""
        match fact:
            case PieceMoved():
                self.moves.append(fact)
            case DrawTakenBack():
                self.settle(fact)
                ocean = self.words.oceans[fact.cup]
                self._draw(fact.piece, ocean, fact)
                self.draft.emit(PutBack(fact.piece, ocean), fact)
            case PieceCame() | PieceWent():
                self._by_hand(fact)
            case Declared():
                self._declared(at, fact)
            case Rolled():
                self._rolled(at, fact)
            case ShipMoved():
                self._ship_moved(at, fact)
            case ShipTurned():
                self.combat.ship_turned(at, fact)
            case PieceShown():
                self._shown(at, fact)
            case PieceHidden():
                return
            case SearchMarkerMoved():
                self.combat.search_complete(at, fact)
            case PursuitMarkerMoved(after=after) if after in self.words.hexes:
                self.combat.pursuit_marked(at, fact)
            case TrackerSet(phase=phase) if phase >= COMBAT_PHASE and self.written:
                self.begin_combat(fact)
            case ScoreMoved() | PointsSet():
                self._points(at, fact)
            case PlotMoved() if self.written and not self.midway and at >= self.plan.acts_from:
                self._late_plot(fact)

    # --- step 1 -----------------------------------------------------------------------

    def _course_at(self, at: int) -> None:
        if at == self.plan.course and not self.written:
            self._write_course(at)

    def _write_course(self, at: int) -> None:
        self.written = True
        self.settle(None)
        sign = self._sign_of_course(at)
        board, state = self.draft.board, self.draft.state
        shown = self.plan.opened
        if state.pursued and not shown:
            shown = board.ship if board.ship in self.words.hexes else NOWHERE
        if shown:
            if not state.pursued and may_be_pursued(self.setting, state):
                self.draft.assume(pursued=True)
            self.draft.emit(OpenCourse(shown, self._refuel(shown)), sign, implied=sign is None)
            return
        sealed = self._sealed_course()
        if sealed is not None and sealed.hex is not None:
            self.course = sealed.hex
            self.draft.emit(LogCourse(sealed.hex, sealed.refuel), sealed)
            return
        hex_id = board.plot if self.setting.sees_plot and board.plot else None
        self.course = hex_id
        self.draft.emit(LogCourse(hex_id, self._refuel(hex_id)), sign, implied=sign is None)

    def _sealed_course(self) -> CourseSealed | None:
        """The course of this turn that was sealed in the chat."""
        sealed = [fact for fact in self.facts if isinstance(fact, CourseSealed)]
        return next((fact for fact in sealed if fact.turn == self.turn.number), None)

    def _sign_of_course(self, at: int) -> Fact | None:
        """What shows the course: the plot's last move, else the ship's counter or a declaration."""
        signs: dict[str, Fact] = {}
        for number, fact in enumerate(self.facts[: at + 1]):
            match fact:
                case PlotMoved():
                    signs["plot"] = fact
                case ShipMoved() if self.plan.shows.get(number) == OPEN:
                    signs["other"] = fact
                case Declared(action="course_logged" | "open_course"):
                    signs["other"] = fact
        return signs.get("plot") or signs.get("other")

    def _refuel(self, end: str | None) -> bool | None:
        """Whether the ship refuelled: a supply ship was turned over, or only its fuel explains
        the way."""
        if not self.setting.sees_plot:
            return None
        last = {fact.supply: fact.used for fact in self.facts if isinstance(fact, SupplyTurned)}
        if any(last.values()):
            return True
        tables, state = self.setting.tables, self.draft.state
        for start, refuels in state.ship.items():
            hexes = tables.hexes_between(start, end) if end else 0
            spent = supply_at(tables, state, start, refuels) == "used"
            if spent and hexes == allowance(tables, state) + tables.refuel_bonus:
                return True
        return False

    def _late_plot(self, fact: PlotMoved) -> None:
        """The plot was moved again after the Royal Navy had acted, and not put back."""
        moves = [f for f in self.facts if isinstance(f, PlotMoved)]
        if fact is not moves[-1] or fact.after == self.course:
            return
        self.settle(fact)
        self.draft.emit(LogCourse(fact.after, None), fact, only=frozenset({"GS-3(1)"}))

    def _escape(self, fact: Fact) -> None:
        if self.left_map:
            return
        self.left_map = True
        self.settle(None)
        tables, board = self.setting.tables, self.draft.board
        ocean = self.plan.ocean or self._likely_ocean()
        plot = board.plot if board.plot in tables.exits.get(ocean, ()) else None
        self.draft.emit(Escape(ocean, plot, self._refuel(None)), fact)

    def _likely_ocean(self) -> str:
        """The ocean for which the ship can have left when the log does not say."""
        tables, state = self.setting.tables, self.draft.state
        reach = allowance(tables, state) + tables.refuel_bonus

        def distance(ocean: str) -> int:
            return min(
                (
                    tables.hexes_between(here, gate)
                    for here in state.ship
                    for gate in tables.exits[ocean]
                ),
                default=reach,
            )

        return min(tables.exits, key=distance)

    def _supplies_moved(self) -> None:
        for supply, place in self.draft.board.supplies.items():
            before = self.supplies_before.get(supply, NOWHERE)
            if place != before and place in self.words.hexes:
                self.draft.emit(PlaceSupply(supply, place), self._last_move_of(supply))

    def _last_move_of(self, supply: str) -> Fact | None:
        moves = [f for f in self.facts if isinstance(f, SupplyMoved) and f.supply == supply]
        return moves[-1] if moves else None

    # --- step 2 -----------------------------------------------------------------------

    def settle(self, fact: Fact | None) -> None:
        """What was moved until now stands: one verb for each piece that lies elsewhere."""
        moves, self.moves = self.moves, []
        if self.draft.choice.extra == "first" and self.written:
            self._extra_unseen(moves[-1] if moves else fact)
        for piece, path in drags(moves).items():
            self._settle_piece(piece, path, moves)
        peeks, self.peeks = self.peeks, []
        for peek in peeks:
            self._look(peek)

    def _extra_unseen(self, fact: Fact | None) -> None:
        """More moves were bought and nothing but the point tells it."""
        if self.draft.state.step != ROYAL_NAVY or self.draft.state.extra:
            return
        self.draft.emit(RollExtra(None), fact, implied=True)
        if self.setting.has_dice:
            self.draft.remark(
                "missing", "GS-5(3)b", "more moves were bought and no die was rolled", fact
            )

    def _settle_piece(self, piece: str, path: list[PieceMoved], moves: list[PieceMoved]) -> None:
        start, end, last = path[0].before, path[-1].after, path[-1]
        steps = tuple(dict.fromkeys(move.seen.step for move in path[:-1]))
        if start in self.words.cups:
            self._out_of_cup(piece, path)
        elif end in self.words.oceans and start in self.words.hexes:
            self.combat.before_results()
            self.draft.emit(ReturnPiece(piece, self.words.oceans[end]), last, steps=steps)
        elif end == OUT and start != OUT:
            self.combat.before_results()
            known = self.draft.state.pieces.get(piece)
            dummy = known is not None and known.kind == "dummy"
            verb = RemoveDummy(piece) if dummy else SinkPiece(piece)
            self.draft.emit(verb, last, steps=steps)
        elif start in self.words.oceans and end in self.words.cups:
            if owed(self.draft.state, PLACE, piece):
                self.draft.emit(PutBack(piece, self.words.oceans[end]), last, steps=steps)
        elif end not in (*self.words.hexes, *self.words.oceans, OUT) and start in self.words.hexes:
            named = end or "where no hex is"
            did = f"{piece} was moved from {start} to {named}"
            self.draft.remark("violation", "GS-5(1)a", did, last, "a hex of the map")
        elif end in self.words.hexes and start != end:
            known = self.draft.state.pieces.get(piece)
            if known is not None and known.at == DRAWN:
                self.draft.emit(Enter(piece, end), last, steps=steps)
            else:
                self._move(piece, path, moves, steps)

    def _out_of_cup(self, piece: str, path: list[PieceMoved]) -> None:
        start, end, last = path[0].before, path[-1].after, path[-1]
        ocean = self.words.oceans[start]
        self._draw(piece, ocean, path[0])
        if end in self.words.hexes:
            self.draft.emit(Enter(piece, end), last)
        elif end in self.words.cups:
            self.draft.emit(PutBack(piece, self.words.oceans[end]), last)
        elif end == OUT:
            self.draft.emit(SinkPiece(piece), last)

    def _draw(self, piece: str, ocean: str, fact: Fact) -> None:
        kind = self._kinds.get(piece) if not self.setting.sees_all else None
        self.draft.emit(Draw(ocean, piece, kind), fact)

    @cached_property
    def _kinds(self) -> dict[str, str]:
        """Kinds that the reader may know from a draw (its own side's)."""
        return {
            change.after.key: change.after.kind
            for fact in self.facts
            for change in fact.seen.changes
            if change.after is not None and change.after.kind is not None and change.after.face_down
        }

    def _move(
        self, piece: str, path: list[PieceMoved], moves: list[PieceMoved], steps: tuple[int, ...]
    ) -> None:
        """One move; two if it goes further than one may and other pieces moved in between."""
        tables, state = self.setting.tables, self.draft.state
        start, end = path[0].before, path[-1].after
        known = state.pieces.get(piece)
        kind = tables.kinds.get(known.kind or "") if known is not None else None
        speed = kind.move if kind is not None else max(k.move for k in tables.kinds.values())
        places = [*(move.before for move in path), end]
        legs = [tables.hexes_between(a, b) for a, b in pairwise(places)]
        between = self._between(path, moves)
        if tables.hexes_between(start, end) > speed and between and max(legs) <= speed:
            cut = between[0]
            self.draft.emit(MovePiece(piece, path[cut].after), path[cut])
            self.draft.emit(MovePiece(piece, end), path[-1])
            return
        self.draft.emit(MovePiece(piece, end), path[-1], steps=steps)

    def _between(self, path: list[PieceMoved], moves: list[PieceMoved]) -> list[int]:
        """After which of its drags another piece was moved before its next one."""
        own = [at for at, move in enumerate(moves) if move.piece == path[0].piece]
        # Between two of its drags, one behind the other in its path, only others' can lie.
        return [number for number, (one, two) in enumerate(pairwise(own)) if two > one + 1]

    def begin_combat(self, fact: Fact | None) -> None:
        """Step 3 begins, if it has not."""
        self.settle(fact)
        if self.draft.state.step != COMBAT and self.draft.state.outcome is None:
            says_so = isinstance(fact, Declared | TrackerSet)
            self.draft.emit(EndMovement(), fact, implied=not says_so)

    # --- what settles -----------------------------------------------------------------

    def _declared(self, at: int, fact: Declared) -> None:
        match fact.action:
            case "extra_moves":
                self._extra(fact)
            case "end_of_movement":
                self.begin_combat(fact)
            case "course_logged" | "open_course":
                self.settle(fact)
            case "escape":
                self._escape(fact)
            case "end_of_turn" | "refuel":
                return
            case _:
                self.combat.declared(at, fact)

    def _rolled(self, at: int, fact: Rolled) -> None:
        if fact.button == "extra_moves":
            self._extra(fact)
        else:
            self.combat.rolled(at, fact)

    def _extra(self, fact: Declared | Rolled) -> None:
        """Bought in one click: the declaration, the point and the die stand in one step."""
        if isinstance(fact, Declared):
            die = next(
                (
                    other.dice[0]
                    for other in self.facts
                    if isinstance(other, Rolled)
                    and other.button == "extra_moves"
                    and other.seen is fact.seen
                    and other.dice
                ),
                None,
            )
            if die is not None:
                return  # the roll of the same click says more
            if self._rolled_later(fact):
                return
            self.draft.emit(RollExtra(None), fact)
            if self.setting.has_dice:
                self.draft.remark(
                    "missing", "GS-5(3)b", "more moves were bought and no die was rolled", fact
                )
        else:
            again = self.draft.state.extra
            paid = any(
                isinstance(f, ScoreMoved | PointsSet) and f.seen is fact.seen for f in self.facts
            )
            if again and not paid:
                self.draft.remark(
                    "suspicious", "dice.repeated", "the die for extra moves was rolled again", fact
                )
                return
            self.draft.emit(RollExtra(fact.dice[0] if fact.dice else None), fact)
        self.settle(fact)

    def _rolled_later(self, fact: Declared) -> bool:
        later = self.facts[self.facts.index(fact) :]
        return any(isinstance(f, Rolled) and f.button == "extra_moves" for f in later)

    def _ship_moved(self, at: int, fact: ShipMoved) -> None:
        if self.plan.course is not None and at < self.plan.course:
            if fact.after in self.setting.tables.exits:
                self._escape(fact)
            return
        if fact.after in self.setting.tables.exits:
            self._escape(fact)
        elif fact.after == OUT:
            self.combat.ship_lost(at, fact)
        elif at in self.plan.shows:
            self.combat.ship_shown(at, fact, self.plan.shows[at])

    def _shown(self, at: int, fact: PieceShown) -> None:
        if at not in self.plan.peeks:
            self.combat.piece_shown(at, fact)
        elif self.moves:
            self.peeks.append(fact)  # a look settles nothing
        else:
            self._look(fact)

    def _look(self, fact: PieceShown) -> None:
        """A piece was turned up and down again: everybody has seen it, no more."""
        self.draft.emit(
            RevealPiece(fact.piece, fact.kind, fact.unit), fact, only=SIGHT, implied=True
        )
        piece = self.draft.state.pieces.get(fact.piece)
        if piece is not None:
            self._set_piece(piece.changed(face_up=False))

    def _set_piece(self, piece: Piece) -> None:
        self.draft.assume(pieces={**self.draft.state.pieces, piece.id: piece})

    def _by_hand(self, fact: PieceCame | PieceWent) -> None:
        """A piece that came or went by no act of the game; the table's own audit speaks of it."""
        self.settle(fact)
        if isinstance(fact, PieceWent):
            pieces = {k: v for k, v in self.draft.state.pieces.items() if k != fact.piece}
            self.draft.assume(pieces=pieces)
        else:
            self._set_piece(Piece(fact.piece, fact.after, fact.kind, fact.unit))

    def _points(self, at: int, fact: ScoreMoved | PointsSet) -> None:
        if at < self.points_seen:
            return
        self.points_seen = at + 1
        if self.draft.choice.extra == "then" and self.written:
            self.settle(fact)
            self._extra_unseen(fact)
        elif self.draft.state.step == COMBAT:
            self.settle(fact)
        self.tell_points(fact, self._windows)

    @cached_property
    def _windows(self) -> frozenset[int]:
        """The steps in which the window was set."""
        return windows_in(self.facts)

    def tell_points(self, fact: ScoreMoved | PointsSet, windows: Set[int]) -> None:
        """Points as a fact shows them; where the window was set in the same step, it says them."""
        if isinstance(fact, PointsSet) or fact.seen.step not in windows:
            self.draft.points_shown(fact.points, fact)

    def all_points(self) -> None:
        """Look ahead to where the points of this turn end."""
        for at, fact in enumerate(self.facts):
            if isinstance(fact, ScoreMoved | PointsSet):
                self._points(at, fact)
