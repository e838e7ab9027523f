"""The sequence of play as data: the steps of the definition, the verbs that belong to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from generator.errors import BroadsideError
from generator.light import dataclass
from validator.rules.states import Pending
from validator.rules.verbs import Verb

Condition = Callable[[Any, Any], bool]
"""(tables, state) -> whether a step is open now."""


class Step(Protocol):
    """What is read of a step of ``game.yaml``."""

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
    """Who acts; ``None``: either player."""
    verbs: tuple[type[Verb], ...]
    """With one of these."""
    mandatory: bool
    """Play cannot pass it by; an optional one may be left out."""
    case: str = ""
    """The rule case that says so, where one does."""
    step: str = ""
    """The id of the step in the definition."""
    piece: str = ""
    """The piece it is about, where there is one."""
    field: str = ""
    """The field of the verbs that must name this piece; empty: none."""


Settling = Mapping[str, tuple[type[Verb], str]]
"""What is pending -> the verb that does it, and its field that names the piece."""


def settled_by(verbs: Iterable[type[Verb]]) -> Settling:
    """What is pending, as the verbs say that they settle it."""
    return {verb.settles[0]: (verb, verb.settles[1]) for verb in verbs if verb.settles[0]}


def verbs_of_steps(verbs: Iterable[type[Verb]]) -> dict[str, tuple[type[Verb], ...]]:
    """The verbs of each step of the definition, as they say themselves."""
    found: dict[str, tuple[type[Verb], ...]] = {}
    for verb in verbs:
        for step in verb.steps:
            found[step] = (*found.get(step, ()), verb)
    return found


def phases_of(sequence: Iterable[Step], verb: type[Verb]) -> list[str]:
    """The phases of a sequence of play, by their ids in order, to whose steps a verb belongs."""
    return [one.id for one in sequence if any(leaf.id in verb.steps for leaf in _leaves(one))]


def led_up_to(sequence: Iterable[Step], verb: type[Verb]) -> frozenset[str]:
    """The steps, by their ids, that come before a verb in a row of steps within a phase, which may
    be gone through more than once."""
    found: set[str] = set()
    for row in (nest.steps for phase in sequence for nest in _nests(phase)):
        own = [n for n, one in enumerate(row) if not one.steps and one.id in verb.steps]
        found.update(leaf.id for one in row[: min(own, default=0)] for leaf in _leaves(one))
    return frozenset(found)


def due_of(pending: Pending, settling: Settling) -> Due:
    """What is owed as something due."""
    verb, field = settling[pending.what]
    side = pending.side or None
    return Due(side, (verb,), True, pending.case, pending.what, pending.piece, field)


class SequenceOfPlay:
    """The steps of one turn, in order.

    ``verbs`` and ``open_when`` are keyed by the ids of the steps that have no steps of their
    own; a step without a condition is always open.
    """

    def __init__(
        self,
        steps: Sequence[Step],
        verbs: Mapping[str, tuple[type[Verb], ...]],
        open_when: Mapping[str, Condition],
    ) -> None:
        self.steps = tuple(steps)
        self._leaves = {step.id: tuple(_leaves(step)) for step in steps}
        self._verbs = verbs
        self._open_when = open_when
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
        """The steps of a definition with the verbs that say they belong to them.

        SequenceError where steps or declared actions and the verbs do not fit.
        """
        defined = {action.id for action in game.actions}
        for lacking in sorted(defined - actions.keys()):
            raise SequenceError(f"action {lacking!r} of actions.yaml has no verb in verbs.py")
        for stray in sorted(actions.keys() - defined):
            raise SequenceError(f"verbs.py: action {stray!r} is not in actions.yaml")
        return cls(game.sequence, verbs_of_steps(verbs), open_when)

    def first(self) -> str:
        """The id of the first step of a turn."""
        return self.steps[0].id

    def after(self, step: str) -> str:
        """The id of the step that follows; after the last one the first again."""
        ids = [one.id for one in self.steps]
        return ids[(ids.index(step) + 1) % len(ids)]

    def phases_of(self, verb: type[Verb]) -> list[str]:
        """The phases to which a verb belongs, as its steps say."""
        found = self._phases.get(verb)
        if found is None:
            found = self._phases[verb] = phases_of(self.steps, verb)
        return found

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
