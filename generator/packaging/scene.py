"""The table before the game: what every package is made from.

A scene has millimetres, names of pictures and ids, and nothing specific to VASSAL, Tabletop
Simulator or paper. Since all packages are made from it, they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from math import sqrt
from typing import TypeVar, cast

from generator.definition import schema
from generator.drawing.names import (
    SIGHT_TINTS,
    aid_picture,
    chart_picture,
    counter_picture,
    icon_picture,
    map_picture,
    sight_picture,
)
from generator.geography import layout as geography
from generator.geography.layout import MM_PER_INCH, Layout, layout_of
from generator.light import dataclass
from generator.packaging.identities import numbered
from generator.packaging.ruler import identities

T = TypeVar("T")

Point = tuple[float, float]
"""Millimetres from the top left corner of a board, to the right and down."""


@dataclass(frozen=True, slots=True)
class Look:
    """A face of a piece (VASSAL: a layer; Tabletop Simulator: a state)."""

    id: str
    name: str
    """The name of the piece while this face shows."""
    picture: str


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The look and name of a piece while only its owner knows what it is."""

    picture: str
    name: str
    sides: tuple[str, ...]
    """Who may turn it."""


@dataclass(frozen=True, slots=True)
class Start:
    """The place of a piece in one set-up; in a deck, ``place`` is the deck's name. ``place`` is
    empty for a piece at a point of the board."""

    map: str
    place: str
    x: float
    y: float
    deck: bool = False
    look: int = 0
    facing: int = 0
    """The index of its direction."""
    masked: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter with its identity."""

    id: str
    name: str
    kind: str
    side: str | None
    roles: tuple[str, ...]
    width: float
    height: float
    shape: str
    rounded: bool
    """Whether its corners are."""
    looks: tuple[Look, ...]
    face_down: FaceDown | None
    seen_by: tuple[str, ...]
    """Sides that see it while it is hidden; empty if it cannot be hidden."""
    moved_by: tuple[str, ...]
    """Sides that may move it; empty: everybody."""
    facings: tuple[str, ...]
    """Names of its directions, clockwise; empty if it is not turned."""
    trail: bool
    stacks: bool
    """False for a piece that does not stack: it is below the others, and is not dragged with
    them."""
    tray: str
    """Its part of the palette, outer parts first (``Axis / Armour``)."""
    text: str
    values: Mapping[str, object]
    """Its values in the definition: a ship's class, the task force of a stick."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point that pieces snap to."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a board: a grid, a track, or a box without any grid."""

    name: str
    outline: tuple[Point, ...]
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A cup or draw pile; x and y are its centre."""

    name: str
    map: str
    x: float
    y: float
    width: float
    height: float
    kinds: tuple[str, ...]
    """The kinds of its pieces; empty: any."""
    drawn_by: tuple[str, ...]
    """Sides that may draw; empty: everybody."""
    face_down: bool
    draw_face_up: bool
    shuffle: str
    """``always``, ``on_command`` or ``never``."""
    reshuffles_into: str
    """The deck to which the whole pile returns; empty if none."""


@dataclass(frozen=True, slots=True)
class Map:
    """A board in a window of its own."""

    id: str
    name: str
    picture: str
    width: float
    height: float
    owners: tuple[str, ...]
    """Sides that may open it; empty: everybody."""
    zones: tuple[Zone, ...]
    spacing: float
    """Distance of neighbouring hexes or squares in mm; 0 without such a grid."""
    diagonals: bool
    """Whether squares touch by their corners too."""
    layout: Layout
    """All places, with their pixels at the scene's resolution."""
    on_demand: bool = False
    """Whether a button opens and closes its window, for everybody."""

    def pixels(self, x: float, y: float) -> tuple[int, int]:
        """A point, in pixels of the board."""
        return self.layout.board_pixels(x, y)

    def window_pixels(self, x: float, y: float) -> tuple[int, int]:
        """A point, in pixels of the window, as in a save: the margin is included."""
        return self.layout.point_pixels(x, y)

    def standing(self, start: Start) -> tuple[int, int]:
        """The point where VASSAL puts a piece that starts there, in pixels of the window."""
        if start.deck or not start.place:
            return self.window_pixels(start.x, start.y)
        return self.layout.resting(start.x, start.y)


