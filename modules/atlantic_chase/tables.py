"""The tables that the cases use: every number comes from the YAML files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.light import dataclass
from validator.rules.charts import by_row, charted, column_of, faces_of, listed, number, numbers_of
from validator.rules.sequence import SequenceOfPlay

from .state import BRITISH, GERMAN

if TYPE_CHECKING:
    from generator.definition.schema import Game

SPEEDS = {"vs": "very_slow", "s": "slow", "m": "medium", "f": "fast"}
"""Speed letters and the words for them, the slowest first (AC-6.4)."""
VERY_SLOW, SLOW, MEDIUM, FAST = ORDERED = tuple(SPEEDS.values())
PRINTED = ("printed", "inferred")
"""Cells whose value the rule book gives; others are reconstructed."""
SHIPS = ("ship", "destroyers", "convoy", "battery")
"""Kinds of counters that are in the boxes of task forces and fight."""
STEALTH = ("uboat", "submarine", "mines")
OWNED = (*SHIPS, *STEALTH, "group")
CONVOY, DESTROYERS, CARRIER, BATTERY = "Convoy", "DD", "CV", "Battery"
NONE = "none"
OPERATIONS = "operations"
"""The map of the open sea; a scenario may play on an inset instead (AC-1.3)."""
Cell = tuple[tuple[str, ...], bool]
"""The results of a table's cell, and whether the rule book has them."""


@dataclass(frozen=True, slots=True)
class Side:
    """The values of a ship on one side of its marker."""

    near: int | None
    """Gun value at Point Blank and Short; ``None``: it cannot fire."""
    far: int | None
    """Gun value at Long and Extreme."""
    defence: int
    """The Hits that damage it, or destroy it if it is damaged; 0 if it cannot be damaged."""
    speed: str
    torpedo: bool


@dataclass(frozen=True, slots=True)
class ShipType:
    """A ship as its marker gives it."""

    id: str
    name: str
    side: str
    kind: str
    front: Side
    damaged: Side


NO_TYPE = ShipType(
    "", "", "", "", Side(None, None, 0, FAST, False), Side(None, None, 0, FAST, False)
)
"""Stands for a ship that is not in the game."""


@dataclass(frozen=True, slots=True)
class Port:
    """A port: its hexes, its Port Box, who owns it in this scenario."""

    name: str
    hexes: tuple[str, ...]
    box: str
    """Empty: it has none."""
    side: str
    """`GERMAN`, `BRITISH`, or ``neutral``."""


@dataclass(frozen=True, slots=True)
class Airbase:
    name: str
    hex: str
    side: str


