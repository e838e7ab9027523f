"""States and verbs as plain JSON values, and back."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from validator.rules.verbs import Verb

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """Dataclasses, tuples, sets and mappings of them as what ``json`` writes; sets are sorted."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {key: to_plain(inner) for key, inner in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(to_plain(inner) for inner in value)
    if isinstance(value, tuple | list):
        return [to_plain(inner) for inner in value]
    return value


def from_plain(kind: type[T], data: Any) -> T:
    """The value of ``kind`` that ``to_plain`` wrote. Raises KeyError or TypeError for others."""
    return _read(kind, data)  # type: ignore[no-any-return]


def verb_to_plain(verb: Verb) -> dict[str, Any]:
    """``{"verb": "MovePiece", "piece": ..., "to": ...}``."""
    return {"verb": type(verb).__name__, **to_plain(verb)}


def verb_from_plain(data: Mapping[str, Any], verbs: Iterable[type[Verb]]) -> Verb:
    """The verb that ``verb_to_plain`` wrote. Raises KeyError for a name not among ``verbs``."""
    by_name = {verb.__name__: verb for verb in verbs}
    values = {name: value for name, value in data.items() if name != "verb"}
    return from_plain(by_name[data["verb"]], values)


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, data: Any) -> Any:
    if data is None:
        return None
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _read(next(option for option in inner if option is not type(None)), data)
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_read(inner[0], item) for item in data)
        return tuple(_read(of, item) for of, item in zip(inner, data, strict=True))
    if origin is frozenset:
        return frozenset(_read(inner[0], item) for item in data)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {key: _read(inner[1], item) for key, item in data.items()}
    if is_dataclass(kind) and isinstance(kind, type):
        hints = _hints(kind)
        return kind(**{name: _read(hints[name], item) for name, item in data.items()})
    return data
