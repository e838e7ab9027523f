"""What is put off for too long, and dice that meant nothing in a turn that is over."""

from __future__ import annotations

from dataclasses import field
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from tests.validator.explaining.toy import End, Throw
from validator.explaining import parts as part
from validator.explaining import prices
from validator.explaining import signs as sign
from validator.explaining.acts import Acts
from validator.explaining.candidates import Candidates
from validator.explaining.context import AHEAD, Context
from validator.explaining.facts import Declared, Fact, Moved, Rolled, Turned, TurnShown
from validator.explaining.nodes import Entry, Node
from validator.explaining.postponed import Postponed
from validator.explaining.signs import Pattern, Sign, index_of
from validator.explaining.silence import Silence
from validator.explaining.stray_dice import StrayDice, _played
from validator.rules.scenes import Seen
from validator.rules.sequence import Due
from validator.rules.verbs import CHANCE, Verb


def _node() -> Node:
    return Node(SimpleNamespace(turn=1, step="", pending=()), 0)


def test_a_word_that_is_put_off_too_long_means_nothing() -> None:
    """A piece may lie for its time as long as it likes."""
    word, piece = Declared(Seen(1), "over", "", None), Moved(Seen(2), "scout", "scout", "1", "2")
    acts = Acts.__new__(Acts)
    acts.facts, acts.context = [word, piece, word], SimpleNamespace(at=AHEAD + 1)  # type: ignore[assignment]
    node = _node()
    node.held = ((0, 3.0), (1, 16.0), (2, 7.0))
    later = acts.let_go(node)
    assert later.held == ((1, 16.0), (2, 7.0))
    assert later.price == 3.0
    assert later.tail is not None
    assert (later.tail.verb, later.tail.fact) == (None, word)
    assert acts.let_go(later) is later


def test_dice_given_up_when_a_turn_ended_are_none_of_the_next() -> None:
    dice = StrayDice.__new__(StrayDice)
    dice.reader = SimpleNamespace(ends_turn=End)  # type: ignore[assignment]
    end = Entry(None, End(), TurnShown(Seen(5), "", 2, None), None, (), 0.0, None)
    for step, strayed in ((4, False), (6, True)):
        node = _node()
        node.tail = Entry(end, None, Rolled(Seen(step), "gun", (3,)), None, (), 3.0, None)
        assert dice._has_strayed(node) is strayed


class Shot(Verb):
    """A throw that nobody needs to see."""

    dice: tuple[int, ...] = field(metadata=CHANCE)

    signs = sign.any_of(sign.rolled("gun", dice="dice"), sign.unseen())
    silent = part.assumed()


def test_dice_that_their_side_tells_are_likelier_than_others_that_nobody_sees() -> None:
    silence: Any = Silence.__new__(Silence)
    silence._always_shown = silence._worded = set()
    due = Due("Hunter", (Shot,), True)
    rulings = SimpleNamespace(due=lambda state: (due,), without=lambda state, gone: state)
    silence.context = SimpleNamespace(rulings=rulings, reader=SimpleNamespace(ends_turn=End))
    told, others = Shot((5,)), [Shot((1,)), Shot((5,))]
    silence.candidates = SimpleNamespace(legal=lambda *asked: others)
    silence._as_told = lambda *asked: iter([told])
    silence._silence = lambda *asked, **more: prices.DESK_DIE_TOLD
    found = dict(silence._silent(_node(), prices.DESK_DIE))
    assert [*found] == [told, Shot((1,))]
    assert found[told] == prices.DICE_TOLD < found[Shot((1,))]


def test_dice_that_are_announced_only_then_and_rolled_again_may_be_a_mistake() -> None:
    """Not if they were announced before, or not rolled again, or somebody else acts before."""
    dice: Any = StrayDice.__new__(StrayDice)
    word = Sign(Declared, "fires", leads=True)
    way = Pattern((word, Sign(Rolled, "gun")), (False, True))
    other = Pattern((word, Sign(Rolled, "far gun")), (False, True))
    ways = {"fires": [(End, way, 0)], "gun": [(End, way, 1)], "far gun": [(End, other, 1)]}
    dice.index = SimpleNamespace(like=lambda fact: ways[fact.key], kinds=lambda fact: {End})

    def row(*keys: str, side: str = "Red") -> list[Fact]:
        seen = [Seen(n, side="Red" if n != 1 else side) for n, _ in enumerate(keys)]
        return [
            Declared(one, key, "", None) if key == "fires" else Rolled(one, key, (3,))
            for one, key in zip(seen, keys, strict=True)
        ]

    for facts, found in (
        (row("gun", "fires", "gun"), True),
        (row("gun", "fires", "far gun"), True),
        (row("gun", "gun"), False),
        (row("fires", "gun", "fires", "gun"), False),
        (row("gun", "fires"), False),
        (row("gun", "fires", "gun", side="Blue"), False),
    ):
        dice.facts = facts
        at = next(at for at, one in enumerate(facts) if isinstance(one, Rolled))
        roll = facts[at]
        assert isinstance(roll, Rolled)
        assert dice._is_announced_later(at, roll) is found, facts


