"""Maps of a module as maps of a definition: their boards, grids, zones and decks' places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any

from generator.geography.areas import Outline, inside
from generator.geography.layout import layout_of
from generator.light import dataclass
from generator.vassal import commands, documents, sequences
from generator.vassal.commands import Board as Laid
from generator.vassal.commands import SetBoards
from generator.vassal.documents import Element
from generator.vassal.encodings import is_count, is_whole, whole
from generator.vassal.modules import MAP, PLAYER_HAND, PRIVATE_MAP
from generator.workbench.importing.carrying import Binding
from generator.workbench.importing.grids import (
    HEX,
    REGIONS,
    SQUARE,
    ZONE,
    ZONED,
    Lattice,
    Pixel,
    decimal,
    lattice,
    regions,
)
from generator.workbench.importing.measures import PPI, length, point
from generator.workbench.importing.names import Taken, file_id, line, place_id, slug
from generator.workbench.importing.pictures import Pictures
from generator.workbench.importing.report import Report
from generator.workbench.opened import name_of

MAPS = (MAP, PRIVATE_MAP, PLAYER_HAND)
_PICKER = "VASSAL.build.module.map.BoardPicker"
_BOARD = "VASSAL.build.module.map.boardPicker.Board"
_GRID_TAGS = (HEX, SQUARE, REGIONS, ZONED)
_LARGEST = 70_000
"""Longest side of a board a definition may have, in pixels."""
_MARGIN = 50
"""Pixels beyond the last thing on a board whose picture is not there."""
_HOLDERS = ("VASSAL.build.module.map.SetupStack", "VASSAL.build.module.map.DrawPile")
_BARE = (800, 600)
"""Size of a map without any board, in pixels."""
_MOST_POINTS = 3000
"""Most points of one zone that are written down one by one."""


@dataclass(slots=True)
class MapDraft:
    """A map on its way into ``map.yaml``. Pixels are those of its board."""

    element: Element
    id: str
    name: str
    """What the built module calls the map."""
    called: str
    """What the module and its saves call it (``Map.getIdentifier``)."""
    edge: Pixel
    size: Pixel
    laid: tuple[Laid, ...]
    boards: tuple[PlacedBoard, ...]
    written: dict[str, Any]
    """The map as ``map.yaml`` states it, as far as it is known."""
    places: dict[str, Pixel] = field(default_factory=dict)
    """Name -> point of every place that counters snap to."""
    taken: Taken = field(default_factory=Taken)
    """Names that places and decks of it have."""
    by_point: dict[Pixel, str] = field(default_factory=dict)
    """Point -> the place whose point it is."""

    def bind(self, binding: Binding) -> None:
        """Tell what in the module the map is. Lengths are pixels."""
        binding.bind(
            "maps",
            self.id,
            self.element,
            map=self.called,
            edge=[*self.edge],
            boards=[
                [
                    one.name,
                    *(one.left, one.top, one.width, one.height),
                    *(one.turned, laid.column, laid.row),
                ]
                for one, laid in zip(self.boards, self.laid, strict=True)
            ],
        )

    def board(self, name: str) -> PlacedBoard | None:
        """The board of that name, where it lies."""
        return next((board for board in self.boards if board.name == name), None)


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board where it lies on its map."""

    element: Element
    left: int
    top: int
    width: int
    height: int
    turned: bool

    @property
    def name(self) -> str:
        """As the module names it."""
        return self.element.get("name")

    def on_map(self, x: int, y: int) -> Pixel:
        """A pixel of the board as it lies."""
        if self.turned:
            x, y = self.width - x, self.height - y
        return self.left + x, self.top + y


def maps_of(
    root: Element,
    pictures: Pictures,
    choices: Mapping[str, Sequence[tuple[Laid, ...]]],
    sides: Mapping[str, str],
    report: Report,
) -> list[MapDraft]:
    """Every map of a module. ``choices`` are the boards its set-ups lay on each map, ``sides``
    what the definition calls its sides."""
    ids, names = Taken(), Taken()
    found = []
    elements = [element for element in root.iter() if is_map(element)]
    pickers = {called(element): _child(element, _PICKER) for element in elements}
    for element in elements:
        picker = _child(element, _PICKER)
        borrowed = pickers.get(element.get("useBoards"))
        if borrowed is not None and element.get("useBoards"):
            picker = borrowed
        found.append(
            _draft(element, picker, pictures, choices.get(called(element), ()), ids, names, report)
        )
    for draft in found:
        _show_to(draft, sides, report)
    for draft in found:
        if draft.element.tag not in MAPS:
            report.change("maps of other kinds, which have windows of their own now", draft.name)
    return found


