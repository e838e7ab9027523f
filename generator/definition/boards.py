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
from generator.errors import UnknownError

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
    """Column and row numbers, with all options of VASSAL's HexGridNumbering and
    SquareGridNumbering.

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
    """Data of a single hex or area: terrain, a name, values for the engine."""

    name: str = ""
    terrain: KindId | Literal[""] = ""
    level: int | None = Field(default=None, ge=-9, le=20)
    """Elevation; None: that of the map's terrain, or 0."""
    values: Mapping[str, Scalar] = Field(default_factory=dict)


class Passage(Sourced):
    """A pair of neighbours whose common side is closed, or of distant places that are joined."""

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
    """How much wider the hexes are, from corner to corner, than regular ones, as on a scanned
    board."""
    numbering: Numbering
    extent: tuple[Extent, Extent] | None = None
    """(columns, rows) of an offset grid."""
    shifted: Literal["odd", "even"] = "odd"
    """Which columns (flat) or rows (pointy), counted from 0, are shifted by half a hex."""
    rows: Mapping[str, tuple[Range, ...]] = Field(default_factory=dict)
    """Row (axial: letter) -> inclusive ranges of columns (axial: digits) that exist."""
    columns: Mapping[str, tuple[Range, ...]] = Field(default_factory=dict)
    """Column -> inclusive ranges of rows that exist (offset grids)."""
    hexes: Mapping[str, HexNote] = Field(default_factory=dict)
    """Data by hex id; these hexes need not be listed in ``rows``."""
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
    """The side whose colour it is tinted in."""


class AreaGrid(Sourced):
    """Named regions with adjacency given by hand (it must be mutual)."""

    kind: Literal["areas"] = "areas"
    zone: Id
    areas: tuple[Area, ...]
    free: bool = False
    """Whether counters may be anywhere in an area, side by side, and the area is a VASSAL zone;
    otherwise they snap to its middle. Each area then needs corners or bounds."""


class GridCopy(Sourced):
    """The same hexes as another map's grid, with a size and place of their own.

    The reader turns it into that HexGrid, and copies the other map's geography, features and ports
    if this map has none; a loaded Game has no GridCopy.
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
    """How longitude and latitude are mapped to the board.

    Control points map the projected plane to the board: two give a similarity transformation, three
    or more an affine one (least squares).
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
    """Degrees between the lines of the graticule; 0 for none."""
    lakes: bool = True
    rivers: bool = True
    borders: bool = False
    """Whether to draw the borders of today's countries."""


class Port(Sourced):
    """A harbour or landmark at its true place. ``label``: the side of the dot where its name is
    written."""

    name: str
    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)
    label: Compass = "W"
    kind: str = "port"
    values: Mapping[str, Scalar] = Field(default_factory=dict)


class Label(Sourced):
    """A name written on the board: a sea, a land, a river, an exit. Its place is x/y, lon/lat or a
    place of the grid.

    Names of rivers, ranges and regions are placed automatically: that of a ``river`` follows the
    river nearest to its point, that of a ``range`` its own curve (``along``). All others are
    exactly at their place; a ``sea`` with a curve follows it.
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
    """The place in whose middle it is written."""
    along: tuple[Waypoint, ...] = ()
    """The points of a curve that the name follows."""
    angle: float = Field(default=0.0, ge=-360, le=360)
    """Degrees clockwise."""
    size: Length | None = Field(default=None, gt=0)
    """Height of the letters (font size)."""
    spacing: float | None = Field(default=None, ge=0, le=5)
    """Extra space between letters, relative to the font size; None: that of its style."""
    width: Length | None = Field(default=None, gt=0)
    """The width of the text before it is shrunk."""


class PlacesFrom(Model):
    """The rows of a chart as places, so that they are written only once: an overlay that moves a
    port in the chart also moves its flag on the map."""

    chart: Id
    column: Id
    """The column with the place."""
    flag: Id | None = None
    """The column with the text on the flag; ``id`` for the row's own id."""
    hoist: Id | None = None
    """The column with the text beside the staff."""


class Feature(Sourced):
    """A set of places with a meaning: start hexes, exits, troopships, a closed coast."""

    id: Id
    name: Line = ""
    hexes: tuple[Id, ...] = ()
    hexes_from: PlacesFrom | None = None
    """A chart with the ``hexes``, ``flags`` and ``hoists``; the reader fills them in."""
    notes: Mapping[str, str] = Field(default_factory=dict)
    """By place: a text about it (the ship sunk there)."""
    flags: Mapping[str, Line] = Field(default_factory=dict)
    """By place: a word or number on its flag, which is drawn over other marks of the place."""
    hoists: Mapping[str, Line] = Field(default_factory=dict)
    """By place: a word or number beside the staff of its flag."""
    draw: Literal["symbol", "edge", "tint", "area", "flag", "none"] = "none"
    symbol: str = ""
    colour: Colour | None = None
    """The colour of a tint or area, or of a disc behind a symbol. None: the usual colour of the
    mark."""
    edges: tuple[Compass, ...] = ()
    """For ``edge``: the sides of the hexes that are drawn."""
    leads_to: Id | None = None
    """The box to which an exit leads, or from which an entry comes."""
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
    """The colour of its heading; None: that of its side."""
    purpose: Literal["box", "markers", "out_of_game", "holding", "notes", "display"] = "box"
    columns: tuple[str, ...] = ()
    """Heads of the ruled columns of a ``notes`` box."""
    lines: int = 0
    """Ruled lines of a ``notes`` box."""
    slots: Mapping[str, Point] = Field(default_factory=dict)
    """Named places inside the box, to which counters snap."""


