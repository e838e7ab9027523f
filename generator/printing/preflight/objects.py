"""PDF objects read as they come: whatever is not what it should be is as good as missing."""

from __future__ import annotations

from typing import Any

Matrix = tuple[float, float, float, float, float, float]
"""As in PDF: a row vector (x, y, 1) is multiplied from the left."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

LARGEST = 1e9
"""Numbers beyond this are no measures of a page."""


def entry(thing: Any, key: str) -> Any:
    """What a dictionary or stream holds under a key (``/Font``); None for anything else."""
    import pikepdf

    if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        return thing.get(key)
    return None


def entries(thing: Any) -> list[tuple[str, Any]]:
    """All that a dictionary holds; nothing for anything else."""
    import pikepdf

    return list(thing.items()) if isinstance(thing, pikepdf.Dictionary) else []


def items(thing: Any) -> list[Any]:
    """What an array holds; nothing for anything else."""
    import pikepdf

    return list(thing) if isinstance(thing, pikepdf.Array) else []


def name(thing: Any) -> str:
    """A name without its slash; empty for anything else."""
    import pikepdf

    return str(thing)[1:] if isinstance(thing, pikepdf.Name) else ""


def words(thing: Any) -> str:
    """A text string, in one line; empty for anything else."""
    import pikepdf

    if not isinstance(thing, pikepdf.String | str):
        return ""
    return " ".join("".join(c if c.isprintable() else " " for c in str(thing)).split())


def number(thing: Any, default: float = 0.0) -> float:
    """A number that is one, within reason."""
    try:
        found = float(thing)
    except (TypeError, ValueError, OverflowError):
        return default
    return found if abs(found) < LARGEST else default


def numbers(thing: Any) -> tuple[float, ...]:
    """The numbers of an array."""
    return tuple(number(one) for one in items(thing))


def matrix(thing: Any) -> Matrix:
    """Six numbers as a matrix; anything else changes nothing."""
    found = numbers(thing)
    return found if len(found) == 6 else IDENTITY


def multiplied(first: Matrix, then: Matrix) -> Matrix:
    """One matrix after another."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def scale(of: Matrix) -> float:
    """How much larger things become, as the root of how much their area grows."""
    return float(abs(of[0] * of[3] - of[1] * of[2]) ** 0.5)


def key(thing: Any) -> tuple[int, int]:
    """The number of an object; (0, 0) for one that stands within another."""
    import pikepdf

    return thing.objgen if isinstance(thing, pikepdf.Object) else (0, 0)
