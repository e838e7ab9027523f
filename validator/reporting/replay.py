"""The table after every step, as the page's slider needs it: small changes from frame to frame.

Everything comes through a view, so the page holds what the viewer may know and nothing else.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.reading import listing
from validator.reading.views import Scene, Seen, View

from .looks import Look, Looks, Sheet, plain_sheet

if TYPE_CHECKING:
    from generator.definition.schema import Game

Standing = tuple[int, int, int, int, int]
"""Index of the map, x and y in pixels, index of the face, place in the stack from the bottom."""

GONE: Standing = (-1, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after one step: what differs from the frame before."""

    step: int
    """Counted through all files; 0 is the start."""
    says: tuple[str, ...]
    changes: Mapping[int, Standing]
    """By piece index; `GONE` when it is no longer seen."""
    entry: int | None = None
    """The recorder's entry that it ends with; None for a log of VASSAL."""

    def sheet(self) -> int:
        """The map to show: where the last change lies; -1 when nothing moved."""
        return next((place[0] for place in [*self.changes.values()][::-1] if place != GONE), -1)


@dataclass(slots=True)
class Replay:
    """A whole game for the page."""

    sheets: list[Sheet] = field(default_factory=list)
    faces: list[Look] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    """The name of each piece."""
    frames: list[Frame] = field(default_factory=list)
    shades: list[dict[str, Any]] = field(default_factory=list)
    """Where hidden things could be; see `validator.reporting.shading.shaded`."""

    def to_json(self) -> dict[str, object]:
        """As page.js reads it; pictures as data addresses."""
        return {
            "sheets": [
                {
                    "name": one.name,
                    "width": one.width,
                    "height": one.height,
                    "picture": _data(one.svg),
                }
                for one in self.sheets
            ],
            "faces": [
                {
                    "text": one.text,
                    "width": one.width,
                    "height": one.height,
                    "picture": _data(one.svg),
                }
                for one in self.faces
            ],
            "pieces": self.pieces,
            "frames": [
                {
                    "step": one.step,
                    "says": list(one.says),
                    "sheet": one.sheet(),
                    "changes": [[piece, *place] for piece, place in one.changes.items()],
                    **({"entry": one.entry} if one.entry is not None else {}),
                }
                for one in self.frames
            ],
            **({"shades": self.shades} if self.shades else {}),
        }


def _line(value: dict[str, Any]) -> str:
    who = f" ({value['player']})" if value["player"] else ""
    return listing.told(value) + who


def _data(svg: str) -> str:
    if not svg:
        return ""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode("utf-8")).decode("ascii")


def replay_of(
    views: Sequence[View],
    game: Game | None,
    art: tuple[Path, ...] = (),
    keep: Collection[str] = (),
) -> Replay:
    """The frames of all files of a game in order.

    ``game`` gives the pictures, where known; ``art`` are folders of its own drawings; ``keep``
    names maps that are shown even if nothing ever lies there.
    """
    return _Recorder(Looks(game, art), keep).record(views)


class _Recorder:
    def __init__(self, looks: Looks, keep: Collection[str]) -> None:
        self._looks = looks
        self._keep = keep
        self._replay = Replay()
        self._sheets: dict[str, int] = {}
        self._faces: dict[Look, int] = {}
        self._pieces: dict[tuple[str, str], int] = {}
        self._standing: dict[int, Standing] = {}

    def record(self, views: Sequence[View]) -> Replay:
        for sheet in self._looks.sheets():
            self._sheets[sheet.name] = len(self._replay.sheets)
            self._replay.sheets.append(sheet)
        done = 0
        for number, one in enumerate(views):
            if number == 0 or not one.steps:
                self._frame(done, (), one.scene(0))
            says: dict[int, list[str]] = {}
            for value in listing.event_values(one):
                if listing.worth_a_line(value):
                    says.setdefault(value["step"], []).append(_line(value))
            for step in one.steps:
                told = tuple(says.get(step.number, ()))
                entry = one.entry(step.number)
                self._frame(done + step.number, told, one.scene(step.number), entry)
            done += len(one.steps)
        self._leave_out_empty_sheets()
        return self._replay

    def _frame(
        self, step: int, says: tuple[str, ...], scene: Scene, entry: int | None = None
    ) -> None:
        now: dict[int, Standing] = {}
        heights: dict[str, int] = {}
        for stack in scene.stacks:
            heights.update({ident: at for at, ident in enumerate(stack.members)})
        for seen in scene.pieces:
            if seen.place.map and not seen.place.deck:
                now[self._piece(seen)] = self._stand(seen, heights.get(seen.id, 0))
        before = self._standing
        changes = {piece: GONE for piece in before if piece not in now}
        changes.update({p: place for p, place in now.items() if before.get(p) != place})
        self._standing = now
        self._replay.frames.append(Frame(step, says, changes, entry))

    def _piece(self, seen: Seen) -> int:
        # A face-down piece and the same piece turned up are two on the page: the name must not
        # be told before its time.
        key = (seen.id, seen.name)
        if key not in self._pieces:
            self._pieces[key] = len(self._replay.pieces)
            self._replay.pieces.append(seen.name)
        return self._pieces[key]

    def _stand(self, seen: Seen, height: int) -> Standing:
        look = self._looks.of(seen)
        if look not in self._faces:
            self._faces[look] = len(self._replay.faces)
            self._replay.faces.append(look)
        return (self._sheet(seen), seen.place.x, seen.place.y, self._faces[look], height)

    def _sheet(self, seen: Seen) -> int:
        """The map's index; a map without a picture grows to hold what stands on it."""
        name = seen.place.map
        if name not in self._sheets:
            self._sheets[name] = len(self._replay.sheets)
            self._replay.sheets.append(plain_sheet(name))
        index = self._sheets[name]
        sheet = self._replay.sheets[index]
        if not sheet.svg:
            self._replay.sheets[index] = sheet.holding(seen.place.x, seen.place.y)
        return index

    def _leave_out_empty_sheets(self) -> None:
        """A map on which the viewer never sees a piece would be an empty page: blank it out."""
        used = {place[0] for frame in self._replay.frames for place in frame.changes.values()} - {
            -1
        }
        used |= {at for at, one in enumerate(self._replay.sheets) if one.name in self._keep}
        kept = [index for index in range(len(self._replay.sheets)) if index in used] or [0]
        if not self._replay.sheets:
            self._replay.sheets.append(plain_sheet("The table"))
        renumbered = {old: new for new, old in enumerate(kept)}
        self._replay.sheets = [self._replay.sheets[index] for index in kept]
        self._replay.frames = [
            Frame(
                frame.step,
                frame.says,
                {
                    piece: place if place == GONE else (renumbered[place[0]], *place[1:])
                    for piece, place in frame.changes.items()
                },
                frame.entry,
            )
            for frame in self._replay.frames
        ]
