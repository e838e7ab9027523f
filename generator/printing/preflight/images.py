"""Pictures of pixels, as objects and as they stand in the content."""

from __future__ import annotations

from typing import Any

from generator.printing.preflight.colours import GRAY, read_space
from generator.printing.preflight.facts import Image, Space
from generator.printing.preflight.objects import entry, items, key, name, number


def read_image(found: Any, resources: Any) -> Image:
    """An image from its stream; a mask takes the colour of whatever paints it."""
    packing = entry(found, "/Filter")
    last = name(packing) or name(next(iter(items(packing)[-1:]), None))
    mask = entry(found, "/ImageMask") is True
    space = entry(found, "/ColorSpace")
    if mask:
        told = GRAY
    elif space is None and last == "JPXDecode":
        told = Space("JPEG 2000", "other", 0, managed=True)
    else:
        told = read_space(space, resources)
    return Image(
        key(found)[0],
        int(number(entry(found, "/Width"))),
        int(number(entry(found, "/Height"))),
        told,
        1 if mask else int(number(entry(found, "/BitsPerComponent"), 8.0)),
        last.removesuffix("Decode"),
        mask,
    )


def read_inline(operands: bytes, resources: Any) -> Image:
    """An image that stands in the content, from the text of its dictionary."""
    import pikepdf

    try:
        found = pikepdf.Object.parse(b"<<" + operands + b">>")
    except (pikepdf.PdfError, ValueError, RuntimeError):
        found = pikepdf.Dictionary()

    def either(short: str, long: str) -> Any:
        short_one = entry(found, f"/{short}")
        return entry(found, f"/{long}") if short_one is None else short_one

    mask = either("IM", "ImageMask") is True
    return Image(
        0,
        int(number(either("W", "Width"))),
        int(number(either("H", "Height"))),
        GRAY if mask else read_space(either("CS", "ColorSpace"), resources),
        1 if mask else int(number(either("BPC", "BitsPerComponent"), 8.0)),
        name(either("F", "Filter")).removesuffix("Decode"),
        mask,
    )
