"""A log cut into turns, by whatever shows that one ended: turn marker, tracker, declaration.

People tidy up late: pieces turned down and markers put away after the end of the turn was declared
still belong to the turn before. A course plotted before the turn was closed belongs to the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import pairwise

from generator.light import dataclass
from validator.rules.bridging import Scene, Seen, Token
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
    TurnSet,
)

from .bridge_facts import (
    POINTS,
    PlotMoved,
    PursuitMarkerMoved,
    SearchMarkerMoved,
    ShipMoved,
    ShipTurned,
    SupplyMoved,
    SupplyTurned,
    TakenMarkerMoved,
    Words,
)

COURSE_WORDS = frozenset({"course_logged", "open_course", "escape"})
MARKERS = "Markers"
_TRACKED = ("Score ", "Turn ")


@dataclass(slots=True)
class Board:
    """What lies where, as far as it can be seen; changed fact by fact."""

    plot: str = NOWHERE
    supplies: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    ship: str = NOWHERE
    """Where the ship's counter stands on the main map."""
    damaged: bool | None = None
    """The side the ship's counter shows; ``None`` while nobody has seen it."""
    pieces: dict[str, str] = field(default_factory=dict)
    """Royal Navy pieces that can be followed: to their hex, cup or box."""
    face_up: set[str] = field(default_factory=set)
    searches: dict[str, str] = field(default_factory=dict)
    pursuit: str = NOWHERE
    taken: set[str] = field(default_factory=set)
    """Troopship hexes with a marker on them."""
    marker: int = 0
    """Points on the track."""
    points: int = 0
    """Points in the window."""

    def apply(self, fact: Fact) -> None:
        """What a fact changes."""
        match fact:
            case PlotMoved(after=after):
                self.plot = after
            case SupplyMoved(supply=supply, after=after):
                self.supplies[supply] = after
            case SupplyTurned(supply=supply, used=used):
                (self.used.add if used else self.used.discard)(supply)
            case ShipMoved(after=after):
                self.ship = after
            case ShipTurned(damaged=damaged):
                self.damaged = damaged
            case PieceMoved(piece=piece, after=after) | PieceCame(piece=piece, after=after):
                self.pieces[piece] = after
            case PieceWent(piece=piece):
                self.pieces.pop(piece, None)
                self.face_up.discard(piece)
            case PieceShown(piece=piece):
                self.face_up.add(piece)
            case PieceHidden(piece=piece):
                self.face_up.discard(piece)
            case SearchMarkerMoved(marker=marker, after=after):
                self.searches[marker] = after
            case PursuitMarkerMoved(after=after):
                self.pursuit = after
            case TakenMarkerMoved(after=after):
                self.taken.add(after)
            case ScoreMoved(points=points):
                self.marker = points
            case PointsSet(points=points):
                self.points = points

    def copy(self) -> Board:
        """A board that later facts do not touch."""
        return Board(
            self.plot,
            dict(self.supplies),
            set(self.used),
            self.ship,
            self.damaged,
            dict(self.pieces),
            set(self.face_up),
            dict(self.searches),
            self.pursuit,
            set(self.taken),
            self.marker,
            self.points,
        )


@dataclass(slots=True)
class Turn:
    """The facts of one turn, in order."""

    number: int
    facts: list[Fact] = field(default_factory=list)
    late_points: list[ScoreMoved | PointsSet] = field(default_factory=list)
    """Points that were marked next, after the turn was closed and before the next began."""
    ship_left: str = NOWHERE
    """Where the ship's counter still stood when the turn began, if it was put away then."""
    closed: Seen | None = None
    """The step that ended it; ``None``: the log ends in it."""


def board_of(scene: Scene, words: Words) -> Board:
    """The board on which a scene begins."""
    board = Board(points=scene.properties.get(POINTS, 0))
    for token in scene.start.values():
        _lay(board, token, words)
    return board


def _lay(board: Board, token: Token, words: Words) -> None:
    match words.role(token):
        case "plot":
            board.plot = token.place
        case "supply":
            board.supplies[token.key] = token.place
            if token.level > 1:
                board.used.add(token.key)
        case "ship":
            board.ship = token.place if token.map == words.sea else NOWHERE
            board.damaged = token.level > 1
        case "navy":
            board.pieces[token.key] = token.place
            if not token.face_down and token.place in words.hexes:
                board.face_up.add(token.key)
        case "search_marker":
            board.searches[token.key] = token.place
        case "pursuit_marker":
            board.pursuit = token.place
        case "taken_marker" if token.place in words.hexes:
            board.taken.add(token.place)
        case "score_marker" if token.place.startswith(_TRACKED[0]):
            board.marker = int(token.place.rpartition(" ")[2])


def first_turn(scene: Scene, words: Words) -> int:
    """The turn on which the scene begins: by the marker, else by the tracker."""
    for token in scene.start.values():
        if words.role(token) == "turn_marker" and token.place.startswith(_TRACKED[1]):
            return int(token.place.rpartition(" ")[2]) + (20 if token.level > 1 else 0)
    return scene.turn[0] if scene.turn is not None else 1


def turns_of(facts: Iterable[Fact], first: int, words: Words) -> list[Turn]:
    """Cut the facts into turns; the last one may be open."""
    turns = [Turn(first)]
    for fact in facts:
        turn = turns[-1]
        shown = _turn_shown(fact, turn.number)
        if shown is None:
            turn.facts.append(fact)
        elif shown > turn.number:
            turn.closed = turn.closed or fact.seen
            turns.append(Turn(shown))
        elif shown < turn.number and len(turns) > 1 and not any(map(_is_play, turn.facts)):
            # Set too far or too early, and put back before anything was done.
            turns.pop()
            turns[-1].facts += turn.facts
            turns[-1].closed = None
    habit = False
    for earlier, later in pairwise(turns):
        _put_late_facts_back(earlier, later, words)
        habit = _put_early_course_on(earlier, later, words, habit) or habit
    return turns


