"""Step 3 of a turn read as verbs: contact, carrier searches, combat, raid, pursuit, the loss."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from validator.rules.facts import (
    NOWHERE,
    Declared,
    Fact,
    PieceMoved,
    PieceShown,
    Rolled,
    ScoreMoved,
    drags,
)

from .bridge_facts import PursuitMarkerMoved, SearchMarkerMoved, ShipMoved, ShipTurned
from .bridge_plan import CONTACT, FIRES, FOUND, RAID, Search, contact_follows
from .facts import engaged, hits_on, owed, was_fired_at
from .state import FIRE, OUT, ROLL_RAID, ROLL_SINKING, ROYAL_NAVY, SHIP, VOYAGE_LOG, State
from .verbs import (
    AirAttack,
    AirSearch,
    Answer,
    DamageShip,
    Fire,
    NoContact,
    Pursue,
    Raid,
    RevealPiece,
    RollRaid,
    RollScuttling,
    RollSinking,
    Scuttle,
    ShowShip,
)

if TYPE_CHECKING:
    from .bridge_turn import TurnReader

SIGHT = frozenset(
    {
        "GS-2(5)a",
        "GS-5(4)b",
        "GS-5(5)b",
        "GS-5(6)b",
        "GS-9(2)",
        "GS-9(3)",
        "GS-9(4)",
        "GS-9(5)",
        "DG-1",
    }
)
"""What a mere look at a piece can bring to light."""
_PURSUIT = frozenset({"GS-6(6)a", "GS-10(Q6)"})
"""What a pursuit is judged by; when in the turn it is said does not matter."""
_SEVERAL = 2
_SPLIT = frozenset({"GS-6(2)h"})
"""How many dice each of several targets got is not known: only that there were several."""


class Combat:
    """The third step of the turn that a reader is reading."""

    def __init__(self, reader: TurnReader) -> None:
        self.reader = reader
        self.draft = reader.draft
        self.plan = reader.plan
        self.facts = reader.facts
        self.setting = reader.setting
        self.met = False
        """Contact has been entered."""
        self.searched: set[Search] = set()
        self.raided_by: set[str] = set()
        """Which signs of a raid have been seen: declared, shown, rolled."""
        self.early_pursuits: list[tuple[int, Declared | PursuitMarkerMoved]] = []
        self.targets_seen: list[str] = []
        """Pieces the ship can have fired at when it did."""
        self.several_lost = False
        """The ship fired, and more than one piece of the combat was taken off the map."""

    @property
    def state(self) -> State:
        """The state after the acts read so far."""
        return self.draft.state

    # --- signs ------------------------------------------------------------------------

    def declared(self, at: int, fact: Declared) -> None:
        """A declaration of the third step, or scuttling."""
        match fact.action:
            case "contact":
                self.contact(fact)
            case "no_contact":
                self.reader.begin_combat(fact)
                if not self.state.contact and not contact_follows(self.facts, at):
                    self.draft.emit(NoContact(), fact)
            case "air_search":
                self.reader.begin_combat(fact)
                self.search_complete(at, fact)
                if any(search.at >= at for search in self.plan.searches):
                    return
                if self._hidden_searcher(fact):
                    did = f"a carrier searched face down ({fact.detail})"
                    self.draft.remark("violation", "GS-5(6)b", did, fact)
                else:
                    did = f"a carrier searched ({fact.detail}), and no marker shows where"
                    self.draft.remark("unverifiable", "GS-5(6)c", did, fact)
            case "found" | "not_found":
                self.reader.begin_combat(fact)
                if not self._searches():
                    self.draft.emit(Answer(fact.action == "found"), fact)
            case "raid":
                self._raid("declared", fact)
            case "pursue":
                self._pursue(at, fact)
            case "scuttle":
                self._scuttle(fact)

    def rolled(self, at: int, fact: Rolled) -> None:
        """Dice of the third step, or of the ship's loss."""
        die = fact.dice[0] if fact.dice else None
        if fact.button in FIRES:
            self._fire(fact)
        elif fact.button == "air_attack":
            self.reader.begin_combat(fact)
            self._all_searches()
            self.draft.emit(AirAttack(self._finder(), fact.dice), fact)
        elif fact.button == "commerce_raid":
            self._raid("rolled", fact)
            self.draft.emit(RollRaid(die), fact)
        elif fact.button == "sinking":
            self._roll_loss(RollSinking(die), fact)
        elif fact.button == "scuttling":
            self._scuttle(fact)
            self.draft.emit(RollScuttling(die), fact)

    def ship_shown(self, at: int, fact: ShipMoved, cause: str) -> None:
        """The ship's counter was put on a hex."""
        if cause == CONTACT:
            self.contact(fact)
        elif cause == FOUND:
            self.reader.begin_combat(fact)
            for search in self.plan.searches:
                if search.hex == fact.after:
                    self._search(search)
        elif cause == RAID:
            self._raid("shown", fact)

    def piece_shown(self, at: int, fact: PieceShown) -> None:
        """A piece was turned up for good."""
        if at == self.plan.contact:
            self.contact(fact)
        if self._awaited(at, fact):
            return
        piece = self.state.pieces.get(fact.piece)
        if piece is not None and piece.face_up:
            return
        if fact.kind == "CV" and not self._moves_follow(at):
            self.reader.begin_combat(fact)
            self._no_contact(fact)
        self._reveal(fact)

    def _moves_follow(self, at: int) -> bool:
        """Whether the Royal Navy goes on moving before anything else settles."""
        for fact in self.facts[at:]:
            if isinstance(fact, PieceMoved) and fact.after in self.setting.words.hexes:
                return True
            if isinstance(fact, Declared | Rolled | ShipMoved | SearchMarkerMoved | ScoreMoved):
                return False
        return False

    def _awaited(self, at: int, fact: PieceShown) -> bool:
        """Whether contact or a search will turn the piece up in its order."""
        place = self.plan.places.get(at)
        if not self.met and self.plan.contact is not None and place == self.plan.contact_hex:
            return True
        waiting = [s for s in self.plan.searches if s not in self.searched]
        return any(search.cv == fact.piece for search in waiting)

    # --- GS-5(5) ----------------------------------------------------------------------

    def contact(self, fact: Fact) -> None:
        """The ship is shown, the pieces in its hex are shown."""
        if self.met:
            return
        self.reader.begin_combat(fact)
        self.met = True
        place = self.plan.contact_hex or self._plotted()
        if place == NOWHERE:
            self.draft.remark(
                "missing", "GS-5(5)a", "contact was declared and the ship was not shown", fact
            )
            return
        shown = [f for at, f in enumerate(self.facts) if self.plan.shows.get(at) == CONTACT]
        self.draft.emit(ShowShip(place), shown[0] if shown else fact)
        for at, other in enumerate(self.facts):
            here = self.plan.places.get(at) == place and at not in self.plan.peeks
            if isinstance(other, PieceShown) and here:
                self._reveal(other)
        if not self.setting.has_dice:
            self._fires_unseen(fact)

    def _plotted(self) -> str:
        board = self.draft.board
        return board.plot if self.setting.sees_plot else NOWHERE

    def _reveal(self, fact: PieceShown, only: frozenset[str] | None = None) -> None:
        piece = self.state.pieces.get(fact.piece)
        if piece is None or not piece.face_up:
            self.draft.emit(RevealPiece(fact.piece, fact.kind, fact.unit), fact, only=only)

    def _no_contact(self, fact: Fact | None) -> None:
        """The German's silence says that nothing is in the ship's hex."""
        if not self.state.contact and self.state.outcome is None:
            self.draft.emit(NoContact(), fact, implied=True)

    # --- GS-5(6) ----------------------------------------------------------------------

    def search_complete(self, at: int, fact: Declared | SearchMarkerMoved) -> None:
        """A carrier search whose carrier and hex are both known now."""
        for search in self.plan.searches:
            if search.at == at:
                self._search(search)

    def _search(self, search: Search) -> None:
        if search in self.searched:
            return
        self.searched.add(search)
        fact = self.facts[search.at]
        self.reader.begin_combat(fact)
        self._no_contact(fact)
        for other in self.facts:
            if isinstance(other, PieceShown) and other.piece == search.cv:
                # Shown for a search that was none: the search itself is judged.
                wrong = self.state.contact == "shown" or other.kind != "CV"
                self._reveal(other, SIGHT if wrong else None)
                break
        self.draft.emit(AirSearch(search.cv, search.hex), fact)
        self.draft.emit(Answer(search.found), self._answer_to(search), implied=not search.found)

    def _hidden_searcher(self, fact: Declared) -> bool:
        """Whether a carrier is said to search and was not turned up, before or after."""
        unit = self.setting.units.get(fact.detail.removeprefix("by ").strip())
        known = any(p.unit == unit and p.face_up for p in self.state.pieces.values())
        shown = any(isinstance(f, PieceShown) and f.unit in (unit, None) for f in self.facts)
        return unit is not None and not known and not shown

    def _answer_to(self, search: Search) -> Fact:
        for later, fact in enumerate(self.facts):
            answered = isinstance(fact, Declared) and fact.action in ("found", "not_found")
            if answered and later > search.at:
                return fact
            if isinstance(fact, ShipMoved) and fact.after == search.hex:
                return fact
        return self.facts[search.at]

    def _all_searches(self) -> None:
        for search in self.plan.searches:
            self._search(search)

    def _searches(self) -> bool:
        declared = any(isinstance(f, Declared) and f.action == "air_search" for f in self.facts)
        return bool(self.plan.searches) or declared

    def _finder(self) -> str:
        """The carrier that attacks: the one that searched last, else any that is shown."""
        if self.state.searches:
            return self.state.searches[-1][0]
        carriers = [p.id for p in self.state.pieces.values() if p.kind == "CV" and p.face_up]
        return carriers[0] if carriers else "a carrier"

    # --- GS-6 -------------------------------------------------------------------------

    def _fire(self, fact: Rolled) -> None:
        if self.plan.contact is not None and not self.met:
            self.contact(self.facts[self.plan.contact])
        self.reader.begin_combat(fact)
        if fact.button == "graf_spee_fires" and self.state.discovered == "air":
            did = "the ship fired back at an air attack"
            self.draft.remark("interpretation", "DG-10", did, fact)
            self.draft.emit(Fire(SHIP, self._finder(), fact.dice), fact, only=frozenset())
            return
        shooter: str | None = SHIP
        target: str | None = SHIP
        if fact.button == "graf_spee_fires":
            target = self._target()
        else:
            shooter = self._shooter("BB" if fact.button == "battleship_fires" else "CA")
        if shooter is None or target is None:
            did = "dice for a combat were rolled and no piece is known to fight"
            self.draft.remark("violation", "GS-6(1)", did, fact)
            return
        self._fires(shooter, target, fact.dice, fact)

    def _fires(
        self,
        shooter: str,
        target: str,
        dice: tuple[int, ...] | None,
        fact: Fact,
        implied: bool = False,
    ) -> None:
        """One ship's fire; the raider's is read as split where only that explains the losses."""
        lost = self._lost_in_combat() if shooter == SHIP else []
        self.several_lost = self.several_lost or len(lost) >= _SEVERAL
        if len(lost) < _SEVERAL or not (dice is None or self.draft.choice.split):
            self.draft.emit(Fire(shooter, target, dice), fact, implied=implied)
            return
        left = None if dice is None else tuple(sorted(dice, reverse=True))
        for number, piece in enumerate(lost):
            share = left
            if left is not None and number < len(lost) - 1:
                count = self._hits_for(piece)
                share, left = left[:count], left[count:]
            self.draft.emit(Fire(SHIP, piece, share), fact, only=_SPLIT)

    def _lost_in_combat(self) -> list[str]:
        """Pieces of this turn's combat that were taken off the map."""
        known, tables = self.state.pieces, self.setting.tables
        return [p for p in self._gone() if p in known and engaged(tables, self.state, known[p])]

    def _hits_for(self, piece: str) -> int:
        """Hits that a piece must have taken to be where it went."""
        tables = self.setting.tables
        went = drags(self.facts)[piece][-1].after
        return tables.sunk_at if went == OUT else tables.damaged_at

    def _fires_unseen(self, fact: Fact) -> None:
        """Dice thrown beside the computer: all who must fire have done so."""
        for waiting in [p for p in self.state.pending if p.what == FIRE]:
            target = self._target() if waiting.piece == SHIP else SHIP
            if target is not None:
                self._fires(waiting.piece, target, None, fact, implied=True)

    def _shooter(self, kind: str) -> str | None:
        """Who fired: one that has not yet, else one that did already, else a dummy."""
        waiting = [p.piece for p in self.state.pending if p.what == FIRE and p.piece != SHIP]
        known = self.state.pieces
        here = [p for p in known.values() if p.at == self.plan.contact_hex] or [*known.values()]
        ranked = [
            [piece for piece in waiting if known[piece].kind == kind],
            [p.id for p in here if p.kind == kind],
            [p.id for p in here if p.kind == "dummy" and p.face_up],
            waiting,
            [p.id for p in known.values() if p.kind == kind],
            [p.id for p in here if p.face_up],
        ]
        return next((row[0] for row in ranked if row), None)

    def _target(self) -> str | None:
        """At whom the ship fired; the referee may choose another (`Choice.target`)."""
        self.targets_seen = self._targets()
        if self.draft.choice.target is not None:
            return self.draft.choice.target
        return self.targets_seen[0] if self.targets_seen else None

    def _targets(self) -> list[str]:
        """Pieces the ship can have fired at, the likeliest first."""
        tables = self.setting.tables
        fighting = [p for p in self.state.pieces.values() if engaged(tables, self.state, p)]
        gone = self._gone()
        here = [
            p
            for p in self.state.pieces.values()
            if p.face_up and p.at == self.plan.contact_hex and p not in fighting
        ]
        fighting.sort(key=lambda p: (p.id not in gone, p.kind == "CV"))
        return [p.id for p in (*fighting, *here)]

    def _gone(self) -> list[str]:
        """Pieces that were taken off the map this turn, in the order in which they went."""
        hexes = self.setting.words.hexes
        return [
            piece
            for piece, path in drags(self.facts).items()
            if path[-1].after not in hexes and any(move.before in hexes for move in path)
        ]

    def before_results(self) -> None:
        """Something is about to be taken off or marked: what led to it comes first."""
        if self.plan.contact is not None and not self.met:
            self.contact(self.facts[self.plan.contact])

    def ship_turned(self, at: int, fact: ShipTurned) -> None:
        """The ship's counter was turned to its damaged or to its sound side, to stay."""
        if fact.damaged == self.state.damaged or any(
            isinstance(f, ShipTurned) for f in self.facts[at + 1 :]
        ):
            return
        if fact.damaged and self._turned_out_of_sight(fact):
            self.draft.assume(damaged=True, hits=max(1, self.state.hits))
            return
        self.reader.settle(fact)
        self.before_results()
        if not fact.damaged:
            did = "the damaged ship was turned to its sound side"
            self.draft.remark("violation", "GS-6(2)f", did, fact)
            self.draft.assume(damaged=False)
            return
        self._air_attack_unseen(fact)
        self.draft.emit(DamageShip(), fact)

    def _turned_out_of_sight(self, fact: ShipTurned) -> bool:
        """Whether the counter comes back damaged from a fight whose dice nobody saw."""
        came = any(isinstance(f, ShipMoved) and f.seen is fact.seen for f in self.facts)
        unseen = came and not self.setting.sees_plot and not self.setting.has_dice
        return unseen and self.draft.memory.fought

    def _air_attack_unseen(self, fact: Fact) -> None:
        hit = was_fired_at(self.state, SHIP)
        if not self.setting.has_dice and not hit:
            self._all_searches()
            if self.state.discovered == "air":
                self.draft.emit(AirAttack(self._finder(), None), fact, implied=True)

    def _pursue(self, at: int, fact: Declared) -> None:
        if self._too_early(at):
            self.early_pursuits.append((at, fact))
            return
        self.reader.begin_combat(fact)
        self.before_results()
        name = fact.detail.removeprefix("by ").strip()
        unit = self.setting.units.get(name)
        for piece in self.state.pieces.values():
            if piece.id == unit or (unit is not None and piece.unit == unit):
                self.draft.emit(Pursue(piece.id), fact, only=_PURSUIT)
                return
        did = f"pursuit was declared {fact.detail}, which is not known to be on the map"
        self.draft.remark("violation", "GS-6(6)a", did.replace("  ", " "), fact)

    def _too_early(self, at: int) -> bool:
        """Whether pursuit is said before step 3: that ends nobody's movement."""
        moving = not self.reader.written or self._moves_follow(at)
        return moving and self.state.step in (VOYAGE_LOG, ROYAL_NAVY)

    def judge_early_pursuits(self) -> None:
        """At the end of the turn pursuits that were said too early count as said then."""
        for at, fact in self.early_pursuits:
            if isinstance(fact, Declared):
                self._pursue(at, fact)
            else:
                self.pursuit_marked(at, fact)

    @cached_property
    def _last_pursuit(self) -> int:
        """Which marker says who pursues: the last one; none where it is declared."""
        if any(isinstance(f, Declared) and f.action == "pursue" for f in self.facts):
            return len(self.facts)
        marked = (at for at, f in enumerate(self.facts) if isinstance(f, PursuitMarkerMoved))
        return max(marked, default=0)

    def pursuit_marked(self, at: int, fact: PursuitMarkerMoved) -> None:
        """By hand: the marker on the map says that a cruiser pursues."""
        if at < self._last_pursuit:
            return
        if self._too_early(at):
            self.early_pursuits.append((at, fact))
            return
        self.reader.begin_combat(fact)
        self.before_results()
        pieces = [p for p in self.state.pieces.values() if p.kind == "CA"]
        gone = self._gone()
        pieces.sort(
            key=lambda p: (
                p.fought != self.state.turn,
                p.id in gone or bool(hits_on(self.state, p.id)),
                p.at != fact.after,
            )
        )
        if pieces and pieces[0].id in gone and hits_on(self.state, pieces[0].id) is None:
            # Its dice are unknown, its fate is not.
            did = f"{pieces[0].id} pursues and was hit"
            self.draft.remark("violation", "GS-6(6)a", did, fact)
            self.draft.emit(Pursue(pieces[0].id), fact, only=frozenset())
        elif pieces:
            self.draft.emit(Pursue(pieces[0].id), fact, only=_PURSUIT)
        else:
            did = "the pursuit marker was put on the map and no cruiser is known to have fought"
            self.draft.remark("violation", "GS-6(6)a", did, fact)

    # --- GS-7 -------------------------------------------------------------------------

    def _raid(self, sign: str, fact: Fact) -> None:
        self.reader.begin_combat(fact)
        self._all_searches()
        self._no_contact(fact)
        again = sign in self.raided_by and sign != "rolled"
        if not self.raided_by or again:
            self.raid_in(self.plan.raid_hex, fact)
        self.raided_by.add(sign)

    def raid_in(self, place: str | None, fact: Fact | None) -> None:
        """Enter a raid; of an icon that may have paid before the log began, what fits best."""
        state, tables = self.state, self.setting.tables
        unknown = "taken" in state.doubt and place in tables.icons - state.taken
        if unknown and place is not None and self._rolls_raid():
            self.draft.assume(taken=state.taken | {place})
        self.draft.emit(Raid(place), fact)
        if not self.setting.has_dice and owed(self.state, ROLL_RAID):
            self.draft.emit(RollRaid(None), fact, implied=True)

    def _rolls_raid(self) -> bool:
        return any(isinstance(f, Rolled) and f.button == "commerce_raid" for f in self.facts)

    # --- GS-8(3) ----------------------------------------------------------------------

    def _scuttle(self, fact: Fact) -> None:
        self.reader.settle(fact)
        if not self.state.scuttled:
            self.draft.emit(Scuttle(), fact)

    def _roll_loss(self, verb: RollSinking | RollScuttling, fact: Fact) -> None:
        self.reader.settle(fact)
        self.before_results()
        self.reader.all_points()
        self.draft.book_before_loss()
        self.draft.emit(verb, fact)

    def ship_lost(self, at: int, fact: ShipMoved) -> None:
        """The ship's counter left the game: sunk, or scuttled."""
        later = [f for f in self.facts[at + 1 :] if isinstance(f, ShipMoved)]
        if any(f.after in self.setting.words.hexes for f in later):
            return
        self.reader.settle(fact)
        self.before_results()
        self._air_attack_unseen(fact)
        announced = any(
            (isinstance(f, Declared) and f.action == "scuttle")
            or (isinstance(f, Rolled) and f.button in ("scuttling", "sinking"))
            for f in self.facts
        )
        if announced or self.state.scuttled or self.state.loss_rolled:
            return
        if self.setting.has_dice and owed(self.state, ROLL_SINKING):
            return
        if was_fired_at(self.state, SHIP) and hits_on(self.state, SHIP) != 0:
            self._roll_loss(RollSinking(None), fact)
            return
        self._scuttle(fact)
        if not self.setting.has_dice:
            self._roll_loss(RollScuttling(None), fact)

    def all_told(self) -> None:
        """Nothing more follows: enter what is known and was waited for."""
        if self.plan.contact is not None:
            self.contact(self.facts[self.plan.contact])
        self._all_searches()

    @property
    def ship_is_lost(self) -> bool:
        """Whether the ship has left the game."""
        return self.draft.board.ship == OUT or self.state.loss_rolled or self.state.scuttled
