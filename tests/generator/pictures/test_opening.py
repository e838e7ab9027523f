"""Pictures that others made: what can be opened is, and what cannot is refused with a reason."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from generator.pictures.opening import UnreadableError, opened_picture


def saved(picture: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind)
    return out.getvalue()


def svg(width: int, height: int) -> bytes:
    size = f'width="{width}" height="{height}"'
    rect = f'<rect {size} fill="#00ff00"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{rect}</svg>'.encode()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_a_picture_of_any_mode_is_rgb_or_rgba(mode: str) -> None:
    opened = opened_picture(saved(Image.new(mode, (3, 2)), "PNG"))
    assert opened.size == (3, 2) and opened.mode == ("RGB" if mode == "RGB" else "RGBA")


def test_an_svg_is_drawn_in_its_own_size() -> None:
    opened = opened_picture(svg(4, 2))
    assert opened.size == (4, 2) and opened.getpixel((1, 1)) == (0, 255, 0, 255)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no picture", "none of PNG, GIF, JPEG and SVG"),
        (saved(Image.linear_gradient("L"), "PNG")[:60], "damaged"),
        (saved(Image.linear_gradient("L"), "GIF")[:40], "damaged"),
        (svg(100_000, 100_000), "too large"),
        (b"<svg>", "does not say how large"),
        (b'<svg width="3" height="3"><rect', "."),
    ],
)
def test_what_cannot_be_opened_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        opened_picture(data)
