"""Rule cases as small functions, collected in a game's case book.

A case function looks at the game's tables, a state and one verb, and says in a few words
what is wrong, or nothing::

    @case("GS-5(4)a", reads=("piece", "to"))
    def a_piece_moves_two_hexes(tables: Tables, state: State, move: MovePiece) -> Fault:
        ...
        return f"moved {hexes} hexes"

Several cases that judge the same claim can be one function, which names the case that is broken::

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
"""A ruling of ours was broken, where the printed text is silent."""
NOTE = "note"
"""A printed rule was broken, but it harms nobody."""

SEVERITIES = (VIOLATION, MISSING, INTERPRETATION, NOTE)

Judge = Callable[[Any, Any, Any], "Fault"]
Choices = Callable[[Any, Any, Any], Iterable[Any]]
Effect = Callable[[Any, Any, Any], Any]
F = TypeVar("F", bound=Callable[..., Any])


EITHER = "either"
"""For `Broken.by`: each side may be at fault, so nobody is named."""


class AnswerError(ValueError):
    """A function for several cases answered what is not accepted."""


@dataclass(frozen=True, slots=True)
class Broken:
    """What a case function returns when a few words are not enough."""

    did: str
    legal: str = ""
    """What would have been legal, if the function can say it better than a list of choices."""
    severity: str = ""
    """Empty for the case's own severity."""
    by: str = ""
    """The side at fault; empty if it is the side that plays the verb, or that must act now;
    `EITHER` if nothing tells."""
    of: Pending | None = None
    """The pending task that was neglected: until it is done, this is one mistake."""


Fault = str | Broken | None
"""What a case function returns: nothing, what was done in a few words, or a ``Broken``."""


Verdict = tuple[str, str | Broken] | None
"""What a function for several cases returns: nothing, or the broken case and how it was broken."""
Verdicts = Iterator[tuple[str, str | Broken]]
"""What a function yields if several of its cases can be broken at once."""


def left_out(did: str, legal: str = "", by: str = "", of: Pending | None = None) -> Broken:
    """A breach of severity `MISSING`; ``by`` and ``of`` as in `Broken`."""
    return Broken(did, legal, MISSING, by, of)


def alike(did: str | Broken, *case_ids: str) -> Verdicts:
    """The same breach of several cases: a rule that the rule book states more than once."""
    return ((case_id, did) for case_id in case_ids)


def always(*values: Any) -> Choices:
    """A domain of the same values in every state."""
    return lambda tables, state, made: values


def every(name: str) -> Choices:
    """A domain of all values in one field of the game's tables: ``every("neighbours")``."""
    return lambda tables, state, made: getattr(tables, name)


def _owing(what: str) -> Choices:
    """A domain of the pieces for which a kind of task is pending."""
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
    """What would have been legal; empty if nothing can be named."""
    rests_on: tuple[str, ...] = ()
    """Fields of the state that the judgement uses and the table does not show."""
    by: str = ""
    """The side at fault, if the case names it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One function that judges one rule case."""

    id: str
    judge: Judge
    verbs: tuple[type[Verb], ...]
    reads: tuple[str, ...]
    severity: str
    rests_on: tuple[str, ...]
    table: str = ""
    """The chart that it checks a result against, if that has a policy
    (`validator.rules.policies`)."""


@dataclass(frozen=True, slots=True)
class Resting:
    """Cases whose judgement rests on fields that the table does not show (see `resting`)."""

    on: tuple[str, ...]
    cases: tuple[str, ...]


def resting(on: str | tuple[str, ...], *case_ids: str) -> Resting:
    """The cases of one function that rest on these fields of the state, if the others do not::

    @cases("GS-7(5)", resting("taken", "GS-7(6)"))
    """
    return Resting((on,) if isinstance(on, str) else on, case_ids)


