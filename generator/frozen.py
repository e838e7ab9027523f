"""Frozen dataclasses that are made in great numbers."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")


def made_fast(kind: type[T]) -> type[T]:
    """Let a frozen slotted dataclass set its slots straight: half the time of `object.__setattr__`.

    For classes of which a long log makes hundreds of thousands, without ``__post_init__`` and
    fields that the caller does not give. Stands above ``@dataclass(frozen=True, slots=True)``.
    """
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    scope: dict[str, Any] = {f"set_{name}": getattr(kind, name).__set__ for name in names}
    lines = [f" set_{name}(self, {name})" for name in names]
    exec(f"def __init__(self, {', '.join(names)}):\n" + "\n".join(lines), scope)
    quick, plain = scope["__init__"], kind.__init__
    for part in ("__defaults__", "__annotations__", "__qualname__", "__module__"):
        setattr(quick, part, getattr(plain, part))
    kind.__init__ = quick  # type: ignore[method-assign]
    return kind
