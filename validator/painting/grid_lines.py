"""Draws the grids of boards: lines, dots, numbering, named regions, highlighted zones.

Lines are one pixel wide at every zoom and not antialiased, as Java draws them. All places are
pixels of the unzoomed board; the picture is the board's at its zoom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil, floor
from typing import TYPE_CHECKING

from generator.light import dataclass
from generator.vassal.grids import Grid, HexGrid, RegionGrid, SquareGrid
from generator.vassal.labels import Colour, colour
from generator.vassal.locations import grid_of
from validator.painting.drawing import paste, tiled
from validator.painting.lettering import BLACK, Typeface
from validator.painting.numbers import whole
from validator.painting.pictures import Pictures
from validator.painting.pixels import Image, ImageChops, ImageDraw

if TYPE_CHECKING:
    from generator.vassal.component_trees import TreeElement

_BOARDS = "VASSAL.build.module.map.boardPicker.board."
_MAPGRID = _BOARDS + "mapgrid."
_WHITE: Colour = (255, 255, 255, 255)
_MOST_CELLS = 100_000
_LEAST, _LEAST_NAMED = 3, 8
"""The smallest cells, in pixels, that are drawn, and that are numbered."""
_QUARTERS = {
    90: Image.Transpose.ROTATE_270,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}
"""Rotations of names, by degrees clockwise."""
_LARGEST = 100
_LONGEST_NAME = 40
_PATTERN = 6
_FAR = 50_000
"""The limit of zones' coordinates and of widths, in pixels."""
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Canvas:
    """A board's picture to draw on."""

    image: Image.Image
    zoom: float
    corner: Point
    """The board's corner on its map, zoomed: patterns begin at the map's corner."""
    properties: Mapping[str, str]
    pictures: Pictures
    turned: bool = False
    """Whether the board lies upside down; then the picture is turned already."""

    def point(self, x: float, y: float) -> Point:
        """A place, in unzoomed pixels from the picture's corner, as a pixel of the picture."""
        return floor(x * self.zoom + 0.5), floor(y * self.zoom + 0.5)

    def spot(self, x: float, y: float) -> Point:
        """A point of the board as a pixel of the picture."""
        across, down = self.point(x, y)
        width, height = self.image.size
        return (width - across, height - down) if self.turned else (across, down)

    def outline(self, path: list[Point]) -> list[Point]:
        """Corners of a zone as pixels of the picture."""
        width, height = self.image.size
        cut = [
            (max(-_FAR, min(_FAR, int(x * self.zoom))), max(-_FAR, min(_FAR, int(y * self.zoom))))
            for x, y in path
        ]
        return [(width - x, height - y) for x, y in cut] if self.turned else cut

    def like(self) -> Canvas:
        """An empty picture of the same size."""
        return replace(self, image=Image.new("RGBA", self.image.size))


def draw_grid(parent: TreeElement, size: tuple[int, int], canvas: Canvas) -> None:
    """Draw the visible parts of the grid of a board or zone of this size."""
    for element in parent:
        tag = element.tag
        if tag == _BOARDS + "ZonedGrid":
            _zoned(element, size, canvas)
            return
        if tag in _DRAWN and (grid := grid_of(parent, size)) is not None:
            if element.get("visible") == "true" and _seen(grid, canvas, _LEAST):
                _DRAWN[tag](element, grid, size, canvas)
            if _seen(grid, canvas, _LEAST_NAMED):
                _number(element, grid, size, canvas)
            return


def _seen(grid: Grid, canvas: Canvas, least: int) -> bool:
    """Whether cells can be seen: they are neither too small nor far too large."""
    if not isinstance(grid, HexGrid | SquareGrid):
        return True
    small, large = sorted((grid.dx * canvas.zoom, grid.dy * canvas.zoom))
    return small >= least and large <= 10 * max(canvas.image.size)


