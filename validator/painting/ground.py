"""The boards of a map as VASSAL paints them: pictures, grids, numbering, highlighted zones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from generator.vassal import sequences
from generator.vassal.commands import Board as Laid
from generator.vassal.encodings import is_count
from validator.painting.drawing import paste
from validator.painting.grid_lines import Canvas, draw_grid
from validator.painting.pictures import Pictures
from validator.painting.pieces import colour
from validator.painting.shapes import Shape
from validator.reading.scenes import Scene

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

_PICKER = "VASSAL.build.module.map.BoardPicker"
_BOARD = "VASSAL.build.module.map.boardPicker.Board"
_PAPER = (255, 255, 255, 255)
_CORNERS = 90


class Placed(NamedTuple):
    """A board on its map."""

    element: TreeElement
    left: int
    top: int
    width: int
    height: int
    turned: bool


class Ground:
    """The boards of one map."""

    def __init__(self, name: str, maps: Mapping[str, TreeElement], pictures: Pictures) -> None:
        self._name, self._pictures = name, pictures
        self.edge = (0, 0)
        self._back = _PAPER
        self._boards: dict[str, TreeElement] = {}
        self._usual: tuple[Laid, ...] = ()
        element = maps.get(name)
        if element is None:
            return
        self.edge = (_int(element, "edgeWidth"), _int(element, "edgeHeight"))
        self._back = colour(element.get("backgroundcolor") or "") or _PAPER
        picker = element.find(_PICKER)
        lender = maps.get(element.get("useBoards") or "")
        lent = lender.find(_PICKER) if lender is not None else None
        picker = lent if lent is not None else picker
        if picker is not None:
            self._boards = {str(one.get("name") or ""): one for one in picker.findall(_BOARD)}
            self._usual = tuple(_usual(picker, self._boards))

    def size(self, scene: Scene) -> tuple[int, int]:
        """Width and height in pixels, edges and all."""
        placed = tuple(self._placed(scene))
        across, down = self.edge
        width = max((one.left + one.width for one in placed), default=across) + across
        height = max((one.top + one.height for one in placed), default=down) + down
        return width, height

    def paint(
        self, scene: Scene, size: tuple[int, int], zoom: float, properties: Mapping[str, str]
    ) -> Image.Image:
        """The boards, without pieces."""
        image = Image.new("RGBA", size, (*self._back[:3], 255))
        for one in self._placed(scene):
            corner = (int(one.left * zoom), int(one.top * zoom))
            board = self._board(one, zoom).copy()
            if one.turned:
                board = board.transpose(Image.Transpose.ROTATE_180)
            canvas = Canvas(board, zoom, corner, properties, self._pictures, one.turned)
            draw_grid(one.element, (one.width, one.height), canvas)
            paste(image, board, *corner)
        return image

    def _board(self, one: Placed, zoom: float) -> Image.Image:
        name = str(one.element.get("image") or "")
        image = self._pictures.get(name, zoom) if name else None
        if image is None:
            tint = colour(one.element.get("color") or "") or _PAPER
            image = Image.new("RGBA", (int(one.width * zoom), int(one.height * zoom)), tint)
        return image

    def area(self, scene: Scene, radius: int, at: tuple[int, int]) -> Shape:
        """The shape of an area of effect about a point."""
        return (_circle(radius),)

    def _placed(self, scene: Scene) -> Iterator[Placed]:
        laid: Sequence[Laid] = scene.laid(self._name) or self._usual
        rows = [(self._boards[row.name], row) for row in laid if row.name in self._boards]
        sizes = {(row.column, row.row): self._size(element) for element, row in rows}
        for element, row in rows:
            left = sum(w for (c, r), (w, _) in sizes.items() if c < row.column and r == row.row)
            top = sum(h for (c, r), (_, h) in sizes.items() if c == row.column and r < row.row)
            width, height = sizes[row.column, row.row]
            yield Placed(
                element, left + self.edge[0], top + self.edge[1], width, height, row.turned
            )

    def _size(self, element: TreeElement) -> tuple[int, int]:
        name = element.get("image") or ""
        found = self._pictures.size(name) if name else None
        return found or (_int(element, "width", 400), _int(element, "height", 400))


def _circle(radius: int) -> tuple[tuple[float, float], ...]:
    turns = (2 * pi * step / _CORNERS for step in range(_CORNERS))
    return tuple((radius * cos(turn), radius * sin(turn)) for turn in turns)


def _usual(picker: TreeElement, boards: Mapping[str, TreeElement]) -> Iterator[Laid]:
    """How the boards lie when nobody chose otherwise."""
    tokens = sequences.decode((picker.findtext("setup") or "").strip(), "\t")
    known = False
    for at in range(1, len(tokens) - 2, 3):
        name, *turned = sequences.decode(tokens[at], "/")
        if is_count(tokens[at + 1]) and is_count(tokens[at + 2]):
            known = True
            yield Laid(name, int(tokens[at + 1]), int(tokens[at + 2]), turned == ["rev"])
    if not known and len(boards) == 1:
        yield Laid(next(iter(boards)), 0, 0)


def _int(element: TreeElement, key: str, default: int = 0) -> int:
    text = (element.get(key) or "").strip()
    return int(text) if text.lstrip("-").isdigit() and len(text) < 7 else default
