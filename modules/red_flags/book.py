"""The book in which the cases, choices and effects of this game are gathered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from validator.rules.cases import NOTE, Broken, CaseBook, Fault
from validator.rules.states import owed
from validator.rules.verbs import Verb

book = CaseBook(rulings="RFD-")


def asked_for(
    case_id: str,
    verb: type[Verb],
    did: str,
    is_stray: Callable[[Any, Any], bool] = lambda state, unit: False,
) -> None:
    """As `CaseBook.asked_for`, for battles of which the dice are seen. They are only noted if
    ``is_stray`` of (state, unit): somebody clicked the wrong entry of a menu, and nothing comes of
    it."""
    what, name = verb.settles

    def judge(t: Any, state: Any, act: Any) -> Fault:
        piece = getattr(act, name)
        if state.by_hand or owed(state, what, piece):
            return None
        stray = is_stray(state, state.unit(piece))
        return Broken(did.format(piece), severity=NOTE) if stray else did.format(piece)

    book.enter(case_id, judge, (verb,), (name,))


case, cases = book.case, book.cases
offer, offer_all = book.offer, book.offer_all
effect, does = book.effect, book.does