def _hexes(element: TreeElement, grid: Grid, size: tuple[int, int], canvas: Canvas) -> None:
    assert isinstance(grid, HexGrid)
    drawing = ImageDraw.Draw(canvas.image)
    tint = colour(element.get("color") or "") or BLACK
    reach, half = 2 * grid.dx / 3, grid.dy / 2
    dots = element.get("dotsVisible") == "true"

    def at(x: float, y: float) -> Point:
        return canvas.point(*((y, x) if grid.sideways else (x, y)))

    origin = _origin(grid, size, canvas, 2)
    for x, y in _middles(grid, size, origin):
        upper = ((-reach, 0.0), (-reach / 2, -half), (reach / 2, -half), (reach, 0.0))
        drawing.line([at(x + across, y + down) for across, down in upper], fill=tint)
        lower = ((reach, 0.0), (reach / 2, half), (-reach / 2, half), (-reach, 0.0))
        drawing.line([at(x + across, y + down) for across, down in lower], fill=tint)
        if dots:
            _dot(drawing, at(x, y), tint)


def _origin(
    grid: HexGrid | SquareGrid, size: tuple[int, int], canvas: Canvas, period: int
) -> tuple[float, float]:
    """The origin of the cells. VASSAL does not turn the lines of a board that lies upside down: it
    draws them from the board's far corner."""
    if not canvas.turned:
        return grid.x0, grid.y0
    sideways = isinstance(grid, HexGrid) and grid.sideways
    width, height = size[::-1] if sideways else size
    return (width + grid.x0) % (period * grid.dx), (height + grid.y0) % grid.dy