def test_a_word_that_was_put_off_is_not_of_dice_that_meant_something_else() -> None:
    """Nor of those that lay there when another side acted."""
    candidates = Candidates.__new__(Candidates)
    word, die = Declared(Seen(1), "fires", "", None), Rolled(Seen(2), "gun", (3,))
    candidates.facts, candidates.tables = [word, die, die], None
    candidates.forget()
    candidates.context = SimpleNamespace(  # type: ignore[assignment]
        at=2, private=(), overs=[], is_done=lambda place: True, alike=lambda kind, key: [1]
    )
    sign, node = Sign(Rolled, "gun"), _node()
    for held, stuck, found in (((0,), (), None), ((0, 1), (), 1), ((0, 1), (1,), None)):
        node.held = tuple((place, 7.0) for place in held)
        node.stuck = frozenset(stuck)
        assert candidates.ahead(node, 0, sign, {}) == found


@pytest.mark.parametrize(("worst", "read"), [(3.0, False), (prices.OVER_CARDS, True)])
def test_dice_put_off_over_cards_are_read_only_if_a_mistake_is_no_likelier(
    worst: float, read: bool
) -> None:
    acts: Any = Acts.__new__(Acts)
    die = Rolled(Seen(1), "gun", (3,))
    acts.facts = [die]
    acts.reader = SimpleNamespace(noise={}, over=lambda state, verb: None, ends_turn=End, mute=None)
    acts.context = SimpleNamespace(
        at=9,
        openings=[4, 7],
        reopened=(),
        private=(),
        is_done=lambda place: False,
        is_piece=lambda fact: False,
        is_private=lambda fact: False,
        facts=acts.facts,
        reader=acts.reader,
        opening=("card",),
        words=SimpleNamespace(alternate=False),
        rulings=SimpleNamespace(due=lambda state: ()),
    )
    acts.candidates = SimpleNamespace(
        read=lambda node, place, fact: [SimpleNamespace(verb=Throw((3,)), claims=())], index=None
    )
    acts.postponed = Postponed(acts.context, acts.candidates)
    for ask in ("absorbed", "turn_price", "_breaks"):
        setattr(acts, ask, lambda *given: None)
    told: list[Node] = []
    acts._say = lambda node, *given, **known: told.append(node)
    for ask in ("stick", "by", "remember", "book"):
        setattr(acts, ask, lambda *given: None)
    acts.off_the_log = lambda *given: 0.0
    node = _node()
    node.held = ((0, worst),)
    acts._settle(node, "", False, 8)
    assert bool(told) is read
    assert node.price == (prices.OVER_CARDS if read else 0.0)
    assert node.held == (() if read else ((0, worst),))


@pytest.mark.parametrize(
    ("seen_act", "before", "now", "settled"),
    [
        (True, False, True, True),
        (True, False, False, False),
        (True, True, True, False),
        (False, False, True, False),
    ],
)
def test_a_piece_that_was_put_early_where_an_act_puts_it_waits_no_longer(
    seen_act: bool, before: bool, now: bool, settled: bool
) -> None:
    """Even if all saw it there before a card was turned; but nothing that is only assumed, or that
    was so before, settles it."""
    acts: Any = Acts.__new__(Acts)
    acts.facts = [Moved(Seen(1), "wire", "wire", "A1", "Markers")]
    acts.reader = SimpleNamespace(mute=lambda context, state, fact: state.step == "done", noise={})
    acts.context = SimpleNamespace(
        at=3, openings=[2], private=(), reopened=(), words=SimpleNamespace(alternate=False)
    )
    acts.postponed = SimpleNamespace(
        over_cards=lambda places: 0.0, is_over=lambda *given: True, reader=acts.reader
    )

    def state(done: bool) -> Any:
        return SimpleNamespace(turn=1, step="done" if done else "", pending=())

    node = _node()
    node.held, node.stuck = ((0, 16.0),), frozenset((0,))
    fact = Declared(Seen(2), "works", "", None) if seen_act else None
    node.state = state(now)
    node.tail = Entry(None, Throw((3,)), fact, state(before), (), 0.1, node.state)
    acts._settle(node, "Red", False, 3)
    assert node.held == (() if settled else ((0, 16.0),))
    assert node.price == 0.0


