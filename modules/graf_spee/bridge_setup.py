"""How a log begins: the set-up read from the table, or a game under way projected from it."""

from __future__ import annotations

from collections.abc import Sequence

from validator.hidden.whereabouts import Whereabouts
from validator.rules.bridging import Scene
from validator.rules.facts import (
    Declared,
    DrawTakenBack,
    Fact,
    PieceMoved,
    PieceShown,
    PointsSet,
    Rolled,
    ScoreMoved,
    TrackerSet,
)

from .bridge_draft import Draft
from .bridge_facts import START, PlaceSealed, PlotMoved, ShipMoved, SupplyMoved, Words
from .bridge_turns import Board, Turn
from .state import COMBAT, DRAWN, OUT, ROYAL_NAVY, THIS_TURN, VOYAGE_LOG, Piece, State, Supply
from .tables import Tables
from .verbs import ChooseStart, PlaceSupply, Split

MEMORY = frozenset({"taken", "supplies", "pursued", "damaged", "hits", "ship", "late", "returns"})
"""What a table does not show of a game under way."""


def is_fresh(board: Board, turn: int, scene: Scene, words: Words) -> bool:
    """Whether nothing but the set-up can have happened."""
    played = any(place in words.hexes or place == OUT for place in board.pieces.values())
    tracked = scene.turn is not None and scene.turn > (1, 0)
    return turn == 1 and not board.marker and not board.points and not played and not tracked


def play_from(turn: Turn, words: Words) -> int:
    """Where the set-up ends: the first fact that belongs to play."""
    for at, fact in enumerate(turn.facts):
        match fact:
            case Declared() | Rolled() | DrawTakenBack() | ScoreMoved() | PointsSet():
                return at
            case TrackerSet(phase=phase) if phase > 0:
                return at
            case ShipMoved(after=after) if after in words.hexes or after in words.oceans:
                return at
            case PieceMoved(after=after) if after not in words.cups:
                if not _is_put_back(turn.facts, at, words):
                    return at
    return len(turn.facts)


def _is_put_back(facts: Sequence[Fact], at: int, words: Words) -> bool:
    """Whether a piece taken out of a cup goes into one next: looked at, not played."""
    first = facts[at]
    assert isinstance(first, PieceMoved)
    if first.after in words.hexes:
        return False
    for fact in facts[at + 1 :]:
        if isinstance(fact, Declared):
            return False
        if isinstance(fact, PieceMoved) and fact.piece == first.piece:
            return fact.after in words.cups
    return False


def set_up(draft: Draft, scene: Scene, turn: Turn, until: int) -> None:
    """Enter the set-up as it lies on the table when play begins."""
    facts = turn.facts[:until]
    if until == len(turn.facts) and turn.closed is None and not facts:
        return
    _start(draft, facts)
    _supplies(draft, facts)
    _split(draft, scene, facts)


def _sealed(facts: Sequence[Fact]) -> dict[str, PlaceSealed]:
    """What was written on paper and is shown by now."""
    return {f.what: f for f in facts if isinstance(f, PlaceSealed) and f.hex is not None}


def _start(draft: Draft, facts: Sequence[Fact]) -> None:
    sealed = _sealed(facts).get(START)
    if sealed is not None:
        draft.emit(ChooseStart(sealed.hex), sealed)
        return
    if not draft.setting.sees_plot:
        draft.emit(ChooseStart(None), None, implied=True)
        return
    places = _plot_places(draft, facts)
    if not places:
        return
    chosen = draft.choice.start
    at = _likely_start(draft, facts) if chosen is None else min(chosen, len(places) - 1)
    place, fact = places[at]
    draft.emit(ChooseStart(place), fact)


def _plot_places(draft: Draft, facts: Sequence[Fact]) -> list[tuple[str, Fact | None]]:
    """The hexes on which the plot stood during the set-up, in order."""
    hexes = draft.setting.words.hexes
    places: list[tuple[str, Fact | None]] = []
    if draft.board.plot in hexes:
        places.append((draft.board.plot, None))
    places += [(f.after, f) for f in facts if isinstance(f, PlotMoved) and f.after in hexes]
    return places


def _groups(draft: Draft, facts: Sequence[Fact]) -> tuple[list[int], bool]:
    """How many of the plot's places come before each pause, and whether a pause comes last."""
    hexes = draft.setting.words.hexes
    count = int(draft.board.plot in hexes)
    ends: list[int] = []
    paused = True
    for fact in facts:
        if isinstance(fact, PlotMoved):
            if fact.after in hexes:
                count += 1
                paused = False
        elif isinstance(fact, SupplyMoved | PieceMoved) and not paused:
            ends.append(count)
            paused = True
    if not paused:
        ends.append(count)
    return ends, paused


def _likely_start(draft: Draft, facts: Sequence[Fact]) -> int:
    """The plot's place before the last pause (supply ships laid out, pieces divided)."""
    ends, paused = _groups(draft, facts)
    if not ends:
        return 0
    if paused or len(ends) == 1:
        return ends[-1] - 1 if paused else 0
    return ends[-2] - 1


