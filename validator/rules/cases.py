"""Rule cases as small functions, gathered in a game's book.

A case function looks at the game's tables, a state and one verb, and says in a few words
what is wrong, or nothing::

    @case("GS-5(4)a", reads=("piece", "to"))
    def a_piece_moves_two_hexes(tables: Tables, state: State, move: MovePiece) -> Fault:
        ...
        return f"moved {hexes} hexes"

Several cases that judge one claim are one function, of which the first that holds speaks::

    @cases("GS-8(1)b", "GS-8(1)c", reads=("ocean", "hex"))
    def the_ship_leaves_from_an_exit(tables: Tables, state: State, way: Escape) -> Verdict:
        if way.ocean not in tables.exits:
            return "GS-8(1)b", f"the ship left the map into {way.ocean}"
        ...

The annotation of the third parameter says which verbs it judges (``Verb``: all of them).
``reads`` names the fields it looks at, so that it can speak as soon as these are decided:
the same function refuses half-made moves when legal ones are sought, and explains a breach
when a finished one is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from inspect import isgeneratorfunction
from typing import Any, TypeVar, get_args

from generator.errors import nearest
from generator.light import dataclass
from validator.rules.states import Pending, owed
from validator.rules.verbs import Verb, field_names, verbs_named

VIOLATION = "violation"
"""A printed case was broken."""
MISSING = "missing"
"""Something the rules demand was left out."""
INTERPRETATION = "interpretation"
"""A decision of ours was broken where the printed text is silent."""
NOTE = "note"
"""It breaks what is printed, and harms nobody: worth knowing, nothing more."""

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
    by: str = ""
    """The side whose it was; empty: what is due tells, or the verb."""
    of: Pending | None = None
    """What is owed that it speaks of: as long as that is not done, it is one mistake."""


Fault = str | Broken | None
"""What a case function returns: nothing, what was done in a few words, or a ``Broken``."""


Verdict = tuple[str, str | Broken] | None
"""What a function for several cases returns: nothing, or the case that is broken and how."""
Verdicts = Iterator[tuple[str, str | Broken]]
"""What one yields that may break several of its cases at once."""


def left_out(did: str, legal: str = "", by: str = "", of: Pending | None = None) -> Broken:
    """What the rules demand was not done; ``by``: by whom, where nothing is due for it."""
    return Broken(did, legal, MISSING, by, of)


def alike(did: str | Broken, *case_ids: str) -> Verdicts:
    """The same breach of several cases: a rule that the rule book gives on several pages."""
    return ((case_id, did) for case_id in case_ids)


def always(*values: Any) -> Choices:
    """A domain of the same values in every state."""
    return lambda tables, state, made: values


def every(name: str) -> Choices:
    """A domain of all that the game's tables hold under a name: ``every("neighbours")``."""
    return lambda tables, state, made: getattr(tables, name)


def _owing(what: str) -> Choices:
    """The pieces for which something of a kind is pending."""
    return lambda tables, state, made: dict.fromkeys(
        one.piece for one in state.pending if one.what == what
    )


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
    by: str = ""
    """The side whose it was, where the case says so."""


@dataclass(frozen=True, slots=True)
class Case:
    """One function that judges for one rule case."""

    id: str
    judge: Judge
    verbs: tuple[type[Verb], ...]
    reads: tuple[str, ...]
    severity: str
    rests_on: tuple[str, ...]
    table: str = ""
    """The chart it holds a result to, where that has a policy (`validator.rules.policies`)."""


@dataclass(frozen=True, slots=True)
class Resting:
    """Cases that draw on memory (see `resting`)."""

    on: tuple[str, ...]
    cases: tuple[str, ...]


def resting(on: str | tuple[str, ...], *case_ids: str) -> Resting:
    """Cases of one function that rest on these fields of the state, and the others do not::

    @cases("GS-7(5)", resting("taken", "GS-7(6)"))
    """
    return Resting((on,) if isinstance(on, str) else on, case_ids)


