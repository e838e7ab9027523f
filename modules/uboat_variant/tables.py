"""The tables of the definition that the engine uses, built once for each game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from generator.geography.layout import adjacency_of
from generator.light import dataclass
from validator.hidden.ways import FAR, Ways
from validator.rules.charts import by_row, charted, column_of, listed, number, numbers_of
from validator.rules.policies import DECLARED, policies_of
from validator.rules.sequence import SequenceOfPlay

from .state import ALLIED, AXIS

if TYPE_CHECKING:
    from generator.definition.schema import Game

ATLANTIC, OSL_MAP, TSL_MAP = "atlantic", "osl", "tsl"
SIDE = 10
"""Squares of a grid on each side: two D10 name one."""
BOATS = frozenset({"uboat", "milch_cow", "submarine"})
WARSHIPS = frozenset({"destroyer", "asw_ship", "cutter"})
CONVOY = "convoy"
FIGHTER, FLOATPLANE = "fighter", "floatplane"
BOXES = "ABCDEFGH"
"""The letters of the TSL boxes."""


@dataclass(frozen=True)
class Ship:
    """The values of a naval counter: a boat, a warship, a convoy."""

    id: str
    kind: str
    side: str
    nation: str
    msf: int = 0
    sf: int = 0
    fuel: int = 0
    torpedoes: int = 0
    cargo: int = 0
    north_atlantic: bool = False

    @property
    def is_boat(self) -> bool:
        return self.kind in BOATS

    @property
    def is_canadian(self) -> bool:
        return self.nation == "Canada"


@dataclass(frozen=True)
class Aircraft:
    """The values of an air counter."""

    id: str
    kind: str
    side: str
    base: str
    range: int
    huff_duff: bool
    air_combat: int
    bomb: int

    @property
    def is_bomber(self) -> bool:
        """Whether it is a bomber, which returns by the turn track if it is German (UV-5.7.2)."""
        return self.kind in ("bomber", FLOATPLANE)


@dataclass(frozen=True)
class Place:
    """A port or an airbase."""

    id: str
    area: str
    side: str
    is_base: bool
    american: bool = False


@dataclass(frozen=True)
class Route:
    """The result of a die for a convoy, in each column of the table."""

    start: str
    """The area where it begins; empty: there is no convoy."""
    goal: str
    fast: bool
    ships: int


@dataclass(frozen=True, eq=False, repr=False)
class Tables(Ways):
    """Everything a case looks up; its ways are those of the areas."""

    game: Game
    sequence: SequenceOfPlay
    scenario: str
    """The scenario of the base game that is played: ``17.1``."""
    variants: frozenset[str]
    last_turn: int
    ships: Mapping[str, Ship]
    planes: Mapping[str, Aircraft]
    places: Mapping[str, Place]
    base_areas: Mapping[str, str]
    """By the name of an airbase, and so of the box of its aircraft: its area."""
    bases: Mapping[str, tuple[str, ...]]
    """By side: the names of its airbases."""
    named: Mapping[str, str]
    """The id of a unit, port or base by its name."""
    routes: Mapping[int, Route]
    """By the die."""
    moves: Mapping[str, Mapping[str, int]]
    """By kind: areas and squares on the surface and submerged."""
    torpedo_hits: Mapping[int, int]
    """By die + torpedoes - escorts, from 1 to the last."""
    asw_numbers: Mapping[int, int]
    """By die + factor: the number T; 0 is a miss."""
    declared: frozenset[str]
    """Unknown charts: players declare the results of the dice."""
    strikes_hit: Mapping[str, int]
    """By frogman marker: the ships that it hits; 0 if there is no tonnage roll."""
    german_exits: frozenset[str]
    italian_exits: frozenset[str]

    asw_factors: Mapping[str, int]
    gun_factors: Mapping[str, int]
    shore_factors: Mapping[str, int]
    naval_detection: Mapping[str, int] = by_row("naval_detection", "rating")
    air_detection: Mapping[str, int] = by_row("air_detection", "success")
    same_square: int = charted("naval_detection_modifiers")
    adjacent_square: int = charted("naval_detection_modifiers")
    target_surfaced: int = charted("naval_detection_modifiers")
    target_convoy: int = charted("naval_detection_modifiers")
    max_range: int = charted("naval_detection_modifiers")
    huff_duff: int = charted("huff_duff", "success")
    gun_hit: int = charted("surface_combat", "hit")
    per_pip: int = charted("tonnage")
    least_salvo: int = charted("salvo", "least")
    most_salvo: int = charted("salvo", "most")
    repair: int = charted("repair", "success")
    per_area: int = charted("fuel")
    milch_cow_per_turn: int = charted("fuel")
    exit_cost: int = charted("map_exit", "cost")
    axis_tons: int = charted("victory", "axis")
    allied_tons: int = charted("victory", "allied")
    boats_sunk: int = charted("victory")
    first_turn: int = charted("entry")
    last_try: int = charted("entry", "last_turn")
    barbarigo_plus: int = charted("entry")
    canadian_turn: int = charted("entry")
    most_convoys: int = charted("entry")
    in_container: int = charted("frogmen")
    boat_attacks: int = charted("frogmen")
    support_distance: int = charted("floatplanes", "distance")
    same_area: int = charted("floatplanes")
    track_turns: int = charted("turn_track", "bombers")
    repaired_turns: int = charted("exit_repair", "turns")
    more_at_four: int = charted("exit_repair")
    boat_areas: tuple[str, ...] = ()
    barbarigo_areas: tuple[str, ...] = ()
    canadian_areas: tuple[str, ...] = ()
    floatplane_scenarios: tuple[str, ...] = ()
    squares: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Of both grids: column and row."""
    called: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    """By grid: its squares by what two dice show."""
    reach: Mapping[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    """By square and movement: the squares that can be reached, including the square itself."""

    # --- what dice say

    def convoy(self, dice: tuple[int, ...] | None) -> Route | None:
        """The convoy that three dice give (UVX-10.1); ``None`` if it is not three dice, or one is
        not in the table of routes."""
        if dice is None or len(dice) != 3 or not all(die in self.routes for die in dice):
            return None
        route, speed, ships = (self.routes[die] for die in dice)
        if not route.start:
            return replace(route, fast=False, ships=0)
        return replace(route, fast=speed.fast, ships=ships.ships)

    def second_die(self, boat: str, die: int, *, asw: bool, number: int) -> tuple[str, int]:
        """The case that decides a second die and the points it gives; -1: the boat is sunk.

        ``number`` is what the die of an ASW attack is held against (UV-21.5.1); gunfire's is held
        against the ratings of the boat (UV-21.5.2).
        """
        ship = self.ships[boat]
        if asw:
            if die > number:
                return "UV-21.5.1a", -1
            if ship.msf == 2:
                return "UV-21.5.1e", int(die != 1)
            less = number - die
            return {
                0: ("UV-21.5.1f", 0),
                1: ("UV-21.5.1b", 1),
                2: ("UV-21.5.1c", 2),
            }.get(less, ("UV-21.5.1d", 0))
        if die > ship.sf:
            return "UV-21.5.2a", -1
        if die == ship.msf:
            return "UV-21.5.2b", 1
        if die < ship.msf:
            return "UV-21.5.2d", 0
        return ("UV-21.5.2e" if die == ship.sf else "UV-21.5.2c"), 2

    # --- what is asked of units

    def is_boat(self, unit_id: str) -> bool:
        ship = self.ships.get(unit_id)
        return ship is not None and ship.kind in BOATS

    def is_convoy(self, unit_id: str) -> bool:
        ship = self.ships.get(unit_id)
        return ship is not None and ship.kind == CONVOY

    def is_warship(self, unit_id: str) -> bool:
        ship = self.ships.get(unit_id)
        return ship is not None and ship.kind in WARSHIPS

    def side_of(self, piece: str) -> str:
        """The side of a ship, a boat or an aircraft; empty for none of these."""
        ship = self.ships.get(piece) or self.planes.get(piece)
        return ship.side if ship is not None else ""

    def of_side(self, side: str) -> list[str]:
        """The naval units of a side."""
        return [one.id for one in self.ships.values() if one.side == side]

    # --- distances

    def kind_of(self, unit_id: str | None) -> str:
        """The kind of a ship; empty for other pieces."""
        ship = self.ships.get(unit_id or "")
        return ship.kind if ship is not None else ""

    def asw_number(self, die: int, kind: str) -> int:
        """The number T of the ASW table; 0: a miss (9.2)."""
        return self.asw_numbers.get(die + self.asw_factors.get(kind, 0), 0)

    def areas_between(self, here: str, there: str) -> int:
        """The number of areas from one to another; `FAR` if either is none."""
        return self.hexes_between(here, there)

    def squares_between(self, here: str, there: str) -> int:
        """The number of squares from one to another, also diagonally; `FAR` if either is none."""
        one, other = self.squares.get(here), self.squares.get(there)
        if one is None or other is None or there not in self.reach[here, SIDE]:
            return FAR
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

    def to_the_edge(self, square: str) -> int:
        """The number of squares to the edge of the grid; 0 on the edge."""
        if square not in self.squares:
            return FAR
        across, down = self.squares[square]
        return min(across, down, SIDE + 1 - across, SIDE + 1 - down) - 1

    def allowance(self, unit: Any, depth: str, grid: bool = False) -> int:
        """The movement of a unit, in areas or in squares of a grid (UVX-7), without its damage."""
        ship = self.ships[unit.id]
        kind = ("fast" if unit.fast else "slow") if ship.kind == CONVOY else ship.kind
        column = ("grid_" if grid else "") + (depth or "surfaced")
        return self.moves[kind].get(column, 0)


def tables_of(game: Game, sequence: SequenceOfPlay) -> Tables:
    """Build the tables. Raises KeyError if the definition lacks a value that the rules need."""
    board = game.map(ATLANTIC)
    adjacency = adjacency_of(board)
    scenario = game.scenario()
    values = game.values
    places = {one.id: _place(one) for one in game.counters if one.kind in ("port", "airbase")}
    called = {level: _squares(game, level) for level in (OSL_MAP, TSL_MAP)}
    return Tables(
        {here: adjacency.neighbours(here) for here in adjacency},
        {here: adjacency.distances(here) for here in adjacency},
        game=game,
        sequence=sequence,
        scenario=str(scenario.values.get("scenario", "17.1")),
        variants=frozenset(str(scenario.values.get("variants", "")).split()),
        last_turn=scenario.last_turn or game.turns.last or 20,
        ships={one.id: _ship(one) for one in game.counters if one.kind in NAVAL},
        planes={one.id: _aircraft(one) for one in game.counters if one.kind in AIRCRAFT},
        places=places,
        base_areas={
            one.name: str(one.values["area"]) for one in game.counters if one.kind == "airbase"
        },
        bases={
            side: tuple(
                one.name
                for one in game.counters
                if one.kind == "airbase" and places[one.id].side == side
            )
            for side in (ALLIED, AXIS)
        },
        named={one.name: one.id for one in game.counters if one.kind in NAMED},
        routes=_routes(game),
        moves={
            row.id: {
                column: cell.value
                for column, cell in row.cells.items()
                if isinstance(cell.value, int)
            }
            for row in game.table("movement").rows
        },
        torpedo_hits=_by_total(game, "torpedo", "hits"),
        asw_numbers=_by_total(game, "asw", "t"),
        declared=frozenset(one for one, told in policies_of(game).items() if told == DECLARED),
        strikes_hit={
            marker: ships if column_of(game, "frogman_markers", "tonnage_roll")[marker] else 0
            for marker, ships in column_of(game, "frogman_markers", "ships").items()
        },
        german_exits=frozenset(listed(values("map_exit").value("german"))),
        italian_exits=frozenset(listed(values("map_exit").value("italian"))),
        asw_factors={
            **_factors(game, "asw_factors"),
            "aircraft": number(game, "air_asw", "factor"),
        },
        gun_factors=_factors(game, "surface_combat"),
        shore_factors=_factors(game, "shore_bombardment"),
        boat_areas=listed(values("entry").value("boat_areas")),
        barbarigo_areas=listed(values("entry").value("barbarigo_areas")),
        canadian_areas=listed(values("entry").value("canadian_areas")),
        floatplane_scenarios=listed(values("entry").value("floatplane_scenarios")),
        squares={one: at for grid in called.values() for at, one in grid.items()},
        called=called,
        reach={
            (here, far): tuple(
                grid[across, down] for across in _within(column, far) for down in _within(row, far)
            )
            for grid in called.values()
            for (column, row), here in grid.items()
            for far in (*range(5), SIDE)
        },
        **numbers_of(Tables, game),
    )


NAVAL = frozenset({*BOATS, *WARSHIPS, CONVOY})
AIRCRAFT = frozenset({"patrol", "bomber", FIGHTER, FLOATPLANE})
NAMED = frozenset({*NAVAL, *AIRCRAFT, "port", "airbase"})


def _squares(game: Game, grid: str) -> dict[tuple[int, int], str]:
    """The squares of a grid by what two dice show."""
    between = getattr(getattr(game.map(grid).grid, "numbering", None), "separator", ",")
    sides = range(1, SIDE + 1)
    return {(column, row): f"{column}{between}{row}" for column in sides for row in sides}


def _within(at: int, far: int) -> range:
    """The columns or rows of a grid at most this far from one of them."""
    return range(max(1, at - far), min(SIDE, at + far) + 1)


def _ship(counter: Any) -> Ship:
    said = counter.values
    boat = counter.kind in BOATS
    return Ship(
        id=counter.id,
        kind=counter.kind,
        side=AXIS if boat else ALLIED,
        nation=str(said.get("nation", "")),
        north_atlantic=bool(said.get("north_atlantic", False)),
        **{
            name: int(said.get(name) or 0) if boat else 0
            for name in ("msf", "sf", "fuel", "torpedoes", "cargo")
        },
    )


def _aircraft(counter: Any) -> Aircraft:
    said = counter.values
    reach = said.get("range")
    return Aircraft(
        id=counter.id,
        kind=counter.kind,
        side=str(counter.side),
        base=str(said.get("base") or ""),
        range=reach if isinstance(reach, int) else FAR,
        huff_duff=bool(said.get("huff_duff", False)),
        air_combat=int(said.get("air_combat") or 0),
        bomb=int(said.get("bomb") or 0),
    )


def _place(counter: Any) -> Place:
    said = counter.values
    azores = "axis_azores" in (said.get("owner"), said.get("size"))
    return Place(
        id=counter.id,
        area=str(said["area"]),
        side=AXIS if azores else ALLIED,
        is_base=counter.kind == "airbase",
        american=bool(said.get("american", False)),
    )


def _routes(game: Game) -> dict[int, Route]:
    table = game.table("convoy_determination")
    found: dict[int, Route] = {}
    for die in range(1, SIDE + 1):
        start, goal, speed, ships = (
            table.lookup(die, column) for column in ("from", "to", "speed", "ships")
        )
        known = start in {area.id for area in _areas(game)}
        found[die] = Route(
            str(start) if known else "", str(goal) if known else "", speed == "fast", _int(ships)
        )
    return found


def _areas(game: Game) -> Any:
    return getattr(game.map(ATLANTIC).grid, "areas", ())


def _by_total(game: Game, table: str, column: str) -> dict[int, int]:
    """A column of a dice table by totals, from the lowest possible total to the highest."""
    return {total: _int(game.table(table).lookup(total, column)) for total in range(-10, 21)}


def _int(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _factors(game: Game, chart: str) -> dict[str, int]:
    return {
        one.id: one.value
        for one in game.values(chart).entries
        if isinstance(one.value, int) and one.id in (*WARSHIPS, CONVOY)
    }
