"""The state of the preview: a game that is read again after each save, and kept when an error
occurs.

Three kinds of threads work on it: one watches the files and reads, those of the server draw what
the page asks for, and one draws everything else in the background, with lower priority.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Condition, Event
from typing import TYPE_CHECKING

from generator.definition import DefinitionError, Trouble
from generator.definition.memory import Memory
from generator.definition.reader import overlay_file, read_again
from generator.drawing.rereading import forget_art
from generator.errors import BroadsideError
from generator.light import dataclass
from generator.preview.pictures import Gallery
from generator.preview.problems import Problem, Shelf
from generator.preview.watching import saves, snapshot

if TYPE_CHECKING:
    from generator.definition.building import Place, Reading

QUIET = 0.4
"""Seconds after a reading without drawing in the background: the browser is painting."""

MOST_WARNINGS = 500
"""At most this many warnings are reported; a broken theme causes thousands."""


@dataclass(frozen=True, slots=True)
class Edition:
    """What the page shows: the last version of the game that could be read, and why there is no
    newer one.

    ``number`` rises with each reading, ``took`` is that reading's milliseconds.
    """

    number: int
    gallery: Gallery | None
    errors: tuple[Problem, ...] = ()
    took: int = 0


@dataclass(frozen=True, slots=True)
class Proof:
    """How many pictures of an edition have been drawn, and the warnings found."""

    number: int
    done: int
    total: int
    problems: tuple[Problem, ...] = ()


class Desk:
    """One game, as it is now."""

    def __init__(self, folder: Path, overlays: Sequence[str | Path] = ()) -> None:
        self.folder = folder
        self._overlays = [overlay_file(folder, one) for one in overlays]
        self._art = folder / "art"
        self.shelf = Shelf(folder, self._overlays)
        # Before the first reading: what is saved while that goes on is read again.
        self._files = snapshot([folder, *self._overlays])
        self.edition = Edition(0, None)
        self.proof = Proof(0, 0, 0)
        self._reading: Reading | None = None
        self._memory = Memory()
        self._art_changes = 0
        self._urgent = 0
        self._news = Condition()
        self._stop = Event()

    # -- reading

    def read(self, changed: Collection[str] = ()) -> None:
        """Read the game; ``changed`` are the paths of files that were saved."""
        begun = time.perf_counter()
        if any(path.startswith(f"{self._art}{os.sep}") for path in changed):
            self._art_changes += 1
            forget_art()
        gallery = self.edition.gallery
        with self.urgent():
            try:
                reading = read_again(self.folder, self._overlays, self._memory)
                gallery = self._shown(reading)
                errors: tuple[Problem, ...] = ()
                self._reading = reading
            except DefinitionError as trouble:
                errors = self.shelf.problems(trouble.troubles)
            except BroadsideError as trouble:
                errors = (Problem("error", str(trouble)),)
            except OSError as trouble:
                errors = (Problem("error", f"{trouble.filename}: {trouble.strerror}"),)
            except Exception as defect:  # the page stays, whatever the files hold
                words = f"{type(defect).__name__}: {defect}"
                errors = (Problem("error", f"a defect of Broadside, not of your file: {words}"),)
        took = round(1000 * (time.perf_counter() - begun))
        with self._news:
            self.edition = Edition(self.edition.number + 1, gallery, errors, took)
            self._news.notify_all()

    def _shown(self, reading: Reading) -> Gallery:
        from generator.drawing.themes import load_theme

        folders = (self._art,) if self._art.is_dir() else ()
        theme = load_theme(reading.game.theme, folders)
        gallery = Gallery(reading.game, theme, folders, self._art_changes)
        if self.edition.gallery is not None:
            gallery.keep(self.edition.gallery)
        return gallery

    def watch(self) -> None:
        """Read after every save since this desk was made, until `close`."""
        for changed in saves([self.folder, *self._overlays], self._stop, self._files):
            self.read(changed)

    # -- proofing

    def proof_all(self) -> None:
        """Draw all pictures that nobody asked for, to find their faults, until `close`."""
        while not self._stop.is_set():
            edition = self.edition
            if edition.gallery is not None and self.proof.number != edition.number:
                self._stop.wait(QUIET)
                self._proof(edition, edition.gallery)
            with self._news:
                self._news.wait_for(
                    lambda: self._stop.is_set() or self.edition.number != self.proof.number, 1.0
                )

    def _proof(self, edition: Edition, gallery: Gallery) -> None:
        subjects = gallery.subjects()
        problems: list[Problem] = []
        told = time.monotonic()
        for done, subject in enumerate(subjects):
            while self._urgent and not self._stop.wait(0.005):
                pass
            if self._stop.is_set() or self.edition is not edition:
                return
            problems += self._noticed(gallery, subject)
            if time.monotonic() - told > 0.5:
                told = time.monotonic()
                self._tell(Proof(edition.number - 1, done, len(subjects), tuple(problems)))
        self._tell(Proof(edition.number, len(subjects), len(subjects), tuple(problems)))

    def _tell(self, proof: Proof) -> None:
        with self._news:
            self.proof = replace(proof, problems=proof.problems[:MOST_WARNINGS])
            self._news.notify_all()

    def _noticed(self, gallery: Gallery, subject: str) -> Iterator[Problem]:
        drawing = gallery.drawing(subject)
        if drawing is None:
            return
        for picture in drawing.first():
            for warning in picture.warnings:
                yield self._at(subject, picture.name, "warning", warning)
        if drawing.trouble:
            yield self._at(subject, subject, "error", drawing.trouble)

    def _at(self, subject: str, picture: str, kind: str, message: str) -> Problem:
        part, _, name = subject.partition("/")
        if part == "charts":
            part, name = "chart", picture.removeprefix("chart-")
        file, line, column = self.place(part, name) or ("", 0, 0)
        return self.shelf.problem(kind, Trouble(file, line, column, message), subject)

    # -- what the server asks

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """A context for urgent work: drawing in the background pauses."""
        with self._news:
            self._urgent += 1
        try:
            yield
        finally:
            with self._news:
                self._urgent -= 1

    def place(self, kind: str, name: str) -> Place | None:
        """Where a counter, template, map or chart is defined."""
        return self._reading.places.get((kind, name)) if self._reading is not None else None

    def templates(self, counter: str) -> list[str]:
        """The templates a counter starts from, the nearest first."""
        if self._reading is None or self.edition.gallery is None:
            return []
        entry = self.edition.gallery.counters.get(counter)
        template = entry.template if entry is not None else None
        found: list[str] = []
        while template and template not in found:
            found.append(template)
            template = self._reading.starts_from.get(template)
        return found

    def news(self, edition: Edition | None, proof: Proof | None, seconds: float) -> bool:
        """Wait until there is a newer edition or proof than these; return False if there was
        none."""
        with self._news:
            return self._news.wait_for(
                lambda: (
                    self._stop.is_set() or self.edition is not edition or self.proof is not proof
                ),
                seconds,
            )

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._stop.is_set()

    def close(self) -> None:
        """End all threads that wait."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