@dataclass(slots=True)
class CaseBook:
    """Everything a game's Python says, gathered by decorators while its modules are imported."""

    rulings: str | tuple[str, ...] = ""
    """How the ids of our own rulings begin (``DG-``): to break one is an ``interpretation``."""
    entries: list[Case] = field(default_factory=list)
    domains: dict[tuple[type[Verb], str], Choices] = field(default_factory=dict)
    usual: dict[str, Choices] = field(default_factory=dict)
    """By field: where it is looked for in verbs that say nothing else."""
    effects: dict[type[Verb], Effect] = field(default_factory=dict)

    def case(
        self,
        case_id: str,
        *,
        reads: tuple[str, ...] = (),
        severity: str = "",
        rests_on: tuple[str, ...] = (),
        table: str = "",
    ) -> Callable[[F], F]:
        """Register a case function; several may serve one case id.

        ``severity``: a violation unless it is said, or the case is a ruling of ours. ``table``: the
        chart it holds a result to; then the chart's policy says whether it is asked, and how grave
        it is (`validator.rules.policies`).
        """

        def register(judge: F) -> F:
            self.enter(case_id, judge, verbs_named(judge, 2), reads, severity, rests_on, table)
            return judge

        return register

    def cases(
        self,
        *case_ids: str | Resting,
        reads: tuple[str, ...] = (),
        severity: str = "",
        rests_on: tuple[str, ...] = (),
    ) -> Callable[[F], F]:
        """Register a function that judges one claim by several cases (see `Verdict`).

        Where not all of them rest on the same, some are named by `resting`, alone or once more.
        """
        memory: dict[str, tuple[str, ...]] = {}
        for one in case_ids:
            memory |= {one: rests_on} if isinstance(one, str) else dict.fromkeys(one.cases, one.on)

        def register(judge: F) -> F:
            verbs = verbs_named(judge, 2)
            for case_id, one in _shared(judge, tuple(memory)).items():
                self.enter(case_id, one, verbs, reads, severity, memory[case_id])
            return judge

        return register

    def enter(
        self,
        case_id: str,
        judge: Judge,
        verbs: tuple[type[Verb], ...],
        reads: tuple[str, ...] = (),
        severity: str = "",
        rests_on: tuple[str, ...] = (),
        table: str = "",
    ) -> None:
        """Enter a case whose function is not written with the game: it is made, or shared."""
        ours = bool(self.rulings) and case_id.startswith(self.rulings)
        severity = severity or (INTERPRETATION if ours else VIOLATION)
        self.entries.append(Case(case_id, judge, verbs, reads, severity, rests_on, table))

    def asked_for(self, case_id: str, verb: type[Verb], did: str) -> None:
        """Enter that a verb is played only where what it settles is pending.

        ``did`` says what was done otherwise; ``{0}`` is the piece that the verb names.
        """
        what, name = verb.settles

        def judge(tables: Any, state: Any, act: Any) -> Fault:
            piece = getattr(act, name) if name else None
            return None if owed(state, what, piece) else did.format(piece)

        self.enter(case_id, judge, (verb,), (name,) if name else ())

    def one_of(self, case_id: str, verbs: Any, name: str, known: str, did: str) -> None:
        """Enter that a verb's field is one of what the game's tables hold under the name
        ``known``, if it is decided at all.

        ``did`` says what was done otherwise; ``{0}`` is the field.
        """

        def judge(tables: Any, state: Any, act: Any) -> Fault:
            value = getattr(act, name)
            return None if value is None or value in getattr(tables, known) else did.format(value)

        self.enter(case_id, judge, get_args(verbs) or (verbs,), (name,))

    def left_open(self, case_id: str, verbs: Any, what: str, did: str) -> None:
        """Enter that something pending is done before these verbs.

        ``did`` says what was not; ``{0}`` is the piece that it is about.
        """

        def judge(tables: Any, state: Any, act: Any) -> Fault:
            waiting = owed(state, what)
            return left_out(did.format(waiting.piece)) if waiting else None

        self.enter(case_id, judge, get_args(verbs) or (verbs,))

    def choices(self, verb: type[Verb], name: str) -> Callable[[F], F]:
        """Register where the legal values of a verb's field are looked for.

        The function takes (tables, state, partial verb) and yields a domain that holds
        every legal value; the cases prune it.
        """
        known = field_names(verb)
        if name not in known:
            raise ValueError(
                f"{verb.__name__} has no field {name!r}; accepted: {', '.join(known) or 'nothing'}"
                f"{nearest(name, known)}"
            )

        def register(domain: F) -> F:
            self.domains[verb, name] = domain
            return domain

        return register

    def offer(self, verb: type[Verb], **domains: Choices) -> None:
        """Register by field where the legal values of a verb are looked for (see `choices`)."""
        for name, domain in domains.items():
            self.choices(verb, name)(domain)

    def offer_all(self, **domains: Choices) -> None:
        """Register where a field of that name is looked for in every verb for which no other
        domain is registered."""
        self.usual.update(domains)

    def offer_owed(self, verbs: Iterable[type[Verb]]) -> None:
        """Register that what settles something is about a piece for which that is pending, where
        nothing else is registered."""
        for verb in verbs:
            what, name = verb.settles
            if name and (verb, name) not in self.domains:
                self.domains[verb, name] = _owing(what)

    def domain(self, verb: type[Verb], name: str) -> Choices:
        """Where the legal values of a verb's field are looked for; KeyError where it is nowhere."""
        own = self.domains.get((verb, name))
        return self.usual[name] if own is None else own

    def effect(self, apply: F) -> F:
        """Register what a verb does: (tables, state, verb) -> new state.

        It must work for illegal verbs too, as far as the table can follow them: an audit
        goes on after a breach.
        """
        for verb in verbs_named(apply, 2):
            self.effects[verb] = apply
        return apply

    def does(self, verb: type[Verb], apply: Effect) -> None:
        """Register what a verb does where a line says it (see `effect`)."""
        self.effects[verb] = apply

    def ids(self) -> frozenset[str]:
        """The ids of the enforced cases."""
        return frozenset(case.id for case in self.entries)


