"""The looks of a table: pictures of its boards and pieces.

`Looks` is the interface. `Drawn` uses the drawings of a definition, or plain boxes with names;
`validator.reporting.painted.Painted` uses a module's own pictures.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from generator.light import dataclass
from generator.vassal.encodings import is_whole
from validator.reading.scenes import Heap, Pile, Scene, Seen

from .drawn import drawn_before

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.definition.schema import Counter, Face, Game
    from generator.drawing.picture import Picture

UNIT_ID = "UnitId"
"""The marker that carries a counter's identity in our own modules."""

PLAIN_SIZE = 56
"""The side of a counter without a drawing, in pixels of the map."""
_ASIDE = 9
"""How far up and right each further piece of a stack is shown, in pixels."""
_ASIDE_MOST = 8
_CROWD = 300
"""How many stacks at one point are shown at most, from the top down."""
_LETTERS = 60
"""How many letters of a name a plain counter shows."""

_PAPER, _INK, _EDGE = (247, 243, 232), (38, 34, 30), (96, 88, 78)
_BACK = (62, 76, 92)
_NUMBER = 0.42
"""The size of the number of cards on a deck's back, relative to its shorter side."""


class Pictured(NamedTuple):
    """One picture on a map; lengths are in pixels of the map."""

    ids: tuple[str, ...]
    """The ids of its pieces, as the viewer knows them; a deck's own id for a deck; none if it
    belongs to the map."""
    left: int
    top: int
    width: int
    height: int
    key: str
    """The same for equal pictures."""
    name: str | None = ""
    """Its name for the viewer; None for a further picture of a thing that is named already."""
    place: str = ""
    """The name of its place for the viewer; empty if that has none."""


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The board of a map without its pieces."""

    key: str
    """The same for equal pictures; empty if there is none."""
    width: int
    height: int


class Looks(Protocol):
    """The pictures of a table's boards and pieces."""

    @property
    def windows(self) -> Sequence[str]:
        """The names of the maps, in the order of the module."""

    @property
    def looking_elsewhere(self) -> Collection[str]:
        """The maps on which the look of a piece depends on another map."""

    @property
    def unpainted(self) -> Sequence[str]:
        """What cannot be shown as in the module, in words."""

    @property
    def plain(self) -> bool:
        """Whether nothing is known of how it looks: neither a module nor a definition is there."""

    def ground(self, scene: Scene, map_name: str) -> Backdrop:
        """The board of a map."""

    def sprites(self, scene: Scene, map_name: str) -> Sequence[Sequence[Pictured]]:
        """The visible pieces on a map, stack by stack, in the order of painting. The list of an
        unchanged stack is the same object as before."""

    def pictures(self, keys: Collection[str]) -> Mapping[str, Image]:
        """The pictures themselves, as far as they can be made."""

    def close(self) -> None:
        """Close the files of the pictures; no more can be made then."""

    def recipes(self, keys: Collection[str]) -> Mapping[str, list[Any]]:
        """The pictures that a browser must paint, as `validator.painting.recipes` writes them."""

    def vectors(self, keys: Collection[str]) -> Mapping[str, str]:
        """The pictures that stay SVG, where nothing can be painted."""