@dataclass(frozen=True, eq=False, repr=False)
class Tables:
    """Everything the cases look up."""

    game: Game
    sequence: SequenceOfPlay
    near: Mapping[str, Mapping[str, frozenset[str]]]
    """By side: the hexes that are adjacent to one for its Trajectories (AC-4.8, AC-4.9)."""
    air: Mapping[str, Mapping[str, int]]
    """Plain hexes between two hexes at most `air_range` apart (AC-4.10)."""
    arctic: frozenset[str]
    uboat_zone: frozenset[str]
    ports: Mapping[str, Port]
    port_at: Mapping[str, tuple[Port, ...]]
    box_ports: Mapping[str, tuple[Port, ...]]
    airbases: Mapping[str, Airbase]
    """The airbases in play in the scenario's year (AC-8.14)."""
    base_at: Mapping[str, tuple[Airbase, ...]]
    ships: Mapping[str, ShipType]
    owners: Mapping[str, str]
    """The side of everything that belongs to one."""
    forces: Mapping[str, str]
    """Every task force that the scenario allows, and its side."""
    stealth: Mapping[str, tuple[str, str]]
    """Stealth force to its kind and side."""
    leaders: Mapping[str, tuple[str, str]]
    """Leader to side and benefit."""
    groups: Mapping[str, str]
    """Reinforcement group to its side."""
    scenario: Mapping[str, Any]
    """The scenario's own rules (AC-1.2)."""

    contact: Mapping[str, int]
    """What a Contact marker adds, by the target's speed."""

    rounds: Mapping[str, int]
    """Rounds of a Battle: ``good``, ``bad``, ``limited``."""
    ranges: Mapping[tuple[str, str], str]
    """The range between two zones as their owners see them: ``own_far`` to ``enemy_near``."""
    gun_dice: Mapping[str, tuple[int, str, str]]
    """By range: how many dice, which of them count, which gun value."""
    fire: Mapping[str, Mapping[str, int]]
    """Modifiers of ``gunnery`` and of ``torpedo``."""

    slip_signals: frozenset[int]
    """In solitaire play: the faces of the die at which the opponent signals on a Slip."""
    lapse_good: Mapping[str, int] = by_row("time_lapse", "good")
    """The segments that a Time Lapse removes in Good Weather, by speed."""
    intel_limit: Mapping[str, int] = by_row("time_lapse", "intel_limit")
    air_active: Mapping[str, int] = by_row("air_support", "active")
    """What Air Support adds for the Active player, by hexes."""
    air_target: Mapping[str, int] = by_row("air_support", "target")
    coordination: Mapping[str, int] = by_row("coordination", "active")
    """What coordination adds for the Active player: ``good``, ``bad``, ``walker``."""
    coordination_target: Mapping[str, int] = by_row("coordination", "target")
    evasion: Mapping[str, int] = by_row("evasive_maneuvers", "action")
    """What Evasive Maneuvers subtract from an action's dice, by weather."""
    effort: Mapping[str, int] = by_row("evasive_maneuvers", "initiative")
    """What they add to a roll for the Initiative, by weather."""
    sunk_points: Mapping[str, int] = by_row("victory", "sunk")
    """Points for a ship that is lost, by its class."""
    damaged_points: Mapping[str, int] = by_row("victory", "damaged")
    """... that is damaged at the end."""
    french_port: Mapping[str, int] = by_row("victory", "french_port")
    """... that completes in a French port, for the German."""
    elsewhere: Mapping[str, int] = by_row("victory", "elsewhere")
    torpedo_needs: int = charted("torpedo", "needs")
    torpedo_hits: int = charted("torpedo", "hits")
    break_needs: int = charted("break_away", "needs")
    break_all_far: int = charted("break_away", "all_far")
    break_slowest: int = charted("break_away", "slowest")
    break_enemy_near: int = charted("break_away", "enemy_near")
    segments: int = charted("initiative", "most_segments")
    completion: int = charted("initiative", "completion_segments")
    shadow: int = charted("initiative", "shadow_segments")
    air_range: int = charted("initiative")
    seize_needs: int = charted("initiative")
    reinforcement_needs: int = charted("initiative")
    in_uboat_zone: int = charted("stealth_modifiers", "uboat_zone")
    on_dispersed: int = charted("stealth_modifiers", "dispersed_convoy")
    convoy_hit: int = charted("scenario_points")
    convoy_completes: int = charted("scenario_points")
    last_change: int = charted("scenario_points", "changes")
    dd_hits: int = charted("scenario_points")

    def on_map(self, place: str) -> bool:
        """Whether it is a hex that can be entered (AC-4.2)."""
        return place in self.air

    def touch(self, side: str, here: str, there: str) -> bool:
        """Whether two hexes are adjacent for a side's Trajectories."""
        return there in self.near[side].get(here, ())

    def flight(self, launch: str, target: str) -> int | None:
        """The number of hexes from a Launch Point to a target; ``None`` if it is too far, or either
        is no hex."""
        return self.air.get(launch, {}).get(target)

    def ports_of(self, hex_id: str, side: str) -> tuple[Port, ...]:
        """The ports in a hex that belong to a side."""
        return tuple(one for one in self.port_at.get(hex_id, ()) if one.side == side)

    def bases_of(self, hex_id: str, side: str) -> tuple[Airbase, ...]:
        """The airbases in play in a hex that belong to a side."""
        return tuple(one for one in self.base_at.get(hex_id, ()) if one.side == side)

    def boxed(self, box: str, side: str) -> tuple[Port, ...]:
        """The ports of a side to which a Port Box belongs."""
        return tuple(one for one in self.box_ports.get(box, ()) if one.side == side)

    def side_of(self, name: str) -> str:
        """The owner of a task force, Stealth force, ship, group or airbase; empty if nobody owns
        it."""
        return self.owners.get(name, "")

    def cell(self, table: str, dice: int, total: int) -> Cell:
        """The results of an action's table for modified dice and a Trajectory Total."""
        found = self.game.table(table)
        column = found.column_at(total)
        first, last = found.rows[0], found.rows[-1]
        row = next(
            (one for one in found.rows if one.rolls and one.rolls[0] <= dice <= one.rolls[1]),
            first if first.rolls and dice < first.rolls[0] else last,
        )
        cell = row.cells[column]
        return listed(cell.value), cell.status in PRINTED

    def gun_hits(self, total: int) -> int:
        """The Hits that modified dice of gunnery score (AC-57.3)."""
        return int(self.told("gunnery", total, "hits"))

    def told(self, table: str, total: int, column: str) -> str:
        """The result of a dice table; totals beyond its rows count as the first or the last."""
        found = self.game.table(table)
        rolls = [one.rolls for one in found.rows if one.rolls is not None]
        return str(found.lookup(min(max(total, rolls[0][0]), rolls[-1][1]), column))

    def interruption(self, dice: int, markers: int) -> str:
        """The result of a check for Interruption, with this number of Intel markers."""
        table = self.game.table("interruption")
        return self.told("interruption", dice, table.column_at(markers))

    def weather_after(self, weather: str, die: int) -> str:
        """The weather after a Weather Check."""
        told = self.told("weather", die, weather).lower()
        return weather if told == "same" else told


