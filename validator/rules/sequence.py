"""The sequence of play: the steps of the definition and the verbs that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from generator.errors import BroadsideError
from generator.light import dataclass
from validator.rules.states import Pending
from validator.rules.verbs import Verb

Condition = Callable[[Any, Any], bool]
"""(tables, state) -> whether a step is open now."""


class Step(Protocol):
    """The parts of a step of ``game.yaml`` that are used here."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str | None: ...
    @property
    def mandatory(self) -> bool: ...
    @property
    def cases(self) -> tuple[str, ...]: ...
    @property
    def actions(self) -> tuple[str, ...]: ...
    @property
    def steps(self) -> tuple[Any, ...]: ...


class SequenceError(BroadsideError):
    """The definition's steps or actions and the game's Python do not fit together."""


@dataclass(frozen=True, slots=True)
class Due:
    """Somebody may or must act now."""

    side: str | None
    """Who acts; None for either player."""
    verbs: tuple[type[Verb], ...]
    """The verbs with which the side can act."""
    mandatory: bool
    """Whether it must be done; an optional one may be passed."""
    case: str = ""
    """The rule case that demands it, if there is one."""
    step: str = ""
    """The id of the step in the definition."""
    piece: str = ""
    """The piece that must act, if there is one."""
    field: str = ""
    """The verbs' field that must name this piece; empty if there is none."""

    def asks_for(self, verb: Verb) -> bool:
        """Whether a verb does what is due, for the right piece."""
        any_piece = not self.field or not self.piece
        named = any_piece or getattr(verb, self.field, self.piece) == self.piece
        return type(verb) in self.verbs and named


def able(dues: Iterable[Due], verb: Verb) -> set[str]:
    """The sides for which a verb does what is due."""
    return {one.side for one in dues if one.side and one.asks_for(verb)}


Settling = Mapping[str, tuple[type[Verb], str]]
"""Kind of pending task -> the verb that does it, and the verb's field that names the piece."""


def settled_by(verbs: Iterable[type[Verb]]) -> Settling:
    """The `Settling` of verbs, from their own declarations."""
    return {verb.settles[0]: (verb, verb.settles[1]) for verb in verbs if verb.settles[0]}


def verbs_of_steps(verbs: Iterable[type[Verb]]) -> dict[str, tuple[type[Verb], ...]]:
    """The verbs of each step of the definition, from the verbs' own declarations."""
    found: dict[str, tuple[type[Verb], ...]] = {}
    for verb in verbs:
        for step in verb.steps:
            found[step] = (*found.get(step, ()), verb)
    return found


def is_between_steps(verb: type[Verb]) -> bool:
    """Whether a verb belongs to no step and settles nothing that is owed, as one that begins a row
    of steps again."""
    return not verb.steps and not verb.settles[0]


def phases_of(sequence: Iterable[Step], verb: type[Verb]) -> list[str]:
    """The ids of the phases to whose steps a verb belongs, in the order of play."""
    return [one.id for one in sequence if any(leaf.id in verb.steps for leaf in _leaves(one))]


def led_up_to(sequence: Iterable[Step], verb: type[Verb]) -> frozenset[str]:
    """The steps, by their ids, that come before a verb in a row of steps within a phase, which may
    be gone through more than once."""
    return _beside(sequence, verb, lambda row, own: row[: min(own)])


def coming_after(sequence: Iterable[Step], verb: type[Verb]) -> frozenset[str]:
    """As `led_up_to`, the steps that come after it."""
    return _beside(sequence, verb, lambda row, own: row[max(own) + 1 :])


def rows_within(sequence: Iterable[Step]) -> list[list[str]]:
    """The rows of steps within a phase, by their ids; such a row may be gone through more than
    once."""
    return [[leaf.id for leaf in _leaves(nest)] for phase in sequence for nest in _nests(phase)]


def rows_of(sequence: Iterable[Step], verb: type[Verb]) -> list[list[str]]:
    """The rows within a phase that have steps of a verb. A verb without steps that settles what is
    owed has its place in all of them."""
    any_of_them = bool(verb.settles[0]) and not verb.steps
    rows = rows_within(sequence)
    return [row for row in rows if any_of_them or not {*row}.isdisjoint(verb.steps)]


def place_in(row: Sequence[str], dues: Iterable[Due]) -> int | None:
    """The place of the first step of a row that is due; ``None`` if none is."""
    steps = {due.step for due in dues}
    return next((n for n, step in enumerate(row) if step in steps), None)