class Drawn:
    """The drawings of a definition; plain boxes with names if there is no definition."""

    def __init__(self, game: Game | None, art: tuple[Path, ...] = ()) -> None:
        self._game = game
        self._art = art
        self._maps = {one.name: one for one in game.maps} if game else {}
        self._counters = {one.id: one for one in game.counters} if game else {}
        self._backs = {
            one.mask.name: one
            for one in (game.counters if game else ())
            if one.mask is not None and one.mask.name
        }
        self._covers = dict(_covers(game)) if game else {}
        """By the name of a closed deck: the ids of the counter and the face that lie on top."""
        self._faces: dict[str, Picture] = {}
        self._sizes: dict[tuple[str, str], tuple[str, int, int]] = {}
        self._book = drawn_before(game) if game is not None else None
        self._lain: dict[str, dict[tuple[int, int], tuple[list[Heap], list[Pictured]]]] = {}
        """By map and point: the stacks there at the last call, and their pictures."""
        self.unpainted: Sequence[str] = ()
        self.plain = game is None
        self.looking_elsewhere: Collection[str] = ()

    @property
    def windows(self) -> Sequence[str]:
        """The maps of the definition."""
        return list(self._maps)

    def ground(self, scene: Scene, map_name: str) -> Backdrop:
        """The board as in the module; an empty one for an unknown map."""
        one = self._maps.get(map_name)
        if one is None:
            return Backdrop("", 12 * PLAIN_SIZE, 8 * PLAIN_SIZE)
        from generator.geography.layout import layout_of

        layout = layout_of(one)
        (width, height), (across, down) = layout.size(), layout.edge()
        return Backdrop(f"board {map_name}", width + 2 * across, height + 2 * down)

    def sprites(self, scene: Scene, map_name: str) -> Sequence[Sequence[Pictured]]:
        """The pieces on a map, point by point; at each point the next piece is a little up and
        right."""
        points: dict[tuple[int, int], list[Heap]] = {}
        for heap in scene.heaps(map_name):
            points.setdefault((heap.x, heap.y), []).append(heap)
        before, now = self._lain.get(map_name, {}), {}
        for point, heaps in points.items():
            known = before.get(point)
            if known is None or list(map(id, known[0])) != list(map(id, heaps)):
                known = (heaps, list(self._lying(heaps, scene)))
            now[point] = known
        self._lain[map_name] = now
        return [sprites for _, sprites in now.values()]

    def _lying(self, heaps: Sequence[Heap], scene: Scene) -> Iterator[Pictured]:
        """The pictures at one point, from the bottom up."""
        below = 0
        for heap in heaps[-_CROWD:]:
            if heap.pile is not None:
                if heap.pile.cards:
                    yield self._deck(heap, heap.pile, scene)
                continue
            for shown in heap.pieces:
                seen = shown.seen
                key, width, height = self._look(seen)
                aside = _ASIDE * min(below, _ASIDE_MOST)
                left, top = heap.x - width // 2 + aside, heap.y - height // 2 - aside
                place = place_of(seen)
                yield Pictured((seen.id,), left, top, width, height, key, seen.name, place)
                below += 1

    def _deck(self, heap: Heap, pile: Pile, scene: Scene) -> Pictured:
        """The top card of an open deck; the back of a closed one, with the number of cards."""
        deck = next((one for one in scene.decks if one.id == heap.id), None)
        key, width, height = f"pile {pile.cards}", PLAIN_SIZE, PLAIN_SIZE
        name = deck.name if deck is not None else ""
        if heap.pieces and deck is not None and not deck.shuffles and not pile.face_down:
            key, width, height = self._look(heap.pieces[-1].seen)
        elif name in self._covers:
            face, width, height = self._face(*self._covers[name])
            key = f"pile {pile.cards} {face}"
        left, top = heap.x - width // 2, heap.y - height // 2
        return Pictured((heap.id,), left, top, width, height, key, f"{name} ({pile.cards})", name)

    def pictures(self, keys: Collection[str]) -> Mapping[str, Image]:
        """Boards and faces drawn at the resolution of their map, and plain boxes with names."""
        from PIL import Image

        from generator.pictures.rendering import render

        found: dict[str, Image.Image] = {}
        ppi = self.ppi()
        faces = {one: self._faces[one] for one in map(_face_in, keys) if one in self._faces}
        drawn = render(faces.values(), dpi=ppi) if faces else {}
        for key, picture in faces.items():
            found[key] = Image.open(io.BytesIO(drawn[picture.name])).convert("RGBA")
        for key in keys:
            kind, _, name = key.partition(" ")
            if kind == "board":
                found[key] = self._board(name)
            elif kind == "plain":
                found[key] = plain_counter(name)
            elif kind == "pile":
                cards, _, back = name.partition(" ")
                number = plain_counter(cards, _BACK, _PAPER)
                found[key] = _numbered(found[back], number) if back in found else number
        return found

    def recipes(self, keys: Collection[str]) -> Mapping[str, list[Any]]:
        """Nothing: all drawings are SVG."""
        return {}

    def vectors(self, keys: Collection[str]) -> Mapping[str, str]:
        """The drawings that were made beforehand, if they were."""
        if self._book is None:
            return {}
        drawings = self._book.drawings
        named = ((key, _face_in(key)) for key in keys)
        return {key: drawings[one] for key, one in named if one in drawings}

    def _board(self, name: str) -> Image:
        """A board with the margin of its window."""
        from PIL import Image

        from generator.drawing.kept import board_picture
        from generator.geography.layout import layout_of
        from generator.pictures.rendering import render

        assert self._game is not None
        one = self._maps[name]
        layout = layout_of(one)
        (width, height), (across, down) = layout.size(), layout.edge()
        picture = board_picture(self._game, one, self._art)
        png = render([picture], dpi=one.ppi)[picture.name]
        board = Image.open(io.BytesIO(png)).convert("RGB").resize((width, height))
        if not across and not down:
            return board
        window = Image.new("RGB", (width + 2 * across, height + 2 * down), "white")
        window.paste(board, (across, down))
        return window

    def close(self) -> None:
        """No file stays open."""

    def ppi(self) -> float:
        """Pixels of a map per inch."""
        from generator.geography.layout import layout_of

        return layout_of(self._game.maps[0]).ppi if self._game is not None else 150

    def _look(self, seen: Seen) -> tuple[str, int, int]:
        """Key, width and height of a piece as the viewer sees it: its face, or its back."""
        if not seen.known or (seen.masked and seen.piece is None):
            hidden = self._backs.get(seen.name)
            if hidden is not None and hidden.back is not None:
                return self._face(hidden.id, hidden.back.id)
            return f"plain {seen.name[:_LETTERS]}", PLAIN_SIZE, PLAIN_SIZE
        counter = self._counters.get(seen.marker(UNIT_ID) or "")
        if counter is None or not counter.faces:
            return f"plain {seen.name[:_LETTERS]}", PLAIN_SIZE, PLAIN_SIZE
        return self._face(counter.id, counter.faces[_shown(seen, counter)].id)

    def _face(self, counter_id: str, face_id: str) -> tuple[str, int, int]:
        made = self._sizes.get((counter_id, face_id))
        if made is None:
            key = f"face {counter_id} {face_id}"
            if self._book is not None:
                made = (key, *self._book.sizes.get(key, (PLAIN_SIZE, PLAIN_SIZE)))
            else:
                picture = self._faces[key] = self.face(counter_id, face_id)
                made = (key, *picture.pixels(self.ppi()))
            self._sizes[counter_id, face_id] = made
        return made

    def face(self, counter_id: str, face_id: str) -> Picture:
        """The drawing of a counter's face, by both their ids."""
        from generator.drawing.counters import face_picture
        from generator.drawing.themes import load_theme

        assert self._game is not None
        counter = self._counters[counter_id]
        faces: tuple[Face, ...] = (*counter.faces, *((counter.back,) if counter.back else ()))
        face = next(one for one in faces if one.id == face_id)
        theme = load_theme(self._game.theme, self._art)
        return face_picture(counter, face, theme, self._art, layouts=self._game.layouts)


