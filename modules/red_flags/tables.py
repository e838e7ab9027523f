"""The tables that the cases use: every number comes from the YAML files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.rules.charts import (
    by_entry,
    charted,
    column_of,
    faces_of,
    listed,
    numbers_of,
    rows_of,
)
from validator.rules.sequence import SequenceOfPlay

from . import state as st
from .state import GERMAN, SOVIET, Unit

if TYPE_CHECKING:
    from generator.definition.schema import Game
    from generator.geography.grid import HexGrid
    from generator.geography.sight import Sight

PERSONNEL, MATERIEL, AIRCRAFT = "personnel", "materiel", "aircraft"
"""The classes of targets (RF-5.9 to RF-5.11)."""
ARTILLERY = "artillery"
KINDS = {
    **dict.fromkeys(("gun", "flak"), ARTILLERY),
    **{one: one for one in ("infantry", "engineer", "cavalry", "recon", "afv", "transport")},
    **{one: one for one in ("aircraft", "glider", "commander", "observer")},
}
"""Kinds of counters that are units, with their names in the rules."""
SCATTERING = frozenset({"field_gun", "medium_gun", "heavy_gun"})
"""Guns that keep their range at night (RF-16.3)."""
ROWS = {
    "bicycle": "bicycle",
    "cavalry": "cavalry",
    "motorcycle": "motor_transport",
    "solo": "motor_transport",
    "jeep": "motor_transport",
    "light_afv": "light_afv",
}
"""By variant of a reconnaissance unit: how it moves (RF-4.18); others as infantry."""
AWAY = 99
"""The distance of anything that is not on the map."""


@dataclass(frozen=True, slots=True)
class Hex:
    """The terrain and features of a hex."""

    level: int
    wood: bool
    built: bool
    river: bool
    bridge: bool


@dataclass(frozen=True, slots=True)
class Weapon:
    """A row of the weapons or of the anti-aircraft guns."""

    range: int
    """Hexes at targets on the ground."""
    dice: int
    materiel: bool
    """Whether it may hit guns, vehicles and tanks."""
    air_range: int
    """Hexes at aircraft; 0: it cannot hit them."""
    artillery: bool
    """Whether its hits count for every unit in the hex (RF-2.5)."""
    indirect: bool


@dataclass(frozen=True, slots=True)
class Task:
    man_turns: int
    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """The values on a unit's counter."""

    id: str = ""
    side: str = ""
    group: str = ""
    """Its group; empty: it is not in the scenario."""
    kind: str = ""
    row: str = ""
    """Its row in the chart of movement, or of aircraft."""
    tow: str = ""
    """For a gun: its row with its team or tractor."""
    target: str = ""
    armour: str = ""
    """Its column in the chart of effects; empty for men."""
    room: str = ""
    gun: str = ""
    tank_gun: str = ""
    engines: int = 1
    men: tuple[str, ...] = ()
    support: str = ""
    vehicles: int = 0
    charges: int = 0
    shots: int = 0
    scouts: bool = False
    spots: bool = False
    """Whether it may see for guns (RF-2.10)."""
    cargo: str = ""
    paratroops: bool = False
    quality: str = ""


NO_KIND = Kind()
"""Stands for a unit that is not in the game."""