@pytest.mark.parametrize(("side", "found"), [("Blue", True), ("Red", False)])
def test_dice_after_ones_own_that_only_the_other_side_could_need_are_a_double_click(
    side: str, found: bool
) -> None:
    due = SimpleNamespace(side=side, asks_for=lambda verb: True)
    dice: Any = StrayDice.__new__(StrayDice)
    dice.context = SimpleNamespace(rulings=SimpleNamespace(due=lambda state: (due,)))
    roll, node = Rolled(Seen(2, side="Red"), "gun", (3,)), _node()
    node.tail = Entry(None, End(), roll, None, (), 0.1, None)
    assert dice._is_only_for_others(roll, [node]) is found


@pytest.mark.parametrize(
    ("due", "over"),
    [
        (("hunt", "hunt"), False),
        (("hunt", "walk"), True),
        (("hunt", "walk", "hunt"), True),
        (("walk", "walk"), False),
    ],
)
def test_a_word_announces_no_dice_whose_time_has_gone_by(due: tuple[str, ...], over: bool) -> None:
    """Not so if it came when they were not due: then it announced what was wrong."""
    dice: Any = StrayDice.__new__(StrayDice)
    kinds = {"hunt": {Throw}, "walk": {End}}
    dice.context = SimpleNamespace(rulings=SimpleNamespace(kinds=lambda state: kinds[state.step]))
    word, node = Declared(Seen(1), "fires", "", None), _node()
    for step in due[:-1]:
        before = SimpleNamespace(turn=1, step=step, pending=())
        node.tail = Entry(node.tail, End(), None, before, (), 1.0, before)
    node.state = SimpleNamespace(turn=1, step=due[-1], pending=())
    assert dice._has_gone_by(node, {Throw}, word) is over


def test_a_word_is_not_of_now_because_an_older_one_was_given_up_since() -> None:
    """What was postponed before it, and read or given up after it, is not where it was said."""
    word, node = Declared(Seen(5), "fires", "", None), _node()
    old, early = Declared(Seen(2), "fires", "", None), Moved(Seen(3), "scout", "scout", "1", "2")
    before = SimpleNamespace(turn=1, step="", pending=())
    node.tail = Entry(None, Throw((2,)), Rolled(Seen(4), "gun", (2,)), before, (), 0.1, before)
    node.tail = Entry(node.tail, Throw((3,)), None, before, (), 7.0, before)
    node.tail = Entry(node.tail, None, old, before, (), 7.0, before)
    node.tail = Entry(node.tail, End(), early, before, (), 0.0, before, held=True)
    assert [verb for verb, _ in _played(node, word)] == [End(), Throw((3,))]


class Hurt(Verb):
    """The scout was hit: his counter is turned, whatever step it is."""

    settles = ("hit", "")
    signs = sign.turned("scout")


class Anew(Verb):
    """The steps of a round begin again."""


@pytest.mark.parametrize(("faces", "left"), [({}, False), ({"scout turned": prices.MARKER}, True)])
@pytest.mark.parametrize("begun", [True, False])
def test_what_was_turned_in_one_round_is_not_of_the_next(
    faces: dict[str, float], left: bool, begun: bool
) -> None:
    """Markers may lie for their time."""
    acts: Any = Acts.__new__(Acts)
    face, die = Turned(Seen(2), "scout", "scout", 2), Rolled(Seen(1), "gun", (3,))
    row = SimpleNamespace(id="round", steps=(_step("shoot"), _step("leave")))
    phase = SimpleNamespace(id="turn", steps=(row,))
    context: Any = SimpleNamespace(
        facts=[die, face],
        tables=None,
        reader=SimpleNamespace(noise=faces),
        is_piece=lambda fact: False,
        sequence=(phase,),
        rulings=SimpleNamespace(due=lambda state: (Due(None, (), True, step=state.step),)),
    )
    context.is_begun = partial(Context.is_begun, context)
    candidates: Any = SimpleNamespace(index=index_of((Hurt,)))
    acts.facts, acts.postponed = context.facts, Postponed(context, candidates)
    shoot, leave = (SimpleNamespace(turn=1, step=step, pending=()) for step in ("shoot", "leave"))
    node = _node()
    node.tail = Entry(None, Throw((3,)), die, shoot, (), 0.1, shoot)
    node.tail = Entry(node.tail, Anew(), None, shoot, (), 1.0, leave)
    if begun:
        node.tail = Entry(node.tail, Anew(), None, leave, (), 1.0, shoot)
    node.held = ((1, 16.0),)
    assert [*acts._still_to_come(node)] == ([(1, 16.0)] if left or not begun else [])
    assert node.price == (0.0 if left or not begun else 16.0)


def _step(name: str) -> SimpleNamespace:
    return SimpleNamespace(id=name, steps=())
