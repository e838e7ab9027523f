"""How large a picture is, and whether it is whole, told from its bytes."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from generator.vassal.images import is_damaged, is_svg, size


def png() -> bytes:
    Image.linear_gradient("L").save(out := io.BytesIO(), "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    "svg",
    [
        '<svg width="20" height="10">',
        '<svg stroke-width="3" line-height="2" width="20px" height="10px">',
        '<svg viewBox="0 0 20 10">',
        '<svg:svg width="20" height="10">',
        '<s:svg width="20" height="10">',
        f'<!--{"long" * 4000}--><svg width="20" height="10">',
    ],
)
def test_an_svg_says_its_size(svg: str) -> None:
    assert is_svg(svg.encode()) and size(svg.encode()) == (20, 10)
    assert size(svg.encode("utf-16")) == (20, 10)


def test_an_svg_that_begins_again_and_again_is_soon_read() -> None:
    assert size(b"<svg " * 13_000) is None


def test_a_png_that_was_cut_short_or_changed_is_damaged() -> None:
    whole = png()
    assert not is_damaged(whole) and not is_damaged(whole + b"more")
    assert all(is_damaged(whole[:length]) for length in (8, 20, 40, len(whole) - 4))
    middle = len(whole) // 2
    changed = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    assert is_damaged(changed)


def test_other_formats_do_not_tell_whether_they_are_whole() -> None:
    assert not is_damaged(b"GIF89a") and not is_damaged(b"")
