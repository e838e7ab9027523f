"""Functions that judge by several cases, and what a book takes from the number of a case."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, field
from pathlib import Path

import pytest

from generator.light import dataclass
from validator.rules.cases import (
    CaseBook,
    Fault,
    Verdict,
    Verdicts,
    alike,
    always,
    left_out,
    resting,
)
from validator.rules.dice import hold_six_faces, one_die
from validator.rules.engine import GameModule, GameRules
from validator.rules.sequence import settled_by, verbs_of_steps
from validator.rules.states import Pending, StateOfPlay
from validator.rules.verbs import CHANCE, Verb, verbs_of

ASKED: list[int] = []


class Bid(Verb):
    """So many coins are bid."""

    coins: int
    open: bool

    steps = ("bidding",)
    settles = ("bid", "coins")


class Throw(Verb, by="A", steps=("bidding",)):
    """A die is thrown."""

    die: int = field(metadata=CHANCE)


book = CaseBook(rulings="R-")


@book.cases("M-1", resting("purse", "M-2"), "R-1", reads=("coins",))
def a_bid_is_between_one_and_the_purse(tables: None, purse: int, bid: Bid) -> Verdict:
    ASKED.append(bid.coins)
    if bid.coins < 1:
        return "M-1", "nothing was bid"
    if bid.coins > purse:
        return "M-2", f"bid {bid.coins} of {purse}"
    return ("R-1", "all was bid") if bid.coins == purse else None


@book.cases("M-3", "M-4")
def the_purse_is_no_empty_one(tables: None, purse: int, bid: Bid) -> Verdicts:
    if not purse:
        yield "M-3", "the purse is empty"
        yield "M-3", "this is not said: the first words hold"
        yield "M-4", left_out("nobody paid")


@book.case("R-2", reads=("open",))
def bids_are_open(tables: None, purse: int, bid: Bid) -> Fault:
    return None if bid.open else "bid in secret"


hold_six_faces(book, "M-5", (Bid, Throw))
book.offer(Bid, coins=lambda tables, purse, made: range(purse + 2), open=always(False, True))
book.offer(Throw, die=one_die)


@pytest.fixture
def rules(tmp_path: Path) -> GameRules:
    (tmp_path / "cases.yaml").write_text("[]", "utf-8")
    module = GameModule(
        book=book,
        verbs=verbs_of(__name__),
        state=int,
        tables=lambda game: None,
        start=lambda tables: 3,
        due=lambda tables, purse: (),
        outcome=lambda purse: None,
    )
    return GameRules(None, module, tmp_path)


def told(rules: GameRules, purse: int, verb: Verb) -> list[tuple[str, str]]:
    return [(breach.case, breach.severity) for breach in rules.check(purse, verb)]


def test_the_first_case_that_holds_speaks_alone(rules):
    assert told(rules, 3, Bid(0, True)) == [("M-1", "violation")]
    assert told(rules, 3, Bid(4, True)) == [("M-2", "violation")]
    assert told(rules, 3, Bid(2, True)) == []


def test_each_case_rests_on_what_it_says(rules):
    (nothing,), (too_much,) = rules.check(3, Bid(0, True)), rules.check(3, Bid(4, True))
    assert (nothing.rests_on, too_much.rests_on) == ((), ("purse",))


def test_a_ruling_of_ours_is_an_interpretation(rules):
    assert told(rules, 3, Bid(3, False)) == [("R-1", "interpretation"), ("R-2", "interpretation")]


def test_a_function_that_yields_breaks_several(rules):
    assert told(rules, 0, Bid(0, True)) == [
        ("M-1", "violation"),
        ("M-3", "violation"),
        ("M-4", "missing"),
    ]


def of_nobody(tables: None, purse: int, bid: Bid) -> Verdict:
    return "M-9", "a case of nobody"


def of_nobody_too(tables: None, purse: int, bid: Bid) -> Verdicts:
    yield "M-9", "a case of nobody"


@pytest.mark.parametrize("judge", [of_nobody, of_nobody_too])
def test_a_case_that_a_function_does_not_serve_is_an_error(judge):
    """Else nobody would ever hear of it."""
    other = CaseBook()
    other.cases("M-1", "M-2")(judge)
    for entry in other.entries:
        with pytest.raises(ValueError, match="names 'M-9', which is none of its cases"):
            entry.judge(None, 3, Bid(2, True))


def test_it_is_asked_once_for_a_verb_in_a_state(rules):
    ASKED.clear()
    rules.faults(3, Bid(2, True))
    assert ASKED == [2]


def test_a_case_switched_off_leaves_the_others(rules):
    assert told(rules.without("M-3"), 0, Bid(0, True)) == [("M-1", "violation"), ("M-4", "missing")]


def test_legal_bids_are_looked_for_where_the_book_says(rules):
    assert list(rules.legal_actions(3, (Bid,))) == [Bid(1, True), Bid(2, True)]


def test_a_die_shows_one_to_six(rules):
    assert told(rules, 3, Throw(7)) == [("M-5", "violation")]
    assert told(rules, 3, Throw(6)) == []


def test_verbs_say_where_they_belong():
    verbs = verbs_of(__name__)
    assert verbs == (Bid, Throw)
    assert verbs_of_steps(verbs) == {"bidding": (Bid, Throw)}
    assert settled_by(verbs) == {"bid": (Bid, "coins")}


def test_a_verb_is_a_frozen_dataclass_by_itself() -> None:
    throw = Throw(3)
    with pytest.raises(FrozenInstanceError):
        throw.die = 4  # type: ignore[misc]
    assert (throw, hash(throw)) == (Throw(3), hash(Throw(3)))
    with pytest.raises(TypeError, match="Throw has slots already"):
        dataclass(frozen=True, slots=True)(Throw)


def test_who_plays_a_verb_may_stand_in_its_head() -> None:
    assert (Throw.by, Throw.steps, Throw.settles) == ("A", ("bidding",), ("", ""))
    with pytest.raises(TypeError, match="'stepps'"):
        type(Verb)("Cough", (Verb,), {}, stepps=("bidding",))


def test_what_is_owed_is_done_when_asked_for_and_before_play_goes_on() -> None:
    lines = CaseBook()
    lines.asked_for("B-1", Bid, "{0} coins were bid and nobody asked")
    lines.left_open("B-2", Bid | Throw, "die", "the die of {0} was not thrown")
    asked, open_still = (case.judge for case in lines.entries)
    waits = StateOfPlay(pending=(Pending("bid", "A", "B-1", 2), Pending("die", "A", "B-2", "A")))  # type: ignore[arg-type]
    assert asked(None, waits, Bid(2, True)) is None
    assert asked(None, waits, Bid(3, True)) == "3 coins were bid and nobody asked"
    assert open_still(None, waits, Throw(1)) == left_out("the die of A was not thrown")
    assert open_still(None, StateOfPlay(), Throw(1)) is None
    assert [case.verbs for case in lines.entries] == [(Bid,), (Bid, Throw)]
    assert [case.reads for case in lines.entries] == [("coins",), ()]


def test_a_function_for_several_cases_is_asked_once_for_a_verb(rules):
    ASKED.clear()
    rules.check(3, Bid(2, True))
    assert ASKED == [2]
    without = rules.without("M-1")
    ASKED.clear()
    assert told(without, 3, Bid(4, True)) == [("M-2", "violation")]
    assert ASKED[0] == 4
    assert [rules.exercise[one].asked for one in ("M-1", "M-2", "R-1")] == [1, 1, 1]


def test_one_rule_on_two_pages_is_broken_on_both(rules):
    assert list(alike("nothing was bid", "M-1", "M-2")) == [
        ("M-1", "nothing was bid"),
        ("M-2", "nothing was bid"),
    ]
