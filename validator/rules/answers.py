"""What the functions of a game's rules return, checked when it comes.

A wrong answer, or an exception in a function, is told with the function, its case, its file and
line, and the verb it was asked about.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from copy import deepcopy
from dataclasses import fields, is_dataclass, replace
from typing import Any

from generator.errors import BroadsideError, UnknownError, nearest
from generator.places import games_folder
from validator.rules.cases import SEVERITIES, AnswerError, Broken
from validator.rules.hints import near_attribute
from validator.rules.sequence import Due
from validator.rules.states import Outcome
from validator.rules.verbs import Verb, field_names
from validator.rules.where import name_of_function, place_of, place_of_function, place_of_trouble

WATCHED = 20
"""How often the first effects of a kind of verb are watched for a changed state."""


class RuleError(BroadsideError):
    """A function of a game's rules failed, or returned what is not accepted."""


Function = Callable[..., Any]


def failed(what: str, function: Function, verb: Verb | None, trouble: Exception) -> RuleError:
    """The error for an exception in a function; ``what`` it is: ``case 2.1``.

    An exception stays what it is if the memory is used up, or the function is one of a bundled
    game: that is a defect of Broadside. So it does where a traceback was asked for.
    """
    if isinstance(trouble, RuleError):
        return trouble
    if isinstance(trouble, MemoryError) or os.environ.get("BROADSIDE_DEBUG") or _is_ours(function):
        raise trouble
    at = place_of_trouble(function, trouble)
    is_told = isinstance(trouble, AnswerError | UnknownError | BroadsideError)
    said = str(trouble) if is_told else f"{type(trouble).__name__}: {trouble}"
    return RuleError(f"{at}: {_asked(what, function, verb)}: {said}{_hint(verb, trouble)}")


def _is_ours(function: Function) -> bool:
    """Whether a function is one of a bundled game."""
    return getattr(function, "__module__", "").split(".")[0] == games_folder().name


def wrong(what: str, function: Function, verb: Verb | None, said: str) -> RuleError:
    """The error for an answer that is not accepted."""
    where = place_of_function(function)
    return RuleError(f"{where}: {_asked(what, function, verb)}, {said}")


def check_faults(what: str, function: Function, verb: Verb, faults: Iterable[Any]) -> None:
    """Raise `RuleError` unless each of these is a fault: a few words, or a `Broken`."""
    for fault in faults:
        if isinstance(fault, Broken):
            if fault.severity and fault.severity not in SEVERITIES:
                near = nearest(fault.severity, SEVERITIES)
                said = f"returned the severity {fault.severity!r}; accepted: {_list(SEVERITIES)}"
                raise wrong(what, function, verb, f"{said}{near}")
            fault = fault.did
        if not isinstance(fault, str) or not fault.strip():
            raise wrong(
                what,
                function,
                verb,
                f"returned {fault!r}; accepted: None if nothing is wrong, else what was done in a "
                "few words, or Broken(...)",
            )


def checked_state(
    what: str, kind: type[Any], function: Function, verb: Verb | None, state: Any
) -> Any:
    """The state that a function returned. Raises `RuleError` if it is none."""
    if not isinstance(state, kind):
        made = "state.changed(...), or state itself if nothing changes" if verb else "its class"
        said = f"returned {state!r}; accepted: a {kind.__name__}, made by {made}"
        raise wrong(what, function, verb, said)
    outcome = getattr(state, "outcome", None)
    if outcome is not None and not isinstance(outcome, Outcome):
        said = f"set the outcome {outcome!r}; accepted: None, or Outcome(winner, case)"
        raise wrong(what, function, verb, said)
    return state


def checked_dues(
    function: Function, dues: Any, verbs: Collection[type[Verb]], sides: Collection[str]
) -> tuple[Due, ...]:
    """What a ``due`` function returned, as a tuple; an empty side is either, as in a `Pending`.

    Raises `RuleError` if it is something else.
    """
    if isinstance(dues, Due) or not isinstance(dues, Iterable):
        raise wrong("due", function, None, f"returned {dues!r}; accepted: a tuple of Due(...)")
    try:
        found = tuple(dues)
    except Exception as trouble:  # it is a generator
        raise failed("due", function, None, trouble) from trouble
    for one in found:
        said = _not_due(one, verbs, sides)
        if said:
            raise wrong("due", function, None, said)
    return tuple(one if one.side != "" else replace(one, side=None) for one in found)