class OneOfSeveral:
    """What a function for several cases says of one of them."""

    def __init__(
        self, judge: Callable[..., Any], told: Callable[..., dict[str, Any]], ask: Judge
    ) -> None:
        self.__wrapped__ = judge
        """Where it stands."""
        self.told = told
        """(tables, state, verb) -> what it says of all its cases at once, by their ids."""
        self._ask = ask

    def __call__(self, tables: Any, state: Any, verb: Any) -> Fault:
        return self._ask(tables, state, verb)


def _shared(judge: Callable[..., Any], case_ids: tuple[str, ...]) -> dict[str, Judge]:
    """A function for several cases as one for each of them.

    It is asked once for a verb in a state: by the first of its cases. Raises ValueError when it
    names a case that is not among its own: nobody would ever hear of it.
    """
    several, own = isgeneratorfunction(judge), frozenset(case_ids)
    nothing: dict[str, Any] = {}
    state: Any = None
    verb: Any = None
    found = nothing

    def told(tables: Any, this_state: Any, this_verb: Any) -> dict[str, Any]:
        nonlocal state, verb, found
        answer = judge(tables, this_state, this_verb)
        state, verb, found = this_state, this_verb, nothing
        if several:
            for case_id, fault in answer:
                found = found or {}
                found.setdefault(case_id, fault)
        elif answer is not None:
            found = {answer[0]: answer[1]}
        if found and not own.issuperset(found):
            named = f"{judge.__module__}.{judge.__qualname__}"
            raise ValueError(f"{named} names {min(found.keys() - own)}, which is none of its cases")
        return found

    def first(tables: Any, this_state: Any, this_verb: Any) -> Any:
        return told(tables, this_state, this_verb).get(first_id)

    def later(case_id: str) -> Judge:
        def one(tables: Any, this_state: Any, this_verb: Any) -> Any:
            if state is this_state and verb is this_verb:
                return found.get(case_id)
            return told(tables, this_state, this_verb).get(case_id)

        return one

    first_id = case_ids[0]
    found_by = {first_id: first, **{case_id: later(case_id) for case_id in case_ids[1:]}}
    return {case_id: OneOfSeveral(judge, told, ask) for case_id, ask in found_by.items()}
