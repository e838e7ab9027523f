"""From a log of Under Ten Flags to verbs of the game.

The bridge reads the table, not the clicks. A log is cut at the cards of the activation deck;
between two cards moves are drafts until something settles them (a die, a declaration, a counter
drawn or shown, the next card). Buttons, dice and declarations only help: a game played by moving
counters alone is read in the same way, and dice that nobody sees may have shown whatever fits
what followed.

``bridge_facts.py`` names what happened, ``bridge_board.py`` keeps what lies where,
``bridge_cards.py`` cuts at the cards, ``bridge_later.py`` looks ahead, ``bridge_reader.py`` reads
a stretch with ``bridge_german.py``, ``bridge_british.py`` and ``bridge_hunt.py``,
``bridge_setup.py`` begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from validator.rules.bridging import Act, Referee, Scene
from validator.rules.drafting import take_best
from validator.rules.engine import GameRules
from validator.rules.facts import (
    Declared,
    Fact,
    PieceMoved,
    PointsSet,
    Rolled,
    points_by_hand,
)
from validator.rules.sequence import match_actions

from .bridge_board import MOST_POINTS, TENS, UNITS, Board, board_of
from .bridge_cards import Stretch, stretches_of
from .bridge_draft import RESULTS, Choice, Draft, Memory, Setting, begin_draft
from .bridge_facts import POINTS, facts_of, waiting_for, words_of
from .bridge_german import FATIGUE
from .bridge_later import sets_told_later
from .bridge_reader import StretchReader
from .bridge_setup import is_fresh, projected, read_set_up
from .flow import ACTIONS, start, start_seen_by, start_unseen
from .state import BRITISH, GERMAN, SET_UP, WAITING, State
from .tables import Tables
from .verbs import AtlantisSearch


class UnderTenFlagsBridge:
    """See `validator.rules.bridging.Bridge`."""

    def start(self, rules: GameRules, scene: Scene) -> State:
        """The state before the first step: before the set-up, or as the table shows it."""
        match_actions(rules.game.actions, ACTIONS, "bridge.py")
        setting, stretches, board = _read(rules, scene)
        if is_fresh(scene, board, setting.tables):
            return _before_set_up(setting.tables, scene)
        for fact in stretches[0].facts:
            board.apply(fact)
        return projected(setting, scene, board)

    def read(self, scene: Scene, referee: Referee) -> None:
        """Go through a scene from card to card."""
        setting, stretches, board = _read(referee.rules, scene)
        memory = Memory()
        track = _points_on(setting, board)
        if referee.state.phase != SET_UP:
            # What was done for a card that was turned before the log begins cannot be judged.
            for fact in stretches[0].facts:
                board.apply(fact)
            track = _points_on(setting, board)
            stretches = stretches[1:]
        for stretch in stretches:
            referee.trust(*RESULTS)
            draft = _read_stretch(setting, referee, board, stretch, memory, track)
            memory, track = draft.memory, draft.track
            for fact in stretch.facts:
                board.apply(fact)
            referee.take(_as_the_table_shows(setting, referee.state, board))


BRIDGE = UnderTenFlagsBridge()


def _before_set_up(tables: Tables, scene: Scene) -> State:
    if scene.sees_all:
        return start(tables)
    return start_unseen(tables) if scene.side is None else start_seen_by(tables, scene.side)


def _read(rules: GameRules, scene: Scene) -> tuple[Setting, list[Stretch], Board]:
    tables = rules.tables
    assert isinstance(tables, Tables)
    words = words_of(rules.game, tables)
    board = board_of(scene, words)
    board.window = scene.properties.get(POINTS, 0)
    facts = list(_with_points_by_hand(list(facts_of(scene, words)), board))
    sees = frozenset((GERMAN, BRITISH) if scene.sees_all else (scene.side,) if scene.side else ())
    stretches = stretches_of(facts, words)
    for number, marker in sets_told_later(stretches).items():
        stretches[number].found = marker
    setting = Setting(
        rules,
        tables,
        words,
        not scene.unseen_dice and any(isinstance(fact, Rolled | Declared) for fact in facts),
        sees & {GERMAN, BRITISH},
        any(isinstance(fact, PointsSet) for fact in facts),
    )
    return setting, stretches, board


def _with_points_by_hand(facts: Sequence[Fact], board: Board) -> Iterator[Fact]:
    board = board.copy()

    def marked(fact: Fact) -> int | None:
        if not isinstance(fact, PieceMoved) or fact.piece not in (TENS, UNITS):
            return None
        board.apply(fact)
        return board.marked_points

    return points_by_hand(facts, board.window, (0, MOST_POINTS), marked)


def _points_on(setting: Setting, board: Board) -> int:
    return board.window if setting.has_window else board.marked_points


def _read_stretch(
    setting: Setting,
    referee: Referee,
    board: Board,
    stretch: Stretch,
    memory: Memory,
    track: int,
) -> Draft:
    """Read a stretch; when the likeliest reading breaks something, try the others too."""

    def read(choice: Choice) -> tuple[Draft, StretchReader]:
        draft = begin_draft(setting, referee.state, board, memory, choice, track)
        reader = StretchReader(draft, stretch)
        if draft.state.phase == SET_UP and stretch.drawn is None:
            read_set_up(reader)
        else:
            reader.read()
        return draft, reader

    draft, reader = read(Choice())
    if reader.raider.morale_is_wrong:
        draft, reader = read(Choice(morale_as_shown=True))
    if not referee.cost(draft.acts):
        referee.take(draft.acts)
        return draft
    choices = _other_choices(draft, reader)
    return take_best(referee, [draft, *(read(choice)[0] for choice in choices)])


def _other_choices(draft: Draft, reader: StretchReader) -> Iterator[Choice]:
    searched = [act.verb for act in draft.acts if isinstance(act.verb, AtlantisSearch)]
    for search in searched:
        for target in reader.hunts.targets(search.hex):
            if target != search.acvm:
                yield Choice(target, draft.choice.morale_as_shown)


def _as_the_table_shows(setting: Setting, state: State, board: Board) -> Sequence[Act]:
    """What the table shows stands, whatever was read into it."""
    if state.phase == SET_UP:
        return []
    assumed: dict[str, object] = {}
    voyages = dict(state.voyages)
    for marker, voyage in state.voyages.items():
        place = board.place(marker)
        at = place if place in setting.words.hexes else WAITING if waiting_for(place) else voyage.at
        if at != voyage.at:
            voyages[marker] = voyage.changed(at=at)
    if any(voyages[marker] is not voyage for marker, voyage in state.voyages.items()):
        assumed["voyages"] = voyages
    morale = board.place(FATIGUE)
    if morale in setting.tables.morale and morale != state.morale:
        assumed["morale"] = morale
    return [Act(None, assumed=assumed)] if assumed else []