class Zone(Sourced):
    """A part of the board with any outline, as a VASSAL zone; it comes before the grid.

    It has points that counters snap to, or contains the cells of the grid inside it; with neither
    it is a single place.
    """

    id: Id
    outline: tuple[Point, ...] = Field(min_length=3)
    points: Mapping[str, Point] = Field(default_factory=dict)
    """Places by name."""
    shares_grid: bool = False
    """Whether it contains the cells of the map's grid inside its outline."""

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
    """The first word of the names of its places: `Turn` makes `Turn 1`."""
    first: int = 0
    last: int
    per_row: int | None = None
    """Cells in a row; None: all in one."""
    snake: bool = False
    """Whether every second row runs backwards."""
    cells: Mapping[int, str] = Field(default_factory=dict)
    """Text in single cells (``15``: "German win")."""
    tint_every: int = Field(default=5, ge=0, le=1000)
    """Every how many cells one is tinted; 0 for none."""
    marker: Id | None = None
    """The counter that moves along it."""
    property: str = ""
    """The VASSAL property that it shows."""
    each: int = Field(default=1, ge=1, le=1000)
    """The value of one cell: 10 on a track of tens."""
    wraps: bool = False
    """Whether it begins again after its last cell, as a track of units beside one of tens."""

    @model_validator(mode="after")
    def _runs_upwards(self) -> Self:
        if not self.first <= self.last < self.first + 1000:
            raise ValueError("a track runs upwards and has at most 1000 cells")
        return self


class Deck(Sourced):
    """A deck or cup: a draw pile, inside a box or by itself."""

    id: Id
    box: Id | None = None
    """The box in which it lies; pieces that are drawn go there first."""
    x: Length
    """Its middle, where the pile lies; of a box it would be the left edge."""
    y: Length
    """Its middle; of a box it would be the upper edge."""
    width: Length = 18.0
    height: Length = 18.0
    name: Line = ""
    side: Id | None = None
    """The side whose pieces go in, and which may draw."""
    face_down: bool = True
    """Whether nobody sees what it holds."""
    draw_face_up: bool = False
    """Whether drawn cards or pieces are seen by everybody at once, like a card that is turned
    over."""
    shuffle: Literal["always", "on_command", "never"] = "always"
    """`always`: drawn at random, no order is kept; `on_command`: from its menu."""
    kinds: tuple[str, ...] = ()
    """Kinds of counters that it holds; empty: any."""
    reshuffles_into: Id | None = None
    """The deck into which a discard pile is returned as a whole, from the menu of the pile."""


class Furniture(Rect, Sourced):
    """A printed element: title block, compass, scale bar, legend, credit line.

    The ``text`` of a ``scale`` gives its unit: ``nautical miles``, ``km`` or ``miles`` on a map of
    the globe; on other maps the size of a cell, such as ``1 hex = 500 m``. A ``legend`` shows
    everything that the map uses.
    """

    kind: Literal["title", "compass", "scale", "legend", "credit", "note"]
    text: str = ""


class Inset(Rect, Sourced):
    """Another map, or an enlarged part of this one, set into this map. Several maps side by side at
    their own size are boards in one window.

    The inset keeps its proportions, in the middle of the rectangle. The places of the other map are
    places of this one too; its hexes keep their own numbers.
    """

    id: Id
    name: Line = ""
    of: Id | None = None
    """The map that is shown; None: this one, without its boxes and furniture."""
    shows: Rect | None = None
    """The part of that map; None: the whole map."""
    prefix: Line = ""
    """A prefix for the names of its places here, if two maps have the same names."""
    frame: bool = True
    """Whether it has a frame and its name; boards side by side have neither."""
    board: Map | None = None
    """The map itself; filled in by the reader."""


class LaidPicture(Rect):
    """A finished picture that covers a part of a board."""

    image: ImageFile
    turned: bool = False
    """Upside down."""


class Map(Sourced):
    """One board in a map window of its own. It is drawn, or shown as a finished ``image`` or
    ``pictures``, on which nothing is written."""

    id: FileId
    name: FileId
    """The name of the map and board in VASSAL, which splits a board's name at a slash."""
    width: Length = Field(gt=0, le=20_000)
    height: Length = Field(gt=0, le=20_000)
    margin: Margin = (0.0, 0.0)
    """The margin around the board in its window, where counters may be too."""
    ppi: int = Field(default=150, ge=20, le=1200)
    image: ImageFile = ""
    """A picture of the whole board."""
    pictures: tuple[LaidPicture, ...] = ()
    """Pictures that make up the board, laid on its background."""
    theme: str = ""
    style: Literal["chart", "log", "plain"] = "chart"
    private_to: Id | None = None
    """The side that alone sees this map's window."""
    may_look: tuple[Id, ...] = ()
    """Other sides that may see it, such as a referee."""
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
    """Whether it has a window of its own; without one it is only shown as an inset of others."""
    on_demand: bool = False
    """Whether its window is opened and closed by a button in VASSAL; otherwise it is always
    open."""

    def feature(self, feature_id: str) -> Feature:
        """The feature with this id. Raises KeyError if there is none."""
        for feature in self.features:
            if feature.id == feature_id:
                return feature
        known = (feature.id for feature in self.features)
        raise UnknownError(feature_id, "feature", known, f"the map {self.id!r}")
