"""Maps: grids, geography, boxes, tracks, cups, features, ports, labels, furniture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from generator.definition.chartwork import Compass, MapLine, Town, Waypoint
from generator.definition.measures import (
    CaseId,
    Colour,
    FileId,
    Id,
    ImageFile,
    Length,
    Line,
    Margin,
    Scalar,
    Sourced,
)
from generator.definition.model import Field, Model, model_validator
from generator.definition.terrain import GridStyle, KindId, Terrain

Extent = Annotated[int, Field(ge=1, le=500)]
"""Columns or rows of a grid."""

Range = tuple[Annotated[int, Field(ge=-999, le=9999)], Annotated[int, Field(ge=-999, le=9999)]]
"""First and last number, inclusive."""


class Point(Model):
    """A point on the board, from its top left corner."""

    x: Length
    y: Length


class Rect(Model):
    """An upright rectangle on the board, from its top left corner."""

    x: Length
    y: Length
    width: Length = Field(gt=0)
    height: Length = Field(gt=0)


class AxialNumbering(Model):
    """Letter-digit ids along two axes of the grid (``C2``): the letter axis and the digit axis."""

    kind: Literal["axial"] = "axial"
    first_letter: str = "A"
    first_digit: int = 1
    letter_towards: Compass = "SW"
    digit_towards: Compass = "SE"


class OffsetNumbering(Model):
    """Column and row numbers, every way VASSAL's HexGridNumbering and SquareGridNumbering can.

    ``horizontal`` is the column's part, ``vertical`` the row's.
    """

    kind: Literal["offset"] = "offset"
    order: Literal["column_first", "row_first"] = "column_first"
    separator: str = ""
    horizontal: Literal["number", "letter"] = "number"
    vertical: Literal["number", "letter"] = "number"
    horizontal_digits: int = Field(default=2, ge=1, le=6)
    """Least number of digits; shorter numbers get leading zeros."""
    vertical_digits: int = Field(default=2, ge=1, le=6)
    horizontal_first: int | None = None
    """The first column's number (for letters 0 is A); None: 1 or A."""
    vertical_first: int | None = None
    """The first row's number (for letters 0 is A); None: 1 or A."""
    horizontal_descending: bool = False
    vertical_descending: bool = False
    stagger: bool = False
    """VASSAL's "odd-numbered rows numbered higher"."""


Numbering = Annotated[AxialNumbering | OffsetNumbering, Field(discriminator="kind")]


class HexNote(Sourced):
    """What a single hex or area differs in: terrain, a name, values the engine may read."""

    name: str = ""
    terrain: KindId | Literal[""] = ""
    level: int | None = Field(default=None, ge=-9, le=20)
    """Elevation; None: as the map's terrain says, or 0."""
    values: Mapping[str, Scalar] = Field(default_factory=dict)


class Passage(Sourced):
    """A pair of neighbouring places whose common side is closed, or of distant ones joined."""

    between: tuple[Id, Id]
    feature: str = ""


class HexGrid(Sourced):
    """A regular hex grid.

    ``flat`` hexes have a flat side at the top (columns), ``pointy`` ones a corner (rows).
    ``size`` is the distance from the centre to a corner; ``origin`` the centre of the first hex
    (first letter and digit, or column 0 and row 0 of an offset grid).
    ``rows`` and ``columns`` say which hexes exist; without them an offset grid is full.
    """

    kind: Literal["hex"] = "hex"
    zone: Id
    """The VASSAL zone that holds the grid."""
    orientation: Literal["flat", "pointy"] = "flat"
    size: Length = Field(gt=0)
    origin: Point
    stretch: float = Field(default=1.0, ge=0.2, le=5)
    """How much wider than regular the hexes are from corner to corner, as on a scanned board."""
    numbering: Numbering
    extent: tuple[Extent, Extent] | None = None
    """(columns, rows) of an offset grid."""
    shifted: Literal["odd", "even"] = "odd"
    """Which columns (flat) or rows (pointy), counted from 0, lie half a hex further on."""
    rows: Mapping[str, tuple[Range, ...]] = Field(default_factory=dict)
    """Row (axial: letter) -> inclusive ranges of columns (axial: digits) that exist."""
    columns: Mapping[str, tuple[Range, ...]] = Field(default_factory=dict)
    """Column -> inclusive ranges of rows that exist (offset grids)."""
    hexes: Mapping[str, HexNote] = Field(default_factory=dict)
    """Notes by hex id; these hexes need not be repeated in ``rows``."""
    absent: tuple[str, ...] = ()
    closed: tuple[Passage, ...] = ()
    joined: tuple[Passage, ...] = ()