def _beside(
    sequence: Iterable[Step],
    verb: type[Verb],
    part: Callable[[Sequence[Step], Sequence[int]], Sequence[Step]],
) -> frozenset[str]:
    """A part of each row of steps within a phase that has steps of a verb; ``part`` gets the row
    and the indices of these steps."""
    found: set[str] = set()
    for row in (nest.steps for phase in sequence for nest in _nests(phase)):
        own = [n for n, one in enumerate(row) if not one.steps and one.id in verb.steps]
        if own:
            found.update(leaf.id for one in part(row, own) for leaf in _leaves(one))
    return frozenset(found)


class SequenceOfPlay:
    """The steps of one turn, in order.

    ``verbs`` and ``open_when`` are keyed by the ids of the steps that have no steps of their
    own; a step without a condition is always open. ``settling`` says what does a pending task.
    """

    def __init__(
        self,
        steps: Sequence[Step],
        verbs: Mapping[str, tuple[type[Verb], ...]],
        open_when: Mapping[str, Condition],
        settling: Settling = MappingProxyType({}),
    ) -> None:
        self.steps = tuple(steps)
        self._leaves = {step.id: tuple(_leaves(step)) for step in steps}
        self._verbs = verbs
        self._open_when = open_when
        self._settling = settling
        self._phases: dict[type[Verb], list[str]] = {}
        known = {leaf.id for leaves in self._leaves.values() for leaf in leaves}
        for missing in sorted(known - verbs.keys()):
            raise SequenceError(
                f"sequence of play: no verb of the rules belongs to step {missing!r}"
            )
        for stray in sorted((verbs.keys() | open_when.keys()) - known):
            raise SequenceError(
                f"sequence of play: the rules speak of step {stray!r}, the definition does not"
            )

    @classmethod
    def of(
        cls,
        game: Any,
        verbs: Iterable[type[Verb]],
        open_when: Mapping[str, Condition],
        actions: Mapping[str, Any],
    ) -> SequenceOfPlay:
        """The sequence of play of a definition, with the verbs' own declarations of their steps.

        Raises SequenceError if the steps or the declared actions and the verbs do not fit.
        """
        defined = {action.id for action in game.actions}
        for lacking in sorted(defined - actions.keys()):
            raise SequenceError(f"action {lacking!r} of actions.yaml has no verb in verbs.py")
        for stray in sorted(actions.keys() - defined):
            raise SequenceError(f"verbs.py: action {stray!r} is not in actions.yaml")
        kinds = tuple(verbs)
        return cls(game.sequence, verbs_of_steps(kinds), open_when, settled_by(kinds))

    def first(self) -> str:
        """The id of the first step of a turn."""
        return self.steps[0].id

    def after(self, step: str) -> str:
        """The id of the next step; after the last one comes the first."""
        ids = [one.id for one in self.steps]
        return ids[(ids.index(step) + 1) % len(ids)]

    def phases_of(self, verb: type[Verb]) -> list[str]:
        """The ids of the phases to which a verb belongs, in the order of play."""
        found = self._phases.get(verb)
        if found is None:
            found = self._phases[verb] = phases_of(self.steps, verb)
        return found

    def owed(self, pending: Iterable[Pending]) -> Iterator[Due]:
        """The pending tasks that some verb does, as what must be done now."""
        for one in pending:
            if one.what in self._settling:
                verb, field = self._settling[one.what]
                yield Due(one.side or None, (verb,), True, one.case, one.what, one.piece, field)

    def due(self, tables: Any, state: Any, step: str) -> Iterator[Due]:
        """What may or must be done in a step now, in the order of play."""
        for leaf in self._leaves[step]:
            condition = self._open_when.get(leaf.id)
            if condition is None or condition(tables, state):
                yield Due(
                    leaf.side,
                    self._verbs[leaf.id],
                    leaf.mandatory,
                    leaf.cases[0] if leaf.cases else "",
                    leaf.id,
                )


def _nests(step: Step) -> Iterator[Step]:
    """The steps within a step that have steps of their own."""
    for inner in step.steps:
        if inner.steps:
            yield inner
            yield from _nests(inner)


def _leaves(step: Step) -> Iterator[Step]:
    if not step.steps:
        yield step
    for inner in step.steps:
        yield from _leaves(inner)
