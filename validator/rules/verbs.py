"""`Verb`, the base class of every game's verbs, and what can be asked of a verb class."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, field, fields
from inspect import signature
from typing import Any, ClassVar, dataclass_transform, get_args, get_type_hints

from generator.errors import nearest
from generator.light import dataclass

CHANCE = {"chance": True}
"""Metadata of a verb's field that dice or a draw decide, not a player.

>>> from dataclasses import field
>>> class Roll(Verb):
...     die: int = field(metadata=CHANCE)
"""

COUNTS_ON = {"counts_on": True}
"""Metadata of a verb's field that counts up by one each time and need not be shown."""

Guess = Callable[[Any, Any, Mapping[str, Any]], Iterable[Any]]
"""(context of the reading, state, known fields) -> possible values of another field."""


Silent = Callable[[Any, Any], "Mapping[str, Any] | None"]


def _known_without_a_sign(context: Any, state: Any) -> Mapping[str, Any] | None:
    return {}


def said(yes: str, no: str) -> dict[str, object]:
    """Metadata of a boolean field: a report's words for true and for false."""
    return {"said": {True: yes, False: no}}


def guessed(guess: Guess, *, metadata: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """A verb's field that the signs need not show; ``guess`` gives its possible values then, the
    likeliest first.

    The other arguments are those of `dataclasses.field`.
    """
    return field(metadata={**(metadata or {}), "guess": guess}, **options)


@dataclass_transform(frozen_default=True, field_specifiers=(field, guessed))
class _VerbKind(type):
    """Makes every verb class a frozen dataclass with slots; keyword arguments of the class
    statement become class attributes."""

    def __new__(
        meta, name: str, bases: tuple[type, ...], space: dict[str, Any], **declared: Any
    ) -> Any:
        if unknown := [one for one in declared if not hasattr(bases[-1], one)]:
            known = [one for one in dir(bases[-1]) if not one.startswith("_")]
            raise TypeError(
                f"{name}: a verb declares nothing that is called {unknown[0]!r}"
                f"{nearest(unknown[0], known)}"
            )
        kind = super().__new__(meta, name, bases, {**space, **declared})
        if "__slots__" in space:
            return kind
        made: Any = dataclass(frozen=True, slots=True)(kind)
        rows = ((one.name, one.metadata.get("guess")) for one in fields(made))
        made.guesses = {**made.guesses, **{name: guess for name, guess in rows if guess}}
        return made


class Verb(metaclass=_VerbKind):
    """One act of a player, or one event of chance.

    A game's verb is a subclass with its fields; that makes it a frozen dataclass. Who plays it and
    when may be declared in the class statement::

        class Answer(Verb, by="German", settles=("answer", "")):
            found: bool

    The fields are in the order in which they are decided: first the player's choices, then chance.
    Legal values are offered in that order.
    """

    __slots__: ClassVar[tuple[str, ...]] = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    steps: ClassVar[tuple[str, ...]] = ()
    """The steps of the definition in which it is played; empty if it belongs to none."""
    settles: ClassVar[tuple[str, str]] = ("", "")
    """The kind of pending task that it does, and its field that names the task's piece."""
    by: ClassVar[str] = ""
    """The side that plays it; empty for either side, or chance."""
    signs: ClassVar[Any] = None
    """What the table shows of it (`validator.explaining.signs`); None if nothing shows it."""
    secret: ClassVar[bool] = False
    """Whether its signs are in a private window of its side, which others never see."""
    hides: ClassVar[tuple[str, ...]] = ()
    """Its fields that others do not see: for them they are None."""
    unseen: ClassVar[bool] = False
    """Whether others see nothing of it at all."""
    evident: ClassVar[bool] = False
    """Whether later events show it, if nothing shows it at once and `silent` gives its fields."""
    guesses: ClassVar[Mapping[str, Guess]] = {}
    """Guesses at fields that the signs do not show (`guessed`)."""

    leads_to: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """By case: the verbs for the sake of which it is done, with their field that names the same
    ``piece``. If one of them breaks a case in the same turn, only that is reported."""

    silent: ClassVar[Silent] = _known_without_a_sign
    """(context of the reading, state) -> its fields, if it can be played without a sign, or before
    one comes; None if it always leaves one."""

    def in_words(self) -> str:
        """The verb in one line: ``MovePiece(piece='exeter', to='B3')``."""
        return repr(self)


def verbs_of(module: str) -> tuple[type[Verb], ...]:
    """The verbs in a module's namespace that belong to its game, in their order, without base
    classes."""
    package = module.rpartition(".")[0]
    return tuple(
        kind
        for kind in vars(sys.modules[module]).values()
        if isinstance(kind, type) and issubclass(kind, Verb) and not kind.__subclasses__()
        if kind.__module__.rpartition(".")[0] == package
    )


def verbs_named(function: Callable[..., Any], place: int) -> tuple[type[Verb], ...]:
    """The verbs in the annotation of a function's parameter, which is counted from 0.

    Raises TypeError if it has no annotation.
    """
    name = next(iter([*signature(function).parameters][place:]), None)
    annotation = get_type_hints(function).get(name or "")
    if annotation is None:
        raise TypeError(
            f"{function.__name__}: its parameter {place + 1} must be annotated with the verbs "
            "that it is about"
        )
    return tuple(get_args(annotation) or (annotation,))


def spelled(verb: type[Verb]) -> str:
    """The name of a verb in plain words: ``NoContact`` is ``no contact``."""
    return " ".join(re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]*", verb.__name__)).lower()


_names: dict[type, tuple[str, ...]] = {}


def field_names(verb: type[Verb]) -> tuple[str, ...]:
    """The names of a verb's fields in the order of decision."""
    found = _names.get(verb)
    if found is None:
        found = _names[verb] = tuple(f.name for f in fields(verb))
    return found


def chance_fields(verb: type[Verb]) -> frozenset[str]:
    """The names of the fields that chance decides."""
    return frozenset(f.name for f in fields(verb) if f.metadata.get("chance"))


def counting_fields(verb: type[Verb]) -> frozenset[str]:
    """The names of the fields that count up by themselves."""
    return frozenset(f.name for f in fields(verb) if f.metadata.get("counts_on"))


def value_in_words(verb: type[Verb], name: str, value: Any) -> str:
    """A value of a verb's field in words; empty for None.

    >>> from dataclasses import field
    >>> class Draw(Verb):
    ...     piece: str
    ...     blind: bool = field(default=True, metadata=said("drawn unseen", "chosen"))
    >>> value_in_words(Draw, "blind", True), value_in_words(Draw, "piece", "exeter")
    ('drawn unseen', 'exeter')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        words = next(f.metadata.get("said") for f in fields(verb) if f.name == name)
        return str(words[value]) if words else f"{'' if value else 'not '}{name.replace('_', ' ')}"
    if isinstance(value, tuple | list | frozenset):
        return " and ".join(str(one) for one in value) or "none"
    return str(value)


def partial_verb(verb: type[Verb], values: dict[str, Any]) -> Verb:
    """A verb with only some of its fields set.

    Reading another field raises AttributeError, so a case that does not declare every field it
    reads is noticed.
    """
    made = object.__new__(verb)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made
