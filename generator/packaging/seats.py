"""The seats of sides in Tabletop Simulator; a seat is known by its colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.drawing.themes import load_theme
from generator.drawing.vision import difference
from generator.errors import BroadsideError
from generator.tabletop_simulator.objects import GAME_MASTER, SEAT_COLOURS, SEATS

if TYPE_CHECKING:
    from pathlib import Path

    from generator.definition.schema import Game


class SeatError(BroadsideError):
    """More sides than there are seats."""


def seats(game: Game, art: tuple[Path, ...] = ()) -> dict[str, str]:
    """The side of each seat: a player has the free seat whose colour is nearest to the side's, in
    the order of the sides; the referee has the game master's.

    Raises SeatError for more players than seats, or a second referee; ThemeError.
    """
    theme = load_theme(game.theme, art)
    free = {seat: _written(seat) for seat in SEATS}
    found: dict[str, str] = {}
    for side in game.sides:
        if side.role == "referee":
            if GAME_MASTER in found:
                raise SeatError(
                    f"sides {found[GAME_MASTER]!r} and {side.id!r} are both referees; Tabletop "
                    "Simulator has one game master's seat"
                )
            found[GAME_MASTER] = side.id
            continue
        if not free:
            raise SeatError(
                f"side {side.id!r} has no seat: Tabletop Simulator has {len(SEATS)} for players"
            )
        colour = theme.colour(side.colour)
        seat = min(free, key=lambda name: difference(free[name], colour))
        del free[seat]
        found[seat] = side.id
    return found


def _written(seat: str) -> str:
    """The colour the game shows a seat in, ``#rrggbb``."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in SEAT_COLOURS[seat])
