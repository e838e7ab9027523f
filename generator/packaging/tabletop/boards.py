"""Boards on a table of Tabletop Simulator: their tiles, what pieces snap to, their zones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.packaging.scene import Deck, Map, Scene
from generator.packaging.tabletop.layout import Area, BoardPlace, Table
from generator.packaging.tabletop.pieces import CARD_TAG, COUNTER_TAG, tag_of, tile_scale
from generator.tabletop_simulator.objects import (
    Json,
    Place,
    SnapPoint,
    Thing,
    custom_tile,
)
from generator.tabletop_simulator.zones import hand_zone, hidden_zone, scripting_zone

if TYPE_CHECKING:
    from generator.packaging.tabletop.album import Album, Tile
    from generator.tabletop_simulator.calibration import Calibration
    from generator.tabletop_simulator.guids import Guids


def lying(area: Area, known: Calibration) -> Place:
    """The place of a flat thing that covers an area of the bare table."""
    across, along = tile_scale(area.width, area.depth, known)
    return Place(
        area.x,
        known.table_height + known.tile_thickness / 2,
        area.z,
        rot_y=known.upright_rotation,
        scale_x=across,
        scale_z=along,
    )


def board_tiles(
    map_: Map,
    place: BoardPlace,
    album: Album,
    url: Callable[[str], str],
    guids: Guids,
    known: Calibration,
) -> Iterator[Json]:
    """The locked tiles of a board."""
    tiles = album.maps[map_.id]
    for tile in tiles:
        memo = f"board/{map_.id}"
        if len(tiles) > 1:
            memo += f"/{tile.row}-{tile.column}"
        thing = Thing(
            guids.of(memo),
            lying(_area(map_, place, tile), known),
            memo=memo,
            nickname=map_.name,
            locked=True,
            grid=False,
            snap=False,
            tooltip=False,
        )
        yield custom_tile(
            thing, url(tile.file), thickness=known.tile_thickness, stretch=known.tile_stretch
        )


def _area(map_: Map, place: BoardPlace, tile: Tile) -> Area:
    """What a tile covers of the table."""
    left, top = place.to_world(tile.left * map_.width, tile.top * map_.height)
    right, bottom = place.to_world(tile.right * map_.width, tile.bottom * map_.height)
    return Area((left + right) / 2, (top + bottom) / 2, abs(right - left), abs(bottom - top))


def snap_points(scene: Scene, table: Table, known: Calibration) -> Iterator[SnapPoint]:
    """Where pieces jump to, in units of the table: the places of grids and tracks, the slots of
    boxes, the middles of decks. Cards and counters each have their own."""
    y = known.snap_height + known.tile_thickness
    for map_ in scene.maps:
        place = table.board(map_.id)
        for zone in map_.zones:
            for spot in zone.spots:
                x, z = place.to_world(spot.x, spot.y)
                yield SnapPoint(x, y, z, tags=(COUNTER_TAG,))
        for deck in scene.decks:
            if deck.map == map_.name:
                x, z = place.to_world(deck.x, deck.y)
                tags = _held(scene, deck)
                turn = known.upright_rotation if CARD_TAG in tags else None
                yield SnapPoint(x, y, z, turn, tags)


def _held(scene: Scene, deck: Deck) -> tuple[str, ...]:
    """The tags of the pieces a deck is for."""
    kinds = {tag_of(one) for one in scene.pieces if not deck.kinds or one.kind in deck.kinds}
    return tuple(tag for tag in (CARD_TAG, COUNTER_TAG) if tag in kinds)


def scripting_zones(scene: Scene, table: Table, guids: Guids, known: Calibration) -> Iterator[Json]:
    """A zone over each box and track, and over each deck that is no bag."""
    for map_ in scene.maps:
        place = table.board(map_.id)
        for zone in map_.layout.zones.values():
            if zone.kind != "grid":
                yield _zone(f"zone/{map_.id}/{zone.id}", place, zone.outline, guids, known)
        for name, spot in map_.layout.decks.items():
            deck = next(one for one in scene.decks if one.name == name)
            if not always_shuffled(deck):
                yield _zone(f"zone/{map_.id}/{name}", place, spot.outline, guids, known)


def always_shuffled(deck: Deck) -> bool:
    """Whether a deck is a bag: each draw is by chance."""
    return deck.shuffle == "always"


def _zone(
    memo: str,
    place: BoardPlace,
    outline: tuple[tuple[float, float], ...],
    guids: Guids,
    known: Calibration,
) -> Json:
    points = [place.to_world(x, y) for x, y in outline]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    near, far = min(z for _, z in points), max(z for _, z in points)
    area = Area((left + right) / 2, (near + far) / 2, right - left, far - near)
    return scripting_zone(Thing(guids.of(memo), _over(area, known), memo=memo))


def _over(area: Area, known: Calibration) -> Place:
    """The place of a zone that covers an area."""
    return Place(
        area.x,
        known.table_height + known.zone_height / 2,
        area.z,
        scale_x=area.width / known.zone_unit,
        scale_y=known.zone_height / known.zone_unit,
        scale_z=area.depth / known.zone_unit,
    )


def hidden_zones(
    scene: Scene, table: Table, seats: dict[str, str], guids: Guids, known: Calibration
) -> Iterator[Json]:
    """A zone over each private board and its margin that only the seat of its owner sees into."""
    seat_of = {side: seat for seat, side in seats.items()}
    for map_ in scene.maps:
        if map_.owners:
            memo = f"hidden/{map_.id}"
            place = table.board(map_.id)
            across, down = (2 * edge * place.unit for edge in map_.layout.margin)
            area = replace(
                place.area, width=place.area.width + across, depth=place.area.depth + down
            )
            thing = Thing(guids.of(memo), _over(area, known), memo=memo)
            yield hidden_zone(thing, seat_of[map_.owners[0]])


def hand_zones(
    table: Table, seats: dict[str, str], guids: Guids, known: Calibration
) -> Iterator[Json]:
    """The hand of each side that plays."""
    seat_of = {side: seat for seat, side in seats.items()}
    for hand in table.hands:
        memo = f"hand/{hand.side}"
        place = Place(
            hand.x,
            known.table_height + known.hand_height / 2,
            hand.z,
            rot_y=hand.rotation,
            scale_x=known.hand_width / known.zone_unit,
            scale_y=known.hand_height / known.zone_unit,
            scale_z=known.hand_depth / known.zone_unit,
        )
        yield hand_zone(Thing(guids.of(memo), place, memo=memo), seat_of[hand.side])
