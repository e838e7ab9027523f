"""For cutting machines and die makers: the outlines of a sheet as SVG, in named layers."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from generator.drawing.counters.shapes import outline_of
from generator.drawing.sheet import number
from generator.printing.imposition import Box, Piece, Plan
from generator.printing.marks import REGISTER, registration_places

CUT = "#ff00ff"
"""The colour of lines to be cut, as most machines know it."""


def cutting_svg(plan: Plan, page: Box, border: float, title: str) -> bytes:
    """A sheet's fronts as outlines, with the registration marks that the print has.

    Millimetres throughout; the layers ``cut`` and ``registration`` are those of Inkscape and of
    the programs of cutting machines.
    """
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg"'
        ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{number(page.width)}mm" height="{number(page.height)}mm"'
        f' viewBox="0 0 {number(page.width)} {number(page.height)}">',
        f"<title>{escape(title)}</title>",
        *_layer("registration", _registration(page, border), "#000000"),
        *_layer("cut", _outlines(plan), CUT),
        "</svg>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _layer(name: str, shapes: Iterator[str], colour: str) -> Iterator[str]:
    yield (
        f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" fill="none"'
        f' stroke="{colour}" stroke-width="0.1">'
    )
    yield from shapes
    yield "</g>"


def _outlines(plan: Plan) -> Iterator[str]:
    for index, slot in enumerate(plan.slots(), 1):
        piece, (x, y) = slot.piece, slot.box.centre
        moved = f"translate({number(x)} {number(y)})"
        if slot.turn:
            moved += f" rotate({slot.turn})"
        moved += f" translate({number(-piece.width / 2)} {number(-piece.height / 2)})"
        label = quoteattr(piece.front)
        yield (
            f'<path id="piece-{index}" inkscape:label={label} transform="{moved}"'
            f' d="{edge(piece)}"/>'
        )


def edge(piece: Piece) -> str:
    """The path data of a piece's edge, from its own upper left corner."""
    return outline_of((piece.width, piece.height), piece.shape, piece.corner).path()


def _registration(page: Box, border: float) -> Iterator[str]:
    arm = REGISTER
    for x, y in registration_places(page, border):
        yield (
            f'<path d="M{number(x - arm)} {number(y)}h{number(2 * arm)}'
            f'M{number(x)} {number(y - arm)}v{number(2 * arm)}"/>'
        )
        yield f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(arm * 0.55)}"/>'
