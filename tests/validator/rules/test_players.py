"""A player of a game of no rules: what he is asked, and what he chooses."""

from __future__ import annotations

import random
from types import SimpleNamespace

from validator.rules.players import URGENT, Onlooker, Player
from validator.rules.sequence import Due
from validator.rules.verbs import Verb


class Bid(Verb):
    price: float


class Call(Verb):
    price: float


class Bidder(Player):
    def worth(self, state, decision):
        return decision.price


class Rules:
    tables = None

    def start_unseen(self):
        return ()

    def answers(self, state, due):
        return iter([verb(price) for verb in due.verbs for price in state])

    def seen_by_all(self, state, verb):
        return (Bid(0), verb) if isinstance(verb, Call) else ()

    def apply(self, state, verb):
        return (*state, verb)


def bidder(onlooker=None):
    return Bidder(Rules(), "A", random.Random(1), onlooker)


def test_a_player_takes_what_he_values_most():
    must = Due("A", (Bid,), mandatory=True)
    assert bidder().choose((-3.0, -1.0, -2.0), must, [must]) == Bid(-1.0)


def test_what_is_optional_must_be_worth_something():
    may = Due("A", (Bid,), mandatory=False)
    assert bidder().choose((-3.0, -1.0), may, [may]) is None
    assert bidder().choose((-3.0, 1.0), may, [may]) == Bid(1.0)


def test_what_is_urgent_is_done_before_it_is_asked_for():
    must, may = Due("A", (Bid,), mandatory=True), Due("A", (Call,), mandatory=False)
    assert bidder().choose((1.0, URGENT + 1), must, [must, may]) == Call(URGENT + 1)
    assert bidder().choose((1.0, URGENT - 1), must, [must, may]) == Bid(URGENT - 1)


def test_what_is_urgent_is_thought_of_once():
    must, may = Due("A", (Bid,), mandatory=True), Due("A", (Call,), mandatory=False)
    assert bidder().choose((URGENT + 1,), must, [may, must]) == Bid(URGENT + 1)


def test_an_onlooker_knows_only_what_everybody_sees():
    onlooker = Onlooker(Rules())
    onlooker.hear(SimpleNamespace(secret=1), Bid(7))
    assert onlooker.state == ()
    onlooker.hear(SimpleNamespace(secret=1), Call(7))
    assert onlooker.state == (Bid(0), Call(7))


def test_players_follow_the_onlooker():
    onlooker = Onlooker(Rules())
    one, other = bidder(onlooker), bidder(onlooker)
    onlooker.hear((), Call(3))
    assert one.seen == other.seen == (Bid(0), Call(3))
