"""The points that a log shows: in the window that counts them, and by their marker."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from validator.explaining import facts as seen
from validator.explaining.facts import Fact, marked_points

if TYPE_CHECKING:
    from validator.explaining.context import Context


class ShownPoints:
    """The points of one log."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def first(self) -> Mapping[str, int]:
        """The points that ``window`` and ``marker`` show when the log begins."""
        scene, words = self._context.scene, self._context.words
        if not self._context.reader.has_points:
            return {"window": 0, "marker": 0}
        window = scene.properties.get(words.points, 0)
        return {"window": window, "marker": marked_points(scene, words)}

    @cached_property
    def by(self) -> str:
        """Which of the two counts: ``window`` if it shows points or is ever used, or if there is no
        property for points; else ``marker``."""
        scene, name = self._context.scene, self._context.words.points
        used = not name or any(name in step.properties for step in scene.steps)
        return "window" if used or scene.properties.get(name, 0) else "marker"

    @property
    def at_first(self) -> int:
        """The points that count when the log begins."""
        return self.first[self.by]

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """By index of a fact: the points that it shows.

        Points that are clicked one after the other count as one, and so do those that are counted
        on after no more than a look, or by the same side after a click called off or stray dice of
        others. If the window counts the points, a marker that is moved by hand counts on from the
        window's points.
        """
        facts = self._context.facts
        total, marker = self.at_first, self.first["marker"]
        windows = {f.seen.step for f in facts if isinstance(f, seen.Points) and f.key == "window"}
        found: dict[int, int] = {}
        run: tuple[int, int] | None = None  # the index of the last points, the total before them
        for at, fact in enumerate(facts):
            if not isinstance(fact, seen.Points):
                run = run if run is not None and self._may_interrupt(facts[run[0]], fact) else None
                continue
            before = total
            if fact.key == self.by:
                total = fact.points
            elif fact.key == "marker" and fact.seen.step not in windows:
                total += fact.points - marker
            marker = fact.points if fact.key == "marker" else marker
            begun = before
            if run is not None:
                last, start = run
                goes_on = (before - start) * (total - before) >= 0
                own = facts[last].seen.side == fact.seen.side
                own = own or all(map(_is_look, facts[last + 1 : at]))
                if last == at - 1 or (own and goes_on):
                    found.pop(last, None)
                    begun = start
            found[at] = total
            run = at, begun
        return found

    def _may_interrupt(self, points: Fact, fact: Fact) -> bool:
        """Whether a side may go on counting its points after a fact: a look, a click that is called
        off at once, or dice that another side rolled without a word."""
        if _is_look(fact):
            return True
        stray = isinstance(fact, seen.Rolled) and not fact.seen.declarations
        other = stray and fact.seen.side not in (None, points.seen.side)
        return other or (
            isinstance(fact, seen.Rolled | seen.Declared) and self._context.is_called_off(fact)
        )


def _is_look(fact: Fact) -> bool:
    """Whether a fact is no more than a look at a piece: it was turned up and down again."""
    return isinstance(fact, seen.Shown | seen.Hidden) and fact.look
