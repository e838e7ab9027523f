"""What somebody does, joined to sentences.

What one does one after the other is one sentence, as long as that reads well; what is done several
times is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.counting import either, sentence
from generator.light import dataclass
from validator.narrating.words import times

_JOINED = 3
"""So much that a side does stands in one sentence, at most."""
_MARKS = (",", ":", ";", " and ")
"""Words in which these stand are reported alone, or last."""
_LONG = 160
"""No more is joined to a sentence of so many letters."""


@dataclass(frozen=True, slots=True)
class Clause:
    """What somebody does: ``the Royal Navy`` ``moves`` ``[Exeter to B3]``."""

    subject: str
    again: str
    """What it is called when it goes on."""
    kind: str
    """The verb; empty where it stands for itself."""
    head: str
    items: tuple[str, ...] = ()
    tail: str = ""
    count: int = 1
    step: int = 0
    """The step of the log in which it was seen first; 0 where nothing shows it."""

    def and_then(self, other: Clause) -> Clause | None:
        """Both as one, where the same was done again."""
        mine = (self.subject, self.kind, self.head, self.tail, bool(self.items))
        if mine != (other.subject, other.kind, other.head, other.tail, bool(other.items)):
            return None
        items = (*self.items, *other.items)
        return replace(self, items=items, count=self.count + 1)

    @property
    def words(self) -> str:
        """What is done."""
        done = self.head + either(self.items, "and") + self.tail
        return done if self.items or not done else f"{times(self.count)} {done}".strip()

    @property
    def is_plain(self) -> bool:
        """Whether more can follow in the sentence; never where it ends with a full stop."""
        words = self.words
        return not words.endswith(".") and not any(mark in words for mark in _MARKS)


def add(clauses: list[Clause], new: Clause) -> None:
    """A clause at the end of others; what is done again is reported with what was done before."""
    both = clauses[-1].and_then(new) if clauses else None
    if both is not None:
        clauses[-1] = both
    else:
        clauses.append(new)


class Said(NamedTuple):
    """A sentence, and the step of the log in which what it tells was seen first; 0: none."""

    step: int
    text: str


def paragraph(clauses: Sequence[Clause]) -> str:
    """Clauses as sentences, in one text."""
    return " ".join(said.text for said in sentences(clauses))


def sentences(clauses: Sequence[Clause]) -> list[Said]:
    """Clauses as sentences: one subject for what is done one after the other."""
    told: list[Said] = []
    run: list[str] = []
    step = 0
    last = subject = ""

    def end() -> None:
        if run:
            joined = run[0] if len(run) == 1 else f"{', '.join(run[:-1])} and {run[-1]}"
            told.append(Said(step, sentence(f"{subject} {joined}".strip())))
            run.clear()

    open_ended, kind = False, ""
    for clause in clauses:
        words = clause.words
        if not words:
            continue
        length = len(subject) + sum(map(len, run))
        goes_on = open_ended and clause.subject == last and (clause.is_plain or len(run) == 1)
        goes_on = goes_on and clause.kind != kind
        if not (run and goes_on and len(run) < _JOINED and length + len(words) < _LONG):
            end()
            subject = clause.again if clause.subject == last and told else clause.subject
            step = clause.step
        step = step or clause.step
        run.append(words)
        last, open_ended, kind = clause.subject, clause.is_plain, clause.kind
    end()
    return told
