"""The whole kit: drawn, laid out, bound, in memory; `generator.printing.building` writes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.packaging.building import Progress
from generator.printing.binding import Binder, joined
from generator.printing.furniture import Desk
from generator.printing.options import Printing
from generator.printing.pages import Component
from generator.printing.pieces import card_pieces, counter_pieces
from generator.printing.sheets import sheets

if TYPE_CHECKING:
    from generator.definition.schema import Game


def make_kit(
    game: Game, printing: Printing, art: tuple[Path, ...] = (), progress: Progress | None = None
) -> dict[str, bytes]:
    """Every file of the kit by its name. Raises `BroadsideError` for what cannot be drawn."""
    from generator.drawing.themes import load_theme

    if progress:
        progress(0, 1, "drawing")
    desk = Desk(game, load_theme(game.theme, art), art, printing)
    pictures = _drawn(desk)
    found = [
        sheets("counters", "Counters", counter_pieces(game, printing.gutter), desk),
        sheets("cards", "Cards", card_pieces(game, printing.gutter), desk),
    ]
    components = [one for one in found if one is not None]
    whole = Component("kit", "the whole kit", tuple(joined(components)))
    binder = Binder(pictures, [whole])
    return {
        f"{component.name}.pdf": binder.bind(component, game).pdf
        for component in (*components, whole)
    }


def _drawn(desk: Desk) -> Mapping[str, Picture]:
    """Every picture that is placed, by its name."""
    from generator.drawing.counters import counter_pictures

    game = desk.game
    members = {side.id: side for side in game.sides}
    found: dict[str, Picture] = {}
    for counter in game.counters:
        side = members.get(counter.side or "")
        for picture in counter_pictures(
            counter, desk.theme, desk.folders, side, bleed=desk.printing.bleed
        ):
            found[picture.name] = picture
    return found
