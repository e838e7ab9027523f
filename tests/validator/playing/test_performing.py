"""Verbs performed by their signs at the table of a game of two pieces, and read back by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from generator.errors import BroadsideError
from tests.validator.explaining.toy import MODULE, Chase, End, Log, Throw, Walk, rules_of
from validator.explaining.signs import all_of, announced, moved, patterns_of, rolled, turned
from validator.explaining.telling import explain
from validator.playing.gestures_of_signs import SignsBackwards
from validator.playing.gestures_of_turns import Gesture
from validator.playing.hands import Hands
from validator.playing.logbook import PlayedOutError, TableStage
from validator.playing.performing import Performance, UnshownError, perform
from validator.playing.selfplay import Played
from validator.rules.engine import GameRules
from validator.rules.staging import Habits
from validator.rules.verbs import Verb

SCOUT = SimpleNamespace(id="scout", kind="", name="Scout", faces=(), mask=None)
BOARD = SimpleNamespace(id="board", name="Board", private_to=None, decks=(), tracks=())
WALKED = SimpleNamespace(
    id="walked", name="Walked", side="Scout", on="toolbar", dice=None, draw=None, flips_to=None,
    tracker="none", score={}, steps=(), says="",
)  # fmt: skip
GUN = SimpleNamespace(id="gun", name="Gun", side="Hunter", count=1, sides=6)
GAME = SimpleNamespace(
    actions=[],
    sides=[SimpleNamespace(id=side, role="player") for side in ("Scout", "Hunter")],
    counters=[SCOUT],
    maps=[BOARD],
    scenario=lambda: SimpleNamespace(
        placements=[SimpleNamespace(pieces=("scout",), map="board", at="1")]
    ),
    map=lambda map_id: BOARD,
    action=lambda action_id: WALKED,
    dice_button=lambda button: GUN,
    tracked_steps=lambda: (),
    turns=SimpleNamespace(name="Turn"),
)
"""As much of a definition as hands need."""


class Board:
    """A table of nine fields in a row that writes down what it shows."""

    game, tables = GAME, None

    def __init__(self, by_hand: bool = False) -> None:
        self.by_hand, self.rng = by_hand, Random(1)
        self.log, self.turn = Log(), 1

    def drag(self, side: str, pieces: Sequence[str], map_id: str, place: str) -> None:
        self.log.move(place)

    def press(self, side: str, button: str, dice: object = None, pieces: object = ()) -> None:
        self.log.say(button.lower(), self.turn, side)

    def roll(self, side: str, button: str, dice: Sequence[int]) -> None:
        self.log.roll(*dice)

    def click_turn(self, side: str) -> None:
        self.log.end(self.turn)
        self.turn += 1

    def tracked(self, name: str) -> str:
        return str(self.turn)

    def places(self, map_id: str) -> Sequence[str]:
        return tuple("123456789")

    def where(self, piece: str) -> str:
        return self.log.scout.place

    def map_of(self, piece: str) -> str:
        return "board"

    def offers(self, piece: str, words: str) -> bool:
        return False

    def makes(self, action: str) -> bool:
        return True


@pytest.fixture
def rules(tmp_path: Path) -> GameRules:
    return rules_of(tmp_path)


class Unclosed(Performance):
    """On a board that has no chat for what is said at the end."""

    def close(self) -> None:
        pass


def performed(board: Any, *verbs: Verb) -> Any:
    for verb in verbs:
        perform(MODULE, board, Played(verb.by, verb, Chase()))
    return board


def told(rules: GameRules, board: Any) -> list[Verb | None]:
    return [entry.verb for entry in explain(rules, board.log.scene()).entries]


@pytest.mark.parametrize("verb", [Walk("2"), Throw((3,)), End()], ids=lambda one: one.in_words())
def test_a_verb_performed_is_read_as_that_verb(rules: GameRules, verb: Verb) -> None:
    walk = [] if isinstance(verb, Walk) else [Walk("2")]
    assert told(rules, performed(Board(), *walk, verb)) == [*walk, verb]


def test_every_verb_with_signs_is_one_of_them() -> None:
    assert {verb for verb in MODULE.verbs if verb.signs is not None} == {Walk, Throw, End}


def test_each_sign_has_its_gesture() -> None:
    steps = performed(Board(), Walk("2")).log.steps
    assert sorted(bool(step.changes) for step in steps) == [False, True]
    assert [said.action for step in steps for said in step.declarations] == ["walked"]


def test_by_hand_nothing_is_declared(rules: GameRules) -> None:
    board = performed(Board(by_hand=True), Walk("2"))
    assert not any(step.declarations for step in board.log.steps)
    assert told(rules, board) == [Walk("2")]


def test_what_the_rules_refuse_is_performed_as_well(rules: GameRules) -> None:
    board = performed(Board(), Walk("5"))
    found = explain(rules, board.log.scene())
    assert [entry.verb for entry in found.entries] == [Walk("5")]
    assert [case.id for case, _ in found.entries[0].faults] == ["T-1"]


@pytest.mark.parametrize(
    "verb",
    [Throw((3,)), Walk("12")],
    ids=["dice thrown beside the computer", "a field that there is not"],
)
def test_what_the_table_cannot_show_is_told(verb: Verb) -> None:
    board = Board(by_hand=True)
    with pytest.raises(UnshownError, match="cannot be shown on this table"):
        performed(board, verb)
    assert not board.log.steps


def test_a_verb_that_is_never_shown_is_told_unless_the_habits_of_its_game_show_it() -> None:
    off_the_board = [Played("Scout", Walk("12"), Chase())]
    with pytest.raises(UnshownError, match="Walk was played, and none of its signs could be made"):
        list(Performance(MODULE, Board(), off_the_board).perform())
    habits = Habits(before={Walk: lambda hands, verb, one: None})
    shown = Unclosed(replace(MODULE, habits=habits), Board(), off_the_board)
    assert list(shown.perform())[-1] == 1


def test_a_piece_that_lies_where_the_verb_moves_it_shows_nothing() -> None:

    class Step(Verb):
        to: str
        by = "Scout"
        signs = moved("scout", to="to")

    def played(to: str) -> list[int]:
        return list(Unclosed(MODULE, Board(), [Played("Scout", Step(to), Chase())]).perform())

    assert played("1")[-1] == 1
    with pytest.raises(UnshownError, match="none of its signs could be made"):
        played("12")


def test_a_click_throws_the_dice_of_the_next_verb_that_asks_for_them_and_of_no_later_one() -> None:
    """Before a verb of the same kind, which has a click of its own."""
    walks = [Played("Scout", Walk(to), Chase()) for to in ("2", "3")]
    throw = Played("Hunter", Throw((4,)), Chase())
    near = Performance(MODULE, Board(), [walks[0], throw])
    far = Performance(MODULE, Board(), [*walks, throw])
    near.at = far.at = 1
    assert near.dice_for(walks[0], GUN) == (4,)
    assert near.were_thrown(throw)
    assert far.dice_for(walks[0], GUN) == (Random(1).randint(1, 6),)
    assert not far.were_thrown(throw)


def test_what_the_dice_decide_is_done_after_them_and_all_else_before() -> None:
    before, dice, decided = moved("scout", piece="to"), rolled("gun"), turned("scout")
    (pattern,) = patterns_of(all_of(before, announced(turned("led")), dice, decided))
    rows = [(Gesture(one, lambda: None), True) for one in pattern.signs]
    one = Played("Scout", Walk("2"), Chase())
    hands = Performance(MODULE, Board(), [one])
    for _ in range(20):
        made = [gesture.sign for gesture, _ in hands._in_order(one.verb, (pattern, rows))]
        assert made[2:] == [dice, decided]


def test_points_that_no_buttons_make_are_told_and_end_in_no_traceback() -> None:
    fives = SimpleNamespace(scores=[SimpleNamespace(change=one) for one in (5, -5)], sides=[])
    stage: Any = SimpleNamespace(rng=Random(1), by_hand=False, tables=None, game=fives)
    assert Hands(stage, ()).clicks_for(-10) == [-5, -5]
    with pytest.raises(BroadsideError, match=r"makes the last \+3"):
        Hands(stage, ()).clicks_for(8)


def test_a_counter_that_the_set_up_does_not_lay_out_is_told_with_what_helps() -> None:
    """As in a set-up that holds no more than its script needs."""
    stage: Any = TableStage.__new__(TableStage)
    stage._counters = {}
    stage.game = SimpleNamespace(
        counters=[SimpleNamespace(id="tank")],
        scenarios=[SimpleNamespace(id="lesson", default=True)],
    )
    with pytest.raises(PlayedOutError, match=r"set-up lesson does not lay out .*'tank'.*--script"):
        stage.counter("tank")
    with pytest.raises(PlayedOutError, match="the module has no counter 'tonk'"):
        stage.counter("tonk")


def test_the_face_of_a_piece_that_the_module_has_not_is_refused() -> None:
    """It is no error in the game's definition, which does not know the piece either."""

    def missing(piece: str) -> int:
        raise PlayedOutError(f"the module has no counter {piece!r}")

    stage: Any = SimpleNamespace(rng=Random(1), by_hand=False, tables=None, game=GAME, face=missing)
    with pytest.raises(PlayedOutError):
        Hands(stage, ()).show_face("Scout", "nobody", "front")


def test_a_sign_that_asks_for_no_face_is_any_other_face() -> None:
    faces = tuple(SimpleNamespace(id=face) for face in ("front", "back"))
    hands: Any = SimpleNamespace(
        stage=SimpleNamespace(face=lambda piece: 0, where=lambda piece: "1", game=None),
        words=None,
        tables=None,
        counters={"scout": SimpleNamespace(faces=faces)},
        homes={"scout": ("board", "1")},
        role=lambda piece: "scout",
    )
    pattern = patterns_of(turned("scout", piece="to"))[0]
    one = Played("Scout", Walk("scout"), Chase())
    made = SignsBackwards(hands, one, pattern).gesture(pattern.signs[0])
    assert made is not None and made.piece == "scout"
