"""Pictures embedded in a page as data, and the difference between two pictures."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING

from generator.vassal import images

if TYPE_CHECKING:
    from PIL.Image import Image

_LARGE = 900
"""The longest side of a picture on a page, in pixels; larger ones are scaled down."""
_SMALL = 96
_AS_IT_IS = 400_000
"""Pictures of at most this many bytes are embedded unchanged."""


def as_data(data: bytes, *, small: bool = False) -> str | None:
    """A picture as a ``data:`` address; None if it cannot be shown."""
    kind = images.media_type(data)
    if kind and len(data) <= (_AS_IT_IS if not small else _AS_IT_IS // 100):
        return _address(kind, data)
    opened = _opened(data)
    if opened is None:
        return _address(kind, data) if images.is_svg(data) and not small else None
    return _png(opened, _SMALL if small else _LARGE)


def difference(old: bytes, new: bytes) -> str | None:
    """The difference of two pictures of one size, in red over a pale copy; None if it cannot be
    shown."""
    from PIL import Image, ImageChops

    before, after = _opened(old), _opened(new)
    if before is None or after is None or before.size != after.size:
        return None
    for one in (before, after):
        one.thumbnail((_LARGE, _LARGE))
    changed = ImageChops.difference(before, after)
    bands = changed.split()
    mask = bands[0]
    for band in bands[1:]:
        mask = ImageChops.lighter(mask, band)
    mask = mask.point(lambda value: 255 if value > 16 else 0)
    white = Image.new("RGBA", before.size, "white")
    pale = Image.blend(Image.alpha_composite(white, after), white, 0.7)
    pale.paste(Image.new("RGBA", before.size, (190, 20, 20, 255)), mask=mask)
    return _png(pale, _LARGE)


def _opened(data: bytes) -> Image | None:
    """A picture's first frame as RGBA; None for one that cannot be read."""
    from generator.pictures.opening import UnreadableError, opened_picture

    try:
        return opened_picture(data).convert("RGBA")
    except UnreadableError:
        return None


def _png(picture: Image, longest: int) -> str:
    picture.thumbnail((longest, longest))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return _address("image/png", out.getvalue())


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