@dataclass(frozen=True, eq=False, repr=False)
class Tables:
    """Everything the cases look up."""

    game: Game
    sequence: SequenceOfPlay
    grid: HexGrid
    sight: Sight
    ground: Mapping[str, Hex]
    near: Mapping[str, tuple[str, ...]]
    """The hexes beside one, clockwise from the north."""
    ways: Mapping[str, Mapping[str, str]]
    """By hex and direction: the hex beside it."""
    roads: Mapping[str, frozenset[str]]
    """The hexes that a road joins to a hex (RFD-13)."""
    apart: Mapping[str, Mapping[str, int]]
    entry: Mapping[str, tuple[str, ...]]
    inwards: Mapping[str, str]
    facings: tuple[str, ...]
    units: Mapping[str, Kind]
    groups: Mapping[str, tuple[str, ...]]
    sides: Mapping[str, str]
    """By group."""
    suits: tuple[str, ...]
    black: frozenset[str]
    night: bool
    movement: Mapping[str, int]
    aircraft: Mapping[str, tuple[int, int]]
    """Hexes a turn, and turns over the field."""
    bombs: Mapping[str, int]
    dives: frozenset[str]
    """Aircraft whose bombs fall straight ahead."""
    weapons: Mapping[str, Weapon]
    materiel: Mapping[str, Mapping[int, str]]
    air_effects: Mapping[str, Mapping[int, str]]
    morale: Mapping[str, Mapping[int, str]]
    tasks: Mapping[str, Task]
    diagram: Mapping[int, str]
    """By number: the steps of the fan, straight ahead or 60 degrees to a side (3.13)."""
    dive_hex: int
    strafe_hex: int
    scatter: Mapping[int, str]
    survive_open: int
    survive_cover: int
    bridge: str
    village: tuple[str, ...]
    goal: str
    """The only hex that decides; empty: the bridge and the village do."""
    quality: Mapping[str, int] = by_entry("quality")
    quarters: Mapping[str, int] = by_entry("materiel_modifiers")
    room: Mapping[str, int] = by_entry("room")
    commander_moves: int = charted("commander", "move")
    commander_dice: int = charted("commander", "fire")
    commander_morale: int = charted("commander", "morale")
    road_moves: int = charted("movement_limits", "road")
    uphill_cap: int = charted("movement_limits", "uphill")
    rough_cap: int = charted("movement_limits", "afv_rough")
    night_country: int = charted("night", "country")
    night_road: int = charted("night", "road")
    night_range: int = charted("night", "range")
    straight_single: int = charted("flight", "single")
    straight_multi: int = charted("flight", "multi")
    hits_still: int = charted("to_hit", "stationary")
    hits_moved: int = charted("to_hit", "moved")
    hits_air: int = charted("to_hit", "aircraft")
    hits_mines: int = charted("to_hit", "mines")
    mine_dice: int = charted("stores", "mine_dice")
    loads: int = charted("stores", "bomb_loads")
    afv_melee: int = charted("close_combat", "afv_dice")
    hits_melee: int = charted("close_combat", "hit")
    withdraws: int = charted("close_combat", "withdraws")
    blow_needs: int = charted("demolition", "needs")
    gliders_crash: int = charted("landings", "gliders_crash")
    recon_air_adds: int = charted("reconnaissance", "aircraft")
    front_up_to: int = charted("sight", "front")
    rear_from: int = charted("sight", "rear")
    space: int = charted("room", "hex")
    last_turn: int = charted("victory", "turns")
    village_hexes: int = charted("victory", "village_hexes")

    def on_map(self, place: str) -> bool:
        return place in self.ground

    def distance(self, one: str, other: str) -> int:
        """The distance of two hexes; `AWAY` if one of them is not on the map."""
        return self.apart.get(one, {}).get(other, AWAY)

    def beside(self, hex_id: str, way: str) -> str:
        """The hex beside one in a direction; empty if it is off the map."""
        return self.ways.get(hex_id, {}).get(way, "")

    def towards(self, one: str, other: str) -> str | None:
        """The direction of a neighbour; ``None`` if they do not touch."""
        return next((way for way, there in self.ways[one].items() if there == other), None)

    def angle(self, at: str, facing: str, other: str) -> float:
        from generator.geography.sight import angle

        return angle(self.grid, at, facing, other)

    def kind_of(self, unit: str) -> Kind:
        """The kind of a unit, or `NO_KIND`."""
        return self.units.get(unit, NO_KIND)

    def side_of(self, unit: str) -> str:
        """The owner of a unit; empty if it is unknown."""
        return self.kind_of(unit).side

    def row_of(self, unit: Unit) -> str:
        """The present movement row of a unit; a limbered gun moves as its tow (RFD-22)."""
        kind = self.kind_of(unit.id)
        return kind.tow if kind.tow and unit.limbered else kind.row

    def is_ground(self, unit: Unit) -> bool:
        """Whether it is on the ground: all but aircraft, and gliders that have not landed."""
        kind = self.kind_of(unit.id)
        return kind.target != AIRCRAFT or (kind.kind == "glider" and bool(unit.landed))

    def is_afv(self, unit: str) -> bool:
        return bool(self.kind_of(unit).tank_gun)

    def has_facing(self, unit: str) -> bool:
        """Whether it has a facing: guns and vehicles do, men do not (RFD-6)."""
        return self.kind_of(unit).target in (MATERIEL, AIRCRAFT)

    def is_mounted(self, unit: str) -> bool:
        kind = self.kind_of(unit)
        return kind.target == PERSONNEL and kind.room in MOUNTED

    def is_transport(self, unit: Unit) -> bool:
        """Whether it is transport, or a gun behind its tow (RF-4.12)."""
        kind = self.kind_of(unit.id)
        return kind.kind == "transport" or bool(kind.tow and unit.limbered)

    def may_ride(self, unit: str) -> bool:
        """Whether motor transport carries it (RF-1.15)."""
        return self.kind_of(unit).kind in RIDERS

    def quality_adds(self, unit: str) -> int:
        return self.quality.get(self.kind_of(unit).quality, 0)