def made_up(report: Report) -> MapDraft:
    """A map for a module that has none."""
    report.change("a map was made up, for a game has one", "Map")
    return _draft(
        documents.make(MAP, {"mapName": "Map"}),
        None,
        Pictures({}, report),
        (),
        Taken(),
        Taken(),
        report,
    )


def is_map(element: Element) -> bool:
    """Whether it is a map of any kind: in a window of its own, in one of charts, or of a custom
    class."""
    return element.tag in MAPS or any(child.tag == _PICKER for child in element.children)


def called(element: Element) -> str:
    """What saves call a map: its name, else its id (``Map.getIdentifier``)."""
    return element.get("mapName") or element.get("id")


def _child(element: Element, tag: str) -> Element | None:
    return next((child for child in element.iter(tag)), None)


def _draft(
    element: Element,
    picker: Element | None,
    pictures: Pictures,
    choices: Sequence[tuple[Laid, ...]],
    ids: Taken,
    names: Taken,
    report: Report,
) -> MapDraft:
    own = called(element)
    wanted = file_id(own, "Map")
    name = names.new(wanted, " ")
    if name != own:
        report.change("maps that bear another name", f"{line(own)} (now {name})")
    boards = [child for child in picker.children if child.tag == _BOARD] if picker else []
    laid = _laid(picker, boards, choices)
    placed = tuple(_placed(boards, laid, pictures))
    width = max((board.left + board.width for board in placed), default=_BARE[0])
    height = max((board.top + board.height for board in placed), default=_BARE[1])
    if max(width, height) > _LARGEST:
        report.change("maps cut to a size that can be told", name)
        width, height = min(width, _LARGEST), min(height, _LARGEST)
    if len(boards) > 1 and not any(boards_said(child.text) for child in _setups(picker)):
        shown = ", ".join(board.name for board in placed)
        report.change("maps whose players choose the board", f"{name} (now {shown})")
    used = {board.name for board in placed}
    for board in boards:
        if board.get("name") not in used:
            report.keep("boards that lie on no map at the start", f"{name}: {board.get('name')}")
    edge = (max(0, whole(element.get("edgeWidth"))), max(0, whole(element.get("edgeHeight"))))
    draft = MapDraft(
        element,
        ids.new(slug(own, "map")),
        name,
        own,
        edge,
        (width, height),
        laid,
        placed,
        {},
    )
    draft.written = {
        "id": draft.id,
        "name": name,
        "width": length(width),
        "height": length(height),
        "ppi": PPI,
        "style": "plain",
    }
    if any(edge):
        draft.written["margin"] = (
            length(edge[0]) if edge[0] == edge[1] else f"{length(edge[0])} x {length(edge[1])}"
        )
    _show_boards(draft, pictures, report)
    _add_grids(draft, report)
    return draft


def _show_to(draft: MapDraft, sides: Mapping[str, str], report: Report) -> None:
    """Who may open a private map or hand."""
    element = draft.element
    if element.tag not in (PRIVATE_MAP, PLAYER_HAND):
        return
    given = [side for side in sequences.decode(element.get("side"), ",") if side]
    known = [sides[side] for side in given if side in sides]
    if element.get("visible") == "true" or not known:
        report.change("windows of single players that are open to all", draft.name)
        return
    draft.written["private_to"] = known[0]
    if known[1:]:
        draft.written["may_look"] = known[1:]


# --- Boards -------------------------------------------------------------------------------


def boards_said(text: str) -> tuple[Laid, ...]:
    """The boards a picker's own set-up lays out."""
    found = commands.decode(text.strip()) if text.strip() else None
    return found.boards if isinstance(found, SetBoards) else ()


def _setups(picker: Element | None) -> list[Element]:
    """What a picker says of the boards that lie there without a choice."""
    return [child for child in (picker.children if picker else ()) if child.tag == "setup"]


def _laid(
    picker: Element | None, boards: Sequence[Element], choices: Sequence[tuple[Laid, ...]]
) -> tuple[Laid, ...]:
    """The boards that lie on a map at the start: the module's own choice, else that of most
    set-ups, else the first."""
    known = {board.get("name") for board in boards}

    def usable(laid: tuple[Laid, ...]) -> bool:
        return bool(laid) and all(
            row.name in known and 0 <= row.column < 100 and 0 <= row.row < 100 for row in laid
        )

    for child in _setups(picker):
        if usable(said := boards_said(child.text)):
            return said
    offered = [laid for laid in choices if usable(laid)]
    if offered:
        return max(offered, key=offered.count)
    return (Laid(boards[0].get("name"), 0, 0),) if boards else ()