def _not_due(one: Any, verbs: Collection[type[Verb]], sides: Collection[str]) -> str:
    """What is wrong with one of the things that are due; empty if nothing is."""
    if not isinstance(one, Due):
        return f"returned {one!r} among what is due; accepted: Due(side, verbs, mandatory, case)"
    if one.side and sides and one.side not in sides:
        return (
            f"says that the side {one.side!r} must act; accepted: None for either, {_list(sides)}"
            f"{nearest(str(one.side), sides)}"
        )
    if not isinstance(one.verbs, tuple):
        name = getattr(one.verbs, "__name__", repr(one.verbs))
        return f"has Due(..., {name}, ...); the verbs must be a tuple: ({name.strip('[]')},)"
    for verb in one.verbs:
        if verb not in verbs:
            name = getattr(verb, "__name__", repr(verb))
            names = [one.__name__ for one in verbs]
            return (
                f"says that {name} is due, which is none of MODULE's verbs; accepted: "
                f"{_list(names)}{nearest(name, names)}"
            )
    return "" if one.verbs else "has a Due without a verb"


def checked_offer(what: str, function: Function, verb: Verb, values: Any) -> Iterable[Any]:
    """The values that an offer returned. Raises `RuleError` if they are none."""
    if isinstance(values, Iterator):
        return _offered(what, function, verb, values)
    if isinstance(values, Iterable) and not isinstance(values, str):
        return values
    raise wrong(
        what, function, verb, f"returned {values!r}; accepted: a tuple or list of values, or always"
    )


def _offered(what: str, function: Function, verb: Verb, values: Iterator[Any]) -> Iterator[Any]:
    try:
        yield from values
    except Exception as trouble:
        raise failed(what, function, verb, trouble) from trouble


def no_values(verb: type[Verb], name: str) -> RuleError:
    """The error for a field for which a fuzzer has nothing to try."""
    return RuleError(
        f"{place_of(verb)}: nothing is known to try for {verb.__name__}.{name}, which came up in "
        f"no random game: MODULE needs fuzz_values=lambda t: {{{name!r}: (...)}}"
    )


def picture_of(state: Any) -> Any:
    """A deep copy of a state, to see later whether it was changed; None if it cannot be told."""
    try:
        copy = deepcopy(state)
        return copy if copy == state else None
    except Exception:  # a state may hold anything
        return None


def check_unchanged(function: Function, verb: Verb, state: Any, picture: Any) -> None:
    """Raise `RuleError` if an effect changed the state that it was given."""
    if picture is None or picture == state:
        return
    named = [one.name for one in fields(state)] if is_dataclass(state) else []
    other = [one for one in named if getattr(state, one) != getattr(picture, one)]
    raise wrong(
        "the effect",
        function,
        verb,
        f"changed the state that it was given ({_list(other)}); others still need that state, so "
        f"it must return a copy: state.changed({', '.join(f'{one}=...' for one in other)})",
    )


# --- words --------------------------------------------------------------------------------


def _list(words: Iterable[str]) -> str:
    return ", ".join(words) or "nothing"


def _asked(what: str, function: Function, verb: Verb | None) -> str:
    """``case 2.1, function a_unit_moves(), asked about Move(unit='tank')``."""
    about = f", asked about {_in_words(verb)}" if verb is not None else ""
    return f"{what}, function {name_of_function(function)}{about}"


def _in_words(verb: Verb) -> str:
    """A verb with the fields that are set."""
    names = [name for name in field_names(type(verb)) if hasattr(verb, name)]
    rows = ", ".join(f"{name}={getattr(verb, name)!r}" for name in names)
    return f"{type(verb).__name__}({rows})"


def _hint(verb: Verb | None, trouble: Exception) -> str:
    """What may help with an exception; empty if nothing is known."""
    if isinstance(trouble, AttributeError) and trouble.name and trouble.obj is not None:
        return _of_attribute(verb, trouble.name, trouble.obj)
    key = str(trouble.args[0]) if isinstance(trouble, KeyError) and trouble.args else ""
    if re.fullmatch(r"piece \d+", key):
        return " (a piece that lies face down has such a name until it is known)"
    return ""


def _of_attribute(verb: Verb | None, name: str, of: Any) -> str:
    if of is verb:
        names = field_names(type(verb))
        if name in names:
            return (
                f" ({type(verb).__name__}.{name} is not decided yet: a case names the fields that "
                f"it looks at in reads=({name!r}, ...), an offer sees those before its own: "
                f"{_list(names)})"
            )
        return f" ({type(verb).__name__} has: {_list(names)}{nearest(name, names)})"
    return near_attribute(name, of)
