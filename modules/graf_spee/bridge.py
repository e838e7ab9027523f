"""From a log of Pursuit of the Graf Spee to verbs of the game.

The bridge reads differences of the table, not clicks. Moves are drafts until something settles them
(a declaration, a roll, a reveal, a step of the tracker, the end of the turn); what counts is where
things lie then. Buttons, dice and declarations only help: a game played by moving counters alone is
read in the same way, and dice that nobody sees may have shown whatever fits what followed.

``bridge_facts.py`` names what happened, ``bridge_turns.py`` cuts it into turns, ``bridge_plan.py``
sees how the facts of a turn belong together, ``bridge_turn.py``, ``bridge_combat.py`` and
``bridge_close.py`` turn them into acts, ``bridge_draft.py`` collects these and books the points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from validator.rules.bridging import Act, Referee, Scene, Token
from validator.rules.drafting import take_best
from validator.rules.engine import GameRules
from validator.rules.facts import (
    Declared,
    DrawTakenBack,
    Fact,
    PieceMoved,
    PointsSet,
    Rolled,
    ScoreMoved,
    points_by_hand,
)
from validator.rules.sequence import match_actions

from .bridge_draft import POINTS_OF_THE_TURN, Choice, Draft, Memory, Setting, begin_draft
from .bridge_facts import CourseSealed, ShipMoved, Words, facts_of, words_of
from .bridge_plan import OPEN, plan_of
from .bridge_setup import is_fresh, play_from, projected, set_up, starts
from .bridge_turn import TurnReader
from .bridge_turns import Board, Turn, board_of, first_turn, turns_of
from .flow import ACTIONS
from .state import OUT, SET_UP, State
from .tables import SEA_MAP, Tables
from .verbs import Fire

_TRACK = "score"


class GrafSpeeBridge:
    """See `validator.rules.bridging.Bridge`."""

    def start(self, rules: GameRules, scene: Scene) -> State:
        """The state before the first step: before the set-up, or as the table shows it."""
        match_actions(rules.game.actions, ACTIONS, "bridge.py")
        words = words_of(rules.game, rules.tables)
        board, turn = board_of(scene, words), first_turn(scene, words)
        if is_fresh(board, turn, scene, words):
            state = rules.start() if scene.sees_all else rules.start_unseen()
            assert isinstance(state, State)
            return state
        return projected(rules.tables, words, scene, board, turn)

    def read(self, scene: Scene, referee: Referee) -> None:
        """Go through a scene turn by turn."""
        rules = referee.rules
        words = words_of(rules.game, rules.tables)
        facts = list(facts_of(scene, words))
        setting = _setting(rules, scene, words, facts)
        window = board_of(scene, words).points
        facts = list(points_by_hand(facts, window, setting.track, _marked))
        board = board_of(scene, words)
        memory = Memory()
        track = board.points if setting.has_window else board.marker
        turns = turns_of(facts, first_turn(scene, words), words)
        for number, turn in enumerate(turns):
            referee.trust(*POINTS_OF_THE_TURN)
            draft = _read_turn(setting, scene, referee, board, turn, memory, track)
            memory, track = draft.memory, draft.track
            for fact in turn.facts:
                board.apply(fact)
            following = turns[number + 1].number if number + 1 < len(turns) else None
            referee.take(_as_the_table_shows(referee.state, board, words, following))


BRIDGE = GrafSpeeBridge()


def _tokens(scene: Scene) -> Iterator[Token]:
    yield from scene.start.values()
    for seen in scene.steps:
        for change in seen.changes:
            yield change.token


def _has_buttons(facts: Sequence[Fact]) -> bool:
    """Whether buttons are pressed: a marker of points put on its track sets the window too."""
    by_hand = {fact.seen.step for fact in facts if isinstance(fact, ScoreMoved)}
    return any(
        isinstance(fact, Rolled | Declared)
        or (isinstance(fact, PointsSet) and fact.seen.step not in by_hand)
        for fact in facts
    )


def _marked(fact: Fact) -> int | None:
    return fact.points if isinstance(fact, ScoreMoved) else None


def _setting(rules: GameRules, scene: Scene, words: Words, facts: Sequence[Fact]) -> Setting:
    game, tables = rules.game, rules.tables
    assert isinstance(tables, Tables)
    counters = {counter.id: counter.name for counter in game.counters}
    track = next(one for one in game.map(SEA_MAP).tracks if one.marker == _TRACK)
    plots = [token.place for token in _tokens(scene) if words.role(token) == "plot"]
    on_paper = any(isinstance(fact, CourseSealed) for fact in facts)
    plotted = any(place in words.hexes for place in plots) if on_paper else bool(plots)
    return Setting(
        rules,
        tables,
        words,
        not scene.unseen_dice and _has_buttons(facts),
        plotted,
        scene.sees_all,
        any(isinstance(fact, PointsSet) for fact in facts),
        (track.first, track.last),
        {counters[unit]: unit for unit in tables.units},
    )


def _read_turn(
    setting: Setting,
    scene: Scene,
    referee: Referee,
    board: Board,
    turn: Turn,
    memory: Memory,
    track: int,
) -> Draft:
    """Read a turn; when the likeliest reading breaks something, try the others too."""

    def read(choice: Choice) -> tuple[Draft, TurnReader]:
        draft = begin_draft(setting, referee.state, board, memory, choice, track)
        first = 0
        if referee.state.step == SET_UP:
            first = play_from(turn, setting.words)
            set_up(draft, scene, turn, first)
        plan = plan_of(
            setting, draft.state, draft.board, turn.facts, first, turn.closed is not None
        )
        reader = TurnReader(draft, turn, plan)
        reader.read(first)
        return draft, reader

    draft, reader = read(Choice())
    if not draft.borrowed and not referee.cost(draft.acts):
        referee.take(draft.acts)
        return draft
    others = [read(choice)[0] for choice in _other_choices(draft, reader, turn, track)]
    # Of equals the first: points that something explains are likelier than points out of nothing.
    drafts = [draft, *others] if setting.has_dice else [*others, draft]
    drafts.sort(key=lambda one: one.borrowed)
    return take_best(referee, drafts)


def _other_choices(draft: Draft, reader: TurnReader, turn: Turn, track: int) -> Iterator[Choice]:
    targets: list[str | None] = [None]
    if any(isinstance(act.verb, Fire) and act.verb.target != "graf_spee" for act in draft.acts):
        targets += reader.combat.targets_seen
    bought = any(
        (isinstance(f, Declared) and f.action == "extra_moves")
        or (isinstance(f, Rolled) and f.button == "extra_moves")
        for f in turn.facts
    )
    may_have = not bought and _may_have_bought(reader, turn, track)
    extras = ["", "first", "then"] if may_have else [""]
    choices = [Choice(target, extra) for target in targets for extra in extras]
    if reader.combat.several_lost:
        choices.append(Choice(split=True))
    choices += [Choice(start=start) for start in starts(draft, turn)]
    return iter(choices[1:])


def _may_have_bought(reader: TurnReader, turn: Turn, track: int) -> bool:
    """Whether the points can hold the price of more moves: so many pieces moved that it was due,
    or a single point was marked before anything of the third step."""
    words, free = reader.words, reader.setting.tables.pieces_a_turn
    if not any(isinstance(f, ScoreMoved | PointsSet) for f in turn.facts):
        return False
    moved = {f.piece for f in turn.facts if isinstance(f, PieceMoved) and f.after in words.hexes}
    moved |= {f.piece for f in turn.facts if isinstance(f, DrawTakenBack)}
    if len(moved) > free:
        return True
    for at, fact in enumerate(turn.facts):
        if isinstance(fact, ScoreMoved | PointsSet) and fact.points == track + 1:
            return True
        opens = reader.plan.shows.get(at) == OPEN
        if isinstance(fact, ShipMoved) and fact.after in words.hexes and not opens:
            return False
    return False


def _as_the_table_shows(state: State, board: Board, words: Words, turn: int | None) -> list[Act]:
    """What the table shows stands, whatever was read into it."""
    assumed: dict[str, object] = {}
    pieces = dict(state.pieces)
    for key, place in board.pieces.items():
        piece = pieces.get(key)
        if piece is not None and piece.at != place and (place in words.hexes or place == OUT):
            pieces[key] = piece.changed(at=place)
    if any(pieces[key] is not piece for key, piece in state.pieces.items()):
        assumed["pieces"] = pieces
    if turn is not None and state.step != SET_UP and state.outcome is None and state.turn != turn:
        assumed["turn"] = turn
    return [Act(None, assumed=assumed)] if assumed else []