class SquareGrid(Sourced):
    """A square or rectangular grid; ``origin`` is the centre of the top left square."""

    kind: Literal["square"] = "square"
    zone: Id
    cell: tuple[Length, Length]
    origin: Point
    extent: tuple[Extent, Extent]
    numbering: OffsetNumbering = OffsetNumbering()
    diagonals: bool = False
    """Whether squares that share a corner are neighbours."""
    squares: Mapping[str, HexNote] = Field(default_factory=dict)
    absent: tuple[str, ...] = ()
    closed: tuple[Passage, ...] = ()
    joined: tuple[Passage, ...] = ()


class Area(HexNote):
    """A named region: by corner points on the board, or by degrees on a geographic map."""

    id: Id
    outline: tuple[Point, ...] = ()
    bounds: tuple[float, float, float, float] | None = None
    """(north, south, west, east) in degrees."""
    centre: Point | None = None
    adjacent: tuple[Id, ...] = ()
    owner: Id | None = None
    """The side in whose colour it is tinted."""


class AreaGrid(Sourced):
    """Named regions with adjacency given by hand (it must be mutual)."""

    kind: Literal["areas"] = "areas"
    zone: Id
    areas: tuple[Area, ...]
    free: bool = False
    """Whether counters lie anywhere in an area, side by side, and the area is a zone of VASSAL's;
    else they snap to its middle. Each area then has corners or bounds."""


class GridCopy(Sourced):
    """The same hexes as another map's grid, at a size and place of their own.

    The reader turns it into that HexGrid and copies the other map's geography, features and
    ports where this map gives none; a loaded Game holds no GridCopy.
    """

    kind: Literal["copy"] = "copy"
    of: Id
    zone: Id
    size: Length = Field(gt=0)
    origin: Point


Grid = Annotated[HexGrid | SquareGrid | AreaGrid | GridCopy, Field(discriminator="kind")]


class Control(Model):
    """A point known on the board and on the globe: a place of the grid, or x and y."""

    at: Id | None = None
    x: Length | None = None
    y: Length | None = None
    lon: float = Field(ge=-180, le=180)
    lat: float = Field(ge=-90, le=90)

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.at is None) == (self.x is None or self.y is None):
            raise ValueError("a control point needs either at: (a place) or x: and y:")
        return self


class Geography(Sourced):
    """How longitude and latitude come onto the board.

    The projected plane is carried onto the board by the control points: two fix a similarity,
    three or more an affine map (least squares).
    """

    projection: Literal[
        "equirectangular", "mercator", "azimuthal_equidistant", "lambert_azimuthal"
    ] = "equirectangular"
    parallel: float = 0.0
    """Standard parallel of the equirectangular projection, degrees."""
    centre: tuple[float, float] = (0.0, 0.0)
    """(lon, lat) of the azimuthal projections' centre; the central meridian of the others."""
    control: tuple[Control, ...] = Field(min_length=2)
    coastlines: Literal["50m", "110m"] | None = "50m"
    clip: Rect | None = None
    """The part of the board that shows the chart; None: the whole board."""
    graticule: int = Field(default=10, ge=0, le=90)
    """Degrees between the lines of the graticule; 0: none."""
    lakes: bool = True
    rivers: bool = True
    borders: bool = False
    """Those of today's countries."""


class Port(Sourced):
    """A harbour or landmark at its true place. ``label``: where its name stands from the dot."""

    name: str
    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)
    label: Compass = "W"
    kind: str = "port"
    values: Mapping[str, Scalar] = Field(default_factory=dict)