@dataclass(slots=True)
class CaseBook:
    """A game's cases, domains and effects, collected by decorators while its modules are
    imported."""

    rulings: str | tuple[str, ...] = ""
    """The prefix of our own rulings (``DG-``): breaking one is an ``interpretation``."""
    entries: list[Case] = field(default_factory=list)
    domains: dict[tuple[type[Verb], str], Choices] = field(default_factory=dict)
    usual: dict[str, Choices] = field(default_factory=dict)
    """Domains by field name, for verbs that have no own domain for it."""
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

        ``severity`` is a violation by default, or an interpretation for a ruling of ours.
        ``table`` is the chart that the case checks a result against: then the chart's policy says
        whether the case is applied and how severe it is (`validator.rules.policies`).
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

        Cases that rest on other fields than ``rests_on`` are named by `resting`.
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
        """Register a case whose function was made by another function, or is shared.

        Raises ValueError for an unknown severity, an id that is no text, and fields that are not
        in a tuple.
        """
        if not isinstance(case_id, str):
            raise ValueError(f"case {case_id!r}: an id is a text: {str(case_id)!r}")
        for what, names in (("reads", reads), ("rests_on", rests_on)):
            if isinstance(names, str):
                raise ValueError(f"case {case_id}: {what} must be several names: ({names!r},)")
        if severity and severity not in SEVERITIES:
            raise ValueError(
                f"case {case_id}: no severity {severity!r}; accepted: {', '.join(SEVERITIES)}"
                f"{nearest(severity, SEVERITIES)}"
            )
        ours = bool(self.rulings) and case_id.startswith(self.rulings)
        severity = severity or (INTERPRETATION if ours else VIOLATION)
        self.entries.append(Case(case_id, judge, verbs, reads, severity, rests_on, table))

    def asked_for(self, case_id: str, verb: type[Verb], did: str) -> None:
        """Register a case: a verb may only be played if the task that it settles is pending.

        ``did`` describes the breach; ``{0}`` stands for the piece that the verb names.
        """
        what, name = verb.settles

        def judge(tables: Any, state: Any, act: Any) -> Fault:
            piece = getattr(act, name) if name else None
            return None if owed(state, what, piece) else did.format(piece)

        self.enter(case_id, judge, (verb,), (name,) if name else ())

    def one_of(self, case_id: str, verbs: Any, name: str, known: str, did: str) -> None:
        """Register a case: a verb's field is one of the values in the field ``known`` of the
        game's tables, or None.

        ``did`` describes the breach; ``{0}`` stands for the value.
        """

        def judge(tables: Any, state: Any, act: Any) -> Fault:
            value = getattr(act, name)
            return None if value is None or value in getattr(tables, known) else did.format(value)

        self.enter(case_id, judge, get_args(verbs) or (verbs,), (name,))

    def left_open(self, case_id: str, verbs: Any, what: str, did: str) -> None:
        """Register a case: a pending task is done before these verbs.

        ``did`` describes the breach; ``{0}`` stands for the piece of the task.
        """

        def judge(tables: Any, state: Any, act: Any) -> Fault:
            waiting = owed(state, what)
            return left_out(did.format(waiting.piece)) if waiting else None

        self.enter(case_id, judge, get_args(verbs) or (verbs,))

    def choices(self, verb: type[Verb], name: str) -> Callable[[F], F]:
        """Register the domain of a verb's field: the values among which legal ones are sought.

        The function takes (tables, state, partial verb) and yields at least every legal value;
        the cases rule out the others.
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
        """Register the domains of a verb's fields (see `choices`)."""
        for name, domain in domains.items():
            self.choices(verb, name)(domain)

    def offer_all(self, **domains: Choices) -> None:
        """Register domains by field name, for every verb without an own domain for that field."""
        self.usual.update(domains)

    def offer_owed(self, verbs: Iterable[type[Verb]]) -> None:
        """Register domains for verbs that settle a task: the pieces for which it is pending,
        unless another domain is registered."""
        for verb in verbs:
            what, name = verb.settles
            if name and (verb, name) not in self.domains:
                self.domains[verb, name] = _owing(what)

    def domain(self, verb: type[Verb], name: str) -> Choices:
        """The domain of a verb's field. Raises KeyError if it has none."""
        own = self.domains.get((verb, name))
        return self.usual[name] if own is None else own

    def effect(self, apply: F) -> F:
        """Register what a verb does: (tables, state, verb) -> new state.

        It must work for illegal verbs too, as far as the table can follow them, since an audit
        continues after a breach.
        """
        for verb in verbs_named(apply, 2):
            self.effects[verb] = apply
        return apply

    def does(self, verb: type[Verb], apply: Effect) -> None:
        """Register what a verb does, for effects that fit on one line (see `effect`)."""
        self.effects[verb] = apply

    def ids(self) -> frozenset[str]:
        """The ids of the enforced cases."""
        return frozenset(case.id for case in self.entries)


class OneOfSeveral:
    """A function for several cases, as the judge of one of them."""

    def __init__(
        self, judge: Callable[..., Any], all_faults: Callable[..., dict[str, Any]], ask: Judge
    ) -> None:
        self.__wrapped__ = judge
        """The function itself, for its file and line."""
        self.all_faults = all_faults
        """(tables, state, verb) -> the faults of all its cases, by their ids."""
        self._ask = ask

    def __call__(self, tables: Any, state: Any, verb: Any) -> Fault:
        return self._ask(tables, state, verb)


def _not_of(case_ids: tuple[str, ...], answer: Any) -> str:
    """What is wrong with the answer of a function for several cases."""
    known = ", ".join(case_ids)
    if isinstance(answer, tuple) and len(answer) == 2:
        near = nearest(str(answer[0]), case_ids)
        return f"names {answer[0]!r}, which is none of its cases; accepted: {known}{near}"
    return (
        f"answered {answer!r}; accepted: None if nothing is wrong, else the broken case ({known}) "
        f"and what was done: ({case_ids[0]!r}, 'moved too far')"
    )


def _shared(judge: Callable[..., Any], case_ids: tuple[str, ...]) -> dict[str, Judge]:
    """One judge for each case of a function for several cases.

    The function is called once for a verb in a state, by the judge of its first case. Raises
    AnswerError if it names a case that is not its own: that fault would be lost.
    """
    several, own = isgeneratorfunction(judge), frozenset(case_ids)
    nothing: dict[str, Any] = {}
    state: Any = None
    verb: Any = None
    found = nothing

    def all_faults(tables: Any, this_state: Any, this_verb: Any) -> dict[str, Any]:
        nonlocal state, verb, found
        answer = judge(tables, this_state, this_verb)
        state, verb, found = this_state, this_verb, nothing
        for row in answer if several else () if answer is None else (answer,):
            if not (isinstance(row, tuple) and len(row) == 2 and row[0] in own):
                raise AnswerError(_not_of(case_ids, row))
            found = found or {}
            found.setdefault(*row)
        return found

    def first(tables: Any, this_state: Any, this_verb: Any) -> Any:
        return all_faults(tables, this_state, this_verb).get(first_id)

    def later(case_id: str) -> Judge:
        def one(tables: Any, this_state: Any, this_verb: Any) -> Any:
            if state is this_state and verb is this_verb:
                return found.get(case_id)
            return all_faults(tables, this_state, this_verb).get(case_id)

        return one

    first_id = case_ids[0]
    found_by = {first_id: first, **{case_id: later(case_id) for case_id in case_ids[1:]}}
    return {case_id: OneOfSeveral(judge, all_faults, ask) for case_id, ask in found_by.items()}
