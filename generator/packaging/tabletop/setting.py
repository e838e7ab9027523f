"""A game about to be laid on a table of Tabletop Simulator: what its saves have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from generator.light import dataclass
from generator.packaging.scene import Piece, Scene
from generator.packaging.tabletop.layout import Table, lay_out
from generator.packaging.tabletop.pieces import Shown, tile_shape
from generator.packaging.tabletop.words import cards
from generator.packaging.vassal.module import MARKERS
from generator.tabletop_simulator.objects import GAME_MASTER, SIDES, Sheet, TileShape

if TYPE_CHECKING:
    from generator.definition.schema import Scenario
    from generator.packaging.tabletop.album import Album
    from generator.tabletop_simulator.calibration import Calibration


MOST_DICE = 20
"""Dice of a kind on the table, at most; what a button rolls beyond them the recorder throws."""


TRAY = 1.5
"""Width of a bag of spare counters, units."""


@dataclass(frozen=True)
class Setting:
    """What the saves of a game have in common."""

    scene: Scene
    seats: dict[str, str]
    """Side of each seat's colour."""
    album: Album
    url: Callable[[str], str]
    """Where a file of the album is found."""
    known: Calibration

    @cached_property
    def players(self) -> list[str]:
        """The sides that sit at the table."""
        return [side for seat, side in self.seats.items() if seat != GAME_MASTER]

    @cached_property
    def table(self) -> Table:
        """Where everything lies."""
        known, game = self.known, self.scene.game
        dice = [(known.die_side, known.die_side)] * len(dice_of(self.scene))
        words = [
            [(known.notecard_width, known.notecard_height)]
            * len(cards(game, scenario, known.notecard_letters))
            + [(TRAY, TRAY)] * len(trays_of(self.scene, scenario))
            for scenario in game.scenarios
        ]
        return lay_out(self.scene, self.players, known, [dice, *words])

    @cached_property
    def shown(self) -> Shown:
        """How the pieces look."""
        sheets = [
            Sheet(
                number,
                self.url(atlas.front),
                self.url(atlas.back),
                atlas.columns,
                atlas.rows,
                unique_backs=atlas.unique_backs,
            )
            for number, atlas in enumerate(self.album.atlases, start=1)
        ]
        return Shown(
            lambda picture: self.url(self.album.counters[picture]),
            {
                card: tuple((sheets[sheet], place) for sheet, place in places)
                for card, places in self.album.cards.items()
            },
        )


def dice_of(scene: Scene) -> list[tuple[int, int]]:
    """(sides, number from 1) of each die: for each number of sides as many as one button rolls, as
    far as the game has such dice."""
    wanted: dict[int, int] = {}
    for button in scene.game.dice:
        if button.sides in SIDES:
            count = max(wanted.get(button.sides, 0), button.count)
            wanted[button.sides] = min(count, MOST_DICE)
    return [(sides, n) for sides, count in sorted(wanted.items()) for n in range(1, count + 1)]


def trays_of(scene: Scene, scenario: Scenario) -> dict[str, list[Piece]]:
    """The counters that a set-up does not use, as the palette parts them."""
    used = {piece.id for piece, _ in scene.starting(scenario)}
    trays: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.id not in used:
            trays.setdefault(piece.tray or piece.side or MARKERS, []).append(piece)
    return trays


def shortcomings(setting: Setting) -> Iterator[str]:
    """What the table cannot show as the game has it, one line each."""
    known, scene = setting.known, setting.scene
    for button in scene.game.dice:
        what = f"dice button {button.name!r} rolls {button.count}d{button.sides}"
        thrown = "the recorder throws {} by chance and tells everybody"
        if button.sides not in SIDES:
            yield (
                f"{what}: there is no die of {button.sides} sides (accepted: "
                f"{', '.join(map(str, SIDES))}); {thrown.format('them')}"
            )
        elif button.count > MOST_DICE:
            yield f"{what}: {MOST_DICE} dice lie on the table; {thrown.format('the others')}"
    for map_ in scene.maps:
        others = [side for side in map_.owners[1:] if side in setting.players]
        if others:
            yield (
                f"map {map_.name!r}: a hidden zone has one owner, so {map_.owners[0]} sees into it "
                f"and {' and '.join(others)} cannot"
            )
    yield from _in_the_open(setting)
    shapes = [piece for piece in scene.pieces if piece.shape in ("hex", "hex_pointy")]
    round_ones = sum(tile_shape(piece, known) is TileShape.CIRCLE for piece in shapes)
    if round_ones:
        yield (
            f"{round_ones} hexagonal counters lie on round tiles: tiles have one hexagon, with "
            f"{'flat sides' if known.hex_tile_flat else 'corners'} above and below"
        )


def _in_the_open(setting: Setting) -> Iterator[str]:
    """Counters that nobody else sees in VASSAL, and that lie on a board for all here."""
    public = {map_.name for map_ in setting.scene.maps if not map_.owners}
    open_ones = {
        piece_id
        for starts in setting.scene.starts.values()
        for piece_id, start in starts.items()
        if start.hidden and start.map in public and not start.deck
    }
    if open_ones:
        yield (
            f"{len(open_ones)} counters begin unseen on a public map and lie in the open here: "
            f"{', '.join(sorted(open_ones)[:3])}{' ...' if len(open_ones) > 3 else ''}; take them "
            "into the hand first, or give their side a private map"
        )
