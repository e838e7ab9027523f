"""The book in which the cases, choices and effects of this game are gathered."""

from __future__ import annotations

from validator.rules.cases import CaseBook

book = CaseBook(rulings=("UVD-", "UVX-"))
case, cases, offer = book.case, book.cases, book.offer
effect, does = book.effect, book.does