RIDERS = ("infantry", "engineer", "observer", "commander")
MOUNTED = ("horseman", "motorcycle")
COLUMNS = {
    "none": st.NOTHING,
    **dict.fromkeys(("crew_hit", "occupants_hit"), st.CREW_HIT),
    "destroyed": st.DESTROYED,
    **dict.fromkeys(("destroyed_and_crew_hit", "destroyed_and_occupants_hit"), st.BOTH),
    "driven_off": st.DRIVEN_OFF,
    "down": st.DOWN,
}
"""By word of the charts of effects: the name of the outcome."""


def tables_of(game: Game, sequence: SequenceOfPlay) -> Tables:
    """Build the tables. Raises KeyError if the definition lacks a value that the rules need."""
    scenario = game.scenario()
    placed = {piece for one in scenario.placements for piece in one.pieces}
    groups = {one: row for one, row in rows_of(game, "groups").items() if f"card_{one}" in placed}
    numbers = numbers_of(Tables, game)
    units = (one for one in game.counters if one.kind in KINDS and one.side)
    packs = [one.values for one in game.counters if one.kind == "pack_card"]
    flights = rows_of(game, "aircraft")
    return Tables(
        **{**numbers, "last_turn": int(str(scenario.values.get("turns", numbers["last_turn"])))},
        **_battlefield(game),
        game=game,
        sequence=sequence,
        units={one.id: _unit(one) for one in units},
        groups={one: listed(row["units"]) for one, row in groups.items()},
        sides={one: row["side"] for one, row in groups.items()},
        suits=tuple(dict.fromkeys(str(one["suit"]) for one in packs)),
        black=frozenset(str(one["suit"]) for one in packs if one["black"]),
        night=bool(scenario.values.get("night")),
        goal=str(scenario.values.get("goal", "")),
        movement={
            row: move if isinstance(move, int) else 0
            for row, move in column_of(game, "movement", "move").items()
        },
        aircraft={one: (cells["hexes"], cells["turns"]) for one, cells in flights.items()},
        bombs={
            one: cells["load"] for one, cells in flights.items() if cells["aim"] in ("fan", "ahead")
        },
        dives=frozenset(one for one, cells in flights.items() if cells["aim"] == "ahead"),
        weapons=_weapons(game),
        materiel=_told(game, "materiel", COLUMNS),
        air_effects=_told(game, "air_effects", COLUMNS),
        morale={
            one.id: {die: str(told) for die, told in faces_of(game, "morale", one.id)}
            for one in game.table("morale").columns
        },
        tasks={
            one: Task(cells["man_turns"], listed(cells["who"]))
            for one, cells in rows_of(game, "tasks").items()
        },
        scatter=dict(faces_of(game, "scatter", "way")),
        survive_open=_least(game, "open"),
        survive_cover=_least(game, "cover"),
        bridge=str(game.values("victory").value("bridge")),
    )


def _battlefield(game: Game) -> dict[str, Any]:
    """The tables of the map: its hexes, the ways between them, and how its hexes are counted."""
    from generator.definition.sighting import sight_of
    from generator.geography.grid import DIRECTIONS, HexGrid, hex_distance
    from generator.geography.ground import ground_of
    from generator.geography.layout import grid_of

    board = game.map("battlefield")
    grid, ground = grid_of(board), ground_of(board)
    assert isinstance(grid, HexGrid) and ground is not None and board.terrain is not None
    ways = {
        one: {
            way: there
            for way in DIRECTIONS[grid.orientation]
            if (there := grid.neighbour(one, way)) is not None
        }
        for one in grid.cells
    }
    features = {one.id: tuple(one.hexes) for one in board.features}
    fan = column_of(game, "fan", "left" if grid.orientation == "flat" else "right")
    falls = {str(steps): int(one) for one, steps in fan.items()}
    return {
        "grid": grid,
        "sight": sight_of(game),
        "ground": {
            one: Hex(
                ground.level(one),
                ground.kinds[one] == "wood",
                ground.kinds[one] == "village",
                ground.kinds[one] in ("water", "crossing"),
                ground.kinds[one] == "crossing",
            )
            for one in grid.cells
        },
        "near": {one: tuple(beside.values()) for one, beside in ways.items()},
        "ways": ways,
        "roads": {
            one: frozenset(there for there in beside.values() if ground.joined(one, there))
            for one, beside in ways.items()
        },
        "apart": {
            one: {other: hex_distance(here, there) for other, there in grid.cells.items()}
            for one, here in grid.cells.items()
        },
        "entry": {SOVIET: features["west_edge"], GERMAN: features["east_edge"]},
        "inwards": {SOVIET: "SE", GERMAN: "NW"},
        "facings": tuple(DIRECTIONS[grid.orientation]),
        "diagram": {int(one): str(steps) for one, steps in fan.items()},
        "dive_hex": falls["f"],
        "strafe_hex": falls["ff"],
        "village": features["village"],
    }


