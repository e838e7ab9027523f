"""Clauses (who does what), joined into sentences.

Successive acts of one subject become one sentence, as long as that reads well; repeated acts become
a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.counting import either, sentence
from generator.light import dataclass
from validator.narrating.words import number, times

_JOINED = 3
"""How many acts one sentence joins at most."""
_MARKS = (",", ":", ";", " and ")
"""An act whose words contain one of these is not followed by another in the sentence."""
_LONG = 160
"""Nothing more is joined to a sentence of this many letters."""
COUNTED = "{count}"


@dataclass(frozen=True, slots=True)
class Clause:
    """Who does what: ``the Royal Navy`` ``moves`` ``[Exeter to B3]``."""

    subject: str
    again: str
    """The subject's name in the next sentences (``it``)."""
    kind: str
    """The verb's class name; empty for a clause that is never joined with its like."""
    head: str
    items: tuple[str, ...] = ()
    tail: str = ""
    count: int = 1
    many: tuple[str, str] | None = None
    """The subject and the words for the same done several times; `COUNTED` stands for how often."""
    step: int = 0
    """The step of the log that shows it first; 0 if none does."""

    def and_then(self, other: Clause) -> Clause | None:
        """Both clauses as one, if they say the same of other items; else None."""
        mine = (self.subject, self.kind, self.head, self.tail, self.many, bool(self.items))
        if mine != (
            *(other.subject, other.kind, other.head, other.tail),
            *(other.many, bool(other.items)),
        ):
            return None
        items = (*self.items, *other.items)
        return replace(self, items=items, count=self.count + 1)

    @property
    def names(self) -> tuple[str, str]:
        """The subject at its first mention, and in the next sentences."""
        if self.many is None or self.count == 1:
            return self.subject, self.again
        subject = self._counted(self.many[0])
        return (subject, subject) if subject else (self.subject, self.again)

    def _counted(self, words: str) -> str:
        return words.replace(COUNTED, number(self.count))

    @property
    def words(self) -> str:
        """The act in words, without the subject."""
        if self.many is not None and self.count > 1 and not self.items:
            return self._counted(self.many[1])
        done = self.head + either(self.items, "and") + self.tail
        return done if self.items or not done else f"{times(self.count)} {done}".strip()

    @property
    def is_plain(self) -> bool:
        """Whether another act can follow in the same sentence."""
        words = self.words
        return not words.endswith(".") and not any(mark in words for mark in _MARKS)


def add(clauses: list[Clause], new: Clause) -> None:
    """Append a clause, joined with the last one if possible."""
    both = clauses[-1].and_then(new) if clauses else None
    if both is not None:
        clauses[-1] = both
    else:
        clauses.append(new)


class Said(NamedTuple):
    """A sentence, and the step of the log that shows it first; 0 if none does."""

    step: int
    text: str


def paragraph(clauses: Sequence[Clause]) -> str:
    """Clauses as one text."""
    return " ".join(said.text for said in sentences(clauses))


def sentences(clauses: Sequence[Clause]) -> list[Said]:
    """Clauses as sentences; successive acts of one subject share it."""
    made: list[Said] = []
    run: list[str] = []
    step = 0
    last = subject = ""

    def end() -> None:
        if run:
            joined = run[0] if len(run) == 1 else f"{', '.join(run[:-1])} and {run[-1]}"
            made.append(Said(step, sentence(f"{subject} {joined}".strip())))
            run.clear()

    open_ended, kind = False, ""
    for clause in clauses:
        words = clause.words
        if not words:
            continue
        length = len(subject) + sum(map(len, run))
        name, again = clause.names
        goes_on = open_ended and name == last and (clause.is_plain or len(run) == 1)
        goes_on = goes_on and clause.kind != kind
        if not (run and goes_on and len(run) < _JOINED and length + len(words) < _LONG):
            end()
            subject = again if name == last and made else name
            step = clause.step
        step = step or clause.step
        run.append(words)
        last, open_ended, kind = name, clause.is_plain, clause.kind
    end()
    return made
