"""The pictures of one edition of a game, drawn only when asked for.

A counter's faces are drawn one by one, so that visible fronts do not wait for backs. Pictures that
are unchanged from one edition to the next are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.errors import BroadsideError

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Game
    from generator.drawing.themes import Theme


class Drawing:
    """The pictures of one subject, drawn as they are asked for, by any thread."""

    def __init__(self, rest: Iterator[Picture]) -> None:
        self.trouble = ""
        """The error, if a picture could not be drawn."""
        self._done: list[Picture] = []
        self._rest: Iterator[Picture] | None = rest
        self._lock = Lock()

    def first(self, number: int | None = None) -> list[Picture]:
        """The first ``number`` pictures, or all; fewer if there are no more."""
        with self._lock:
            while self._rest is not None and (number is None or len(self._done) < number):
                try:
                    self._done.append(next(self._rest))
                except StopIteration:
                    self._rest = None
                except BroadsideError as trouble:
                    self.trouble, self._rest = str(trouble), None
                except Exception as defect:  # one picture must not end the preview
                    words = f"{type(defect).__name__}: {defect}"
                    self.trouble, self._rest = f"a defect of Broadside: {words}", None
            return self._done[:number]

    @property
    def whole(self) -> bool:
        """Whether all possible pictures have been drawn."""
        return self._rest is None


class Gallery:
    """Everything an edition of a game shows; ``art`` counts the changes of its art folders.

    Subjects are called ``counter/renown``, ``map/atlantic``, ``charts`` and ``buttons``.
    """

    def __init__(self, game: Game, theme: Theme, folders: tuple[Path, ...], art: int) -> None:
        self.game = game
        self.counters = {one.id: one for one in game.counters}
        self._sides = {one.id: one for one in game.sides}
        self.theme, self.folders, self._art = theme, folders, art
        self._drawings: dict[str, Drawing] = {}

    def subjects(self) -> list[str]:
        """All subjects, the most looked at first."""
        return [
            *(f"counter/{one}" for one in self.counters),
            "charts",
            "buttons",
            *(f"map/{one.id}" for one in self.game.maps),
        ]

    def drawing(self, subject: str) -> Drawing | None:
        """The pictures of a subject; None when there is none of that name."""
        found = self._drawings.get(subject)
        if found is None:
            begun = self._begun(subject)
            if begun is not None:
                found = self._drawings.setdefault(subject, Drawing(begun))
        return found

    def keep(self, before: Gallery) -> None:
        """Take over the drawings of counters that look the same."""
        if self.same_look(before):
            for counter in self.counters.values():
                subject = f"counter/{counter.id}"
                if subject in before._drawings and self.same_counter(before, counter):
                    self._drawings[subject] = before._drawings[subject]

    def same_look(self, before: Gallery) -> bool:
        """Whether an unchanged counter looks the same."""
        return (
            self._art == before._art
            and self.theme == before.theme
            and self._sides == before._sides
            and self.game.layouts == before.game.layouts
        )

    def same_counter(self, before: Gallery, counter: Counter) -> bool:
        """Whether a counter was the same before."""
        was = before.counters.get(counter.id)
        return was is counter or was == counter

    def _begun(self, subject: str) -> Iterator[Picture] | None:
        kind, _, wanted = subject.partition("/")
        if kind == "counter" and wanted in self.counters:
            return self._counter(self.counters[wanted])
        if kind == "map" and any(one.id == wanted for one in self.game.maps):
            return self._map(wanted)
        if subject == "charts":
            return self._charts()
        if subject == "buttons":
            return self._buttons()
        return None

    def _counter(self, counter: Counter) -> Iterator[Picture]:
        from generator.drawing.counters import counter_pictures

        side = self._sides.get(counter.side or "")
        layouts = self.game.layouts
        return counter_pictures(counter, self.theme, self.folders, side, layouts=layouts)

    def _map(self, map_id: str) -> Iterator[Picture]:
        from generator.drawing.kept import board_picture

        yield board_picture(self.game, self.game.map(map_id), self.folders)

    def _charts(self) -> Iterator[Picture]:
        from generator.drawing.charts import chart_pictures

        return chart_pictures(self.game, self.theme, self.folders)

    def _buttons(self) -> Iterator[Picture]:
        from generator.drawing.icons import icon_pictures

        return icon_pictures(self.game, self.theme, self.folders)
