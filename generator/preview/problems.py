"""The problems of a game for the page: place, message, and the lines of the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from generator.definition.troubles import Trouble
from generator.light import dataclass

AROUND = 1
"""This many lines are quoted before and after the one in question."""

WIDEST = 240
"""Letters of a line that are quoted."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend. ``about`` is the picture or part it concerns, where it is one's.

    ``kind`` is ``error`` (the game cannot be read or a picture not drawn) or ``warning``. ``path``
    is what an editor opens, empty when the file is none of the game's. ``quoted`` are numbered
    lines of the file round the place.
    """

    kind: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""
    quoted: tuple[tuple[int, str], ...] = ()
    about: str = ""

    def to_json(self) -> dict[str, object]:
        """Plain data for the page."""
        return asdict(self)


class Shelf:
    """The files of a game and its overlays, in which problems and definitions are."""

    def __init__(self, folder: Path, overlays: Sequence[Path]) -> None:
        self._folder = folder.resolve()
        self._overlays = {path.name: path.resolve() for path in overlays}

    def path(self, shown: str) -> Path | None:
        """The file with the name ``shown`` in messages; None if it is not one of the game's."""
        inside = (self._folder / shown).resolve()
        if inside.is_relative_to(self._folder) and inside.is_file():
            return inside
        return self._overlays.get(shown)

    def quoted(self, shown: str, line: int) -> tuple[tuple[int, str], ...]:
        """The numbered lines around a place; none if there is no such place."""
        path = self.path(shown)
        if path is None or line < 1:
            return ()
        first = max(1, line - AROUND)
        found = []
        try:
            with path.open(encoding="utf-8-sig", errors="replace") as opened:
                for number, text in enumerate(opened, 1):
                    if number > line + AROUND:
                        break
                    if number >= first:
                        found.append((number, text.rstrip("\r\n")[:WIDEST]))
        except OSError:
            return ()
        return tuple(found)

    def problem(self, kind: str, trouble: Trouble, about: str = "") -> Problem:
        """A trouble of the reader, or a warning at its place."""
        path = self.path(trouble.file)
        return Problem(
            kind,
            trouble.message,
            trouble.file,
            trouble.line,
            trouble.column,
            str(path or ""),
            self.quoted(trouble.file, trouble.line),
            about,
        )

    def problems(self, troubles: Iterable[Trouble]) -> tuple[Problem, ...]:
        """The troubles of a definition that cannot be read."""
        return tuple(self.problem("error", trouble) for trouble in troubles)
