"""For cutting machines and die makers: the outlines of a sheet as SVG, in named layers."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from generator.drawing.counters.shapes import outline_of
from generator.drawing.sheet import number
from generator.printing.imposition import Box, Plan, Slot
from generator.printing.marks import REGISTER, registration_places


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
        *_layer("cut", _outlines(plan), "#ff00ff"),
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
        moved, data = outline(slot)
        label = quoteattr(slot.piece.front)
        yield f'<path id="piece-{index}" inkscape:label={label} transform="{moved}" d="{data}"/>'


def outline(slot: Slot) -> tuple[str, str]:
    """The edge of a piece: where it is moved to on the page (SVG's transform), and path data."""
    piece, (x, y) = slot.piece, slot.box.centre
    moved = f"translate({number(x)} {number(y)})"
    if slot.turn:
        moved += f" rotate({slot.turn})"
    moved += f" translate({number(-piece.width / 2)} {number(-piece.height / 2)})"
    return moved, outline_of((piece.width, piece.height), piece.shape, piece.corner).path()


def _registration(page: Box, border: float) -> Iterator[str]:
    arm = REGISTER
    for x, y in registration_places(page, border):
        yield (
            f'<path d="M{number(x - arm)} {number(y)}h{number(2 * arm)}'
            f'M{number(x)} {number(y - arm)}v{number(2 * arm)}"/>'
        )
        yield f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(arm * 0.55)}"/>'