def _middles(
    grid: HexGrid, size: tuple[int, int], origin: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """The centres of a board's hexes; for a sideways grid with x and y exchanged."""
    width, height = size[::-1] if grid.sideways else size
    x0, y0 = origin
    first, last = floor(-x0 / grid.dx) - 1, ceil((width - x0) / grid.dx) + 1
    top, bottom = floor(-y0 / grid.dy) - 1, ceil((height - y0) / grid.dy) + 1
    if (last - first) * (bottom - top) > _MOST_CELLS:
        return
    for column in range(first, last + 1):
        down = grid.dy / 2 if column % 2 else 0.0
        for row in range(top, bottom + 1):
            yield x0 + column * grid.dx, y0 + row * grid.dy + down


def _squares(element: TreeElement, grid: Grid, size: tuple[int, int], canvas: Canvas) -> None:
    assert isinstance(grid, SquareGrid)
    drawing = ImageDraw.Draw(canvas.image)
    tint = colour(element.get("color") or "") or BLACK
    width, height = canvas.image.size
    if size[0] / grid.dx + size[1] / grid.dy > _MOST_CELLS:
        return
    x0, y0 = _origin(grid, size, canvas, 1)
    for x in _steps(x0 - grid.dx / 2, grid.dx, size[0]):
        at = canvas.point(x, 0)[0]
        if at > 0:
            drawing.line((at, 0, at, height), fill=tint)
    for y in _steps(y0 - grid.dy / 2, grid.dy, size[1]):
        at = canvas.point(0, y)[1]
        if at > 0:
            drawing.line((0, at, width, at), fill=tint)
    if element.get("dotsVisible") == "true":
        for x, y in _squared(grid, size, (x0, y0)):
            _dot(drawing, (ceil(x * canvas.zoom - 0.5), ceil(y * canvas.zoom - 0.5)), tint)


def _squared(
    grid: SquareGrid, size: tuple[int, int], origin: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    if size[0] * size[1] / (grid.dx * grid.dy) > _MOST_CELLS:
        return
    for x in _steps(origin[0], grid.dx, size[0]):
        for y in _steps(origin[1], grid.dy, size[1]):
            yield x, y


def _steps(start: float, step: float, end: int) -> Iterator[float]:
    """Multiples of ``step`` from ``start``, from just before pixel 0 to just after ``end``."""
    number = floor(-start / step)
    while start + number * step <= end + step:
        yield start + number * step
        number += 1


def _dot(drawing: ImageDraw.ImageDraw, at: Point, tint: Colour) -> None:
    drawing.rectangle((*at, at[0] + 1, at[1] + 1), fill=tint)


def _regions(element: TreeElement, grid: Grid, size: tuple[int, int], canvas: Canvas) -> None:
    assert isinstance(grid, RegionGrid)
    drawing = ImageDraw.Draw(canvas.image)
    face = Typeface("SansSerif", 0, _sized(element.get("fontsize"), canvas.zoom))
    for x, y, name in grid.regions:
        across, down = canvas.spot(x, y)
        drawing.rectangle((across - 1, down - 1, across + 2, down + 2), _WHITE, BLACK)
        if not name or face.size < 1:
            continue
        width, height = face.width(name) + round(10 * canvas.zoom), face.height + 1
        left, top = across - width // 2, down + 6
        drawing.rectangle((left, top, left + width - 1, top + height - 1), _WHITE, BLACK)
        face.write(drawing, left + (width - face.width(name)) // 2, top, name, BLACK)


def _number(element: TreeElement, grid: Grid, size: tuple[int, int], canvas: Canvas) -> None:
    """Write the names of the hexes or squares."""
    if not isinstance(grid, HexGrid | SquareGrid) or grid.numbering is None:
        return
    found = [one for one in element if str(one.tag).endswith("GridNumbering")]
    if not found or found[-1].get("visible") != "true":
        return
    said = found[-1]
    face = Typeface("Dialog", 0, _sized(said.get("fontSize"), canvas.zoom))
    if face.size < 1:
        return
    tint = colour(said.get("color") or "") or BLACK
    image = canvas.image if not canvas.turned else Image.new("RGBA", canvas.image.size)
    drawing = ImageDraw.Draw(image)
    origin = (grid.x0, grid.y0)
    off = (whole(said.get("hDrawOff"), most=_FAR), whole(said.get("vDrawOff"), most=_FAR))
    turned = whole(said.get("rotateText"))
    sideways = isinstance(grid, HexGrid) and grid.sideways
    if isinstance(grid, HexGrid):
        middles = _middles(grid, size, origin)
    else:
        middles = _squared(grid, size, origin)
    for middle in middles:
        x, y = middle[::-1] if sideways else middle
        name = (grid.name(int(x), int(y)) or "")[:_LONGEST_NAME]
        width = face.width(name)
        across, down = canvas.point(x + off[0], y + off[1] - (0 if sideways else grid.dy / 2))
        left, top = across - width // 2, down - face.height // 2 if sideways else down
        if turned in _QUARTERS and width:
            word = Image.new("RGBA", (width, face.height), (*tint[:3], 0))
            face.write(ImageDraw.Draw(word), 0, 0, name, tint)
            word = word.transpose(_QUARTERS[turned])
            shift = ((width - word.width) // 2, (face.height - word.height) // 2)
            paste(image, word, left + shift[0], top + shift[1])
        else:
            face.write(drawing, left, top, name, tint)
    if canvas.turned:
        canvas.image.alpha_composite(image.transpose(Image.Transpose.ROTATE_180))


def _zoned(element: TreeElement, size: tuple[int, int], canvas: Canvas) -> None:
    """Draw the grid around the zones, each zone's own grid, and the highlights of zones."""
    zones = element.findall(_MAPGRID + "Zone")
    if _shows(element):
        around = canvas.like()
        draw_grid(element, size, around)
        for zone in zones:
            if zone.get("useParentGrid") != "true":
                around.image.paste((0, 0, 0, 0), (0, 0), _mask(zone, canvas))
        canvas.image.alpha_composite(around.image)
    kinds = {
        str(one.get("name") or ""): one
        for holder in element.findall(_MAPGRID + "ZonedGridHighlighter")
        for one in holder
    }
    for zone in zones:
        if zone.get("useParentGrid") != "true" and _shows(zone):
            own = canvas.like()
            draw_grid(zone, size, own)
            if own.image.getbbox() is not None:
                _within(own.image, _mask(zone, canvas))
                canvas.image.alpha_composite(own.image)
        kind = kinds.get(canvas.properties.get(zone.get("highlightProperty") or "", ""))
        if zone.get("useHighlight") == "true" and kind is not None:
            _highlight(kind, zone, _mask(zone, canvas), canvas)


def _shows(parent: TreeElement) -> bool:
    """Whether a grid or its numbering is visible; if not, no picture of it need be made."""
    drawn = (one for one in parent if one.tag in _DRAWN)
    return any(part.get("visible") == "true" for one in drawn for part in one.iter())


def _highlight(kind: TreeElement, zone: TreeElement, mask: Image.Image, canvas: Canvas) -> None:
    tint = colour(kind.get("color") or "") or (255, 0, 0, 255)
    size = canvas.image.size
    border = kind.get("coverage") == "Zone Border"
    image = Image.new("RGBA", size, (*tint[:3], 255))
    match kind.get("style"):
        case "Striped":
            image.putalpha(_pattern(size, canvas.corner, crossed=False))
        case "Crosshatched":
            image.putalpha(_pattern(size, canvas.corner, crossed=True))
        case "Tiled Image":
            tile = canvas.pictures.get(kind.get("image") or "")
            if tile is None:
                return
            image = tiled(tile, size, canvas.corner)
    if border and len(zone_path(zone)) > 1:
        edge = Image.new("L", size)
        width = max(1, round(whole(kind.get("width"), 1, _FAR) * canvas.zoom))
        points = canvas.outline(zone_path(zone))
        ImageDraw.Draw(edge).line([*points, points[0]], fill=255, width=width, joint="curve")
        mask = ImageChops.multiply(mask, edge)
    _within(image, mask)
    opacity = min(max(whole(kind.get("opacity"), 50), 0), 100)
    image.putalpha(image.getchannel("A").point(lambda level: level * opacity // 100))
    canvas.image.alpha_composite(image)


def _pattern(size: Point, corner: Point, *, crossed: bool) -> Image.Image:
    tile = Image.new("L", (_PATTERN, _PATTERN))
    drawing = ImageDraw.Draw(tile)
    drawing.line((0, 5, 5, 0), fill=255)
    if crossed:
        drawing.line((1, 0, 5, 4), fill=255)
        drawing.point((0, 5), fill=255)
    return tiled(tile, size, corner)


def _mask(zone: TreeElement, canvas: Canvas) -> Image.Image:
    """The pixels of a zone."""
    mask = Image.new("L", canvas.image.size)
    points = canvas.outline(zone_path(zone))
    if len(points) < 3:
        return mask
    drawing = ImageDraw.Draw(mask)
    if len(points) == 4 and {points[0], points[2]} == {
        (min(x for x, _ in points), min(y for _, y in points)),
        (max(x for x, _ in points), max(y for _, y in points)),
    }:
        (left, top), (right, bottom) = sorted((points[0], points[2]))
        drawing.rectangle((left, top, right - 1, bottom - 1), fill=255)
    else:
        drawing.polygon(points, fill=255)
    return mask


def _within(image: Image.Image, mask: Image.Image) -> None:
    image.putalpha(ImageChops.multiply(image.getchannel("A"), mask))


def zone_path(zone: TreeElement) -> list[tuple[int, int]]:
    """The corners of a zone, in pixels of its board."""
    found = []
    for part in (zone.get("path") or "").split(";"):
        x, _, y = part.partition(",")
        try:
            found.append((int(x), int(y)))
        except ValueError:
            continue
    return found


def _sized(text: str | None, zoom: float) -> int:
    try:
        return int(min(max(int(text or 9), 1), _LARGEST) * zoom + 0.5)
    except ValueError:
        return int(9 * zoom + 0.5)


_DRAWN = {
    _BOARDS + "HexGrid": _hexes,
    _BOARDS + "SquareGrid": _squares,
    _BOARDS + "RegionGrid": _regions,
}
"""The drawing function of each kind of grid."""