@dataclass(frozen=True, slots=True)
class Extension:
    """The parts of a scene that an extension adds to the game's module."""

    id: str
    """The prefix of the numbers of its slots."""
    name: str
    """The name of its file without the suffix, as in saves."""
    version: str
    pieces: frozenset[str]
    """Ids of its pieces."""


@dataclass(frozen=True)
class Scene:
    """Everything that a package needs: the game's definition, with its geometry computed."""

    game: schema.Game
    ppi: int
    """Pixels per inch on the screen."""
    maps: tuple[Map, ...]
    decks: tuple[Deck, ...]
    pieces: tuple[Piece, ...]
    charts: tuple[tuple[str, str], ...]
    """(name, picture) of each chart."""
    starts: Mapping[str, Mapping[str, Start]]
    """By scenario, then by piece."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """By the name of a button's icon in the definition: its picture."""
    tints: tuple[str, ...] = ()
    """The pictures of the sight ruler."""
    extension: Extension | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    """By picture: the name of its file, for pictures that were not drawn by us."""

    def once(self, what: Hashable, work: Callable[[], T]) -> T:
        """``work()``, which is done once for all that ask for the same ``what``."""
        if what not in self._worked_out:
            self._worked_out[what] = work()
        return cast(T, self._worked_out[what])

    @cached_property
    def _worked_out(self) -> dict[Hashable, object]:
        return {}

    def map(self, name: str) -> Map:
        """The map with this name. Raises KeyError if there is none."""
        return self._maps[name]

    def piece(self, piece_id: str) -> Piece:
        """The piece with this id. Raises KeyError if there is none."""
        return self._pieces[piece_id]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """A number for each id: of pieces, of their slots (``exeter/start``), and of the stacks and
        decks in which they start. An extension changes no other number."""
        own = self.extension.pieces if self.extension is not None else frozenset()
        words = [(False, f"deck/{deck.name}") for deck in self.decks]
        for piece in self.pieces:
            mine = (piece.id, f"stack/{piece.id}", f"{piece.id}/palette", f"{piece.id}/start")
            words += [(piece.id in own, word) for word in mine]
        words += [(False, word) for word in identities(self.game)]
        return numbered(self.game.id, [word for _, word in sorted(words)])

    @cached_property
    def _maps(self) -> dict[str, Map]:
        return {map_.name: map_ for map_ in self.maps}

    @cached_property
    def _pieces(self) -> dict[str, Piece]:
        return {piece.id: piece for piece in self.pieces}

    def starting(self, scenario: schema.Scenario) -> Iterator[tuple[Piece, Start]]:
        """Each piece of a set-up with its start, in the order of the set-up."""
        for piece_id, start in self.starts[scenario.id].items():
            yield self.piece(piece_id), start

    def stacks(self, scenario: schema.Scenario) -> list[list[tuple[Piece, Start]]]:
        """The pieces of a set-up outside its decks: those that stack on one point together, from
        the bottom up, and each other by itself."""
        found: list[list[tuple[Piece, Start]]] = []
        standing: dict[tuple[str, float, float], list[tuple[Piece, Start]]] = {}
        for piece, start in self.starting(scenario):
            if start.deck:
                continue
            at = (start.map, start.x, start.y)
            if piece.stacks and at in standing:
                standing[at].append((piece, start))
                continue
            found.append([(piece, start)])
            if piece.stacks:
                standing[at] = found[-1]
        return found

    def boxes(self, purpose: str) -> list[tuple[str, str]]:
        """(map, box) of every box with a purpose (``out_of_game``)."""
        return [
            (map_.name, box.id)
            for map_ in self.game.maps
            for box in map_.boxes
            if box.purpose == purpose
        ]

    def holder(self, box: str) -> str:
        """The map that has a box. Raises KeyError if none has."""
        for map_ in self.game.maps:
            if any(one.id == box for one in map_.boxes):
                return map_.name
        raise KeyError(box)

    def image(self, picture: str) -> str:
        """The file name of a picture in a package."""
        return self.files.get(picture) or f"{picture}.png"

    def size(self, piece: Piece) -> tuple[int, int]:
        """Width and height of a piece on the screen, in pixels."""
        return (
            max(1, round(piece.width / MM_PER_INCH * self.ppi)),
            max(1, round(piece.height / MM_PER_INCH * self.ppi)),
        )

    def pictures(self) -> list[str]:
        """The name of every picture the scene shows, each once, in order."""
        seen: dict[str, None] = {}
        for map_ in self.maps:
            seen[map_.picture] = None
        for piece in self.pieces:
            for look in piece.looks:
                seen[look.picture] = None
            if piece.face_down:
                seen[piece.face_down.picture] = None
        for _, picture in self.charts:
            seen[picture] = None
        for picture in (*self.icons.values(), *self.tints):
            seen[picture] = None
        return list(seen)

    def icon(self, name: str) -> str:
        """The file name of a button's icon; empty if it has none."""
        return self.image(self.icons[name]) if name in self.icons else ""


