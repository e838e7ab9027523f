"""The tables that the cases use: every number comes from the YAML files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.light import dataclass
from validator.hidden.ways import FAR as FAR
from validator.hidden.ways import Routes, closed_sides, routes_of
from validator.rules.charts import by_row, charted, column_of, faces_of, numbers_of
from validator.rules.sequence import SequenceOfPlay

if TYPE_CHECKING:
    from generator.definition.schema import Game

OCEANS = "oceans"
JOKER_CARD = "joker"
RED = "red"
BLACK = "black"
CARD_KINDS = ("card", "cruiser_card")
SUNK = "sunk"
LOSSES = frozenset(("lost", "captured", SUNK))
"""Results of the gun range table that lose a cargo ship."""


@dataclass(frozen=True, slots=True)
class Cargo:
    """The value of a cargo ship in victory points."""

    stars: int
    bonus: int
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Port:
    """The port of an O/D marker."""

    hex: str
    group: int


@dataclass(frozen=True, eq=False, repr=False)
class Tables(Routes):
    """Everything the cases look up; the ways are those of the sea hexes with a number."""

    game: Game
    sequence: SequenceOfPlay
    closed: frozenset[frozenset[str]]
    """Pairs of hexes whose common side is closed."""

    ships: Mapping[str, Cargo]
    """Cargo ships and ghosts by the id of the counter."""
    ports: Mapping[str, Port]
    """O/D markers by the id of the counter."""
    port_at: Mapping[str, str]
    """Hex to the O/D marker of the port there."""
    markers: tuple[str, ...]
    """Map markers C1 to C6 by id."""
    marker_faces: tuple[str, ...]
    """The colours of a map marker."""
    cruisers: tuple[str, ...]
    cards: Mapping[str, str]
    """Activation cards to their colour: red, black, or joker."""
    cruiser_cards: Mapping[str, str]
    every_card: frozenset[str]

    last_turn: int
    entry: str

    raiders_modifiers: frozenset[str]
    """The modifiers that Atlantis may use; the others are the cruisers'."""
    disguises: tuple[str, ...]
    """Disguise boxes from left to right."""
    uboats: tuple[str, ...]
    uboat_wear: Mapping[str, Mapping[int, str]]
    """State of a box to die to its new state."""
    acv_lost_on: frozenset[int]
    """Dice of the gun range table that lose a cargo ship."""
    cargo_paid_on: frozenset[int]
    """Dice of the gun range table that pay for secret cargo: it is lost only with a ship that is
    sunk (DU-12)."""
    atlantis_sunk_on: frozenset[int]

    morale: tuple[str, ...]
    """Levels from best to worst."""

    # Numbers of the charts.
    modifiers: Mapping[str, int] = by_row("modifiers", "value")
    """Modifier word to what it adds to the die."""
    worn_by_failing: Mapping[str, str] = by_row("disguise_wear", "fail")
    """State of a disguise's box to its new one."""
    worn_by_a_scrape: Mapping[str, str] = by_row("disguise_wear", "scrape")
    worn_by_a_six: Mapping[str, str] = by_row("disguise_wear", "six")
    morale_modifier: Mapping[str, int] = by_row("morale", "modifier")
    in_a_row: int = charted("activation", "most_in_a_row")
    at_least: int = charted("activation")
    sets_a_card: int = charted("activation", "sets")
    hexes_a_card: int = charted("movement", "hexes")
    most_markers: int = charted("movement", "markers")
    escorts_at_start: int = charted("movement")
    entry_within: int = charted("movement")
    atlantis_finds_on: int = charted("search", "atlantis")
    cruiser_finds_on: int = charted("search", "cruiser")
    acv_finds_on: int = charted("search", "acv")
    fails_on: int = charted("search")
    most_modifiers: int = charted("search")
    uboat_gain: int = charted("morale_check", "uboat")
    recycle_needs: int = charted("recycle", "needs")
    recycle_more: int = charted("recycle", "more_per_roll")
    morale_pass: int = charted("morale_check", "pass_at_most")
    morale_dice: int = charted("morale_check", "dice")
    morale_lost: int = charted("morale_check", "lost")
    morale_rest: int = charted("morale_check", "rest")
    grey_every: int = charted("sheet")
    win_at_least: int = charted("victory")
    lose_at_most: int = charted("victory")
    points_sunk: int = charted("victory", "sunk")
    points_exit: int = charted("victory", "exit")
    points_ghost_exit: int = charted("victory", "ghost_exit")
    points_start: int = charted("victory", "start")
    points_least: int = charted("victory", "least")

    def grey(self, column: int) -> bool:
        """Whether a column of the German's sheet is grey."""
        return column > 0 and column % self.grey_every == 0

    @property
    def entry_hexes(self) -> frozenset[str]:
        """Where a cruiser that escorts nobody may start."""
        return frozenset(self.within(self.entry, self.entry_within))

    def box_of(self, word: str) -> str:
        """The name on the map of a disguise's or aircraft's box: ``Soviet``."""
        return word.capitalize()


