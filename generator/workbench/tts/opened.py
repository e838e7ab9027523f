"""Recognises saves and saved objects of Tabletop Simulator."""

from __future__ import annotations

from generator.errors import nearest
from generator.tabletop_simulator import spelled
from generator.tabletop_simulator.spelled import Doubled
from generator.workbench.trouble import WorkbenchError

OBJECTS = "ObjectStates"
"""The key that every save and saved object has: the objects on the table."""


def refuse_others(value: object, name: str) -> None:
    """Raises `WorkbenchError` for JSON that is neither a save nor a saved object."""
    if isinstance(value, Doubled):
        keys = [key for key, _ in value]
    elif isinstance(value, dict):
        keys = [str(key) for key in value]
    else:
        raise WorkbenchError(
            f"{name}: no save of Tabletop Simulator: it holds {_called(value)}, "
            f"not an object with {OBJECTS!r}"
        )
    if OBJECTS not in keys:
        near = nearest(OBJECTS, keys)
        raise WorkbenchError(f"{name}: no save of Tabletop Simulator: it has no {OBJECTS!r}{near}")


def _called(value: object) -> str:
    match value:
        case list():
            return "a list"
        case spelled.Number() | int() | float():
            return "a number"
        case str():
            return "a text"
    return "nothing"
