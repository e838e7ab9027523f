"""A set-up as a save of Tabletop Simulator: all that lies on the table, and what stands beside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from generator import __version__
from generator.geography.layout import MM_PER_INCH
from generator.packaging.scene import Deck, Piece, Scene
from generator.packaging.tts_boards import (
    always_shuffled,
    board_tiles,
    hand_zones,
    hidden_zones,
    lying,
    scripting_zones,
    snap_points,
)
from generator.packaging.tts_layout import (
    Area,
    Table,
    beside_the_boards,
    header_boards,
    in_rows,
    lay_out,
)
from generator.packaging.tts_pieces import (
    CARD,
    CARD_TAG,
    Shown,
    card_scale,
    piece_object,
    tile_shape,
)
from generator.packaging.tts_recording import recording_of
from generator.packaging.tts_start import start_digest
from generator.packaging.tts_words import cards, tabs
from generator.packaging.vassal_module import MARKERS
from generator.tabletop_simulator.guids import Guids
from generator.tabletop_simulator.objects import (
    GAME_MASTER,
    SIDES,
    BagOrder,
    Json,
    Place,
    Sheet,
    Thing,
    TileShape,
    bag,
    custom_tile,
    deck,
    die,
    notecard,
)
from generator.tabletop_simulator.recorder import code_digest, header_line, interface, script
from generator.tabletop_simulator.save import Camera, Save

if TYPE_CHECKING:
    from generator.definition.schema import Scenario
    from generator.packaging.tts_pictures import Album
    from generator.tabletop_simulator.calibration import Calibration

EPOCH = 1_767_225_600
"""The date in every save we write (2026-01-01, seconds): the same from run to run."""


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
        return lay_out(self.scene, self.players, self.known)

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


MOST_DICE = 20
"""Dice of a kind on the table, at most; what a button rolls beyond them the recorder throws."""


def save_of(setting: Setting, scenario: Scenario) -> Save:
    """A set-up as it is before anybody sits down. Raises `BroadsideError`."""
    scene, known = setting.scene, setting.known
    game = scene.game
    guids = Guids(game.id)
    recording = recording_of(
        scene, scenario, header_of(setting, scenario), setting.seats, setting.table, known
    )
    objects = [
        *_boards(setting, guids),
        *_charts(setting, guids),
        *_standing(setting, scenario, guids),
        *_decks(setting, scenario, guids),
        *_beside(setting, scenario, guids),
        *scripting_zones(scene, setting.table, guids, known),
        *hidden_zones(scene, setting.table, setting.seats, guids, known),
        *hand_zones(setting.table, setting.seats, guids, known),
    ]
    return Save(
        name=save_name(scene, scenario),
        objects=objects,
        version=known.game_version,
        epoch=EPOCH,
        mode=game.name,
        tags=("Wargames",),
        players=(len(setting.players), len(setting.players)),
        table=known.table,
        tabs=tabs(game, scenario),
        turn_order=[seat for seat in setting.seats if seat != GAME_MASTER],
        cameras=_cameras(setting),
        snap_points=list(snap_points(scene, setting.table, known)),
        script=script(recording),
        script_state=header_line(recording.header),
        ui=interface(recording),
    )


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
    shapes = [piece for piece in scene.pieces if piece.shape in ("hex", "hex_pointy")]
    round_ones = sum(tile_shape(piece, known) is TileShape.CIRCLE for piece in shapes)
    if round_ones:
        yield (
            f"{round_ones} hexagonal counters lie on round tiles: tiles have one hexagon, with "
            f"{'flat sides' if known.hex_tile_flat else 'corners'} above and below"
        )


def save_name(scene: Scene, scenario: Scenario) -> str:
    """What a set-up is called in the game's list; the only one is called as the game."""
    if len(scene.game.scenarios) == 1 or scenario.name == scene.game.name:
        return scene.game.name
    return f"{scene.game.name}: {scenario.name}"


