"""The book that the case functions of all files are written into."""

from validator.rules.cases import CaseBook

book = CaseBook()
