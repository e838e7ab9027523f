"""The book in which the cases, choices and effects of this game are gathered."""

from __future__ import annotations

from validator.rules.cases import Broken, CaseBook, Fault

book = CaseBook(rulings=("UVD-", "UVX-"))
case, cases, offer = book.case, book.cases, book.offer
effect, does = book.effect, book.does


def misread(die: int | None, done: bool, who: str, what: str, most: int) -> Fault:
    """The fault of reading a die otherwise than a table that says yes to the numbers up to
    ``most``."""
    if die is None or done == (die <= most):
        return None
    return Broken(f"{die} was thrown for {who}", f"{what} by 1 to {most}")