def tables_of(game: Game, sequence: SequenceOfPlay) -> Tables:
    """Build the tables. Raises KeyError if the definition lacks a value that the rules need."""
    scenario = dict(game.scenario().values)
    board = game.map(str(scenario.get("map", OPERATIONS)))
    stations = (one for one in game.counters if one.kind == "station")
    ports, airbases = _ports(game, board.id, scenario), _airbases(game, board, scenario)
    forces = {str(one.values["tf"]): str(one.side) for one in stations}
    near, air = _ways(board, number(game, "initiative", "air_range"))
    return Tables(
        **numbers_of(Tables, game),
        game=game,
        sequence=sequence,
        near=near,
        air=air,
        arctic=frozenset(_marked(board, "AC-4.3")),
        uboat_zone=frozenset(_marked(board, "AC-4.4")),
        ports=ports,
        port_at=_by(ports.values(), lambda one: one.hexes),
        box_ports=_by(ports.values(), lambda one: (one.box,) if one.box else ()),
        airbases=airbases,
        base_at=_by(airbases.values(), lambda one: (one.hex,)),
        ships={one.id: _ship(one) for one in game.counters if one.kind in SHIPS},
        owners={
            **{one.name: one.side for one in airbases.values()},
            **{one.id: str(one.side) for one in game.counters if one.kind in OWNED},
            **forces,
        },
        forces=forces,
        stealth={one.id: (one.kind, str(one.side)) for one in game.counters if one.kind in STEALTH},
        leaders={
            one: (str(side), str(column_of(game, "leaders", "benefit")[one]))
            for one, side in column_of(game, "leaders", "side").items()
        },
        groups={one.id: str(one.side) for one in game.counters if one.kind == "group"},
        scenario=scenario,
        contact={one: number(game, "contact", one) for one in ORDERED},
        slip_signals=frozenset(
            die for die, what in faces_of(game, "slip", "choice") if what == "SIGNALS"
        ),
        rounds={one.id: int(str(one.value)) for one in game.values("battle_rounds").entries},
        ranges={
            (row.id, column): str(cell.value)
            for row in game.table("range").rows
            for column, cell in row.cells.items()
        },
        gun_dice={
            row.id: (
                int(str(row.cells["dice"].value)[0]),
                str(row.cells["keep"].value),
                str(row.cells["value"].value),
            )
            for row in game.table("gunnery_dice").rows
        },
        fire={
            one: {
                row: value
                for row, value in column_of(game, "battle_modifiers", one).items()
                if isinstance(value, int)
            }
            for one in ("gunnery", "torpedo")
        },
    )


