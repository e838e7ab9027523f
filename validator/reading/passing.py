"""The table after each step in turn, with the maps on which anything may have changed.

A log of a large game has thousands of steps, and each changes very little, so unchanged things are
not looked at again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from validator.reading import events as ev
from validator.reading.scenes import Heap, Scene
from validator.reading.views import View
from validator.table import Table


class Passing(NamedTuple):
    """The table after a step of a view."""

    scene: Scene
    """Valid until the next step."""
    maps: frozenset[str] | None
    """The maps on which places may have changed; None for all."""
    written: bool
    """Whether texts on pieces may have changed on any map."""


def passing(view: View) -> Iterator[Passing]:
    """The first position, and the table after each step that the viewer sees."""
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
"""Events after which everything is looked at again."""
_WRITTEN = (ev.PropertyChanged, ev.TurnAdvanced, ev.Rolled)
"""Events that may change texts on pieces anywhere."""


class _Stood:
    """The map of each piece and container."""

    def __init__(self, table: Table) -> None:
        self._maps = {one.id: one.map or "" for one in table.pieces.values()}
        self._maps.update((one.id, one.map or "") for one in table.containers.values())

    def moved(self, touched: Iterable[str], table: Table) -> Iterator[str]:
        """The old and new maps of these pieces and containers."""
        for ident in touched:
            found = table.pieces.get(ident) or table.containers.get(ident)
            now = (found.map or "") if found is not None else ""
            yield self._maps.get(ident, "")
            yield now
            self._maps[ident] = now


class _Lain:
    """The heaps on each map at the last call, by the file's ids."""

    def __init__(self, table: Table) -> None:
        self._known: dict[str, dict[str, tuple[int, Heap]]] = {}
        self._waiting: dict[str, set[str]] = {}
        """By known map: the ids that must be looked at again."""
        self._homes: dict[str, str] = {}
        """By piece: the stack or deck that holds it, or itself."""
        self._held: set[str] = set()
        """The ids of stacks and decks."""
        self.forget(table)

    def forget(self, table: Table) -> None:
        """Forget everything."""
        self._known.clear()
        self._waiting.clear()
        self._homes = {one.id: one.parent or one.id for one in table.pieces.values()}
        self._held = set(table.containers)

    def touch(self, touched: Collection[str], table: Table) -> None:
        """Mark changed things, and those that share or shared their stack, to be looked at."""
        again: set[str] = set()
        left = list(touched)
        while left:
            ident = left.pop()
            if ident in again:
                continue
            again.add(ident)
            piece, holder = table.pieces.get(ident), table.containers.get(ident)
            left.append(self._homes.get(ident, ident))
            if piece is not None:
                left.append(piece.parent or ident)
            elif holder is None:
                left += (one for one, home in self._homes.items() if home == ident)
            elif ident in touched or ident not in self._held:
                left += holder.members
                self._held.add(ident)
        for ident in again:
            piece = table.pieces.get(ident)
            if piece is not None:
                self._homes[ident] = piece.parent or ident
            elif ident not in table.containers:
                self._homes.pop(ident, None)
                self._held.discard(ident)
        for waiting in self._waiting.values():
            waiting |= again

    def heaps(self, scene: Scene, map_name: str, table: Table) -> tuple[Heap, ...]:
        """As `Scene.heaps`, with the same objects for unchanged heaps."""
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
    """A scene of a table that keeps changing."""

    def __init__(self, view: View, step: int, file_step: int, table: Table, lain: _Lain) -> None:
        super().__init__(view, step, file_step, table)
        self._lain = lain

    def heaps(self, map_name: str) -> tuple[Heap, ...]:
        return self._lain.heaps(self, map_name, self._table)