class Label(Sourced):
    """A name written on the board: a sea, a land, a river, an exit. At x/y, lon/lat or a place.

    The names of rivers, ranges and regions look for room: that of a ``river`` follows the river
    nearest to its point, that of a ``range`` its own curve (``along``). The others stand where
    they are put; a ``sea`` with a curve follows it.
    """

    text: Line = Field(min_length=1)
    style: Literal["sea", "land", "region", "river", "range", "lake", "title", "note", "exit"] = (
        "sea"
    )
    x: Length | None = None
    y: Length | None = None
    lon: float | None = Field(default=None, ge=-360, le=360)
    lat: float | None = Field(default=None, ge=-90, le=90)
    at: Id | None = None
    """The place in whose middle it stands."""
    along: tuple[Waypoint, ...] = ()
    """The points of a curve that the name follows."""
    angle: float = Field(default=0.0, ge=-360, le=360)
    """Degrees clockwise."""
    size: Length | None = Field(default=None, gt=0)
    """Height of the letters (font size)."""
    spacing: float | None = Field(default=None, ge=0, le=5)
    """Extra space between letters, in parts of the font size; None: as its style has it."""
    width: Length | None = Field(default=None, gt=0)
    """Room the text may take before it is shrunk."""


class PlacesFrom(Model):
    """The rows of a chart, one place each, so that a fact stands once: an overlay that moves a port
    in the chart moves its flag on the map."""

    chart: Id
    column: Id
    """The column that says the place."""
    flag: Id | None = None
    """The column that says what stands on the flag; ``id``: the row's own id."""
    hoist: Id | None = None
    """The column that says what stands by the staff."""


class Feature(Sourced):
    """A set of places that mean something: start hexes, exits, troopships, a closed coast."""

    id: Id
    name: Line = ""
    hexes: tuple[Id, ...] = ()
    hexes_from: PlacesFrom | None = None
    """A chart that says the ``hexes``, ``flags`` and ``hoists``; the reader fills them in."""
    notes: Mapping[str, str] = Field(default_factory=dict)
    """Place -> words about it (the ship sunk there)."""
    flags: Mapping[str, Line] = Field(default_factory=dict)
    """Place -> a word or number on its flag, which is drawn over what else marks the place."""
    hoists: Mapping[str, Line] = Field(default_factory=dict)
    """Place -> a word or number on the part of its flag beside the staff."""
    draw: Literal["symbol", "edge", "tint", "area", "flag", "none"] = "none"
    symbol: str = ""
    colour: Colour | None = None
    """Of a tint or an area; a symbol stands on a disc of it. None: the mark's own."""
    edges: tuple[Compass, ...] = ()
    """For ``edge``: the sides of the hexes that are drawn."""
    leads_to: Id | None = None
    """The box an exit leads to, or an entry comes from."""
    case: CaseId | None = None
    hint: str = ""


class Box(Rect, Sourced):
    """An off-map box or display: a VASSAL zone without a grid."""

    id: Id
    name: Line = ""
    text: str = ""
    """A line printed in the box in our words."""
    side: Id | None = None
    colour: Colour | None = None
    """Of its heading; None: its side's."""
    purpose: Literal["box", "markers", "out_of_game", "holding", "notes", "display"] = "box"
    columns: tuple[str, ...] = ()
    """Heads of the ruled columns of a ``notes`` box."""
    lines: int = 0
    """Ruled lines of a ``notes`` box."""
    slots: Mapping[str, Point] = Field(default_factory=dict)
    """Named spots inside the box, snapped to."""


class Zone(Sourced):
    """A part of the board with any outline, as a VASSAL zone; it goes before the grid.

    It holds points that counters snap to, or those cells of the grid that lie in it; with
    neither it is one place.
    """

    id: Id
    outline: tuple[Point, ...] = Field(min_length=3)
    points: Mapping[str, Point] = Field(default_factory=dict)
    """Places by name."""
    shares_grid: bool = False
    """Whether the cells of the map's grid inside the outline are its own."""

    @model_validator(mode="after")
    def _holds_one_sort(self) -> Self:
        if self.shares_grid and self.points:
            raise ValueError("a zone that shares the grid has no points: of its own")
        return self


class Track(Rect, Sourced):
    """A row of cells, ``first`` to ``last``; a place is named ``"<prefix> <n>"``."""

    id: Id
    name: Line = ""
    prefix: Id
    first: int = 0
    last: int
    per_row: int | None = None
    """Cells in a row; None: all in one."""
    snake: bool = False
    cells: Mapping[int, str] = Field(default_factory=dict)
    """Words in single cells (``15``: "German win")."""
    tint_every: int = Field(default=5, ge=0, le=1000)
    """Cells whose number this divides are tinted; 0: none."""
    marker: Id | None = None
    """The counter that walks it."""
    property: str = ""
    """The VASSAL property it shows."""
    each: int = Field(default=1, ge=1, le=1000)
    """How much of the property a cell stands for: 10 on a track of tens."""
    wraps: bool = False

    @model_validator(mode="after")
    def _runs_upwards(self) -> Self:
        if not self.first <= self.last < self.first + 1000:
            raise ValueError("a track runs upwards and has at most 1000 cells")
        return self


