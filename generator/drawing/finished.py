"""Finished pictures: files of ``art/images`` that are shown instead of a drawing of ours."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

from generator.drawing.own_svg import OwnDrawing, made_drawable
from generator.drawing.svg_reading import in_utf8
from generator.drawing.themes import find_art, missing
from generator.errors import BroadsideError
from generator.vassal.images import is_damaged, is_svg, media_type

KIND = "images"
"""The folder inside an art folder."""

MAX_BYTES = 200_000_000
"""Largest picture that is read."""


class FinishedError(BroadsideError):
    """A picture that is missing or cannot be read."""


def read_finished(image: str, folders: Sequence[Path]) -> bytes:
    """The bytes of a picture. Raises `FinishedError`."""
    path = find_art(KIND, image, folders)
    if path is None:
        known = missing(KIND, image, "", folders)
        raise FinishedError(f"no picture {image!r} in art/{KIND}; {known}")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise FinishedError(f"art/{KIND}/{image}: larger than {MAX_BYTES // 1_000_000} MB")
        return path.read_bytes()
    except OSError as trouble:
        raise FinishedError(f"art/{KIND}/{image}: {trouble.strerror}") from None


def as_link(image: str, folders: Sequence[Path]) -> str:
    """A picture as a link that holds all of it, for an SVG that stands by itself.

    Raises `FinishedError` when it is none of PNG, GIF, JPEG and SVG, or damaged.
    """
    data = read_finished(image, folders)
    kind = media_type(data)
    if not kind:
        raise FinishedError(f"art/{KIND}/{image}: none of PNG, GIF, JPEG and SVG")
    if is_svg(data):
        data = in_utf8(data)
    elif is_damaged(data):
        raise FinishedError(f"art/{KIND}/{image}: damaged")
    return f"data:{kind};base64,{b64encode(data).decode()}"


def as_drawing(image: str, folders: Sequence[Path]) -> OwnDrawing:
    """What is to be known of an SVG that others show; nothing of any other picture.

    Raises `FinishedError`, and `OwnSvgError` when it is no well-formed XML.
    """
    data = read_finished(image, folders)
    return made_drawable(data, f"art/{KIND}/{image}") if is_svg(data) else OwnDrawing()