def _placed(
    boards: Sequence[Element], laid: Sequence[Laid], pictures: Pictures
) -> Iterator[PlacedBoard]:
    """The boards in rows and columns, each beside the others of its row (``Map.setBoards``)."""
    by_name = {board.get("name"): board for board in boards}
    sizes = {row: _size(by_name[row.name], pictures) for row in laid}
    for row in laid:
        left = sum(
            sizes[other][0] for other in laid if other.row == row.row and other.column < row.column
        )
        top = sum(
            sizes[other][1] for other in laid if other.column == row.column and other.row < row.row
        )
        yield PlacedBoard(by_name[row.name], left, top, *sizes[row], row.turned)


def _size(board: Element, pictures: Pictures) -> Pixel:
    found = pictures.size(board.get("image")) if board.get("image") else None
    if found is None:
        across, down = _reach(board) if board.get("image") else (0, 0)
        found = (
            whole(board.get("width"), max(400, across)),
            whole(board.get("height"), max(400, down)),
        )
    larger = decimal(board.get("magnification"), 1.0)
    return max(1, int(found[0] * larger)), max(1, int(found[1] * larger))


def _reach(board: Element) -> Pixel:
    """How far a board whose picture is not there must have reached: to all that lies on it."""
    far = [(0, 0)]
    far += [at for grid in board.iter(REGIONS) for _, at in regions(grid)]
    for zone in board.iter(ZONE):
        far += [(int(x), int(y)) for x, y in _outline(zone.get("path"))]
    home = board.parent.parent if board.parent is not None else None
    for one in home.iter(*_HOLDERS) if home is not None else ():
        if one.get("owningBoard") in ("", board.get("name")):
            far.append((whole(one.get("x"), 0), whole(one.get("y"), 0)))
    return (
        min(max(x for x, _ in far) + _MARGIN, _LARGEST),
        min(max(y for _, y in far) + _MARGIN, _LARGEST),
    )


def _show_boards(draft: MapDraft, pictures: Pictures, report: Report) -> None:
    draft.written["background"] = "#ffffff"
    shown = []
    for board in draft.boards:
        right, below = board.left + board.width, board.top + board.height
        if len(draft.boards) > 1 and max(right, below) > _LARGEST:
            report.change("boards left off, for their map is too large", board.name)
            continue
        image = board.element.get("image")
        file = pictures.file(image) if image else None
        if file is not None:
            shown.append((board, file))
        elif len(draft.boards) == 1:
            draft.written["background"] = colour(board.element.get("color")) or "#ffffff"
        else:
            report.change("plain boards that are white now", f"{draft.name}: {board.name}")
    if len(shown) == 1 and len(draft.boards) == 1 and not shown[0][0].turned:
        draft.written["image"] = shown[0][1]
        return
    if shown:
        draft.written["pictures"] = [
            {
                "image": file,
                **point(board.left, board.top),
                "width": length(board.width),
                "height": length(board.height),
                **({"turned": True} if board.turned else {}),
            }
            for board, file in shown
        ]


