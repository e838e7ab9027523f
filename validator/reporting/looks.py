"""How maps and counters look on the page: a game's own drawings, or plain shapes."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from generator.light import dataclass
from generator.vassal.encodings import is_whole
from validator.reading.views import Seen

from .drawn import drawn_before

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Face, Game

UNIT_ID = "UnitId"
"""The marker that carries a counter's identity in our own modules."""

PLAIN_SIZE = 48
"""Side of a counter that has no drawing, in pixels of the map."""


@dataclass(frozen=True, slots=True)
class Look:
    """One picture of a counter; without a drawing its text is shown. Sizes in map pixels."""

    text: str
    width: int
    height: int
    svg: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A map's board. Sizes in map pixels; without a drawing it is plain."""

    name: str
    width: int
    height: int
    svg: str = ""

    def holding(self, x: int, y: int) -> Sheet:
        """Large enough for a counter at this point."""
        room = 2 * PLAIN_SIZE
        return replace(self, width=max(self.width, x + room), height=max(self.height, y + room))


def plain_sheet(name: str) -> Sheet:
    """A board nobody has drawn."""
    return Sheet(name, 12 * PLAIN_SIZE, 8 * PLAIN_SIZE)


def _set_into(svg: str, edge: tuple[int, int], size: tuple[int, int]) -> str:
    """A board with the margin of its window around it."""
    (width, height), (across, down) = size, edge
    _, _, rest = svg.partition("<svg")
    attributes, _, inside = rest.partition(">")
    kept = re.sub(r'\s(?:width|height)="[^"]*"', "", attributes)
    board = f'<svg x="{across}" y="{down}" width="{width}" height="{height}"{kept}>{inside}'
    room = f'width="{width + 2 * across}" height="{height + 2 * down}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {room}>{board}</svg>'


class Looks:
    """The drawings of one game, made when first asked for."""

    def __init__(self, game: Game | None, art: tuple[Path, ...] = ()) -> None:
        self._game = game
        self._art = art
        self._counters = {one.id: one for one in game.counters} if game else {}
        self._backs = {
            one.mask.name: one
            for one in (game.counters if game else ())
            if one.mask is not None and one.mask.name
        }
        self.face = cache(self._draw_face)
        """The look of a counter's face, by both their ids."""
        self._drawn = drawn_before(game) if game is not None else None

    def sheets(self) -> list[Sheet]:
        """The boards of the game's maps; none for a game without a definition."""
        if self._game is None:
            return []
        if self._drawn is not None:
            return [*self._drawn.sheets]
        from generator.drawing.kept import board_picture
        from generator.geography.layout import layout_of

        found = []
        for one in self._game.maps:
            layout = layout_of(one)
            (width, height), (across, down) = layout.size(), layout.edge()
            svg = board_picture(self._game, one, self._art).svg
            if across or down:
                svg = _set_into(svg, (across, down), (width, height))
            found.append(Sheet(one.name, width + 2 * across, height + 2 * down, svg))
        return found

    def of(self, seen: Seen) -> Look:
        """How the viewer sees a piece: its face, or its back while he may not know more."""
        if not seen.known or (seen.masked and seen.piece is None):
            hidden = self._backs.get(seen.name)
            if hidden is not None and hidden.back is not None:
                return self.face(hidden.id, hidden.back.id)
            return Look(seen.name, PLAIN_SIZE, PLAIN_SIZE)
        counter = self._counters.get(seen.marker(UNIT_ID) or "")
        if counter is None or not counter.faces:
            return Look(seen.name, PLAIN_SIZE, PLAIN_SIZE)
        return self.face(counter.id, counter.faces[self._shown(seen, counter)].id)

    def _shown(self, seen: Seen, counter: Counter) -> int:
        """Which face lies up: the level of the piece's first layer, counted from 1."""
        piece = seen.piece
        if piece is None or not piece.model.layers:
            return 0
        level = piece.state(piece.model.layers[0].at).partition(";")[0]
        shown = int(level) - 1 if is_whole(level) else 0
        return min(max(shown, 0), len(counter.faces) - 1)

    def _draw_face(self, counter_id: str, face_id: str) -> Look:
        if self._drawn is not None:
            return self._drawn.faces.get(
                (counter_id, face_id), Look(face_id, PLAIN_SIZE, PLAIN_SIZE)
            )
        from generator.drawing.counters import face_picture
        from generator.drawing.themes import load_theme
        from generator.geography.layout import layout_of

        assert self._game is not None
        counter = self._counters[counter_id]
        faces: tuple[Face, ...] = (*counter.faces, *((counter.back,) if counter.back else ()))
        face = next(one for one in faces if one.id == face_id)
        theme = load_theme(self._game.theme, self._art)
        layouts = self._game.layouts
        picture = face_picture(counter, face, theme, self._art, layouts=layouts)
        ppi = layout_of(self._game.maps[0]).ppi
        return Look(face.name or counter.name, *picture.pixels(ppi), picture.svg)
