"""The engine checks verbs, applies them and finds legal ones; each game supplies the cases."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from operator import attrgetter, eq
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.counting import either
from generator.light import dataclass
from validator.hidden.beliefs import Belief
from validator.rules.answers import (
    WATCHED,
    check_unchanged,
    checked_dues,
    checked_offer,
    checked_state,
    failed,
    no_values,
    picture_of,
)
from validator.rules.cases import (
    INTERPRETATION,
    VIOLATION,
    Breach,
    Broken,
    Case,
    CaseBook,
)
from validator.rules.dice import in_any_order
from validator.rules.offered import Offered, offered
from validator.rules.plans import Counted, Exercised, Plan, Plans, Question, questions
from validator.rules.policies import DECLARED, PRINTED, policies_of
from validator.rules.sequence import Due
from validator.rules.states import Outcome
from validator.rules.verbs import (
    Verb,
    chance_fields,
    field_names,
    partial_verb,
    spelled,
    value_in_words,
)

if TYPE_CHECKING:
    from generator.definition.binding import Binding

_NAMED = 12
"""How many legal alternatives a breach names at most."""

Fault = tuple[Case, str | Broken]
"""A case that a verb breaks, and the case function's answer."""


def _as_it_says(tables: Any, state: Any, verb: Verb) -> tuple[Verb, ...]:
    """What others see of a verb by its own declaration: all but the fields that it hides."""
    kind = type(verb)
    if kind.unseen:
        return ()
    return (replace(verb, **dict.fromkeys(kind.hides)) if kind.hides else verb,)


def _nothing_to_try(tables: Any) -> Mapping[str, Sequence[Any]]:
    return {}