def _least(game: Game, column: str) -> int:
    """The lowest die with which a man who is hit fights on."""
    return min(die for die, told in faces_of(game, "personnel", column) if told == "wounded")


def _told(game: Game, table: str, words: Mapping[str, str]) -> dict[str, dict[int, str]]:
    """By column: the result for each sum of two dice; sums beyond the rows count as the last."""
    found = game.table(table)
    return {
        one.id: {sum_: words[str(found.lookup(sum_, one.id))] for sum_ in range(2, 13)}
        for one in found.columns
    }


def _weapons(game: Game) -> dict[str, Weapon]:
    """The weapons, and anti-aircraft guns with their values against ground targets (RF-5.12)."""
    found = {}
    for one, row in rows_of(game, "weapons").items():
        heavy = row["at"] == MATERIEL
        artillery = heavy and row["per"] == "crew figure"
        found[one] = Weapon(row["range"], row["dice"], heavy, 0, artillery, bool(row["unseen"]))
    for one, row in rows_of(game, "anti_aircraft").items():
        on_ground = found[row["ground"]]
        found[one] = replace(on_ground, dice=row["dice"], air_range=row["range"], indirect=False)
    return found


def _unit(counter: Any) -> Kind:
    said = {name: value for name, value in counter.values.items() if value not in ("", None)}
    kind, variant = KINDS[counter.kind], str(said.get("variant", ""))
    weapon, hit = str(said.get("weapon", "")), str(said.get("hit", ""))
    row, vehicles, gun, tank_gun = kind, 0, "", ""
    room = {"cavalry": "horseman", "motor_transport": "motorcycle"}.get(
        ROWS.get(variant, ""), "man"
    )
    men = tuple(str(said.get("arms", "")).split())
    if kind == "recon":
        row = ROWS.get(variant, "motor_transport" if said.get("motor") else "infantry")
        room = "horseman" if row == "cavalry" else room
    elif kind == "cavalry":
        room = "horseman"
    if kind == ARTILLERY:
        row = "light_gun" if said.get("move") == 1 else "big_gun"
        men, room, gun, vehicles = ("crew",) * int(said["crew"]), "gun", weapon, 1
    elif weapon:
        row, tank_gun, vehicles = str(said["afv"]), weapon, int(said.get("vehicles", 1))
        room = "light" if row == "light_afv" else "afv"
    elif kind in ("transport", "aircraft", "glider") or hit:
        vehicles, room = 1, "light"
        if kind == "transport":
            row = "motor_transport" if said.get("motor") else "horse_transport"
        elif kind != "recon":
            row = str(said.get("role", "transport"))
    elif not men:
        men = ("rider" if kind == "recon" else kind,) * int(said.get("figures", 1))
    towed = "horse_transport" if said.get("towed") == "horse_drawn" else "motor_transport"
    flies = kind in ("aircraft", "glider")
    return Kind(
        id=counter.id,
        side=str(counter.side),
        group=str(said.get("group", "")),
        kind=kind,
        row=row,
        tow=towed if kind == ARTILLERY else "",
        target=AIRCRAFT if flies else MATERIEL if vehicles else PERSONNEL,
        armour=hit,
        room=room,
        gun=gun,
        tank_gun=tank_gun,
        engines=int(said.get("engines", 1)),
        men=men,
        support=str(said.get("heavy", "")),
        vehicles=vehicles,
        charges=int(said.get("charges", 0)),
        shots=int(said.get("shots", 0)),
        scouts=kind == "recon" or row == "recon_aircraft",
        spots=kind in ("recon", "observer") or row == "recon_aircraft",
        cargo=str(said.get("cargo", "")),
        paratroops=bool(said.get("paratroop")),
        quality=str(said.get("quality", "average")),
    )