def sides_of(piece: Piece) -> tuple[tuple[str, str], ...]:
    """The pictures in front and behind of each state of a piece that is turned over by hand.

    What can lie face down has a state for each look, with the mask behind it; two looks are the
    two sides of one state; more are a state each, which shows the same on both sides.
    """
    looks = [look.picture for look in piece.looks]
    if piece.face_down is not None:
        return tuple((look, piece.face_down.picture) for look in looks)
    if len(looks) == 2:
        return ((looks[0], looks[1]),)
    return tuple((look, look) for look in looks)


def look_of(piece: Piece, state: int, face_down: bool) -> tuple[int, bool]:
    """(look, masked) of a piece in a state, counted from 1, perhaps turned over. Raises ValueError
    for a state that the piece does not have."""
    if not 1 <= state <= len(sides_of(piece)):
        raise ValueError(f"{piece.id} has no state {state}; it has {len(sides_of(piece))}")
    if piece.face_down is not None:
        return state - 1, face_down
    return (int(face_down) if len(piece.looks) == 2 else state - 1), False


def shown_by(piece: Piece, look: int, masked: bool = False) -> tuple[int, bool]:
    """(state, turned over) of a piece with a look: the reverse of `look_of`."""
    if not 0 <= look < len(piece.looks):
        raise ValueError(f"{piece.id} has no look {look}; it has {len(piece.looks)}")
    if piece.face_down is None and len(piece.looks) == 2:
        return 1, look == 1
    return look + 1, masked and piece.face_down is not None


def scene_of(game: schema.Game, ppi: int | None = None) -> Scene:
    """The scene of a game. ``ppi`` is the resolution on the screen; the main map's by default."""
    scale = ppi or game.maps[0].ppi
    maps = {one.id: _map(one, scale) for one in game.maps}
    return Scene(
        game=game,
        ppi=scale,
        maps=tuple(maps.values()),
        decks=tuple(_deck(map_, deck) for map_ in game.maps for deck in map_.decks),
        pieces=tuple(_piece(counter) for counter in game.counters),
        charts=(
            *([("Sequence of play", chart_picture("sequence"))] if game.sequence else []),
            *[(chart.name, chart_picture(chart.id)) for chart in game.charts],
            *([("Rules summary", chart_picture("summary"))] if game.summary else []),
            *_aids(game),
        ),
        starts={one.id: dict(_starts(game, one, maps)) for one in game.scenarios},
        icons={icon: icon_picture(icon) for icon in _icons(game)},
        tints=tuple(sight_picture(one) for one in SIGHT_TINTS) if game.sight is not None else (),
    )


def _aids(game: schema.Game) -> Iterator[tuple[str, str]]:
    """The sides of player aids, each a chart of its own."""
    for aid in game.aids:
        for side in range(1, aid.sides + 1):
            name = aid.name if aid.sides == 1 else f"{aid.name}, side {side}"
            yield name, aid_picture(aid.id, side)


def _icons(game: schema.Game) -> Iterator[str]:
    """The icons on buttons; an action in a piece's menu has none."""
    for action in game.actions:
        if action.icon and action.on == "toolbar":
            yield action.icon
    yield from (dice.icon for dice in game.dice if dice.icon)
    yield from (score.icon for score in game.scores if score.icon)


