"""The book in which the cases, choices and effects of this game are gathered."""

from __future__ import annotations

from validator.rules.cases import CaseBook

book = CaseBook(rulings=("UVD-", "UVX-"))
case, cases, offer, effect = book.case, book.cases, book.offer, book.effect
