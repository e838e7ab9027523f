"""Parts of BeanShell expressions, as buttons and pieces of a module hold them."""

from __future__ import annotations

from collections.abc import Sequence


def quoted(text: str) -> str:
    """A text in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def chosen(cases: Sequence[tuple[str, str]], otherwise: str) -> str:
    """The value of the first (condition, value) whose condition holds.

    >>> chosen([("A == 1", '"one"'), ("A == 2", '"two"')], '"many"')
    '(A == 1 ? "one" : (A == 2 ? "two" : "many"))'
    """
    value = otherwise
    for condition, then in reversed(cases):
        value = f"({condition} ? {then} : {value})"
    return value
