"""Earlier states of what changes step by step, made again where somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Generic, Protocol, TypeVar

_RECENT = 16
_MOST, _FEWEST = 64, 4
_ROOM = 250_000
"""What all the states kept on the way may hold together, as if they shared nothing."""


class _Copied(Protocol):
    def copy(self: T) -> T: ...

    def __len__(self) -> int: ...


T = TypeVar("T", bound=_Copied)


class Past(Generic[T]):
    """The states after each step, of which only a few are kept: some on the way, spread evenly,
    and those asked for last.

    ``redo`` changes a given state, the one after a given step, into the one after the next step
    and so on, and yields it each time.
    """

    def __init__(self, start: T, redo: Callable[[int, T], Iterator[T]]) -> None:
        self._redo = redo
        self._every = 1
        self._kept = {0: start}
        self._recent: dict[int, T] = {}
        self._passing: tuple[int, T, Iterator[T]] | None = None
        self.last = 0
        """The last step that was noted."""

    def note(self, state: T) -> None:
        """The next step is done, and this is the state after it."""
        self.last += 1
        if self.last % self._every == 0:
            self._kept[self.last] = state.copy()
            most = max(_FEWEST, min(_MOST, _ROOM // (1 + len(state))))
            while len(self._kept) > most:
                self._every *= 2
                self._kept = {at: kept for at, kept in self._kept.items() if at % self._every == 0}

    def after(self, step: int) -> T:
        """The state after a step, 0 for the start. Others may hold the same: not to be changed."""
        if step in self._kept:
            return self._kept[step]
        if step not in self._recent:
            before = self._known_before(step)
            known = self._recent if before in self._recent else self._kept
            state = known[before].copy()
            for done in islice(self._redo(before, state), step - before):
                state = done
            self._recent[step] = state
            if len(self._recent) > _RECENT:
                del self._recent[next(iter(self._recent))]
        return self._recent[step]

    def passing(self, step: int) -> T:
        """As `after`, but good only until another step is asked for: one state that goes on, and
        is made again only to go back."""
        begin = step - step % self._every
        if self._passing is None or not begin <= self._passing[0] <= step:
            state = self._kept[begin].copy()
            self._passing = begin, state, self._redo(begin, state)
        at, state, later = self._passing
        for _ in range(step - at):
            state = next(later)
        self._passing = step, state, later
        return state

    def _known_before(self, step: int) -> int:
        """The last step before one whose state is kept: mostly the very one before."""
        if step - 1 in self._recent:
            return step - 1
        return max(at for at in (*self._kept, *self._recent) if at < step)

    def replay(self) -> Iterator[T]:
        """The state after each step in turn: one thing, that goes on changing."""
        return self._redo(0, self._kept[0].copy())