def header_of(setting: Setting, scenario: Scenario) -> dict[str, object]:
    """The first line of the log: which game this is, and how it lies on the table."""
    scene, game = setting.scene, setting.scene.game
    return {
        "broadside": 1,
        "game": game.id,
        "name": game.name,
        "definition": game.definition_hash,
        "overlays": " ".join(f"{mark.id}={mark.sha256}" for mark in game.overlays),
        "setup": scenario.id,
        "version": __version__,
        "calibration": setting.known.digest(),
        "seats": setting.seats,
        "boards": header_boards(setting.table),
        "start": start_digest(scene, scenario),
        "script": code_digest(),
    }


def _boards(setting: Setting, guids: Guids) -> Iterator[Json]:
    for map_ in setting.scene.maps:
        place = setting.table.board(map_.id)
        yield from board_tiles(map_, place, setting.album, setting.url, guids, setting.known)


def _charts(setting: Setting, guids: Guids) -> Iterator[Json]:
    """Charts and player aids, sheets first, beside the boards."""
    unit = setting.known.units_per_inch / MM_PER_INCH
    charts = list(enumerate(setting.album.charts, start=1))
    charts.sort(key=lambda one: -one[1].width)
    sizes = [(chart.width * unit, chart.height * unit) for _, chart in charts]
    areas = beside_the_boards(sizes, setting.table.middle)
    for (number, chart), area in zip(charts, areas, strict=True):
        memo = f"chart/{number}"
        thing = Thing(
            guids.of(memo),
            lying(area, setting.known),
            memo=memo,
            nickname=chart.name,
            locked=True,
            grid=False,
            snap=False,
        )
        yield custom_tile(
            thing,
            setting.url(chart.file),
            thickness=setting.known.tile_thickness,
            stretch=setting.known.tile_stretch,
        )


def _standing(setting: Setting, scenario: Scenario, guids: Guids) -> Iterator[Json]:
    """The pieces on the boards; those on one point lie on each other."""
    scene, known = setting.scene, setting.known
    ids = {map_.name: map_.id for map_ in scene.maps}
    lying_there: dict[tuple[str, float, float], int] = {}
    for piece, start in scene.starting(scenario):
        if start.deck:
            continue
        at = (start.map, start.x, start.y)
        height = lying_there.get(at, 0)
        lying_there[at] = height + 1
        x, z = setting.table.to_world(ids[start.map], start.x, start.y)
        y = known.drop_height + height * known.tile_thickness
        yield piece_object(piece, start, (x, y, z), setting.shown, guids, known)


def _decks(setting: Setting, scenario: Scenario, guids: Guids) -> Iterator[Json]:
    """Cups and draw piles with what they hold. A pile of counters lies there counter on counter,
    and a pile that begins empty is nothing yet."""
    scene, known = setting.scene, setting.known
    for one in scene.decks:
        held = [
            (piece, start)
            for piece, start in scene.starting(scenario)
            if start.deck and start.place == one.name
        ]
        map_ = scene.map(one.map)
        x, z = setting.table.to_world(map_.id, one.x, one.y)
        at = (x, known.drop_height, z)
        as_bag = always_shuffled(one)
        rise = 0.0 if as_bag else known.tile_thickness
        contents = [
            piece_object(piece, start, (x, at[1] + n * rise, z), setting.shown, guids, known)
            for n, (piece, start) in enumerate(held)
        ]
        if as_bag:
            yield bag(_bag(setting, one, at, guids), contents)
        elif len(held) > 1 and all(piece.shape == CARD for piece, _ in held):
            if known.deck_top_first:
                contents.reverse()
            yield deck(_deck(setting, one, held[0][0], at, guids), contents)
        else:
            yield from contents


def _bag(setting: Setting, one: Deck, at: tuple[float, float, float], guids: Guids) -> Thing:
    unit = setting.known.units_per_inch / MM_PER_INCH
    scale = min(one.width, one.height) * unit / setting.known.bag_side
    memo = f"deck/{one.name}"
    place = Place(*at, scale_x=scale, scale_y=scale, scale_z=scale)
    return Thing(guids.of(memo), place, memo=memo, nickname=one.name, locked=True)


