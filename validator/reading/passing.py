"""The table as it passes: after each step in turn, and where anything may have changed.

A log of a large game has thousands of steps, and each changes next to nothing: what lies as it lay
before is not looked at again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from validator.reading import events as ev
from validator.reading.scenes import Heap, Scene
from validator.reading.views import View
from validator.table import Table


class Passing(NamedTuple):
    """The table after a step of a view."""

    scene: Scene
    """Good until the next one is asked for."""
    maps: frozenset[str] | None
    """The only maps on which anything may lie other than before; `None`: on any."""
    written: bool
    """Whether what is written on pieces may have changed, wherever they lie."""


def passing(view: View) -> Iterator[Passing]:
    """The table as it begins, and after each step that the viewer sees."""
    reading = view._reading
    start = reading.table(0)
    lain, stood = _Lain(start), _Stood(start)
    yield Passing(_PassingScene(view, 0, 0, start, lain), None, True)
    changed: set[str] | None = set()
    written = False
    for step, table in reading.replay():
        written = written or any(isinstance(one, _WRITTEN) for one in step.events)
        silent = not step.touched and not step.events
        if silent or any(isinstance(one, _UNSURE) for one in step.events):
            lain.forget(table)
            stood = _Stood(table)
            changed = None
        else:
            lain.touch(step.touched, table)
            maps = list(stood.moved(step.touched, table))
            changed = changed.union(maps) if changed is not None else None
        number = view.number_of(step.number)
        if view.file_step(number) == step.number:
            scene = _PassingScene(view, number, step.number, table, lain)
            yield Passing(scene, frozenset(changed) if changed is not None else None, written)
            changed, written = set(), False


_UNSURE = (ev.Undone, ev.Joined, ev.Left, ev.Shuffled, ev.Reordered)
"""After these nothing is taken for granted."""
_WRITTEN = (ev.PropertyChanged, ev.TurnAdvanced, ev.Rolled)
"""What is written on pieces may hang on these, wherever they lie."""


class _Stood:
    """On which map everything stands."""

    def __init__(self, table: Table) -> None:
        self._maps = {one.id: one.map or "" for one in table.pieces.values()}
        self._maps.update((one.id, one.map or "") for one in table.containers.values())

    def moved(self, touched: Iterable[str], table: Table) -> Iterator[str]:
        """The maps on which these stood, and on which they stand now."""
        for ident in touched:
            found = table.pieces.get(ident) or table.containers.get(ident)
            now = (found.map or "") if found is not None else ""
            yield self._maps.get(ident, "")
            yield now
            self._maps[ident] = now


class _Lain:
    """What lay on each map when it was last asked for, by the file's ids."""

    def __init__(self, table: Table) -> None:
        self._known: dict[str, dict[str, tuple[int, Heap]]] = {}
        self._waiting: dict[str, set[str]] = {}
        """By map that is known: what must be looked at again."""
        self._homes: dict[str, str] = {}
        """By piece: the stack or deck it lies in, or itself."""
        self.forget(table)

    def forget(self, table: Table) -> None:
        """Begin again."""
        self._known.clear()
        self._waiting.clear()
        self._homes = {one.id: one.parent or one.id for one in table.pieces.values()}

    def touch(self, touched: Iterable[str], table: Table) -> None:
        """These were changed, and what they lay and lie with."""
        again = set(touched)
        for ident in touched:
            piece = table.pieces.get(ident)
            again.update((self._homes.get(ident, ident), (piece and piece.parent) or ident))
        for ident in tuple(again):
            holder = table.containers.get(ident)
            if holder is not None:
                again.update(holder.members)
        for ident in again:
            piece = table.pieces.get(ident)
            if piece is not None:
                self._homes[ident] = piece.parent or ident
        for waiting in self._waiting.values():
            waiting |= again

    def heaps(self, scene: Scene, map_name: str, table: Table) -> tuple[Heap, ...]:
        """As `Scene.heaps`; the same objects for what lies as before."""
        known = self._known.setdefault(map_name, {})
        again: Iterable[str] = self._waiting.get(map_name) or ()
        if map_name not in self._waiting:
            again = [*table.containers, *table.pieces]
        for ident in again:
            found = scene.lying(ident)
            if found is None or found[0] != map_name:
                known.pop(ident, None)
            elif known.get(ident) != found[1:]:
                known[ident] = found[1:]
        self._waiting[map_name] = set()
        return tuple(heap for _, heap in sorted(known.values(), key=lambda one: one[0]))


class _PassingScene(Scene):
    """A scene of a table that goes on changing."""

    def __init__(self, view: View, step: int, file_step: int, table: Table, lain: _Lain) -> None:
        super().__init__(view, step, file_step, table)
        self._lain = lain

    def heaps(self, map_name: str) -> tuple[Heap, ...]:
        return self._lain.heaps(self, map_name, self._table)