def _by(things: Any, keys: Any) -> dict[str, tuple[Any, ...]]:
    found: dict[str, tuple[Any, ...]] = {}
    for one in things:
        for key in keys(one):
            found[key] = (*found.get(key, ()), one)
    return found


def _ways(board: Any, reach: int) -> tuple[dict[str, Any], dict[str, dict[str, int]]]:
    """The adjacent hexes for each side, and the ranges of aircraft."""
    from generator.geography.grid import HexGrid
    from generator.geography.layout import grid_of

    grid = grid_of(board)
    assert isinstance(grid, HexGrid)
    touching = {here: frozenset(grid.adjacency.neighbours(here)) for here in grid.cells}
    german = dict(touching)
    canal = _marked(board, "AC-4.8")
    for here, there in zip(canal, canal[::-1], strict=True):
        german[here] |= {there}
    air = {
        here: {there: grid.distance(here, there) for there in grid.within(here, reach)}
        for here in grid.cells
    }
    return {GERMAN: german, BRITISH: touching}, air


def _marked(board: Any, case: str) -> tuple[str, ...]:
    """The hexes of a map that the features for a case mark."""
    return tuple(one for feature in board.features if feature.case == case for one in feature.hexes)


def _ports(game: Game, board: str, scenario: Mapping[str, Any]) -> dict[str, Port]:
    """The ports by name, with their hexes on the board that is played; a scenario may give a port
    to another side than the chart does."""
    boxes = {row.name: str(row.cells["box"].value) for row in game.table("ports").rows}
    inset = board != OPERATIONS
    found = {}
    for row in game.table("inset_ports" if inset else "ports").rows:
        cells = {name: cell.value for name, cell in row.cells.items()}
        hexes = listed(cells[board if inset else "hexes"])
        box, side = boxes.get(row.name, NONE), scenario.get(f"port {row.name}", cells["side"])
        if NONE not in (*hexes, side):
            found[row.name] = Port(row.name, hexes, "" if box == NONE else box, str(side))
    return found


def _airbases(game: Game, board: Any, scenario: Mapping[str, Any]) -> dict[str, Airbase]:
    drawn, found = _marked(board, "AC-8.14"), {}
    for row in game.table("airbases").rows:
        if board.id == OPERATIONS:
            hex_id = str(row.cells["hex"].value)
        else:
            places = {one.id: one.cells[board.id].value for one in game.table("inset_ports").rows}
            hex_id = listed(places.get(row.id, NONE))[0]
        if hex_id in drawn and int(str(row.cells["year"].value)) <= int(scenario["year"]):
            found[row.name] = Airbase(row.name, hex_id, str(row.cells["side"].value))
    return found


def _ship(counter: Any) -> ShipType:
    values = counter.values

    def gun(name: str) -> int | None:
        value = values.get(name, "na")
        return None if value == "na" else int(value)

    def side(prefix: str, torpedo: bool) -> Side:
        names = (f"{prefix}{one}" for one in ("near", "far", "defence", "speed"))
        near, far, defence, speed = names
        pace = SPEEDS.get(str(values[speed]), VERY_SLOW)
        return Side(gun(near), gun(far), int(values.get(defence, 0)), pace, torpedo)

    front = side("", bool(values.get("torpedo", False)))
    kind, damaged = str(values["class"]), side("damaged_", False)
    return ShipType(counter.id, counter.name, str(counter.side), kind, front, damaged)
