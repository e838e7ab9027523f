"""Guesses for what nobody sees, taken again before anybody is accused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.validator.explaining.toy import End, Walk
from validator.explaining import prices
from validator.explaining import signs as sign
from validator.explaining.nodes import Entry, Node, back
from validator.explaining.retelling import Retelling
from validator.explaining.second_guesses import SecondGuesses
from validator.explaining.silence import Silence
from validator.rules.states import Pending
from validator.rules.verbs import Verb


class Wound(Verb, settles=("wound", "who")):
    who: str
    fell: bool
    signs = sign.rolled("wound")


@pytest.mark.parametrize(
    ("who", "width", "mute", "price", "asked"),
    [
        ("2", prices.WIDEST, False, 7.0, [False]),
        ("2", prices.WIDEST, False, prices.DICE_TOLD, []),  # its side told what it rolled
        ("2", prices.WIDEST, True, 7.0, [False]),  # who fell is only put away
        ("2", prices.WIDE, False, 7.0, []),
        ("3", prices.WIDEST, False, 7.0, []),
        ("who stands there", prices.WIDEST, False, 7.0, [False]),
    ],
)
def test_dice_that_nobody_saw_fell_otherwise_for_whom_a_later_fact_names(
    who: str, width: prices.Width, mute: bool, price: float, asked: list[bool]
) -> None:
    state = SimpleNamespace(turn=1, step="", pending=())
    guess = Entry(None, Wound(who, True), None, state, (), 7.0, state)
    later = Entry(guess, Walk("9"), None, state, (), 0.1, state)
    node, wrong = Node(state, 0), Node(state, 0)
    fault: Any = (SimpleNamespace(id="T-1"), "too far")
    node.tail, wrong.tail = later, Entry(later, Walk("2"), None, state, (fault,), 10.1, state)
    found: list[bool] = []

    def again(node: Node, since: object, first: Entry, acts: list[tuple[Any, None, float]]) -> Node:
        assert (since, first, len(acts)) == ([later], guess, 1)
        found.append(acts[0][0].fell)
        return node

    there = SimpleNamespace(unit="who stands there", place="2")
    rulings = SimpleNamespace(after=lambda state, verb: state)
    context: Any = SimpleNamespace(
        width=width, table={"1": there}, unseen_dice=False, rulings=rulings
    )
    candidates: Any = SimpleNamespace()
    retelling = Retelling(context, candidates)
    retelling.__dict__["told_again"] = again
    owed = [(Wound(who, fell), price if fell else 7.0) for fell in (True, False)]
    silence: Any = SimpleNamespace(
        owed_rolls=lambda *given: owed, is_told=Silence.is_told, unseen=lambda state: ()
    )
    context.reader, context.is_in_private = SimpleNamespace(ends_turn=End), lambda fact: False
    guesses = SecondGuesses(
        context,
        candidates,
        silence,
        retelling,
        lambda node, at, fact: [wrong] if mute else [node],
        lambda node, fact: mute,
    )
    fact: Any = None
    assert len([*guesses.read(node, 2, fact, [wrong])]) == len(asked)
    assert found == asked


class Shot(Verb):
    hits: int
    signs = sign.rolled("shot")


@pytest.mark.parametrize(
    ("who", "rolled"), [("2", [[2], [2, True], [3]]), ("who was not shot at", [])]
)
def test_dice_that_nobody_saw_hit_more_men_whose_dice_nobody_saw_either(
    who: str, rolled: list[list[object]]
) -> None:
    """If a later fact names who was shot at."""
    unhurt, *hurt = (
        SimpleNamespace(
            turn=1, step="", pending=(Pending("wound", "British", "T-2", "2"),) * number
        )
        for number in range(4)
    )
    guess = Entry(None, Shot(1), None, unhurt, (), 7.0, hurt[0])
    later = Entry(guess, Walk("9"), None, unhurt, (), 0.1, unhurt)
    node, wrong = Node(unhurt, 0), Node(unhurt, 0)
    fault: Any = (SimpleNamespace(id="T-1"), "too far")
    node.tail, wrong.tail = later, Entry(later, Walk(who), None, unhurt, (fault,), 10.1, unhurt)
    found: list[list[object]] = []

    def again(node: Node, since: object, first: Entry, acts: list[tuple[Any, None, float]]) -> Node:
        found.append([one.hits if isinstance(one, Shot) else one.fell for one, _, _ in acts])
        return node

    rulings = SimpleNamespace(after=lambda state, verb: hurt[verb.hits - 1])
    context: Any = SimpleNamespace(
        width=prices.WIDEST, table={}, unseen_dice=False, rulings=rulings, facts=[]
    )
    context.reader, context.is_in_private = SimpleNamespace(ends_turn=End), lambda fact: False
    candidates: Any = SimpleNamespace()
    retelling = Retelling(context, candidates)
    retelling.__dict__["told_again"] = again
    shots = [(Shot(hits), 7.0) for hits in (1, 2, 3)]
    silence: Any = SimpleNamespace(
        owed_rolls=lambda node, *given: [(Wound("2", True), 7.0)] if node.state.pending else shots,
        is_told=Silence.is_told,
        unseen=lambda state: (),
    )
    guesses = SecondGuesses(
        context, candidates, silence, retelling, lambda *given: [node], lambda *given: False
    )
    fact: Any = None
    assert len([*guesses.read(node, 2, fact, [wrong])]) == len(rolled)
    assert found == rolled


class Plot(Verb):
    secret = True
    signs = sign.unseen()


class Rest(Verb):
    signs = sign.unseen()


class MarkRest(Verb):
    signs = sign.moved("mark")


@pytest.mark.parametrize("seen_in_private", (False, True))
@pytest.mark.parametrize("width", (prices.WIDEST, prices.WIDE))
def test_what_a_secret_act_owed_is_put_in_at_the_end_of_its_turn(
    width: prices.Width, seen_in_private: bool
) -> None:
    """A plot was guessed; the marker that is moved in the next turn tells that it was a rest."""
    state = SimpleNamespace(turn=1, step="", pending=())
    paper: Any = "an entry" if seen_in_private else None
    other: Any = SimpleNamespace(verb=Rest(), claims=())
    late: Any = SimpleNamespace(verb=MarkRest(), claims=(), missing=())
    plot = Entry(None, Plot(), paper, state, (), 0.0, state)
    walk = Entry(plot, Walk("2"), None, state, (), 0.1, state)
    end = Entry(walk, End(), None, state, (), 0.1, state)
    node, wrong = Node(state, 0), Node(state, 0)
    node.tail = Entry(end, Walk("3"), None, state, (), 0.1, state)
    context: Any = SimpleNamespace(
        width=width,
        unseen_dice=True,
        facts=[paper],
        reader=SimpleNamespace(ends_turn=End),
        is_in_private=lambda fact: fact is paper,
        rulings=SimpleNamespace(faults=lambda state, verb: (), after=lambda state, verb: state),
    )
    fact: Any = "the marker"
    candidates: Any = SimpleNamespace(
        read=lambda node, at, one: [late] if one is fact else [other] if node.tail is None else []
    )
    retelling = Retelling(context, candidates)
    silence: Any = SimpleNamespace(unseen=lambda state: [] if state is None else [Rest()])
    guesses = SecondGuesses(
        context, candidates, silence, retelling, lambda *given: [], lambda *given: False
    )
    found = [*guesses.read(node, 2, fact, [wrong])]
    verbs = [[type(one.verb) for one in back(way.tail)][::-1] for way in found]
    wanted = [Rest, Walk, MarkRest, End, Walk]
    assert (wanted in verbs) == (width is prices.WIDEST)


class Place(Verb):
    to: str
    signs = sign.unseen()
    silent = staticmethod(lambda context, state: None)


def test_only_verbs_without_fields_are_tried_where_their_game_does_not_expect_them() -> None:
    """A game's guess for a field may need others that its `silent` gives."""
    asked: list[type[Verb]] = []

    def legal(state: object, kind: type[Verb], *given: object) -> list[Verb]:
        asked.append(kind)
        return [kind()]

    silence: Any = Silence.__new__(Silence)
    silence._always_shown = {Walk}
    due = [SimpleNamespace(verbs=(Rest, Place)), SimpleNamespace(verbs=(Rest, Walk))]
    silence.context = SimpleNamespace(rulings=SimpleNamespace(due=lambda state: due))
    silence.candidates = SimpleNamespace(legal=legal)
    assert [type(one) for one in silence.unseen(None)] == asked == [Rest]