def tables_of(game: Game, sequence: SequenceOfPlay) -> Tables:
    """Build the tables. Raises KeyError if the definition lacks a value that the rules need."""
    board = game.map(OCEANS)
    ports = _ports(game)
    marker = next(one for one in game.counters if one.kind == "ACVM")
    places = column_of(game, "disguises", "position")
    guns = {column: faces_of(game, "gun_range", column) for column in ("acv", "atlantis")}
    marks = [counter.id for counter in game.counters if counter.id.startswith("mark_uboat")]
    return Tables(
        **routes_of(board, marker.facings, [port.hex for port in ports.values()]),
        **numbers_of(Tables, game),
        game=game,
        sequence=sequence,
        closed=closed_sides(board),
        ships=_ships(game),
        ports=ports,
        port_at={port.hex: od for od, port in ports.items()},
        markers=_of_kind(game, "ACVM"),
        marker_faces=tuple(face.id for face in marker.faces),
        cruisers=_of_kind(game, "CA"),
        cards=_cards(game, CARD_KINDS[0]),
        cruiser_cards=_cards(game, CARD_KINDS[1]),
        every_card=frozenset(one.id for one in game.counters if one.kind in CARD_KINDS),
        last_turn=game.turns.last or 0,
        entry=str(game.values("movement").value("entry")),
        raiders_modifiers=frozenset(
            one for one, who in column_of(game, "modifiers", "who").items() if who == "atlantis"
        ),
        disguises=tuple(sorted(places, key=places.__getitem__)),
        uboats=tuple(one.removeprefix("mark_") for one in marks),
        uboat_wear={one: dict(faces_of(game, "uboat", one)) for one in ("intact", "slashed")},
        acv_lost_on=frozenset(die for die, what in guns["acv"] if what in LOSSES),
        cargo_paid_on=frozenset(die for die, what in guns["acv"] if what in LOSSES - {SUNK}),
        atlantis_sunk_on=frozenset(die for die, what in guns["atlantis"] if what == SUNK),
        morale=tuple(column_of(game, "morale", "modifier")),
    )


def _of_kind(game: Game, kind: str) -> tuple[str, ...]:
    return tuple(counter.id for counter in game.counters if counter.kind == kind)


def _ships(game: Game) -> dict[str, Cargo]:
    stars, bonus = (column_of(game, "ships", column) for column in ("stars", "bonus"))
    ghosts = {one: Cargo(stars["ghost"], bonus["ghost"], True) for one in _of_kind(game, "ghost")}
    return {**{one: Cargo(stars[one], bonus[one]) for one in _of_kind(game, "ACV")}, **ghosts}


def _ports(game: Game) -> dict[str, Port]:
    group = column_of(game, "od", "group")
    return {f"od_{od}": Port(at, group[od]) for od, at in column_of(game, "od", "hex").items()}


def _cards(game: Game, kind: str) -> dict[str, str]:
    return {one.id: str(one.values["colour"]) for one in game.counters if one.kind == kind}
