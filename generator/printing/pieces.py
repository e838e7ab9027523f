"""The pieces of a game that are cut out: each counter with the two pictures it has on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from generator.drawing.names import counter_picture
from generator.printing.imposition import Piece

if TYPE_CHECKING:
    from generator.definition.schema import Counter, Game

GUTTER = 3.0
"""Waste between counters: two cuts, and bleed for both of them."""

CARD = "card"
"""The shape of what is held in the hand and has sheets of its own."""


def counter_pieces(game: Game, gutter: float | None = None) -> list[Piece]:
    """Every counter of the game in the order of the definition, side by side of its own."""
    wanted = GUTTER if gutter is None else gutter
    return [
        piece for one in game.counters if one.shape != CARD for piece in _pieces(game, one, wanted)
    ]


def card_pieces(game: Game, gutter: float | None = None) -> list[Piece]:
    """Every card of the game; without a gutter given, the paper decides."""
    return [
        piece for one in game.counters if one.shape == CARD for piece in _pieces(game, one, gutter)
    ]


def _pieces(game: Game, counter: Counter, gutter: float | None) -> Iterator[Piece]:
    width, height = counter.size
    for front, back in sides(counter):
        yield Piece(
            front=counter_picture(counter.id, front),
            back=counter_picture(counter.id, back) if back else None,
            width=width,
            height=height,
            shape=counter.shape,
            corner=counter.corner,
            group=group_of(game, counter),
            gutter=gutter,
            deck=deck_of(counter),
        )


def sides(counter: Counter) -> list[tuple[str, str | None]]:
    """Front and back of each piece of cardboard that a counter needs.

    A counter that can lie face down has that back, and one piece for each of its faces; else its
    faces are two to a piece (normal and damaged, step by step). Faces that are not for paper are
    left out.
    """
    faces = [face.id for face in counter.faces if face.on_paper]
    back = counter.back.id if counter.back else "back" if counter.mask else None
    if back is not None:
        return [(face, back) for face in faces]
    return [
        (faces[first], faces[first + 1] if first + 1 < len(faces) else None)
        for first in range(0, len(faces), 2)
    ]


def group_of(game: Game, counter: Counter) -> str:
    """What stands over the block of a counter: its side's name, or markers; a card's deck."""
    if counter.shape == CARD and counter.tray:
        return counter.tray
    if counter.side is None:
        return "Cards" if counter.shape == CARD else "Markers"
    side = game.side(counter.side)
    return side.name or side.id


def deck_of(counter: Counter) -> str:
    """How the back of a card looks, whatever it says; empty for counters."""
    back = counter.back
    if counter.shape != CARD or back is None:
        return ""
    return "|".join((back.image, back.layout, str(back.background), back.symbol))


def pictures_of(pieces: Sequence[Piece]) -> list[str]:
    """The pictures that the pieces show, each once."""
    names = [name for piece in pieces for name in (piece.front, piece.back) if name]
    return list(dict.fromkeys(names))
