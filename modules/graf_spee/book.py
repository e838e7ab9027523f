"""The book in which the cases, choices and effects of this game are gathered."""

from __future__ import annotations

from validator.rules.cases import CaseBook

book = CaseBook()
case = book.case
choices = book.choices
choose_from = book.choose_from
effect = book.effect
