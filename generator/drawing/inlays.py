"""A finished drawing set into another: a counter on a chart, a chart on a sheet of them."""

from __future__ import annotations

from xml.etree import ElementTree

from svgwrite.base import BaseElement

from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet, number

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}"


class _Inlay(BaseElement):  # type: ignore[misc]
    """A whole SVG document as an element of another."""

    elementname = "svg"

    def __init__(self, svg: str, place: dict[str, str]) -> None:
        super().__init__(debug=False)
        self._svg, self._place = svg, place

    def get_xml(self) -> ElementTree.Element:
        root = ElementTree.fromstring(self._svg)
        for element in root.iter():
            element.tag = element.tag.removeprefix(_SVG)
            for key in [key for key in element.attrib if key.startswith(_XLINK)]:
                element.set(f"xlink:{key.removeprefix(_XLINK)}", element.attrib.pop(key))
        for key in ("baseProfile", "version"):
            root.attrib.pop(key, None)
        root.attrib.update(self._place)
        return root


def inlay(sheet: Sheet, picture: Picture, x: float, y: float, width: float) -> float:
    """Sets a picture into a sheet, ``width`` mm wide, its upper left corner at (x, y).

    Its writing is not counted among the sheet's, which has been checked where it was drawn. Gives
    the height.
    """
    height = width * picture.height_mm / picture.width_mm
    place = {"x": x, "y": y, "width": width, "height": height}
    sheet.add(_Inlay(picture.svg, {key: number(value) for key, value in place.items()}))
    return height
