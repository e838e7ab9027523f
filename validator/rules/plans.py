"""What the engine looks up once for each kind of verb, because it is used very often."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from generator.light import dataclass
from validator.rules.answers import check_faults, failed
from validator.rules.cases import Case, Judge, OneOfSeveral
from validator.rules.verbs import Verb


@dataclass(slots=True)
class Exercised:
    """How often a case was asked and refused something."""

    asked: int = 0
    """How often its function judged a verb, finished or partial."""
    refused: int = 0
    """How often it found a fault."""


Counted = tuple[Case, Exercised]
"""A case and its count."""


@dataclass(frozen=True, slots=True)
class Question:
    """A case function that is called once, and the cases that it judges."""

    ask: Callable[[Any, Any, Any], Any]
    """(tables, state, verb) -> the fault; for ``several`` cases the faults by case id."""
    several: bool
    rows: tuple[Counted, ...]

    def answer(self, tables: Any, state: Any, verb: Verb) -> Any:
        """The fault of a verb, for ``several`` cases the faults by case id; None if there is none.

        Raises `RuleError` if the function fails, or its answer is none that is accepted.
        """
        try:
            answer = self.ask(tables, state, verb)
        except Exception as trouble:
            raise failed(self.named, self.function, verb, trouble) from trouble
        for _, count in self.rows:
            count.asked += 1
        if answer is None or (self.several and not answer):
            return None
        faults = answer.values() if self.several else (answer,)
        if not all(one.__class__ is str and one for one in faults):
            check_faults(self.named, self.function, verb, faults)
        return answer

    @property
    def function(self) -> Judge:
        """The game's own function, for messages."""
        return self.rows[0][0].judge

    @property
    def named(self) -> str:
        """The cases, for messages: ``case 2.1``."""
        ids = list(dict.fromkeys(case.id for case, _ in self.rows))
        return f"case{'s' if len(ids) > 1 else ''} {', '.join(ids)}"


def questions(judges: Iterable[Counted]) -> tuple[Question, ...]:
    """The judges in their order, with those of one function joined."""
    found = []

    def asked(one: Counted) -> Any:
        judge = one[0].judge
        return judge.all_faults if isinstance(judge, OneOfSeveral) else judge

    for ask, rows in groupby(judges, key=asked):
        listed = tuple(rows)
        found.append(Question(ask, isinstance(listed[0][0].judge, OneOfSeveral), listed))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Plan:
    """How the engine checks, seeks and applies a kind of verb."""

    verb: type[Verb]
    names: tuple[str, ...]
    cases: tuple[Question, ...]
    stages: tuple[tuple[Question, ...], ...]
    """At index n, the cases that can judge as soon as n fields are set."""
    first_chance: int
    """How many fields come before the first one of chance."""
    effect: Any
    """The function that applies the verb; a base class's effect serves its subclasses."""


class Plans(dict[type[Verb], Plan]):
    """Plans by verb, each made when first needed: a log needs few."""

    def __init__(self, make: Callable[[type[Verb]], Plan]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, verb: type[Verb]) -> Plan:
        plan = self[verb] = self._make(verb)
        return plan