def starts(draft: Draft, turn: Turn) -> list[int]:
    """Other places of the plot that may be the start, where no pause tells it from the course."""
    began = [act for act in draft.acts if isinstance(act.verb, ChooseStart)]
    if not began or not draft.setting.sees_plot:
        return []
    until = play_from(turn, draft.setting.words)
    facts = turn.facts[:until]
    moves = [f for f in facts if isinstance(f, PlotMoved)]
    separated = (
        any(isinstance(fact, SupplyMoved | PieceMoved) for fact in facts[facts.index(moves[0]) :])
        if moves
        else True
    )
    return [] if separated else list(range(1, len(moves)))


def _supplies(draft: Draft, facts: Sequence[Fact]) -> None:
    tables = draft.setting.tables
    if not draft.setting.sees_plot:
        sealed = _sealed(facts)
        for supply in tables.supplies:
            if supply in sealed:
                draft.emit(PlaceSupply(supply, sealed[supply].hex), sealed[supply])
            else:
                draft.emit(PlaceSupply(supply, None), None, implied=True)
        return
    places: dict[str, tuple[str, Fact | None]] = {
        supply: (place, None) for supply, place in draft.board.supplies.items()
    }
    for fact in facts:
        if isinstance(fact, SupplyMoved):
            places[fact.supply] = (fact.after, fact)
    for supply, (place, moved) in places.items():
        if place in draft.setting.words.hexes:
            draft.emit(PlaceSupply(supply, place), moved)


def _split(draft: Draft, scene: Scene, facts: Sequence[Fact]) -> None:
    words, tables = draft.setting.words, draft.setting.tables
    moves = [f for f in facts if isinstance(f, PieceMoved)]
    count = sum(
        number
        for deck, number in scene.decks.items()
        if words.ocean(deck) not in (None, tables.first_box)
    )
    looked = False
    for move in moves:
        before, after = words.ocean(move.before), words.ocean(move.after)
        outside = move.before not in words.cups or move.after not in words.cups
        looked = looked or outside
        if before != after:
            count += (after != tables.first_box) - (before != tables.first_box)
    looked = looked or any(isinstance(f, PieceShown) for f in facts)
    pieces = None
    if draft.setting.sees_all:
        places = dict(draft.board.pieces)
        places.update({move.piece: move.after for move in moves})
        pieces = tuple(
            piece
            for piece, place in places.items()
            if words.ocean(place) not in (None, tables.first_box)
        )
        count = len(pieces)
    draft.emit(Split(count, pieces, not looked), moves[-1] if moves else None)


def projected(tables: Tables, words: Words, scene: Scene, board: Board, turn: int) -> State:
    """A game under way: what the table shows; what it does not is in doubt."""
    phase = scene.turn[1] if scene.turn is not None else 0
    step = (VOYAGE_LOG, ROYAL_NAVY, COMBAT)[min(phase, 2)]
    pieces = {}
    for token in scene.start.values():
        if words.role(token) == "navy":
            box = words.oceans.get(token.place, "")
            beside = box in tables.entries and token.place not in words.cups
            at = DRAWN if beside else box or token.place
            face_up = not token.face_down and token.place in words.hexes
            pieces[token.key] = Piece(token.key, at, token.kind, token.unit, face_up, box=box)
    cups = {}
    if not scene.sees_all:
        cups = dict.fromkeys(tables.entries, 0)
        for deck, count in scene.decks.items():
            if deck in words.cups:
                cups[words.oceans[deck]] += count
    shown = board.ship if board.ship in words.hexes else None
    # The ship's counter may have been left from an earlier turn: only the plot tells for sure.
    plotted = board.plot in words.hexes
    ship = Whereabouts.among((board.plot,) if plotted else tables.neighbours)
    supplies = {
        supply: Supply(
            place if (place := board.supplies.get(supply)) in words.hexes else None,
            supply in board.used,
        )
        for supply in tables.supplies
    }
    seen = {"ship", "supplies"} if board.plot else set()
    if board.damaged is not None:
        seen |= {"damaged", "hits"}
    # A game played by hand leaves the tracker where it is: how far the turn has come is unknown.
    tracked = scene.turn is not None and scene.turn[0] == turn and scene.turn > (1, 0)
    unseen = MEMORY if tracked and step != COMBAT else MEMORY | {THIS_TURN}
    return State(
        step=step,
        turn=turn,
        pieces=pieces,
        cups=cups,
        ship=ship,
        placed=True,
        course_known=step != VOYAGE_LOG and board.plot in words.hexes,
        supplies=supplies,
        split=True,
        damaged=bool(board.damaged),
        hits=int(bool(board.damaged)),
        shown=shown,
        score=board.points or board.marker,
        taken=frozenset(board.taken),
        pursued=board.pursuit in words.hexes,
        doubt=unseen - seen,
    )