def colour(text: str) -> str | None:
    """``12,34,56`` as ``#0c2238``."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in (3, 4) or not all(map(is_count, parts)):
        return None
    return "#" + "".join(f"{min(int(part), 255):02x}" for part in parts[:3])


# --- Grids and zones ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Area:
    """A part of a board: a zone, or all that no zone takes."""

    board: PlacedBoard
    name: str
    outline: Outline
    """Pixels of the board."""
    grid: Element | None
    is_zone: bool
    shares: bool = False

    def lattice(self) -> Lattice | None:
        """Its grid of hexes or squares; ``None`` when it has none that can be made out."""
        if self.grid is None or self.grid.tag not in (HEX, SQUARE):
            return None
        corner = (self.board.left, self.board.top)
        return lattice(self.grid, self.outline, corner, clipped=self.is_zone)


def _add_grids(draft: MapDraft, report: Report) -> None:
    areas = [area for board in draft.boards for area in _areas(board, draft, report)]
    lattices = {id(area): area.lattice() for area in areas}
    for area in areas:
        if area.grid is not None and area.grid.tag in (HEX, SQUARE) and not lattices[id(area)]:
            report.keep("grids too fine or too irregular", f"{draft.name}: {area.name}")
    main = max(
        (area for area in areas if lattices[id(area)] is not None and not area.board.turned),
        key=lambda area: len(_cells(lattices[id(area)])),
        default=None,
    )
    zones: list[dict[str, Any]] = []
    if main is not None and (made := lattices[id(main)]) is not None:
        if made.separated:
            report.change("grids whose names got a dot, to be told apart", draft.name)
        own = draft.taken.new(place_id(main.name, "Grid"), " ", made.cells)
        draft.written["grid"] = {**made.written, "zone": own}
        draft.places.update(made.cells)
        for name in made.cells:
            draft.taken.new(name)
    for area in areas:
        if area is main:
            continue
        if area.shares and main is not None and not main.is_zone and area.board is main.board:
            zones.append({**_zone(draft, area), "shares_grid": True})
            continue
        zone = _zone(draft, area)
        points = _points(draft, area, lattices[id(area)], report)
        if points:
            zone["points"] = {name: point(*at) for name, at in points.items()}
            draft.places.update(points)
        if area.is_zone or points:
            zones.append(zone)
    if zones:
        draft.written["zones"] = zones
    _find_places(draft, report)


def _find_places(draft: MapDraft, report: Report) -> None:
    """Where the definition itself will have its places: a counter stands at one only if that is
    its point to the pixel."""
    from generator.definition.schema import Map

    try:
        layout = layout_of(Map.model_validate(draft.written))
    except ValueError as trouble:
        report.keep("grids that do not work out", f"{draft.name}: {trouble}")
        for part in ("grid", "zones"):
            draft.written.pop(part, None)
        return
    for name, place in layout.places.items():
        if place.kind != "box":
            draft.by_point.setdefault(layout.board_pixels(place.x, place.y), name)


def _cells(made: Lattice | None) -> Mapping[str, Pixel]:
    return made.cells if made is not None else {}


def _areas(board: PlacedBoard, draft: MapDraft, report: Report) -> Iterator[_Area]:
    """Zones first, as VASSAL asks them, then the rest of the board."""
    grid = next((child for child in board.element.children if child.tag in _GRID_TAGS), None)
    rest = grid
    whole_board = (
        (0.0, 0.0),
        (float(board.width), 0.0),
        (float(board.width), float(board.height)),
        (0.0, float(board.height)),
    )
    if grid is not None and grid.tag == ZONED:
        rest = next((child for child in grid.children if child.tag in _GRID_TAGS), None)
        for child in grid.children:
            if child.tag != ZONE:
                continue
            outline = _outline(child.get("path"))
            if len(outline) < 3:
                report.keep("zones without an outline", f"{draft.name}: {name_of(child)}")
                continue
            inner = next((part for part in child.children if part.tag in _GRID_TAGS), None)
            shares = child.get("useParentGrid") == "true"
            if shares:
                inner = rest if rest is not None and rest.tag == REGIONS else None
            yield _Area(board, child.get("name"), outline, inner, True, shares)
    if rest is not None:
        yield _Area(board, board.name or draft.name, whole_board, rest, False)


def _outline(path: str) -> Outline:
    found = []
    for part in path.split(";"):
        x, _, y = part.partition(",")
        if is_whole(x.strip()) and is_whole(y.strip()):
            found.append((float(x), float(y)))
    return tuple(found)


def _zone(draft: MapDraft, area: _Area) -> dict[str, Any]:
    corners = [area.board.on_map(int(x), int(y)) for x, y in area.outline]
    name = draft.taken.new(place_id(area.name, "Zone"), " ")
    return {"id": name, "outline": [point(*corner) for corner in corners]}


def _points(draft: MapDraft, area: _Area, made: Lattice | None, report: Report) -> dict[str, Pixel]:
    """The points of an area that counters snap to, each with a name of its own on the map."""
    if area.grid is None:
        return {}
    if area.grid.tag == REGIONS:
        given = [
            (name, area.board.on_map(*at))
            for name, at in regions(area.grid)
            if not area.shares or inside(*at, area.outline)
        ]
    else:
        turn = partial(_turned, area.board) if area.board.turned else lambda at: at
        given = [(name, turn(at)) for name, at in _cells(made).items()]
    if len(given) > _MOST_POINTS:
        report.keep(f"grids of more than {_MOST_POINTS:,} cells", f"{draft.name}: {area.name}")
        return {}
    found: dict[str, Pixel] = {}
    for name, at in given:
        wanted = place_id(name, "Spot")
        if wanted in draft.taken:
            wanted = place_id(f"{area.name}: {name}", wanted)
        found[draft.taken.new(wanted, " ")] = at
    return found


def _turned(board: PlacedBoard, at: Pixel) -> Pixel:
    return board.on_map(at[0] - board.left, at[1] - board.top)
