"""A finished drawing set into another: a counter on a chart, a chart on a sheet of them."""

from __future__ import annotations

from generator.drawing.markup import Inlaid
from generator.drawing.picture import Picture
from generator.drawing.sheet import Sheet, number


def inlay(sheet: Sheet, picture: Picture, x: float, y: float, width: float) -> float:
    """Sets a picture into a sheet, ``width`` mm wide, its upper left corner at (x, y).

    Its writing is not counted among the sheet's, which has been checked where it was drawn. Gives
    the height.
    """
    height = width * picture.height_mm / picture.width_mm
    place = {"x": x, "y": y, "width": width, "height": height}
    sheet.add(Inlaid(picture.svg, {key: number(value) for key, value in place.items()}))
    return height
