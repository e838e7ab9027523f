"""The tables that the cases use: every number comes from the YAML files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.hidden.ways import FAR as FAR
from validator.hidden.ways import Ways, ways_of
from validator.rules.charts import by_die, charted, number, numbers_of, rows_of
from validator.rules.sequence import SequenceOfPlay

from .state import Piece

if TYPE_CHECKING:
    from generator.definition.schema import Game

SEA_MAP = "south_atlantic"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of ship in the chart of ships."""

    id: str
    count: int
    """Pieces of that kind in the game."""
    strength: int
    fires: bool
    """Whether it fires at targets in its own hex."""
    hit_on: int
    """A die at or above this hits it; 7 for a kind nothing can hit."""
    move: int
    points_damaged: int
    points_sunk: int
    pursues: bool


@dataclass(frozen=True, eq=False, repr=False)
class Tables(Ways):
    """Everything the cases look up, with the ways by sea."""

    game: Game
    sequence: SequenceOfPlay
    kinds: Mapping[str, Kind]
    """Of the Royal Navy."""
    units: Mapping[str, str]
    """Royal Navy piece id to kind."""
    supplies: tuple[str, ...]
    """Ids of the supply ships."""

    start_hexes: frozenset[str]
    exits: Mapping[str, frozenset[str]]
    """Ocean to the hexes from which the ship leaves into it."""
    entries: Mapping[str, frozenset[str]]
    """Ocean box to the hexes on which its pieces come on."""
    entry_distance: Mapping[str, Mapping[str, int]]
    """By ocean box and entry hex: the hexes that entering costs."""
    icons: frozenset[str]
    scuttling: frozenset[str]
    cups: Mapping[str, str]
    """Cup to the ocean box it stands in."""
    named: Mapping[str, str]
    """The name of a ship to its id."""
    sea: str
    """Name of the main map."""
    first_box: str
    """The box that holds all pieces before the split."""

    ship_strength: int
    ship_hit_on: int
    ship_move: int
    ship_move_damaged: int
    closed_digit: str

    # Numbers of the charts.
    refuel_bonus: int = charted("movement")
    supply_uses: int = charted("movement")
    pieces_a_turn: int = charted("movement", "pieces")
    extra_dice: int = charted("movement")
    extra_price: int = charted("movement")
    exit_cost: int = charted("movement")
    search_range: int = charted("movement")
    air_dice: int = charted("combat")
    damaged_at: int = charted("combat")
    sunk_at: int = charted("combat")
    icon_points: int = charted("raiding", "troopship_points")
    raid: Mapping[int, int] = by_die("raid", "points")
    """Points by die."""
    loss_sunk: Mapping[int, int] = by_die("loss", "sunk")
    loss_scuttled: Mapping[int, int] = by_die("loss", "scuttled")
    win_at_end: int = charted("victory", "at_the_end")
    win_at_once: int = charted("victory", "at_once")

    @property
    def fastest(self) -> int:
        """Hexes a turn of the fastest kind."""
        return max(kind.move for kind in self.kinds.values())

    def kind_of(self, piece: Piece) -> Kind | None:
        """The kind of a piece; ``None`` if it is unknown, or not a printed one."""
        return self.kinds.get(piece.kind or "")


def tables_of(game: Game, sequence: SequenceOfPlay) -> Tables:
    """Build the tables. Raises KeyError if the definition lacks a value that the rules need."""
    sea = game.map(SEA_MAP)
    ways = ways_of(sea)

    def gates(word: str) -> dict[str, frozenset[str]]:
        return {
            str(feature.leads_to): frozenset(feature.hexes)
            for feature in sea.features
            if feature.id.startswith(f"{word}_") and feature.leads_to
        }

    units = {one.id: one.kind for one in game.counters if one.mask is not None and one.kind}
    entries = gates("entry")
    cost = number(game, "movement", "entry_cost")
    ship = rows_of(game, "ships")["GS"]
    return Tables(
        **numbers_of(Tables, game),
        game=game,
        sequence=sequence,
        neighbours=ways.neighbours,
        distance=ways.distance,
        kinds=_kinds(game, units),
        units=units,
        supplies=tuple(c.id for c in game.counters if "supply" in c.roles),
        start_hexes=frozenset(sea.feature("start").hexes),
        exits=gates("exit"),
        entries=entries,
        entry_distance={
            ocean: {
                there: cost + min(ways.hexes_between(gate, there) for gate in hexes)
                for there in ways.neighbours
            }
            for ocean, hexes in entries.items()
        },
        icons=frozenset(sea.feature("troopship").hexes),
        scuttling=frozenset(sea.feature("scuttling").hexes),
        cups={d.id: d.box for d in sea.decks if d.box and d.box in entries},
        named={c.name: c.id for c in game.counters if c.id in units},
        sea=sea.name,
        first_box=_first_box(game, units),
        **{f"ship_{name}": ship[name] for name in ("strength", "hit_on", "move", "move_damaged")},
        closed_digit=str(game.values("raiding").value("closed_digit")),
    )


def _kinds(game: Game, units: Mapping[str, str]) -> dict[str, Kind]:
    """The rows of the chart of ships of which the Royal Navy has pieces."""
    kinds, pieces = {}, Counter(units.values())
    for kind, row in rows_of(game, "ships").items():
        if kind in pieces:
            said = {"hit_on": 7, **row, "id": kind, "count": pieces[kind], "fires": row["surface"]}
            kinds[kind] = Kind(**{one.name: said[one.name] for one in fields(Kind)})
    return kinds


def _first_box(game: Game, units: Mapping[str, str]) -> str:
    """The box whose cup the set-up fills."""
    sea = game.map(SEA_MAP)
    cups = {deck.id: deck.box for deck in sea.decks if deck.box}
    for placement in game.scenario().placements:
        if placement.at and units.keys() & set(placement.pieces):
            return cups.get(placement.at, placement.at)
    raise KeyError("no placement of the Royal Navy pieces")