def _deck(
    setting: Setting, one: Deck, card: Piece, at: tuple[float, float, float], guids: Guids
) -> Thing:
    known = setting.known
    unit = known.units_per_inch / MM_PER_INCH
    across, along = card_scale(card.width * unit, card.height * unit, known)
    memo = f"deck/{one.name}"
    place = Place(
        *at,
        rot_y=known.upright_rotation,
        rot_z=known.face_down_rotation if one.face_down else 0.0,
        scale_x=across,
        scale_z=along,
    )
    return Thing(guids.of(memo), place, memo=memo, nickname=one.name, tags=(CARD_TAG,))


def _beside(setting: Setting, scenario: Scenario, guids: Guids) -> Iterator[Json]:
    """Dice at the right of the boards, at their left words to read and cups of spare counters."""
    left, right = setting.table.beside
    yield from _dice(setting, right, guids)
    yield from _words_and_trays(setting, scenario, left, guids)


def _dice(setting: Setting, room: Area, guids: Guids) -> Iterator[Json]:
    """For each number of sides as many dice as one button rolls, as far as there are such dice."""
    known = setting.known
    wanted: dict[int, int] = {}
    for button in setting.scene.game.dice:
        if button.sides in SIDES:
            count = max(wanted.get(button.sides, 0), button.count)
            wanted[button.sides] = min(count, MOST_DICE)
    dice = [
        (sides, number) for sides, count in sorted(wanted.items()) for number in range(1, count + 1)
    ]
    areas = in_rows([(known.die_side, known.die_side)] * len(dice), room)
    for (sides, number), area in zip(dice, areas, strict=True):
        memo = f"die/{sides}/{number}"
        place = Place(area.x, known.table_height + known.die_side, area.z)
        yield die(Thing(guids.of(memo), place, memo=memo, nickname=f"d{sides}"), sides)


TRAY = 1.5
"""Width of a bag of spare counters, units."""


def _words_and_trays(
    setting: Setting, scenario: Scenario, room: Area, guids: Guids
) -> Iterator[Json]:
    """Cards with words; under them bags of the counters that the set-up does not use, as the
    palette parts them."""
    scene, known = setting.scene, setting.known
    used = {piece.id for piece, _ in scene.starting(scenario)}
    trays: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.id not in used:
            trays.setdefault(piece.tray or piece.side or MARKERS, []).append(piece)
    words = cards(scene.game, scenario)
    sizes = [(known.notecard_width, known.notecard_height)] * len(words)
    areas = in_rows([*sizes, *[(TRAY, TRAY)] * len(trays)], room)
    for (card, title, text), area in zip(words, areas, strict=False):
        memo = f"note/{card}"
        place = Place(area.x, known.drop_height, area.z, rot_y=known.upright_rotation)
        yield notecard(Thing(guids.of(memo), place, memo=memo), title, text)
    scale = TRAY / known.bag_side
    for number, (name, pieces) in enumerate(trays.items(), start=1):
        area = areas[len(words) + number - 1]
        memo = f"tray/{number}"
        at = (area.x, known.drop_height, area.z)
        place = Place(*at, scale_x=scale, scale_y=scale, scale_z=scale)
        yield bag(
            Thing(guids.of(memo), place, memo=memo, nickname=f"Spare: {name}"),
            [piece_object(one, None, at, setting.shown, guids, known) for one in pieces],
            BagOrder.LAST_IN_FIRST_OUT,
        )


def _cameras(setting: Setting) -> list[Camera]:
    """Bookmarks: the whole table, then each board."""
    known, middle = setting.known, setting.table.middle
    areas = [middle, *(place.area for place in setting.table.boards)]
    return [
        Camera(
            (area.x, known.table_height, area.z),
            known.camera_pitch,
            0.0,
            max(area.width, area.depth) * known.camera_distance,
        )
        for area in areas[:10]
    ]
