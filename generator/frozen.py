"""Frozen dataclasses that are made in great numbers."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")


def made_fast(kind: type[T]) -> type[T]:
    """Let a frozen slotted dataclass set its slots straight: half the time of `object.__setattr__`.

    For classes of which a long log makes hundreds of thousands; without ``__post_init__``, or
    fields that are given by name alone. Stands above ``@dataclass(frozen=True, slots=True)``.
    """
    plain = kind.__init__
    scope: dict[str, Any] = {}
    names, lines = [], []
    for field in fields(kind):  # type: ignore[arg-type]
        name = field.name
        names.append(name)
        scope[f"set_{name}"] = getattr(kind, name).__set__
        given = name
        if field.default_factory is not MISSING:
            scope["make_" + name] = field.default_factory
            given = f"make_{name}() if {name} is absent else {name}"
        lines.append(f" set_{name}(self, {given})")
    # Dataclasses mark a value to be made by an object of their own.
    marks = [one for one in plain.__defaults__ or () if type(one).__module__ == "dataclasses"]
    scope["absent"] = marks[0] if marks else None
    exec(f"def __init__(self, {', '.join(names)}):\n" + "\n".join(lines), scope)
    quick = scope["__init__"]
    for part in ("__defaults__", "__annotations__", "__qualname__", "__module__"):
        setattr(quick, part, getattr(plain, part))
    kind.__init__ = quick  # type: ignore[method-assign]
    return kind
