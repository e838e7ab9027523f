"""What verbs, books and states of a game say by declaring."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from validator.rules.cases import CaseBook, always
from validator.rules.dice import hold_number
from validator.rules.engine import GameModule, GameRules
from validator.rules.verbs import CHANCE, Verb, chance_fields, guessed


class Bid(Verb):
    """So many coins are bid."""

    coins: int
    open: bool


class Cast(Verb, secret=True, hides=("die",)):
    """Dice are thrown behind a screen."""

    colour: str = guessed(lambda context, state, known: ("red",))
    dice: tuple[int, ...] | None = guessed(lambda context, state, known: (), metadata=CHANCE)
    die: int | None = None


class Whisper(Verb, unseen=True):
    """Nobody hears it."""


def test_a_field_may_say_what_it_is_guessed_to_be():
    assert [*Cast.guesses] == ["colour", "dice"]
    assert chance_fields(Cast) == {"dice"}
    assert Cast("red", (1,)) == Cast(colour="red", dice=(1,), die=None)


def test_others_see_a_verb_without_what_it_hides(tmp_path):
    rules = rules_of(CaseBook(), tmp_path)
    assert rules.seen_by_all(None, Cast("red", (1,), 5)) == (Cast("red", (1,), None),)
    assert rules.seen_by_all(None, Whisper()) == ()
    seen = Bid(1, True)
    assert rules.seen_by_all(None, seen)[0] is seen


@pytest.mark.parametrize(
    ("cast", "did"),
    [
        (Cast("red", (1, 2)), ""),
        (Cast("red", (1,)), "1 dice were thrown"),
        (Cast("blue", None), "blue"),
    ],
)
def test_a_book_holds_a_list_and_a_number_of_dice(cast, did):
    mine = CaseBook()
    mine.one_of("C-1", Cast, "colour", "colours", "{0} is not a colour")
    hold_number(mine, "C-2", Cast, "throws")
    tables = SimpleNamespace(colours=("red",), throws=2)
    faults = [case.judge(tables, None, cast) for case in mine.entries]
    told = [getattr(fault, "did", fault) for fault in faults if fault is not None]
    assert [did in one for one in told] == ([True] if did else [])


def rules_of(book: CaseBook, folder: Path) -> GameRules:
    module = GameModule(
        book=book,
        verbs=(Bid,),
        state=int,
        tables=lambda game: None,
        start=lambda tables: 3,
        due=lambda tables, purse: (),
        outcome=lambda purse: None,
    )
    return GameRules(None, module, folder)


def test_what_is_offered_to_all_is_offered_where_nothing_else_is(tmp_path):
    book = CaseBook()
    book.offer_all(coins=always(7), open=always(True))
    book.offer(Bid, coins=always(1))
    assert list(rules_of(book, tmp_path).legal_actions(3)) == [Bid(1, True)]