def _turn_shown(fact: Fact, now: int) -> int | None:
    """The turn that a fact shows; ``None`` if it shows none."""
    match fact:
        case TurnSet(turn=turn):
            return turn
        case TrackerSet(turn=turn) if turn != now:
            return turn
        case Declared(action="end_of_turn", turn=declared):
            return (now if declared is None else declared) + 1
    return None


def _is_play(fact: Fact) -> bool:
    """Whether a fact is part of play, not of tidying up or talk."""
    return not isinstance(
        fact, TakenMarkerMoved | TrackerSet | PointsSet | ScoreMoved | PieceHidden
    )


def _put_late_facts_back(earlier: Turn, later: Turn, words: Words) -> None:
    """Tidying that came after the close of a turn; points may still have been of that turn."""
    stay: list[Fact] = []
    for at, fact in enumerate(later.facts):
        late = _tidies(fact, words) and not _leaves_unseen(fact, earlier)
        if late or _pursues_late(fact, later, words):
            earlier.facts.append(fact)
            if isinstance(fact, ShipMoved) and fact.before in words.hexes:
                later.ship_left = fact.before
        elif isinstance(fact, ScoreMoved | PointsSet | TrackerSet):
            stay.append(fact)
        elif isinstance(fact, PursuitMarkerMoved):
            stay.append(fact)  # put away now, it was on the map when its turn closed
        else:
            stay += later.facts[at:]
            break
        if isinstance(fact, ScoreMoved | PointsSet):
            earlier.late_points.append(fact)
    later.facts = stay


def _leaves_unseen(fact: Fact, earlier: Turn) -> bool:
    """Whether a piece is moved that did not fight in the earlier turn: that is no aftermath."""
    return isinstance(fact, PieceMoved) and not any(
        isinstance(f, PieceShown) and f.piece == fact.piece for f in earlier.facts
    )


def _pursues_late(fact: Fact, later: Turn, words: Words) -> bool:
    """Whether a pursuit said when the turn was over was taken for one of that turn: the ship then
    went openly."""
    match fact:
        case Declared(action="pursue") | PursuitMarkerMoved() if not _is_put_away(fact, words):
            for other in later.facts:
                if isinstance(other, PieceMoved):
                    return False
                if isinstance(other, ShipMoved) and other.after in words.hexes:
                    return True
    return False


def _is_put_away(fact: Fact, words: Words) -> bool:
    return isinstance(fact, PursuitMarkerMoved) and fact.after not in words.hexes


def _tidies(fact: Fact, words: Words) -> bool:
    match fact:
        case PieceHidden() | TakenMarkerMoved() | TurnSet():
            return True
        case ShipMoved(after=after):
            return after == NOWHERE
        case ShipTurned():
            return True
        case SearchMarkerMoved(after=after):
            return after not in words.hexes
        case PieceMoved(before=before, after=after):
            return before in words.hexes and after not in words.hexes
    return False


def _put_early_course_on(earlier: Turn, later: Turn, words: Words, habit: bool) -> bool:
    """A course written for the next turn before this one was closed: nothing of this turn
    follows it, and the next turn goes on without a course of its own.

    Where the log ends before that can be seen, it is one only if it was so before (``habit``).
    Whether one was put on.
    """
    last = len(earlier.facts)
    for at in range(len(earlier.facts) - 1, -1, -1):
        fact = earlier.facts[at]
        if isinstance(fact, PlotMoved | SupplyTurned) or (
            isinstance(fact, Declared) and fact.action in COURSE_WORDS
        ):
            last = at
        elif not _closes(fact, words):
            break
    moved = [f for f in earlier.facts[last:] if not _closes(f, words)]
    before = earlier.facts[:last]
    acted = any(_is_navy_or_combat(fact, words) for fact in before)
    if not moved or not acted or any(isinstance(f, PieceMoved) for f in moved):
        return False
    plotted = any(isinstance(f, PlotMoved) for f in moved)
    declared = any(isinstance(f, Declared) for f in moved)
    if plotted and not declared and not (_goes_on_without(later, words) or habit):
        return False
    earlier.facts = before + [f for f in earlier.facts[last:] if _closes(f, words)]
    later.facts[:0] = moved
    return plotted


def _goes_on_without(turn: Turn, words: Words) -> bool:
    """Whether a turn is played without its plot being moved before the Royal Navy acts."""
    for fact in turn.facts:
        if isinstance(fact, PlotMoved):
            return False
        if _is_navy_or_combat(fact, words) or isinstance(fact, Declared):
            return True
    return False


def _closes(fact: Fact, words: Words) -> bool:
    if isinstance(fact, PursuitMarkerMoved):
        return fact.after not in words.hexes
    return _tidies(fact, words) or isinstance(fact, ScoreMoved | PointsSet | TrackerSet)


def _is_navy_or_combat(fact: Fact, words: Words) -> bool:
    match fact:
        case PieceMoved(before=before, after=after):
            return before not in words.cups or after not in words.cups
        case Rolled() | PieceShown() | DrawTakenBack():
            return True
        case ShipMoved(after=after):
            return after in words.hexes
        case Declared(action=action):
            return action not in COURSE_WORDS
    return False
