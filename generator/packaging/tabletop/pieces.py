"""Counters and cards on a table of Tabletop Simulator, each with its sides, shape and size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.geography.layout import MM_PER_INCH
from generator.light import dataclass
from generator.packaging.scene import Piece, Start, shown_by, sides_of
from generator.tabletop_simulator.objects import (
    Json,
    Place,
    Sheet,
    Thing,
    TileShape,
    card,
    custom_tile,
    with_states,
)

if TYPE_CHECKING:
    from generator.tabletop_simulator.calibration import Calibration
    from generator.tabletop_simulator.guids import Guids

COUNTER_TAG, CARD_TAG = "Counter", "Card"
"""What snap points tell counters and cards apart by."""

CARD = "card"
"""The shape of what is held in a hand."""


@dataclass(frozen=True, slots=True)
class Shown:
    """How the pieces of a game look on the table."""

    url: Callable[[str], str]
    """Where a picture of a counter is found, by the picture's name."""
    cards: Mapping[str, tuple[tuple[Sheet, int], ...]]
    """By the card's id: for each of its states, the sheet and the place on it."""


def memo_of(piece: Piece) -> str:
    """What a piece is known by in saves and logs."""
    return f"piece/{piece.id}"


def tag_of(piece: Piece) -> str:
    """The tag of a piece: that of a card or of a counter."""
    return CARD_TAG if piece.shape == CARD else COUNTER_TAG


def piece_object(
    piece: Piece,
    start: Start | None,
    at: tuple[float, float, float],
    shown: Shown,
    guids: Guids,
    known: Calibration,
) -> Json:
    """A piece as it begins (without a start: face up) at a place of the table, in units."""
    look, masked = (start.look, start.masked) if start else (0, False)
    current, turned = shown_by(piece, look, masked)
    states = []
    for number, (front, back) in enumerate(sides_of(piece), start=1):
        thing = Thing(
            guids.of(memo_of(piece), None if number == 1 else number),
            _place(piece, at, turned, known, start.facing if start else 0),
            memo=memo_of(piece),
            tags=(tag_of(piece),),
            # What is drawn unseen from a cup may be looked at in the hand.
            hands=piece.face_down is not None,
        )
        thing = _named(thing, piece, number)
        if piece.shape == CARD:
            states.append(card(thing, *shown.cards[piece.id][number - 1]))
        else:
            states.append(
                custom_tile(
                    thing,
                    shown.url(front),
                    shown.url(back),
                    shape=tile_shape(piece, known),
                    thickness=known.tile_thickness,
                    stretch=known.tile_stretch,
                )
            )
    return with_states(states, current)


def _named(thing: Thing, piece: Piece, state: int) -> Thing:
    """With its name, which the mouse over a counter tells. A counter that can lie face down is
    called what its back is called, for the name is shown on either side; the game master reads the
    true one in its notes. A card does not tell its name while it lies face down."""
    name = piece.looks[state - 1].name
    if piece.face_down is not None and piece.shape != CARD:
        return replace(thing, nickname=piece.face_down.name, gm_notes=name)
    return replace(thing, nickname=name, description=piece.text)


def tile_shape(piece: Piece, known: Calibration) -> TileShape:
    """The tile whose outline a counter has. The game has one hexagon: a counter that would need
    the other lies on a round tile."""
    if piece.shape in ("hex", "hex_pointy"):
        flat = piece.shape == "hex"
        return TileShape.HEX if flat == known.hex_tile_flat else TileShape.CIRCLE
    if piece.shape == "round":
        return TileShape.CIRCLE
    return TileShape.ROUNDED if piece.rounded else TileShape.BOX


def tile_scale(width: float, depth: float, known: Calibration) -> tuple[float, float]:
    """scaleX and scaleZ of a tile of that size in units."""
    if known.tile_stretch:
        return width / known.tile_short_side, depth / known.tile_short_side
    return (min(width, depth) / known.tile_short_side,) * 2


def tile_size(scale: tuple[float, float], aspect: float, known: Calibration) -> tuple[float, float]:
    """Width and depth in units of a tile with these scales and a picture of that proportion
    (width to height): `tile_scale`, the other way round."""
    wide, deep = scale[0] * known.tile_short_side, scale[1] * known.tile_short_side
    if known.tile_stretch:
        return wide, deep
    return wide * max(aspect, 1.0), deep * max(1 / aspect, 1.0)


def card_scale(width: float, depth: float, known: Calibration) -> tuple[float, float]:
    """scaleX and scaleZ of a card of that size in units."""
    if known.card_stretch:
        return width / known.card_width, depth / known.card_height
    return (depth / known.card_height,) * 2


def card_size(scale: tuple[float, float], aspect: float, known: Calibration) -> tuple[float, float]:
    """Width and depth in units of a card with these scales and that proportion of width to
    height: `card_scale`, the other way round."""
    deep = scale[1] * known.card_height
    return (scale[0] * known.card_width if known.card_stretch else deep * aspect), deep


def _place(
    piece: Piece, at: tuple[float, float, float], turned: bool, known: Calibration, facing: int
) -> Place:
    unit = known.units_per_inch / MM_PER_INCH
    scale = card_scale if piece.shape == CARD else tile_scale
    across, along = scale(piece.width * unit, piece.height * unit, known)
    x, y, z = at
    return Place(
        x,
        y,
        z,
        rot_y=(known.upright_rotation + 360 * facing / (len(piece.facings) or 1)) % 360,
        rot_z=known.face_down_rotation if turned else 0.0,
        scale_x=across,
        scale_z=along,
    )