def _map(map_: schema.Map, ppi: int) -> Map:
    layout = replace(layout_of(map_), ppi=ppi)
    owners = tuple(
        dict.fromkeys([map_.private_to, *map_.may_look]) if map_.private_to is not None else ()
    )
    return Map(
        id=map_.id,
        name=map_.name,
        picture=map_picture(map_.id),
        width=map_.width,
        height=map_.height,
        owners=owners,
        zones=tuple(_zone(zone, layout) for zone in layout.zones.values()),
        spacing=_spacing(map_.grid),
        diagonals=isinstance(map_.grid, schema.SquareGrid) and map_.grid.diagonals,
        layout=layout,
        on_demand=map_.on_demand,
    )


def _spacing(grid: schema.Grid | None) -> float:
    if isinstance(grid, schema.HexGrid):
        return grid.size * sqrt(3)
    return grid.cell[0] if isinstance(grid, schema.SquareGrid) else 0.0


def _zone(zone: geography.Zone, layout: Layout) -> Zone:
    places = [layout.places[name] for name in zone.places]
    spots = tuple(Spot(place.id, place.x, place.y) for place in places if not place.roomy)
    return Zone(zone.id, zone.outline, spots)


def _deck(map_: schema.Map, deck: schema.Deck) -> Deck:
    return Deck(
        name=deck.id,
        map=map_.name,
        x=deck.x,
        y=deck.y,
        width=deck.width,
        height=deck.height,
        kinds=deck.kinds,
        drawn_by=(deck.side,) if deck.side else (),
        face_down=deck.face_down,
        draw_face_up=deck.draw_face_up,
        shuffle=deck.shuffle,
        reshuffles_into=deck.reshuffles_into or "",
    )


def _piece(counter: schema.Counter) -> Piece:
    back = None
    if counter.mask is not None:
        back = FaceDown(
            picture=counter_picture(counter.id, counter.back.id if counter.back else "back"),
            name=counter.mask.called,
            sides=counter.mask.access,
        )
    return Piece(
        id=counter.id,
        name=counter.name,
        kind=counter.kind,
        side=counter.side,
        roles=counter.roles,
        width=counter.size[0],
        height=counter.size[1],
        shape=counter.shape,
        rounded=counter.corner != 0,
        looks=tuple(
            Look(face.id, face.name or counter.name, counter_picture(counter.id, face.id))
            for face in counter.faces
        ),
        face_down=back,
        seen_by=counter.hide.access if counter.hide else (),
        moved_by=counter.restricted_to,
        facings=counter.facings,
        trail=counter.trail,
        stacks="unstacked" not in counter.roles,
        tray=counter.tray,
        text=counter.text,
        values=counter.values,
    )


def _starts(
    game: schema.Game, scenario: schema.Scenario, maps: Mapping[str, Map]
) -> Iterator[tuple[str, Start]]:
    counters = {counter.id: counter for counter in game.counters}
    waiting: dict[tuple[str, str], list[str]] = {}
    for placement in scenario.placements:
        if placement.at is not None:
            waiting.setdefault((placement.map, placement.at), []).extend(placement.pieces)
    for placement in scenario.placements:
        map_ = maps[placement.map]
        layout = map_.layout
        deck = layout.decks.get(placement.at) if placement.at is not None else None
        if placement.at is None:
            assert placement.x is not None and placement.y is not None
            points = dict.fromkeys(placement.pieces, (placement.x, placement.y))
        else:
            row = waiting[placement.map, placement.at]
            room = [(deck.x, deck.y)] * len(row) if deck else layout.room(placement.at, len(row))
            points = dict(zip(row, room, strict=True))
        for piece_id in placement.pieces:
            counter = counters[piece_id]
            faces = [face.id for face in counter.faces]
            x, y = points[piece_id]
            start = Start(
                map=map_.name,
                place=placement.at or "",
                x=x,
                y=y,
                deck=deck is not None,
                look=faces.index(placement.face) if placement.face else 0,
                facing=counter.facings.index(placement.facing) if placement.facing else 0,
                masked=placement.masked,
                hidden=placement.hidden or bool(counter.hide and counter.hide.always),
            )
            yield piece_id, start
