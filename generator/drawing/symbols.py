"""Symbols: small SVG files in ``art/symbols``, drawn in whatever colours the ground asks for.

A symbol is paths only. Each carries one of four classes instead of a colour of its own: ``ink``
(the figure), ``shade`` (its second tone), ``gap`` (where the ground shows through) and ``accent``
(a signal). Ship profiles count metres along the waterline, which is the lower edge; heights are
drawn 1.65 times true, as a profile half an inch long needs it to be read.

Names that begin with ``nato:`` are put together instead of read
(:mod:`generator.definition.unit_signs`).
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from generator.definition.unit_signs import is_unit_sign
from generator.drawing.rereading import reads_art
from generator.drawing.themes import find_art, missing
from generator.errors import BroadsideError, nearest
from generator.light import dataclass

CLASSES = ("ink", "shade", "gap", "accent")
_SVG = "{http://www.w3.org/2000/svg}"


class SymbolError(BroadsideError):
    """A symbol that is missing or holds more than classed paths."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """``parts`` are (class, path data) in drawing order; width and height are the viewBox's."""

    name: str
    width: float
    height: float
    parts: tuple[tuple[str, str], ...]
    body: tuple[float, float, float, float] | None = None
    """What is made to fit where the rest may hang over: left, top, width and height. None: all."""
    letters: tuple[tuple[str, float], ...] = ()
    """Words drawn in it as strokes, each with the height of its capitals."""
    filled: tuple[tuple[float, float, float, float], ...] = ()
    """What a unit sign fills of its body, its frame and its size over it: each as ``body``."""


@reads_art
def load_symbol(name: str, folders: tuple[Path, ...] = ()) -> Symbol:
    """The symbol in ``<name>.svg`` of a folder's ``symbols`` (``folders`` first, then ours).

    A unit sign (``nato:infantry/division``) is drawn. Raises SymbolError, or UnitSignError for a
    sign whose name cannot be read.
    """
    if is_unit_sign(name):
        from generator.drawing.nato import draw_unit_sign

        return draw_unit_sign(name)
    path = find_art("symbols", f"{name}.svg", folders)
    if path is None:
        raise SymbolError(f"no symbol {name!r}; {missing('symbols', name, '.svg', folders)}")
    text = path.read_text("utf-8", errors="replace")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise SymbolError(f"{path.name}: a symbol has no document type and no entities")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as trouble:
        raise SymbolError(f"{path.name}: {trouble}") from None
    return Symbol(name, *_size(path.name, root), tuple(_parts(path.name, root)))


def _size(file: str, root: ElementTree.Element) -> tuple[float, float]:
    box = root.get("viewBox", "").split()
    try:
        x, y, width, height = map(float, box)
        if x or y or not (0.001 <= width <= 1e6 and 0.001 <= height <= 1e6):
            raise ValueError
    except ValueError:
        raise SymbolError(f'{file}: viewBox must be "0 0 width height"') from None
    return width, height


def _parts(file: str, root: ElementTree.Element) -> list[tuple[str, str]]:
    parts: list[tuple[str, str]] = []
    for element in root.iter():
        if not isinstance(element.tag, str) or element.tag in (f"{_SVG}svg", f"{_SVG}title"):
            continue
        if element.tag != f"{_SVG}path":
            kind = element.tag.removeprefix(_SVG)
            raise SymbolError(f"{file}: <{kind}> in a symbol; accepted: path")
        tone = element.get("class", "")
        if tone not in CLASSES:
            raise SymbolError(
                f"{file}: class {tone!r}; accepted: {', '.join(CLASSES)}{nearest(tone, CLASSES)}"
            )
        parts.append((tone, element.get("d", "")))
    if not parts:
        raise SymbolError(f"{file}: the symbol is empty")
    return parts