def _covers(game: Game) -> Iterator[tuple[str, tuple[str, str]]]:
    """The name of each deck of certain kinds, and the counter whose back is shown on it."""
    for deck in (one for board in game.maps for one in board.decks):
        backs = (
            (one.id, one.back.id)
            for one in game.counters
            if one.kind in deck.kinds and one.back is not None
        )
        found = next(backs, None)
        if found is not None:
            yield deck.name or deck.id, found


def _face_in(key: str) -> str:
    """The key of the face in a picture; for a closed deck that of its back."""
    return key.partition(" ")[2].partition(" ")[2] if key.startswith("pile ") else key


def _numbered(back: Image, number: Image) -> Image:
    """The back of a card with the number of those below it."""
    made = back.copy()
    side = min(*made.size, max(PLAIN_SIZE // 2, round(min(made.size) * _NUMBER)))
    number = number.resize((side, side))
    made.alpha_composite(number, ((made.width - side) // 2, (made.height - side) // 2))
    return made


def place_of(seen: Seen) -> str:
    """The name of a piece's place; empty if it has none."""
    return str(seen.place) if seen.place.location or seen.place.deck else ""


def _shown(seen: Seen, counter: Counter) -> int:
    """The index of the face that is up, by the level of the piece's first layer."""
    piece = seen.piece
    if piece is None or not piece.model.layers:
        return 0
    level = piece.state(piece.model.layers[0].at).partition(";")[0]
    shown = int(level) - 1 if is_whole(level) else 0
    return min(max(shown, 0), len(counter.faces) - 1)


def plain_counter(
    name: str, paper: tuple[int, int, int] = _PAPER, ink: tuple[int, int, int] = _INK
) -> Image:
    """A counter without a drawing: a box with its name, in a few lines."""
    from PIL import Image, ImageDraw, ImageFont

    from generator.drawing.typefaces import face, font_file

    picture = Image.new("RGBA", (2 * PLAIN_SIZE, 2 * PLAIN_SIZE), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    room = 2 * PLAIN_SIZE
    draw.rounded_rectangle((1, 1, room - 2, room - 2), 14, fill=paper, outline=_EDGE, width=3)
    file = str(font_file(face("sans bold")))
    for size in (30, 26, 22, 18, 15):
        font = ImageFont.truetype(file, size)
        lines = list(_lines(name, font, room - 14))
        if len(lines) * size * 1.1 <= room - 12 and len(lines) <= 4:
            break
    lines = lines[:5]
    top = (room - len(lines) * size * 1.1) / 2
    for at, line in enumerate(lines):
        width = font.getlength(line)
        draw.text(((room - width) / 2, top + at * size * 1.1 - size * 0.1), line, ink, font)
    return picture


def _lines(name: str, font: object, room: float) -> Iterator[str]:
    """A name in lines that fit the width."""
    line = ""
    for word in name.split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > room:  # type: ignore[attr-defined]
            yield line
            longer = word
        while len(longer) > 1 and font.getlength(longer) > room:  # type: ignore[attr-defined]
            cut = next(
                n for n in range(len(longer) - 1, 0, -1)
                if n == 1 or font.getlength(longer[:n]) <= room  # type: ignore[attr-defined]
            )  # fmt: skip
            yield longer[:cut]
            longer = longer[cut:]
        line = longer
    if line:
        yield line
