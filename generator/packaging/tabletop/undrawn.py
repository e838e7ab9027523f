"""The table of a game before anything is drawn: hands, a recorder and an audit need no pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.packaging.scene import Piece, Scene, sides_of
from generator.packaging.tabletop.album import Album, Atlas, Tile
from generator.packaging.tabletop.pieces import CARD

if TYPE_CHECKING:
    from generator.tabletop_simulator.calibration import Calibration


def undrawn(scene: Scene, known: Calibration) -> Album:
    """The pictures of a scene by their names alone; charts lie on no table of this kind."""
    counters = [piece for piece in scene.pieces if piece.shape != CARD]
    atlases, cards = _atlases([piece for piece in scene.pieces if piece.shape == CARD], known)
    return Album(
        files={},
        counters={
            picture: _file(picture)
            for piece in counters
            for sides in sides_of(piece)
            for picture in sides
        },
        maps={one.id: (Tile(0, 0, 0.0, 0.0, 1.0, 1.0, _file(one.picture)),) for one in scene.maps},
        charts=(),
        atlases=tuple(atlases),
        cards=cards,
        warnings=(),
    )


def _file(picture: str) -> str:
    return f"{picture}.png"


def _atlases(
    cards: list[Piece], known: Calibration
) -> tuple[list[Atlas], dict[str, tuple[tuple[int, int], ...]]]:
    """Cards of one back on sheets together, and for each card where its states stand."""
    room = known.sheet_columns * known.sheet_rows
    backs: dict[str, list[tuple[str, int]]] = {}
    for card in cards:
        for state, (_, back) in enumerate(sides_of(card)):
            backs.setdefault(back, []).append((card.id, state))
    atlases: list[Atlas] = []
    places: dict[str, dict[int, tuple[int, int]]] = {card.id: {} for card in cards}
    for back, sides in backs.items():
        for at, (card_id, state) in enumerate(sides):
            if at % room == 0:
                front = f"cards-{len(atlases) + 1}.png"
                atlases.append(
                    Atlas(front, _file(back), known.sheet_columns, known.sheet_rows, False)
                )
            places[card_id][state] = len(atlases) - 1, at % room
    return atlases, {
        card: tuple(found[state] for state in sorted(found)) for card, found in places.items()
    }
