"""The table as it passes: after each step in turn, and where anything may have changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from validator.reading import events as ev
from validator.reading.scenes import Scene
from validator.reading.views import View
from validator.table import Table


class Passing(NamedTuple):
    """The table after a step of a view."""

    scene: Scene
    """Good until the next one is asked for."""
    maps: frozenset[str] | None
    """The only maps on which anything may look other than before; `None`: on any."""


def passing(view: View) -> Iterator[Passing]:
    """The table as it begins, and after each step that the viewer sees."""
    reading = view._reading
    start = reading.table(0)
    yield Passing(Scene(view, 0, 0, start), None)
    stood: dict[str, str] = {}
    changed: set[str] | None = set()
    for step, table in reading.replay():
        if not step.touched or any(isinstance(one, _ANYWHERE) for one in step.events):
            changed = None
        for ident in step.touched:
            before, after = stood.get(ident) or _map(start, ident), _map(table, ident)
            stood[ident] = after or before
            if changed is not None:
                changed.update((before, after))
        number = view.number_of(step.number)
        if view.file_step(number) == step.number:
            maps = frozenset(changed) if changed is not None else None
            yield Passing(Scene(view, number, step.number, table), maps)
            changed = set()


_ANYWHERE = (ev.PropertyChanged, ev.TurnAdvanced, ev.Rolled, ev.Undone)
"""What is written on pieces may hang on these, wherever they lie."""


def _map(table: Table, ident: str) -> str:
    found = table.pieces.get(ident) or table.containers.get(ident)
    return (found.map or "") if found is not None else ""
