"""A search that looks widely only around what is dear finds what one finds that always does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.sampling import one_in
from tests.validator.explaining.toy import Log, rules_of
from validator.explaining import prices
from validator.explaining.care import Care
from validator.explaining.nodes import Node
from validator.explaining.search import Search
from validator.explaining.telling import explain
from validator.rules.engine import GameRules

TURNS = 30
MISCHIEF = ("far", "twice", "stray", "early", "unwalked")


@pytest.fixture
def rules(tmp_path: Path) -> GameRules:
    return rules_of(tmp_path)


def game(wrong: dict[int, str]) -> Log:
    """A game by the rules but for what happens in some turns."""
    log = Log()
    for turn in range(1, TURNS + 1):
        what = wrong.get(turn)
        if what in ("stray", "early"):
            log.roll(2)
        if what != "unwalked":
            log.move(str(turn + (7 if what == "far" else 1)))
        if what == "twice":
            log.roll(5)
        if what != "early":
            log.roll(3)
        log.end(turn)
    return log


def found(rules: GameRules, log: Log, *, narrow: bool) -> list[tuple[object, ...]]:
    """All that is told, and what stands of it."""
    read = explain(rules, log.scene(), narrow=narrow)
    return [
        (e.verb, e.fact and e.fact.seen.step, [c.id for c, _ in e.faults], read.stands(e))
        for e in read.entries
    ]


@pytest.mark.parametrize("seed", one_in(3, range(12)))
def test_it_finds_the_same_as_a_search_that_is_wide_throughout(rules: GameRules, seed: int) -> None:
    rng = Random(seed)
    log = game({turn: rng.choice(MISCHIEF) for turn in rng.sample(range(1, TURNS), 1 + seed % 4)})
    assert found(rules, log, narrow=True) == found(rules, log, narrow=False)


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The turns that are looked at widely."""
    wide: set[int] = set()
    pause = Care.pause

    def watched(care: Care, at: int, beam: Sequence[Node]) -> None:
        pause(care, at, beam)
        if care.context.width is prices.WIDE and at < len(care.context.facts):
            wide.add(beam[0].state.turn)

    monkeypatch.setattr(Care, "pause", watched)
    return wide


def test_it_is_wide_around_what_is_dear_and_nowhere_else(rules: GameRules, wide: set[int]) -> None:
    explain(rules, game({}).scene())
    assert not wide
    explain(rules, game({15: "twice"}).scene())
    assert 15 in wide
    assert wide <= set(range(12, 19))


@pytest.mark.parametrize(
    ("put_off", "begun"), [(prices.PIECE, 0), (prices.MARKER, 120), (None, 120)]
)
def test_it_goes_back_to_before_what_was_put_off(put_off: float | None, begun: int) -> None:
    """A piece that is put off hides what its move breaks until something else is dear."""
    facts = [SimpleNamespace(seen=SimpleNamespace(step=step)) for step in range(200)]
    context: Any = SimpleNamespace(facts=facts, lay_down=dict, back_to=lambda table: None)
    care, node = Care(context, narrow=True), Node(SimpleNamespace(turn=1), 0)
    for at in range(190):
        care.pause(at, [node])
    node.dear, node.held = 189, ((10, put_off),) if put_off is not None else ()
    again = care.again(189, [node])
    assert again is not None and again[0] == begun


@pytest.mark.parametrize("doubted", [False, True])
def test_it_is_widest_before_anybody_is_accused(doubted: bool) -> None:
    """It goes back to where the wide search began, once, unless another explanation that costs
    hardly more accuses nobody."""
    facts = [SimpleNamespace(seen=SimpleNamespace(step=step)) for step in range(200)]
    context: Any = SimpleNamespace(facts=facts, lay_down=dict, back_to=lambda table: None)
    care, node = Care(context, narrow=True), Node(SimpleNamespace(turn=1), 0)
    for at in range(120):
        care.pause(at, [node])
    node.dear = 119
    first = care.again(119, [node])
    assert first is not None and context.width is prices.WIDE
    for at in range(first[0], 119):
        care.pause(at, [node])
    node.extra = {("turn", "1"): prices.BREACH, ("case", "T-1", "1"): prices.BREACH}
    other = Node(node.state, 0)
    other.price = prices.MARGIN - 1 if doubted else prices.BREACH
    again = care.again(119, [node, other])
    assert (again is not None and again[0] == first[0]) is not doubted
    assert context.width is (prices.WIDE if doubted else prices.WIDEST)
    assert care.again(119, [node]) is None or doubted


def test_it_is_widest_before_few_explanations_accuse_somebody() -> None:
    """What is in doubt among many explanations is looked at once more before only a few of them
    are followed: the one that doubts it may not be among these."""
    facts = [SimpleNamespace(seen=SimpleNamespace(step=step)) for step in range(400)]
    context: Any = SimpleNamespace(facts=facts, lay_down=dict, back_to=lambda table: None)
    care, node = Care(context, narrow=True), Node(SimpleNamespace(turn=1), 0)
    care.pause(0, [node])
    node.dear = 1
    assert care.again(1, [node]) is not None
    node.dear, node.extra = None, {("turn", "1"): prices.BREACH}
    beam = [node, Node(node.state, 0)]
    widths = []
    for at in range(2, 300):
        care.pause(at, beam)
        back = care.again(at, beam)
        if context.width not in widths[-1:]:
            widths.append(context.width)
        assert back is None or context.width is prices.WIDEST
    assert widths == [prices.WIDE, prices.WIDEST, prices.NARROW]


def test_what_costs_less_than_half_a_breach_is_not_dear(
    rules: GameRules, wide: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No accusation can be cheaper than that."""
    monkeypatch.setattr(prices, "STRAY_DIE", 0.45 * prices.BREACH)
    read = explain(rules, game({15: "stray"}).scene())
    assert [one.price for one in read.entries if one.verb is None] == [prices.STRAY_DIE]
    assert not wide


def test_a_search_that_follows_too_much_says_where_it_gave_up(
    rules: GameRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = game(dict.fromkeys(range(1, TURNS), "twice"))
    assert explain(rules, log.scene()).gave_up is None
    monkeypatch.setattr(prices, "FOLLOWED", 100)
    gave_up = explain(rules, log.scene()).gave_up
    assert gave_up is not None and 5 < gave_up < 60


def test_what_was_found_before_it_went_back_is_not_lost(
    rules: GameRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here the wide search finds only dearer explanations of the facts that it explains again."""
    back: list[tuple[int, float]] = []
    after: list[float] = []
    again, explained = Care.again, Search._explain

    def watched(care: Care, at: int, beam: list[Node]) -> tuple[int, list[Node]] | None:
        found = again(care, at, beam)
        if found is not None:
            back.append((at, beam[0].price))
        return found

    def lossy(search: Search, at: int) -> None:
        if back and at == back[0][0] + 1:
            after.append(search.beam[0].price)
        explained(search, at)
        for node in search.beam if back and at <= back[0][0] else ():
            node.price += 1.0

    monkeypatch.setattr(Care, "again", watched)
    monkeypatch.setattr(Search, "_explain", lossy)
    explain(rules, game({9: "stray"}).scene())
    assert len(back) == 1 and after == [back[0][1]]