class Deck(Sourced):
    """A deck or cup: a draw pile, inside a box or by itself."""

    id: Id
    box: Id | None = None
    x: Length
    y: Length
    width: Length = 18.0
    height: Length = 18.0
    name: Line = ""
    side: Id | None = None
    """Whose pieces go in; also who may draw."""
    face_down: bool = True
    draw_face_up: bool = False
    """Whether what is drawn is seen by everybody at once, as a card that is turned over."""
    shuffle: Literal["always", "on_command", "never"] = "always"
    kinds: tuple[str, ...] = ()
    """Kinds of counters it holds; empty: any."""
    returns_from: tuple[Id, ...] = ()
    reshuffles_into: Id | None = None
    """The deck that a pile of discards goes back into, as a whole, from the menu of the pile."""


class Furniture(Rect, Sourced):
    """Something printed for the eye: title block, compass, scale bar, legend, credit line.

    The ``text`` of a ``scale`` says what it counts: ``nautical miles``, ``km`` or ``miles`` on a
    map of the globe; on any other what a cell is, such as ``1 hex = 500 m``. A ``legend`` shows
    everything that the map uses.
    """

    kind: Literal["title", "compass", "scale", "legend", "credit", "note"]
    text: str = ""


class Inset(Rect, Sourced):
    """Another map, or a part of this one enlarged, set into this one.

    Several maps set side by side at their own size are boards in one window. What is shown keeps
    its proportions in the middle of the rectangle. The places of another map are places of this
    one too; its hexes keep their own numbers.
    """

    id: Id
    name: Line = ""
    of: Id | None = None
    """The map that is shown; none: this one, without its boxes and furniture."""
    shows: Rect | None = None
    """The part of that map; none: the whole."""
    prefix: Line = ""
    """What the names of its places begin with here, where two maps have the same names."""
    frame: bool = True
    """Whether a line and its name set it off; boards that lie side by side have neither."""
    board: Map | None = None
    """The map itself; filled in by the reader."""


class LaidPicture(Rect):
    """A picture of yours that covers a part of a board."""

    image: ImageFile
    turned: bool = False
    """Upside down."""


class Map(Sourced):
    """One board on a map window of its own.

    Drawn by us, or with ``image`` or ``pictures`` shown as it was drawn elsewhere: nothing is
    written over pictures.
    """

    id: FileId
    name: FileId
    """The VASSAL map's and board's name; VASSAL parts a board's name at a slash."""
    width: Length = Field(gt=0, le=20_000)
    height: Length = Field(gt=0, le=20_000)
    margin: Margin = (0.0, 0.0)
    """Room around the board in its window, where counters may lie too."""
    ppi: int = Field(default=150, ge=20, le=1200)
    image: ImageFile = ""
    """A picture of the whole board."""
    pictures: tuple[LaidPicture, ...] = ()
    """Pictures that make up the board, laid on its background."""
    theme: str = ""
    style: Literal["chart", "log", "plain"] = "chart"
    private_to: Id | None = None
    may_look: tuple[Id, ...] = ()
    background: Colour = "sea"
    grid: Grid | None = None
    grid_style: GridStyle = GridStyle()
    terrain: Terrain | None = None
    zones: tuple[Zone, ...] = ()
    geography: Geography | None = None
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    decks: tuple[Deck, ...] = ()
    features: tuple[Feature, ...] = ()
    ports: tuple[Port, ...] = ()
    towns: tuple[Town, ...] = ()
    labels: tuple[Label, ...] = ()
    lines: tuple[MapLine, ...] = ()
    furniture: tuple[Furniture, ...] = ()
    insets: tuple[Inset, ...] = ()
    window: bool = True
    """Whether it has a window of its own; one that has none is only seen as an inset of others."""
    on_demand: bool = False
    """Whether its window is opened and closed by a button in VASSAL; else it stands open."""

    def feature(self, feature_id: str) -> Feature:
        """The feature of that id; KeyError when there is none."""
        for feature in self.features:
            if feature.id == feature_id:
                return feature
        raise KeyError(feature_id)
