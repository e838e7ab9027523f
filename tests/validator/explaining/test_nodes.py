"""Explanations side by side: which of them are followed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from validator.explaining import prices
from validator.explaining.facts import Rolled
from validator.explaining.nodes import Accusation, Dropped, Entry, Node, back, detours, pruned
from validator.rules.scenes import Seen
from validator.rules.verbs import Verb

LATE: Accusation = ("case", "T-1", "3")


def _node(price: float, *accused: Accusation, place: str) -> Node:
    node = Node(SimpleNamespace(turn=3, step="", pending=(), place=place), 0)
    node.price = price
    node.extra = dict.fromkeys(accused, float("inf"))
    return node


def test_those_that_accuse_alike_crowd_out_nobody_who_leaves_it_in_doubt() -> None:
    width = prices.NARROW
    guilty = [_node(10.0, LATE, place=f"A{n}") for n in range(width.most)]
    innocent = _node(10.0 + prices.MARGIN - 0.1, place="B1")
    dearer = _node(10.0 + prices.MARGIN + 0.1, place="B2")
    kept = pruned([*guilty, innocent, dearer], (), width)
    assert innocent in kept
    assert dearer not in kept


def test_what_is_cheapest_without_a_promise_is_not_crowded_out_by_promises() -> None:
    """What is postponed counts for part of its price; an act read now costs less than all of it."""
    width, fact = prices.NARROW, Rolled(Seen(1), "gun", (6,))
    promises = [_node(1.0 + n / 100, place=f"A{n}") for n in range(2 * width.most)]
    for n, node in enumerate(promises):
        node.held = ((n, prices.PIECE),)
    read = _node(prices.BREACH + 2.0, place="B1")
    read.extra = dict.fromkeys([LATE], float("inf"))
    facts = [fact] * len(promises)
    assert min(promises, key=lambda node: node.price).price + prices.PIECE > read.price
    kept = pruned([*promises, read], facts, replace(width, given_up=prices.WIDE.given_up))
    assert read in kept
    assert len(kept) <= width.most + 1


def test_those_that_only_guess_differently_crowd_out_nobody_who_reads_otherwise() -> None:
    width, seen = prices.WIDE, Rolled(Seen(1), "gun", (6,))
    guesses = [_node(float(n) / 100, place=f"A{n}") for n in range(width.most)]
    other = _node(1.0, place="B1")
    for node in guesses:
        node.tail = Entry(None, Verb(), seen, node.state, (), 0.1, node.state)
    other.tail = Entry(None, None, seen, other.state, (), 1.0, other.state)
    kept = pruned([*guesses, other], (), width)
    assert kept == [*guesses[: width.guesses], other]


def test_variants_of_what_came_before_crowd_out_no_other_way_to_read_the_last_fact() -> None:
    width, seen = prices.WIDE, [Rolled(Seen(n), "gun", (6,)) for n in range(99)]

    def read(price: float, n: int, verb: Verb | None, place: str) -> Node:
        node = _node(price, place=place)
        before = Entry(None, Verb(), seen[n], node.state, (), 0.1, node.state)
        node.tail = Entry(before, verb, seen[-1], node.state, (), price, node.state)
        return node

    variants = [read(n / 100, n, Verb(), f"A{n}") for n in range(2 * width.most)]
    other = read(3.0, 0, None, "B1")
    assert other in pruned([*variants, other], (), width)
    assert other not in pruned([*variants, other], (), prices.NARROW)
    dear = read(prices.BREACH + 1.0, 0, None, "B2")
    assert dear not in pruned([*variants, dear], (), width)


def test_who_reads_a_fact_without_later_ones_crowds_out_nobody_who_reads_it_with_them() -> None:
    """A word means the work of which the marker is laid just after it, though the marker may also
    be of another act."""
    seen = [Rolled(Seen(n), "gun", (6,)) for n in range(99)]
    for width in (prices.WIDE, prices.WIDEST):
        variants = [_node(n / 100, place=f"A{n}") for n in range(2 * width.most)]
        both = _node(1.0, place="B1")
        both.claimed = frozenset((99,))
        for n, node in enumerate([*variants, both]):
            before = Entry(None, Verb(), seen[n % 50], node.state, (), 0.1, node.state)
            node.tail = Entry(before, Verb(), seen[-1], node.state, (), 0.1, node.state)
        assert both in pruned([*variants, both], seen, width)


def test_variants_of_old_facts_crowd_out_no_other_way_to_read_the_recent_ones() -> None:
    """In the widest search a few are followed for each way to read the last steps, though another
    way has many more, and cheaper, ones."""
    width, seen = prices.WIDEST, [Rolled(Seen(n), "gun", (6,)) for n in range(99)]

    def read(price: float, old: int, recent: Verb | None, place: str) -> Node:
        node = _node(price, place=place)
        tail = Entry(None, Verb(), seen[old], node.state, (), 0.1, node.state)
        for fact, verb in ((seen[-2], recent), (seen[-1], Verb())):
            tail = Entry(tail, verb, fact, node.state, (), price, node.state)
        node.tail, node.held = tail, ((old, 0.5),)
        return node

    variants = [read(n / 100, n, Verb(), f"A{n}") for n in range(width.most)]
    others = [read(5.0 + n / 100, n, None, f"B{n}") for n in range(width.lately + 1)]
    kept = pruned([*variants, *others], seen, width)
    assert [one for one in kept if one in others] == others[: width.lately]
    assert len(kept) == width.most
    assert not set(others) & set(pruned([*variants, *others], seen, replace(width, lately=0)))


def test_of_those_that_accuse_nobody_no_more_are_followed_than_a_beam_is_wide() -> None:
    width = prices.NARROW
    alike = [_node(float(n) / 10, place=f"A{n}") for n in range(2 * width.most)]
    assert len(pruned(alike, (), width)) == width.alike


def _told(earlier: Entry | None, price: float = 0.1) -> Entry:
    return Entry(earlier, Verb(), None, None, (), price, None)


def test_what_is_dropped_though_about_as_cheap_is_told_from_where_it_went_another_way() -> None:
    """Whether it comes to the same state or finds no room; not if it is clearly dearer."""
    start, width = _told(None), replace(prices.NARROW, most=1)
    best, same = _node(1.0, place="A1"), _node(1.3, place="A1")
    crowded, dearer = _node(1.6, place="A2"), _node(1.0 + prices.ASSUMED, place="A3")
    best.dropped = Dropped(None)
    for node in (best, same, crowded, dearer):
        node.tail = _told(start)
    crowded.tail = _told(crowded.tail)
    assert pruned([best, same, crowded, dearer], (), width) == [best]
    ways = [*detours([best], back(best.tail))]
    assert sorted(map(len, ways)) == [1, 2]
    assert {id(way[-1]) for way in ways} == {id(same.tail), id(crowded.tail)}
    assert all(way[0].earlier is start for way in ways)


def test_one_that_is_dropped_for_a_dropped_one_is_as_much_dearer_as_both() -> None:
    start = _told(None)
    first, second, third = (_node(1.0 + 0.6 * number, place="A1") for number in range(3))
    first.dropped = second.dropped = Dropped(None)
    for node in (first, second, third):
        node.tail = _told(start)
    assert pruned([second, third], ()) == [second]
    assert pruned([first, second], ()) == [first]
    ways = [*detours([first], back(first.tail))]
    assert [way[-1] for way in ways] == [second.tail]


def test_dropped_ones_that_share_what_was_dropped_before_are_each_followed_once() -> None:
    """Chains that part and join again at each step have as many ways as 2 to their length."""
    best = _node(1.0, place="A1")
    best.tail = _told(None)
    for _ in range(60):
        best.dropped = Dropped(_told(best.tail), 0.001, best.dropped, best.dropped)
    assert len([*detours([best], back(best.tail))]) == 60
