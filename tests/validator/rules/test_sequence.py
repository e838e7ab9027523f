"""The sequence of play is the definition's; the game's Python must fit it."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from validator.rules.sequence import (
    SequenceError,
    SequenceOfPlay,
    coming_after,
    led_up_to,
    rows_of,
    settled_by,
)
from validator.rules.states import Pending
from validator.rules.verbs import Verb


@dataclass(frozen=True)
class Step:
    id: str
    side: str | None = None
    mandatory: bool = True
    cases: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


class Plot(Verb):
    __slots__ = ()


class Move(Verb):
    __slots__ = ()


class Answers(Verb):
    settles = ("answer", "")


class Sailing(Verb):
    steps = ("plot", "buy", "move")


STEPS = (
    Step("plot", "A", cases=("X-1",)),
    Step("moves", steps=(Step("buy", "B", mandatory=False), Step("move", "B"))),
)
VERBS = {"plot": (Plot,), "buy": (Plot,), "move": (Move,)}


def test_steps_follow_one_another_and_begin_again():
    play = SequenceOfPlay(STEPS, VERBS, {})
    assert play.first() == "plot"
    assert [play.after("plot"), play.after("moves")] == ["moves", "plot"]


def test_what_is_due_comes_from_the_steps_in_order():
    play = SequenceOfPlay(STEPS, VERBS, {"buy": lambda tables, state: state == "rich"})
    assert [due.step for due in play.due(None, "rich", "moves")] == ["buy", "move"]
    (only,) = play.due(None, "poor", "moves")
    assert (only.side, only.verbs, only.mandatory) == ("B", (Move,), True)


class Closes(Verb):
    steps = ("close",)


class Meets(Verb):
    steps = ("meet",)


def test_what_leads_up_to_a_verb_or_follows_it_stands_beside_it_in_a_row_within_a_phase():
    row = Step("grid", steps=(Step("meet"), Step("inner", steps=(Step("fire"),)), Step("close")))
    phase = Step("moves", steps=(Step("sail"), row, Step("after")))
    assert led_up_to((Step("plot"), phase), Closes) == {"meet", "fire"}
    assert coming_after((Step("plot"), phase), Meets) == {"fire", "close"}
    assert rows_of((Step("plot"), phase), Closes) == [["meet", "fire", "close"]]
    assert rows_of((Step("plot"), phase), Answers) == [["meet", "fire", "close"], ["fire"]]
    assert rows_of((Step("plot"), phase), Plot) == rows_of(STEPS, Sailing) == []
    assert led_up_to(STEPS, Sailing) == frozenset()
    assert coming_after(STEPS, Sailing) == frozenset()


def test_what_is_owed_is_due_if_some_verb_settles_it():
    play = SequenceOfPlay(STEPS, VERBS, {}, settled_by((Plot, Answers)))
    owing = (Pending("answer", "A", "X-2", "scout"), Pending("points", "B", "X-3"))
    (due,) = play.owed(owing)
    assert (due.side, due.verbs, due.mandatory) == ("A", (Answers,), True)
    assert (due.case, due.step, due.piece, due.field) == ("X-2", "answer", "scout", "")


def test_the_first_case_of_a_step_says_why():
    (due,) = SequenceOfPlay(STEPS, VERBS, {}).due(None, None, "plot")
    assert due.case == "X-1"


def test_a_step_without_a_verb_does_not_load():
    with pytest.raises(SequenceError, match="step 'move'"):
        SequenceOfPlay(STEPS, {"plot": (Plot,), "buy": (Plot,)}, {})


def test_a_verb_for_a_step_that_is_not_there_does_not_load():
    with pytest.raises(SequenceError, match="'rest'"):
        SequenceOfPlay(STEPS, {**VERBS, "rest": (Move,)}, {})


def test_actions_and_verbs_must_match_both_ways():
    game = SimpleNamespace(actions=(Step("raid"), Step("pursue")), sequence=STEPS)

    def made(*actions: str) -> SequenceOfPlay:
        return SequenceOfPlay.of(game, (Sailing,), {}, dict.fromkeys(actions))

    with pytest.raises(SequenceError, match="'pursue'"):
        made("raid")
    with pytest.raises(SequenceError, match="'scuttle'"):
        made("raid", "pursue", "scuttle")
    assert made("raid", "pursue").first() == "plot"
