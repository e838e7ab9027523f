"""A set-up as a save of Tabletop Simulator: all that lies on the table, and what stands beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from generator import __version__
from generator.geography.layout import MM_PER_INCH
from generator.packaging.scene import Deck, Piece, Scene, Start, sides_of
from generator.packaging.tabletop.beside import beside, charts
from generator.packaging.tabletop.boards import (
    always_shuffled,
    board_tiles,
    hand_zones,
    hidden_zones,
    scripting_zones,
    snap_points,
)
from generator.packaging.tabletop.layout import header_boards
from generator.packaging.tabletop.pieces import CARD, CARD_TAG, card_scale, memo_of, piece_object
from generator.packaging.tabletop.recording import recording_of
from generator.packaging.tabletop.setting import Setting
from generator.packaging.tabletop.start import start_digest
from generator.packaging.tabletop.words import tabs
from generator.tabletop_simulator.guids import Guids
from generator.tabletop_simulator.objects import GAME_MASTER, Json, Place, Thing, bag, deck
from generator.tabletop_simulator.recorder import code_digest, header_line, interface, script
from generator.tabletop_simulator.save import Camera, Save

if TYPE_CHECKING:
    from generator.definition.schema import Scenario

EPOCH = 1_767_225_600
"""The date in every save we write (2026-01-01, seconds): the same from run to run."""


def save_of(setting: Setting, scenario: Scenario) -> Save:
    """A set-up as it is before anybody sits down. Raises `BroadsideError`."""
    scene, known = setting.scene, setting.known
    game = scene.game
    guids = _guids(scene)
    recording = recording_of(
        scene, scenario, header_of(setting, scenario), setting.seats, setting.table, known
    )
    objects = [
        *_boards(setting, guids),
        *charts(setting, guids),
        *_standing(setting, scenario, guids),
        *_decks(setting, scenario, guids),
        *beside(setting, scenario, guids),
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
        play_area=known.play_area,
        table=known.table,
        tabs=tabs(scene, scenario),
        turn_order=[seat for seat in setting.seats if seat != GAME_MASTER],
        cameras=_cameras(setting),
        snap_points=list(snap_points(scene, setting.table, known)),
        script=script(recording),
        script_state=header_line(recording.header),
        ui=interface(recording),
    )


def _guids(scene: Scene) -> Guids:
    """The numbers of a game's objects; pieces are asked for first and all of them, so that theirs
    depend neither on the set-up nor on what else lies on the table."""
    guids = Guids(scene.game.id)
    for piece in scene.pieces:
        for state in range(1, len(sides_of(piece)) + 1):
            guids.of(memo_of(piece), None if state == 1 else state)
    return guids


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
        x, z = setting.table.to_world(scene.map(one.map).id, one.x, one.y)
        at = (x, known.drop_height, z)
        if always_shuffled(one):
            yield bag(_bag(setting, one, at, guids), _held(setting, held, at, guids))
        elif len(held) > 1 and all(piece.shape == CARD for piece, _ in held):
            cards = _held(setting, held, at, guids)
            if one.face_down == known.deck_top_first:
                cards.reverse()  # they are told from the bottom up
            yield deck(_deck(setting, one, held[0][0], at, guids), cards)
        else:
            # No deck of the game's own covers them: they lie on their faces themselves.
            turned = [(piece, replace(start, masked=one.face_down)) for piece, start in held]
            yield from _held(setting, turned, at, guids, known.tile_thickness)


def _held(
    setting: Setting,
    held: Sequence[tuple[Piece, Start]],
    at: tuple[float, float, float],
    guids: Guids,
    rise: float = 0.0,
) -> list[Json]:
    """The pieces of a deck, each by so much higher than the one below."""
    x, y, z = at
    return [
        piece_object(piece, start, (x, y + number * rise, z), setting.shown, guids, setting.known)
        for number, (piece, start) in enumerate(held)
    ]


def _bag(setting: Setting, one: Deck, at: tuple[float, float, float], guids: Guids) -> Thing:
    unit = setting.known.units_per_inch / MM_PER_INCH
    scale = min(one.width, one.height) * unit / setting.known.bag_side
    memo = f"deck/{one.name}"
    place = Place(*at, scale_x=scale, scale_y=scale, scale_z=scale)
    return Thing(
        guids.of(memo), place, memo=memo, nickname=one.name, locked=setting.known.cups_locked
    )


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


__all__ = ["EPOCH", "Setting", "header_of", "save_name", "save_of"]
