"""Pictures shown so small that their lines and writing would be too fine for a press: as pixels."""

from __future__ import annotations

import zlib
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING

from generator.drawing.picture import Picture
from generator.pictures.rendering import RESOLUTIONS, render
from generator.printing.finishing import Finisher

if TYPE_CHECKING:
    import pikepdf
    from PIL import Image

FINE = 304.0
"""Dots an inch at the size a picture is shown: a few more than a press asks for."""

COLOURS = 256
"""Of a picture's palette, which inks are reckoned for one by one."""

PT = 72 / 25.4


def pixels_of(picture: Picture, scale: float) -> Image.Image:
    """As many pixels as a picture needs at a scale, in a palette."""
    from PIL import Image

    least, most = RESOLUTIONS
    dpi = min(most, max(least, ceil(FINE * scale)))
    with Image.open(BytesIO(render([picture], dpi)[picture.name])) as drawn:
        seen = drawn.convert("RGBA")
    page = Image.new("RGB", seen.size, "white")
    page.paste(seen, mask=seen)
    return page.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def pixel_form(
    document: pikepdf.Pdf, picture: Picture, image: Image.Image, finisher: Finisher
) -> pikepdf.Object:
    """A picture as a form of its true size that shows its `pixels_of`."""
    import pikepdf

    held = pikepdf.Stream(document, zlib.compress(image.tobytes()))
    held.Filter = pikepdf.Name.FlateDecode
    held.Type, held.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
    held.Width, held.Height = image.size
    held.BitsPerComponent = 8
    held.ColorSpace = finisher.palette(document, bytes(image.getpalette() or ()))
    wide, high = picture.width_mm * PT, picture.height_mm * PT
    form = pikepdf.Stream(document, f"q {wide:.3f} 0 0 {high:.3f} 0 0 cm /I Do Q".encode())
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox = pikepdf.Array([0, 0, round(wide, 3), round(high, 3)])
    form.Resources = pikepdf.Dictionary(
        XObject=pikepdf.Dictionary({"/I": document.make_indirect(held)})
    )
    return document.make_indirect(form)
