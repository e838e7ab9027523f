"""Rule cases as small functions, gathered in a game's book.

A case function looks at the game's tables, a state and one verb, and says in a few words
what is wrong, or nothing::

    @case("GS-5(4)a", reads=("piece", "to"))
    def a_piece_moves_two_hexes(tables: Tables, state: State, move: MovePiece) -> Fault:
        ...
        return f"moved {hexes} hexes"

The annotation of the third parameter tells which verbs it judges (``Verb``: all of them).
``reads`` names the fields it looks at, so that it can speak as soon as these are decided:
the same function refuses half-made moves when legal ones are sought, and explains a breach
when a finished one is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from inspect import signature
from typing import Any, TypeVar, get_args, get_type_hints

from generator.light import dataclass
from validator.rules.verbs import Verb, field_names

VIOLATION = "violation"
"""A printed case was broken."""
MISSING = "missing"
"""Something the rules demand was left out."""
INTERPRETATION = "interpretation"
"""A decision of ours was broken where the printed text is silent."""

Judge = Callable[[Any, Any, Any], "Fault"]
Choices = Callable[[Any, Any, Any], Iterable[Any]]
Effect = Callable[[Any, Any, Any], Any]
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Broken:
    """What a case function says when a few words are not enough."""

    did: str
    legal: str = ""
    """What would have been legal, where the function knows better than a list of choices."""
    severity: str = ""
    """Empty: the case's own."""


Fault = str | Broken | None
"""What a case function returns: nothing, what was done in a few words, or a ``Broken``."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A case that a verb breaks."""

    case: str
    severity: str
    """``violation``, ``missing`` or ``interpretation``."""
    says: str
    """The case in our words."""
    did: str
    legal: str
    """What would have been legal; empty where nothing can be named."""
    rests_on: tuple[str, ...] = ()
    """Fields of the state that the judgement draws from memory and not from the table."""


@dataclass(frozen=True, slots=True)
class Case:
    """One function that judges for one rule case."""

    id: str
    judge: Judge
    verbs: tuple[type[Verb], ...]
    reads: tuple[str, ...]
    severity: str
    rests_on: tuple[str, ...]


@dataclass(slots=True)
class CaseBook:
    """Everything a game's Python says, gathered by decorators while its modules are imported."""

    cases: list[Case] = field(default_factory=list)
    domains: dict[tuple[type[Verb], str], Choices] = field(default_factory=dict)
    effects: dict[type[Verb], Effect] = field(default_factory=dict)

    def case(
        self,
        case_id: str,
        *,
        reads: tuple[str, ...] = (),
        severity: str = VIOLATION,
        rests_on: tuple[str, ...] = (),
    ) -> Callable[[F], F]:
        """Register a case function; several may serve one case id."""

        def register(judge: F) -> F:
            self.cases.append(Case(case_id, judge, _judged(judge), reads, severity, rests_on))
            return judge

        return register

    def choices(self, verb: type[Verb], name: str) -> Callable[[F], F]:
        """Register where the legal values of a verb's field are looked for.

        The function takes (tables, state, partial verb) and yields a domain that holds
        every legal value; the cases prune it.
        """
        if name not in field_names(verb):
            raise ValueError(f"{verb.__name__} has no field {name!r}")

        def register(domain: F) -> F:
            self.domains[verb, name] = domain
            return domain

        return register

    def choose_from(self, domain: Choices, *fields: tuple[type[Verb], str]) -> None:
        """Several fields are looked for in the same place."""
        for verb, name in fields:
            self.choices(verb, name)(domain)

    def effect(self, apply: F) -> F:
        """Register what a verb does: (tables, state, verb) -> new state.

        It must work for illegal verbs too, as far as the table can follow them: an audit
        goes on after a breach.
        """
        for verb in _judged(apply):
            self.effects[verb] = apply
        return apply

    def ids(self) -> frozenset[str]:
        """The ids of the enforced cases."""
        return frozenset(case.id for case in self.cases)


def _judged(function: Callable[..., Any]) -> tuple[type[Verb], ...]:
    """The verbs in the annotation of the third parameter."""
    named = [*signature(function).parameters][2:3]
    annotation = get_type_hints(function).get(named[0]) if named else None
    if annotation is None:
        raise TypeError(
            f"{function.__name__}: (tables, state, verb) is expected, and the third annotated with "
            "the verbs it is about"
        )
    verbs = get_args(annotation) or (annotation,)
    return tuple(verbs)
