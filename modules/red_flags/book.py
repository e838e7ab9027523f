"""The book in which the cases, choices and effects of this game are gathered."""

from __future__ import annotations

from typing import Any

from validator.rules.cases import CaseBook, Fault
from validator.rules.states import owed
from validator.rules.verbs import Verb

book = CaseBook(rulings="RFD-")


def asked_for(case_id: str, verb: type[Verb], did: str) -> None:
    """As `CaseBook.asked_for`, for battles of which the dice are seen."""
    what, name = verb.settles

    def judge(t: Any, state: Any, act: Any) -> Fault:
        piece = getattr(act, name)
        return None if state.by_hand or owed(state, what, piece) else did.format(piece)

    book.enter(case_id, judge, (verb,), (name,))


case, cases = book.case, book.cases
offer, offer_all = book.offer, book.offer_all
effect, does = book.effect, book.does
