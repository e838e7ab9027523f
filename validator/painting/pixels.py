"""The library that paints: Pillow, or without it (in a browser) `validator.painting.recipes`."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

PAINTS = find_spec("PIL") is not None
"""Whether pixels are painted here; else a browser paints them by recipes."""

if TYPE_CHECKING or PAINTS:
    from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont
else:
    from validator.painting.recipes import Image, ImageChops, ImageColor, ImageDraw, ImageFont

__all__ = ["PAINTS", "Image", "ImageChops", "ImageColor", "ImageDraw", "ImageFont"]