@dataclass(frozen=True)
class GameModule:
    """Everything that a game's ``rules.py`` gives to the engine.

    The fields with a default are for games with hidden information, with own computer players or
    with logs to be read.
    """

    book: CaseBook
    verbs: tuple[type[Verb], ...]
    """All verbs, in the order in which legal ones are sought."""
    state: type[Any]
    tables: Callable[[Any], Any]
    """(definition) -> the game's tables, in which the cases look things up."""
    start: Callable[[Any], Any]
    """(tables) -> the state before set-up, with everything known."""
    due: Callable[[Any, Any], Iterable[Due]]
    """(tables, state) -> who may or must act now, in the order of play."""
    outcome: Callable[[Any], Outcome | None] = attrgetter("outcome")
    start_unseen: Callable[[Any], Any] | None = None
    """(tables) -> the state before set-up with public knowledge only; None: as ``start``."""
    seen_by_all: Callable[[Any, Any, Verb], tuple[Verb, ...]] = _as_it_says
    """(tables, true state before, verb) -> the public part of a verb, if the verbs themselves do
    not say it (`Verb.hides`)."""
    consistent: Callable[[Any, Any], bool] = eq
    """(true state, public state) -> whether the true state is possible by public knowledge."""
    fuzz_values: Callable[[Any], Mapping[str, Sequence[Any]]] = _nothing_to_try
    """(tables) -> values for the fuzzer by name of a verb's field, legal ones and nonsense.

    ``GunRange.target`` takes precedence over ``target`` for that verb. A field without values gets
    those that its offers give in a few random games, which are no nonsense.
    """
    players: Mapping[str, Mapping[str, Callable[..., Any]]] = field(default_factory=dict)
    """Style of play (``purposeful``) -> side -> factory of a computer player (rules, side, rng,
    onlooker); random players need none."""
    beliefs: Callable[[Any, Any, str | None], Sequence[Belief]] | None = None
    """(tables, state as a side knows it, the side or None for everybody) -> where each hidden
    thing of the others can be, always the same things in the same order. None if this game hides
    no positions."""
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For logs of an imported module: what its definition must have before anything is judged, by
    sort (``sides``, ``maps``, ``decks``, ``counters``, ``dice``, ``actions``)."""
    reading: Any = None
    """How logs are read (`validator.explaining.reading.Reading`)."""
    habits: Any = None
    """What players do at the table besides the signs of verbs (`validator.rules.staging.Habits`);
    None for nothing."""
    moment: Callable[[Any, Any], str] | None = None
    """(tables, state) -> the moment of the game in words: ``turn 3``."""


class IllegalVerbError(Exception):
    """A verb that breaks a case was to be played."""

    def __init__(self, verb: Verb, breaches: list[Breach]) -> None:
        self.verb = verb
        self.breaches = breaches
        super().__init__(f"{verb.in_words()}: {', '.join(b.case + ' ' + b.did for b in breaches)}")


class GameRules:
    """The rules of one game over one definition of it.

    Holds no state of play: every method takes a state and none changes it.
    """

    def __init__(
        self,
        game: Any,
        module: GameModule,
        folder: Path,
        *,
        off: frozenset[str] = frozenset(),
        tables: Any = None,
        watched: bool = False,
    ) -> None:
        """``watched``: whether all that is due is checked, and the first effects of each verb are
        watched, so that one that changes the state which it was given is noticed; the tests of a
        bundled game do that."""
        self.watched = watched
        self._watches: dict[type[Verb], int] = {}
        self._right: set[tuple[str | None, tuple[type[Verb], ...]]] = set()
        """Sides and verbs that were due and are known to be right."""
        self.game = game
        self.module = module
        self.folder = folder
        self.off = off
        self.tables = module.tables(game) if tables is None else tables
        self.policies = policies_of(game)
        """The policy of each chart that has one."""
        self.exercise = {case_id: Exercised() for case_id in sorted(module.book.ids())}
        self._says: dict[str, str] = {}
        self._fuzz_values = module.fuzz_values(self.tables)
        self._offered: Offered | None = None
        """What the offers give, for fields without values for the fuzzer; found when needed."""
        self._step_names = dict(_names(getattr(game, "sequence", ())))
        self._plans = Plans(self._plan)

    @cached_property
    def binding(self) -> Binding | None:
        """For an imported game: the names that the original module's logs use.

        Raises `generator.definition.carried.CarriedError`.
        """
        from generator.definition.binding import binding_of

        return binding_of(self.game, self.folder)

    def without(self, *case_ids: str) -> GameRules:
        """The same rules with some cases switched off. Raises KeyError for a case that is not
        enforced."""
        for case_id in case_ids:
            self.exercise[case_id]
        off = self.off | frozenset(case_ids)
        watched = self.watched
        rules = GameRules(
            self.game, self.module, self.folder, off=off, tables=self.tables, watched=watched
        )
        rules._says = self._says
        return rules

    def start(self) -> Any:
        """The state before set-up with everything known (self-play, ``--reveal``)."""
        return self.begun("the start", self.module.start, self.tables)

    def start_unseen(self) -> Any:
        """The state before set-up with public knowledge only."""
        made = self.module.start_unseen or self.module.start
        return self.begun("the start", made, self.tables)

    def begun(self, what: str, start: Callable[[Any], Any], given: Any) -> Any:
        """The state with which a game or a log begins. Raises `RuleError` if the game's function
        fails, or returns no state."""
        try:
            made = start(given)
        except Exception as trouble:
            raise failed(what, start, None, trouble) from trouble
        return checked_state(what, self.module.state, start, None, made)

    def due(self, state: Any) -> tuple[Due, ...]:
        """Who may or must act now, in the order of play; empty when the game is over.

        Raises `RuleError` if the game's function fails, or returns something else.
        """
        asked = self.module.due
        try:
            dues = asked(self.tables, state)
        except Exception as trouble:
            raise failed("due", asked, None, trouble) from trouble
        if not self.watched and dues.__class__ is tuple:
            return dues
        if dues.__class__ is not tuple or not all(map(self._is_right, dues)):
            sides = [one.id for one in getattr(self.game, "sides", ())]
            dues = checked_dues(asked, dues, self.module.verbs, sides)
            self._right.update((one.side, one.verbs) for one in dues)
        return dues

    def _is_right(self, due: Any) -> bool:
        """Whether something due was checked before."""
        known = due.__class__ is Due and due.verbs.__class__ is tuple
        return known and (due.side, due.verbs) in self._right

    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.module.outcome(state)

    def seen_by_all(self, state: Any, verb: Verb) -> tuple[Verb, ...]:
        """The public part of a verb played in a true state."""
        return self.module.seen_by_all(self.tables, state, verb)

    def fuzz_values(self, verb: type[Verb], name: str) -> Sequence[Any]:
        """Values for the fuzzer to put into a field: those of the game, else what its offers give.

        Raises `RuleError` if there are none.
        """
        own = self._fuzz_values
        values: Any = own.get(f"{verb.__name__}.{name}", own.get(name))
        if values is None:
            if self._offered is None:
                self._offered = offered(self)
            values = self._offered.get((verb, name))
        if not values:
            raise no_values(verb, name)
        return values  # type: ignore[no-any-return]

    def check(self, state: Any, verb: Verb) -> list[Breach]:
        """The cases that a finished verb breaks; none if it is legal."""
        return [self.explained(state, verb, *fault) for fault in self.faults(state, verb)]

    def faults(self, state: Any, verb: Verb) -> list[Fault]:
        """The cases that a finished verb breaks, without looking for legal alternatives."""
        found: list[Fault] = []
        for question in self._plans[type(verb)].cases:
            answer = question.answer(self.tables, state, verb)
            if answer is None:
                continue
            for case, count in question.rows:
                fault = answer.get(case.id) if question.several else answer
                if fault is not None:
                    count.refused += 1
                    found.append((case, fault))
        return found

    def explained(self, state: Any, verb: Verb, case: Case, fault: str | Broken) -> Breach:
        """One of the `faults` of a verb, with the legal alternatives."""
        said = fault if isinstance(fault, Broken) else Broken(fault)
        return Breach(
            case.id,
            said.severity or case.severity,
            self.says(case.id),
            said.did,
            said.legal or self._alternatives(state, verb, case) or self._due_now(state),
            case.rests_on,
            said.by,
        )

    def apply(self, state: Any, verb: Verb) -> Any:
        """The state after a verb, legal or not: an audit continues after a breach.

        Raises `RuleError` if the effect fails, or returns no state.
        """
        effect = self._plans[type(verb)].effect
        picture = self._picture(state, type(verb)) if self.watched else None
        try:
            made = effect(self.tables, state, verb)
        except Exception as trouble:
            raise failed("the effect", effect, verb, trouble) from trouble
        if picture is not None:
            check_unchanged(effect, verb, state, picture)
        return checked_state("the effect", self.module.state, effect, verb, made)

    def _picture(self, state: Any, verb: type[Verb]) -> Any:
        """A copy of the state before one of the first effects of a verb; None for later ones."""
        times = self._watches[verb] = self._watches.get(verb, 0) + 1
        return picture_of(state) if times <= WATCHED else None

    def play(self, state: Any, verb: Verb) -> Any:
        """The state after a legal verb. Raises IllegalVerbError for another."""
        breaches = self.check(state, verb)
        if breaches:
            raise IllegalVerbError(verb, breaches)
        return self.apply(state, verb)

    def legal_actions(
        self,
        state: Any,
        verbs: Iterable[type[Verb]] | None = None,
        *,
        rng: random.Random | None = None,
        given: Verb | None = None,
    ) -> Iterator[Verb]:
        """Legal verbs, one at a time; with ``rng`` in random order (long domains are sampled).

        ``verbs`` narrows the search; ``given`` is a partial verb (from ``decisions``) to finish.
        """
        if given is not None:
            plan = self._plans[type(given)]
            values = {name: getattr(given, name) for name in plan.names if hasattr(given, name)}
            yield from self._extended(state, plan, values, given, len(plan.names), rng)
            return
        for verb in in_any_order(self.module.verbs if verbs is None else tuple(verbs), rng):
            plan = self._plans[verb]
            yield from self._begun(state, plan, len(plan.names), rng)

    def decisions(
        self,
        state: Any,
        verbs: Iterable[type[Verb]] | None = None,
        *,
        rng: random.Random | None = None,
    ) -> Iterator[Verb]:
        """What a player may decide: verbs whose fields are set up to the first one of chance.

        ``resolve`` throws the dice. A field that is not set yet cannot be read.
        """
        for verb in in_any_order(self.module.verbs if verbs is None else tuple(verbs), rng):
            plan = self._plans[verb]
            yield from self._begun(state, plan, plan.first_chance, rng)

    def answers(self, state: Any, due: Due, *, rng: random.Random | None = None) -> Iterator[Verb]:
        """The legal decisions by which what is due can be done."""
        fixed = {due.field: due.piece} if due.field else None
        for verb in in_any_order(due.verbs, rng):
            plan = self._plans[verb]
            yield from self._begun(state, plan, plan.first_chance, rng, fixed)

    def completions(
        self, state: Any, verb: type[Verb], fixed: Mapping[str, Any], *, legal: bool = True
    ) -> Iterator[Verb]:
        """Verbs with some fields fixed and the others chosen: legal ones, or all in the domains."""
        plan = self._plans[verb]
        made = partial_verb(verb, {})
        if not legal:
            yield from self._anyhow(state, plan, {}, made, fixed)
        elif not self._refused(state, made, plan.stages[0]):
            yield from self._extended(state, plan, {}, made, len(plan.names), None, fixed)

    def resolve(self, state: Any, decision: Verb, rng: random.Random) -> Verb:
        """A decision with its dice thrown and its draws made; StopIteration would be a bug."""
        return next(self.legal_actions(state, rng=rng, given=decision))

    def offers(self, state: Any, verb: Verb) -> bool:
        """Whether ``legal_actions`` would find this verb; checked field by field."""
        plan = self._plans[type(verb)]
        values: dict[str, Any] = {}
        made = partial_verb(plan.verb, values)
        for depth, name in enumerate(plan.names):
            if self._refused(state, made, plan.stages[depth]):
                return False
            value = getattr(verb, name)
            if value not in self._options(state, plan.verb, name, made):
                return False
            values = {**values, name: value}
            made = partial_verb(plan.verb, values)
        return not self._refused(state, made, plan.stages[-1])

    def says(self, case_id: str) -> str:
        """The case in our words, from ``cases.yaml``; read when first asked for."""
        if not self._says:
            from validator.rules.caselist import read_cases

            self._says.update((entry.id, entry.says) for entry in read_cases(self.folder))
        return self._says.get(case_id, "")

    def declared(self, verb: type[Verb]) -> Mapping[str, str]:
        """The unknown charts that a verb's result would be checked against, and the cases that
        would check it: the result that the players declare is accepted."""
        return {
            case.table: case.id
            for case in reversed(self.module.book.entries)
            if issubclass(verb, case.verbs) and self.policies.get(case.table) == DECLARED
        }

    def _held_to(self, case: Case) -> Case | None:
        """A case with the severity that its chart's policy gives it; None if it is not applied."""
        policy = self.policies.get(case.table) if case.table else None
        if policy is None:
            return case
        severity = VIOLATION if policy == PRINTED else INTERPRETATION
        return None if policy == DECLARED else replace(case, severity=severity)

    def _plan(self, verb: type[Verb]) -> Plan:
        """The cases that judge a verb, sorted by the last field that they read."""
        if verb not in self.module.verbs:
            raise KeyError(verb)
        names, book = field_names(verb), self.module.book
        place = {name: index + 1 for index, name in enumerate(names)}
        stages: list[list[Counted]] = [[] for _ in range(len(names) + 1)]
        cases: list[Counted] = []
        for entry in book.entries:
            if entry.id in self.off or not issubclass(verb, entry.verbs):
                continue
            case = self._held_to(entry)
            if case is None:
                continue
            reads = tuple(name for name in case.reads if name in place)
            own = case if reads == case.reads else replace(case, reads=reads)
            judge = (own, self.exercise[own.id])
            cases.append(judge)
            stages[max((place[name] for name in own.reads), default=0)].append(judge)
        chance = chance_fields(verb)
        first = next((i for i, name in enumerate(names) if name in chance), len(names))
        effect = next((book.effects[kind] for kind in verb.__mro__ if kind in book.effects), None)
        asked = tuple(map(questions, stages))
        return Plan(verb, names, questions(cases), asked, first, effect)

    def _refused(self, state: Any, verb: Verb, stage: Iterable[Question]) -> bool:
        for question in stage:
            answer = question.answer(self.tables, state, verb)
            if answer is None:
                continue
            for case, count in question.rows:
                if not question.several or case.id in answer:
                    count.refused += 1
                    return True
        return False

    def _begun(
        self,
        state: Any,
        plan: Plan,
        until: int,
        rng: random.Random | None,
        fixed: Mapping[str, Any] | None = None,
    ) -> Iterator[Verb]:
        made = partial_verb(plan.verb, {})
        if not self._refused(state, made, plan.stages[0]):
            yield from self._extended(state, plan, {}, made, until, rng, fixed)

    def _extended(
        self,
        state: Any,
        plan: Plan,
        values: dict[str, Any],
        made: Verb,
        until: int,
        rng: random.Random | None,
        fixed: Mapping[str, Any] | None = None,
    ) -> Iterator[Verb]:
        """Legal verbs with ``until`` fields set, that continue ``made``, which holds ``values``."""
        depth = len(values)
        if depth == until:
            yield made
            return
        name = plan.names[depth]
        stage = plan.stages[depth + 1]
        if fixed is not None and name in fixed:
            options: Iterable[Any] = (fixed[name],)
        else:
            options = self._options(state, plan.verb, name, made)
        for option in in_any_order(options, rng):
            wider = {**values, name: option}
            verb = partial_verb(plan.verb, wider)
            if self._refused(state, verb, stage):
                continue
            if depth + 1 == until:
                yield verb
            else:
                yield from self._extended(state, plan, wider, verb, until, rng, fixed)

    def _anyhow(
        self,
        state: Any,
        plan: Plan,
        values: dict[str, Any],
        made: Verb,
        fixed: Mapping[str, Any],
    ) -> Iterator[Verb]:
        """Verbs with all fields chosen from their domains, legal or not."""
        if len(values) == len(plan.names):
            yield made
            return
        name = plan.names[len(values)]
        options = (fixed[name],) if name in fixed else self._options(state, plan.verb, name, made)
        for option in in_any_order(options, None):
            wider = {**values, name: option}
            yield from self._anyhow(state, plan, wider, partial_verb(plan.verb, wider), fixed)

    def _options(self, state: Any, verb: type[Verb], name: str, made: Verb) -> Iterable[Any]:
        offer = self.module.book.domain(verb, name)
        try:
            values = offer(self.tables, state, made)
        except Exception as trouble:
            raise failed(f"the offer {verb.__name__}.{name}", offer, made, trouble) from trouble
        if values.__class__ is tuple or values.__class__ is list:
            return values
        return checked_offer(f"the offer {verb.__name__}.{name}", offer, made, values)

    def _alternatives(self, state: Any, verb: Verb, case: Case) -> str:
        """Legal values in words for the last field read by the case that has any, with the fields
        before it unchanged.

        A value counts if the following fields, up to the last one that the case read, have legal
        values too.
        """
        plan = self._plans[type(verb)]
        depths = sorted((plan.names.index(name) for name in case.reads), reverse=True)
        for depth in depths:
            before = {one: getattr(verb, one) for one in plan.names[:depth]}
            made = partial_verb(plan.verb, before)
            if any(self._refused(state, made, stage) for stage in plan.stages[: depth + 1]):
                continue
            found = []
            name = plan.names[depth]
            for option in self._options(state, plan.verb, name, made):
                values = {**before, name: option}
                wider = partial_verb(plan.verb, values)
                if self._refused(state, wider, plan.stages[depth + 1]):
                    continue
                if next(self._extended(state, plan, values, wider, depths[0] + 1, None), None):
                    words = value_in_words(plan.verb, name, option)
                    if words and words not in found:
                        found.append(words)
                    if len(found) > _NAMED:
                        return ", ".join(found[:_NAMED]) + " or another"
            if found:
                return either(found)
        return ""

    def _due_now(self, state: Any) -> str:
        """What may or must be done now by the sequence of play, in words."""
        due = self.due(state)
        must = [one for one in due if one.mandatory]
        words = dict.fromkeys(self._step_name(one) for one in must or due)
        return either(list(words)[:_NAMED])

    def _step_name(self, due: Due) -> str:
        return self._step_names.get(due.step) or spelled(due.verbs[0])

    def moment(self, state: Any) -> str:
        """The turn and the step of play, in a report's words."""
        turn = self.module.moment(self.tables, state) if self.module.moment is not None else ""
        steps = (getattr(state, name, "") for name in ("phase", "step"))
        names = [self._step_names.get(step, "") for step in steps if isinstance(step, str)]
        return ", ".join(dict.fromkeys(word for word in (turn, *names) if word))


def _names(steps: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """The ids and names of all steps of the sequence of play, with the steps inside them."""
    for step in steps:
        yield step.id, step.name
        yield from _names(step.steps)
