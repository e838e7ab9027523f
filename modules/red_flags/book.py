"""The book in which the cases, choices and effects of this game are gathered."""

from __future__ import annotations

from validator.rules.cases import CaseBook

book = CaseBook(rulings="RFD-")
case, cases = book.case, book.cases
offer, offer_all = book.offer, book.offer_all
effect, does = book.effect, book.does
